// SPDX-License-Identifier: MIT
// Draws to more targets than the usual four: to eight layers of a texture, and to some
// layers beside a texture without. On a schedule of this test's own, in any state of
// blending and colour masks, and by each rule of the GL state.
#include <stdio.h>
#include <string.h>

#include "gl_dump.h"
#include "gl_suite.h"
#include "handles.h"
#include "state.h"

GL_SUITE(.no_context = true, .tests_open = true);

enum { WIDTH_LOG = 3, WIDTH = 1 << WIDTH_LOG, ROWS = 5, TEXELS = WIDTH * ROWS };

// ---- a plan by hand -------------------------------------------------------------------

struct drawing {
    struct executor executor;
    struct resources resources;
    struct schedule schedule;
    struct pool pool;
    struct pass pass;
    struct gl_state state;
    GLuint program;
};

static struct programs programs; // the program is that of shader 0

// Each target gets its number, the position, and a mark.
static GLuint make_program(uint32_t targets)
{
    char text[1024] = "";
    size_t at = 0;
    const char* version =
        harness.gles ? "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                     : "#version 330\n";
    char vertex[256];
    snprintf(vertex, sizeof vertex,
             "%svoid main() { gl_Position = vec4((gl_VertexID & 1) != 0 ? 3.0 : -1.0, "
             "(gl_VertexID & 2) != 0 ? 3.0 : -1.0, 0.0, 1.0); }\n",
             version);
    at += (size_t)snprintf(text, sizeof text, "%s", version);
    for (uint32_t i = 0; i < targets; ++i)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "layout(location = %u) out uvec4 o%u;\n", i, i);
    at += (size_t)snprintf(text + at, sizeof text - at, "void main() {\n");
    for (uint32_t i = 0; i < targets; ++i)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "o%u = uvec4(%uu, uvec2(gl_FragCoord.xy), 77u);\n", i, i);
    snprintf(text + at, sizeof text - at, "}\n");
    const char* texts[] = {vertex, text};
    GLuint program = harness.gl.CreateProgram();
    GLint linked = GL_FALSE;
    for (int i = 0; i < 2; ++i) {
        GLuint shader =
            harness.gl.CreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        harness.gl.ShaderSource(shader, 1, &texts[i], NULL);
        harness.gl.CompileShader(shader);
        harness.gl.AttachShader(program, shader);
        harness.gl.DeleteShader(shader);
    }
    harness.gl.LinkProgram(program);
    harness.gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    return program;
}

// The schedule has its scratch and d->pass its targets already.
static void open_drawing(struct drawing* d, glsort_context* c)
{
    const struct device* device = &c->device;
    struct message message;
    uint8_t objects[MAX_SCRATCH];
    glsort_pool_place(&d->pool, d->schedule.scratch, d->schedule.scratch_count, objects);
    d->schedule.passes = &d->pass;
    d->schedule.pass_count = d->schedule.pass_room = 1;
    d->schedule.params_room = 16;
    d->pass.kind = GLSORT_PASS_DRAW;
    d->pass.groups = TEXELS;
    d->pass.width_log = WIDTH_LOG;
    d->pass.params_bytes = 16;
    d->program = make_program(glsort_schedule_draw_buffers(&d->schedule));
    memset(&programs, 0, sizeof programs);
    programs.names[0][0] = d->program;
    d->executor = (struct executor){
        .device = device, .programs = &programs, .resources = &d->resources};
    const struct resources_wanted wanted = {.scratch = &d->pool,
                                            .params_bytes = 16,
                                            .run_bytes = sizeof(struct count_block),
                                            .fragment = true};
    glsort_state_save(&d->state, device, STATE_CREATION);
    assert_int_equal(
        glsort_resources_create(&d->resources, device, &wanted,
                                &(const struct call){"glsort_sort_create", &message}),
        GLSORT_OK);
    glsort_resources_fill_slots(&d->resources, &d->schedule, objects, d->executor.slots);
    assert_true(glsort_executor_make_targets(&d->executor, &d->schedule));
    glsort_state_restore(&d->state, device);
}

static void draw(struct drawing* d)
{
    const bool more = glsort_schedule_draw_buffers(&d->schedule) > USUAL_DRAW_BUFFERS;
    glsort_state_save(&d->state, d->executor.device,
                      STATE_FRAGMENT | STATE_UNIT_0 | (more ? STATE_MORE_TARGETS : 0));
    glsort_executor_start(&d->executor, &d->schedule, true, &d->state);
    glsort_executor_run_pass(&d->executor, &d->pass);
    glsort_state_restore(&d->state, d->executor.device);
}

static void close_drawing(struct drawing* d)
{
    glsort_resources_destroy(&d->resources, d->executor.device);
    harness.gl.DeleteProgram(d->program);
}

