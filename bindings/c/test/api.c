/* SPDX-License-Identifier: MIT */

/* What daylight.h promises, tried call by call; built with the address sanitizer. */

#include "daylight.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define WANT(ok)                                                        \
	do {                                                                \
		if (!(ok)) {                                                    \
			fprintf(stderr, "api.c:%d: want %s (error: %s)\n", __LINE__, #ok, daylight_error()); \
			failures++;                                                 \
		}                                                               \
	} while (0)

#define REFUSED(call, status, words) WANT((call) == (status) && strstr(daylight_error(), words))

static daylight_scene opened(daylight_config cfg) {
	daylight_scene s = 0;
	WANT(daylight_open(&cfg, &s) == DAYLIGHT_OK);
	return s;
}

static const daylight_column nothing;

/* Two discs of radius 1, 1.5 apart, and one far away; in every type and with every stride. */
static void columns(void) {
	struct record {
		uint8_t pad;
		double x;
		float y;
		int32_t r;
	} __attribute__((packed)) records[] = {{1, 0, 0, 1}, {1, 1.5, 0, 1}, {1, 9, 0, 1}};
	daylight_poses at = {
		.x = {&records[0].x, sizeof records[0], DAYLIGHT_FLOAT64},
		.y = {&records[0].y, sizeof records[0], DAYLIGHT_FLOAT32},
	};
	daylight_column radius = {&records[0].r, sizeof records[0], DAYLIGHT_INT32};
	daylight_scene s = opened(daylight_default());
	daylight_id ids[3];
	WANT(daylight_add_circles(s, 3, &at, radius, NULL, ids) == DAYLIGHT_OK);
	WANT(DAYLIGHT_INDEX(ids[0]) == 0 && DAYLIGHT_INDEX(ids[2]) == 2);
	daylight_contacts c;
	WANT(daylight_step(s, &c) == DAYLIGHT_OK);
	WANT(c.n == 1 && c.a[0] == ids[0] && c.b[0] == ids[1] && c.depth[0] == 0.5f && c.nx[0] == 1 && c.ny[0] == 0);
	WANT(c.time == NULL && c.point1 == NULL);

	/* The third comes to the second. */
	double x = 3;
	daylight_poses to = {.x = daylight_f64(&x)};
	WANT(daylight_set_poses(s, 2, 1, &to) == DAYLIGHT_OK);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 2);
	double xs[3];
	float ys[3] = {7, 7, 7};
	daylight_poses into = {.x = daylight_f64(xs), .y = daylight_f32(ys)};
	WANT(daylight_get_poses(s, 0, 3, &into) == DAYLIGHT_OK);
	WANT(xs[0] == 0 && xs[1] == 1.5 && xs[2] == 3 && ys[2] == 0);

	/* It is removed; its place stays empty until another has it. */
	size_t n;
	WANT(daylight_remove(s, 1, &ids[2]) == DAYLIGHT_OK && daylight_count(s, &n) == DAYLIGHT_OK && n == 2);
	REFUSED(daylight_remove(s, 1, &ids[2]), DAYLIGHT_ERROR_ARGUMENT, "names no shape");
	WANT(daylight_set_poses(s, 0, 3, &into) == DAYLIGHT_OK);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 1);
	WANT(daylight_add_circles(s, 1, &at, radius, NULL, &ids[2]) == DAYLIGHT_OK && DAYLIGHT_INDEX(ids[2]) == 2);

	WANT(daylight_close(s) == DAYLIGHT_OK);
	REFUSED(daylight_step(s, &c), DAYLIGHT_ERROR_SCENE, "no such scene");
	REFUSED(daylight_close(s), DAYLIGHT_ERROR_SCENE, "no such scene");
	REFUSED(daylight_step(0, &c), DAYLIGHT_ERROR_SCENE, "no such scene");
}

