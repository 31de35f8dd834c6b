// SPDX-License-Identifier: MIT

// Steps a scene of bodies by Box2D 3: what box2d3_test.go compares this engine with. The first number on standard input is
// of frames, then come sub-steps, the rate of contact springs in Hz (0 for what Box2D has), gravity, friction and the number of bodies; then for each: whether it is static,
// x, y, cosine, sine, spin about the origin of what is static, radius, number of vertices, and these. It writes, for
// each frame, the time of b2World_Step in ms and the mean position of what moves, how many of these are below -1; then the
// pose of each body, and then the depth of each contact.
#include "box2d/box2d.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static double number(void) {
	double x;
	if (scanf("%lf", &x) != 1) exit(2);
	return x;
}

int main(void) {
	int frames = number(), steps = number();
	b2WorldDef def = b2DefaultWorldDef();
	double hertz = number();
	if (hertz > 0) def.contactHertz = hertz;
	def.gravity = (b2Vec2){0, -number()};
	def.enableSleep = false;
	def.enableContinuous = false;
	double friction = number();
	b2WorldId world = b2CreateWorld(&def);
	int n = number();
	b2BodyId *body = malloc(n * sizeof *body);
	double *spin = calloc(n, sizeof *spin);
	bool *fixed = calloc(n, sizeof *fixed);
	const float dt = 1.0f / 60;
	for (int i = 0; i < n; i++) {
		b2BodyDef bd = b2DefaultBodyDef();
		fixed[i] = number() != 0;
		double x = number(), y = number(), c = number(), s = number();
		bd.position = (b2Vec2){x, y};
		bd.rotation = (b2Rot){c, s};
		spin[i] = number();
		bd.type = !fixed[i] ? b2_dynamicBody : spin[i] != 0 ? b2_kinematicBody : b2_staticBody;
		body[i] = b2CreateBody(world, &bd);
		b2ShapeDef sd = b2DefaultShapeDef();
		sd.material.friction = friction;
		sd.material.restitution = 0;
		float radius = number();
		int k = number();
		b2Vec2 v[B2_MAX_POLYGON_VERTICES];
		for (int j = 0; j < k; j++) {
			double px = number(), py = number();
			v[j] = (b2Vec2){px, py};
		}
		if (k == 1) {
			b2Circle circle = {v[0], radius};
			sd.density = 1 / b2ComputeCircleMass(&circle, 1).mass;
			b2CreateCircleShape(body[i], &sd, &circle);
		} else if (k == 2) {
			b2Capsule capsule = {v[0], v[1], radius};
			b2CreateCapsuleShape(body[i], &sd, &capsule);
		} else {
			b2Hull hull = b2ComputeHull(v, k);
			b2Polygon p = b2MakePolygon(&hull, radius);
			sd.density = 1 / b2ComputePolygonMass(&p, 1).mass;
			b2CreatePolygonShape(body[i], &sd, &p);
		}
	}
	for (int f = 0; f < frames; f++) {
		for (int i = 0; i < n; i++) {
			if (fixed[i] && spin[i] != 0) {
				b2WorldTransform to = b2Body_GetTransform(body[i]);
				float c = cosf(spin[i] * dt), s = sinf(spin[i] * dt);
				to.p = (b2Vec2){c * to.p.x - s * to.p.y, s * to.p.x + c * to.p.y};
				to.q = b2MulRot((b2Rot){c, s}, to.q);
				b2Body_SetTargetTransform(body[i], to, dt, true);
			}
		}
		double begin = now();
		b2World_Step(world, dt, steps);
		double took = now() - begin, x = 0, y = 0;
		int below = 0, moving = 0;
		for (int i = 0; i < n; i++) {
			if (!fixed[i]) {
				b2Vec2 p = b2Body_GetPosition(body[i]);
				x += p.x, y += p.y, below += p.y < -1, moving++;
			}
		}
		printf("%.6f %.6f %.6f %d\n", took, x / moving, y / moving, below);
	}
	int contacts = 0;
	for (int i = 0; i < n; i++) {
		b2Vec2 p = b2Body_GetPosition(body[i]);
		b2Rot q = b2Body_GetRotation(body[i]);
		printf("%.9g %.9g %.9g %.9g\n", p.x, p.y, q.c, q.s);
		contacts += fixed[i] ? 0 : b2Body_GetContactCapacity(body[i]);
	}
	b2ContactData *data = malloc((contacts + 1) * sizeof *data);
	for (int i = 0; i < n; i++) {
		int m = fixed[i] ? 0 : b2Body_GetContactData(body[i], data, contacts);
		for (int j = 0; j < m; j++) {
			float depth = 0;
			for (int k = 0; k < data[j].manifold.pointCount; k++) depth = fmaxf(depth, -data[j].manifold.points[k].separation);
			printf("%.9g\n", depth);
		}
	}
	return 0;
}
