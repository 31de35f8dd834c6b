// SPDX-License-Identifier: MIT

#include <box2d/collision.h>

#include <algorithm>
#include <cmath>

#include "bench.hpp"

namespace {

// One dynamic tree, driven as it is fastest where every shape moves: shapes are kept in the order of
// space, every leaf is written in place, and the whole tree is built anew in each frame.
class Tree : public Peer {
  public:
    explicit Tree(Scene &s) : scene(s), order(s.sort()), tree(b2DynamicTree_Create(s.size())), boxes(s.size()) {
        for (int k = 0; k < s.size(); k++)
            proxies.push_back(b2DynamicTree_CreateProxy(&tree, b2AABB{{s.x[k], s.y[k]}, {s.x[k], s.y[k]}}, 1, k));
    }
    ~Tree() override { b2DynamicTree_Destroy(&tree); }
    void prepare() override {
        scene.step();
        scene.boxes(fitted);
        for (int k = 0; k < scene.size(); k++) {
            const Box &b = fitted[k];
            boxes[k] = {{b.min_x, b.min_y}, {b.max_x, b.max_y}};
        }
    }
    void frame() override { search(); }
    Found count() override { return {int(pairs.size()), unknown}; }

  protected:
    void search() {
        for (int k = 0; k < scene.size(); k++)
            tree.nodes[proxies[k]].aabb = boxes[k];
        b2DynamicTree_Rebuild(&tree, true);
        pairs.clear();
        for (asking = 0; asking < scene.size(); asking++)
            b2DynamicTree_QueryAll(&tree, boxes[asking], found, this);
    }

    Scene &scene;
    std::vector<int> order; // the number that each shape had before it was sorted
    b2DynamicTree tree;
    std::vector<int> proxies; // the leaf of each shape
    std::vector<b2AABB> boxes;
    Pairs pairs;
    int asking = 0;

  private:
    static bool found(int, uint64_t k, void *to) {
        Tree *t = static_cast<Tree *>(to);
        if (int(k) > t->asking)
            t->pairs.emplace_back(t->asking, int(k));
        return true;
    }

    std::vector<Box> fitted;
};

// The tree, then a manifold for each of its pairs.
class Step : public Tree {
  public:
    explicit Step(Scene &s) : Tree(s), at(s.size()) {
        for (int i = 0; i < s.size(); i++) {
            Point p[8];
            b2Vec2 q[8];
            const int n = s.corners(i, p);
            for (int k = 0; k < n; k++)
                q[k] = {float(p[k].x), float(p[k].y)};
            if (s.form[i] == Form::box) {
                polygons.push_back(b2MakeBox(s.s1[i], s.s2[i]));
            } else if (n == 0) {
                polygons.push_back({});
                polygons.back().radius = s.s1[i];
            } else {
                const b2Hull hull = b2ComputeHull(q, n);
                polygons.push_back(b2MakePolygon(&hull, 0));
            }
        }
    }
    void prepare() override {}
    void frame() override {
        scene.step();
        for (int k = 0; k < scene.size(); k++) {
            at[k] = {{scene.x[k], scene.y[k]}, b2MakeRot(scene.theta[k])};
            const b2Circle circle = {{0, 0}, scene.s1[k]};
            boxes[k] = polygons[k].count == 0 ? b2ComputeCircleAABB(&circle, at[k]) : b2ComputePolygonAABB(&polygons[k], at[k]);
        }
        search();
        contacts.clear();
        for (auto [a, b] : pairs) {
            const b2LocalManifold m = decide(a, b);
            if (m.pointCount > 0)
                contacts.push_back({a, b, m});
        }
    }
    Found count() override {
        return {int(pairs.size()), int(std::count_if(contacts.begin(), contacts.end(), touch))};
    }
    bool sum(PairSum &s) override {
        for (const Contact &c : contacts)
            if (touch(c))
                s.add(order[c.a], order[c.b]);
        return true;
    }

  private:
    struct Contact {
        int a, b;
        b2LocalManifold found;
    };
    // A manifold may hold points that are still apart.
    static bool touch(const Contact &c) {
        return c.found.points[0].separation <= 0 || (c.found.pointCount > 1 && c.found.points[1].separation <= 0);
    }
    b2LocalManifold decide(int a, int b) const {
        const b2Polygon &p = polygons[a], &q = polygons[b];
        if (p.count > 0 && q.count > 0)
            return b2CollidePolygons(&p, &q, b2InvMulTransforms(at[a], at[b]));
        const b2Circle c = {{0, 0}, p.radius}, d = {{0, 0}, q.radius};
        if (p.count == 0 && q.count == 0)
            return b2CollideCircles(&c, &d, b2InvMulTransforms(at[a], at[b]));
        if (p.count == 0)
            return b2CollidePolygonAndCircle(&q, &c, b2InvMulTransforms(at[b], at[a]));
        return b2CollidePolygonAndCircle(&p, &d, b2InvMulTransforms(at[a], at[b]));
    }

    std::vector<b2Polygon> polygons; // a circle has a radius alone
    std::vector<b2Transform> at;
    std::vector<Contact> contacts;
};

} // namespace

int main(int argc, char **argv) {
    const b2Version v = b2GetVersion();
    const std::string version = std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.revision);
    return run_all(argc, argv,
                   {{"box2d-3", version.c_str(), "step", "one b2DynamicTree in spatial order, rebuilt in each frame, a query a shape, b2CollidePolygons",
                     true, maker<Step>()},
                    {"box2d-3/tree", version.c_str(), "broadphase", "the same tree, given tight boxes", true, maker<Tree>()}});
}