/* Every kind of shape touches a box from its own side. */
static void kinds(void) {
	daylight_config cfg = daylight_default();
	cfg.mode = DAYLIGHT_MANIFOLDS;
	cfg.canonical = 1;
	daylight_scene s = opened(cfg);
	double zero = 0, one = 1, half = 0.5, x, y, angle = M_PI / 2;
	daylight_poses at = {.x = daylight_f64(&x), .y = daylight_f64(&y), .angle = daylight_f64(&angle)};
	x = 0, y = 0;
	WANT(daylight_add_boxes(s, 1, &at, daylight_f64(&one), daylight_f64(&one), nothing, NULL, NULL) == DAYLIGHT_OK);
	x = 1.9, y = 0;
	WANT(daylight_add_boxes(s, 1, &at, daylight_f64(&half), daylight_f64(&half), daylight_f64(&half), NULL, NULL) == DAYLIGHT_OK);
	x = -1.4, y = 0;
	WANT(daylight_add_capsules(s, 1, &at, daylight_f64(&one), daylight_f64(&half), NULL, NULL) == DAYLIGHT_OK);
	double px[] = {-1, 1, 0}, py[] = {0.9, 0.9, 3};
	int64_t offsets[] = {0, 3};
	WANT(daylight_add_polygons(s, 1, NULL, daylight_f64(px), daylight_f64(py), offsets, nothing, NULL, NULL) == DAYLIGHT_OK);
	/* An L below, whose arm reaches up to the box. */
	double lx[] = {-3, 3, 3, -0.5, -0.5, -3}, ly[] = {-4, -4, -3, -3, -0.9, -0.9};
	int64_t ring[] = {0, 6};
	daylight_id whole, a, b;
	WANT(daylight_add_region(s, 1, ring, daylight_f64(lx), daylight_f64(ly), 0, NULL, &whole) == DAYLIGHT_OK);
	daylight_contacts c;
	WANT(daylight_step(s, &c) == DAYLIGHT_OK);
	int with_box = 0;
	for (size_t i = 0; i < c.n; i++) {
		WANT(daylight_region_of(s, 1, &c.a[i], &a) == DAYLIGHT_OK && daylight_region_of(s, 1, &c.b[i], &b) == DAYLIGHT_OK);
		if (DAYLIGHT_INDEX(a) != 0) continue;
		with_box++;
		WANT(fabs(c.depth[i] - 0.1) < 1e-5);
		WANT(c.point1[i].feature != 0);
		if (b == whole) WANT(c.ny[i] < -0.99f);
	}
	WANT(with_box >= 4);

	/* The L moves as one. */
	size_t n;
	WANT(daylight_count(s, &n) == DAYLIGHT_OK && n >= 6);
	x = 0, y = -100;
	daylight_poses away = {.y = daylight_f64(&y)};
	WANT(daylight_set_poses(s, DAYLIGHT_INDEX(whole), 1, &away) == DAYLIGHT_OK);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK);
	for (size_t i = 0; i < c.n; i++) WANT(daylight_region_of(s, 1, &c.b[i], &b) == DAYLIGHT_OK && b != whole);

	REFUSED(daylight_add_circles(s, 1, &at, daylight_f64(&(double){-1}), NULL, NULL), DAYLIGHT_ERROR_SHAPE, "radius");
	REFUSED(daylight_add_boxes(s, 1, &at, daylight_f64(&one), daylight_f64(&one), daylight_f64(&(double){NAN}), NULL, NULL), DAYLIGHT_ERROR_SHAPE, "entry 0");
	double bx[] = {0, 2, 2, 1, 0}, by[] = {0, 0, 2, 0.5, 2};
	int64_t five[] = {0, 5};
	REFUSED(daylight_add_polygons(s, 1, NULL, daylight_f64(bx), daylight_f64(by), five, nothing, NULL, NULL), DAYLIGHT_ERROR_SHAPE, "not convex");
	double cx[] = {0, 2, 0, 2}, cy[] = {0, 2, 2, 0};
	int64_t four[] = {0, 4};
	REFUSED(daylight_add_region(s, 1, four, daylight_f64(cx), daylight_f64(cy), 0, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "cross");
	int64_t down[] = {0, 5, 3};
	REFUSED(daylight_add_polygons(s, 2, NULL, daylight_f64(bx), daylight_f64(by), down, nothing, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "offset 2");
	/* What is refused leaves no gap in the indices. */
	double cy4[] = {0, 0, NAN, 0}, cx4[] = {1, 2, 3, 4};
	daylight_poses four_at = {.x = daylight_f64(cx4), .y = daylight_f64(cy4)};
	daylight_column ones = {&one, 0, DAYLIGHT_FLOAT64};
	size_t before;
	daylight_id fresh[4];
	WANT(daylight_count(s, &before) == DAYLIGHT_OK);
	REFUSED(daylight_add_capsules(s, 4, &four_at, ones, ones, NULL, NULL), DAYLIGHT_ERROR_SHAPE, "entry 2");
	cy4[2] = 0;
	WANT(daylight_add_capsules(s, 4, &four_at, ones, ones, NULL, fresh) == DAYLIGHT_OK);
	for (int i = 0; i < 4; i++) WANT(DAYLIGHT_INDEX(fresh[i]) == before + (size_t)i);
	REFUSED(daylight_remove(s, 2, (daylight_id[]){fresh[0], fresh[0]}), DAYLIGHT_ERROR_ARGUMENT, "twice");
	WANT(daylight_remove(s, 4, fresh) == DAYLIGHT_OK);
	size_t still;
	WANT(daylight_count(s, &still) == DAYLIGHT_OK && still == n);
	(void)zero;
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* Filters, worlds, fixed shapes and sensors. */
static void attributes(void) {
	daylight_scene s = opened(daylight_default());
	double x[] = {0, 0, 0, 0}, r = 1;
	uint32_t world[] = {0, 0, 1, 1};
	uint8_t fixed[] = {1, 1, 0, 0};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(x)};
	daylight_attrs attrs = {.world = daylight_u32(world), .is_static = daylight_u8(fixed)};
	daylight_id ids[4];
	WANT(daylight_add_circles(s, 4, &at, (daylight_column){&r, 0, DAYLIGHT_FLOAT64}, &attrs, ids) == DAYLIGHT_OK);
	daylight_contacts c;
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 1 && c.a[0] == ids[2] && c.b[0] == ids[3]);
	int64_t offsets[4];
	uint32_t order[1];
	WANT(daylight_by_world(s, 3, offsets, order) == DAYLIGHT_OK);
	WANT(offsets[0] == 0 && offsets[1] == 0 && offsets[2] == 1 && offsets[3] == 1 && order[0] == 0);
	REFUSED(daylight_by_world(s, 1, offsets, order), DAYLIGHT_ERROR_ARGUMENT, "world 1");
	int32_t group = -7;
	daylight_attrs never = {.group = {&group, 0, DAYLIGHT_INT32}};
	WANT(daylight_set_attrs(s, 4, ids, &never) == DAYLIGHT_OK);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 0 && c.a == NULL);
	float broken = 0.5f;
	daylight_attrs bad = {.world = {&broken, 0, DAYLIGHT_FLOAT32}};
	REFUSED(daylight_set_attrs(s, 4, ids, &bad), DAYLIGHT_ERROR_ARGUMENT, "column world: entry 0 is 0.5");
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* Moving, time of impact, events, quarantine. */
static void moving(void) {
	daylight_config cfg = daylight_default();
	cfg.velocities = 1;
	cfg.events = 1;
	daylight_scene s = opened(cfg);
	double x[] = {0, 4}, y[] = {0, 0}, r[] = {1, 1};
	float vx[] = {1, -1};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	WANT(daylight_add_circles(s, 2, &at, daylight_f64(r), NULL, NULL) == DAYLIGHT_OK);
	WANT(daylight_set_velocities(s, 0, 2, daylight_f32(vx), nothing, nothing) == DAYLIGHT_OK);
	daylight_contacts c;
	WANT(daylight_advance(s, 0.5, &c) == DAYLIGHT_OK && c.n == 0);
	WANT(daylight_advance(s, 1, &c) == DAYLIGHT_OK && c.n == 1 && c.depth[0] == 1);
	daylight_changes e;
	WANT(daylight_events(s, &e) == DAYLIGHT_OK && e.begin == 1 && e.end == 0 && e.was[0] == -1);
	WANT(daylight_advance(s, 9, &c) == DAYLIGHT_OK && c.n == 0);
	WANT(daylight_events(s, &e) == DAYLIGHT_OK && e.begin == 0 && e.end == 1);
	double nan[] = {NAN};
	daylight_poses lost = {.x = daylight_f64(nan)};
	WANT(daylight_set_poses(s, 0, 1, &lost) == DAYLIGHT_OK && daylight_step(s, &c) == DAYLIGHT_OK && c.n == 0);
	WANT(daylight_close(s) == DAYLIGHT_OK);

	cfg = daylight_default();
	cfg.mode = DAYLIGHT_SWEPT;
	cfg.velocities = 1;
	s = opened(cfg);
	WANT(daylight_add_circles(s, 2, &at, daylight_f64(r), NULL, NULL) == DAYLIGHT_OK);
	WANT(daylight_set_velocities(s, 0, 2, daylight_f32(vx), nothing, nothing) == DAYLIGHT_OK);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 1 && c.time[0] == 1);
	REFUSED(daylight_advance(s, 1, &c), DAYLIGHT_ERROR_ARGUMENT, "Advance");
	WANT(daylight_close(s) == DAYLIGHT_OK);

	s = opened(daylight_default());
	REFUSED(daylight_advance(s, 1, &c), DAYLIGHT_ERROR_ARGUMENT, "cfg.velocities");
	REFUSED(daylight_events(s, &e), DAYLIGHT_ERROR_ARGUMENT, "Events");
	REFUSED(daylight_separate(s, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "daylight_step first");
	REFUSED(daylight_solve(s, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "daylight_step first");
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

static void separating(void) {
	daylight_config cfg = daylight_default();
	daylight_scene s = opened(cfg);
	double x[] = {0, 1}, y[] = {0, 0}, r[] = {1, 1}, mass[] = {0, 1};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	WANT(daylight_add_circles(s, 2, &at, daylight_f64(r), NULL, NULL) == DAYLIGHT_OK);
	daylight_contacts c;
	daylight_separated done;
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 1);
	WANT(daylight_set_inverse_masses(s, 0, 2, daylight_f64(mass)) == DAYLIGHT_OK);
	WANT(daylight_separate(s, NULL, &done) == DAYLIGHT_OK && done.contacts == 1 && done.deepest == 1);
	WANT(daylight_get_poses(s, 0, 2, &at) == DAYLIGHT_OK && x[0] == 0 && fabs(x[1] - 2) < 1e-6);
	REFUSED(daylight_separate(s, &(daylight_separating){.slop = -1}, &done), DAYLIGHT_ERROR_ARGUMENT, "Slop");
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* A floor whose top is at 0, of index 0, and boxes of a size of 1, turned by an angle. */
static daylight_scene over_floor(size_t n, const double *x, const double *y, double angle) {
	daylight_config cfg = daylight_default();
	cfg.mode = DAYLIGHT_MANIFOLDS;
	cfg.margin = 0.2;
	cfg.velocities = cfg.canonical = 1;
	daylight_scene s = opened(cfg);
	double fx = 0, fy = -1, hx = 100, hy = 1, half = 0.5;
	uint8_t yes = 1;
	daylight_attrs fixed = {.is_static = daylight_u8(&yes)};
	daylight_poses floor = {.x = daylight_f64(&fx), .y = daylight_f64(&fy)};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y), .angle = {&angle, 0, DAYLIGHT_FLOAT64}};
	daylight_column size = {&half, 0, DAYLIGHT_FLOAT64};
	WANT(daylight_add_boxes(s, 1, &floor, daylight_f64(&hx), daylight_f64(&hy), nothing, &fixed, NULL) == DAYLIGHT_OK);
	WANT(daylight_add_boxes(s, n, &at, size, size, nothing, NULL, NULL) == DAYLIGHT_OK);
	return s;
}

