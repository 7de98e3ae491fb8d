// SPDX-License-Identifier: MIT
// Runs the code of docs/integration.md, docs/recipes.md and examples/recipes:
//
//   run_integration gl4.3|gl3.3|gles3.2|gles3.0
//
// Each kind of context needs a process of its own; the code that needs less than GL 4.3
// runs in each kind that has what it needs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

#include "integration.h"
#define EXAMPLES_RECIPE_H // docs/integration.md has what recipe.h has
#include "recipes.h"
#include "recipes/cloud_levels.c"
#include "recipes/emitters.c"
#include "recipes/fragment_lists.c"
#include "recipes/gather.c"
#include "recipes/mesh.c"
#include "recipes/moving.c"
#include "recipes/no_compute.c"
#include "recipes/programs.c"
#include "recipes/shared_contexts.c"
#include "recipes/textures.c"

enum { COUNT = 7, VISIBLE = 4, SIZE = 65 };

static struct offscreen* gl;
static int faults;

// Goes on after a fault, so that all are seen.
#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition);              \
            ++faults;                                                                    \
        }                                                                                \
    } while (0)

static void read_words(GLuint buffer, GLuint* words, unsigned count)
{
    const GLsizeiptr bytes = (GLsizeiptr)(count * sizeof *words);
    const void* there;
    memset(words, 0, (size_t)bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    there = glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (there)
        memcpy(words, there, (size_t)bytes);
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static int same_words(GLuint buffer, const GLuint* expected, unsigned count)
{
    GLuint words[64];
    int same = 1;
    unsigned i;
    read_words(buffer, words, count);
    for (i = 0; i < count; ++i) {
        if (words[i] != expected[i]) {
            fprintf(stderr, "word %u is %u, not %u\n", i, words[i], expected[i]);
            same = 0;
        }
    }
    return same;
}

static unsigned seen_at(int x, int y)
{
    GLubyte pixel[4] = {0, 0, 0, 0};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0];
}

// Of texts that need GLSL 3.30 or GLSL ES 3.00, without the line that says so.
static GLuint program_of(const char* vertex, const char* fragment, const char* captured)
{
    const char* version = (const char*)glGetString(GL_VERSION);
    const char* line =
        strstr(version, "OpenGL ES") ? "#version 300 es\n" : "#version 330\n";
    char texts[2][1024];
    snprintf(texts[0], sizeof texts[0], "%s%s", line, vertex);
    snprintf(texts[1], sizeof texts[1], "%s%s", line, fragment);
    return stage_program(texts[0], texts[1], captured);
}

// Gives every particle its index as shade, all in one pixel.
static GLuint shade_program(void)
{
    return program_of("flat out highp float shade;\n"
                      "void main()\n"
                      "{\n"
                      "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                      "    gl_PointSize = 1.0;\n"
                      "    shade = float(gl_VertexID) / 255.0;\n"
                      "}\n",
                      "flat in highp float shade;\n"
                      "out highp vec4 color;\n"
                      "void main() { color = vec4(shade, shade, shade, 1.0); }\n",
                      NULL);
}

// Those that are not to be seen are old as well.
static const struct particle all[COUNT] = {
    {{0.0f, 0.0f, -2.5f}, 0.1f, {0.0f, 0.0f, 0.0f}, 0.0f},
    {{0.1f, 0.0f, -9.0f}, 0.1f, {0.0f, 0.0f, 0.0f}, 0.0f},
    {{0.0f, 0.0f, 0.2f}, 0.0f, {0.0f, 0.0f, 0.0f}, 2.0f}, // behind the camera
    {{0.0f, 0.0f, -1.0f}, 0.1f, {0.0f, 0.0f, 0.0f}, 0.0f},
    {{0.0f, 0.0f, 3.0f}, 0.1f, {0.0f, 0.0f, 0.0f}, 2.0f}, // likewise
    {{0.0f, -0.1f, -4.0f}, 0.1f, {0.0f, 0.0f, 0.0f}, 0.0f},
    {{50.0f, 0.0f, -2.0f}, 0.1f, {0.0f, 0.0f, 0.0f}, 2.0f}, // far to the right
};
static const GLuint wanted[VISIBLE] = {1, 5, 0, 3};

#define EXPECT_WORDS(BUFFER, ...)                                                        \
    do {                                                                                 \
        static const GLuint words_[] = {__VA_ARGS__};                                    \
        CHECK(same_words(BUFFER, words_, sizeof words_ / sizeof words_[0]));             \
    } while (0)

// Looks along -z, with a field of view of 90 degrees, from a half to 100.
static const struct camera camera = {{0.0f, 0.0f, 0.0f},
                                     {0.0f, 0.0f, -1.0f},
                                     {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f,
                                      0.0f, 0.0f, -1.01f, -1.0f, 0.0f, 0.0f, -1.005f,
                                      0.0f}};

static glsort_context* make_context(void)
{
    glsort_context* context;
    glsort_context_desc desc;

    memset(&desc, 0, sizeof desc);
    if (glsort_context_create(&desc, &context) == GLSORT_OK)
        return context;
    fprintf(stderr, "no glsort context\n");
    exit(1);
}

static void write_to(GLuint buffer, size_t bytes, const void* data)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)bytes, data);
}

