/* SPDX-License-Identifier: MIT */

/* A plain uniform grid, an afternoon's work. A counting sort puts shapes into cells as wide as the
   widest shape. Separating axes compare each shape with its own cell and four neighbours. */
#include <math.h>
#include <stdlib.h>
#include <xmmintrin.h>

#include "columns.h"

struct body { float x, y, c, s, a, b; uint32_t id; int form; };
struct outline { int corners, normals; float radius, v[8][2], n[8][2]; }; /* a circle has one corner */
struct contact { uint32_t a, b; float depth, nx, ny; };
struct grid {
    const struct columns *in;
    float size;
    int wide, cells, *cell, *start, *near, candidates, found, room;
    struct body *given, *body;      /* as given, and in the order of cells */
    __m128 *box, *sorted;           /* min x, min y, -max x, -max y */
    struct outline *local, *turned; /* as given; NULL if all are boxes */
    struct contact *contacts;
};

static float along(const struct outline *o, float nx, float ny) {
    float most = o->v[0][0] * nx + o->v[0][1] * ny;
    for (int k = 1; k < o->corners; k++) most = fmaxf(most, o->v[k][0] * nx + o->v[k][1] * ny);
    return most + o->radius;
}

/* The separation of two boxes, and the normal from a to b. */
static float boxes(const struct body *a, const struct body *b, float n[2]) {
    float dx = b->x - a->x, dy = b->y - a->y, c = fabsf(a->c * b->c + a->s * b->s), s = fabsf(a->c * b->s - a->s * b->c);
    float p[4] = {dx * a->c + dy * a->s, dy * a->c - dx * a->s, dx * b->c + dy * b->s, dy * b->c - dx * b->s};
    float q[4] = {fabsf(p[0]) - a->a - b->a * c - b->b * s, fabsf(p[1]) - a->b - b->a * s - b->b * c,
                  fabsf(p[2]) - b->a - a->a * c - a->b * s, fabsf(p[3]) - b->b - a->a * s - a->b * c};
    int k = q[1] > q[0], m = 2 + (q[3] > q[2]);
    k = q[m] > q[k] ? m : k;
    const struct body *of = k < 2 ? a : b;
    float sign = p[k] < 0 ? -1 : 1;
    n[0] = sign * (k & 1 ? -of->s : of->c), n[1] = sign * (k & 1 ? of->c : of->s);
    return q[k];
}

/* The same of circles and polygons. */
static float outlines(const struct outline *a, const struct outline *b, float dx, float dy, float n[2]) {
    float best = -INFINITY, nearest = INFINITY, axis[17][2] = {{1, 0}};
    int axes = 0;
    if (a->normals == 0 || b->normals == 0) { /* also from the nearest corner to the centre of a circle */
        for (int i = 0; i < a->corners; i++)
            for (int k = 0; k < b->corners; k++) {
                float x = dx + b->v[k][0] - a->v[i][0], y = dy + b->v[k][1] - a->v[i][1], r = sqrtf(x * x + y * y);
                if (r > 0 && r < nearest) nearest = r, axis[0][0] = x / r, axis[0][1] = y / r;
            }
        axes = 1;
    }
    for (int k = 0; k < a->normals; k++, axes++) axis[axes][0] = a->n[k][0], axis[axes][1] = a->n[k][1];
    for (int k = 0; k < b->normals; k++, axes++) axis[axes][0] = -b->n[k][0], axis[axes][1] = -b->n[k][1];
    for (int k = 0; k < axes && best <= 0; k++) {
        float x = axis[k][0], y = axis[k][1], q = dx * x + dy * y - along(a, x, y) - along(b, -x, -y);
        if (q > best) best = q, n[0] = x, n[1] = y;
    }
    return best;
}

/* Turns a shape, and returns half the extents of its AABB. */
static void turn(struct grid *g, const struct body *b, float *w, float *h) {
    *w = *h = b->a;
    if (b->form == box_form) *w = fabsf(b->c) * b->a + fabsf(b->s) * b->b, *h = fabsf(b->s) * b->a + fabsf(b->c) * b->b;
    if (!g->local) return;
    const struct outline *l = &g->local[b->id];
    struct outline *t = &g->turned[b->id];
    for (int k = 0; k < l->normals; k++) {
        t->v[k][0] = b->c * l->v[k][0] - b->s * l->v[k][1], t->v[k][1] = b->s * l->v[k][0] + b->c * l->v[k][1];
        t->n[k][0] = b->c * l->n[k][0] - b->s * l->n[k][1], t->n[k][1] = b->s * l->n[k][0] + b->c * l->n[k][1];
    }
    if (b->form == polygon_form) *w = fmaxf(along(t, 1, 0), along(t, -1, 0)), *h = fmaxf(along(t, 0, 1), along(t, 0, -1));
}

