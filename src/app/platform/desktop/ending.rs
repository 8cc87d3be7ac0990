//! Ends that come from outside: signals, and a display that dies.

use std::sync::OnceLock;

/// Writes what must not be lost; Xlib calls its handler without anything of ours.
static KEEP: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

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

/// Ends the program because there is no display any more, once what must not be lost is written.
pub fn end_without_display() -> ! {
    if let Some(keep) = KEEP.get() {
        keep();
    }
    log::error!("the display is gone. Unsaved edits were kept: the next window offers them");
    std::process::exit(3)
}

/// Lets the program end by its own rules when the display is gone, with one message; `keep` writes what must not be
/// lost, from whichever thread notices.
pub fn outlive_display(keep: impl Fn() + Send + Sync + 'static) {
    // winit panics then; where it did so helps nobody.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.payload_as_str().is_some_and(is_lost_display) {
            report(panic);
        }
    }));
    let _ = KEEP.set(Box::new(keep));
    outlive_x_server();
}

/// The same where Xlib itself notices: it would end the program with the code 1.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "Xlib offers this as a function pointer alone")]
fn outlive_x_server() {
    use x11_dl::xlib::{Display, Xlib};
    // It is called in the midst of whatever the window does: nothing of the window can be asked any more.
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    /// Set in the process that the handler ends.
    const ENDED: &str = "CAROM_TEST_ENDED_BY_XLIB";

    #[test]
    #[expect(unsafe_code, reason = "Xlib gives its handler out as a function pointer")]
    fn what_xlib_calls_when_the_display_is_gone_keeps_what_waits_and_ends_with_three() {
        let Ok(xlib) = x11_dl::xlib::Xlib::open() else { return };
        if std::env::var_os(ENDED).is_some() {
            outlive_display(|| println!("kept"));
            // SAFETY: the handler that was set is given back, and asks nothing of the display it is called with.
            unsafe {
                let handler = (xlib.XSetIOErrorHandler)(None);
                handler.unwrap()(std::ptr::null_mut());
            }
        }
        let name = "what_xlib_calls_when_the_display_is_gone_keeps_what_waits_and_ends_with_three";
        let mut command = Command::new(std::env::current_exe().unwrap());
        let output = command.args([name, "--nocapture"]).env(ENDED, "1").output().unwrap();
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), words.contains("kept")), (Some(3), true), "{words}");
    }
}
