// SPDX-License-Identifier: MIT

// A thousand small worlds in one scene, as for learning: one buffer of positions, one call a step, contacts by world.
//
//     bash build.sh
//     c++ -std=c++17 -O2 -I dist example/worlds.cpp -L dist -l daylight -Wl,-rpath,dist -o worlds && ./worlds

#include "daylight.h"

#include <cstdio>
#include <random>
#include <stdexcept>
#include <vector>

static void check(daylight_status status) {
	if (status != DAYLIGHT_OK) throw std::runtime_error(daylight_error());
}

// A position as a caller may have it: columns need not be contiguous.
struct Particle {
	float x, y, vx, vy;
	uint32_t world;
};

int main() try {
	const size_t worlds = 1000, each = 20, n = worlds * each;
	std::mt19937 random(1);
	std::uniform_real_distribution<float> place(0, 10), speed(-1, 1);
	std::vector<Particle> particles(n);
	for (size_t i = 0; i < n; i++) particles[i] = {place(random), place(random), speed(random), speed(random), uint32_t(i / each)};

	auto column = [&](void *field, daylight_type type) { return daylight_column{field, sizeof(Particle), type}; };
	float radius = 0.5f;
	daylight_poses at{};
	at.x = column(&particles[0].x, DAYLIGHT_FLOAT32);
	at.y = column(&particles[0].y, DAYLIGHT_FLOAT32);
	daylight_attrs attrs{};
	attrs.world = column(&particles[0].world, DAYLIGHT_UINT32);

	daylight_config cfg = daylight_default();
	daylight_scene scene;
	check(daylight_open(&cfg, &scene));
	check(daylight_add_circles(scene, n, &at, daylight_column{&radius, 0, DAYLIGHT_FLOAT32}, &attrs, nullptr));

	std::vector<int64_t> offsets(worlds + 1);
	std::vector<uint32_t> order;
	std::vector<int> reward(worlds);
	for (int frame = 0; frame < 100; frame++) {
		for (auto &p : particles) p.x += p.vx / 60, p.y += p.vy / 60;
		check(daylight_set_poses(scene, 0, n, &at));
		daylight_contacts found;
		check(daylight_step(scene, &found));
		order.resize(found.n);
		check(daylight_by_world(scene, worlds, offsets.data(), order.data()));
		for (size_t w = 0; w < worlds; w++) reward[w] -= int(offsets[w + 1] - offsets[w]);
	}
	size_t best = 0;
	for (size_t w = 1; w < worlds; w++)
		if (reward[w] > reward[best]) best = w;
	std::printf("of %zu worlds, %zu had the fewest contacts in 100 frames: %d\n", worlds, best, -reward[best]);
	check(daylight_close(scene));
} catch (const std::exception &e) {
	std::fprintf(stderr, "worlds: %s\n", e.what());
	return 1;
}
