//! Draws one picture of a draw list.

use super::borders::Borders;
use super::gpu::Gpu;
use super::labels::{self, TextLayout};
use super::layout::{ArrowInstance, BodyInstance, Frame, MarkerInstance, TextInstance, TriangleInstance};
use super::pack::{self, BodyInstances, FORMS, PackedForm, PerForm};
use super::pipelines::{Layouts, Pipeline, Pipelines, SOFT};
use super::quality::Quality;
use super::targets::{DEPTH_FORMAT, Targets, texture};
use super::text::{ATLAS_SIZE, Letters};
use super::theme_colors::ThemeColors;
use super::viewport::Viewport;
use crate::math::tangents;
use crate::view::{Color, DrawList, Theme};
use bytemuck::{NoUninit, bytes_of, cast_slice};
use glam::{Mat4, Vec2, Vec3};
use std::ops::Range;
use wgpu::{
    BindGroup, BindingResource, Buffer, BufferUsages, Color as ClearColor, CommandEncoder, LoadOp, Operations, Queue,
    RenderPass, StoreOp, TextureFormat, TextureUsages, TextureView,
};

/// What one picture took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderStats {
    /// Draw calls, all passes together.
    pub draw_calls: u32,
    /// Instances drawn by them.
    pub instances: u64,
    /// Whether the shadow map was drawn anew; it is kept while nothing moves.
    pub shadows_redrawn: bool,
    /// Labels in view for which there was no room; the picture says so too.
    pub labels_hidden: usize,
}

/// Instances of one kind in a buffer that grows.
struct DrawStream {
    label: &'static str,
    buffer: Option<Buffer>,
    /// What the buffer holds; unchanged data is not sent again.
    bytes: Vec<u8>,
    count: u32,
}

impl DrawStream {
    fn new(label: &'static str) -> Self {
        Self { label, buffer: None, bytes: vec![], count: 0 }
    }

