//! Body state as rows of eight numbers, shared between the threads of one colour.
#![expect(unsafe_code, reason = "bodies of one colour are disjoint, which the type system cannot see")]

use super::wide::{LANES, Wide, WideVec3};

/// Three numbers, a gap, three numbers, a gap: velocity and spin, or displacement and turn.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Row(pub [f32; 8]);

impl Row {
    /// From the linear and the angular half.
    #[inline]
    pub fn new(linear: glam::Vec3, angular: glam::Vec3) -> Self {
        Self([linear.x, linear.y, linear.z, 0.0, angular.x, angular.y, angular.z, 0.0])
    }

    /// The linear half.
    #[inline]
    pub fn linear(&self) -> glam::Vec3 {
        glam::Vec3::new(self.0[0], self.0[1], self.0[2])
    }

    /// The angular half.
    #[inline]
    pub fn angular(&self) -> glam::Vec3 {
        glam::Vec3::new(self.0[4], self.0[5], self.0[6])
    }
}

/// Rows that several threads read and write at once.
///
/// Within a colour no dynamic body appears twice, so no two threads touch the same dynamic row; the rows of bodies
/// that cannot be pushed are read by many and written by none.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    rows: *mut Row,
    len: usize,
    life: std::marker::PhantomData<&'a mut [Row]>,
}

// SAFETY: access is disjoint by colour, see the type; `Row` is plain data.
unsafe impl Send for Rows<'_> {}
// SAFETY: as above.
unsafe impl Sync for Rows<'_> {}

impl<'a> Rows<'a> {
    pub fn new(rows: &'a mut [Row]) -> Self {
        Self { rows: rows.as_mut_ptr(), len: rows.len(), life: std::marker::PhantomData }
    }

    /// Linear and angular halves of eight rows.
    #[inline(always)]
    pub fn gather(&self, index: &[u32; LANES]) -> (WideVec3, WideVec3) {
        let row = |lane: usize| {
            let i = index[lane] as usize;
            assert!(i < self.len);
            // SAFETY: in bounds by the assertion; no other thread writes this row, see the type.
            Wide::from(unsafe { (*self.rows.add(i)).0 })
        };
        let [x, y, z, _, ax, ay, az, _] =
            Wide::transpose([row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]);
        (WideVec3 { x, y, z }, WideVec3 { x: ax, y: ay, z: az })
    }

    /// Writes eight rows back, leaving those below `fixed` alone: they belong to bodies that cannot be pushed.
    #[inline(always)]
    pub fn scatter(&self, index: &[u32; LANES], fixed: u32, linear: WideVec3, angular: WideVec3) {
        let zero = Wide::ZERO;
        let rows = Wide::transpose([linear.x, linear.y, linear.z, zero, angular.x, angular.y, angular.z, zero]);
        for lane in 0..LANES {
            if index[lane] >= fixed {
                let i = index[lane] as usize;
                assert!(i < self.len);
                // SAFETY: in bounds by the assertion; no other thread touches this row, see the type.
                unsafe { (*self.rows.add(i)).0 = rows[lane].to_array() };
            }
        }
    }
}
