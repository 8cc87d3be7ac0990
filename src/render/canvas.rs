//! A picture in memory that anything can be painted on.

use super::gpu::{Gpu, GpuError};
use super::picture::Picture;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wgpu::{
    Buffer, BufferUsages, CommandBuffer, CommandEncoder, Extent3d, PollType, Texture, TextureFormat, TextureUsages,
    TextureView,
};

/// The end of a picture that was begun.
type Arriving = Receiver<Result<(), wgpu::BufferAsyncError>>;

/// How long a finished picture may take to reach us.
const MAPPING_TIME: Duration = Duration::from_secs(10);

/// A picture of one size, and the way back from the graphics device.
pub struct Canvas<'a> {
    gpu: &'a Gpu,
    size: [u32; 2],
    texture: Texture,
    view: TextureView,
    buffer: Buffer,
    /// Bytes from row to row in the buffer.
    stride: u32,
    /// Where the end of the picture that was begun is told.
    arriving: Mutex<Option<Arriving>>,
}

impl<'a> Canvas<'a> {
    /// As in a window: bytes are sRGB-encoded by whoever paints, not by the texture.
    pub const FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;

    /// For pictures of `size` (physical pixels).
    pub fn new(gpu: &'a Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let ([width, height], limit) = (size, gpu.size_limit());
        let fits = (1..=limit).contains(&width) && (1..=limit).contains(&height);
        // Rows of a copy begin at multiples of 256 bytes; what stands behind the pixels of a row is cut off when it is
        // read.
        let stride = if fits { (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT) } else { 0 };
        let bytes = u64::from(stride) * u64::from(height);
        if !fits || bytes > gpu.device.limits().max_buffer_size {
            return Err(GpuError::Size { width, height, limit });
        }
        if gpu.lost() {
            return Err(gpu.loss());
        }
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: Self::FORMAT,
            usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        // A texture cannot be read by the program: it is copied into a buffer that can.
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: bytes,
            usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let view = texture.create_view(&Default::default());
        Ok(Self { gpu, size, texture, view, buffer, stride, arriving: Mutex::new(None) })
    }

    /// Size of the pictures (physical pixels).
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Paints one picture and waits for it. `paint` may answer with work that must be done before its own.
    pub fn paint(
        &self,
        paint: impl FnOnce(&mut CommandEncoder, &TextureView) -> Vec<CommandBuffer>,
    ) -> Result<Picture, GpuError> {
        self.begin(paint)?;
        self.gpu.device.poll(PollType::wait_indefinitely()).map_err(|error| self.lost(error.to_string()))?;
        // Another thread that polls the same device may still be on its way to the callback.
        let arrived = self.swap_arriving(None).map(|arriving| arriving.recv_timeout(MAPPING_TIME));
        match arrived {
            Some(Ok(mapped)) => self.read(mapped),
            Some(Err(error)) => Err(self.lost(error.to_string())),
            None => Err(self.lost("nothing was painted".into())),
        }
    }

    /// Begins one picture, which is [taken](Self::take) when it has come. One at a time.
    pub fn begin(
        &self,
        paint: impl FnOnce(&mut CommandEncoder, &TextureView) -> Vec<CommandBuffer>,
    ) -> Result<(), GpuError> {
        let gpu = self.gpu;
        if gpu.lost() {
            return Err(gpu.loss());
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        // All in one submission: the copy follows the drawing without anybody waiting in between.
        let mut work = paint(&mut encoder, &self.view);
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(self.stride),
                    rows_per_image: None,
                },
            },
            self.texture.size(),
        );
        work.push(encoder.finish());
        gpu.queue.submit(work);
        let (sender, receiver) = mpsc::channel();
        // When nobody listens any more, nobody wants the picture.
        self.buffer.map_async(wgpu::MapMode::Read, .., move |result| drop(sender.send(result)));
        self.swap_arriving(Some(receiver));
        Ok(())
    }

    /// The picture that was begun, once it has come; asked again and again where nobody can wait.
    pub fn take(&self) -> Option<Result<Picture, GpuError>> {
        if let Err(error) = self.gpu.device.poll(PollType::Poll) {
            return Some(Err(self.lost(error.to_string())));
        }
        // Taken out, and put back where it has not come yet.
        let arriving = self.swap_arriving(None)?;
        match arriving.try_recv() {
            Ok(mapped) => Some(self.read(mapped)),
            Err(TryRecvError::Empty) if self.gpu.lost() => Some(Err(self.gpu.loss())),
            Err(TryRecvError::Empty) => {
                self.swap_arriving(Some(arriving));
                None
            }
            Err(TryRecvError::Disconnected) => Some(Err(self.lost("the picture was dropped".into()))),
        }
    }

    fn swap_arriving(&self, new: Option<Arriving>) -> Option<Arriving> {
        std::mem::replace(&mut *self.arriving.lock().unwrap_or_else(PoisonError::into_inner), new)
    }

    fn lost(&self, reason: String) -> GpuError {
        if self.gpu.lost() { self.gpu.loss() } else { GpuError::Lost { reason } }
    }

    /// Reads what was mapped.
    fn read(&self, mapped: Result<(), wgpu::BufferAsyncError>) -> Result<Picture, GpuError> {
        mapped.map_err(|error| self.lost(error.to_string()))?;
        let row = self.size[0] as usize * 4;
        let mut rgba = Vec::with_capacity(row * self.size[1] as usize);
        {
            let mapped = self.buffer.get_mapped_range(..).map_err(|error| self.lost(error.to_string()))?;
            for padded in mapped.chunks_exact(self.stride as usize) {
                rgba.extend_from_slice(&padded[..row]);
            }
        }
        self.buffer.unmap();
        Ok(Picture { size: self.size, rgba })
    }
}
