// SPDX-License-Identifier: MIT

// Drives an engine behind columns.h. Its shapes are sorted along a curve before the first frame.
#pragma once

#include "bench.hpp"

extern "C" {
#include "columns.h"
}

struct Calls {
    void *(*make)(const columns *);
    void (*frame)(void *);
    void (*answer)(void *, int counts[2], add_pair *add, void *to);
    void (*drop)(void *); // null if it stays to the end
    bool broad; // boxes are given
};

class Foreign : public Peer {
  public:
    Foreign(Scene &s, const Calls &c) : scene(s), calls(c), order(s.sort()) {
        static_assert(sizeof(Form) == 1 && sizeof(Box) == sizeof(float[4]));
        given = {s.size(), s.side, s.x.data(), s.y.data(), s.theta.data(), s.s1.data(), s.s2.data(),
                 reinterpret_cast<const uint8_t *>(s.form.data()), s.sides.data(), nullptr};
        fit();
        engine = calls.make(&given);
    }
    ~Foreign() override {
        if (calls.drop)
            calls.drop(engine);
    }
    void prepare() override {
        if (calls.broad) {
            scene.step();
            fit();
        }
    }
    void frame() override {
        if (!calls.broad)
            scene.step();
        calls.frame(engine);
    }
    Found count() override {
        int counts[2];
        calls.answer(engine, counts, [](void *, uint32_t, uint32_t) {}, nullptr);
        return {counts[0], calls.broad ? unknown : counts[1]};
    }
    bool sum(PairSum &s) override {
        int counts[2];
        std::pair<Foreign *, PairSum *> to{this, &s};
        calls.answer(engine, counts, [](void *p, uint32_t a, uint32_t b) {
            auto [self, sum] = *static_cast<std::pair<Foreign *, PairSum *> *>(p);
            sum->add(self->order[a], self->order[b]);
        }, &to);
        return !calls.broad;
    }

  private:
    void fit() {
        if (calls.broad)
            scene.boxes(boxes);
        given.boxes = reinterpret_cast<const float (*)[4]>(boxes.data());
    }

    Scene &scene;
    Calls calls;
    std::vector<int> order;
    std::vector<Box> boxes;
    columns given;
    void *engine;
};

inline std::function<std::unique_ptr<Peer>(Scene &)> foreign(const Calls &c) {
    return [c](Scene &s) { return std::make_unique<Foreign>(s, c); };
}
