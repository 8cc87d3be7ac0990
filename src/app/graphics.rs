//! The window's surface: one picture after another, whatever happens to it.
//!
//! A surface can be outdated, lost, hidden or of size zero, a device can vanish, and none of it is an error of ours.
//! [`Graphics::draw`] says what became of a picture; the window decides whether to try again or to build everything anew.

use super::{caught, platform};
use crate::render::{Gpu, GpuError, Renderer, UsedPipelines, Viewport};
use crate::view::DrawList;
use egui::epaint::{ImageDelta, textures::TexturesDelta};
use egui::{ClippedPrimitive, TextureId};
use std::collections::HashMap;
use std::sync::Arc;
use wgpu::{Backends, CurrentSurfaceTexture, PresentMode, Surface, SurfaceConfiguration, TextureFormat};
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameOutcome {
    /// It is on the screen.
    Shown,
    /// Not now; ask again soon.
    Later,
    /// Nobody would see it; ask again when the window is shown.
    Hidden,
    /// Surface or device are gone: build everything anew.
    Lost,
}

/// One finished frame of the panels.
pub(super) struct Panels {
    pub primitives: Vec<ClippedPrimitive>,
    pub pixels_per_point: f32,
}

/// Every texture of the panels, as it was handed over, so that a new device can be given them all again.
#[derive(Default)]
pub(super) struct Textures {
    kept: HashMap<TextureId, Vec<ImageDelta>>,
    /// Not yet on the device.
    pending: TexturesDelta,
}

impl Textures {
    /// Takes the changes of a frame over, whether or not it will be drawn.
    pub fn add(&mut self, mut delta: TexturesDelta) {
        for (id, changes) in &delta.set {
            let kept = self.kept.entry(*id).or_default();
            for change in changes {
                // A whole texture makes all that was known of it worthless; a part is laid over it.
                if change.is_whole() {
                    kept.clear();
                }
                kept.push(change.clone());
            }
        }
        self.pending.append(std::mem::take(&mut delta));
    }

    /// Hands all of them over again: to a new device.
    pub fn start_again(&mut self) {
        self.pending.clear();
        for (id, changes) in &self.kept {
            for change in changes {
                self.pending.push(*id, change.clone());
            }
        }
    }
}

impl Drop for Textures {
    fn drop(&mut self) {
        // Whatever is left was for a window that is gone.
        self.pending.clear();
    }
}

/// The last picture of the scene: while nothing in it changes, it is copied rather than drawn again.
struct KeptGraphics {
    texture: wgpu::Texture,
    list: DrawList,
}

/// What is known of graphics that are gone, so that new ones are made sooner.
pub(super) struct Known {
    backends: Backends,
    pipelines: UsedPipelines,
}

impl Default for Known {
    fn default() -> Self {
        Self { backends: Backends::all(), pipelines: UsedPipelines::default() }
    }
}

/// Does it here, and on a second thread where there are threads.
fn on_two_threads(work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        drop(std::thread::Builder::new().spawn_scoped(scope, &work));
        work();
    });
}

/// Surface, device and what draws on them. The fields are dropped from top to bottom: users before what they use.
pub(super) struct Graphics {
    panels: egui_wgpu::Renderer,
    renderer: Renderer,
    kept: Option<KeptGraphics>,
    config: SurfaceConfiguration,
    configured: bool,
    surface: Surface<'static>,
    pub gpu: Gpu,
}