    /// Replaces the contents, as far as the device's buffers reach.
    fn write<T: NoUninit>(&mut self, gpu: &Gpu, instances: &[T]) {
        // What does not fit is left out rather than have the device refuse all of it.
        let room = gpu.device.limits().max_buffer_size as usize / size_of::<T>();
        let instances = &instances[..instances.len().min(room)];
        self.count = instances.len() as u32;
        let bytes: &[u8] = cast_slice(instances);
        // A scene at rest is drawn from what the device has already.
        if bytes == self.bytes || bytes.is_empty() {
            return;
        }
        let needed = bytes.len() as u64;
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < needed) {
            self.buffer = Some(gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                // Doubled, so that a growing scene makes a new buffer seldom.
                size: needed.next_power_of_two().clamp(1024, gpu.device.limits().max_buffer_size),
                usage: BufferUsages::VERTEX | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer {
            gpu.queue.write_buffer(buffer, 0, bytes);
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
    }
}

/// Streams of overlay signs.
struct Signs {
    lines: DrawStream,
    arrows: DrawStream,
    markers: DrawStream,
    triangles: DrawStream,
}

/// What a shadow map shows; while it stays equal the map is kept.
#[derive(Clone, PartialEq, Default)]
struct ShadowKey {
    sun_from_world: [[f32; 4]; 4],
    casters: PerForm<Vec<BodyInstance>>,
    glass: PerForm<Vec<BodyInstance>>,
}

/// Which pipelines a renderer has drawn with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedPipelines(Vec<bool>);

/// Turns draw lists into pictures on one device, for one output format.
///
/// At most one [`draw`](Self::draw) for each submission: its buffers hold one picture's data at a time.
pub struct Renderer {
    quality: Quality,
    layouts: Layouts,
    pipelines: Box<Pipelines>,
    frame_buffer: Buffer,
    frame_group: BindGroup,
    shadow_view: TextureView,
    shadow_key: Option<ShadowKey>,
    atlas: wgpu::Texture,
    atlas_group: BindGroup,
    letters: Letters,
    cube_indices: Buffer,
    targets: Option<Drawn>,
    bodies: BodyInstances,
    opaque: PerForm<DrawStream>,
    ghosts: PerForm<DrawStream>,
    glass: PerForm<DrawStream>,
    selected: PerForm<DrawStream>,
    signs: Signs,
    text: DrawStream,
    stats: RenderStats,
}

/// Targets and the bind groups that read them.
struct Drawn {
    targets: Targets,
    scene_group: BindGroup,
    mask_group: BindGroup,
    light_group: BindGroup,
    depth_group: BindGroup,
}

/// Six for each of the 64 strips of a frustum's side, three for each slice of one cap.
const FRUSTUM_VERTICES: u32 = 64 * 9;

/// The three faces of a box: four corners each, two triangles.
const CUBE_INDICES: [u16; 18] = [0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 8, 9, 11, 8, 11, 10];

impl Renderer {
    /// For targets of format `output`, with the quality that suits the adapter.
    pub fn new(gpu: &Gpu, output: TextureFormat) -> Self {
        let mut quality = Quality::for_adapter(&gpu.info);
        let samples = gpu.adapter.get_texture_format_features(super::targets::SCENE_FORMAT).flags;
        // Not every adapter draws several samples of half floats.
        if !samples.sample_count_supported(quality.samples) {
            quality.samples = 1;
        }
        quality.shadow_size = quality.shadow_size.min(gpu.size_limit());
        Self::with_quality(gpu, output, quality)
    }

    /// What this one has drawn with, for [`preparation`](Self::preparation).
    pub fn used(&self) -> UsedPipelines {
        UsedPipelines(self.pipelines.made())
    }

    /// Work that makes at once what another one drew with, for what comes next will look like what it drew last. Several
    /// threads can do it together, where the first picture would make one pipeline after the other.
    pub fn preparation(&self, used: &UsedPipelines) -> impl Fn() + Sync {
        self.pipelines.making(&used.0)
    }

    /// For targets of format `output`.
    pub fn with_quality(gpu: &Gpu, output: TextureFormat, quality: Quality) -> Self {
        let device = &gpu.device;
        let layouts = Layouts::new(device);
        let pipelines = Box::new(Pipelines::new(device, &layouts, quality, output));
        let frame_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<Frame>() as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        // Made once: of what changes with each picture only the contents of the buffer do.
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame_buffer.as_entire_binding() }],
        });
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let shadow_view = texture(device, "shadow", [quality.shadow_size; 2], 1, DEPTH_FORMAT, usage);
        let atlas = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("letters"),
            size: wgpu::Extent3d { width: ATLAS_SIZE, height: ATLAS_SIZE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: TextureFormat::R8Unorm,
            usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        // Copies to a buffer come in words of four bytes.
        let atlas_group = sampled(gpu, &layouts.image, &atlas.create_view(&Default::default()));
        let index_size = size_of_val(&CUBE_INDICES).next_multiple_of(4) as u64;
        let cube_indices = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("box faces"),
            size: index_size,
            usage: BufferUsages::INDEX | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.queue.write_buffer(&cube_indices, 0, cast_slice(&CUBE_INDICES));
        let streams = |label| std::array::from_fn(|_| DrawStream::new(label));
        Self {
            quality,
            layouts,
            pipelines,
            frame_buffer,
            frame_group,
            shadow_view,
            shadow_key: None,
            atlas,
            atlas_group,
            letters: Letters::new(),
            cube_indices,
            targets: None,
            bodies: BodyInstances::default(),
            opaque: streams("bodies"),
            ghosts: streams("ghosts"),
            glass: streams("glass"),
            selected: streams("selected"),
            signs: Signs {
                lines: DrawStream::new("lines"),
                arrows: DrawStream::new("arrows"),
                markers: DrawStream::new("markers"),
                triangles: DrawStream::new("triangles"),
            },
            text: DrawStream::new("words"),
            stats: RenderStats::default(),
        }
    }

    /// What the last picture took.
    pub fn stats(&self) -> RenderStats {
        self.stats
    }

    /// Takes from this font (TrueType, OpenType, or the first of a collection) the letters that the fonts before lack.
    /// What is no font is passed over.
    pub fn add_font(&mut self, bytes: &'static [u8]) {
        self.letters.add_font(bytes);
    }

    /// How much work goes into a picture.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// Draws `list` over the upper left `size` pixels of `target`; see [`draw_in`](Self::draw_in).
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        size: [u32; 2],
        list: &DrawList,
    ) {
        self.draw_in(gpu, encoder, target, Viewport { origin: [0, 0], size }, list);
    }

    /// Draws `list` over a part of `target`; the rest of the target is cleared.
    ///
    /// A part that reaches beyond the target is cut there. An empty one draws nothing, and so does a lost device.
    pub fn draw_in(
        &mut self,
        gpu: &Gpu,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        viewport: Viewport,
        list: &DrawList,
    ) {
        self.stats = RenderStats::default();
        let whole = target.texture().size();
        let [x, y] = viewport.origin;
        // The part of the target that there is: a window may have shrunk since the picture was asked for.
        let limit = gpu.size_limit();
        let width = viewport.size[0].min(whole.width.saturating_sub(x)).min(limit);
        let height = viewport.size[1].min(whole.height.saturating_sub(y)).min(limit);
        if width == 0 || height == 0 || gpu.lost() {
            return;
        }
        let viewport = Viewport { origin: [x, y], size: [width, height] };
        let size = viewport.size;
        // Targets of the picture's size are kept from one picture to the next.
        if self.targets.as_ref().is_none_or(|drawn| drawn.targets.size != size) {
            self.targets = Some(self.make_targets(gpu, size));
        }
        let colors = ThemeColors::of(list.scenery.theme);
        let frame = frame(list, &colors, viewport, self.quality);
        self.upload(gpu, list, &colors, &frame);
        // Taken out while the passes borrow the rest, and put back at the end.
        let Some(drawn) = self.targets.take() else { return };
        let mut stats = self.stats;
        // Shadows and occlusion first: the scene's shaders read both.
        if list.scenery.shadows {
            self.draw_shadows(encoder, &frame, &mut stats);
            self.draw_occlusion(encoder, &drawn, list, &mut stats);
        }
        self.draw_scene(encoder, &drawn, list, &mut stats);
        // Most pictures have nothing selected: the mask is then neither drawn nor read.
        let selected = self.selected.iter().any(|stream| stream.count > 0);
        if selected {
            self.draw_mask(encoder, &drawn.targets, &mut stats);
        }
        self.draw_output(
            encoder,
            target,
            &drawn,
            viewport,
            (&self.output_parts(list, size), selected.then(|| self.selected_part(list, size))),
            &mut stats,
        );
        self.stats = stats;
        self.targets = Some(drawn);
    }

    fn make_targets(&self, gpu: &Gpu, size: [u32; 2]) -> Drawn {
        let targets = Targets::new(&gpu.device, size, self.quality);
        let scene_group = sampled(gpu, &self.layouts.image, &targets.scene);
        let mask_group = sampled(gpu, &self.layouts.image, &targets.mask);
        let light_group = lit(gpu, &self.layouts.light, &self.shadow_view, &targets.occlusion);
        let depth_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("near depth"),
            layout: &self.layouts.depth,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: BindingResource::TextureView(&targets.near_depth),
            }],
        });
        Drawn { targets, scene_group, mask_group, light_group, depth_group }
    }

    /// Sends the picture's data to the device.
    fn upload(&mut self, gpu: &Gpu, list: &DrawList, colors: &ThemeColors, frame: &Frame) {
        gpu.queue.write_buffer(&self.frame_buffer, 0, bytes_of(frame));
        self.bodies.pack(list);
        for form in 0..FORMS.len() {
            self.opaque[form].write(gpu, &self.bodies.opaque[form]);
            self.ghosts[form].write(gpu, &self.bodies.ghosts[form]);
            self.glass[form].write(gpu, &self.bodies.glass[form]);
            self.selected[form].write(gpu, &self.bodies.selected[form]);
        }
        self.signs.lines.write(gpu, &pack::lines(&list.lines));
        self.signs.arrows.write(gpu, &convert::<_, ArrowInstance>(&list.arrows));
        self.signs.markers.write(gpu, &convert::<_, MarkerInstance>(&list.markers));
        self.signs.triangles.write(gpu, &convert::<_, TriangleInstance>(&list.triangles));
        // Words are laid out in pixels and not in the world: what found no room is counted, and the count is told.
        let TextLayout { instances, hidden, .. } =
            labels::lay_out(list, colors, &mut self.letters, Vec2::from_array(frame.size));
        self.stats.labels_hidden = hidden;
        self.text.write::<TextInstance>(gpu, &instances);
        // Seldom: only when a letter comes for the first time.
        if let Some(texels) = self.letters.changed() {
            upload_atlas(&gpu.queue, &self.atlas, texels);
        }
    }

    fn draw_shadows(&mut self, encoder: &mut CommandEncoder, frame: &Frame, stats: &mut RenderStats) {
        // The map of shadows is drawn anew only when something that casts one, or the sun's box, has changed.
        let kept = self.shadow_key.as_ref().is_some_and(|key| {
            key.sun_from_world == frame.sun_from_world
                && key.casters == self.bodies.opaque
                && key.glass == self.bodies.glass
        });
        if kept {
            return;
        }
        let key = self.shadow_key.get_or_insert_default();
        key.sun_from_world = frame.sun_from_world;
        for (kept, now) in key.casters.iter_mut().zip(&self.bodies.opaque) {
            kept.clone_from(now);
        }
        key.glass.clone_from(&self.bodies.glass);
        // Far is 1 here, for the sun's depth is not reversed.
        let mut pass = begin(encoder, "shadows", None, Some((&self.shadow_view, 1.0)));
        pass.set_bind_group(0, &self.frame_group, &[]);
        self.draw_bodies(&mut pass, &self.pipelines.shadow, &self.opaque, stats);
        self.draw_bodies(&mut pass, &self.pipelines.shadow, &self.glass, stats);
        stats.shadows_redrawn = true;
    }

    /// Depth of what is solid at half size, and how much of the sky it hides.
    fn draw_occlusion(&self, encoder: &mut CommandEncoder, drawn: &Drawn, list: &DrawList, stats: &mut RenderStats) {
        let targets = &drawn.targets;
        // A pass of its own: the scene's depth may have several samples a pixel, which could not be read.
        let mut pass = begin(encoder, "near depth", None, Some((&targets.near_depth, 0.0)));
        pass.set_bind_group(0, &self.frame_group, &[]);
        self.draw_bodies(&mut pass, &self.pipelines.near, &self.opaque, stats);
        if list.scenery.grid.is_some() {
            draw_plain(&mut pass, &self.pipelines.near_ground, 4, stats);
        }
        drop(pass);
        let color = (&targets.occlusion, None, StoreOp::Store);
        let mut pass = begin(encoder, "occlusion", Some((color, ClearColor::WHITE)), None);
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass.set_bind_group(1, &drawn.depth_group, &[]);
        draw_plain(&mut pass, &self.pipelines.occlusion, 3, stats);
    }

    fn draw_scene(&self, encoder: &mut CommandEncoder, drawn: &Drawn, list: &DrawList, stats: &mut RenderStats) {
        let targets = &drawn.targets;
        let color = match &targets.samples {
            Some(samples) => (samples, Some(&targets.scene), StoreOp::Discard),
            // What the samples held is worthless once they are resolved, and need not be written back to memory.
            None => (&targets.scene, None, StoreOp::Store),
        };
        let mut pass = begin(encoder, "scene", Some((color, ClearColor::TRANSPARENT)), Some((&targets.depth, 0.0)));
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass.set_bind_group(1, &drawn.light_group, &[]);
        // Opaque first, with depth; then the sky where none is; then the ground; then what is translucent.
        self.draw_bodies(&mut pass, &self.pipelines.opaque, &self.opaque, stats);
        draw_plain(&mut pass, &self.pipelines.sky, 3, stats);
        if list.scenery.grid.is_some() {
            // The ground's opacity in the scene tells the output pass that its lines are soft already.
            pass.set_blend_constant(ClearColor { r: SOFT, g: SOFT, b: SOFT, a: SOFT });
            draw_plain(&mut pass, &self.pipelines.ground, 4, stats);
        }
        self.draw_bodies(&mut pass, &self.pipelines.ghost, &self.ghosts, stats);
        let Signs { lines, arrows, markers, triangles } = &self.signs;
        let Pipelines { lines: of_lines, arrows: of_arrows, markers: of_markers, triangles: of_triangles, .. } =
            &*self.pipelines;
        // With whether any of them shows through bodies: in a crowd none does.
        let signs = [
            (of_triangles, triangles, 3, list.triangles.iter().any(|triangle| triangle.xray)),
            (of_lines, lines, 4, list.lines.iter().any(|line| line.xray)),
            (of_arrows, arrows, 4, list.arrows.iter().any(|arrow| arrow.xray)),
            (of_markers, markers, 4, list.markers.iter().any(|marker| marker.xray)),
        ];
        // Each kind's hidden part before any visible one: a sign in front covers the faint ghost of one behind.
        for (overlay, stream, corners, _) in signs.iter().filter(|(.., xray)| *xray) {
            draw_stream(&mut pass, &overlay.hidden, stream, 0..*corners, stats);
        }
        for (overlay, stream, corners, _) in &signs {
            draw_stream(&mut pass, &overlay.visible, stream, 0..*corners, stats);
        }
    }

    fn draw_mask(&self, encoder: &mut CommandEncoder, targets: &Targets, stats: &mut RenderStats) {
        let color = (&targets.mask, None, StoreOp::Store);
        let mut pass = begin(encoder, "mask", Some((color, ClearColor::TRANSPARENT)), None);
        pass.set_bind_group(0, &self.frame_group, &[]);
        self.draw_bodies(&mut pass, &self.pipelines.mask, &self.selected, stats);
    }

    fn draw_output(
        &self,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        drawn: &Drawn,
        viewport: Viewport,
        (parts, outlined): (&[(Viewport, bool)], Option<Viewport>),
        stats: &mut RenderStats,
    ) {
        let mut pass = begin(encoder, "output", Some(((target, None, StoreOp::Store), ClearColor::BLACK)), None);
        let Viewport { origin: [x, y], size: [width, height] } = viewport;
        pass.set_viewport(x as f32, y as f32, width as f32, height as f32, 0.0, 1.0);
        pass.set_scissor_rect(x, y, width, height);
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass.set_bind_group(1, &drawn.scene_group, &[]);
        // Smoothed only where there are borders: elsewhere a pixel is copied as it is.
        for (part, smoothed) in parts {
            let pipeline = if *smoothed { &self.pipelines.output } else { &self.pipelines.output_as_is };
            pass.set_scissor_rect(x + part.origin[0], y + part.origin[1], part.size[0], part.size[1]);
            draw_plain(&mut pass, pipeline, 3, stats);
        }
        pass.set_scissor_rect(x, y, width, height);
        if let Some(part) = outlined.filter(|part| part.size[0] > 0 && part.size[1] > 0) {
            pass.set_scissor_rect(x + part.origin[0], y + part.origin[1], part.size[0], part.size[1]);
            pass.set_bind_group(1, &drawn.mask_group, &[]);
            draw_plain(&mut pass, &self.pipelines.outline, 3, stats);
            pass.set_scissor_rect(x, y, width, height);
        }
        // Words last: nothing may lie over them.
        pass.set_bind_group(1, &self.atlas_group, &[]);
        draw_stream(&mut pass, &self.pipelines.text, &self.text, 0..4, stats);
    }

    /// The picture in parts, and which of them have edges to be smoothed.
    fn output_parts(&self, list: &DrawList, size: [u32; 2]) -> Vec<(Viewport, bool)> {
        // Several samples a pixel have smoothed the edges already.
        if self.quality.samples > 1 {
            return vec![(Viewport { origin: [0, 0], size }, false)];
        }
        Borders::new(&self.bodies, list, size).parts()
    }

    /// The part of the picture that the selected bodies and their outlines can touch.
    fn selected_part(&self, list: &DrawList, size: [u32; 2]) -> Viewport {
        let (width, height) = (size[0] as f32, size[1] as f32);
        let mut min = Vec2::new(width, height);
        let mut max = Vec2::ZERO;
        for body in self.bodies.selected.iter().flatten() {
            let reach = Vec3::from(body.half).length();
            let clip = list.clip_from_world * Vec3::from(body.center).extend(1.0);
            // Too near for a bound: the whole picture.
            if clip.w <= 1.5 * reach {
                return Viewport { origin: [0, 0], size };
            }
            let middle = Vec2::new(0.5 + 0.5 * clip.x / clip.w, 0.5 - 0.5 * clip.y / clip.w) * Vec2::new(width, height);
            // A ball seen aside looks longer than its radius over its distance; a factor of two covers 45° each way.
            let radius = 2.0 * reach * height / (2.0 * list.tan_half_fov * (clip.w - reach)) + 6.0 * list.scale;
            min = min.min(middle - radius);
            max = max.max(middle + radius);
        }
        // Outwards to whole pixels, else the outline would be cut at its side.
        let low = min.clamp(Vec2::ZERO, Vec2::new(width, height)).floor();
        let high = max.clamp(low, Vec2::new(width, height)).ceil();
        let extent = high - low;
        Viewport { origin: [low.x as u32, low.y as u32], size: [extent.x as u32, extent.y as u32] }
    }

    fn draw_bodies(
        &self,
        pass: &mut RenderPass,
        pipelines: &PerForm<Pipeline>,
        streams: &PerForm<DrawStream>,
        stats: &mut RenderStats,
    ) {
        for form in FORMS {
            let (pipeline, stream) = (&pipelines[form as usize], &streams[form as usize]);
            match (form, &stream.buffer) {
                // Boxes have shared corners and an index; all other forms make their corners from the vertex's number.
                (PackedForm::Cuboid, Some(buffer)) if stream.count > 0 => {
                    pass.set_pipeline(pipeline.get());
                    pass.set_vertex_buffer(0, buffer.slice(..));
                    pass.set_index_buffer(self.cube_indices.slice(..), wgpu::IndexFormat::Uint16);
                    pass.draw_indexed(0..CUBE_INDICES.len() as u32, 0, 0..stream.count);
                    count(stats, stream.count);
                }
                (PackedForm::Cuboid, _) => {}
                (PackedForm::Frustum, _) => draw_stream(pass, pipeline, stream, 0..FRUSTUM_VERTICES, stats),
                (PackedForm::Facet, _) => draw_stream(pass, pipeline, stream, 0..3, stats),
                (PackedForm::Sphere, _) => draw_stream(pass, pipeline, stream, 0..8, stats),
                (PackedForm::Quad, _) => draw_stream(pass, pipeline, stream, 0..4, stats),
            }
        }
    }
}

