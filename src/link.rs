//! Links: what an address asks the program to show, and an address for what it shows.
//!
//! ```text
//! ?scene=pyramid   ?lab=reflection&set=friction=0.2   ?trace=URL   ?embed=1   &step=120
//! #s=…             a whole scene or set-up, a step and a camera: JSON, deflated (zlib), base64url
//! ```
//!
//! The part behind `#` never leaves the browser. Whatever stands in a link, nothing is done but to show what it
//! describes or to say why not: texts, steps and bodies have bounds before anything is made of them.
//!
//! ```
//! use carom::link::{Address, Packed};
//!
//! let packed = Packed { text: Some("name = \"mine\"".into()), step: 120, view: None };
//! let address = packed.address("https://example.org/carom/", "", false)?;
//! let (_, fragment) = address.split_once('#').unwrap();
//! assert_eq!(Address::parse("", fragment).packed, packed);
//! # Ok::<(), carom::link::LinkError>(())
//! ```

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use crate::view::Camera;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// The longest query or fragment (bytes).
pub const MAX_LINK_BYTES: usize = 64 << 10;
/// The longest description that may be packed in one (bytes).
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// The most bodies that a link may bring.
pub const MAX_BODIES: usize = 20_000;
/// The most steps that a link may ask for, of however few bodies.
pub const MAX_STEPS: u64 = 36_000;
/// The most steps that a link may ask for, times bodies: they are done before the first picture.
const MAX_BODY_STEPS: u64 = 2_000_000;
/// What is packed says which edition it is of.
const EDITION: u32 = 1;
/// In front of what is packed.
const PACKED: &str = "s=";

/// Why a link is not followed, or not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is longer than any link may be.
    #[error("it has {0} bytes; a link has at most {MAX_LINK_BYTES}")]
    TooLong(usize),
    /// What is packed in it is not what a link of ours packs.
    #[error("what is packed in it is damaged: {0}")]
    Damaged(String),
    /// A later program made it.
    #[error("it is of edition {0}, and this program knows edition {EDITION}: a newer one may open it")]
    Newer(u32),
    /// It unpacks to more than any scene needs.
    #[error("what is packed in it is larger than {} MiB", MAX_TEXT_BYTES >> 20)]
    TooLarge,
    /// A camera that stands nowhere.
    #[error("its camera stands nowhere: {0}")]
    Camera(String),
    /// A word of the query that means nothing, or a value that does not fit.
    #[error("{0}")]
    Query(String),
    /// A trace is too long for a link.
    #[error("a trace is a file of its own: publish it, and name its address behind ?trace=")]
    Trace,
    /// It would take too long to come to its step.
    #[error("it asks for step {wanted}; of {bodies} bodies a link may ask for {most}")]
    TooFar {
        /// The step asked for.
        wanted: u64,
        /// How many bodies there are.
        bodies: usize,
        /// The last step it may ask for.
        most: u64,
    },
    /// It brings too many bodies.
    #[error("it brings {0} bodies; a link may bring {MAX_BODIES}")]
    TooMany(usize),
}

/// Where the camera of a link stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkedView {
    /// The point looked at (m, world).
    pub target: [f32; 3],
    /// From there to the eye (m), within [`Camera::DISTANCES`].
    pub distance: f32,
    /// About +y (rad).
    pub yaw: f32,
    /// Elevation of the eye (rad), within ±90°.
    pub pitch: f32,
    /// Whether lines of sight are parallel.
    #[serde(default)]
    pub orthographic: bool,
}

impl LinkedView {
    /// Where a camera stands.
    pub fn of(camera: &Camera) -> Self {
        let Camera { target, distance, yaw, pitch, orthographic, .. } = *camera;
        Self { target: target.into(), distance, yaw, pitch, orthographic }
    }

    /// Puts a camera there.
    pub fn place(&self, camera: &mut Camera) {
        let Self { target, distance, yaw, pitch, orthographic } = *self;
        *camera = Camera { target: Vec3::from(target), distance, yaw, pitch, orthographic, ..*camera };
    }

