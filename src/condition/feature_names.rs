//! The names of features.

use crate::geometry::{End, Feature, Region};

/// The names of all features a contact can have.
pub(super) fn feature_names() -> Vec<String> {
    let signs = || [-1, 0, 1].into_iter();
    let regions = signs().flat_map(|x| signs().flat_map(move |y| signs().map(move |z| Region::new(x, y, z))));
    let mut features = vec![Feature::Surface, Feature::Front, Feature::Back];
    for region in regions.filter(|region| region.rank() > 0) {
        features.push(Feature::cuboid(region));
        if region.rank() == 1 {
            features.push(Feature::Inside(region));
        }
        if region.signs()[1] == 0 {
            features.push(if region.rank() == 1 { Feature::Rim(region) } else { Feature::RimCorner(region) });
        }
    }
    features.extend([Feature::Side, Feature::InsideSide]);
    features.extend(
        End::ALL.into_iter().flat_map(|end| [Feature::Cap(end), Feature::CapRim(end), Feature::InsideCap(end)]),
    );
    features.iter().map(Feature::to_string).collect()
}
