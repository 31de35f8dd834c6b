// SPDX-License-Identifier: MIT

#define USE_UNSTABLE_GEOS_CPP_API
#include <geos/geom/Coordinate.h>
#include <geos/geom/Envelope.h>
#include <geos/geom/GeometryFactory.h>
#include <geos/geom/Polygon.h>
#include <geos/geom/prep/PreparedGeometry.h>
#include <geos/geom/prep/PreparedGeometryFactory.h>
#include <geos/index/strtree/TemplateSTRtree.h>
#include <geos/version.h>

#include "bench.hpp"

namespace {

using geos::geom::Coordinate;
using geos::geom::Envelope;
using geos::geom::GeometryFactory;
using geos::geom::prep::PreparedGeometryFactory;
using Tree = geos::index::strtree::TemplateSTRtree<int>;

// A library for maps: a shape that moves is a new polygon, made in every frame. It
// answers whether two intersect, not how deep. Prepared, each shape that has candidates
// is indexed once and asked about all of them.
template <bool prepared> class Intersects : public Peer {
  public:
    explicit Intersects(Scene &s) : scene(s), factory(GeometryFactory::create()), polygons(s.size()) {}
    void frame() override {
        scene.step();
        Tree tree(10, polygons.size());
        for (int i = 0; i < scene.size(); i++) {
            Point p[8];
            const int n = scene.world_corners(i, p);
            std::vector<Coordinate> ring;
            ring.reserve(n + 1);
            for (int k = 0; k <= n; k++)
                ring.emplace_back(p[k % n].x, p[k % n].y);
            polygons[i] = factory->createPolygon(std::move(ring));
            tree.insert(*polygons[i]->getEnvelopeInternal(), i);
        }
        candidates = 0;
        hits.clear();
        for (int i = 0; i < scene.size(); i++) {
            std::unique_ptr<geos::geom::prep::PreparedGeometry> ready;
            tree.query(*polygons[i]->getEnvelopeInternal(), [&](int j) {
                if (j <= i)
                    return;
                candidates++;
                bool hit;
                if (prepared) {
                    if (!ready)
                        ready = PreparedGeometryFactory::prepare(polygons[i].get());
                    hit = ready->intersects(polygons[j].get());
                } else {
                    hit = polygons[i]->intersects(polygons[j].get());
                }
                if (hit)
                    hits.emplace_back(i, j);
            });
        }
    }
    Found count() override { return {candidates, int(hits.size())}; }

  private:
    Scene &scene;
    GeometryFactory::Ptr factory;
    std::vector<std::unique_ptr<geos::geom::Polygon>> polygons;
    int candidates = 0;
    Pairs hits;
};

class Boxes : public Peer {
  public:
    explicit Boxes(Scene &s) : scene(s) {}
    void prepare() override {
        scene.step();
        scene.boxes(boxes);
    }
    void frame() override {
        Tree tree(10, boxes.size());
        for (int i = 0; i < scene.size(); i++)
            tree.insert(envelope(i), i);
        pairs.clear();
        for (int i = 0; i < scene.size(); i++)
            tree.query(envelope(i), [&](int j) {
                if (j > i)
                    pairs.emplace_back(i, j);
            });
    }
    Found count() override { return {int(pairs.size()), unknown}; }

  private:
    Envelope envelope(int i) const {
        const Box &b = boxes[i];
        return Envelope(b.min_x, b.max_x, b.min_y, b.max_y);
    }

    Scene &scene;
    std::vector<Box> boxes;
    Pairs pairs;
};

} // namespace

int main(int argc, char **argv) {
    return run_all(
        argc, argv,
        {{"geos/prepared", GEOS_VERSION, "step", "new polygons, STRtree, prepared intersects; no depth or normal", false,
          maker<Intersects<true>>()},
         {"geos", GEOS_VERSION, "step", "new polygons, STRtree, plain intersects; no depth or normal", false,
          maker<Intersects<false>>()},
         {"geos-strtree", GEOS_VERSION, "broadphase", "TemplateSTRtree, node capacity 10, one query per box", true,
          maker<Boxes>()}});
}
