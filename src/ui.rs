//! Panels; the only layer that names egui.