void grid_frame(void *of) {
    struct grid *g = of;
    const struct columns *in = g->in;
    for (int k = 0; k <= g->cells; k++) g->start[k] = 0;
    for (int i = 0; i < in->n; i++) {
        struct body b = {in->x[i], in->y[i], cosf(in->theta[i]), sinf(in->theta[i]), in->s1[i], in->s2[i], i, in->form[i]};
        float w, h;
        turn(g, &b, &w, &h);
        g->given[i] = b;
        g->box[i] = _mm_setr_ps(b.x - w, b.y - h, -b.x - w, -b.y - h);
        g->cell[i] = ((int)(b.y / g->size) + 1) * g->wide + (int)(b.x / g->size) + 1;
        g->start[g->cell[i] + 1]++;
    }
    for (int k = 0; k < g->cells; k++) g->start[k + 1] += g->start[k];
    for (int i = in->n - 1; i >= 0; i--) { /* after that start[k + 1] is where cell k begins */
        int to = --g->start[g->cell[i] + 1];
        g->sorted[to] = g->box[i], g->body[to] = g->given[i];
    }
    const int *start = g->start + 1;
    g->candidates = g->found = 0;
    for (int c = g->wide; c < g->cells - g->wide; c++)
        for (int i = start[c]; i < start[c + 1]; i++) {
            int m = 0, from[2] = {i + 1, start[c + g->wide - 1]}, to[2] = {start[c + 2], start[c + g->wide + 2]};
            const __m128 b = g->sorted[i], ends = _mm_sub_ps(_mm_setzero_ps(), _mm_shuffle_ps(b, b, 0x4E)); /* max x, max y, -min x, -min y */
            for (int r = 0; r < 2; r++)
                for (int j = from[r]; j < to[r]; j++) { /* no branch to foresee */
                    g->near[m] = j;
                    m += _mm_movemask_ps(_mm_cmple_ps(g->sorted[j], ends)) == 15;
                }
            g->candidates += m;
            if (g->found + m > g->room) g->contacts = realloc(g->contacts, (g->room = 2 * (g->found + m)) * sizeof *g->contacts);
            for (int k = 0; k < m; k++) {
                const struct body *p = &g->body[i], *q = &g->body[g->near[k]];
                float n[2] = {1, 0}, apart = p->form == box_form && q->form == box_form ? boxes(p, q, n)
                    : outlines(&g->turned[p->id], &g->turned[q->id], q->x - p->x, q->y - p->y, n);
                g->contacts[g->found] = (struct contact){p->id, q->id, -apart, n[0], n[1]};
                g->found += apart <= 0;
            }
        }
}

#define room_for(p, n) ((p) = calloc((n), sizeof *(p)))

void *grid_new(const struct columns *in) {
    struct grid *g;
    int n = in->n, only_boxes = 1;
    room_for(g, 1)->in = in;
    room_for(g->cell, n), room_for(g->near, n + 1), room_for(g->given, n), room_for(g->body, n), room_for(g->box, n), room_for(g->sorted, n);
    for (int i = 0; i < n; i++) {
        g->size = fmaxf(g->size, 2.001f * (in->form[i] == box_form ? hypotf(in->s1[i], in->s2[i]) : in->s1[i]));
        only_boxes &= in->form[i] == box_form;
    }
    g->wide = (int)(in->side / g->size) + 3; /* one more on either side */
    g->cells = g->wide * g->wide;
    room_for(g->start, g->cells + 3);
    if (only_boxes) return g;
    room_for(g->local, n), room_for(g->turned, n);
    for (int i = 0; i < n; i++) {
        struct outline *o = &g->local[i];
        float a = in->s1[i], b = in->s2[i];
        int box = in->form[i] == box_form; /* its corners and edges begin at the right */
        o->corners = box ? 4 : in->form[i] == circle_form ? 1 : in->sides[i];
        o->normals = o->corners > 1 ? o->corners : 0;
        o->radius = o->corners > 1 ? 0 : a;
        for (int k = 0; k < o->normals; k++) {
            double corner = 2 * M_PI * k / o->corners, edge = corner + (box ? 0 : M_PI / o->corners);
            o->v[k][0] = box ? (k == 0 || k == 3 ? a : -a) : a * cos(corner), o->v[k][1] = box ? (k < 2 ? b : -b) : a * sin(corner);
            o->n[k][0] = cos(edge), o->n[k][1] = sin(edge);
        }
        g->turned[i] = *o;
    }
    return g;
}

void grid_answer(void *of, int counts[2], add_pair *add, void *to) {
    struct grid *g = of;
    counts[0] = g->candidates, counts[1] = g->found;
    for (int k = 0; k < g->found; k++) add(to, g->contacts[k].a, g->contacts[k].b);
}