// Filled, and with words in its outputs that are not those wanted.
static struct smoke make_smoke(glsort_context* context)
{
    static const GLuint count = COUNT, nothing[COUNT] = {9, 9, 9, 9, 9, 9, 9};
    struct smoke smoke;
    CHECK(smoke_create(&smoke, context, COUNT));
    write_to(smoke.particles, sizeof all, all);
    write_to(smoke.alive, sizeof count, &count);
    write_to(smoke.indices, sizeof nothing, nothing);
    write_to(smoke.command, 5 * sizeof(GLuint), nothing);
    return smoke;
}

static void expect_order(const struct smoke* smoke)
{
    CHECK(same_words(smoke->indices, wanted, VISIBLE));
    EXPECT_WORDS(smoke->command, VISIBLE, 1, 0, 0, 0);
}

static void delete_smoke(const struct smoke* smoke)
{
    const GLuint buffers[4] = {smoke->particles, smoke->alive, smoke->indices,
                               smoke->command};
    glsort_plan_destroy(smoke->order);
    glDeleteBuffers(4, buffers);
}

static glsort_order_args args_of(const struct smoke* smoke)
{
    glsort_order_args args;
    memset(&args, 0, sizeof args);
    args.positions.name = args.radii.name = smoke->particles;
    args.count_in.name = smoke->alive;
    args.views[0] = view_of(&camera);
    args.order_out.name = smoke->indices;
    args.command_out.name = smoke->command;
    return args;
}

// The particles that a frustum shows, without radii.
static glsort_order_desc culled(void)
{
    glsort_order_desc what;
    memset(&what, 0, sizeof what);
    what.max_count = COUNT;
    what.position.stride = sizeof(struct particle);
    what.cull = GLSORT_CULL_FRUSTUM;
    return what;
}

static void order_otherwise(struct smoke* smoke, glsort_context* context,
                            const glsort_order_desc* what)
{
    glsort_plan_destroy(smoke->order);
    CHECK(glsort_order_create(context, what, &smoke->order) == GLSORT_OK);
}

// ---- with compute shaders

static void the_frame_draws_what_is_visible_back_to_front(glsort_context* context)
{
    const struct smoke smoke = make_smoke(context);
    GLboolean writes_depth = GL_FALSE;
    glUseProgram(shade_program());
    smoke_draw(&smoke, &camera);
    expect_order(&smoke);
    CHECK(seen_at(SIZE / 2, SIZE / 2) == wanted[VISIBLE - 1]);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &writes_depth);
    CHECK(writes_depth && !glIsEnabled(GL_BLEND));
    delete_smoke(&smoke);
}

