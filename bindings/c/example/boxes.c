/* SPDX-License-Identifier: MIT */

/* Boxes fall into a heap: a step finds their contacts, and a solver moves and turns them, sixty times a second.
 *
 *     bash build.sh
 *     cc -O2 -I dist example/boxes.c -L dist -l daylight -Wl,-rpath,dist -lm -o boxes && ./boxes */

#include "daylight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACROSS = 40, N = 1000, FRAMES = 300 };

static void check(daylight_status status) {
	if (status != DAYLIGHT_OK) {
		fprintf(stderr, "boxes: %s\n", daylight_error());
		exit(1);
	}
}

int main(void) {
	static double x[N], y[N], hx[N], hy[N];
	for (int i = 0; i < N; i++) {
		x[i] = (i % ACROSS - ACROSS / 2) * 1.1 + 0.3 * sin(i);
		y[i] = 1 + (i / ACROSS) * 1.1;
		hx[i] = hy[i] = 0.4 + 0.1 * sin(3.0 * i);
	}

	daylight_config cfg = daylight_default();
	cfg.mode = DAYLIGHT_MANIFOLDS; /* contact points, by which boxes turn */
	cfg.velocities = 1;
	cfg.margin = 0.2; /* what boxes may approach each other in a frame */
	daylight_scene scene;
	check(daylight_open(&cfg, &scene));

	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
	check(daylight_add_boxes(scene, N, &at, daylight_f64(hx), daylight_f64(hy), (daylight_column){0}, NULL, NULL));

	/* A floor and two walls, of three capsules that stand still. */
	double wx[] = {0, -25, 25}, wy[] = {0, 20, 20}, angle[] = {0, M_PI / 2, M_PI / 2}, half[] = {25, 20, 20}, radius[] = {0.5, 0.5, 0.5};
	uint8_t yes = 1;
	daylight_poses walls = {.x = daylight_f64(wx), .y = daylight_f64(wy), .angle = daylight_f64(angle)};
	daylight_attrs fixed = {.is_static = {&yes, 0, DAYLIGHT_UINT8}}; /* a stride of 0: for all */
	check(daylight_add_capsules(scene, 3, &walls, daylight_f64(half), daylight_f64(radius), &fixed, NULL));

	daylight_solving how = {.duration = 1.0 / 60, .gravity_y = -10, .friction = 0.5, .density = 1};
	daylight_contacts found;
	for (int frame = 0; frame < FRAMES; frame++) {
		check(daylight_step(scene, &found));
		check(daylight_solve(scene, &how, NULL));
	}

	check(daylight_step(scene, &found));
	double deepest = 0, highest = 0;
	for (size_t i = 0; i < found.n; i++) deepest = fmax(deepest, found.depth[i]);
	check(daylight_get_poses(scene, 0, N, &at));
	for (int i = 0; i < N; i++) highest = fmax(highest, y[i]);
	printf("%d boxes in a heap %.1f high, %zu contacts, the deepest %.3f\n", N, highest, found.n, deepest);

	/* What lies below a point high above? */
	double px = 0, py = 60, dx = 0, dy = -100;
	const daylight_hit *hit;
	check(daylight_index(scene));
	check(daylight_cast_rays(scene, 1, daylight_f64(&px), daylight_f64(&py), daylight_f64(&dx), daylight_f64(&dy), NULL, &hit));
	printf("a ray from above meets box %u at a height of %.2f\n", DAYLIGHT_INDEX(hit->shape), hit->y);

	check(daylight_close(scene));
	return 0;
}
