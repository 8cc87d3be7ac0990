//! From a tree of values to a specimen.

use super::super::Specimen;
use super::super::tree::{Node, Value, quote};
use super::{FINITE, POSITION, Range, SIZE, SceneReader};
use crate::geometry::{End, Feature, Manifold, ManifoldPoint, PairMemory, Region, Side};
use crate::physics::{Config, WorldPlane};
use crate::scene::{SceneBody, plane_as_body};
use glam::Vec3;

/// The key that tells a specimen from a scene.
const KEY: &str = "carom_contact";

/// Whether a file is a specimen.
pub(in crate::scene) fn is_specimen(root: &Node<'_>) -> bool {
    matches!(&root.value, Value::Table(fields) if fields.iter().any(|field| field.key == KEY))
}

/// Reads a specimen; the faults are offsets and messages.
pub(in crate::scene) fn specimen(root: &Node<'_>) -> Result<Specimen, Vec<(usize, String)>> {
    let mut reader = SceneReader::default();
    match reader.specimen(root) {
        Some(specimen) if reader.faults.is_empty() => Ok(specimen),
        _ => Err(reader.faults),
    }
}

impl SceneReader {
    fn specimen(&mut self, root: &Node<'_>) -> Option<Specimen> {
        let what = "a contact";
        let table = self.table(root, what, &[KEY, "scene", "margin", "side", "bearing", "bits", "manifold"])?;
        let version = self.required(table, what, KEY)?;
        if !matches!(&version.value, Value::Number(text) if text == "1") {
            let found = version.value.describe();
            self.fault(version.at, format!("{KEY} is {found}, but this program reads version 1"));
        }
        let scene_node = self.required(table, what, "scene")?;
        // Inside a specimen the lists of a scene are in the tree, not beside it.
        let scene = self.scene(scene_node, None);
        let bodies = self.sides(scene_node, &scene.config, scene.bodies)?;
        let margin = self.required(table, what, "margin")?;
        let margin = self.number(margin, "margin", Range::new(0.0, SIZE.max, "m"))?;
        let mut memory = PairMemory::default();
        let sides = [("unknown", Side::Unknown), ("front", Side::Front), ("behind", Side::Behind)];
        self.set_choice(table, "side", &sides, &mut memory.side);
        if let Some(node) = table.get("bearing") {
            memory.bearing = self.bearing(node)?;
        }
        let manifold = self.required(table, what, "manifold")?;
        let manifold = self.manifold(manifold)?;
        // What this program finds is not taken for granted: the manifold kept is the one from the file.
        let mut specimen = Specimen::new(&scene.config, bodies, margin, memory);
        specimen.manifold = manifold;
        if let Some(bits) = table.get("bits") {
            self.bits(bits, &specimen);
        }
        Some(specimen)
    }

    /// The two sides: both bodies of the scene, or its plane and its only body.
    fn sides(&mut self, node: &Node<'_>, config: &Config, bodies: Vec<SceneBody>) -> Option<[SceneBody; 2]> {
        // Planes come before bodies: a plane is always A.
        let planes = WorldPlane::ALL.into_iter().filter_map(|plane| plane.pose(config)).map(plane_as_body);
        let sides: Vec<SceneBody> = planes.chain(bodies).collect();
        let count = sides.len();
        let sides = sides.try_into().ok();
        if sides.is_none() {
            self.fault(node.at, format!("a contact is of two, but here are {count}: bodies, floor and ceiling"));
        }
        sides
    }

    fn manifold(&mut self, node: &Node<'_>) -> Option<Manifold> {
        let what = "a manifold";
        let table = self.table(node, what, &["normal", "grip", "feature_a", "feature_b", "points"])?;
        // A `grip`, as files of the first edition have it, is passed over: contacts have no friction of their own.
        let mut manifold = Manifold::NONE;
        // A hair more than 1: a unit vector that was written in decimals.
        self.set_vector(table, "normal", Range::new(-1.001, 1.001, ""), &mut manifold.normal);
        for (key, to) in [("feature_a", &mut manifold.feature_a), ("feature_b", &mut manifold.feature_b)] {
            let node = self.required(table, what, key)?;
            *to = self.feature(node, key)?;
        }
        let points_node = self.required(table, what, "points")?;
        let points = self.list(points_node, "points");
        if points.len() > manifold.points.len() {
            self.fault(points_node.at, format!("there are {} points, but a contact has at most 4", points.len()));
            return None;
        }
        for (node, to) in points.iter().zip(&mut manifold.points) {
            *to = self.point(node)?;
        }
        manifold.count = points.len();
        Some(manifold)
    }

