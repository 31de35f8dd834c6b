// SPDX-License-Identifier: MIT

#include "foreign.hpp"

// The functions of rust/src/lib.rs.
extern "C" {
void *rapier_new(const columns *);
void *parry_new(const columns *);
void *bvh_new(const columns *);
void *rstar_new(const columns *);
void rust_frame(void *);
void rust_answer(void *, int counts[2], add_pair *add, void *to);
void rust_drop(void *);
}

int main(int argc, char **argv) {
    const auto with = [](void *(*make)(const columns *), bool broad) { return foreign({make, rust_frame, rust_answer, rust_drop, broad}); };
    return run_all(argc, argv,
                   {{"rapier2d", "0.36.1", "step", "detect_collisions, colliders without bodies, no prediction", true, with(rapier_new, false)},
                    {"parry2d", "0.31.1", "step", "Bvh moved, optimised and traversed against itself; boxes by parry's separating axes", true, with(parry_new, false)},
                    {"parry2d/bvh", "0.31.1", "broadphase", "the same tree, given tight boxes", true, with(bvh_new, true)},
                    {"rstar", "0.14.0", "broadphase", "bulk loaded, joined with itself", true, with(rstar_new, true)}});
}
