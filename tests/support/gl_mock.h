// SPDX-License-Identifier: MIT
// A get_proc between the library and GL: it forces limits, records calls, checks ranges
// that Mesa would let pass, makes chosen calls fail, and counts GL objects.
//
// Entry points carry no user pointer, so one mock is in use per thread at a time.
#ifndef GL_MOCK_H
#define GL_MOCK_H

#include "gl_harness.h"

// Values that glGet* answers instead of the driver's; 0: the driver's.
struct gl_forced_limits {
    GLint uniform_alignment;
    GLint storage_alignment;
    GLint storage_block; // bytes
    GLint storage_blocks;
    GLint shader_outputs;
    GLint texture_size;
    GLint buffer_texels; // of a buffer texture
    GLint draw_buffers;
    GLint group_count;
    GLint group_size;
    GLint group_width;    // along an axis
    GLint storage_points; // binding points
    GLint shared_bytes;
    bool hardware; // the renderer is not one of those that run on the CPU
};

enum gl_fault {
    FAULT_NONE,
    FAULT_CREATE_SHADER, // gives 0
    FAULT_COMPILE,       // status false
    FAULT_CREATE_PROGRAM,
    FAULT_LINK,
    FAULT_GEN_BUFFERS, // gives names of 0
    FAULT_BUFFER_DATA, // does nothing, GL_OUT_OF_MEMORY pending
    FAULT_GEN_TEXTURES,
    FAULT_TEX_IMAGE, // does nothing, GL_OUT_OF_MEMORY pending
    FAULT_GEN_FRAMEBUFFERS,
    FAULT_FRAMEBUFFER_STATUS, // GL_FRAMEBUFFER_UNSUPPORTED
    FAULT_GEN_VERTEX_ARRAYS,
    FAULT_GEN_QUERIES,
    FAULT_GEN_SAMPLERS,
    FAULT_COUNT,
};

enum gl_kind {
    KIND_BUFFER,
    KIND_TEXTURE,
    KIND_FRAMEBUFFER,
    KIND_VERTEX_ARRAY,
    KIND_QUERY,
    KIND_SAMPLER,
    KIND_SHADER,
    KIND_PROGRAM,
    KIND_COUNT,
};

// GL_EXT_window_rectangles, which llvmpipe lacks: its state, and the rule that no draw of
// the library's may be clipped.
struct gl_windows {
    bool offered; // set before the context is created
    GLenum mode;
    GLint count;
    GLint boxes[8][4];
};

// What a device says of its subgroups, in the place of the real one. Only for limits: the
// driver has no such shaders.
struct gl_subgroups {
    bool offered; // GL_KHR_shader_subgroup, with all operations in compute shaders
    bool warps;   // and GL_NV_shader_thread_group, which is hidden otherwise
    GLint size;
    GLint warp_size;
    const char* vendor; // what GL_VENDOR says; NULL: the real one
};

// A buffer or texture that the library has made and not deleted.
struct gl_object {
    enum gl_kind kind;
    GLuint name;
    GLenum target;   // texture
    GLsizeiptr size; // buffer, bytes
    GLsizei layers;  // texture with layers
    bool scratch;    // buffer of undefined contents for GL to copy, or texture
};

// Programs with larger names are not recorded.
enum { MOCK_PROGRAMS = 2048 };

enum { MOCK_OBJECTS = 256, MOCK_BARRIERS = 4096 };

struct gl_mock {
    struct gl_harness* h;
    GladGLContext real;
    struct gl_forced_limits limits;
    struct gl_windows windows;
    struct gl_subgroups subgroups;
    const char* hidden;      // entry point that is not found
    bool hides_parallel;     // GL_KHR_ and GL_ARB_parallel_shader_compile are not listed
    const char* asked[1024]; // names that were asked for, in order, static
    uint32_t asked_count;

    enum gl_fault fault;
    uint32_t fault_at; // the call that fails, from 1
    uint32_t fault_seen;
    GLenum pending; // error of a fault, given by the next glGetError

    // NULL, or what glGetProgramiv answers for the length of a binary, and what
    // glGetProgramBinary writes: it returns the length that it reports.
    GLint (*binary_length)(void);
    GLsizei (*binary_write)(GLsizei room, void* binary);

    // How often a program answers that it is not complete yet; by name, how often each
    // one has; and how often the library asked for the result of one that was not.
    uint32_t completion_delay;
    uint8_t completion_asks[MOCK_PROGRAMS];
    uint32_t waits;
    uint32_t link_calls;
    uint32_t link_queries;      // of GL_LINK_STATUS
    uint32_t status_queries;    // of shaders and programs, but whether they are complete
    uint32_t links_unasked;     // links before the first of them
    uint32_t compiler_calls;    // that compile, link, load or ask for a status
    bool worked[MOCK_PROGRAMS]; // by name: a dispatch of any groups, or a draw

    uint32_t thread_calls; // of glMaxShaderCompilerThreadsKHR, or ARB's
    uint32_t get_error_calls;
    uint32_t get_calls; // all other glGet*, and glIs*
    uint32_t dispatch_calls;
    uint32_t empty_dispatches; // whose number of groups the GPU had made 0
    uint32_t range_calls;
    // Target of all uploads, or 0 before the first: a second one is a broken rule.
    GLenum upload_target;
    uint32_t sub_data_calls; // glBufferSubData
    GLsizeiptr sub_data_bytes;
    GLintptr count_at; // start of uniform binding 1
    uint32_t largest_groups;
    GLbitfield barriers[MOCK_BARRIERS];
    uint32_t barrier_count;
    // Where in the order of dispatches each barrier came: after this many.
    uint32_t barrier_at[MOCK_BARRIERS];

    long live[KIND_COUNT];
    struct gl_object objects[MOCK_OBJECTS];
    uint32_t object_count;

    char trouble[256]; // first broken rule
};

// h must be current. Nothing is forced and nothing fails until the test says so.
void gl_mock_open(struct gl_mock* m, struct gl_harness* h);
void gl_mock_close(struct gl_mock* m);

// For glsort_context_desc.get_proc; user is the mock.
glsort_proc gl_mock_get_proc(void* user, const char* name);

// A context through the mock; fails the test if refused.
glsort_context* gl_mock_context(struct gl_mock* m, uint32_t flags);
glsort_context* gl_mock_context_defining(struct gl_mock* m, uint32_t flags,
                                         const char* defines);

// Forgets what was recorded, keeps the objects.
void gl_mock_reset(struct gl_mock* m);

// The next fault: the `at`-th call of the kind fails.
void gl_mock_fail(struct gl_mock* m, enum gl_fault fault, uint32_t at);

// Objects of all kinds that are alive.
long gl_mock_live(const struct gl_mock* m);

// Fills all scratch memory of the library's plans with the word.
void gl_mock_poison(struct gl_mock* m, uint32_t word);

#endif
