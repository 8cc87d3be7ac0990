//! Pictures in files: the plots, and what saves them and others.

use super::platform::{self, save_bytes, sweep_beside};
use crate::render::{Canvas, Gpu, Picture};
use crate::subject::{Curves, Moment};
use crate::ui;
use crate::view::Theme;
use egui::{CentralPanel, Context, Frame, RawInput, Rect, vec2};
use std::path::Path;
use std::sync::Arc;

/// Size of the picture (points), and pixels a point.
const SIZE: [f32; 2] = [900.0, 640.0];
const SCALE: f32 = 2.0;

/// What is to be drawn.
pub(super) struct Plots {
    pub moment: Moment,
    /// The curves that were asked for.
    pub curves: Option<Arc<Curves>>,
    /// Whether energy and momentum are drawn as well.
    pub with_totals: bool,
    pub theme: Theme,
    /// More letters for the title.
    pub font: Option<&'static [u8]>,
}

/// Draws the plots and writes them as PNG; the error in words.
pub(super) async fn write(plots: Plots, gpu: Option<Gpu>, path: &Path) -> Result<(), String> {
    let gpu = platform::picture_gpu(gpu).map_err(|e| e.to_string())?;
    let size = SIZE.map(|side| (side * SCALE) as u32);
    // A canvas and a context of its own: the window's may be of another size and scale.
    let canvas = Canvas::new(&gpu, size).map_err(|e| e.to_string())?;
    let context = Context::default();
    ui::theme::apply(&context, plots.theme);
    if let Some(font) = plots.font {
        ui::theme::add_font(&context, font);
    }
    context.set_pixels_per_point(SCALE);
    let mut renderer = egui_wgpu::Renderer::new(&gpu.device, Canvas::FORMAT, egui_wgpu::RendererOptions::default());
    let frame = || {
        let input =
            RawInput { screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, SIZE.into())), ..RawInput::default() };
        context.run_ui(input, |ui| {
            let margin = Frame::central_panel(ui.style()).inner_margin(20.0);
            CentralPanel::default().frame(margin).show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
                ui::plots::picture(ui, &plots.moment, plots.curves.as_deref(), plots.with_totals);
            });
        })
    };
    // The first frame measures, the second has everything in its place.
    // Both frames bring textures; the second may build on the first's.
    let (mut first, mut second) = (frame(), frame());
    for delta in [&mut first.textures_delta, &mut second.textures_delta] {
        for (id, changes) in delta.set.drain() {
            for change in &changes {
                renderer.update_texture(&gpu.device, &gpu.queue, id, change);
            }
        }
        delta.clear();
    }
    let primitives = context.tessellate(second.shapes, SCALE);
    let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: size, pixels_per_point: SCALE };
    let begun = canvas.begin(|encoder, view| {
        let work = renderer.update_buffers(&gpu.device, &gpu.queue, encoder, &primitives, &screen);
        let attachment = wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
        };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("plots"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        renderer.render(&mut pass.forget_lifetime(), &primitives, &screen);
        work
    });
    begun.map_err(|e| e.to_string())?;
    save(&platform::arrival(&gpu, || canvas.take()).await.map_err(|e| e.to_string())?, path)
}

/// Puts a picture into a file; the error in words.
pub(super) fn save(picture: &Picture, path: &Path) -> Result<(), String> {
    let mut png = vec![];
    picture.write_png(&mut png).map_err(|e| e.to_string())?;
    sweep_beside(path);
    save_bytes(path, &png, false).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Timeline;
    use crate::subject::{Follow, Subject};
    use pollster::block_on;

    /// The first bounce, so many steps on.
    fn moment(steps: u32) -> Moment {
        let scene = crate::scene::find("first_bounce").unwrap().scene().unwrap();
        let mut timeline = Timeline::new(scene).unwrap();
        (0..steps).for_each(|_| timeline.step());
        Subject::from(timeline).moment()
    }

    #[test]
    fn what_is_to_be_drawn_is_in_the_picture_in_either_theme() {
        let path = std::env::temp_dir().join(format!("carom-plots-{}.png", std::process::id()));
        let (run, start) = (moment(60), moment(0));
        for theme in [Theme::Dark, Theme::Light] {
            let drawn = |moment: &Moment, curves: Option<Arc<Curves>>| {
                let plots = Plots { moment: moment.clone(), curves, with_totals: true, theme, font: None };
                block_on(write(plots, None, &path)).unwrap();
                Picture::read_png(&std::fs::read(&path).unwrap()).unwrap()
            };
            let (full, empty) = (drawn(&run, None), drawn(&start, None));
            assert_eq!(full.size, [1800, 1280]);
            // Three curves of energy and three of momentum, each as wide as the picture: thousands of pixels.
            let differs = full.rgba.chunks(4).zip(empty.rgba.chunks(4)).filter(|(a, b)| a != b).count();
            assert!(differs > 5_000, "{theme:?}: {differs} pixels of curves");
            // What was asked for besides is in it, too.
            let (mut follow, mut subject) = (Follow::default(), Subject::from(run.timeline().unwrap().still()));
            follow.set(&["speed(lively ball)".to_owned()], &mut subject);
            follow.read(&subject, 60);
            let more = drawn(&run, follow.curves(&subject));
            let differs = full.rgba.chunks(4).zip(more.rgba.chunks(4)).filter(|(a, b)| a != b).count();
            assert!(differs > 5_000, "{theme:?}: {differs} pixels of another chart");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_with_its_path() {
        let plots = Plots { moment: moment(0), curves: None, with_totals: true, theme: Theme::Dark, font: None };
        let error = block_on(write(plots, None, Path::new("/no/such/folder/plots.png"))).unwrap_err();
        assert!(error.contains("/no/such/folder/plots.png"), "{error}");
    }
}
