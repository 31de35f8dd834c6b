/* SPDX-License-Identifier: MIT */

/* Daylight for C: which of these 2D shapes touch, how deep, and which way out.
 *
 * A daylight_scene holds shapes and an engine. Shapes are added as columns, moved as columns, and a call
 * of daylight_step finds all their contacts, which come back as columns, too:
 *
 *     daylight_scene s;
 *     daylight_config cfg = daylight_default();
 *     daylight_open(&cfg, &s);
 *     daylight_poses at = {.x = daylight_f64(x), .y = daylight_f64(y)};
 *     daylight_add_circles(s, n, &at, daylight_f32(radius), NULL, NULL);
 *     daylight_contacts found;
 *     for (;;) {
 *         move(x, y, n);
 *         daylight_set_poses(s, 0, n, &at);
 *         daylight_step(s, &found);
 *     }
 *     daylight_close(s);
 *
 * Status. Every call returns DAYLIGHT_OK, or says what kind of error there is; daylight_error then
 * says in words which shape it is about, what is wrong and what to do. A call that fails has changed nothing,
 * unless it says otherwise.
 *
 * Memory. The arguments of a call belong to the caller, and the call uses them only until it
 * returns. The results of a call belong to the scene and stay where they are. Contacts and changes
 * stay until the next step; hits, rows and pushes stay until the next such call on that scene. All
 * end when the scene is closed.
 *
 * Threads. One thread at a time may use a scene; different scenes are independent. A step uses several
 * threads of its own if that pays: see workers. A process that was forked must not use the
 * library, which would wait for threads that are not there: fork first, then open.
 *
 * Numbers. Positions are double, in any unit; angles are in radians, counter-clockwise. The same shapes give the
 * same contacts, to the bit, on every machine, with any kernels and number of workers. The library's
 * Go documentation (packages soa, batch, batch/query, batch/separate and batch/solver) says all of it in detail. */

#ifndef DAYLIGHT_H
#define DAYLIGHT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* DAYLIGHT_ABI changes when this header does in a way that makes old callers wrong. */
#define DAYLIGHT_ABI 3

typedef uintptr_t daylight_scene;

/* An ID names a shape as long as it exists. IDs grow in the order in which shapes are added, and their
 * indices are 0, 1, 2 and so on as long as no shape is removed. No shape has the ID 0. */
typedef uint64_t daylight_id;
#define DAYLIGHT_INDEX(id) ((uint32_t)((id) >> 32))

typedef enum {
	DAYLIGHT_OK = 0,
	DAYLIGHT_ERROR_ARGUMENT = 1, /* an argument that makes no sense */
	DAYLIGHT_ERROR_SHAPE = 2,    /* a shape that is none, or is not there */
	DAYLIGHT_ERROR_LIMIT = 3,    /* the step would take more memory, or find more pairs, than allowed */
	DAYLIGHT_ERROR_BUSY = 4,     /* another thread is using the scene */
	DAYLIGHT_ERROR_SCENE = 5,    /* no such scene, or it was closed */
	DAYLIGHT_ERROR_INTERNAL = 6  /* a fault of the library; please report it */
} daylight_status;

typedef enum {
	DAYLIGHT_NONE = 0, /* no column */
	DAYLIGHT_FLOAT64 = 1,
	DAYLIGHT_FLOAT32 = 2,
	DAYLIGHT_INT64 = 3,
	DAYLIGHT_INT32 = 4,
	DAYLIGHT_UINT32 = 5,
	DAYLIGHT_UINT8 = 6
} daylight_type;

/* A column is memory of the caller: entry i lies stride*i bytes behind data. A stride of 0 gives one value to
 * all. The zero column {0} is none. A call says how many entries it reads or, if it says so, writes. */
typedef struct {
	void *data;
	ptrdiff_t stride;
	daylight_type type;
} daylight_column;

