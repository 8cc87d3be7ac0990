//! Devices, sizes and target formats.

use super::scenes::{COLORS, SIZE, changed, draw, gpu, head_on, patch, sphere};
use carom::glam::{Vec3, vec2};
use carom::render::{Gpu, GpuError, Offscreen, Picture, Renderer, UsedPipelines, Viewport, adapters};
use carom::view::{Color, DrawList, Label, Theme};
use wgpu::{TextureFormat, TextureUsages};

fn target(gpu: &Gpu, [width, height]: [u32; 2], format: TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// Draws as a window does: into a texture of `format`, part of it.
fn draw_as_window(format: TextureFormat, size: [u32; 2], viewport: Viewport, list: &DrawList) -> Picture {
    draw_with(&mut Renderer::new(gpu(), format), format, size, viewport, list)
}

fn draw_with(
    renderer: &mut Renderer,
    format: TextureFormat,
    size: [u32; 2],
    viewport: Viewport,
    list: &DrawList,
) -> Picture {
    let gpu = gpu();
    let texture = target(gpu, size, format);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    renderer.draw_in(gpu, &mut encoder, &texture.create_view(&Default::default()), viewport, list);
    let stride = (4 * size[0]).next_multiple_of(256);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(stride * size[1]),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(stride), rows_per_image: None };
    let copy = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), copy, texture.size());
    gpu.queue.submit([encoder.finish()]);
    // Another test's thread may be the one that runs the callback.
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| sender.send(result).unwrap());
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    receiver.recv().unwrap().unwrap();
    let mapped = buffer.get_mapped_range(..).unwrap();
    let mut rgba = vec![];
    for row in mapped.chunks_exact(stride as usize) {
        rgba.extend_from_slice(&row[..4 * size[0] as usize]);
    }
    if matches!(format, TextureFormat::Bgra8Unorm | TextureFormat::Bgra8UnormSrgb) {
        rgba.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
    }
    Picture { size, rgba }
}

fn grey_patch_and_more() -> DrawList {
    let mut list = head_on(Theme::Dark);
    list.triangles = patch(Color([128, 128, 128, 255])).to_vec();
    list.spheres = vec![sphere(Vec3::new(-1.6, 0.0, 0.0), 0.5, COLORS[1])];
    list.labels = vec![Label {
        anchor: Vec3::new(1.2, 0.0, 0.0),
        offset: vec2(4.0, 0.0),
        text: "grey".to_owned(),
        color: Color::hex(0xffffff),
    }];
    list
}

#[test]
fn a_window_and_an_offscreen_picture_show_the_same_grey() {
    let list = grey_patch_and_more();
    let offscreen = draw(&list);
    assert_eq!(offscreen.pixel(160, 90), [128, 128, 128, 255]);
    let whole = Viewport { origin: [0, 0], size: SIZE };
    // A window's surface has its channels the other way round and encodes nothing by itself.
    assert_eq!(draw_as_window(TextureFormat::Bgra8Unorm, SIZE, whole, &list), offscreen);
    // A surface that encodes gets linear light; translucent words blend a little differently there.
    let encoding = draw_as_window(TextureFormat::Rgba8UnormSrgb, SIZE, whole, &list);
    assert_eq!(encoding.pixel(160, 90), [128, 128, 128, 255]);
    let differ = changed(&encoding, &offscreen).len();
    assert!(differ < 1500, "{differ}");
}