static daylight_solved solved(daylight_scene s, const daylight_solving *how, int frames) {
	daylight_contacts c;
	daylight_solved done = {0};
	for (int i = 0; i < frames; i++) WANT(daylight_step(s, &c) == DAYLIGHT_OK && daylight_solve(s, how, &done) == DAYLIGHT_OK);
	return done;
}

static const double dt = 1.0 / 60;

/* A box that lands on its corner lies flat, unless nothing turns it; the floor then carries its weight. */
static void solving(void) {
	double x[] = {0, 5}, y[] = {1, 1}, sine[2], upright[] = {0, 1};
	daylight_scene s = over_floor(2, x, y, 0.6);
	daylight_solving how = {.duration = dt, .gravity_y = -10, .friction = 0.6, .density = 2, .impulses = 1};
	WANT(daylight_set_fixed_rotations(s, 1, 2, daylight_f64(upright)) == DAYLIGHT_OK);
	daylight_solved done = solved(s, &how, 240);
	WANT(daylight_get_poses(s, 1, 2, &(daylight_poses){.y = daylight_f64(y), .sine = daylight_f64(sine)}) == DAYLIGHT_OK);
	WANT(fabs(sine[0]) < 0.01 && fabs(y[0] - 0.5) < 0.01);
	WANT(fabs(sine[1] - sin(0.6)) < 1e-6 && y[1] > 0.65);
	WANT(done.n == 2 && done.contacts == 2);
	WANT(fabs(done.impulse1[0].normal + done.impulse2[0].normal - 2 * 10 * dt) < 1e-3);
	WANT(fabs(done.impulse1[1].normal - 2 * 10 * dt) < 1e-3 && done.impulse2[1].normal == 0);
	uint8_t omit[] = {1, 0}; /* the first box falls through the floor */
	how.omit = omit;
	done = solved(s, &how, 1);
	WANT(done.contacts == 1 && done.impulse1[0].normal == 0 && done.impulse1[1].normal > 0);
	double vy;
	WANT(daylight_get_velocities(s, 1, 1, nothing, daylight_f64(&vy), nothing) == DAYLIGHT_OK && fabs(vy + 10 * dt) < 1e-3);
	how.omit = NULL;
	how.impulses = 0;
	WANT(solved(s, &how, 1).impulse1 == NULL);
	how.friction = -1;
	REFUSED(daylight_solve(s, &how, &done), DAYLIGHT_ERROR_ARGUMENT, "Friction");
	REFUSED(daylight_solve(s, NULL, &done), DAYLIGHT_ERROR_ARGUMENT, "duration");
	WANT(daylight_close(s) == DAYLIGHT_OK);

	/* Without manifolds nothing turns, which has to be asked for. */
	daylight_config cfg = daylight_default();
	daylight_contacts c;
	s = opened(cfg);
	WANT(daylight_step(s, &c) == DAYLIGHT_OK);
	REFUSED(daylight_solve(s, &how, &done), DAYLIGHT_ERROR_ARGUMENT, "no_spin");
	how = (daylight_solving){.duration = 1, .no_spin = 1};
	REFUSED(daylight_solve(s, &how, &done), DAYLIGHT_ERROR_ARGUMENT, "velocities");
	WANT(daylight_close(s) == DAYLIGHT_OK);
	cfg.velocities = 1;
	s = opened(cfg);
	double bx[] = {0, 0}, by[] = {0, 2}, r[] = {1, 1}, mass[] = {0, 1}, fall[] = {0, -3};
	daylight_poses at = {.x = daylight_f64(bx), .y = daylight_f64(by)};
	WANT(daylight_add_circles(s, 2, &at, daylight_f64(r), NULL, NULL) == DAYLIGHT_OK);
	WANT(daylight_set_inverse_masses(s, 0, 2, daylight_f64(mass)) == DAYLIGHT_OK);
	WANT(daylight_set_velocities(s, 0, 2, nothing, daylight_f64(fall), nothing) == DAYLIGHT_OK);
	solved(s, &how, 1);
	WANT(daylight_get_velocities(s, 1, 1, nothing, daylight_f64(&vy), nothing) == DAYLIGHT_OK && fabs(vy) < 1e-6);
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* A belt of friction 0.5 brings one box to its speed with 0.5 g, and one without friction not at all. */
static void materials(void) {
	double x[] = {0, 5}, y[] = {0.5, 0.5}, friction[] = {0.5, 0.5, 0}, speed[] = {3, 0, 0}, vx[2];
	daylight_scene s = over_floor(2, x, y, 0);
	daylight_materials m = {.friction = daylight_f64(friction), .surface_speed = daylight_f64(speed)};
	daylight_solving how = {.duration = dt, .gravity_y = -10};
	WANT(daylight_set_materials(s, 0, 3, &m) == DAYLIGHT_OK);
	for (int frames = 0; frames < 60; frames += 30) {
		solved(s, &how, 30);
		WANT(daylight_get_velocities(s, 1, 2, daylight_f64(vx), nothing, nothing) == DAYLIGHT_OK);
		WANT(fabs(vx[0] - fmin(0.5 * 10 * dt * (frames + 30), 3)) < 0.01 && vx[1] == 0);
	}
	how.friction = 0.5;
	REFUSED(daylight_solve(s, &how, NULL), DAYLIGHT_ERROR_ARGUMENT, "Friction: 0.5"); /* each shape has its own */
	how.friction = 0;
	WANT(daylight_set_materials(s, 1, 1, &(daylight_materials){.restitution = daylight_f64(&(double){2})}) == DAYLIGHT_OK);
	REFUSED(daylight_solve(s, &how, NULL), DAYLIGHT_ERROR_ARGUMENT, "Friction:0.5 Restitution:2"); /* the others stay */
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* A pile that is saved and restored has the same bits as one that ran on; a change of how keeps the state as well. */
static void saving(void) {
	enum { N = 12, HALF = 40 };
	double x[N], y[N], pose[2][4][N], motion[3][N];
	for (int i = 0; i < N; i++) x[i] = i % 4 + 0.1 * i, y[i] = 0.6 + i / 4 * 1.1;
	daylight_solving how = {.duration = dt, .gravity_y = -10, .friction = 0.5};
	daylight_scene s = over_floor(N, x, y, 0.1), again = over_floor(N, x, y, 0);
	solved(s, &how, HALF);
	const uint8_t *bytes;
	size_t n;
	WANT(daylight_get_state(s, &bytes, &n) == DAYLIGHT_OK && n > 100);
	daylight_column vx = daylight_f64(motion[0]), vy = daylight_f64(motion[1]), spin = daylight_f64(motion[2]);
	for (int k = 0; k < 2; k++) {
		daylight_scene of = k ? again : s;
		daylight_poses at = {.x = daylight_f64(pose[k][0]), .y = daylight_f64(pose[k][1]), .cosine = daylight_f64(pose[k][2]), .sine = daylight_f64(pose[k][3])};
		if (k == 0) {
			WANT(daylight_get_poses(s, 1, N, &at) == DAYLIGHT_OK && daylight_get_velocities(s, 1, N, vx, vy, spin) == DAYLIGHT_OK);
			WANT(daylight_set_poses(again, 1, N, &at) == DAYLIGHT_OK && daylight_set_velocities(again, 1, N, vx, vy, spin) == DAYLIGHT_OK);
			WANT(daylight_set_state(again, bytes, n) == DAYLIGHT_OK);
		}
		solved(of, &how, HALF);
		WANT(daylight_get_poses(of, 1, N, &at) == DAYLIGHT_OK);
	}
	WANT(memcmp(pose[0], pose[1], sizeof pose[0]) == 0);
	REFUSED(daylight_set_state(s, bytes, 3), DAYLIGHT_ERROR_ARGUMENT, "does not begin");
	REFUSED(daylight_set_state(s, NULL, 3), DAYLIGHT_ERROR_ARGUMENT, "NULL");
	WANT(daylight_close(s) == DAYLIGHT_OK && daylight_close(again) == DAYLIGHT_OK);
}

/* On a torus what lies across the border is near. */
static void torus(void) {
	daylight_config cfg = daylight_default();
	cfg.period_x = 10;
	daylight_scene s = opened(cfg);
	double x[] = {0.5, 9.5, 5}, y[] = {0, 0, 0}, r[] = {1, 1, 1}, qx = 8, dx = 4;
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	daylight_id ids[3];
	WANT(daylight_add_circles(s, 3, &at, daylight_f64(r), NULL, ids) == DAYLIGHT_OK);
	daylight_contacts c;
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 1 && c.a[0] == ids[0] && c.b[0] == ids[1] && c.depth[0] == 1 && c.nx[0] == -1);
	daylight_rows rows;
	const daylight_hit *hits;
	WANT(daylight_within_distance(s, 0.5, 0, 0, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1 && rows.offsets[3] == 2);
	WANT(daylight_remove(s, 1, &ids[1]) == DAYLIGHT_OK && daylight_index(s) == DAYLIGHT_OK);
	WANT(daylight_cast_rays(s, 1, daylight_f64(&qx), daylight_f64(y), daylight_f64(&dx), daylight_f64(y), NULL, &hits) == DAYLIGHT_OK);
	WANT(hits[0].shape == ids[0] && fabs(hits[0].fraction - 1.5 / 4) < 1e-6);
	WANT(daylight_nearest_to_points(s, 1, daylight_f64(&qx), daylight_f64(y), 1, NULL, &rows) == DAYLIGHT_OK);
	WANT(((const daylight_neighbour *)rows.answers)[0].shape == ids[0]);
	REFUSED(daylight_cast_shapes(s, 0, 1, ids, daylight_f64(&dx), daylight_f64(y), nothing, NULL, &hits), DAYLIGHT_ERROR_ARGUMENT, "Period");
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* The people within 3 of each other, and the pairs that see each other past a wall. */
static void sight(void) {
	daylight_scene people = opened(daylight_default()), walls = opened(daylight_default());
	double x[] = {0, 2, 4}, y[] = {0, 0, 0}, r[] = {0.3, 0.3, 0.3}, wx = 1, up = M_PI / 2, half = 1;
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)}, wall = {.x = daylight_f64(&wx), .y = daylight_f64(y), .angle = daylight_f64(&up)};
	WANT(daylight_add_circles(people, 3, &at, daylight_f64(r), NULL, NULL) == DAYLIGHT_OK);
	WANT(daylight_add_capsules(walls, 1, &wall, daylight_f64(&half), nothing, NULL, NULL) == DAYLIGHT_OK);
	daylight_rows rows;
	REFUSED(daylight_within_distance(people, 3, 0, walls, &rows), DAYLIGHT_ERROR_ARGUMENT, "daylight_index for the walls");
	REFUSED(daylight_within_distance(people, 3, 0, people, &rows), DAYLIGHT_ERROR_ARGUMENT, "hide itself");
	REFUSED(daylight_within_distance(people, 3, 0, 77, &rows), DAYLIGHT_ERROR_SCENE, "no such scene");
	WANT(daylight_index(walls) == DAYLIGHT_OK && daylight_within_distance(people, 3, 0, walls, &rows) == DAYLIGHT_OK);
	WANT(rows.offsets[1] == 0 && rows.offsets[2] == 1 && rows.offsets[3] == 2 && ((const uint32_t *)rows.answers)[0] == 2);
	WANT(daylight_within_distance(people, 3, 0, 0, &rows) == DAYLIGHT_OK && rows.offsets[3] == 4);
	WANT(daylight_close(people) == DAYLIGHT_OK && daylight_close(walls) == DAYLIGHT_OK);
}

/* Discs of radius 0.4 in a star that does not move: one push parts all of them, and no disc moves another. Pushed
 * by the contacts of the star's parts, many stay for ever. */
static void bodies(void) {
	enum { CORNERS = 10, SIDE = 21, DISCS = SIDE * SIDE };
	double lx[CORNERS], ly[CORNERS], x[DISCS], y[DISCS], r = 0.4;
	for (int i = 0; i < CORNERS; i++) {
		double d = i % 2 ? 5 : 10, angle = 2 * M_PI * i / CORNERS;
		lx[i] = d * cos(angle), ly[i] = d * sin(angle);
	}
	for (int i = 0; i < DISCS; i++) x[i] = i % SIDE - SIDE / 2, y[i] = i / SIDE - SIDE / 2;
	int32_t apart = -1;
	uint8_t fixed = 1;
	daylight_attrs still = {.is_static = daylight_u8(&fixed)}, alone = {.group = {&apart, 0, DAYLIGHT_INT32}};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	for (int whole = 0; whole < 2; whole++) {
		daylight_scene s = opened(daylight_default());
		daylight_bodies found;
		REFUSED(daylight_push_bodies(s, NULL, &found), DAYLIGHT_ERROR_ARGUMENT, "daylight_step first");
		int64_t ring[] = {0, CORNERS};
		daylight_id star;
		WANT(daylight_add_region(s, 1, ring, daylight_f64(lx), daylight_f64(ly), 0, &still, &star) == DAYLIGHT_OK);
		WANT(daylight_add_circles(s, DISCS, &at, (daylight_column){&r, 0, DAYLIGHT_FLOAT64}, &alone, NULL) == DAYLIGHT_OK);
		daylight_contacts c;
		for (int frame = 0; frame < 10; frame++) {
			WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n > 0);
			if (whole && frame > 0) break;
			WANT((whole ? daylight_push_bodies(s, NULL, NULL) : daylight_separate(s, NULL, NULL)) == DAYLIGHT_OK);
		}
		WANT(daylight_push_bodies(s, NULL, &found) == DAYLIGHT_OK && found.n > 50);
		size_t left = 0;
		for (size_t k = 0; k < found.n; k++) {
			WANT(found.a[k] == star && found.excess[k] == 0);
			left += hypot(found.x[k], found.y[k]) > 1e-5;
		}
		WANT(whole ? left == 0 : left > 50);
		REFUSED(daylight_push_bodies(s, &(daylight_separating){.smooth_seams = 1}, &found), DAYLIGHT_ERROR_ARGUMENT, "smooth_seams");
		REFUSED(daylight_push_bodies(s, &(daylight_separating){.relaxation = -1}, &found), DAYLIGHT_ERROR_ARGUMENT, "Relaxation");
		WANT(daylight_close(s) == DAYLIGHT_OK);
	}
}

