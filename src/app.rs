//! The window: event loop and input.