impl Graphics {
    /// Everything, from the instance up. It knows no texture of the panels yet.
    pub async fn new(window: Arc<Window>, display: OwnedDisplayHandle, known: &Known) -> Result<Self, GpuError> {
        // The variables that wgpu knows choose the backend, as on the command line.
        let mut descriptor = wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display));
        descriptor.backends &= known.backends;
        let instance = platform::instance(descriptor).await;
        let surface = instance
            .create_surface(window.clone())
            .map_err(|error| GpuError::NoAdapter { reason: error.to_string() })?;
        let gpu = Gpu::new(instance, Some(&surface)).await?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        let format = format(&capabilities.formats)
            .ok_or_else(|| GpuError::NoAdapter { reason: "the surface offers no format".into() })?;
        let size = window.inner_size();
        // Minimized windows have no size, and a surface must have one.
        let default = surface.get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1));
        let Some(default) = default else {
            return Err(GpuError::NoAdapter { reason: "the adapter cannot draw on this surface".into() });
        };
        // Copying the kept picture needs leave to copy; without it the scene is drawn every time.
        let usage = default.usage | (capabilities.usages & wgpu::TextureUsages::COPY_DST);
        // Two frames at most on their way: more would show a drag late.
        let config = SurfaceConfiguration {
            usage,
            format,
            present_mode: PresentMode::AutoVsync,
            desired_maximum_frame_latency: 2,
            view_formats: vec![],
            ..default
        };
        let renderer = Renderer::new(&gpu, format);
        on_two_threads(renderer.preparation(&known.pipelines));
        let panels = egui_wgpu::Renderer::new(&gpu.device, format, egui_wgpu::RendererOptions::default());
        Ok(Self { panels, renderer, kept: None, config, configured: false, surface, gpu })
    }

    /// What new ones in their place need to know.
    pub fn known(&self) -> Known {
        // To ask the other backends as well would take as long as to make a device.
        Known { backends: self.gpu.info.backend.into(), pipelines: self.renderer.used() }
    }

    /// Words in the scene take letters from this font, too.
    pub fn add_font(&mut self, bytes: &'static [u8]) {
        self.renderer.add_font(bytes);
        self.kept = None;
    }

    /// Acquires the next picture of the window, of `size` physical pixels.
    pub fn begin(&mut self, size: [u32; 2]) -> Result<wgpu::SurfaceTexture, FrameOutcome> {
        if size[0] == 0 || size[1] == 0 {
            return Err(FrameOutcome::Hidden);
        }
        // Callbacks of the device, its loss among them, run in a poll.
        if self.gpu.device.poll(wgpu::PollType::Poll).is_err() || self.gpu.lost() {
            return Err(FrameOutcome::Lost);
        }
        let limit = self.gpu.size_limit();
        let size = size.map(|side| side.min(limit));
        // At most one configuration a picture, and never while one is held.
        if !self.configured || [self.config.width, self.config.height] != size {
            [self.config.width, self.config.height] = size;
            self.surface.configure(&self.gpu.device, &self.config);
            self.configured = true;
        }
        match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(texture) => Ok(texture),
            CurrentSurfaceTexture::Suboptimal(texture) => {
                self.configured = false;
                Ok(texture)
            }
            CurrentSurfaceTexture::Outdated => {
                self.configured = false;
                Err(FrameOutcome::Later)
            }
            CurrentSurfaceTexture::Timeout => Err(FrameOutcome::Later),
            CurrentSurfaceTexture::Occluded => Err(FrameOutcome::Hidden),
            // A device that was lost answers with a validation error of which nobody is told.
            CurrentSurfaceTexture::Lost | CurrentSurfaceTexture::Validation => Err(FrameOutcome::Lost),
        }
    }

    /// Draws the scene into a part of the picture, the panels over it, and shows it.
    pub fn draw(
        &mut self,
        target: wgpu::SurfaceTexture,
        list: &DrawList,
        part: Viewport,
        panels: &Panels,
        textures: &mut Textures,
        before_present: impl FnOnce(),
    ) -> FrameOutcome {
        // Between the check in `begin` and here the device may still vanish, and the panels' renderer then panics.
        let drawn = caught(|| self.encode(&target, list, part, panels, textures));
        match drawn {
            Ok(buffers) => {
                self.gpu.queue.submit(buffers);
                before_present();
                self.gpu.queue.present(target);
                // Textures of panels that are gone may go only once the picture that still used them is on its way.
                for id in textures.pending.free.drain() {
                    self.panels.free_texture(&id);
                    textures.kept.remove(&id);
                }
                FrameOutcome::Shown
            }
            Err(failure) => {
                log::error!("drawing failed: {failure}");
                FrameOutcome::Lost
            }
        }
    }

    fn encode(
        &mut self,
        target: &wgpu::SurfaceTexture,
        list: &DrawList,
        part: Viewport,
        panels: &Panels,
        textures: &mut Textures,
    ) -> Vec<wgpu::CommandBuffer> {
        let view = target.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder =
            self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("window") });
        // Where copies are allowed, a scene at rest is not drawn again because a panel moved.
        if self.config.usage.contains(wgpu::TextureUsages::COPY_DST) {
            self.draw_or_copy(&mut encoder, &target.texture, part, list);
        } else {
            self.renderer.draw_in(&self.gpu, &mut encoder, &view, part, list);
        }
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        for (id, changes) in textures.pending.set.drain() {
            for change in &changes {
                self.panels.update_texture(device, queue, id, change);
            }
        }
        let size = target.texture.size();
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: [size.width, size.height],
            pixels_per_point: panels.pixels_per_point,
        };
        let mut buffers = self.panels.update_buffers(device, queue, &mut encoder, &panels.primitives, &screen);
        // The scene is there already: panels are laid over it.
        let attachment = wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
        };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panels"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        self.panels.render(&mut pass.forget_lifetime(), &panels.primitives, &screen);
        buffers.push(encoder.finish());
        buffers
    }
}

