// SPDX-License-Identifier: MIT

// Flags, the clock and the lines of JSON, the same for every driver; bench/peers/go
// says what the fields mean.
#pragma once

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

// A Peer is one way to use one library, on a scene of its own. Its constructor takes
// the scene and sets the library up.
struct Peer {
    virtual ~Peer() = default;
    virtual void prepare() {} // before each frame, not timed
    virtual void frame() = 0; // timed
    virtual Found count() = 0; // after a frame, not timed
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
