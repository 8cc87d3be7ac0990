//! Moving pictures: GIF, animated PNG and raw Y4M, written frame by frame.

use super::picture::{Picture, PictureError, of_png};
use std::io::Write;

/// The format of a [`Clip`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipKind {
    /// Plays anywhere; 256 colours a frame, 50 frames a second at most.
    Gif,
    /// Animated PNG: full colour, without loss.
    Apng,
    /// Raw video for other programs to encode.
    Y4m,
}

/// A moving picture being written. Call [`finish`](Self::finish) after the last frame.
pub struct Clip<W: Write> {
    size: [u32; 2],
    fps: u32,
    frames: u32,
    writer: ClipWriter<W>,
}

enum ClipWriter<W: Write> {
    Gif(Box<gif::Encoder<W>>),
    Apng(Box<png::Writer<W>>),
    Y4m(W),
}

fn of_gif(error: gif::EncodingError) -> PictureError {
    match error {
        gif::EncodingError::Io(error) => PictureError::Io(error),
        other => PictureError::Format(other.to_string()),
    }
}

impl<W: Write> Clip<W> {
    /// Starts a clip of `frames` frames of `size` (pixels), `fps` frames a second. Only animated PNG must know the
    /// count beforehand; the others take any number.
    pub fn new(mut out: W, size: [u32; 2], fps: u32, frames: u32, kind: ClipKind) -> Result<Self, PictureError> {
        let [width, height] = size;
        // The delay of an animated PNG is a quotient of two 16-bit numbers.
        let fps = fps.clamp(1, 1000);
        let writer = match kind {
            ClipKind::Gif => {
                let side = |pixels| {
                    u16::try_from(pixels)
                        .map_err(|_| PictureError::Format("a GIF has 65535 pixels a side at most".into()))
                };
                let mut encoder = gif::Encoder::new(out, side(width)?, side(height)?, &[]).map_err(of_gif)?;
                encoder.set_repeat(gif::Repeat::Infinite).map_err(of_gif)?;
                ClipWriter::Gif(Box::new(encoder))
            }
            ClipKind::Apng => {
                // Without an alpha channel: a picture of the scene is opaque, and a quarter less is written.
                let mut encoder = png::Encoder::new(out, width, height);
                encoder.set_color(png::ColorType::Rgb);
                encoder.set_depth(png::BitDepth::Eight);
                encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
                encoder.set_compression(png::Compression::Fast);
                encoder.set_animated(frames.max(1), 0).map_err(of_png)?;
                encoder.set_frame_delay(1, fps as u16).map_err(of_png)?;
                ClipWriter::Apng(Box::new(encoder.write_header().map_err(of_png)?))
            }
            ClipKind::Y4m => {
                // Full range BT.601, one chroma sample for each pixel: nothing is lost but rounding.
                writeln!(out, "YUV4MPEG2 W{width} H{height} F{fps}:1 Ip A1:1 C444 XCOLORRANGE=FULL")?;
                ClipWriter::Y4m(out)
            }
        };
        Ok(Self { size, fps, frames: 0, writer })
    }

    /// Adds a frame.
    pub fn push(&mut self, picture: &Picture) -> Result<(), PictureError> {
        if picture.size != self.size {
            return Err(PictureError::Size { got: picture.size, wanted: self.size });
        }
        let [width, height] = self.size;
        match &mut self.writer {
            ClipWriter::Gif(encoder) => {
                // Delays are hundredths of a second; the rounding of each is made up for by the next.
                let at = |frame: u32| (u64::from(frame) * 100 + u64::from(self.fps) / 2) / u64::from(self.fps);
                // Shorter delays are taken for 0.1 s by browsers.
                let delay = (at(self.frames + 1) - at(self.frames)).max(2) as u16;
                let mut rgba = picture.rgba.clone();
                let mut frame = gif::Frame::from_rgba_speed(width as u16, height as u16, &mut rgba, 10);
                frame.delay = delay;
                encoder.write_frame(&frame).map_err(of_gif)?;
            }
            ClipWriter::Apng(writer) => writer.write_image_data(&picture.rgb()).map_err(of_png)?,
            ClipWriter::Y4m(out) => {
                out.write_all(b"FRAME\n")?;
                out.write_all(&planes(&picture.rgba))?;
            }
        }
        self.frames += 1;
        Ok(())
    }

    /// Ends the clip.
    pub fn finish(self) -> Result<(), PictureError> {
        match self.writer {
            ClipWriter::Gif(encoder) => encoder.into_inner().map_err(of_gif)?.flush()?,
            ClipWriter::Apng(writer) => writer.finish().map_err(of_png)?,
            ClipWriter::Y4m(mut out) => out.flush()?,
        }
        Ok(())
    }
}

/// Brightness, then blue and red differences (BT.601, full range), one plane after the other.
fn planes(rgba: &[u8]) -> Vec<u8> {
    let count = rgba.len() / 4;
    let mut planes = vec![0; 3 * count];
    for (i, pixel) in rgba.chunks_exact(4).enumerate() {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(f32::from);
        let y = 0.299 * r + 0.587 * g + 0.114 * b;
        planes[i] = (y + 0.5) as u8;
        // Scaled to half the range either way: 0.886 = 1 − 0.114 and 0.701 = 1 − 0.299.
        planes[count + i] = ((b - y) * (0.5 / 0.886) + 128.5).clamp(0.0, 255.0) as u8;
        planes[2 * count + i] = ((r - y) * (0.5 / 0.701) + 128.5).clamp(0.0, 255.0) as u8;
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(shade: u8) -> Picture {
        Picture { size: [4, 2], rgba: [shade, 0, 255 - shade, 255].repeat(8) }
    }

    fn clip(kind: ClipKind) -> Vec<u8> {
        let mut bytes = vec![];
        let mut clip = Clip::new(&mut bytes, [4, 2], 30, 3, kind).unwrap();
        for shade in [0, 100, 200] {
            clip.push(&frame(shade)).unwrap();
        }
        assert!(clip.push(&Picture { size: [1, 1], rgba: vec![0; 4] }).is_err());
        clip.finish().unwrap();
        bytes
    }

    #[test]
    fn a_gif_holds_its_frames_and_lasts_as_long_as_it_should() {
        let bytes = clip(ClipKind::Gif);
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut delays = vec![];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        // Three frames at 30 a second are a tenth of a second.
        assert_eq!(delays, [3, 4, 3]);
    }

    #[test]
    fn an_animated_png_holds_its_frames_without_loss() {
        let bytes = clip(ClipKind::Apng);
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        for shade in [0, 100, 200] {
            reader.next_frame(&mut pixels).unwrap();
            assert_eq!(pixels[..3], [shade, 0, 255 - shade]);
        }
    }

    #[test]
    fn raw_video_has_a_header_and_three_planes_a_frame() {
        let bytes = clip(ClipKind::Y4m);
        let header = b"YUV4MPEG2 W4 H2 F30:1 Ip A1:1 C444 XCOLORRANGE=FULL\n";
        assert_eq!(&bytes[..header.len()], header);
        assert_eq!(bytes.len(), header.len() + 3 * (6 + 3 * 8));
        // Pure blue: Y = 0.114·255, Cb = 255, Cr = 128 − 0.5·0.114/0.701·255.
        let first = &bytes[header.len() + 6..];
        assert_eq!([first[0], first[8], first[16]], [29, 255, 107]);
    }
}
