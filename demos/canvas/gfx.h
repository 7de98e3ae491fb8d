// SPDX-License-Identifier: MIT
// Small helpers over GL 3.3 core, and 4.3 where there is compute. Include this instead of
// a GL header.
#ifndef DEMO_GFX_H
#define DEMO_GFX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GL_GLEXT_PROTOTYPES // libOpenGL has the functions of all versions
#include <GL/glcorearb.h>

// For the GL context that is current; false and a sentence if it has less than GL 3.3.
bool gfx_load(char* message);
bool gfx_has_compute(void);
// Messages of the driver so far that tell of a fault: 0 in a sound program. Counted where
// KHR_debug is there. The first is kept, "" if there is none.
uint32_t gfx_fault_count(void);
const char* gfx_first_fault(void);

// ---- programs. Texts come without a #version line. 0 and a sentence on failure.

// The shaders of a program, each as a list of texts that are joined; a NULL ends a list,
// and a stage without a list is left out.
struct gfx_shaders {
    int version; // 330 or 430
    const char* const* vertex;
    const char* const* fragment;
    const char* const* compute;
    const char* const* outputs; // that transform feedback captures, interleaved
};
uint32_t gfx_program_of(const struct gfx_shaders* shaders, char* message);
#define GFX_TEXTS(...) ((const char* const[]){__VA_ARGS__, NULL})

// One text a shader, of version 3.30.
uint32_t gfx_program(const char* vertex, const char* fragment, char* message);
// With outputs as above, and no fragment shader.
uint32_t gfx_feedback_program(const char* vertex, const char* const* outputs,
                              char* message);

// Uses the program and sets a uniform; a name that the program lacks is left alone.
void gfx_set_float(uint32_t program, const char* name, float value);
void gfx_set_int(uint32_t program, const char* name, int value); // samplers too
void gfx_set_uint(uint32_t program, const char* name, uint32_t value);
void gfx_set_vec4(uint32_t program, const char* name, const float value[4]);
void gfx_set_mat4(uint32_t program, const char* name, const float* columns);
void gfx_bind_texture(uint32_t unit, uint32_t texture); // 2-D

// A triangle over the whole viewport. The vertex shader makes it from gl_VertexID; this
// text does so and outputs vec2 uv, 0 to 1.
extern const char gfx_screen_vertex[];
void gfx_draw_screen(uint32_t program);

// ---- buffers of bytes
uint32_t gfx_buffer(size_t bytes, const void* data); // data may be NULL
void gfx_buffer_write(uint32_t buffer, size_t first, size_t bytes, const void* data);
// Waits for the GPU.
void gfx_buffer_read(uint32_t buffer, size_t first, size_t bytes, void* data);
void gfx_buffer_delete(uint32_t* buffer); // and sets it to 0

// ---- textures, 2-D, one level
enum gfx_format { GFX_RGBA8, GFX_RGBA16F, GFX_RGBA32F, GFX_R32F, GFX_R32UI };
uint32_t gfx_texture(int width, int height, enum gfx_format format, bool smooth,
                     const void* data);
void gfx_texture_delete(uint32_t* texture);

// ---- something to draw to
struct gfx_target {
    uint32_t frame;
    uint32_t texture;
    int width;
    int height;
};
// Makes it, or makes it anew if it had another size. False and a sentence if the device
// cannot. What was bound stays bound.
bool gfx_target_fit(struct gfx_target* target, int width, int height,
                    enum gfx_format format, char* message);
void gfx_target_destroy(struct gfx_target* target);
// Binds the frame (0 is the window's) and sets the viewport to all of it.
void gfx_bind(uint32_t frame, int width, int height);
// RGBA, the top row first.
void gfx_read_pixels(int width, int height, uint8_t* rgba);

#endif
