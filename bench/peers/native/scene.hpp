// SPDX-License-Identifier: MIT

// The scene as bench/peers/go dumps it, and the step that package daylight/bench/scene
// defines, to the bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

enum class Form : uint8_t { circle, box, polygon };

struct Point {
    double x, y;
};

struct Box {
    float min_x, min_y, max_x, max_y;

    bool meets(const Box &o) const {
        return min_x <= o.max_x && o.min_x <= max_x && min_y <= o.max_y && o.min_y <= max_y;
    }
};

struct Scene {
    std::string kind, order;
    float side; // of the world, [0, side) x [0, side)
    std::vector<float> x, y, theta, vx, vy, omega, s1, s2;
    std::vector<Form> form;
    std::vector<uint8_t> sides;

    explicit Scene(const std::string &file);
    int size() const { return int(x.size()); }
    bool has_circles() const;
    // sort numbers the shapes along a Z-order curve, and returns the number that each had.
    std::vector<int> sort();
    void step();
    // corners writes the corners of shape i, counter-clockwise, as they lie around its
    // centre at angle 0, and returns how many; a circle has none.
    int corners(int i, Point out[8]) const;
    // world_corners writes them where they are now.
    int world_corners(int i, Point out[8]) const;
    // boxes fits the AABBs, in double and then rounded.
    void boxes(std::vector<Box> &out) const;
};
