//! The graphics device: which one, and what becomes of it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use thiserror::Error;
use wgpu::{Adapter, AdapterInfo, Backends, Device, Instance, InstanceDescriptor, Queue, Surface};

/// Why nothing can be drawn, and what to do about it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GpuError {
    /// No adapter answers.
    #[error(
        "no graphics adapter found ({reason}).\nInstall a driver (on Debian: `apt install libvulkan1 \
         mesa-vulkan-drivers`, which also draws without a graphics card), or choose another backend with WGPU_BACKEND \
         (vulkan, gl, metal, dx12). `carom run` needs no adapter."
    )]
    NoAdapter {
        /// What the backends said.
        reason: String,
    },
    /// `WGPU_ADAPTER_NAME` names none of the adapters.
    #[error("no adapter is named like WGPU_ADAPTER_NAME=\"{wanted}\"; there {}", list(found))]
    NoSuchAdapter {
        /// The wish.
        wanted: String,
        /// The names there are.
        found: Vec<String>,
    },
    /// The adapter gives no device.
    #[error("{adapter} gives no device ({reason}); try another one with WGPU_ADAPTER_NAME or WGPU_BACKEND")]
    NoDevice {
        /// Its name.
        adapter: String,
        /// What it said.
        reason: String,
    },
    /// The device is gone; make a new one.
    #[error("the graphics device was lost ({reason}); start again, or update its driver if this happens often")]
    Lost {
        /// What the driver said.
        reason: String,
    },
    /// A picture larger than the adapter can draw, or empty.
    #[error("a picture of {width}×{height} pixels cannot be drawn here; each side may be 1 to {limit}")]
    Size {
        /// Width asked for (pixels).
        width: u32,
        /// Height asked for (pixels).
        height: u32,
        /// Largest side (pixels).
        limit: u32,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "are none".to_owned() } else { format!("are: {}", names.join(", ")) }
}

/// An adapter that could draw.
#[derive(Clone, Debug)]
pub struct AdapterChoice {
    /// Name, driver, backend, kind.
    pub info: AdapterInfo,
    /// Whether this is the one that would be used.
    pub used: bool,
}

/// Every adapter of the backends that `WGPU_BACKEND` allows, and which one would draw.
pub fn adapters() -> Vec<AdapterChoice> {
    let instance = headless_instance();
    let used = pollster::block_on(choose(&instance, None)).ok().map(|adapter| adapter.get_info());
    let all = pollster::block_on(instance.enumerate_adapters(allowed()));
    let infos: Vec<AdapterInfo> = all.iter().map(Adapter::get_info).collect();
    // The first that equals the chosen one: two equal cards cannot be told apart by name anyway.
    let first = infos.iter().position(|info| Some(info) == used.as_ref());
    infos.into_iter().enumerate().map(|(i, info)| AdapterChoice { info, used: Some(i) == first }).collect()
}

fn allowed() -> Backends {
    Backends::all().with_env()
}

fn headless_instance() -> Instance {
    Instance::new(InstanceDescriptor {
        backends: allowed(),
        ..InstanceDescriptor::new_without_display_handle_from_env()
    })
}

/// The adapter that `WGPU_ADAPTER_NAME` wants, else the one that wgpu prefers.
async fn choose(instance: &Instance, surface: Option<&Surface<'_>>) -> Result<Adapter, GpuError> {
    // wgpu's own examples know this variable; a machine with several adapters is tested with it.
    if let Ok(wanted) = std::env::var("WGPU_ADAPTER_NAME")
        && !wanted.is_empty()
    {
        // An adapter that cannot show its pictures in the window is no choice, whatever its name.
        let fits = |adapter: &Adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface));
        let mut adapters = instance.enumerate_adapters(allowed()).await;
        adapters.retain(fits);
        let found: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        let wish = wanted.to_lowercase();
        return match found.iter().position(|name| name.to_lowercase().contains(&wish)) {
            Some(index) => Ok(adapters.swap_remove(index)),
            None => Err(GpuError::NoSuchAdapter { wanted, found }),
        };
    }
    // Of several graphics cards the strongest, unless the environment says otherwise.
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::from_env().unwrap_or(wgpu::PowerPreference::HighPerformance),
        compatible_surface: surface,
        ..Default::default()
    };
    instance
        .request_adapter(&options)
        .await
        .map_err(|error| GpuError::NoAdapter { reason: one_line(&error.to_string()) })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A graphics device, from adapter to queue.
///
/// Errors that nobody catches are logged once per text instead of ending the program. Losing the device sets a flag;
/// the owner of the window then makes a new [`Gpu`] from a new instance and surface.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The queue: dropped before the device, the device before the instance.
    pub queue: Queue,
    /// The device.
    pub device: Device,
    /// Its adapter.
    pub adapter: Adapter,
    /// What found the adapter.
    pub instance: Instance,
    /// What the adapter says about itself.
    pub info: AdapterInfo,
    lost: Arc<DeviceLoss>,
}

#[derive(Debug, Default)]
struct DeviceLoss {
    flag: AtomicBool,
    reason: Mutex<String>,
}

impl Gpu {
    /// A device that draws offscreen; needs no display.
    pub fn new_headless() -> Result<Self, GpuError> {
        pollster::block_on(Self::new(headless_instance(), None))
    }

    /// A device for `surface`, or for offscreen pictures.
    pub async fn new(instance: Instance, surface: Option<&Surface<'_>>) -> Result<Self, GpuError> {
        let adapter = choose(&instance, surface).await?;
        let info = adapter.get_info();
        // The modest limits of WebGL2 suffice, but for the size of pictures and buffers.
        let limits = adapter.limits();
        let required_limits = wgpu::Limits {
            max_buffer_size: limits.max_buffer_size,
            ..wgpu::Limits::downlevel_webgl2_defaults().using_resolution(limits)
        };
        // Buffers and pictures are few: a block of 64 MB for them all would be mostly empty.
        let memory_hints = wgpu::MemoryHints::MemoryUsage;
        let label = Some("carom");
        let descriptor = wgpu::DeviceDescriptor { label, required_limits, memory_hints, ..Default::default() };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| GpuError::NoDevice { adapter: info.name.clone(), reason: one_line(&error.to_string()) })?;
        let lost = Arc::new(DeviceLoss::default());
        let seen = lost.clone();
        // The device may go at any time (a driver that restarts): pictures are then refused with this reason until it
        // is made anew.
        device.set_device_lost_callback(move |reason, text| {
            log::error!("graphics device lost ({reason:?}): {text}");
            if let Ok(mut reason) = seen.reason.lock() {
                *reason = one_line(&text);
            }
            // The flag after the reason, so that whoever sees the one finds the other.
            seen.flag.store(true, Ordering::Release);
        });
        let logged = Mutex::new(HashSet::new());
        // The same error comes with every picture: it is logged once.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let text = error.to_string();
            if logged.lock().is_ok_and(|mut logged| logged.insert(text.clone())) {
                log::error!("graphics: {text}");
            }
        }));
        Ok(Self { queue, device, adapter, instance, info, lost })
    }

    /// Whether the device is gone for good.
    pub fn lost(&self) -> bool {
        self.lost.flag.load(Ordering::Acquire)
    }

    /// The error to show once the device is [`lost`](Self::lost).
    pub fn loss(&self) -> GpuError {
        GpuError::Lost { reason: self.lost.reason.lock().map(|reason| reason.clone()).unwrap_or_default() }
    }

    /// Largest side of a picture (physical pixels).
    pub fn size_limit(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Whether a processor plays the graphics processor's part.
    pub fn software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }
}
