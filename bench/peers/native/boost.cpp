// SPDX-License-Identifier: MIT

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

#include <string>

#include "questions.hpp"

namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Corner = bg::model::d2::point_xy<float>;
using Rect = bg::model::box<Corner>;
using Value = std::pair<Rect, int>;
using Tree = bgi::rtree<Value, bgi::quadratic<16>>;

// Packed by its constructor, then asked once for each box: in the order of the leaves,
// which keeps what a query needs in cache, or in the order of the scene.
template <bool leaf_order> class Pack : public Peer {
  public:
    explicit Pack(Scene &s) : scene(s) {}
    void prepare() override {
        scene.step();
        scene.boxes(boxes);
    }
    void frame() override {
        values.clear();
        for (size_t i = 0; i < boxes.size(); i++) {
            const Box &b = boxes[i];
            values.emplace_back(Rect(Corner(b.min_x, b.min_y), Corner(b.max_x, b.max_y)), int(i));
        }
        const Tree tree(values);
        pairs.clear();
        if (leaf_order)
            for (const Value &one : tree)
                ask(tree, one);
        else
            for (const Value &one : values)
                ask(tree, one);
    }
    Found count() override { return {int(pairs.size()), unknown}; }

  private:
    void ask(const Tree &tree, const Value &one) {
        tree.query(bgi::intersects(one.first), boost::make_function_output_iterator([&](const Value &other) {
                       if (other.second > one.second)
                           pairs.emplace_back(one.second, other.second);
                   }));
    }

    Scene &scene;
    std::vector<Box> boxes;
    std::vector<Value> values;
    Pairs pairs;
};

// Boxes at rest, packed once, and the questions asked of them. What is found are boxes.
class AtRest : public Peer {
  public:
    explicit AtRest(Scene &s) : scene(s), ask(s) {
        s.boxes(boxes);
        std::vector<Value> values;
        for (size_t i = 0; i < boxes.size(); i++) {
            const Box &b = boxes[i];
            values.emplace_back(Rect(Corner(b.min_x, b.min_y), Corner(b.max_x, b.max_y)), int(i));
        }
        tree = Tree(values);
    }
    Found count() override { return {unknown, found}; }

  protected:
    template <typename Predicate> void query(const Predicate &p) {
        tree.query(p, boost::make_function_output_iterator([&](const Value &) { found++; }));
    }

    Scene &scene;
    const Questions ask;
    std::vector<Box> boxes;
    Tree tree;
    int found = 0;
};

class Points : public AtRest {
  public:
    using AtRest::AtRest;
    void frame() override {
        found = 0;
        for (int i = 0; i < ask.count; i++)
            query(bgi::intersects(Corner(ask.x[i], ask.y[i])));
    }
};

class Windows : public AtRest {
  public:
    using AtRest::AtRest;
    void frame() override {
        found = 0;
        for (const Box &w : ask.windows)
            query(bgi::intersects(Rect(Corner(w.min_x, w.min_y), Corner(w.max_x, w.max_y))));
    }
};

class Nearest : public AtRest {
  public:
    using AtRest::AtRest;
    void frame() override {
        found = 0;
        for (int i = 0; i < ask.count; i++)
            query(bgi::nearest(Corner(ask.x[i], ask.y[i]), unsigned(ask.neighbours)));
    }
};

// Pairs of boxes whose AABBs lie within a distance on both axes, each once.
class Within : public AtRest {
  public:
    using AtRest::AtRest;
    void frame() override {
        pairs.clear();
        const float r = ask.within;
        for (const Value &one : tree) {
            const Corner &lo = one.first.min_corner(), &hi = one.first.max_corner();
            const Rect grown(Corner(lo.x() - r, lo.y() - r), Corner(hi.x() + r, hi.y() + r));
            tree.query(bgi::intersects(grown), boost::make_function_output_iterator([&](const Value &other) {
                           if (other.second > one.second)
                               pairs.emplace_back(one.second, other.second);
                       }));
        }
        found = int(pairs.size());
    }

  private:
    Pairs pairs;
};

} // namespace

int main(int argc, char **argv) {
    static const std::string version = std::to_string(BOOST_VERSION / 100000) + "." +
                                       std::to_string(BOOST_VERSION / 100 % 1000) + "." +
                                       std::to_string(BOOST_VERSION % 100);
    const char *v = version.c_str();
    return run_all(argc, argv,
                   {{"boost-rtree", v, "broadphase", "quadratic<16>, packed, queries in the order of its leaves", true,
                     maker<Pack<true>>()},
                    {"boost-rtree/ids", v, "broadphase", "same, queries in the scene's order", true,
                     maker<Pack<false>>()},
                    {"boost-rtree", v, "point", "boxes that hold a point", true, maker<Points>()},
                    {"boost-rtree", v, "window", "intersects", true, maker<Windows>()},
                    {"boost-rtree", v, "nearest", "nearest boxes", true, maker<Nearest>()},
                    {"boost-rtree", v, "within", "intersects the grown box, in the order of the leaves", true,
                     maker<Within>()}});
}