impl Graphics {
    /// Brings the picture of the scene into a part of the window's.
    fn draw_or_copy(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Texture,
        part: Viewport,
        list: &DrawList,
    ) {
        let Viewport { origin: [x, y], size: [width, height] } = part;
        let width = width.min(target.width().saturating_sub(x));
        let height = height.min(target.height().saturating_sub(y));
        if width == 0 || height == 0 {
            return;
        }
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        // Compared as a whole: a draw list says all that a picture of the scene depends on.
        if self.kept.as_ref().is_none_or(|kept| kept.texture.size() != size || kept.list != *list) {
            let texture = match self.kept.take() {
                Some(kept) if kept.texture.size() == size => kept.texture,
                _ => self.gpu.device.create_texture(&wgpu::TextureDescriptor {
                    label: Some("picture of the scene"),
                    size,
                    mip_level_count: 1,
                    sample_count: 1,
                    dimension: wgpu::TextureDimension::D2,
                    format: self.config.format,
                    usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                    view_formats: &[],
                }),
            };
            let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
            self.renderer.draw(&self.gpu, encoder, &view, [width, height], list);
            self.kept = Some(KeptGraphics { texture, list: list.clone() });
        }
        if let Some(kept) = &self.kept {
            let mut destination = target.as_image_copy();
            destination.origin = wgpu::Origin3d { x, y, z: 0 };
            encoder.copy_texture_to_texture(kept.texture.as_image_copy(), destination, size);
        }
    }
}

/// Eight bits without sRGB encoding: the panels blend encoded colours, and the renderer encodes its own.
fn format(offered: &[TextureFormat]) -> Option<TextureFormat> {
    let wanted = [TextureFormat::Bgra8Unorm, TextureFormat::Rgba8Unorm];
    wanted.into_iter().find(|f| offered.contains(f)).or(offered.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::epaint::{Color32, ColorImage, ImageData, textures::TextureOptions};

    fn image(side: usize) -> ImageData {
        ImageData::Color(Arc::new(ColorImage::filled([side, side], Color32::WHITE)))
    }

    #[test]
    fn a_new_device_gets_every_texture_as_it_last_was() {
        let mut textures = Textures::default();
        let id = TextureId::Managed(0);
        let mut delta = TexturesDelta::default();
        delta.push(id, ImageDelta::full(image(4), TextureOptions::LINEAR));
        textures.add(delta);
        let mut delta = TexturesDelta::default();
        delta.push(id, ImageDelta::partial([1, 1], image(2), TextureOptions::LINEAR));
        textures.add(delta);
        textures.pending.clear();
        textures.start_again();
        assert_eq!(textures.pending.set[&id].len(), 2);

        let mut delta = TexturesDelta::default();
        delta.push(id, ImageDelta::full(image(8), TextureOptions::LINEAR));
        textures.add(delta);
        textures.start_again();
        assert_eq!(textures.pending.set[&id].len(), 1, "a whole texture replaces what came before");
    }

    #[test]
    fn the_surface_does_not_encode_twice() {
        let offered = [TextureFormat::Bgra8UnormSrgb, TextureFormat::Bgra8Unorm];
        assert_eq!(format(&offered), Some(TextureFormat::Bgra8Unorm));
        assert_eq!(format(&[]), None);
    }
}
