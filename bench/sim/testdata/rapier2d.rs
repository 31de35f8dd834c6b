// SPDX-License-Identifier: MIT

//! What box2d3.c does, by Rapier: the same numbers in, the same lines out.

use std::collections::HashMap;
use std::io::{Read, stdin};
use std::str::FromStr;

use rapier2d::prelude::*;

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: &mut [i64; 2]) -> i32;
}

/// The processor time of this process in ms, as Linux tells it.
fn now() -> f64 {
    let mut t = [0; 2];
    // SAFETY: there is room for seconds and nanoseconds.
    unsafe { clock_gettime(2, &mut t) };
    t[0] as f64 * 1e3 + t[1] as f64 * 1e-6
}

fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("numbers");
    let mut words = text.split_ascii_whitespace();
    let mut number = || f32::from_str(words.next().expect("a number")).expect("a number");
    let frames = number() as usize;

    let mut world = PhysicsWorld::new();
    let settings = &mut world.integration_parameters;
    settings.num_solver_iterations = number() as usize; // rapier's name for sub-steps
    let hertz = number();
    if hertz > 0.0 {
        settings.contact_softness.natural_frequency = hertz;
        settings.static_contact_softness.natural_frequency = hertz;
    }
    let dt = 1.0 / 60.0;
    settings.dt = dt;
    world.gravity = Vector::new(0.0, -number());
    let friction = number();
    let n = number() as usize;
    let (mut bodies, mut turning) = (vec![], HashMap::new());
    for _ in 0..n {
        let fixed = number() != 0.0;
        let (at, c, s) = (Vector::new(number(), number()), number(), number());
        let (spin, radius) = (number(), number());
        let v: Vec<_> = (0..number() as usize)
            .map(|_| Vector::new(number(), number()))
            .collect();
        let shape = match v.len() {
            1 => ColliderBuilder::ball(radius).translation(v[0]),
            2 => ColliderBuilder::capsule_from_endpoints(v[0], v[1], radius),
            _ if radius > 0.0 => ColliderBuilder::round_convex_hull(&v, radius).expect("a hull"),
            _ => ColliderBuilder::convex_hull(&v).expect("a hull"),
        };
        let body = match (fixed, spin != 0.0) {
            (false, _) => RigidBodyBuilder::dynamic(),
            (true, true) => RigidBodyBuilder::kinematic_position_based(),
            (true, false) => RigidBodyBuilder::fixed(),
        };
        let body = body.pose(Pose::new(at, s.atan2(c))).can_sleep(false);
        let (body, _) = world.insert(body, shape.mass(1.0).friction(friction).restitution(0.0));
        if fixed && spin != 0.0 {
            turning.insert(body, spin);
        }
        bodies.push(body);
    }
    for _ in 0..frames {
        for (&body, &spin) in &turning {
            let body = &mut world.bodies[body];
            let to = Pose::rotation(spin * dt) * *body.position();
            body.set_next_kinematic_position(to);
        }
        let begin = now();
        world.step();
        let took = now() - begin;
        let (mut x, mut y, mut below, mut moving) = (0.0, 0.0, 0, 0);
        for body in bodies
            .iter()
            .map(|&h| &world.bodies[h])
            .filter(|b| b.is_dynamic())
        {
            let p = body.translation();
            (x, y, below, moving) = (
                x + f64::from(p.x),
                y + f64::from(p.y),
                below + i32::from(p.y < -1.0),
                moving + 1,
            );
        }
        println!(
            "{took:.6} {} {} {below}",
            x / f64::from(moving),
            y / f64::from(moving)
        );
    }
    for body in &bodies {
        let pose = world.bodies[*body].position();
        println!(
            "{} {} {} {}",
            pose.translation.x,
            pose.translation.y,
            pose.rotation.cos(),
            pose.rotation.sin()
        );
    }
    for pair in world.contact_pairs() {
        let points = pair.manifolds().iter().flat_map(|m| &m.points);
        let depth = points.fold(0.0, |most: f32, p| most.max(-p.dist));
        for collider in [pair.collider1, pair.collider2] {
            let body = world.colliders[collider].parent().expect("a body");
            if world.bodies[body].is_dynamic() && !pair.manifolds().is_empty() {
                println!("{depth}");
            }
        }
    }
}