static void quads_are_drawn_where_the_visible_particles_are(glsort_context* context)
{
    struct smoke smoke = make_smoke(context);
    glsort_order_args args = args_of(&smoke);
    const float unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    GLuint program =
        stage_program(quad_vertex,
                      "#version 430\n"
                      "in vec2 corner;\n"
                      "out vec4 color;\n"
                      "void main() { color = vec4(abs(corner.x) <= 1.0); }\n",
                      NULL);
    glsort_order_desc what = culled();
    what.count_source = GLSORT_COUNT_FROM_BUFFER;
    smoke_is_quads(&what);
    order_otherwise(&smoke, context, &what);
    args.radii.name = 0;
    CHECK(glsort_order_run(smoke.order, &args) == GLSORT_OK);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(program);
    glUniformMatrix4fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, unit);
    glUniformMatrix4fv(glGetUniformLocation(program, "projection"), 1, GL_FALSE,
                       camera.to_clip);
    smoke_draw_quads(program, &smoke);
    EXPECT_WORDS(smoke.command, 4, VISIBLE, 0, 0);
    CHECK(seen_at(SIZE / 2, SIZE / 2) == 255);
    // The nearest one is a tenth of the picture wide and high.
    CHECK(seen_at(SIZE / 2 + 2, SIZE / 2 + 2) == 255);
    CHECK(seen_at(SIZE / 2 + 4, SIZE / 2 + 4) == 0);
    delete_smoke(&smoke);
    glDeleteProgram(program);
}

static void particles_are_gathered_in_their_order(glsort_context* context)
{
    struct smoke smoke = make_smoke(context);
    struct particle drawn[COUNT];
    glsort_order_desc what = culled();
    glsort_order_args args = args_of(&smoke);
    glsort_plan* gather = gather_create(context, COUNT);
    GLuint visible = new_buffer(sizeof(GLuint)), out = new_buffer(sizeof drawn);
    unsigned i;
    what.flags = GLSORT_ORDER_WRITES_VISIBLE;
    order_otherwise(&smoke, context, &what);
    args.count = COUNT;
    args.radii.name = args.count_in.name = args.command_out.name = 0;
    args.visible_out.name = visible;
    CHECK(glsort_order_run(smoke.order, &args) == GLSORT_OK);
    CHECK(gather &&
          gather_particles(gather, visible, smoke.indices, smoke.particles, COUNT, out));
    read_words(out, (GLuint*)drawn, COUNT * 8);
    for (i = 0; i < VISIBLE; ++i)
        CHECK(memcmp(&drawn[i], &all[wanted[i]], sizeof drawn[i]) == 0);
    glsort_plan_destroy(gather);
    delete_smoke(&smoke);
}

static void
draw_commands_are_gathered_in_the_order_of_their_objects(glsort_context* context)
{
    struct draws draws;
    float spheres[COUNT][4];
    GLuint commands[COUNT][5], sorted[COUNT][5];
    const GLuint none[5] = {0, 0, 0, 0, 0};
    unsigned i;
    for (i = 0; i < COUNT; ++i) {
        const GLuint command[5] = {3, 1, 3 * i, 0, 0};
        memcpy(spheres[i], &all[i], sizeof spheres[i]); // position and radius
        memcpy(commands[i], command, sizeof command);
    }
    CHECK(draws_create(&draws, context, COUNT));
    glUseProgram(shade_program());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, new_buffer(3 * COUNT * sizeof(GLuint)));
    CHECK(draws_submit(&draws, stage_buffer(sizeof spheres, spheres),
                       stage_buffer(sizeof commands, commands), COUNT, &camera));
    read_words(draws.sorted, sorted[0], 5 * COUNT);
    for (i = 0; i < COUNT; ++i)
        CHECK(memcmp(sorted[i], i < VISIBLE ? commands[wanted[i]] : none, sizeof none) ==
              0);
    glsort_plan_destroy(draws.order);
    glsort_plan_destroy(draws.gather);
}

static void counts_of_emitters_become_offsets(glsort_context* context)
{
    static const GLuint counts[3] = {COUNT, 0, 2};
    GLuint offsets = new_buffer(4 * sizeof(GLuint));
    glsort_plan* scan = offsets_create(context, 3);
    CHECK(scan && offsets_of(scan, stage_buffer(sizeof counts, counts), 3, offsets));
    EXPECT_WORDS(offsets, 0, COUNT, COUNT, COUNT + 2);
    glsort_plan_destroy(scan);
}

static void set_vertices(GLuint program, GLuint particles)
{
    const GLint position = glGetAttribLocation(program, "position");
    const GLint velocity = glGetAttribLocation(program, "velocity");
    glUseProgram(program);
    glBindBuffer(GL_ARRAY_BUFFER, particles);
    glVertexAttribPointer((GLuint)position, 3, GL_FLOAT, GL_FALSE,
                          sizeof(struct particle), NULL);
    glVertexAttribPointer((GLuint)velocity, 3, GL_FLOAT, GL_FALSE,
                          sizeof(struct particle),
                          (const void*)offsetof(struct particle, velocity));
    glEnableVertexAttribArray((GLuint)position);
    glEnableVertexAttribArray((GLuint)velocity);
    glUniform3fv(glGetUniformLocation(program, "eye"), 1, camera.eye);
    glUniform3fv(glGetUniformLocation(program, "ahead"), 1, camera.ahead);
    glUniform2i(glGetUniformLocation(program, "size"), 2, 2);
}

