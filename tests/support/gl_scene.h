// SPDX-License-Identifier: MIT
// Trials of engines: a picture of translucent points or triangles, drawn once by an order
// of the library and once by a sort on the CPU, has the same pixels on every API. The
// camera looks along -z, and positions are multiples of 1/64, so that depths are exact
// and both agree on ties.
#ifndef GL_SCENE_H
#define GL_SCENE_H

#include <glsort/glsort_draw.h>

#include "gl_suite.h"

enum { SCENE_SIDE = 48, SCENE_BYTES = SCENE_SIDE * SCENE_SIDE * 4 };

// All versions at which the library works in another way.
enum { SCENE_APIS = GL_API_ALL & ~(1 << GL_API_33_COMPAT) };

struct gl_scene {
    struct gl_harness* h;
    GLuint program;
    GLuint vertices; // vertex array: 0 position, 1 colour, 2 size of points
    GLuint target, framebuffer;
    glsort_order_view view; // what runs take
};

// A program of GLSL 3.30 or GLSL ES 3.00, without the line of the version.
GLuint gl_program(struct gl_harness* h, const char* vertex, const char* fragment);

void gl_scene_open(struct gl_scene* s, struct gl_harness* h);
void gl_scene_close(struct gl_scene* s);

// Attribute `at` is in a buffer; without one it is a constant.
void gl_scene_attribute(struct gl_scene* s, GLuint at, GLint components, GLenum type,
                        GLuint buffer, size_t stride, size_t offset);

struct gl_scene_draw {
    GLenum mode;
    GLuint order; // the element buffer
    size_t offset;
    uint32_t count;
    GLuint command; // not 0: of an indirect draw, which replaces offset and count
};

// A picture of this draw alone. 0xFFFFFFFF is primitive restart, as engines have it that
// draw all indices.
void gl_scene_show(struct gl_scene* s, const struct gl_scene_draw* draw, uint8_t* pixels);

// True where indirect draws exist: the one case in which the programs differ by API,
// which is a row of the table in glsort_draw.h.
bool gl_scene_has_indirect_draws(const struct gl_scene* s);

// The depths of the elements, NaN for those that are not drawn: writes the numbers of the
// others, and returns how many there are. sorts: from far to near, equal ones in their
// order; otherwise all in their order.
uint32_t gl_scene_list(const double* depths, uint32_t count, bool sorts, uint32_t* order);
// Depth of a position, as the camera has it.
double gl_scene_depth(const float* position);

// A multiple of 1/64 between -limit and limit.
float gl_scene_coordinate(uint64_t* seed, float limit);
// Red, green, blue and alpha.
uint32_t gl_scene_colour(uint64_t* seed);

// How an engine draws what it has.
struct gl_trial {
    void (*by_cpu)(struct gl_scene* s, const void* engine, bool sorts, uint8_t* pixels);
    void (*by_library)(struct gl_scene* s, const void* engine, glsort_backend backend,
                       uint8_t* pixels);
};

// The pictures by both backends are that of a sort on the CPU, which is another than
// without a sort.
void gl_scene_expect(struct gl_scene* s, const struct gl_trial* trial,
                     const void* engine);

#endif
