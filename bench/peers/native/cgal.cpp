// SPDX-License-Identifier: MIT

#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include "bench.hpp"

namespace {

using Item = CGAL::Box_intersection_d::Box_with_info_d<float, 2, int, CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;

// The manual's way to sort less memory about: a range of pointers to the boxes.
class Join : public Peer {
  public:
    explicit Join(Scene &s) : scene(s) {}
    void prepare() override {
        scene.step();
        scene.boxes(boxes);
    }
    void frame() override {
        items.clear();
        pointers.clear();
        items.reserve(boxes.size());
        for (size_t i = 0; i < boxes.size(); i++) {
            float lo[2] = {boxes[i].min_x, boxes[i].min_y}, hi[2] = {boxes[i].max_x, boxes[i].max_y};
            items.emplace_back(lo, hi, int(i));
            pointers.push_back(&items.back());
        }
        pairs.clear();
        CGAL::box_self_intersection_d(pointers.begin(), pointers.end(), [this](const Item *a, const Item *b) {
            pairs.emplace_back(a->info(), b->info());
        });
    }
    Found count() override { return {int(pairs.size()), unknown}; }

  private:
    Scene &scene;
    std::vector<Box> boxes;
    std::vector<Item> items;
    std::vector<Item *> pointers;
    Pairs pairs;
};

// The boxes themselves, which the algorithm then moves.
class JoinValues : public Peer {
  public:
    using Value = CGAL::Box_intersection_d::Box_with_info_d<float, 2, int, CGAL::Box_intersection_d::ID_EXPLICIT>;

    explicit JoinValues(Scene &s) : scene(s) {}
    void prepare() override {
        scene.step();
        scene.boxes(boxes);
    }
    void frame() override {
        items.clear();
        for (size_t i = 0; i < boxes.size(); i++) {
            float lo[2] = {boxes[i].min_x, boxes[i].min_y}, hi[2] = {boxes[i].max_x, boxes[i].max_y};
            items.emplace_back(lo, hi, int(i));
        }
        pairs.clear();
        CGAL::box_self_intersection_d(items.begin(), items.end(), [this](const Value &a, const Value &b) {
            pairs.emplace_back(a.info(), b.info());
        });
    }
    Found count() override { return {int(pairs.size()), unknown}; }

  private:
    Scene &scene;
    std::vector<Box> boxes;
    std::vector<Value> items;
    Pairs pairs;
};

} // namespace

int main(int argc, char **argv) {
    return run_all(argc, argv,
                   {{"cgal", CGAL_VERSION_STR, "broadphase", "box_self_intersection_d, float boxes by pointer, cutoff 10",
                     true, maker<Join>()},
                    {"cgal/values", CGAL_VERSION_STR, "broadphase", "same, the boxes themselves", true,
                     maker<JoinValues>()}});
}