fn count(stats: &mut RenderStats, instances: u32) {
    stats.draw_calls += 1;
    stats.instances += u64::from(instances);
}

fn draw_plain(pass: &mut RenderPass, pipeline: &Pipeline, vertices: u32, stats: &mut RenderStats) {
    pass.set_pipeline(pipeline.get());
    pass.draw(0..vertices, 0..1);
    count(stats, 1);
}

fn draw_stream(
    pass: &mut RenderPass,
    pipeline: &Pipeline,
    stream: &DrawStream,
    vertices: Range<u32>,
    stats: &mut RenderStats,
) {
    let Some(buffer) = stream.buffer.as_ref().filter(|_| stream.count > 0) else { return };
    pass.set_pipeline(pipeline.get());
    pass.set_vertex_buffer(0, buffer.slice(..));
    pass.draw(vertices, 0..stream.count);
    count(stats, stream.count);
}

fn convert<'a, T, I: From<&'a T>>(things: &'a [T]) -> Vec<I> {
    things.iter().map(I::from).collect()
}

/// Where colour goes, what it resolves to, and whether it is kept.
type ColorTarget<'a> = (&'a TextureView, Option<&'a TextureView>, StoreOp);

/// Starts a pass over cleared targets.
fn begin<'a>(
    encoder: &'a mut CommandEncoder,
    label: &str,
    color: Option<(ColorTarget, ClearColor)>,
    depth: Option<(&TextureView, f32)>,
) -> RenderPass<'a> {
    // A pass that only fills depth has no colour.
    let color = color.map(|((view, resolve_target, store), clear)| {
        [Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: Operations { load: LoadOp::Clear(clear), store },
        })]
    });
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: color.as_ref().map_or(&[], |color| &color[..]),
        depth_stencil_attachment: depth.map(|(view, clear)| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(Operations { load: LoadOp::Clear(clear), store: StoreOp::Store }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}

fn linear_sampler(gpu: &Gpu, compare: Option<wgpu::CompareFunction>) -> wgpu::Sampler {
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        compare,
        ..Default::default()
    })
}

