//! Every render pipeline and its shader, made once: when it is first drawn with, or, where that is known, before.
//!
//! A software adapter takes two megabytes and some milliseconds for each, and few scenes need them all.

use super::layout::{
    ArrowInstance, BodyInstance, LineInstance, MarkerInstance, Member, OUTLINE, TextInstance, TriangleInstance,
    attributes,
};
use super::pack::{FORMS, PackedForm, PerForm};
use super::quality::Quality;
use super::shaders;
use super::targets::{DEPTH_FORMAT, MASK_FORMAT, OCCLUSION_FORMAT, SCENE_FORMAT};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use wgpu::{
    BindGroupLayout, BindGroupLayoutEntry, BindingType, BlendState, ColorWrites, CompareFunction, Device, Face,
    PrimitiveTopology, RenderPipeline, ShaderModule, ShaderStages, TextureFormat, TextureSampleType,
};

/// Layouts of the bind groups.
pub(super) struct Layouts {
    /// The frame's uniforms.
    pub frame: BindGroupLayout,
    /// What light depends on: the shadow map, its sampler, and the ambient occlusion.
    pub light: BindGroupLayout,
    /// A depth buffer.
    pub depth: BindGroupLayout,
    /// A picture and its sampler.
    pub image: BindGroupLayout,
}

impl Layouts {
    pub fn new(device: &Device) -> Self {
        let entry = |binding, visibility, ty| BindGroupLayoutEntry { binding, visibility, ty, count: None };
        let layout = |label, entries: &[BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        // One block of constants for the whole picture: every shader declares it alike, and a test compares the
        // members.
        let uniform = BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: std::num::NonZeroU64::new(size_of::<super::layout::Frame>() as u64),
        };
        let texture = |sample_type| BindingType::Texture {
            sample_type,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let fragment = ShaderStages::FRAGMENT;
        Self {
            frame: layout("frame", &[entry(0, ShaderStages::VERTEX_FRAGMENT, uniform)]),
            light: layout(
                "light",
                &[
                    // The shadow is compared in the sampler, which filters between texels; occlusion is one value for
                    // each pixel.
                    entry(0, fragment, texture(TextureSampleType::Depth)),
                    entry(1, fragment, BindingType::Sampler(wgpu::SamplerBindingType::Comparison)),
                    entry(2, fragment, texture(TextureSampleType::Float { filterable: false })),
                ],
            ),
            depth: layout("depth", &[entry(0, fragment, texture(TextureSampleType::Float { filterable: false }))]),
            // The words' vertex shader asks for the atlas's size.
            image: layout(
                "image",
                &[
                    entry(0, ShaderStages::VERTEX_FRAGMENT, texture(TextureSampleType::Float { filterable: true })),
                    entry(1, fragment, BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
                ],
            ),
        }
    }
}

/// An overlay's two pipelines.
pub(super) struct Overlay {
    /// Where bodies hide it.
    pub hidden: Pipeline,
    /// Where it is in front.
    pub visible: Pipeline,
}

/// Every pipeline.
pub(super) struct Pipelines {
    pub shadow: PerForm<Pipeline>,
    /// Depth alone, at half size.
    pub near: PerForm<Pipeline>,
    pub near_ground: Pipeline,
    pub occlusion: Pipeline,
    pub opaque: PerForm<Pipeline>,
    pub ghost: PerForm<Pipeline>,
    pub mask: PerForm<Pipeline>,
    pub sky: Pipeline,
    pub ground: Pipeline,
    pub lines: Overlay,
    pub arrows: Overlay,
    pub markers: Overlay,
    pub triangles: Overlay,
    /// Edges smoothed where there is one sample a pixel.
    pub output: Pipeline,
    /// No edges smoothed.
    pub output_as_is: Pipeline,
    pub outline: Pipeline,
    pub text: Pipeline,
}

/// What a body is drawn for.
#[derive(Clone, Copy)]
enum PipelinePass {
    /// The shadow map.
    Shadow,
    /// The depth that ambient occlusion is made from.
    Near,
    /// The picture, solid.
    Opaque,
    /// The picture, translucent.
    Ghost,
    /// The outline of what is selected or under the mouse.
    Mask,
}

/// The text of a shader, compiled when a pipeline first asks for it.
struct Shader {
    label: &'static str,
    source: &'static str,
    made: OnceLock<ShaderModule>,
}

impl Shader {
    fn get(&self, device: &Device) -> &ShaderModule {
        self.made.get_or_init(|| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(self.label),
                source: wgpu::ShaderSource::Wgsl(self.source.into()),
            })
        })
    }
}

