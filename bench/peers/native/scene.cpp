// SPDX-License-Identifier: MIT

// This file is compiled without fused multiply-adds, so that the float steps have the
// same bits as in other languages.

#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace {

template <typename T> void read(std::ifstream &in, T *to, size_t n) {
    in.read(reinterpret_cast<char *>(to), std::streamsize(n * sizeof(T)));
}

void bounce(float &x, float &v, float top) {
    const float dt = 1.0f / 60;
    x += v * dt;
    if (x < 0) {
        x = 0;
        v = -v;
    } else if (x > top) {
        x = top;
        v = -v;
    }
}

// spread puts a zero before each bit of a coordinate, which is a share of 1.
uint64_t spread(float at) {
    uint64_t v = uint64_t(at * 65536);
    v = (v | v << 16) & 0x0000FFFF0000FFFF;
    v = (v | v << 8) & 0x00FF00FF00FF00FF;
    v = (v | v << 4) & 0x0F0F0F0F0F0F0F0F;
    v = (v | v << 2) & 0x3333333333333333;
    return (v | v << 1) & 0x5555555555555555;
}

template <typename T> void permute(std::vector<T> &column, const std::vector<int> &order) {
    std::vector<T> sorted;
    for (int i : order)
        sorted.push_back(column[i]);
    column = std::move(sorted);
}

} // namespace

Scene::Scene(const std::string &file) {
    static const char *const kinds[] = {"circles", "boxes", "polys", "mixed", "heavy", "cluster"};
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw std::runtime_error(file + ": cannot be read");
    char magic[8] = {};
    uint32_t head[3] = {};
    read(in, magic, 8);
    read(in, head, 3);
    if (std::string(magic, 8) != "DAYLIGHT" || head[0] != 1 || head[1] % 256 >= 6)
        throw std::runtime_error(file + ": not a scene of this version");
    kind = kinds[head[1] % 256];
    order = head[1] >= 256 ? "spatial" : "scene";
    const size_t n = head[2];
    read(in, &side, 1);
    const auto here = in.tellg();
    in.seekg(0, std::ios::end);
    if (!in || size_t(in.tellg() - here) != n * (8 * sizeof(float) + 1))
        throw std::runtime_error(file + ": too short or too long");
    in.seekg(here);
    for (auto column : {&x, &y, &theta, &vx, &vy, &omega, &s1, &s2}) {
        column->resize(n);
        read(in, column->data(), n);
    }
    sides.resize(n);
    read(in, sides.data(), n);
    if (!in)
        throw std::runtime_error(file + ": cannot be read to its end");
    for (uint8_t &k : sides) {
        form.push_back(k == 0 ? Form::circle : k == 4 ? Form::box : Form::polygon);
        if (k > 16)
            k -= 16;
        if (form.back() == Form::polygon && (k < 3 || k > 8)) // corners' callers have room for eight
            throw std::runtime_error(file + ": a polygon of " + std::to_string(k) + " corners");
    }
}

bool Scene::has_circles() const { return std::find(form.begin(), form.end(), Form::circle) != form.end(); }

std::vector<int> Scene::sort() {
    std::vector<int> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<uint64_t> code;
    for (int i = 0; i < size(); i++)
        code.push_back(spread(x[i] / side) | spread(y[i] / side) << 1);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return code[a] < code[b]; });
    for (auto column : {&x, &y, &theta, &vx, &vy, &omega, &s1, &s2})
        permute(*column, order);
    permute(form, order);
    permute(sides, order);
    return order;
}

void Scene::step() {
    const float dt = 1.0f / 60, top = std::nextafter(side, 0.0f);
    for (int i = 0; i < size(); i++) {
        bounce(x[i], vx[i], top);
        bounce(y[i], vy[i], top);
        theta[i] += omega[i] * dt;
    }
}

int Scene::corners(int i, Point out[8]) const {
    const double a = s1[i], b = s2[i];
    switch (form[i]) {
    case Form::circle:
        return 0;
    case Form::box:
        out[0] = {-a, -b};
        out[1] = {a, -b};
        out[2] = {a, b};
        out[3] = {-a, b};
        return 4;
    case Form::polygon:
        for (int k = 0; k < sides[i]; k++) {
            const double angle = 2 * M_PI * k / sides[i];
            out[k] = {a * std::cos(angle), a * std::sin(angle)};
        }
    }
    return sides[i];
}

int Scene::world_corners(int i, Point out[8]) const {
    const int n = corners(i, out);
    const double s = std::sin(double(theta[i])), c = std::cos(double(theta[i]));
    for (int k = 0; k < n; k++)
        out[k] = {x[i] + c * out[k].x - s * out[k].y, y[i] + s * out[k].x + c * out[k].y};
    return n;
}

void Scene::boxes(std::vector<Box> &out) const {
    out.resize(size());
    for (int i = 0; i < size(); i++) {
        Point p[8];
        const int n = world_corners(i, p);
        double lo_x = double(x[i]) - s1[i], hi_x = double(x[i]) + s1[i];
        double lo_y = double(y[i]) - s1[i], hi_y = double(y[i]) + s1[i];
        if (n > 0) {
            lo_x = lo_y = std::numeric_limits<double>::infinity();
            hi_x = hi_y = -lo_x;
        }
        for (int k = 0; k < n; k++) {
            lo_x = std::min(lo_x, p[k].x);
            hi_x = std::max(hi_x, p[k].x);
            lo_y = std::min(lo_y, p[k].y);
            hi_y = std::max(hi_y, p[k].y);
        }
        out[i] = {float(lo_x), float(lo_y), float(hi_x), float(hi_y)};
    }
}