/// What light depends on.
fn lit(gpu: &Gpu, layout: &wgpu::BindGroupLayout, shadow: &TextureView, occlusion: &TextureView) -> BindGroup {
    let sampler = linear_sampler(gpu, Some(wgpu::CompareFunction::LessEqual));
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("light"),
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: BindingResource::TextureView(shadow) },
            wgpu::BindGroupEntry { binding: 1, resource: BindingResource::Sampler(&sampler) },
            wgpu::BindGroupEntry { binding: 2, resource: BindingResource::TextureView(occlusion) },
        ],
    })
}

/// A texture with a linear sampler.
fn sampled(gpu: &Gpu, layout: &wgpu::BindGroupLayout, view: &TextureView) -> BindGroup {
    let sampler = linear_sampler(gpu, None);
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: BindingResource::TextureView(view) },
            wgpu::BindGroupEntry { binding: 1, resource: BindingResource::Sampler(&sampler) },
        ],
    })
}

fn upload_atlas(queue: &Queue, atlas: &wgpu::Texture, texels: &[u8]) {
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(ATLAS_SIZE), rows_per_image: None };
    queue.write_texture(atlas.as_image_copy(), texels, layout, atlas.size());
}

/// The picture's constants.
fn frame(list: &DrawList, colors: &ThemeColors, viewport: Viewport, quality: Quality) -> Frame {
    let scenery = &list.scenery;
    // Rows of the matrix: x and y hold the picture's axes. In perspective w holds the direction of sight and z the near
    // plane; orthographic, w is constant and z falls by w from the eye to the far plane.
    let rows = list.clip_from_world.transpose();
    let (across, upward) = (rows.x_axis.truncate(), rows.y_axis.truncate());
    let orthographic = rows.w_axis.truncate() == Vec3::ZERO;
    let forward = if orthographic { -rows.z_axis.truncate() } else { rows.w_axis.truncate() };
    let ortho_w = if orthographic { rows.w_axis.w } else { 0.0 };
    let ortho_depth = if orthographic { ortho_w / forward.length().max(f32::MIN_POSITIVE) } else { 0.0 };
    let near = if orthographic { 0.0 } else { rows.z_axis.w };
    // A direction of no length or a scene without end must still give a matrix that can be inverted.
    let sun = scenery.sun.normalize_or(Vec3::Y);
    let (focus, radius) = (scenery.focus.center, scenery.focus.radius);
    let radius = if radius.is_finite() { radius.clamp(0.1, 1e5) } else { 100.0 };
    let height = scenery.grid.unwrap_or(0.0);
    // The part's own size and corner: a window's picture is not the whole target.
    let [size, corner] = [viewport.size, viewport.origin].map(|[x, y]| Vec2::new(x as f32, y as f32));
    let bytes = |color: Color| color.0.map(|byte| f32::from(byte) / 255.0);
    Frame {
        clip_from_world: list.clip_from_world.to_cols_array_2d(),
        sun_from_world: sun_from_world(sun, focus, radius).to_cols_array_2d(),
        eye: list.eye.into(),
        scale: list.scale,
        right: across.normalize_or(Vec3::X).into(),
        tan_half_fov: list.tan_half_fov,
        up: upward.normalize_or(Vec3::Y).into(),
        aspect: size.x / size.y,
        forward: forward.normalize_or(-Vec3::Z).into(),
        near: near.max(1e-6),
        sun: sun.into(),
        shadow_texel: 1.0 / quality.shadow_size as f32,
        sun_color: colors.sun,
        shadow_strength: if scenery.shadows { 1.0 } else { 0.0 },
        light_above: colors.above,
        grid_height: height,
        light_below: colors.below,
        grid_strength: if scenery.grid.is_some() { 1.0 } else { 0.0 },
        sky_top: colors.sky_top,
        // Seen from higher up more of the ground is in the picture, and the grid must reach farther.
        grid_reach: 60.0 + 24.0 * (list.eye.y - height).abs(),
        sky_horizon: colors.sky_horizon,
        edge_tone: colors.edge_tone,
        ground: colors.ground,
        shadow_world: 2.0 * radius / quality.shadow_size as f32,
        grid_line: colors.grid_line,
        dark_theme: if scenery.theme == Theme::Dark { 1.0 } else { 0.0 },
        size: size.into(),
        texel: (1.0 / size).into(),
        corner: corner.into(),
        ortho_w,
        ortho_depth,
        accent: bytes(colors.accent),
        halo: bytes(colors.halo),
        fill: colors.fill,
        parallel: if orthographic { 1.0 } else { 0.0 },
    }
}

/// The sun's view of a ball of `radius` about `focus`: depth 0 nearest the sun, 1 farthest from it.
fn sun_from_world(sun: Vec3, focus: Vec3, radius: f32) -> Mat4 {
    // Any two axes across the light will do, since nobody sees the map.
    let [right, up] = tangents(sun);
    let scale = 1.0 / radius;
    // Twice the depth of the ball, so that what stands before it still casts its shadow.
    let depth = 0.25 * scale;
    let row = |axis: Vec3, by: f32, offset: f32| (axis * by).extend(offset - by * axis.dot(focus));
    Mat4::from_cols(row(right, scale, 0.0), row(up, scale, 0.0), row(-sun, depth, 0.5), glam::Vec4::W).transpose()
}
