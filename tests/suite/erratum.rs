//! How an error of the source articles is proved. The unit tests of the library use it, too.

/// An error by its number in the list of 65: what is printed must not hold, what is right must.
macro_rules! erratum {
    ($number:literal, printed: $printed:expr, right: $right:expr $(,)?) => {{
        let [printed, right]: [bool; 2] = [$printed, $right];
        assert!(!printed, "S{}: what is printed holds", $number);
        assert!(right, "S{}: what is right does not hold", $number);
    }};
}