static void order_moved_particles(glsort_context* context, int in_texture)
{
    static const GLuint wanted_at[2][3] = {{2, 1, 0}, {1, 0, 2}};
    static const struct particle three[3] = {
        {{0.0f, 0.0f, -1.0f}, 0.1f, {0.0f, 0.0f, -1.0f}, 0.0f},
        {{0.0f, 0.0f, -2.0f}, 0.1f, {0.0f, 0.0f, -2.0f}, 0.0f},
        {{0.0f, 0.0f, -3.0f}, 0.1f, {0.0f, 0.0f, 2.5f}, 0.0f},
    };
    glsort_plan* order = create_moving(context, 3, in_texture);
    GLuint program = program_of(moving_vertex, moving_fragment, "depth"),
           indices = new_buffer(3 * sizeof(GLuint));
    GLuint particles = stage_buffer(sizeof three, three);
    GLuint depths = 0, framebuffer, texture, vertices;
    GLint stage;
    int second;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &stage);
    glGenVertexArrays(1, &vertices);
    glGenFramebuffers(1, &framebuffer);
    texture = new_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 2, 2, 0, GL_RED_INTEGER, GL_UNSIGNED_INT,
                 NULL);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           texture, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)stage);
    depths = new_buffer(3 * sizeof(GLuint));
    CHECK(order && program);
    for (second = 0; second < 2; ++second) {
        GLint saved;
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &saved);
        glBindVertexArray(vertices);
        set_vertices(program, particles);
        glUniform1f(glGetUniformLocation(program, "seconds"), (float)second);
        if (in_texture)
            draw_depths(framebuffer, 2, 2, 3);
        else
            capture_depths(depths, 3);
        glBindVertexArray((GLuint)saved);
        CHECK(order_moving(order, in_texture ? texture : depths, in_texture ? 2 : 0, 3,
                           indices));
        CHECK(same_words(indices, wanted_at[second], 3));
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)stage);
    glViewport(0, 0, SIZE, SIZE);
    glsort_plan_destroy(order);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    glDeleteVertexArrays(1, &vertices);
}

static void the_visible_count_arrives_in_a_later_frame(glsort_context* context)
{
    const struct smoke smoke = make_smoke(context);
    struct visible visible;
    int frame;
    memset(&visible, 0, sizeof visible);
    visible.copy = new_buffer(sizeof(GLuint));
    for (frame = 0; frame < 3; ++frame) {
        glsort_order_args args = args_of(&smoke);
        CHECK(glsort_order_run(smoke.order, &args) == GLSORT_OK);
        visible_ask(&visible, smoke.command);
        CHECK(visible.last == (frame == 0 ? 0u : (unsigned)VISIBLE));
        glFinish();
    }
    glDeleteSync(visible.done);
    delete_smoke(&smoke);
}

static void a_context_orders_what_another_one_wrote(glsort_context* context)
{
    char message[256];
    const struct smoke smoke = make_smoke(context);
    const glsort_order_args args = args_of(&smoke);
    GLsync written;
    struct offscreen_desc desc;
    struct offscreen* writer;
    struct particle nowhere[COUNT];
    memset(nowhere, 0, sizeof nowhere);
    memset(&desc, 0, sizeof desc);
    desc.share = gl;
    writer = offscreen_create(&desc, message, sizeof message);
    write_to(smoke.particles, sizeof nowhere, nowhere);
    glFinish();
    CHECK(writer && offscreen_make_current(writer));
    write_to(smoke.particles, sizeof all, all);
    written = hand_over();
    CHECK(offscreen_make_current(gl));
    take_over(written);
    CHECK(glsort_order_run(smoke.order, &args) == GLSORT_OK);
    expect_order(&smoke);
    delete_smoke(&smoke);
    offscreen_destroy(writer);
    CHECK(offscreen_make_current(gl));
}