// layer: -1 for a texture without.
static void expect_target(const struct drawing* d, uint8_t slot, GLint layer,
                          uint32_t number)
{
    const GladGLContext* gl = &harness.gl;
    const GLuint name = d->executor.slots[slot].name;
    GLuint framebuffer = 0;
    uint32_t texels[TEXELS][4];
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    if (layer == -1)
        gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                                 name, 0);
    else
        gl->FramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0,
                                    layer);
    gl->ReadPixels(0, 0, WIDTH, ROWS, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    for (uint32_t i = 0; i < TEXELS; ++i) {
        const uint32_t wanted[4] = {number, i % WIDTH, i / WIDTH, 77};
        if (memcmp(texels[i], wanted, sizeof wanted) != 0)
            fail_msg("target %u, texel %u is %u %u %u %u", number, i, texels[i][0],
                     texels[i][1], texels[i][2], texels[i][3]);
    }
}

// ---- tests ----------------------------------------------------------------------------

static uint8_t open_eight(struct drawing* d, glsort_context* c)
{
    *d = (struct drawing){.schedule.uniform_alignment = 256};
    uint8_t slot = glsort_schedule_layers(&d->schedule, "layers", MAX_DRAW_BUFFERS,
                                          WIDTH_LOG, TEXELS);
    glsort_pass_bind(&d->pass, slot, USAGE_TARGET, GLSORT_WRITE, 0, 0,
                     d->schedule.scratch[0].bytes);
    open_drawing(d, c);
    return slot;
}

static bool has_eight(void)
{
    gl_suite_open(&suite);
    bool has = harness.limits.draw_buffers >= MAX_DRAW_BUFFERS;
    gl_suite_close(&suite);
    return has;
}

// Only what the lines of the targets say, if the state is not kept.
static void check_state(uint32_t rule, const struct gl_dump* initial,
                        const struct gl_dump* before)
{
    static const char* const words[] = {"target 0 ", "target 3 ", "target 4 ",
                                        "target 5 ", "target 6 ", "target 7 "};
    struct gl_dump after;
    gl_dump_take(&after, &harness);
    if (rule == GLSORT_CONTEXT_KEEPS_STATE)
        assert_true(gl_dump_equal(before, &after, NULL));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (rule == GLSORT_CONTEXT_RESETS_STATE &&
            !gl_dump_equal_in(initial, &after, words[i]))
            fail_msg("%s is not reset", words[i]);
    gl_dump_free(&after);
}

static void draw_eight(uint32_t rule)
{
    struct drawing d;
    struct gl_hostile hostile;
    struct gl_dump initial, before;
    gl_suite_open(&suite);
    glsort_context* c = gl_mock_context(&mock, rule);
    uint8_t slot = open_eight(&d, c);
    gl_dump_take(&initial, &harness);
    gl_hostile_set(&hostile, &harness);
    gl_dump_take(&before, &harness);
    draw(&d);
    check_state(rule, &initial, &before);
    harness.gl.Finish();

    // A fresh context's view of the results.
    struct gl_harness old = harness;
    gl_harness_open_as(&harness, old.api, false, &old);
    for (uint32_t i = 0; i < MAX_DRAW_BUFFERS; ++i)
        expect_target(&d, slot, (GLint)i, i);
    gl_harness_close(&harness);
    harness = old;
    assert_true(offscreen_make_current(harness.offscreen));
    gl_hostile_clear(&hostile, &harness);
    gl_dump_free(&initial);
    gl_dump_free(&before);
    close_drawing(&d);
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}

TEST(eight_targets_are_drawn_in_any_state_and_each_rule_holds_for_it)
{
    if (!has_eight())
        skip();
    draw_eight(GLSORT_CONTEXT_KEEPS_STATE);
    draw_eight(GLSORT_CONTEXT_RESETS_STATE);
    draw_eight(GLSORT_CONTEXT_CLOBBERS_STATE);
}

TEST(some_layers_are_drawn_beside_a_texture_without)
{
    struct drawing d = {.schedule.uniform_alignment = 256};
    gl_suite_open(&suite);
    glsort_context* c = gl_mock_context(&mock, 0);
    uint8_t layers = glsort_schedule_layers(&d.schedule, "layers", 6, WIDTH_LOG, TEXELS);
    uint8_t plain =
        glsort_schedule_texture(&d.schedule, "plain", FORMAT_RGBA32UI, WIDTH_LOG, TEXELS);
    glsort_pass_bind(&d.pass, layers, USAGE_TARGET, GLSORT_WRITE, 0, 0,
                     d.schedule.scratch[0].bytes);
    glsort_pass_layers(&d.pass, 3, 2);
    glsort_pass_bind(&d.pass, plain, USAGE_TARGET, GLSORT_WRITE, 2, 0,
                     d.schedule.scratch[1].bytes);
    open_drawing(&d, c);
    draw(&d);
    expect_target(&d, layers, 3, 0);
    expect_target(&d, layers, 4, 1);
    expect_target(&d, plain, -1, 2);
    close_drawing(&d);
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}