    fn checked(self) -> Result<Self, LinkError> {
        // Every comparison with NaN fails, so it is asked for by itself.
        let far = |value: f32, most: f32| !value.is_finite() || value.abs() > most;
        if self.target.iter().any(|x| far(*x, Camera::FARTHEST)) {
            return Err(LinkError::Camera(format!("its target lies beyond {:e} m", Camera::FARTHEST)));
        }
        let distances = Camera::DISTANCES;
        if !distances.contains(&self.distance) {
            return Err(LinkError::Camera(format!(
                "its distance is outside {} … {} m",
                distances.start(),
                distances.end()
            )));
        }
        if far(self.yaw, 1e3) || far(self.pitch, std::f32::consts::FRAC_PI_2) {
            return Err(LinkError::Camera("its angles are outside ±1e3 and ±90°".into()));
        }
        Ok(self)
    }
}

/// What the fragment of a link holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    /// A scene or the set-up of a laboratory, as its file has it (TOML, or JSON when it begins with `{`); none where
    /// the query names what is shown.
    pub text: Option<String>,
    /// Which step is shown, paused; 0 is the start, and runs.
    pub step: u64,
    /// Where the camera stands; none for where the scene puts it.
    pub view: Option<LinkedView>,
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLink {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    step: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    view: Option<LinkedView>,
}

/// Only as much as tells which edition it is.
#[derive(Deserialize)]
struct Edition {
    version: u32,
}

const fn is_zero(step: &u64) -> bool {
    *step == 0
}

fn damaged(error: impl std::fmt::Display) -> LinkError {
    LinkError::Damaged(error.to_string())
}

impl Packed {
    /// As the fragment of an address, without its `#`; refused when it would be too long.
    pub fn fragment(&self) -> Result<String, LinkError> {
        let written = WrittenLink { version: EDITION, text: self.text.clone(), step: self.step, view: self.view };
        let json = serde_json::to_vec(&written).map_err(damaged)?;
        // A link is made once and has to be short, whatever the packing takes.
        let mut encoder = ZlibEncoder::new(vec![], Compression::best());
        let bytes = encoder.write_all(&json).and_then(|()| encoder.finish()).map_err(damaged)?;
        let fragment = format!("{PACKED}{}", URL_SAFE_NO_PAD.encode(bytes));
        if fragment.len() > MAX_LINK_BYTES { Err(LinkError::TooLong(fragment.len())) } else { Ok(fragment) }
    }

    /// Reads a fragment, with its `#` or without.
    pub fn parse(fragment: &str) -> Result<Self, LinkError> {
        if fragment.len() > MAX_LINK_BYTES {
            return Err(LinkError::TooLong(fragment.len()));
        }
        // Any other fragment is a place in the page around the program, and asks for nothing.
        let Some(packed) = fragment.trim_start_matches('#').strip_prefix(PACKED) else { return Ok(Self::default()) };
        let bytes = URL_SAFE_NO_PAD.decode(packed).map_err(damaged)?;
        // Few bytes can unpack to gigabytes: no more is unpacked than may be there.
        let mut json = vec![];
        let mut decoder = ZlibDecoder::new(&*bytes);
        let most = MAX_TEXT_BYTES as u64 + 1;
        decoder.by_ref().take(most).read_to_end(&mut json).map_err(damaged)?;
        if json.len() > MAX_TEXT_BYTES {
            return Err(LinkError::TooLarge);
        }
        // A link with something behind its end is not the one that was copied.
        if decoder.total_in() != bytes.len() as u64 {
            return Err(LinkError::Damaged("something follows its end".into()));
        }
        // The edition alone comes first: fields of a later one would be taken for damage.
        let Edition { version } = serde_json::from_slice(&json).map_err(damaged)?;
        if version > EDITION {
            return Err(LinkError::Newer(version));
        }
        let WrittenLink { text, step, view, .. } = serde_json::from_slice(&json).map_err(damaged)?;
        Ok(Self { text, step, view: view.map(LinkedView::checked).transpose()? })
    }

    /// The whole address below a base, such as that of the page: with this query, for a page of its own or embedded.
    pub fn address(&self, base: &str, query: &str, embedded: bool) -> Result<String, LinkError> {
        // The address of the page may carry an earlier link.
        let base = base.split(['?', '#']).next().unwrap_or_default();
        let words = [query, if embedded { "embed=1" } else { "" }];
        let query = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("&");
        let query = if query.is_empty() { query } else { format!("?{query}") };
        // With nothing to pack the query is enough, and people can read it.
        let fragment = if *self == Self::default() { String::new() } else { format!("#{}", self.fragment()?) };
        Ok(format!("{base}{query}{fragment}"))
    }

