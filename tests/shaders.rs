//! The shaders are valid WGSL, and their structs are those of `carom::render::layout`. Needs no adapter.

use carom::render::layout::{Frame, INSTANCES, Member};
use carom::render::shaders;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Binding, Module, ScalarKind, TypeInner, VectorSize};
use wgpu::VertexFormat;

fn modules() -> Vec<(&'static str, Module)> {
    let parse = |&(name, source): &(&'static str, &str)| {
        let module = naga::front::wgsl::parse_str(source)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
        (name, module)
    };
    shaders::ALL.iter().map(parse).collect()
}

fn members<'a>(module: &'a Module, name: &str) -> Option<(&'a [naga::StructMember], u32)> {
    module.types.iter().find_map(|(_, ty)| match &ty.inner {
        TypeInner::Struct { members, span } if ty.name.as_deref() == Some(name) => Some((&members[..], *span)),
        _ => None,
    })
}

#[test]
fn every_shader_is_valid() {
    for (name, module) in modules() {
        Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(module.entry_points.iter().any(|entry| entry.stage == naga::ShaderStage::Vertex), "{name}");
    }
}

#[test]
fn the_frame_has_the_same_members_at_the_same_offsets_in_both_languages() {
    for (name, module) in modules() {
        let (members, span) = members(&module, "Frame").unwrap();
        let theirs: Vec<(&str, usize, usize)> = members
            .iter()
            .map(|member| {
                let size = module.types[member.ty].inner.size(module.to_ctx());
                (member.name.as_deref().unwrap(), member.offset as usize, size as usize)
            })
            .collect();
        let ours: Vec<(&str, usize, usize)> =
            Frame::MEMBERS.iter().map(|member| (member.name, member.offset, member.size)).collect();
        assert_eq!(theirs, ours, "{name}");
        assert_eq!(span as usize, size_of::<Frame>(), "{name}");
    }
}

/// The WGSL type that an attribute arrives as.
fn arrives_as(format: VertexFormat) -> (u32, ScalarKind) {
    match format {
        VertexFormat::Float32 => (1, ScalarKind::Float),
        VertexFormat::Float32x2 => (2, ScalarKind::Float),
        VertexFormat::Float32x3 => (3, ScalarKind::Float),
        VertexFormat::Float32x4 | VertexFormat::Unorm8x4 => (4, ScalarKind::Float),
        VertexFormat::Uint32 => (1, ScalarKind::Uint),
        other => panic!("{other:?} is not in use"),
    }
}

fn shape(inner: &TypeInner) -> (u32, ScalarKind) {
    match *inner {
        TypeInner::Scalar(scalar) => (1, scalar.kind),
        TypeInner::Vector { size: VectorSize::Bi, scalar } => (2, scalar.kind),
        TypeInner::Vector { size: VectorSize::Tri, scalar } => (3, scalar.kind),
        TypeInner::Vector { size: VectorSize::Quad, scalar } => (4, scalar.kind),
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn instances_have_the_same_members_at_the_same_locations_in_both_languages() {
    let modules = modules();
    for &(name, ours) in INSTANCES {
        let mut found = 0;
        for (file, module) in &modules {
            let Some((theirs, _)) = members(module, name) else { continue };
            found += 1;
            assert_eq!(theirs.len(), ours.len(), "{file}: {name}");
            for (location, (wgsl, rust)) in theirs.iter().zip(ours).enumerate() {
                assert_eq!(wgsl.name.as_deref(), Some(rust.name), "{file}: {name}");
                let Some(Binding::Location { location: at, .. }) = wgsl.binding else {
                    panic!("{file}: {name}.{} has no location", rust.name)
                };
                assert_eq!(at as usize, location, "{file}: {name}.{}", rust.name);
                let format = rust.format.unwrap();
                assert_eq!(shape(&module.types[wgsl.ty].inner), arrives_as(format), "{file}: {name}.{}", rust.name);
                assert_eq!(format.size() as usize, rust.size, "{name}.{}", rust.name);
            }
        }
        assert!(found > 0, "no shader reads {name}");
    }
}

#[test]
fn instances_are_packed_without_gaps() {
    for &(name, members) in INSTANCES {
        let mut end = 0;
        for &Member { name: member, offset, size, .. } in members {
            assert_eq!(offset, end, "{name}.{member}");
            end = offset + size;
        }
    }
}
