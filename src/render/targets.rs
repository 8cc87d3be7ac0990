//! The textures a picture is drawn into.

use super::quality::Quality;
use wgpu::{Device, Extent3d, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView};

/// Linear light; half floats keep the darks smooth. Opacity is how much of a pixel signs cover, which must stay sharp,
/// or half where the ground is.
pub(super) const SCENE_FORMAT: TextureFormat = TextureFormat::Rgba16Float;
/// Depth of scene and shadow map.
pub(super) const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;
/// Ambient light that arrives (0…1) and depth (m), at half size.
pub(super) const OCCLUSION_FORMAT: TextureFormat = TextureFormat::Rg16Float;
/// Where the selected bodies are.
pub(super) const MASK_FORMAT: TextureFormat = TextureFormat::R8Unorm;

/// The textures of one picture size.
pub(super) struct Targets {
    pub size: [u32; 2],
    /// Several samples a pixel; none when one sample is enough.
    pub samples: Option<TextureView>,
    /// One sample a pixel.
    pub scene: TextureView,
    pub depth: TextureView,
    pub mask: TextureView,
    /// Depth of what is solid, at half size: what ambient occlusion is made from.
    pub near_depth: TextureView,
    /// At half size.
    pub occlusion: TextureView,
}

impl Targets {
    pub fn new(device: &Device, size: [u32; 2], quality: Quality) -> Self {
        let attachment = TextureUsages::RENDER_ATTACHMENT;
        let sampled = attachment | TextureUsages::TEXTURE_BINDING;
        let samples = quality.samples;
        // Occlusion varies slowly over a picture, and at half size it takes a quarter of the work.
        let half = size.map(|side| side.div_ceil(2));
        Self {
            size,
            samples: (samples > 1).then(|| texture(device, "samples", size, samples, SCENE_FORMAT, attachment)),
            scene: texture(device, "scene", size, 1, SCENE_FORMAT, sampled),
            depth: texture(device, "depth", size, samples, DEPTH_FORMAT, attachment),
            mask: texture(device, "mask", size, 1, MASK_FORMAT, sampled),
            near_depth: texture(device, "near depth", half, 1, DEPTH_FORMAT, sampled),
            occlusion: texture(device, "occlusion", half, 1, OCCLUSION_FORMAT, sampled),
        }
    }
}

/// The whole of a new texture.
pub(super) fn texture(
    device: &Device,
    label: &str,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: TextureFormat,
    usage: TextureUsages,
) -> TextureView {
    device
        .create_texture(&TextureDescriptor {
            label: Some(label),
            size: Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count,
            dimension: TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
        .create_view(&Default::default())
}