static inline daylight_column daylight_f64(const double *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_FLOAT64};
	return c;
}
static inline daylight_column daylight_f32(const float *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_FLOAT32};
	return c;
}
static inline daylight_column daylight_i64(const int64_t *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_INT64};
	return c;
}
static inline daylight_column daylight_i32(const int32_t *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_INT32};
	return c;
}
static inline daylight_column daylight_u32(const uint32_t *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_UINT32};
	return c;
}
static inline daylight_column daylight_u8(const uint8_t *p) {
	daylight_column c = {(void *)p, sizeof *p, DAYLIGHT_UINT8};
	return c;
}

/* Poses place shapes: positions, and rotations as angles, or as their cosines and sines, or neither. */
typedef struct {
	daylight_column x, y;
	daylight_column angle;
	daylight_column cosine, sine;
} daylight_poses;

/* Attributes say which shapes may meet. Columns that are none stand for 0. Shapes of different worlds never
 * meet, nor do two that are static, nor the parts of a body other than 0. Shapes of a group other than 0 meet
 * if it is positive, and do not if it is negative; else a shape does not meet those with a category,
 * a bit (0 stands for 1), that it ignores. Sensors are found, and push nothing. The keyword static is taken. */
typedef struct {
	daylight_column world, category, ignore, group, body, is_static, sensor;
} daylight_attrs;

typedef enum {
	DAYLIGHT_PAIRS = 0,     /* bounding boxes that overlap */
	DAYLIGHT_OVERLAPS = 1,  /* which shapes touch */
	DAYLIGHT_CONTACTS = 2,  /* and how deep, and which way out */
	DAYLIGHT_MANIFOLDS = 3, /* and at which points */
	DAYLIGHT_DISTANCE = 4, /* all within the margin, and their closest points */
	DAYLIGHT_SWEPT = 5      /* and when first, while they move by their velocities */
} daylight_mode;

typedef struct {
	uint32_t abi;
	daylight_mode mode;
	double margin;         /* greatest distance that counts as a contact */
	double duration;       /* of a swept step; 0 stands for 1 */
	double period_x, period_y; /* not 0: the plane is a torus of that width and height, also for questions but daylight_cast_shapes */
	int32_t skin;          /* not 0: candidates are kept for as many steps as pays */
	int32_t workers;       /* threads a step may use; 0: one for each processor */
	uint8_t strict;        /* touching does not count */
	uint8_t canonical;     /* contacts come sorted by a, then b */
	uint8_t events;        /* see daylight_events */
	uint8_t fixed_order;   /* shapes are stored in the order in which they were added */
	uint8_t velocities;    /* shapes have velocities; set by daylight_set_velocities */
	uint8_t reserved[3];
	const char *kernels;   /* "go", "avx2", "avx512"; NULL: the fastest */
	int64_t memory_limit;  /* of a step, of questions, and of the entries of a call, each, in bytes; 0 stands for 4 GiB */
} daylight_config;

/* daylight_default is the config to begin with. */
static inline daylight_config daylight_default(void) {
	daylight_config c;
	memset(&c, 0, sizeof c);
	c.abi = DAYLIGHT_ABI;
	c.mode = DAYLIGHT_CONTACTS;
	return c;
}

/* A point of a contact, relative to the position of shape a. In manifolds, feature names the corner or
 * edge of each shape, and stays the same from step to step. */
typedef struct {
	float x, y, depth;
	uint32_t feature;
} daylight_point;

/* The contacts of a step: a[i] < b[i] touch; to move b by depth along (nx, ny) parts them. Columns
 * that the mode does not find are NULL. The second point of a manifold may be absent: feature 0. */
typedef struct {
	size_t n;
	const daylight_id *a, *b;
	const float *depth, *nx, *ny;
	const float *time;
	const daylight_point *point1, *point2;
} daylight_contacts;

/* How the contacts differ from those of the step before: pairs that begin and end, and for each contact its
 * place before, or -1. */
typedef struct {
	size_t begin, end;
	const daylight_id *begin_a, *begin_b, *end_a, *end_b;
	const int32_t *was;
} daylight_changes;

