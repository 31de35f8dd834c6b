/* SPDX-License-Identifier: MIT */

/* A scene for engines that are not written in C++, and the callback for their answers. */
#pragma once

#include <stdint.h>

enum { circle_form, box_form, polygon_form };

struct columns {
    int n;
    float side; /* of the world */
    const float *x, *y, *theta, *s1, *s2;
    const uint8_t *form, *sides;
    const float (*boxes)[4]; /* min x, min y, max x, max y; in the phase broadphase alone */
};

/* An engine reads the columns anew in each frame. Answer counts candidates and contacts of the last
   frame. It passes each contact to add, or each candidate if there is no narrow phase. */
typedef void add_pair(void *to, uint32_t a, uint32_t b);