static void programs_that_were_stored_serve_the_next_context(glsort_context* context)
{
    struct smoke smoke;
    size_t room, bytes;
    void* blob;
    glsort_context* next;
    CHECK(smoke_create(&smoke, context, COUNT)); // links some
    delete_smoke(&smoke);
    room = store_programs(context, NULL, 0);
    CHECK(room > 0); // Mesa has binaries
    blob = malloc(room);
    bytes = store_programs(context, blob, room);
    CHECK(bytes > 0 && bytes <= room);
    next = create_with_programs(blob, bytes);
    free(blob);
    CHECK(next != NULL);
    smoke = make_smoke(next);
    smoke_draw(&smoke, &camera);
    expect_order(&smoke);
    delete_smoke(&smoke);
    glsort_context_destroy(next);
}

static void emitters_share_an_order_and_a_draw_call(glsort_context* context)
{
    // Of the first emitter all but numbers 2, 4 and 6, which are too old; of the second
    // one, which has the first two, both.
    struct emitter emitters[2];
    GLuint indices = new_buffer((COUNT + 2) * sizeof(GLuint)), words[COUNT + 2];
    GLuint commands = new_buffer(10 * sizeof(GLuint));
    glsort_plan* order = emitters_create(context, COUNT, 0);
    CHECK(order != NULL);
    emitters[0].particles = stage_buffer(sizeof all, all);
    emitters[0].count = COUNT;
    emitters[1].particles = stage_buffer(2 * sizeof all[0], all);
    emitters[1].count = 2;
    glUseProgram(shade_program());
    glClear(GL_COLOR_BUFFER_BIT);
    draw_emitters(order, emitters, 2, &camera, indices, commands);
    EXPECT_WORDS(commands, 4, 1, 0, 0, 0, 2, 1, COUNT, 0, 0);
    EXPECT_WORDS(indices, 1, 5, 0, 3);
    read_words(indices, words, COUNT + 2);
    CHECK(words[COUNT] == 1 && words[COUNT + 1] == 0);
    CHECK(seen_at(SIZE / 2, SIZE / 2) == 0); // number 0 of the second one is the last
    glsort_plan_destroy(order);
}

// The first emitter has all particles, the second none, the third the first two again.
static void a_crowd_takes_one_run_and_one_draw_call(glsort_context* context)
{
    static const GLuint offsets[4] = {0, COUNT, COUNT, COUNT + 2};
    struct particle crowd[COUNT + 2];
    GLuint indices = new_buffer((COUNT + 2) * sizeof(GLuint)), words[COUNT + 2];
    GLuint commands = new_buffer(15 * sizeof(GLuint));
    glsort_plan* order = emitters_create(context, COUNT + 2, 3);
    CHECK(order != NULL);
    memcpy(crowd, all, sizeof all);
    memcpy(crowd + COUNT, all, 2 * sizeof all[0]);
    glUseProgram(shade_program());
    glClear(GL_COLOR_BUFFER_BIT);
    draw_crowd(order, stage_buffer(sizeof crowd, crowd), COUNT + 2,
               stage_buffer(sizeof offsets, offsets), 3, &camera, indices, commands);
    EXPECT_WORDS(commands, 4, 1, 0, 0, 0, 0, 1, COUNT, 0, 0, 2, 1, COUNT, 0, 0);
    EXPECT_WORDS(indices, 1, 5, 0, 3);
    read_words(indices, words, COUNT + 2);
    CHECK(words[COUNT] == COUNT + 1 && words[COUNT + 1] == COUNT);
    glsort_plan_destroy(order);
}

static const char corner_vertex[] =
    "#version 430\n"
    "uniform float depth;\n"
    "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - "
    "1.0, depth, 1.0); }\n";