/* What a ray or a moving shape meets first; shape 0 is nothing. fraction is that of the ray or motion. */
typedef struct {
	daylight_id shape;
	double fraction, x, y;
	float nx, ny;
} daylight_hit;

/* A shape that overlaps what is asked about; it ends if that is moved by depth along (nx, ny). */
typedef struct {
	daylight_id shape;
	float depth, nx, ny;
} daylight_overlap;

/* One of the nearest shapes: the closest point of the shape is (x, y), that of the question (qx, qy). */
typedef struct {
	daylight_id shape;
	float distance, nx, ny;
	double x, y, qx, qy;
} daylight_neighbour;

/* Answers of many questions: those to question i are answers[offsets[i]] up to answers[offsets[i+1]-1]. */
typedef struct {
	size_t n;               /* questions */
	const int64_t *offsets; /* n + 1 */
	const void *answers;    /* daylight_overlap, daylight_neighbour, daylight_hit, daylight_id or uint32_t: as the call says */
} daylight_rows;

/* What questions ask. attrs are those of the questions, with an entry for each. NULL: each question is of world 0 and
 * category 1, so all shapes of world 0 answer, except shapes that ignore category 1. */
typedef struct {
	const daylight_attrs *attrs;
	double within;          /* how far away a shape may be that answers; nearest: 0 is any distance */
	uint8_t inside;         /* rays meet shapes that hold their origin */
	uint8_t ignore_sensors; /* sensors do not answer */
	uint8_t strict;         /* daylight_cast_shapes: touching is no hit, so shapes slide along others */
	const daylight_id *skip; /* for each question a shape that does not answer, or 0; NULL: all answer */
} daylight_asking;

/* The surfaces of shapes, for daylight_solve. For two shapes that touch, the friction is the square
 * root of the product of both; restitution, 0 to 1, and rolling resistance are the greater of both.
 * surface_speed is how fast the surface runs along the shape, clockwise: the top of a belt runs to
 * the right. */
typedef struct {
	daylight_column friction, restitution, rolling_resistance, surface_speed;
} daylight_materials;

/* How daylight_separate pushes shapes apart; the zero value is the default. */
typedef struct {
	int32_t iterations, static_passes;
	double relaxation, slop, max_push;
	uint8_t smooth_seams;
} daylight_separating;

typedef struct {
	int64_t contacts, overlaps, iterations;
	double deepest;
} daylight_separated;

/* How daylight_solve moves shapes for a frame of a given duration. Other fields that are 0 have defaults. */
typedef struct {
	double duration;
	int32_t sub_steps;                    /* 0 stands for 4 */
	int32_t iterations, relax_iterations; /* how often contacts are evaluated before and after shapes move */
	double slop, max_push;
	double gravity_x, gravity_y;
	double restitution, restitution_above;
	double friction, rolling_resistance;  /* they and restitution hold for all shapes, and are refused after daylight_set_materials */
	double density;                       /* not 0: masses are areas times this */
	const uint8_t *omit;                  /* an entry for each contact, not 0 where it is ignored; NULL: no contact */
	uint8_t impulses;                     /* not 0: daylight_solved has impulses */
	uint8_t no_spin;                      /* not 0: shapes do not turn */
} daylight_solving;

/* The impulse, mass times speed, that shape b received at a contact point in the frame: its parts along
 * the normal, and along the normal turned left. */
typedef struct {
	float normal, tangent;
} daylight_impulse;

/* What daylight_solve did. impulse1[i] and impulse2[i] are the impulses at the two points of contact i.
 * The step has n contacts. Both columns are NULL unless how->impulses is set. */
typedef struct {
	int64_t contacts, overlaps;
	double deepest;
	size_t n;
	const daylight_impulse *impulse1, *impulse2;
} daylight_solved;

/* Pushes of whole bodies: pair k overlaps no more once all shapes of body b[k] are moved by (x[k], y[k]), and no
 * shorter push does so. A body is a region, or all shapes of one world and body attribute, or a single shape; its name
 * is the least of its IDs. x and y are 0 if the two do not overlap. excess is 0, unless hundreds of parts lie in each
 * other: then the push is longer than the shortest by excess at most. */
