/* SPDX-License-Identifier: MIT */

/* A scene of boxes that move for some frames: prints a hash of all contacts, which is that of the same scene in Go, and
 * what a call and a frame take.
 *
 *     scene N FRAMES */

#include "daylight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state = 42;

/* SplitMix64, as SCENES has it: a number from 0 to 1. */
static double next(void) {
	uint64_t z = state += 0x9E3779B97F4A7C15u;
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (double)((z ^ (z >> 31)) >> 40) / (1 << 24);
}

static uint64_t hash = 14695981039346656037u;

static void add(const void *p, size_t n) {
	for (const unsigned char *b = p; n-- > 0; b++) hash = (hash ^ *b) * 1099511628211u;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(daylight_status s) {
	if (s != DAYLIGHT_OK) {
		fprintf(stderr, "%s\n", daylight_error());
		exit(1);
	}
}

static int ascending(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000;
	int frames = argc > 2 ? atoi(argv[2]) : 20;
	double side = sqrt((double)n / 0.4);
	double *c = malloc(n * 7 * sizeof *c), *x = c, *y = c + n, *a = c + 2 * n, *hx = c + 3 * n, *hy = c + 4 * n, *vx = c + 5 * n, *vy = c + 6 * n;
	double *took = malloc((size_t)frames * sizeof *took);
	for (size_t i = 0; i < n; i++) {
		x[i] = next() * side, y[i] = next() * side, a[i] = next() * 6;
		vx[i] = next() * 6 - 3, vy[i] = next() * 6 - 3;
		hx[i] = 0.25 + 0.5 * next(), hy[i] = 0.25 + 0.5 * next();
	}
	daylight_config cfg = daylight_default();
	cfg.canonical = frames <= 20;
	cfg.workers = 1;
	daylight_scene s;
	check(daylight_open(&cfg, &s));
	daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y), .angle = daylight_f64(a)};
	check(daylight_add_boxes(s, n, &at, daylight_f64(hx), daylight_f64(hy), (daylight_column){NULL, 0, DAYLIGHT_NONE}, NULL, NULL));
	for (int f = 0; f < frames; f++) {
		for (size_t i = 0; i < n; i++) x[i] += vx[i] / 64, y[i] += vy[i] / 64;
		daylight_contacts found;
		double begin = now();
		check(daylight_set_poses(s, 0, n, &at));
		check(daylight_step(s, &found));
		took[f] = now() - begin;
		for (size_t i = 0; cfg.canonical && i < found.n; i++) {
			uint32_t pair[2] = {DAYLIGHT_INDEX(found.a[i]), DAYLIGHT_INDEX(found.b[i])};
			add(pair, sizeof pair);
			add(&found.depth[i], 4), add(&found.nx[i], 4), add(&found.ny[i], 4);
		}
	}
	size_t count, calls = 1000000;
	double begin = now();
	for (size_t i = 0; i < calls; i++) check(daylight_count(s, &count));
	double call = (now() - begin) / (double)calls;
	qsort(took, (size_t)frames, sizeof *took, ascending);
	printf("%016llx\n%zu boxes, ms a frame: %.4f; ns a call: %.0f\n", (unsigned long long)hash, n, 1e3 * took[frames / 2], 1e9 * call);
	check(daylight_close(s));
	free(c), free(took);
	return 0;
}
