/* SPDX-License-Identifier: MIT */

/* A scene for engines that are not written in C++, and what they answer. */
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
   frame and passes each pair of the latter, or the former if there is no narrow phase, to add. */
typedef void add_pair(void *to, uint32_t a, uint32_t b);