typedef struct {
	size_t n;
	const daylight_id *a, *b;
	const double *x, *y, *excess;
} daylight_bodies;

/* The shortest push of each shape that has a contact, sensors excepted, out of all that it overlaps, if it alone moves.
 * left is the depth of the deepest overlap that remains after the push. */
typedef struct {
	size_t n;
	const daylight_id *id;
	const double *x, *y, *left;
} daylight_pushes;

/* Pairs that touch or overlap, decided without error. overlapping is 0 where no more than the boundaries meet. */
typedef struct {
	size_t n;
	const daylight_id *a, *b;
	const uint8_t *overlapping;
} daylight_exact_pairs;

/* The statistics of the last step. Quarantined shapes have poses that are not finite. Undecided pairs are those that
 * float32 could not decide, and float64 did. skin_age is the number of steps that the candidates are old. */
typedef struct {
	int64_t shapes, quarantined, candidates, contacts, undecided, skin_age, workers;
	const char *kernels;
} daylight_stats;

#ifndef DAYLIGHT_TYPES_ONLY

/* daylight_abi is the DAYLIGHT_ABI that the library was built with; daylight_version its release. */
uint32_t daylight_abi(void);
const char *daylight_version(void);

/* daylight_error is the text of the last error of this thread, "" if there was none. It is valid until the next
 * call of the thread. */
const char *daylight_error(void);

/* daylight_open makes a scene, daylight_close frees it and all that it gave. */
daylight_status daylight_open(const daylight_config *cfg, daylight_scene *out);
daylight_status daylight_close(daylight_scene s);

/* daylight_open_join makes a scene of the pairs between two others, such as bodies and walls, with no pairs within either. It
 * has no shapes of its own: add and move those of a and b. Steps, daylight_separate, daylight_push and
 * daylight_solve take it, with the velocities, masses and materials of both. a and b must be open; cfg.velocities is not used. */
daylight_status daylight_open_join(const daylight_config *cfg, daylight_scene a, daylight_scene b, daylight_scene *out);

/* These add n shapes each, and write their IDs to ids unless it is NULL. A box reaches hx and hy to each side of its position. A capsule is a
 * segment of twice half_length along its own x axis, grown by a radius. radius may be none where it is
 * not a circle's: then it is 0. attrs may be NULL. */
daylight_status daylight_add_circles(daylight_scene s, size_t n, const daylight_poses *at, daylight_column radius, const daylight_attrs *attrs, daylight_id *ids);
daylight_status daylight_add_boxes(daylight_scene s, size_t n, const daylight_poses *at, daylight_column hx, daylight_column hy, daylight_column radius, const daylight_attrs *attrs, daylight_id *ids);
daylight_status daylight_add_capsules(daylight_scene s, size_t n, const daylight_poses *at, daylight_column half_length, daylight_column radius, const daylight_attrs *attrs, daylight_id *ids);

/* daylight_add_polygons adds convex polygons: polygon i has the corners offsets[i] to offsets[i+1]-1 of x and y, in
 * its own coordinates if it has a pose; at may be NULL: then corners are where they are in the world. offsets has n + 1 entries. */
daylight_status daylight_add_polygons(daylight_scene s, size_t n, const daylight_poses *at, daylight_column x, daylight_column y, const int64_t *offsets, daylight_column radius, const daylight_attrs *attrs, daylight_id *ids);

/* daylight_add_region adds one polygon of any kind, concave or with holes: ring k has the points rings[k] to
 * rings[k+1]-1, the first ring is the outline and the others are holes. It has one ID, and contacts name
 * its convex parts. Each part has an ID and an index of its own: daylight_region_of tells its
 * region. */
daylight_status daylight_add_region(daylight_scene s, size_t rings, const int64_t *offsets, daylight_column x, daylight_column y, double radius, const daylight_attrs *attrs, daylight_id *id);
daylight_status daylight_region_of(daylight_scene s, size_t n, const daylight_id *parts, daylight_id *wholes);

