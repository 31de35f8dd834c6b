// SPDX-License-Identifier: MIT

#include "foreign.hpp"

// The functions of grid.c.
extern "C" {
void *grid_new(const columns *);
void grid_frame(void *);
void grid_answer(void *, int counts[2], add_pair *add, void *to);
}

int main(int argc, char **argv) {
    return run_all(argc, argv, {{"grid", "grid.c", "step", "a counting sort into cells as wide as the widest shape, neighbours, separating axes", true,
                                 foreign({grid_new, grid_frame, grid_answer, nullptr, false})}});
}