/// What sets one pipeline apart from the others.
struct Recipe {
    label: &'static str,
    module: Arc<Shader>,
    vertex: &'static str,
    /// Entry point, format and blending; none writes depth only.
    fragment: Option<(&'static str, Option<TextureFormat>, Option<BlendState>)>,
    /// The channels it draws into; in the scene opacity is left for what must stay sharp.
    writes: ColorWrites,
    instance: Option<&'static [Member]>,
    groups: Vec<BindGroupLayout>,
    /// Comparison and whether depth is written; none without a depth target.
    depth: Option<(CompareFunction, bool)>,
    /// How far a surface is put behind itself for each unit of its slope (texels).
    slope_bias: f32,
    topology: PrimitiveTopology,
    cull: Option<Face>,
    samples: u32,
    alpha_to_coverage: bool,
    constants: Vec<(&'static str, f64)>,
}

/// A pipeline, made when it is first asked for.
pub(super) struct Pipeline {
    device: Device,
    recipe: Recipe,
    made: OnceLock<RenderPipeline>,
}

impl Pipeline {
    fn new(device: &Device, recipe: Recipe) -> Self {
        Self { device: device.clone(), recipe, made: OnceLock::new() }
    }

    /// The pipeline itself.
    pub fn get(&self) -> &RenderPipeline {
        self.made.get_or_init(|| build(&self.device, &self.recipe))
    }
}

fn build(device: &Device, recipe: &Recipe) -> RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(recipe.label),
        bind_group_layouts: &recipe.groups.iter().map(Some).collect::<Vec<_>>(),
        immediate_size: 0,
    });
    let compilation_options =
        wgpu::PipelineCompilationOptions { constants: &recipe.constants, zero_initialize_workgroup_memory: false };
    let attributes = recipe.instance.map(attributes).unwrap_or_default();
    // The members lie one behind the other without gaps: where the last ends, the next instance begins.
    let stride = recipe.instance.and_then(<[Member]>::last).map_or(0, |last| last.offset + last.size);
    let buffers = [Some(wgpu::VertexBufferLayout {
        array_stride: stride as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &attributes,
    })];
    let targets = recipe.fragment.and_then(|(_, format, blend)| {
        Some([Some(wgpu::ColorTargetState { format: format?, blend, write_mask: recipe.writes })])
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: recipe.module.get(device),
            entry_point: Some(recipe.vertex),
            compilation_options: compilation_options.clone(),
            // What is drawn over the whole picture has no instances: its corners are made from the vertex's number.
            buffers: if recipe.instance.is_some() { &buffers } else { &[] },
        },
        fragment: recipe.fragment.map(|(entry_point, ..)| wgpu::FragmentState {
            module: recipe.module.get(device),
            entry_point: Some(entry_point),
            compilation_options,
            targets: targets.as_ref().map_or(&[], |targets| &targets[..]),
        }),
        primitive: wgpu::PrimitiveState { topology: recipe.topology, cull_mode: recipe.cull, ..Default::default() },
        depth_stencil: recipe.depth.map(|(compare, write)| wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(write),
            depth_compare: Some(compare),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState { slope_scale: recipe.slope_bias, ..Default::default() },
        }),
        multisample: wgpu::MultisampleState {
            count: recipe.samples,
            alpha_to_coverage_enabled: recipe.alpha_to_coverage,
            ..Default::default()
        },
        multiview_mask: None,
        cache: None,
    })
}

/// How the forms differ: shader, topology, which faces are dropped.
const fn form_of(form: PackedForm) -> (&'static str, PrimitiveTopology, Option<Face>) {
    match form {
        PackedForm::Sphere => ("sphere", PrimitiveTopology::TriangleStrip, None),
        PackedForm::Cuboid => ("cuboid", PrimitiveTopology::TriangleList, Some(Face::Back)),
        PackedForm::Quad => ("quad", PrimitiveTopology::TriangleStrip, None),
        PackedForm::Frustum => ("frustum", PrimitiveTopology::TriangleList, Some(Face::Back)),
        PackedForm::Facet => ("facet", PrimitiveTopology::TriangleList, None),
    }
}