daylight_status daylight_remove(daylight_scene s, size_t n, const daylight_id *ids);
daylight_status daylight_set_attrs(daylight_scene s, size_t n, const daylight_id *ids, const daylight_attrs *attrs);

/* daylight_count is how many shapes there are, the parts of regions counted. */
daylight_status daylight_count(daylight_scene s, size_t *n);

/* daylight_ids writes the IDs of the shapes with indices first to first+n-1, 0 where a shape was removed. */
daylight_status daylight_ids(daylight_scene s, size_t first, size_t n, daylight_id *ids);

/* These are about the shapes with indices first to first+n-1, whose entries are 0 to n-1 of columns. Entries of
 * shapes that were removed are passed over. Columns of poses and velocities that are none stay as they are;
 * daylight_get_poses and daylight_get_velocities write to the columns. Positions and angles that are not finite are
 * taken, and keep the shape out of steps until they are; cosine and sine have to be those of an angle. Inverse masses are 1 until they are set, and 0 is a shape
 * that is not pushed. */
daylight_status daylight_set_poses(daylight_scene s, size_t first, size_t n, const daylight_poses *at);
daylight_status daylight_get_poses(daylight_scene s, size_t first, size_t n, const daylight_poses *into);
daylight_status daylight_set_velocities(daylight_scene s, size_t first, size_t n, daylight_column vx, daylight_column vy, daylight_column spin);
daylight_status daylight_get_velocities(daylight_scene s, size_t first, size_t n, daylight_column vx, daylight_column vy, daylight_column spin);
daylight_status daylight_set_inverse_masses(daylight_scene s, size_t first, size_t n, daylight_column inverse_mass);

/* These are for daylight_solve. After the first call of daylight_set_materials, shapes that were not
 * set have materials of 0, and so do new shapes. An absent column changes nothing. No contact turns
 * a shape whose fixed_rotation is not 0. */
daylight_status daylight_set_materials(daylight_scene s, size_t first, size_t n, const daylight_materials *m);
daylight_status daylight_set_fixed_rotations(daylight_scene s, size_t first, size_t n, daylight_column fixed_rotation);

/* daylight_step finds the contacts of the shapes as they are; daylight_advance moves them by their velocities for a time dt first. */
daylight_status daylight_step(daylight_scene s, daylight_contacts *out);
daylight_status daylight_advance(daylight_scene s, double dt, daylight_contacts *out);

/* daylight_by_world groups the contacts of the last step by world, for many small worlds in one scene: rows
 * offsets[w] to offsets[w+1]-1 of order are the places of those of world w, for w < worlds. offsets has
 * worlds + 1 entries, order one for each contact. */
daylight_status daylight_by_world(daylight_scene s, size_t worlds, int64_t *offsets, uint32_t *order);

/* daylight_events says how the last step's contacts differ from those of the one before (cfg.events). */
daylight_status daylight_events(daylight_scene s, daylight_changes *out);

/* daylight_stats_of says what the last step did. */
daylight_status daylight_stats_of(daylight_scene s, daylight_stats *out);

/* daylight_push finds the shortest push of each shape out of all others, by the contacts of the last step, and moves nothing. */
daylight_status daylight_push(daylight_scene s, daylight_pushes *out);

/* daylight_exact finds all pairs that touch or overlap, and never decides wrongly about the shapes as they are stored: positions
 * in float64, rotations and corners in float32. A region has one row with each other shape. It needs no
 * step, and takes no torus. */
daylight_status daylight_exact(daylight_scene s, daylight_exact_pairs *out);

/* daylight_separate pushes shapes apart by the contacts of the last step, without velocities. how
 * may be NULL. */
daylight_status daylight_separate(daylight_scene s, const daylight_separating *how, daylight_separated *out);

