//! Ends that come from outside: signals, and a display that dies.

/// Tells the window the name of the signal by which the system asks the program to end; `tell` says whether there is a
/// window. Who asks twice is obeyed at once.
#[cfg(unix)]
pub fn hear_signals(tell: impl Fn(&'static str) -> bool + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::{emulate_default_handler, signal_name};
    let mut signals = match Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        Ok(signals) => signals,
        Err(error) => return log::warn!("signals are not heard: {error}"),
    };
    let hear = move || {
        // The first signal asks the window to close as its button does, with unsaved edits kept; a second one ends the
        // program.
        let mut asked = false;
        for signal in signals.forever() {
            let name = signal_name(signal).unwrap_or("a signal");
            // A window that is stuck, or gone, does not answer.
            if std::mem::replace(&mut asked, true) || !tell(name) {
                drop(emulate_default_handler(signal));
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("signals".into()).spawn(hear) {
        log::error!("no thread to hear signals: {error}");
    }
}

/// Signals are not heard here.
#[cfg(not(unix))]
pub fn hear_signals(_: impl Fn(&'static str) -> bool + Send + 'static) {}

/// Whether something failed because the connection to the X server is gone.
pub fn is_lost_display(failure: &str) -> bool {
    failure.contains("Connection(IoError")
}

/// Ends the program because there is no display any more: what could be kept has been.
pub fn end_without_display() -> ! {
    log::error!("the display is gone. Unsaved edits were kept: the next window offers them");
    std::process::exit(3)
}

/// Lets the program end by its own rules when the display is gone, with one message.
pub fn outlive_display() {
    // winit panics then; where it did so helps nobody.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.payload_as_str().is_some_and(is_lost_display) {
            report(panic);
        }
    }));
    outlive_x_server();
}

/// The same where Xlib itself notices: it would end the program with the code 1.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "Xlib offers this as a function pointer alone")]
fn outlive_x_server() {
    use x11_dl::xlib::{Display, Xlib};
    unsafe extern "C" fn gone(_: *mut Display) -> i32 {
        end_without_display()
    }
    // Without Xlib there is no X server to outlive.
    let Ok(xlib) = Xlib::open() else { return };
    // SAFETY: the handler is a function that lives as long as the program and never returns.
    unsafe {
        (xlib.XSetIOErrorHandler)(Some(gone));
    }
}

/// There is no X server here.
#[cfg(not(target_os = "linux"))]
fn outlive_x_server() {}