/// The shader of a form.
const fn source_of(form: PackedForm) -> &'static str {
    match form {
        PackedForm::Sphere => shaders::SPHERE,
        PackedForm::Cuboid => shaders::CUBOID,
        PackedForm::Quad => shaders::QUAD,
        PackedForm::Frustum => shaders::FRUSTUM,
        PackedForm::Facet => shaders::FACET,
    }
}

impl Pipelines {
    fn all(&self) -> impl Iterator<Item = &Pipeline> {
        let forms = [&self.shadow, &self.near, &self.opaque, &self.ghost, &self.mask];
        let overlays = [&self.lines, &self.arrows, &self.markers, &self.triangles];
        let single = [&self.near_ground, &self.occlusion, &self.sky, &self.ground];
        let last = [&self.output, &self.output_as_is, &self.outline, &self.text];
        let overlays = overlays.into_iter().flat_map(|overlay| [&overlay.hidden, &overlay.visible]);
        forms.into_iter().flatten().chain(overlays).chain(single).chain(last)
    }

    /// Which of them are made, in an order that is the same for all devices.
    pub fn made(&self) -> Vec<bool> {
        self.all().map(|pipeline| pipeline.made.get().is_some()).collect()
    }

    /// Work that makes these: each thread that does it takes the next one that nobody has taken, until none is left.
    pub fn making(&self, which: &[bool]) -> impl Fn() + Sync {
        let wanted: Vec<&Pipeline> = self.all().zip(which).filter(|(_, wanted)| **wanted).map(|(one, _)| one).collect();
        let next = AtomicUsize::new(0);
        move || {
            while let Some(pipeline) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                pipeline.get();
            }
        }
    }

    pub fn new(device: &Device, layouts: &Layouts, quality: Quality, output: TextureFormat) -> Self {
        let module = |label, source| Arc::new(Shader { label, source, made: OnceLock::new() });
        // One shader for each form, compiled once for all passes of it.
        let forms = FORMS.map(|form| module(form_of(form).0, source_of(form)));
        let (sky, ground) = (module("sky", shaders::SKY), module("ground", shaders::GROUND));
        let overlay = module("overlay", shaders::OVERLAY);
        let (finish, text) = (module("output", shaders::OUTPUT), module("text", shaders::TEXT));

        // What the shaders are told when they are compiled: by constants of the pipeline, so that one text serves all
        // qualities.
        let samples = quality.samples;
        let sample_count = ("samples", f64::from(samples));
        let taps = ("shadow_taps", f64::from(quality.shadow_taps));
        // A target that does not encode sRGB itself gets colours that the shader encoded.
        let encode = ("encode", f64::from(u8::from(!output.is_srgb())));
        let smooth = ("smooth_edges", f64::from(u8::from(samples == 1)));
        // All colours are multiplied by their opacity already: so layers that are put together keep their borders.
        let blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        let framed = vec![layouts.frame.clone()];
        let lit = vec![layouts.frame.clone(), layouts.light.clone()];
        let pictured = vec![layouts.frame.clone(), layouts.image.clone()];
        let strip = PrimitiveTopology::TriangleStrip;

        let body = |form: PackedForm, pass: PipelinePass, constants: &[(&'static str, f64)]| {
            let (label, topology, cull) = form_of(form);
            let sphere = form == PackedForm::Sphere;
            // Depth is reversed, 1 at the eye and 0 infinitely far: single precision is finest near 0, where the far
            // things lie.
            let base = Recipe {
                label,
                module: Arc::clone(&forms[form as usize]),
                vertex: "vs_main",
                fragment: Some(("fs_main", Some(SCENE_FORMAT), None)),
                // Balls come first, into a cleared picture; their alpha is their cut.
                writes: if sphere { ColorWrites::COLOR } else { ColorWrites::ALL },
                instance: Some(BodyInstance::MEMBERS),
                groups: lit.clone(),
                depth: Some((CompareFunction::Greater, true)),
                slope_bias: 0.0,
                topology,
                cull,
                samples,
                // A ball's edge is cut per pixel; its alpha spreads the cut over the samples.
                alpha_to_coverage: sphere && samples > 1,
                constants: constants.to_vec(),
            };
            let recipe = match pass {
                PipelinePass::Opaque => base,
                PipelinePass::Ghost => Recipe {
                    // Tested against bodies but not written: of two ghosts both are seen, and they are sorted from far
                    // to near.
                    fragment: Some(("fs_ghost", Some(SCENE_FORMAT), blend)),
                    writes: ColorWrites::COLOR,
                    depth: Some((CompareFunction::Greater, false)),
                    alpha_to_coverage: false,
                    ..base
                },
                PipelinePass::Mask => Recipe {
                    // Coverage alone, without depth: the outline of what is selected shows through what stands before
                    // it.
                    fragment: Some(("fs_mask", Some(MASK_FORMAT), Some(LIGHTEN))),
                    writes: ColorWrites::ALL,
                    groups: framed.clone(),
                    depth: None,
                    samples: 1,
                    alpha_to_coverage: false,
                    ..base
                },
                PipelinePass::Near => Recipe {
                    // Depth alone; only a ball has a fragment to run, which finds where its surface lies within the
                    // square.
                    fragment: sphere.then_some(("fs_near", None, None)),
                    groups: framed.clone(),
                    samples: 1,
                    alpha_to_coverage: false,
                    ..base
                },
                PipelinePass::Shadow => Recipe {
                    vertex: "vs_shadow",
                    fragment: sphere.then_some(("fs_shadow", None, None)),
                    groups: framed.clone(),
                    // The sun's depth is not reversed: it is linear, since the sun's light is parallel.
                    depth: Some((CompareFunction::Less, true)),
                    // A round side turns within a texel, more than the shader's push along one normal makes up for.
                    slope_bias: if form == PackedForm::Frustum { 2.0 } else { 0.0 },
                    // Either side casts a shadow: a quad is as thin as it is drawn.
                    cull: None,
                    samples: 1,
                    alpha_to_coverage: false,
                    ..base
                },
            };
            Pipeline::new(device, recipe)
        };
        // Only balls are cut per pixel, and so ask for the number of samples.
        let both = [sample_count, taps];
        let bodies =
            |pass: PipelinePass| FORMS.map(|form| body(form, pass, &both[usize::from(form != PackedForm::Sphere)..]));
        let scenery = |label, module: &Arc<Shader>, blend, lit_by_sun: bool| {
            Pipeline::new(
                device,
                Recipe {
                    label,
                    module: Arc::clone(module),
                    vertex: "vs_main",
                    fragment: Some(("fs_main", Some(SCENE_FORMAT), blend)),
                    writes: if lit_by_sun { ColorWrites::ALL } else { ColorWrites::COLOR },
                    instance: None,
                    groups: if lit_by_sun { lit.clone() } else { framed.clone() },
                    // Drawn after the opaque bodies, where they leave room: no pixel is shaded twice.
                    depth: Some((CompareFunction::GreaterEqual, false)),
                    slope_bias: 0.0,
                    topology: if lit_by_sun { strip } else { PrimitiveTopology::TriangleList },
                    cull: None,
                    samples,
                    alpha_to_coverage: false,
                    constants: if lit_by_sun { vec![taps] } else { vec![] },
                },
            )
        };
        let sign = |label, vertex, fragment, members, topology, writes| {
            let variant = |hidden: bool| {
                // Where something stands before the sign: drawn first, faint and dashed, the rest of it then over all.
                let compare = if hidden { CompareFunction::Less } else { CompareFunction::GreaterEqual };
                Pipeline::new(
                    device,
                    Recipe {
                        label,
                        module: Arc::clone(&overlay),
                        vertex,
                        fragment: Some((fragment, Some(SCENE_FORMAT), blend)),
                        writes,
                        instance: Some(members),
                        groups: framed.clone(),
                        depth: Some((compare, false)),
                        slope_bias: 0.0,
                        topology,
                        cull: None,
                        samples,
                        alpha_to_coverage: false,
                        constants: vec![("hidden", f64::from(u8::from(hidden))), ("outline", f64::from(OUTLINE))],
                    },
                )
            };
            Overlay { hidden: variant(true), visible: variant(false) }
        };
        let flat =
            |label, module: &Arc<Shader>, fragment, blend, instance, topology, constants: &[(&'static str, f64)]| {
                Pipeline::new(
                    device,
                    Recipe {
                        label,
                        module: Arc::clone(module),
                        vertex: "vs_main",
                        fragment: Some((fragment, Some(output), blend)),
                        writes: ColorWrites::ALL,
                        instance,
                        groups: pictured.clone(),
                        depth: None,
                        slope_bias: 0.0,
                        topology,
                        cull: None,
                        samples: 1,
                        alpha_to_coverage: false,
                        constants: constants.to_vec(),
                    },
                )
            };
        let list = PrimitiveTopology::TriangleList;
        // Borders that are soft already: to smooth them again would wash thin signs out.
        let (sharp, rough) = (ColorWrites::ALL, ColorWrites::COLOR);
        Self {
            shadow: bodies(PipelinePass::Shadow),
            near: bodies(PipelinePass::Near),
            near_ground: near_ground(device, layouts, &ground),
            occlusion: occlusion(device, layouts, &module("occlusion", shaders::OCCLUSION)),
            opaque: bodies(PipelinePass::Opaque),
            ghost: bodies(PipelinePass::Ghost),
            mask: bodies(PipelinePass::Mask),
            sky: scenery("sky", &sky, None, false),
            ground: scenery("ground", &ground, Some(ON_GROUND), true),
            lines: sign("lines", "vs_line", "fs_line", LineInstance::MEMBERS, strip, sharp),
            arrows: sign("arrows", "vs_arrow", "fs_arrow", ArrowInstance::MEMBERS, strip, sharp),
            markers: sign("markers", "vs_marker", "fs_marker", MarkerInstance::MEMBERS, strip, sharp),
            triangles: sign("triangles", "vs_triangle", "fs_triangle", TriangleInstance::MEMBERS, list, rough),
            output: flat("output", &finish, "fs_main", None, None, list, &[encode, smooth]),
            output_as_is: flat("output as it is", &finish, "fs_main", None, None, list, &[encode]),
            outline: flat("outline", &finish, "fs_outline", blend, None, list, &[encode, smooth]),
            text: flat("words", &text, "fs_main", blend, Some(TextInstance::MEMBERS), strip, &[encode]),
        }
    }
}

/// Translucent colour, with the blend constant for opacity in the scene: see [`SOFT`].
const ON_GROUND: BlendState = BlendState {
    color: BlendState::PREMULTIPLIED_ALPHA_BLENDING.color,
    alpha: wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::Constant,
        dst_factor: wgpu::BlendFactor::Zero,
        operation: wgpu::BlendOperation::Add,
    },
};