    /// Whether so many bodies may be brought to the step it asks for.
    pub fn check(&self, bodies: usize) -> Result<(), LinkError> {
        // Scenes of the program itself are known to be bearable; a text is whatever somebody packed.
        if self.text.is_some() && bodies > MAX_BODIES {
            return Err(LinkError::TooMany(bodies));
        }
        let most = (MAX_BODY_STEPS / (bodies as u64).max(1)).min(MAX_STEPS);
        if self.step > most { Err(LinkError::TooFar { wanted: self.step, bodies, most }) } else { Ok(()) }
    }
}

/// What is opened by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A scene of the gallery.
    Scene(String),
    /// A laboratory.
    Lab(String),
    /// A trace, or any other file, at this address.
    Trace(String),
}

/// What an address asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// What is opened, if the query names it.
    pub named: Option<Named>,
    /// What is set of it, each as `NAME=VALUE`, in their order.
    pub settings: Vec<String>,
    /// What the fragment holds.
    pub packed: Packed,
    /// Whether the picture stands in another page, with the transport alone.
    pub embedded: bool,
    /// Why the rest of it is not followed.
    pub problem: Option<LinkError>,
}

impl Address {
    /// Reads the query and the fragment of an address, each with its sign in front or without. Where one of them is
    /// wrong nothing of it is followed, and the problem said.
    pub fn parse(query: &str, fragment: &str) -> Self {
        let mut address = Self::default();
        match Self::of_query(query) {
            Ok(read) => address = read,
            Err(problem) => address.problem = Some(problem),
        }
        match Packed::parse(fragment) {
            // A step may stand in the query, too, where one can type it.
            Ok(packed) => {
                let step = if packed.step == 0 { address.packed.step } else { packed.step };
                address.packed = Packed { step, ..packed };
            }
            Err(problem) => address.problem = Some(problem),
        }
        address
    }

    /// The same of a whole address.
    pub fn of(address: &str) -> Self {
        // The fragment goes first: a question mark in it is part of it.
        let (rest, fragment) = address.split_once('#').unwrap_or((address, ""));
        let (_, query) = rest.split_once('?').unwrap_or((rest, ""));
        Self::parse(query, fragment)
    }

    /// The address of the trace that is asked for.
    pub fn trace(&self) -> Option<&str> {
        match &self.named {
            Some(Named::Trace(address)) => Some(address),
            _ => None,
        }
    }

    fn of_query(query: &str) -> Result<Self, LinkError> {
        if query.len() > MAX_LINK_BYTES {
            return Err(LinkError::TooLong(query.len()));
        }
        let mut address = Self::default();
        for word in query.trim_start_matches('?').split('&').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let value = decoded(value)?;
            match key {
                "scene" => address.named = Some(Named::Scene(value)),
                "lab" => address.named = Some(Named::Lab(value)),
                // Whatever is named here is fetched, so it must be of the web.
                "trace" if is_web_address(&value) => address.named = Some(Named::Trace(value)),
                "trace" => return Err(LinkError::Query(format!("{value:?} is no address of a trace on the web"))),
                "set" => address.settings.push(value),
                "step" => {
                    let step = value.parse().map_err(|_| LinkError::Query(format!("{value:?} is no step")))?;
                    address.packed.step = step;
                }
                // The word alone, without a value, means yes.
                "embed" => address.embedded = value != "0",
                // Whoever publishes the page may count visitors by words of their own.
                _ => {}
            }
        }
        Ok(address)
    }
}

/// Whether it is of the web or beside the page, and no script and no data.
fn is_web_address(text: &str) -> bool {
    // A colon before the first slash ends a scheme; without one the address is beside the page.
    let scheme = text.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')).map(|(scheme, _)| scheme);
    !text.is_empty() && scheme.is_none_or(|scheme| ["http", "https"].iter().any(|one| scheme.eq_ignore_ascii_case(one)))
}

/// A value of a query with its `%` signs resolved.
fn decoded(value: &str) -> Result<String, LinkError> {
    let wrong = || LinkError::Query(format!("{value:?} is not written as queries are"));
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            // Forms write a blank so.
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (Some(high), Some(low)) = (digit(), digit()) else { return Err(wrong()) };
                u8::try_from(high * 16 + low).map_err(|_| wrong())?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}
