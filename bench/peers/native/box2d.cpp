// SPDX-License-Identifier: MIT

#include <box2d/box2d.h>

#include <cmath>

#include "bench.hpp"

namespace {

// make_bodies adds a body with one fixture for each shape.
std::vector<b2Body *> make_bodies(b2World &world, const Scene &s, bool moving) {
    world.SetAllowSleeping(false);
    world.SetContinuousPhysics(false);
    std::vector<b2Body *> bodies;
    for (int i = 0; i < s.size(); i++) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position.Set(s.x[i], s.y[i]);
        def.angle = s.theta[i];
        if (moving) {
            def.linearVelocity.Set(s.vx[i], s.vy[i]);
            def.angularVelocity = s.omega[i];
        }
        bodies.push_back(world.CreateBody(&def));
        if (s.form[i] == Form::circle) {
            b2CircleShape circle;
            circle.m_radius = s.s1[i];
            bodies[i]->CreateFixture(&circle, 1);
            continue;
        }
        Point p[8];
        b2Vec2 q[8];
        const int n = s.corners(i, p);
        for (int k = 0; k < n; k++)
            q[k].Set(float(p[k].x), float(p[k].y));
        b2PolygonShape polygon;
        polygon.Set(q, n);
        bodies[i]->CreateFixture(&polygon, 1);
    }
    return bodies;
}

// Detection only: the scene places the bodies, and a step of no time finds new pairs
// and updates the manifold of every contact, without solving or moving anything. The
// margins, the tree and the contacts kept between frames are Box2D's own.
class Detect : public Peer {
  public:
    explicit Detect(Scene &s) : scene(s), world(b2Vec2(0, 0)), bodies(make_bodies(world, s, false)) {}
    void frame() override {
        scene.step();
        for (int i = 0; i < scene.size(); i++)
            bodies[i]->SetTransform(b2Vec2(scene.x[i], scene.y[i]), scene.theta[i]);
        world.Step(0, 0, 0);
    }
    // A polygon's skin of 0.01 counts as touching for Box2D, and not here.
    Found count() override {
        int contacts = 0;
        for (b2Contact *c = world.GetContactList(); c; c = c->GetNext()) {
            b2WorldManifold m;
            c->GetWorldManifold(&m);
            float skin = 0;
            for (const b2Fixture *f : {c->GetFixtureA(), c->GetFixtureB()})
                if (f->GetType() == b2Shape::e_polygon)
                    skin += b2_polygonRadius;
            for (int k = 0; k < c->GetManifold()->pointCount; k++)
                if (m.separations[k] <= -skin) {
                    contacts++;
                    break;
                }
        }
        return {world.GetContactCount(), contacts};
    }

  private:
    Scene &scene;
    b2World world;
    std::vector<b2Body *> bodies;
};

// The usual step of a game: Box2D moves the bodies, and its solver pushes them apart, so
// the frames after the first are not the scene's any more.
class WorldStep : public Peer {
  public:
    explicit WorldStep(Scene &s) : world(b2Vec2(0, 0)) { make_bodies(world, s, true); }
    void frame() override { world.Step(1.0f / 60, 8, 3); }
    Found count() override {
        int touching = 0;
        for (b2Contact *c = world.GetContactList(); c; c = c->GetNext())
            touching += c->IsTouching();
        return {world.GetContactCount(), touching};
    }

  private:
    b2World world;
};

// The dynamic tree by itself, given tight boxes.
class Tree : public Peer {
  public:
    explicit Tree(Scene &s) : scene(s) {
        s.boxes(boxes);
        for (int i = 0; i < s.size(); i++)
            proxies.push_back(tree.CreateProxy(aabb(i), reinterpret_cast<void *>(intptr_t(i))));
    }
    void prepare() override {
        scene.step();
        scene.boxes(boxes);
    }
    void frame() override {
        for (int i = 0; i < scene.size(); i++)
            tree.MoveProxy(proxies[i], aabb(i), b2Vec2(0, 0));
        pairs.clear();
        for (asking = 0; asking < scene.size(); asking++)
            tree.Query(this, aabb(asking));
    }
    Found count() override { return {int(pairs.size()), unknown}; }
    bool QueryCallback(int32 proxy) {
        const int j = int(intptr_t(tree.GetUserData(proxy)));
        if (j > asking && boxes[j].meets(boxes[asking]))
            pairs.emplace_back(asking, j);
        return true;
    }

  private:
    b2AABB aabb(int i) const {
        b2AABB b;
        b.lowerBound.Set(boxes[i].min_x, boxes[i].min_y);
        b.upperBound.Set(boxes[i].max_x, boxes[i].max_y);
        return b;
    }

    Scene &scene;
    std::vector<Box> boxes;
    std::vector<int32> proxies;
    b2DynamicTree tree;
    int asking = 0;
    Pairs pairs;
};

} // namespace

int main(int argc, char **argv) {
    static const std::string version =
        std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." + std::to_string(b2_version.revision);
    const char *v = version.c_str();
    return run_all(argc, argv,
                   {{"box2d-2.4", v, "step", "SetTransform, then a step of no time: pairs and manifolds, nothing solved",
                     true, maker<Detect>()},
                    {"box2d-2.4/solved", v, "step", "full World::Step(1/60, 8, 3), bodies pushed apart: not the same scene",
                     true, maker<WorldStep>()},
                    {"box2d-2.4/tree", v, "broadphase", "b2DynamicTree: MoveProxy and Query each, tight boxes compared",
                     true, maker<Tree>()}});
}