#[test]
fn a_renderer_that_is_prepared_with_what_another_used_has_made_just_that_and_draws_the_same() {
    let (list, format) = (grey_patch_and_more(), TextureFormat::Rgba8Unorm);
    let whole = Viewport { origin: [0, 0], size: SIZE };
    let mut old = Renderer::new(gpu(), format);
    assert_eq!(old.used(), Renderer::new(gpu(), format).used());
    let before = draw_with(&mut old, format, SIZE, whole, &list);
    let mut new = Renderer::new(gpu(), format);
    assert_ne!(new.used(), old.used());
    new.preparation(&old.used())();
    assert_eq!(new.used(), old.used());
    assert_eq!(draw_with(&mut new, format, SIZE, whole, &list), before);
    assert_eq!(new.used(), old.used());
    // Of nothing known nothing follows.
    let mut plain = Renderer::new(gpu(), format);
    plain.preparation(&UsedPipelines::default())();
    assert_ne!(plain.used(), old.used());
    assert_eq!(draw_with(&mut plain, format, SIZE, whole, &list), before);
}

#[test]
fn a_part_of_a_window_shows_the_same_picture() {
    let list = grey_patch_and_more();
    let offscreen = draw(&list);
    let part = Viewport { origin: [40, 30], size: SIZE };
    let window = draw_as_window(TextureFormat::Rgba8Unorm, [400, 240], part, &list);
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            assert_eq!(window.pixel(x + 40, y + 30), offscreen.pixel(x, y), "{x} {y}");
        }
    }
    assert_eq!(window.pixel(10, 10), [0, 0, 0, 255]);
}

#[test]
fn empty_and_huge_sizes_are_refused_or_cut_without_a_panic() {
    let limit = gpu().size_limit();
    for size in [[0, 5], [5, 0], [0, 0], [limit + 1, 5], [u32::MAX, u32::MAX]] {
        let Err(GpuError::Size { width, height, .. }) = Offscreen::new(gpu(), size).map(|_| ()) else {
            panic!("{size:?}")
        };
        assert_eq!([width, height], size);
    }
    let list = grey_patch_and_more();
    let cut = [[0, 0], [0, 7], [u32::MAX, u32::MAX], [1, 1], [3, 200]];
    for size in cut {
        for origin in [[0, 0], [63, 63], [64, 64], [u32::MAX, 0]] {
            draw_as_window(TextureFormat::Rgba8Unorm, [64, 64], Viewport { origin, size }, &list);
        }
    }
    let mut single = Offscreen::new(gpu(), [1, 1]).unwrap();
    assert_eq!(single.draw(&list).unwrap().rgba.len(), 4);
}

#[test]
fn an_empty_list_with_an_unset_camera_draws_a_sky() {
    let picture = draw(&DrawList { scenery: head_on(Theme::Dark).scenery, ..DrawList::default() });
    assert!(picture.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255));
}

#[test]
fn losing_the_device_is_noticed_and_answered_with_an_error() {
    let gpu = Gpu::new_headless().unwrap();
    let mut offscreen = Offscreen::new(&gpu, [64, 64]).unwrap();
    let list = grey_patch_and_more();
    offscreen.draw(&list).unwrap();
    assert!(!gpu.lost());
    gpu.device.destroy();
    // The flag rises with the first poll.
    let first = offscreen.draw(&list);
    assert!(matches!(first, Err(GpuError::Lost { .. })), "{first:?}");
    assert!(gpu.lost());
    assert!(matches!(offscreen.draw(&list), Err(GpuError::Lost { .. })));
    assert!(matches!(Offscreen::new(&gpu, [8, 8]).map(|_| ()), Err(GpuError::Lost { .. })));
    // Making and using a renderer on a dead device must not panic either.
    let mut renderer = Renderer::new(&gpu, TextureFormat::Rgba8Unorm);
    let texture = target(&gpu, [8, 8], TextureFormat::Rgba8Unorm);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    renderer.draw(&gpu, &mut encoder, &texture.create_view(&Default::default()), [8, 8], &list);
    gpu.queue.submit([encoder.finish()]);
}

#[test]
fn exactly_one_of_the_adapters_is_the_one_in_use() {
    let adapters = adapters();
    let used: Vec<_> = adapters.iter().filter(|adapter| adapter.used).collect();
    assert_eq!(used.len(), 1, "{adapters:?}");
    assert_eq!(used[0].info.name, gpu().info.name);
}
