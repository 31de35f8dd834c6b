// SPDX-License-Identifier: MIT

//! Engines written in Rust, behind the C functions that ../../rust.cpp calls.

mod parry;
mod rapier;
mod rstar;

use std::ffi::{c_int, c_void};
use std::slice::from_raw_parts;

use parry2d::math::{Pose, Vector};
use parry2d::shape::{ConvexPolygon, SharedShape};

/// The struct of columns.h.
#[repr(C)]
pub struct Columns {
    n: c_int,
    _side: f32,
    x: *const f32,
    y: *const f32,
    theta: *const f32,
    s1: *const f32,
    s2: *const f32,
    form: *const u8,
    sides: *const u8,
    boxes: *const [f32; 4],
}

impl Columns {
    fn len(&self) -> usize {
        self.n as usize
    }

    fn column<T>(&self, of: *const T) -> &[T] {
        // SAFETY: the caller keeps columns of n values.
        unsafe { from_raw_parts(of, self.len()) }
    }

    fn poses(&self) -> impl Iterator<Item = Pose> {
        let (x, y, theta) = (
            self.column(self.x),
            self.column(self.y),
            self.column(self.theta),
        );
        (0..self.len()).map(move |i| Pose::new(Vector::new(x[i], y[i]), theta[i]))
    }

    fn boxes(&self) -> &[[f32; 4]] {
        self.column(self.boxes)
    }

    fn shape(&self, i: usize) -> SharedShape {
        let (a, b) = (self.column(self.s1)[i], self.column(self.s2)[i]);
        let sides = self.column(self.sides)[i];
        match self.column(self.form)[i] {
            0 => SharedShape::ball(a),
            1 => SharedShape::cuboid(a, b),
            _ => {
                let corner =
                    |k| (std::f64::consts::TAU * f64::from(k) / f64::from(sides)).sin_cos();
                let corners = (0..sides).map(corner).map(|(s, c)| {
                    Vector::new((f64::from(a) * c) as f32, (f64::from(a) * s) as f32)
                });
                SharedShape::new(
                    ConvexPolygon::from_convex_polyline(corners.collect())
                        .expect("a convex polygon"),
                )
            }
        }
    }
}

/// One way to use one library.
trait Engine {
    fn frame(&mut self, scene: &Columns);
    fn candidates(&self) -> usize;
    /// Tells each contact, or each candidate if there is no narrow phase.
    fn pairs(&self, tell: &mut dyn FnMut(u32, u32));
}

pub struct Run {
    scene: *const Columns,
    engine: Box<dyn Engine>,
}

fn start(scene: *const Columns, make: impl FnOnce(&Columns) -> Box<dyn Engine>) -> *mut Run {
    // SAFETY: the caller keeps the scene for as long as the run.
    let engine = make(unsafe { &*scene });
    Box::into_raw(Box::new(Run { scene, engine }))
}

#[unsafe(no_mangle)]
pub extern "C" fn rapier_new(scene: *const Columns) -> *mut Run {
    start(scene, |s| Box::new(rapier::World::new(s)))
}

#[unsafe(no_mangle)]
pub extern "C" fn parry_new(scene: *const Columns) -> *mut Run {
    start(scene, |s| Box::new(parry::Step::new(s)))
}

#[unsafe(no_mangle)]
pub extern "C" fn bvh_new(scene: *const Columns) -> *mut Run {
    start(scene, |_| Box::new(parry::Tree::default()))
}

#[unsafe(no_mangle)]
pub extern "C" fn rstar_new(scene: *const Columns) -> *mut Run {
    start(scene, |_| Box::new(rstar::Tree::default()))
}

/// # Safety
/// The run is one of those above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rust_frame(run: *mut Run) {
    let run = unsafe { &mut *run };
    run.engine.frame(unsafe { &*run.scene });
}

/// # Safety
/// The run is one of those above; there is room for two counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rust_answer(
    run: *mut Run,
    counts: *mut c_int,
    add: extern "C" fn(*mut c_void, u32, u32),
    to: *mut c_void,
) {
    let (run, counts) = unsafe { (&*run, &mut *counts.cast::<[c_int; 2]>()) };
    *counts = [run.engine.candidates() as c_int, 0];
    run.engine.pairs(&mut |a, b| {
        counts[1] += 1;
        add(to, a, b);
    });
}

/// # Safety
/// The run is one of those above, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rust_drop(run: *mut Run) {
    drop(unsafe { Box::from_raw(run) });
}