static void questions(void) {
	daylight_scene s = opened(daylight_default());
	double x[] = {0, 3, 6}, y[] = {0, 0, 0}, r[] = {1, 1, 1};
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	daylight_id ids[3];
	WANT(daylight_add_circles(s, 3, &at, daylight_f64(r), NULL, ids) == DAYLIGHT_OK);
	double qx[] = {-5, 3}, qy[] = {0, 5}, dx[] = {10, 0}, dy[] = {0, -2};
	const daylight_hit *hits;
	REFUSED(daylight_cast_rays(s, 2, daylight_f64(qx), daylight_f64(qy), daylight_f64(dx), daylight_f64(dy), NULL, &hits), DAYLIGHT_ERROR_ARGUMENT, "daylight_index first");
	WANT(daylight_index(s) == DAYLIGHT_OK);
	WANT(daylight_cast_rays(s, 2, daylight_f64(qx), daylight_f64(qy), daylight_f64(dx), daylight_f64(dy), NULL, &hits) == DAYLIGHT_OK);
	WANT(hits[0].shape == ids[0] && fabs(hits[0].fraction - 0.4) < 1e-6 && hits[0].nx == -1 && hits[1].shape == 0);
	const daylight_hit *cast;
	double five = 5, none = 0;
	WANT(daylight_cast_shapes(s, 0, 1, &ids[0], daylight_f64(&five), daylight_f64(&none), nothing, NULL, &cast) == DAYLIGHT_OK);
	WANT(cast[0].shape == ids[1] && fabs(cast[0].fraction - 0.2) < 1e-6);
	WANT(hits[0].shape == ids[0]); /* still valid */
	/* A shape that touches another slides along it if casts are strict, and never moves into it. */
	daylight_asking strict = {.strict = 1};
	WANT(daylight_set_poses(s, 2, 1, &(daylight_poses){.x = daylight_f64(&(double){3}), .y = daylight_f64(&(double){2})}) == DAYLIGHT_OK);
	WANT(daylight_cast_shapes(s, 0, 1, &ids[2], daylight_f64(&five), daylight_f64(&none), nothing, NULL, &cast) == DAYLIGHT_OK);
	WANT(cast[0].shape == ids[1] && cast[0].fraction == 0);
	WANT(daylight_cast_shapes(s, 0, 1, &ids[2], daylight_f64(&five), daylight_f64(&none), nothing, &strict, &cast) == DAYLIGHT_OK);
	WANT(cast[0].shape == 0 && cast[0].fraction == 1);
	WANT(daylight_cast_shapes(s, 0, 1, &ids[2], daylight_f64(&none), daylight_f64(&(double){-5}), nothing, &strict, &cast) == DAYLIGHT_OK);
	WANT(cast[0].shape == ids[1] && cast[0].fraction < 1e-6);
	REFUSED(daylight_cast_rays(s, 2, daylight_f64(qx), daylight_f64(qy), daylight_f64(dx), daylight_f64(dy), &strict, &hits), DAYLIGHT_ERROR_ARGUMENT, "Strict does not apply");
	WANT(daylight_set_poses(s, 2, 1, &(daylight_poses){.x = daylight_f64(&x[2]), .y = daylight_f64(&y[2])}) == DAYLIGHT_OK);
	WANT(daylight_index(s) == DAYLIGHT_OK);
	daylight_rows rows, near, box;
	WANT(daylight_overlap_points(s, 2, daylight_f64(qx), daylight_f64(y), NULL, &rows) == DAYLIGHT_OK);
	const daylight_overlap *o = rows.answers;
	WANT(rows.n == 2 && rows.offsets[1] == 0 && rows.offsets[2] == 1 && o[0].shape == ids[1] && o[0].depth == 1);
	daylight_asking wide = {.within = 4.5};
	WANT(daylight_overlap_points(s, 2, daylight_f64(qx), daylight_f64(y), &wide, &rows) == DAYLIGHT_OK && rows.offsets[2] == 4);
	double lo = -1, hi = 2.5;
	WANT(daylight_overlap_boxes(s, 1, daylight_f64(&lo), daylight_f64(&lo), daylight_f64(&hi), daylight_f64(&hi), NULL, &box) == DAYLIGHT_OK && box.offsets[1] == 2);
	WANT(daylight_nearest_to_points(s, 2, daylight_f64(qx), daylight_f64(y), 2, NULL, &near) == DAYLIGHT_OK);
	const daylight_neighbour *k = near.answers;
	WANT(near.offsets[2] == 4 && k[0].shape == ids[0] && k[0].distance == 4 && k[1].shape == ids[1] && k[0].qx == -5);
	WANT(daylight_within_distance(s, 1, 0, 0, &rows) == DAYLIGHT_OK);
	const uint32_t *w = rows.answers;
	WANT(rows.n == 3 && rows.offsets[3] == 4 && w[0] == 1 && w[3] == 1);
	WANT(daylight_within_distance(s, 1, 1, 0, &rows) == DAYLIGHT_OK && rows.offsets[3] == 0);
	WANT(daylight_nearest_to_points(s, 0, daylight_f64(qx), daylight_f64(y), 2, NULL, &near) == DAYLIGHT_OK && near.n == 0 && near.offsets[0] == 0);
	/* Without attributes a question is of world 0 and category 1: the header says which shapes answer. */
	uint32_t world[] = {0, 1, 0}, ignore[] = {1, 0, 2}, of_one = 1, two = 2;
	daylight_attrs filter = {.world = daylight_u32(world), .ignore = daylight_u32(ignore)};
	daylight_asking elsewhere = {.attrs = &(daylight_attrs){.world = {&of_one, 0, DAYLIGHT_UINT32}}, .within = 99};
	daylight_asking other = {.attrs = &(daylight_attrs){.category = {&two, 0, DAYLIGHT_UINT32}}, .within = 99};
	wide.within = 99;
	WANT(daylight_set_attrs(s, 3, ids, &filter) == DAYLIGHT_OK && daylight_index(s) == DAYLIGHT_OK);
	WANT(daylight_overlap_points(s, 1, daylight_f64(x), daylight_f64(y), &wide, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1);
	WANT(((const daylight_overlap *)rows.answers)[0].shape == ids[2]);
	WANT(daylight_overlap_points(s, 1, daylight_f64(x), daylight_f64(y), &elsewhere, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1);
	WANT(((const daylight_overlap *)rows.answers)[0].shape == ids[1]);
	WANT(daylight_overlap_points(s, 1, daylight_f64(x), daylight_f64(y), &other, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1);
	WANT(((const daylight_overlap *)rows.answers)[0].shape == ids[0]);
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

static void misuse(void) {
	daylight_config cfg = daylight_default();
	daylight_scene s;
	cfg.abi = 99;
	REFUSED(daylight_open(&cfg, &s), DAYLIGHT_ERROR_ARGUMENT, "ABI 99");
	cfg = daylight_default();
	cfg.mode = 17;
	REFUSED(daylight_open(&cfg, &s), DAYLIGHT_ERROR_ARGUMENT, "mode 17");
	cfg = daylight_default();
	cfg.margin = NAN;
	REFUSED(daylight_open(&cfg, &s), DAYLIGHT_ERROR_ARGUMENT, "Margin");
	cfg = daylight_default();
	cfg.kernels = "sse9";
	REFUSED(daylight_open(&cfg, &s), DAYLIGHT_ERROR_ARGUMENT, "sse9");
	REFUSED(daylight_open(NULL, &s), DAYLIGHT_ERROR_ARGUMENT, "NULL");
	cfg = daylight_default();
	cfg.memory_limit = 1 << 20;
	s = opened(cfg);
	double x[100], r = 1;
	for (int i = 0; i < 100; i++) x[i] = 0;
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(x)};
	daylight_column radius = {&r, 0, DAYLIGHT_FLOAT64};
	for (int i = 0; i < 10; i++) WANT(daylight_add_circles(s, 100, &at, radius, NULL, NULL) == DAYLIGHT_OK);
	daylight_contacts c;
	REFUSED(daylight_step(s, &c), DAYLIGHT_ERROR_LIMIT, "MemoryLimit");
	WANT(c.n == 0);
	daylight_column typeless = {x, 8, DAYLIGHT_NONE}, nowhere = {NULL, 8, DAYLIGHT_FLOAT64};
	REFUSED(daylight_add_circles(s, 1, &at, typeless, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "type 0");
	REFUSED(daylight_add_circles(s, 1, &at, nowhere, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "NULL");
	REFUSED(daylight_add_circles(s, (size_t)-1, &at, radius, NULL, NULL), DAYLIGHT_ERROR_LIMIT, "entries");
	REFUSED(daylight_add_circles(s, 1000000000, &at, radius, NULL, NULL), DAYLIGHT_ERROR_LIMIT, "memory_limit");
	REFUSED(daylight_add_circles(s, 1, NULL, radius, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "poses");
	daylight_poses nowhere_at = {.x = nothing}, half = {.x = daylight_f64(x)};
	REFUSED(daylight_add_circles(s, 1, &nowhere_at, radius, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "the poses have no columns x and y");
	REFUSED(daylight_add_circles(s, 1, &half, radius, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "the poses have no columns x and y");
	REFUSED(daylight_add_boxes(s, 1, &nowhere_at, radius, radius, radius, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "the poses have no columns x and y");
	REFUSED(daylight_add_capsules(s, 1, &nowhere_at, radius, radius, NULL, NULL), DAYLIGHT_ERROR_ARGUMENT, "the poses have no columns x and y");
	WANT(daylight_add_circles(s, 0, &nowhere_at, radius, NULL, NULL) == DAYLIGHT_OK);
	REFUSED(daylight_set_poses(s, 999, 2, &at), DAYLIGHT_ERROR_ARGUMENT, "indices 999 to 1001");
	daylight_poses both = {.x = daylight_f64(x), .y = daylight_f64(x), .angle = daylight_f64(x), .cosine = daylight_f64(x)};
	REFUSED(daylight_set_poses(s, 0, 1, &both), DAYLIGHT_ERROR_ARGUMENT, "or neither");
	daylight_poses narrow = {.x = {x, 0, DAYLIGHT_FLOAT64}};
	REFUSED(daylight_get_poses(s, 0, 2, &narrow), DAYLIGHT_ERROR_ARGUMENT, "stride");
	WANT(daylight_close(s) == DAYLIGHT_OK);
}

/* Scenes of different threads are independent; the text of an error is that of its thread. */
static void *alone(void *arg) {
	int k = *(int *)arg;
	daylight_scene s = opened(daylight_default());
	double x[50], r = 1;
	for (int i = 0; i < 50; i++) x[i] = i * 1.5;
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(x)};
	WANT(daylight_add_circles(s, (size_t)(10 + k), &at, (daylight_column){&r, 0, DAYLIGHT_FLOAT64}, NULL, NULL) == DAYLIGHT_OK);
	for (int frame = 0; frame < 200; frame++) {
		daylight_contacts c;
		WANT(daylight_step(s, &c) == DAYLIGHT_OK && c.n == 0);
		char words[32];
		snprintf(words, sizeof words, "indices %d to ", 60 + k);
		REFUSED(daylight_set_poses(s, (size_t)(60 + k), 1, &at), DAYLIGHT_ERROR_ARGUMENT, words);
	}
	WANT(daylight_close(s) == DAYLIGHT_OK);
	return NULL;
}

static void threads(void) {
	pthread_t t[4];
	int k[4];
	for (int i = 0; i < 4; i++) {
		k[i] = i;
		pthread_create(&t[i], NULL, alone, &k[i]);
	}
	for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
}

/* Boxes fall on a wall of another scene, whose pairs with each other nobody asks for. */
static void joins(void) {
	double x[] = {0, 0.5}, y[] = {2, 2}, half = 0.5, wall = 50, zero = 0;
	daylight_config cfg = daylight_default();
	cfg.mode = DAYLIGHT_MANIFOLDS;
	cfg.margin = 0.2;
	daylight_scene walls = opened(cfg), both = 0;
	cfg.velocities = 1;
	daylight_scene boxes = opened(cfg);
	daylight_column size = {&half, 0, DAYLIGHT_FLOAT64};
	daylight_id floor, ids[2];
	WANT(daylight_add_boxes(walls, 1, &(daylight_poses){.x = daylight_f64(&zero), .y = daylight_f64(&zero)}, daylight_f64(&wall), size, nothing, NULL, &floor) == DAYLIGHT_OK);
	WANT(daylight_add_boxes(boxes, 2, &(daylight_poses){.x = daylight_f64(x), .y = daylight_f64(y)}, size, size, nothing, NULL, ids) == DAYLIGHT_OK);
	REFUSED(daylight_open_join(&cfg, boxes, boxes, &both), DAYLIGHT_ERROR_ARGUMENT, "with itself");
	WANT(daylight_open_join(&cfg, boxes, walls, &both) == DAYLIGHT_OK);
	daylight_solving how = {.duration = dt, .gravity_y = -10, .impulses = 1};
	double none = 0;
	WANT(daylight_set_inverse_masses(walls, 0, 1, daylight_f64(&none)) == DAYLIGHT_OK);
	daylight_solved done = solved(both, &how, 120);
	WANT(done.n == 2 && fabs(done.impulse1[0].normal + done.impulse2[0].normal - 10 * dt) < 1e-3);
	WANT(daylight_get_poses(boxes, 0, 2, &(daylight_poses){.x = daylight_f64(x), .y = daylight_f64(y)}) == DAYLIGHT_OK);
	WANT(fabs(y[0] - 1) < 0.02 && fabs(y[1] - 1) < 0.02 && fabs(x[1] - 0.5) < 1e-3);
	REFUSED(daylight_remove(both, 1, ids), DAYLIGHT_ERROR_ARGUMENT, "no shapes of its own");
	REFUSED(daylight_index(both), DAYLIGHT_ERROR_ARGUMENT, "no shapes of its own");
	daylight_separated apart;
	WANT(daylight_separate(both, NULL, &apart) == DAYLIGHT_OK && apart.contacts == 2);
	daylight_stats stats;
	WANT(daylight_stats_of(both, &stats) == DAYLIGHT_OK && stats.contacts == 2 && stats.shapes == 3 && strlen(stats.kernels) > 0);
	WANT(daylight_close(walls) == DAYLIGHT_OK);
	REFUSED(daylight_separate(both, NULL, &apart), DAYLIGHT_ERROR_SCENE, "no such scene");
	WANT(daylight_close(both) == DAYLIGHT_OK && daylight_close(boxes) == DAYLIGHT_OK);
}

/* A square at 0, one that touches it, one within it, and a region around all; and a disc of another scene. */
static void shapes(void) {
	daylight_scene s = opened(daylight_default()), other = opened(daylight_default());
	double x[] = {0, 2, 0.25}, y[] = {0, 0, 0}, half[] = {1, 1, 0.5}, r = 0.1;
	double rx[] = {-4, 4, 4, -4, -3, 3, 3, -3}, ry[] = {-4, -4, 4, 4, -3, -3, 3, 3};
	int64_t rings[] = {0, 4, 8};
	daylight_id ids[3], frame, got[8], disc;
	WANT(daylight_add_boxes(s, 3, &(daylight_poses){.x = daylight_f64(x), .y = daylight_f64(y)}, daylight_f64(half), daylight_f64(half), nothing, NULL, ids) == DAYLIGHT_OK);
	WANT(daylight_add_region(s, 2, rings, daylight_f64(rx), daylight_f64(ry), 0, NULL, &frame) == DAYLIGHT_OK);
	WANT(daylight_add_circles(other, 1, &(daylight_poses){.x = daylight_f64(&x[2]), .y = daylight_f64(y)}, daylight_f64(&r), NULL, &disc) == DAYLIGHT_OK);
	WANT(daylight_ids(s, 0, 3, got) == DAYLIGHT_OK && memcmp(got, ids, sizeof ids) == 0);
	REFUSED(daylight_ids(s, 1, 99, got), DAYLIGHT_ERROR_ARGUMENT, "indices");

	daylight_exact_pairs pairs;
	WANT(daylight_exact(s, &pairs) == DAYLIGHT_OK && pairs.n == 3);
	WANT(pairs.a[0] == ids[0] && pairs.b[0] == ids[1] && !pairs.overlapping[0] && pairs.a[1] == ids[0] && pairs.b[1] == ids[2] && pairs.overlapping[1]);
	double up = 1.5;
	WANT(daylight_set_poses(s, 1, 1, &(daylight_poses){.x = daylight_f64(&(double){3}), .y = daylight_f64(&up)}) == DAYLIGHT_OK);
	WANT(daylight_exact(s, &pairs) == DAYLIGHT_OK && pairs.n == 2 && pairs.a[1] == ids[1] && pairs.b[1] == frame && pairs.overlapping[1]);

	daylight_rows rows;
	WANT(daylight_index(s) == DAYLIGHT_OK);
	WANT(daylight_cover_shapes(s, 0, 3, ids, NULL, &rows) == DAYLIGHT_OK && rows.n == 3 && rows.offsets[3] == 1);
	WANT(rows.offsets[2] == 0 && ((const daylight_id *)rows.answers)[0] == ids[0]);
	WANT(daylight_overlap_shapes(s, other, 1, &disc, NULL, &rows) == DAYLIGHT_OK && rows.n == 1 && rows.offsets[1] == 2);
	const daylight_overlap *met = rows.answers;
	WANT(met[0].shape == ids[0] && met[1].shape == ids[2] && fabsf(met[1].depth - 0.6f) < 1e-6f);
	WANT(daylight_overlap_shapes(s, other, 1, &disc, &(daylight_asking){.skip = ids}, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1);
	WANT(daylight_nearest_to_shapes(s, s, 1, ids, 1, NULL, &rows) == DAYLIGHT_OK && rows.offsets[1] == 1);
	WANT(((const daylight_neighbour *)rows.answers)[0].shape == ids[2]);
	double from = -9, far = 20, flat = 0;
	WANT(daylight_cast_rays_all(s, 1, daylight_f64(&from), daylight_f64(&flat), daylight_f64(&far), daylight_f64(&flat), NULL, &rows) == DAYLIGHT_OK);
	const daylight_hit *hits = rows.answers;
	WANT(rows.offsets[1] == 4 && hits[1].shape == ids[0] && hits[2].shape == ids[2] && hits[1].fraction == 0.4);
	REFUSED(daylight_overlap_shapes(s, 77, 1, &disc, NULL, &rows), DAYLIGHT_ERROR_SCENE, "no such scene");

	daylight_contacts c;
	daylight_pushes out;
	REFUSED(daylight_push(s, &out), DAYLIGHT_ERROR_ARGUMENT, "daylight_step first");
	WANT(daylight_step(s, &c) == DAYLIGHT_OK && daylight_push(s, &out) == DAYLIGHT_OK && out.n >= 3 && out.id[0] == ids[0]);
	WANT(fabs(fabs(out.x[0]) + fabs(out.y[0]) - 1.25) < 1e-5 && out.left[0] < 1e-5);
	WANT(daylight_close(s) == DAYLIGHT_OK && daylight_close(other) == DAYLIGHT_OK);
}

int main(void) {
	WANT(daylight_abi() == DAYLIGHT_ABI && strlen(daylight_version()) > 0);
	columns();
	kinds();
	attributes();
	moving();
	separating();
	solving();
	materials();
	saving();
	torus();
	sight();
	bodies();
	questions();
	joins();
	shapes();
	misuse();
	threads();
	if (failures == 0) puts("all that daylight.h promises was kept");
	return failures != 0;
}
