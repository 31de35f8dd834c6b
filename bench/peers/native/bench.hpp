// SPDX-License-Identifier: MIT

// Flags, the clock and the lines of JSON, the same for every driver; bench/peers/go
// says what the fields mean.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scene.hpp"

constexpr int unknown = -1;

// Found is what a frame found; what the library does not tell is unknown.
struct Found {
    int candidates, contacts;
};

using Pairs = std::vector<std::pair<int, int>>;

// PairSum is the checksum of a set of contacts, whatever their order; bench/peer.go defines it.
struct PairSum {
    uint64_t all = 0;
    void add(uint64_t a, uint64_t b) {
        uint64_t x = std::min(a, b) << 32 | std::max(a, b);
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        all += x ^ x >> 31;
    }
};

// A Peer is one way to use one library, on a scene of its own. Its constructor takes
// the scene and sets the library up.
struct Peer {
    virtual ~Peer() = default;
    virtual void prepare() {} // before each frame, not timed
    virtual void frame() = 0; // timed
    virtual Found count() = 0; // after a frame, not timed
    virtual bool sum(PairSum &) { return false; } // adds its contacts, if it tells them
};

struct Entry {
    const char *engine, *version, *phase, *note;
    bool circles; // it has them
    std::function<std::unique_ptr<Peer>(Scene &)> make;
};

// run_all measures the entries as the command line says and returns the exit code.
int run_all(int argc, char **argv, const std::vector<Entry> &entries);

template <typename T> std::function<std::unique_ptr<Peer>(Scene &)> maker() {
    return [](Scene &s) { return std::unique_ptr<Peer>(new T(s)); };
}
