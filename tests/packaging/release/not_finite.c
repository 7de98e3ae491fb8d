// SPDX-License-Identifier: MIT
// For a library that was compiled with -ffast-math: what is not finite is refused all the
// same, and what is finite has the parameters that it has without the flag.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <glsort/glsort_draw.h>

#define main first_sort_main
#include "first_sort.c" // for its GL context
#undef main

enum { COUNT = 3 };

static const uint32_t odd_bits[] = {0x7FC00000u, 0xFFC00000u, 0x7F800000u, 0xFF800000u};
static int failures;

static void expect(const char* what, glsort_result got, glsort_result wanted)
{
    if (got == wanted)
        return;
    fprintf(stderr, "%s: %s instead of %s\n", what, glsort_result_name(got),
            glsort_result_name(wanted));
    failures++;
}

static GLuint make_buffer(GLsizeiptr bytes, const void* data)
{
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, bytes, data, GL_STATIC_DRAW);
    return name;
}

static glsort_order_args good_args(void)
{
    static const float positions[3 * COUNT] = {0, 0, 0.1f, 0, 0, 0.3f, 0, 0, 0.2f};
    static GLuint buffers[2];
    glsort_order_args args;
    int i;
    if (buffers[0] == 0) {
        buffers[0] = make_buffer(sizeof positions, positions);
        buffers[1] = make_buffer(4 * COUNT, NULL);
    }
    memset(&args, 0, sizeof args);
    args.count = COUNT;
    args.positions.name = buffers[0];
    args.order_out.name = buffers[1];
    args.key_far = 1.0f;
    args.views[0].axis[2] = 1.0f;
    for (i = 0; i < 16; i += 5)
        args.views[0].clip[i] = 1.0f;
    return args;
}

static void try_runs(glsort_plan* plan)
{
    static const uint32_t wanted[COUNT] = {1, 2, 0};
    glsort_order_args args = good_args();
    uint32_t got[COUNT] = {0, 0, 0};
    size_t at, bad;
    expect("finite", glsort_order_run(plan, &args), GLSORT_OK);
    glBindBuffer(GL_ARRAY_BUFFER, args.order_out.name);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof got, got);
    if (memcmp(got, wanted, sizeof got) != 0) {
        fprintf(stderr, "wrong order: %u %u %u\n", got[0], got[1], got[2]);
        failures++;
    }
    for (bad = 0; bad < sizeof odd_bits / sizeof *odd_bits; bad++) {
        float* fields[6];
        args = good_args();
        fields[0] = &args.views[0].origin[1];
        fields[1] = &args.views[0].axis[1];
        fields[2] = &args.views[0].clip[2];
        fields[3] = &args.radius;
        fields[4] = &args.key_near;
        fields[5] = &args.key_far;
        for (at = 0; at < 6; at++) {
            args = good_args();
            memcpy(fields[at], &odd_bits[bad], sizeof(float));
            expect("a run", glsort_order_run(plan, &args), GLSORT_ERROR_RANGE);
        }
    }
    args = good_args();
    args.key_far = 3e38f;
    args.key_near = -3e38f;
    expect("a range above the largest float", glsort_order_run(plan, &args),
           GLSORT_ERROR_RANGE);
}

static void try_views(void)
{
    static const float projection[16] = {4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1};
    float view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    glsort_order_view out;
    size_t bad;
    expect("a finite view", glsort_order_view_from(view, NULL, 0, &out), GLSORT_OK);
    for (bad = 0; bad < sizeof odd_bits / sizeof *odd_bits; bad++) {
        memcpy(&view[12], &odd_bits[bad], sizeof(float));
        expect("a view", glsort_order_view_from(view, NULL, 0, &out), GLSORT_ERROR_RANGE);
    }
    view[12] = 3e38f; // its product with the projection is no float
    expect("a product", glsort_order_view_from(view, projection, 0, &out),
           GLSORT_ERROR_RANGE);
}

int main(void)
{
    glsort_context_desc gl;
    glsort_order_desc desc;
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    memset(&gl, 0, sizeof gl);
    memset(&desc, 0, sizeof desc);
    desc.max_count = COUNT;
    desc.key_bits = 16;
    desc.cull = GLSORT_CULL_FRUSTUM;
    desc.flags = GLSORT_ORDER_FILLS_REST;
    desc.position.format = GLSORT_POSITION_F32;
    if (!open_context() || glsort_context_create(&gl, &context) != GLSORT_OK ||
        glsort_order_create(context, &desc, &plan) != GLSORT_OK) {
        fprintf(stderr, "no plan: %s\n", glsort_last_error(context));
        return 1;
    }
    try_runs(plan);
    try_views();
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return failures != 0;
}
