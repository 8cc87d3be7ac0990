//! Waiting for an engine that sends its trace over the network.

use super::{Failure, RunOptions, trace_run};
use crate::trace::TraceReader;
use std::io::Write;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};

/// Where an engine is waited for unless told otherwise.
pub const ADDRESS: &str = "127.0.0.1:7447";

/// Waits at an address and gives the first connection; whoever comes later is refused by the system.
///
/// `messages` is told where it waits, and that others can reach it where the address is not of this machine alone.
pub fn accept(address: &str, messages: &mut dyn Write) -> Result<TcpStream, Failure> {
    // The listener ends with this function, so that a second engine is refused rather than left waiting.
    let listener = bind(address, messages)?;
    let (stream, peer) = listener.accept().map_err(|error| Failure::Wrong(format!("{address}: {error}")))?;
    writeln!(messages, "{peer} is connected")?;
    Ok(stream)
}

/// Begins to wait at an address.
pub fn bind(address: &str, messages: &mut dyn Write) -> Result<TcpListener, Failure> {
    let wrong = |what: String| Failure::Wrong(format!("{address}: {what}"));
    let mut places = address
        .to_socket_addrs()
        .map_err(|error| wrong(format!("{error}; an address is HOST:PORT, such as {ADDRESS}")))?;
    // A name may have several addresses; the first of them is waited at.
    let place = places.next().ok_or_else(|| wrong("there is no such address".into()))?;
    if !place.ip().is_loopback() {
        writeln!(
            messages,
            "warning: {place} can be reached from other machines; whoever connects is shown, nobody is asked for a password"
        )?;
    }
    let listener = TcpListener::bind(place).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => wrong("another program waits there already: give another port".into()),
        _ => wrong(error.to_string()),
    })?;
    // Asked of the listener: where port 0 was given the system has chosen one.
    let place = listener.local_addr().map_or_else(|_| address.to_owned(), |place| place.to_string());
    writeln!(messages, "waiting for an engine on {place}")?;
    // A script that starts the engine waits for this line.
    messages.flush()?;
    Ok(listener)
}

/// Waits for an engine and reads what it sends, with conditions on it, until it ends or one of them stops it; then the
/// connection is closed.
pub fn listen(
    address: &str,
    options: &RunOptions,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<(), Failure> {
    let stream = accept(address, messages)?;
    // The same connection in the other direction: engines read the answers to their steps from it.
    let mut answers = stream.try_clone()?;
    trace_run::run(options, TraceReader::unpacking(stream)?, Some(&mut answers), out)
}