// A triangle that covers the picture, and is primitive 0 of its draw.
static void draw_into_lists(GLuint program, GLuint first, float depth, float red)
{
    glUniform1ui(glGetUniformLocation(program, "first_primitive"), first);
    glUniform1f(glGetUniformLocation(program, "depth"), depth);
    glUniform4f(glGetUniformLocation(program, "colour"), red, 1.0f - red, 0.0f, 0.5f);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Two pixels: a red and two green fragments in each, the greens of one depth. Of four
// nodes two are for the last two fragments, which do not fit.
static void fragments_in_lists_are_sorted_and_blended(glsort_context* context)
{
    struct fragments f;
    GLuint picture, frame, vertices, words[1], pass, i;
    GLuint fill = stage_program(corner_vertex, fill_fragment, NULL);
    GLuint blend = stage_program(corner_vertex, blend_fragment, NULL);
    GLubyte seen[8] = {0};
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glGenTextures(1, &picture);
    glBindTexture(GL_TEXTURE_2D, picture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture,
                           0);
    glViewport(0, 0, 2, 1);
    for (pass = 0; pass < 2; ++pass) {
        CHECK(fragments_create(&f, context, 2, pass == 0 ? 6 : 4));
        fragments_begin(&f);
        glUseProgram(fill);
        glUniform1ui(glGetUniformLocation(fill, "width"), 2);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        draw_into_lists(fill, 1, 0.0f, 0.0f);
        draw_into_lists(fill, 0, 0.0f, 0.0f);
        draw_into_lists(fill, 2, 0.5f, 1.0f); // the farthest
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        CHECK(fragments_sort(&f));
        read_words(f.overflow, words, 1);
        CHECK(words[0] == (pass == 0 ? 0u : 2u));
        glsort_plan_destroy(f.lists);
        glsort_plan_destroy(f.segments);
        if (pass == 1)
            continue;
        EXPECT_WORDS(f.offsets, 0, 3, 6);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, f.offsets);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, f.sorted);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, f.nodes);
        glUseProgram(blend);
        glUniform1ui(glGetUniformLocation(blend, "width"), 2);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glReadPixels(0, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, seen);
        for (i = 0; i < 8; i += 4) // red is behind two halves of green
            CHECK(seen[i] > 28 && seen[i] < 36 && seen[i + 1] > 186 && seen[i + 1] < 196);
    }
}

static void a_mesh_is_ordered_by_its_triangles(glsort_context* context)
{
    static const GLuint triangles[9] = {0, 3, 6, 1, 5, 6, 3, 0, 3};
    GLuint indices = new_buffer(sizeof triangles);
    glsort_plan* order = mesh_create(context, 3, COUNT, sizeof all[0]);
    CHECK(order &&
          mesh_order(order, stage_buffer(sizeof all, all), COUNT,
                     stage_buffer(sizeof triangles, triangles), 3, &camera, indices));
    EXPECT_WORDS(indices, 1, 5, 6, 0, 3, 6, 3, 0, 3);
    glsort_plan_destroy(order);
}

static void sprites_are_ordered_by_a_field(glsort_context* context)
{
    static const struct sprite sprites[3] = {
        {{0, 0}, {1, 1}, 5.0f, 7}, {{0, 0}, {1, 1}, -2.0f, 8}, {{0, 0}, {1, 1}, 5.0f, 9}};
    GLuint indices = new_buffer(3 * sizeof(GLuint));
    glsort_plan* order = sprites_create(context, 3);
    CHECK(order &&
          sprites_order(order, stage_buffer(sizeof sprites, sprites), 3, indices));
    EXPECT_WORDS(indices, 1, 0, 2);
    glsort_plan_destroy(order);
}

static void layers_come_before_depth(glsort_context* context)
{
    static const GLfloat items[5][4] = {{0.0f, 0.0f, -1.0f, 1.0f},
                                        {0.0f, 0.0f, -9.0f, 0.0f},
                                        {0.0f, 0.0f, -5.0f, 1.0f},
                                        {0.0f, 0.0f, 3.0f, 0.0f}, // behind the eye
                                        {0.0f, 0.0f, -9.0f, 0.0f}};
    GLuint program = stage_compute(layer_keys);
    GLuint keys = new_buffer(5 * 8), indices = new_buffer(5 * sizeof(GLuint));
    glsort_plan* sort = layers_create(context, 5);
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "count"), 5);
    glUniform3fv(glGetUniformLocation(program, "eye"), 1, camera.eye);
    glUniform3fv(glGetUniformLocation(program, "ahead"), 1, camera.ahead);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, stage_buffer(sizeof items, items));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, keys);
    glDispatchCompute(1, 1, 1);
    CHECK(sort && layers_sort(sort, keys, 5, indices));
    EXPECT_WORDS(indices, 1, 4, 3, 2, 0);
    glsort_plan_destroy(sort);
}