/* daylight_solve moves and turns shapes for a frame, by their velocities, gravity and the contacts
 * of the last step: they fall, push, rub, bounce, roll and stack. The scene needs cfg.velocities,
 * DAYLIGHT_MANIFOLDS unless how has no_spin, and a margin: the distance by which shapes may approach
 * each other in a frame. out may be NULL. */
daylight_status daylight_solve(daylight_scene s, const daylight_solving *how, daylight_solved *out);

/* daylight_get_state returns the n bytes that daylight_solve keeps from frame to frame, and
 * daylight_set_state restores them. A simulation that is saved with them, its poses and its
 * velocities goes on with the same bits, if shapes are added in the same order and cfg.canonical is
 * set. */
daylight_status daylight_get_state(daylight_scene s, const uint8_t **bytes, size_t *n);
daylight_status daylight_set_state(daylight_scene s, const uint8_t *bytes, size_t n);

/* daylight_push_bodies pushes whole bodies apart by the contacts of the last step. Each two get the
 * shortest push that parts them, also if they are hooked into each other, where the pushes of their
 * parts contradict each other. how is as in daylight_separate, without smooth_seams. out gets the
 * pushes that were found; how and out may be NULL. */
daylight_status daylight_push_bodies(daylight_scene s, const daylight_separating *how, daylight_bodies *out);

/* daylight_index makes the scene ready for questions about its shapes as they are now; until it is called again,
 * questions are about what they were. ask may be NULL in all of them. */
daylight_status daylight_index(daylight_scene s);
daylight_status daylight_cast_rays(daylight_scene s, size_t n, daylight_column x, daylight_column y, daylight_column dx, daylight_column dy, const daylight_asking *ask, const daylight_hit **out);
daylight_status daylight_cast_rays_all(daylight_scene s, size_t n, daylight_column x, daylight_column y, daylight_column dx, daylight_column dy, const daylight_asking *ask, daylight_rows *hits);

/* These ask by the n shapes ids of a scene that may be another one, such as one of things to be placed. The shapes
 * themselves do not answer. daylight_cover_shapes finds the shapes (daylight_id) that hold all of each. */
daylight_status daylight_overlap_shapes(daylight_scene s, daylight_scene of, size_t n, const daylight_id *ids, const daylight_asking *ask, daylight_rows *overlaps);
daylight_status daylight_cover_shapes(daylight_scene s, daylight_scene of, size_t n, const daylight_id *ids, const daylight_asking *ask, daylight_rows *covers);
daylight_status daylight_nearest_to_shapes(daylight_scene s, daylight_scene of, size_t n, const daylight_id *ids, size_t k, const daylight_asking *ask, daylight_rows *neighbours);
daylight_status daylight_cast_shapes(daylight_scene s, daylight_scene of, size_t n, const daylight_id *ids, daylight_column dx, daylight_column dy, daylight_column turn, const daylight_asking *ask, const daylight_hit **out);
daylight_status daylight_overlap_points(daylight_scene s, size_t n, daylight_column x, daylight_column y, const daylight_asking *ask, daylight_rows *overlaps);
daylight_status daylight_overlap_boxes(daylight_scene s, size_t n, daylight_column min_x, daylight_column min_y, daylight_column max_x, daylight_column max_y, const daylight_asking *ask, daylight_rows *overlaps);
daylight_status daylight_nearest_to_points(daylight_scene s, size_t n, daylight_column x, daylight_column y, size_t k, const daylight_asking *ask, daylight_rows *neighbours);

/* daylight_within_distance lists for each shape, by index, the indices (uint32_t) of the others that are no
 * farther away than distance, between shapes or, if centres is not 0, between positions. It calls
 * daylight_index. walls is 0 or another scene, for which daylight_index was called. With walls, it
 * lists only shapes in sight: no shape of walls lies between the two positions. */
daylight_status daylight_within_distance(daylight_scene s, double distance, int centres, daylight_scene walls, daylight_rows *indices);

#endif /* DAYLIGHT_TYPES_ONLY */

#ifdef __cplusplus
}
#endif
#endif