    /// Ids of the points that bore a load.
    fn bearing(&mut self, node: &Node<'_>) -> Option<[u16; 4]> {
        let mut bearing = [0; 4];
        let ids = self.list(node, "bearing");
        if ids.len() > bearing.len() {
            self.fault(node.at, format!("there are {} bearing points, but a contact has at most 4", ids.len()));
            return None;
        }
        for (node, to) in ids.iter().zip(&mut bearing) {
            *to = u16::try_from(self.whole(node, "id", 1, u64::from(u16::MAX))?).ok()?;
        }
        Some(bearing)
    }

    fn point(&mut self, node: &Node<'_>) -> Option<ManifoldPoint> {
        let what = "a point";
        let table = self.table(node, what, &["position", "separation", "id"])?;
        let position = self.required(table, what, "position")?;
        let separation = self.required(table, what, "separation")?;
        let id = self.required(table, what, "id")?;
        Some(ManifoldPoint {
            position: Vec3::from(self.numbers(position, "position", POSITION_SEEN_FROM_A)?),
            separation: self.number(separation, "separation", FINITE)?,
            id: u32::try_from(self.whole(id, "id", 0, u64::from(u32::MAX))?).ok()?,
        })
    }

    fn feature(&mut self, node: &Node<'_>, name: &str) -> Option<Feature> {
        let feature = match &node.value {
            // By the names that features have when they are written, so that the two cannot differ.
            Value::Text(text) => features().find(|feature| feature.to_string() == **text),
            _ => None,
        };
        if feature.is_none() {
            self.mismatch(node, name, "a feature such as \"surface\", \"face +x\", \"edge +x-z\", \"rim corner +x-z\"");
        }
        feature
    }

    /// The poses bit by bit must be those of the scene, which are written as decimals.
    fn bits(&mut self, node: &Node<'_>, specimen: &Specimen) {
        let Some(table) = self.table(node, "bits", &["a", "b"]) else { return };
        let names = ["position x", "position y", "position z", "quaternion x", "quaternion y", "quaternion z"];
        for (key, expected) in ["a", "b"].into_iter().zip(specimen.bits()) {
            let Some(words) = self.required(table, "bits", key) else { return };
            let Some(words) = self.array::<7>(words, key, "a list of 7 texts of 8 hexadecimal digits") else { return };
            // The bits are a checksum of the decimals: a file that was edited by hand shows here.
            for (i, (word, expected)) in words.iter().zip(expected).enumerate() {
                let same = matches!(&word.value, Value::Text(text) if text.eq_ignore_ascii_case(&expected));
                if !same {
                    let (found, name) = (word.value.describe(), names.get(i).unwrap_or(&"quaternion w"));
                    let expected = quote(&expected);
                    self.fault(word.at, format!("the {name} of {key} is {found}, but in the scene it is {expected}"));
                }
            }
        }
    }
}

/// The range of a position in the frame of another body.
const POSITION_SEEN_FROM_A: Range = Range::new(4.0 * POSITION.min, 4.0 * POSITION.max, "m");

/// Every feature there is.
fn features() -> impl Iterator<Item = Feature> {
    let signs = || [-1, 0, 1].into_iter();
    let regions = signs().flat_map(move |x| signs().flat_map(move |y| signs().map(move |z| Region::new(x, y, z))));
    let of_region = |region: Region| {
        let flat = region.signs()[1] == 0 && region.rank() > 0;
        let cuboid = (region.rank() > 0).then(|| Feature::cuboid(region));
        let inside = (region.rank() == 1).then_some(Feature::Inside(region));
        cuboid.into_iter().chain(inside).chain(flat.then(|| Feature::rim(region)))
    };
    let of_end = |end: End| [Feature::Cap(end), Feature::CapRim(end), Feature::InsideCap(end)];
    let others = [Feature::Surface, Feature::Front, Feature::Back, Feature::Side, Feature::InsideSide];
    others.into_iter().chain([End::Bottom, End::Top].into_iter().flat_map(of_end)).chain(regions.flat_map(of_region))
}