/// Opacity in the scene of the ground: its lines have soft borders of their own and need no smoothing.
pub(super) const SOFT: f64 = 0.5;

/// The larger of both coverages, so that overlapping bodies keep soft borders.
const LIGHTEN: BlendState = {
    let larger = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Max,
    };
    BlendState { color: larger, alpha: larger }
};

/// The plane of the ground into the depth that occlusion is worked out from.
fn near_ground(device: &Device, layouts: &Layouts, module: &Arc<Shader>) -> Pipeline {
    Pipeline::new(
        device,
        Recipe {
            label: "near ground",
            module: Arc::clone(module),
            vertex: "vs_main",
            fragment: None,
            writes: ColorWrites::empty(),
            instance: None,
            groups: vec![layouts.frame.clone()],
            depth: Some((CompareFunction::Greater, true)),
            slope_bias: 0.0,
            topology: PrimitiveTopology::TriangleStrip,
            cull: None,
            samples: 1,
            alpha_to_coverage: false,
            constants: vec![],
        },
    )
}

/// Ambient occlusion from that depth, over the whole picture.
fn occlusion(device: &Device, layouts: &Layouts, module: &Arc<Shader>) -> Pipeline {
    Pipeline::new(
        device,
        Recipe {
            label: "occlusion",
            module: Arc::clone(module),
            vertex: "vs_main",
            fragment: Some(("fs_main", Some(OCCLUSION_FORMAT), None)),
            writes: ColorWrites::ALL,
            instance: None,
            groups: vec![layouts.frame.clone(), layouts.depth.clone()],
            depth: None,
            slope_bias: 0.0,
            topology: PrimitiveTopology::TriangleList,
            cull: None,
            samples: 1,
            alpha_to_coverage: false,
            constants: vec![],
        },
    )
}