// Cloud 1 is moved away from the eye: its nearest splat is then behind all of cloud 0.
static void chosen_splats_of_two_clouds_are_in_one_order(glsort_context* context)
{
    static const GLfloat first[3][4] = {{0, 0, -1, 0}, {0, 0, -3, 0}, {0, 0, -2, 0}},
                         second[2][4] = {{0, 0, -1, 0}, {0, 0, -4, 0}};
    static const GLfloat moves[2][16] = {
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -10, 1}};
    static const GLuint list[4] = {1, 3, 0, 4}, chosen = 3;
    static const unsigned counts[2] = {3, 2};
    GLuint numbers = new_buffer(4 * sizeof(GLuint)), command = new_buffer(16), clouds[2];
    glsort_plan* order = levels_create(context, 2, 5, 4);
    clouds[0] = stage_buffer(sizeof first, first);
    clouds[1] = stage_buffer(sizeof second, second);
    CHECK(order &&
          levels_order(order, clouds, counts, 2, stage_buffer(sizeof moves, moves),
                       stage_buffer(sizeof list, list),
                       stage_buffer(sizeof chosen, &chosen), &camera, numbers, command));
    EXPECT_WORDS(numbers, 3, 1, 0);
    EXPECT_WORDS(command, 4, 3, 0, 0);
    glsort_plan_destroy(order);
}

// A sphere of radius 0.1 is beside the frustum of the eye in the middle, but not beside
// that of an eye half a unit to the right.
static void one_order_has_what_either_eye_sees(glsort_context* context)
{
    static const GLfloat places[2][3] = {{1.55f, 0.0f, -1.0f}, {0.0f, 0.0f, -2.0f}};
    glsort_plan* order;
    glsort_order_desc what = culled();
    glsort_order_args args;
    GLuint command[5];
    unsigned apart;
    what.max_count = 2;
    what.position.stride = 0;
    what.command = GLSORT_COMMAND_DRAW_ELEMENTS;
    CHECK(glsort_order_create(context, &what, &order) == GLSORT_OK);
    memset(&args, 0, sizeof args);
    args.count = 2;
    args.positions.name = stage_buffer(sizeof places, places);
    args.order_out.name = new_buffer(8);
    args.command_out.name = new_buffer(sizeof command);
    for (apart = 0; apart < 2; ++apart) {
        view_both_eyes(&args, &camera, 0.1f, (float)apart);
        CHECK(glsort_order_run(order, &args) == GLSORT_OK);
        read_words(args.command_out.name, command, 5);
        CHECK(command[0] == 1 + apart);
    }
    glsort_plan_destroy(order);
}

static void feedback_copies_records_in_the_order(glsort_context* context)
{
    static const GLuint order[4] = {2, 0, 3, 1};
    static const char copy[] = "#version 330\n"
                               "layout(location = 0) in vec4 place;\n"
                               "out vec4 record;\n"
                               "void main() { record = place; }\n";
    GLuint vertices, program = stage_program(copy, NULL, "record");
    GLuint drawn = new_buffer(4 * 4 * sizeof(GLfloat));
    GLfloat records[4][4];
    GLint saved;
    unsigned i;
    (void)context;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &saved);
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glBindBuffer(GL_ARRAY_BUFFER, stage_buffer(sizeof all, all));
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(struct particle), NULL);
    glEnableVertexAttribArray(0);
    copy_in_order(program, vertices, stage_buffer(sizeof order, order), 4, drawn);
    read_words(drawn, (GLuint*)records, 16);
    for (i = 0; i < 4; ++i)
        CHECK(memcmp(records[i], &all[order[i]], sizeof records[i]) == 0);
    glBindVertexArray((GLuint)saved);
}

// ---- without

static void without_compute_the_visible_are_drawn_back_to_front(glsort_context* context)
{
    GLuint indices = new_buffer(COUNT * sizeof(GLuint));
    glsort_plan* order = create_without_compute(context, COUNT);
    CHECK(order != NULL);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(shade_program());
    draw_without_compute(order, stage_buffer(sizeof all, all), COUNT, &camera, indices);
    EXPECT_WORDS(indices, 1, 5, 0, 3, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu);
    CHECK(seen_at(SIZE / 2, SIZE / 2) == wanted[VISIBLE - 1]);
    CHECK(!glIsEnabled(GL_PRIMITIVE_RESTART));
    glsort_plan_destroy(order);
}

