//! How much work goes into a picture.

use wgpu::{AdapterInfo, DeviceType};

/// How much work goes into a picture. The same adapter gives the same quality in a window and offscreen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Samples a pixel, 1 or 4; with 1, edges are smoothed afterwards.
    pub samples: u32,
    /// Side of the square shadow map (texels).
    pub shadow_size: u32,
    /// Looks at the shadow map a pixel, 3 or more.
    pub shadow_taps: u32,
}

impl Quality {
    /// For a graphics processor.
    pub const FULL: Self = Self { samples: 4, shadow_size: 4096, shadow_taps: 16 };
    /// For a processor that plays the graphics processor's part.
    pub const LIGHT: Self = Self { samples: 1, shadow_size: 1024, shadow_taps: 3 };

    /// What suits an adapter.
    pub fn for_adapter(info: &AdapterInfo) -> Self {
        match info.device_type {
            DeviceType::Cpu => Self::LIGHT,
            DeviceType::DiscreteGpu => Self::FULL,
            // Built-in graphics share the bandwidth of the main memory: a quarter of the texels.
            _ => Self { shadow_size: 2048, ..Self::FULL },
        }
    }
}
