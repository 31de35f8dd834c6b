// SPDX-License-Identifier: MIT

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

#include <string>

#include "bench.hpp"

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
                     maker<Pack<false>>()}});
}