static void an_order_in_a_texture_is_drawn(glsort_context* context)
{
    GLfloat places[COUNT][4];
    GLuint program, positions, indices;
    glsort_plan* order = create_for_textures(context, COUNT);
    int i;
    for (i = 0; i < COUNT; ++i) {
        memcpy(places[i], all[i].position, sizeof all[i].position);
        places[i][3] = 1.0f;
    }
    positions = new_texture(GL_RGBA32F, GL_RGBA, GL_FLOAT, COUNT);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, COUNT, 1, GL_RGBA, GL_FLOAT, places);
    indices = new_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, COUNT);
    CHECK(order && order_textures(order, positions, indices, COUNT, &camera));

    program = stage_program(texture_vertex,
                            "#version 300 es\n"
                            "precision highp float;\n"
                            "out vec4 color;\n"
                            "void main() { color = vec4(1.0); }\n",
                            NULL);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "order"), 0);
    glUniform1i(glGetUniformLocation(program, "positions"), 1);
    glUniformMatrix4fv(glGetUniformLocation(program, "to_clip"), 1, GL_FALSE,
                       camera.to_clip);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, indices);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, positions);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_POINTS, 1, 1); // number 5: below the middle
    CHECK(seen_at(SIZE / 2, SIZE / 2 - 1) == 255 && seen_at(SIZE / 2, SIZE / 2 + 1) == 0);
    glsort_plan_destroy(order);
    glDeleteTextures(1, &positions);
    glDeleteTextures(1, &indices);
}

static void particles_are_ordered_where_a_pass_moves_them(glsort_context* context)
{
    order_moved_particles(context, 0);
    order_moved_particles(context, 1);
}

enum {
    GL43 = 1 << OFFSCREEN_GL43,
    GL33 = 1 << OFFSCREEN_GL33,
    ES32 = 1 << OFFSCREEN_GLES32,
    ES30 = 1 << OFFSCREEN_GLES30,
    EACH = GL43 | GL33 | ES32 | ES30
};

static const struct {
    int apis;
    void (*run)(glsort_context* context);
} tests[] = {
    {GL43 | ES32, the_frame_draws_what_is_visible_back_to_front},
    {GL43 | ES32, particles_are_gathered_in_their_order},
    {GL43 | ES32, counts_of_emitters_become_offsets},
    {GL43 | ES32, the_visible_count_arrives_in_a_later_frame},
    {GL43 | ES32, programs_that_were_stored_serve_the_next_context},
    {GL43, quads_are_drawn_where_the_visible_particles_are},
    {GL43, a_context_orders_what_another_one_wrote},
    {GL43, emitters_share_an_order_and_a_draw_call},
    {GL43, a_crowd_takes_one_run_and_one_draw_call},
    {GL43, draw_commands_are_gathered_in_the_order_of_their_objects},
    {GL43, layers_come_before_depth},
    {GL43, chosen_splats_of_two_clouds_are_in_one_order},
    {GL43, one_order_has_what_either_eye_sees},
    {EACH, sprites_are_ordered_by_a_field},
    {EACH, a_mesh_is_ordered_by_its_triangles},
    {GL43 | GL33, feedback_copies_records_in_the_order},
    {EACH, particles_are_ordered_where_a_pass_moves_them},
    {ES32 | ES30, an_order_in_a_texture_is_drawn},
    {GL43 | GL33, without_compute_the_visible_are_drawn_back_to_front},
    {GL43, fragments_in_lists_are_sorted_and_blended}, // leaves another frame buffer
};

int main(int argc, char** argv)
{
    enum offscreen_api api;
    glsort_context* context;
    size_t i;
    if (argc != 2 || !offscreen_api_of(argv[1], &api))
        return 2;
    gl = stage_open("integration", api, SIZE, SIZE);
    if (!gl)
        return 1;
    context = make_context();
    for (i = 0; i < sizeof tests / sizeof tests[0]; ++i) {
        if (tests[i].apis >> api & 1)
            tests[i].run(context);
        CHECK(glGetError() == GL_NO_ERROR);
    }
    glsort_context_destroy(context);
    stage_close(gl);
    return faults != 0;
}
