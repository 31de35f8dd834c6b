// SPDX-License-Identifier: MIT

// The questions of the query phases, the same for every driver: a frame asks all of
// them of a scene at rest. bench/peers/go/scene.go draws the same, to the bit.
#pragma once

#include <cmath>

#include "bench.hpp"

struct Questions {
    static constexpr int count = 100000, neighbours = 8;
    static constexpr float ray = 20, window = 4, within = 1;

    std::vector<float> x, y;   // points, and where rays begin
    std::vector<float> dx, dy; // directions, of length 1 to rounding
    std::vector<Box> windows;

    explicit Questions(const Scene &s) {
        state = 7;
        for (int i = 0; i < count; i++) {
            x.push_back(unit() * s.side);
            y.push_back(unit() * s.side);
            float u, v, q;
            do {
                u = unit() - 0.5f;
                v = unit() - 0.5f;
                q = u * u + v * v;
            } while (q > 0.25f || q < 1e-4f);
            const float r = std::sqrt(q);
            dx.push_back(u / r);
            dy.push_back(v / r);
            windows.push_back({x[i], y[i], x[i] + window, y[i] + window});
        }
    }

  private:
    // SplitMix64, 24 bits a draw.
    float unit() {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return float((z ^ (z >> 31)) >> 40) * (1.0f / (1 << 24));
    }
    uint64_t state;
};
