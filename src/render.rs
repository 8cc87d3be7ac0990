//! From a draw list to pixels; the only layer that names wgpu.
