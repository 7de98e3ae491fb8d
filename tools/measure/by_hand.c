// SPDX-License-Identifier: MIT
#include "by_hand.h"

#include <stdio.h>
#include <string.h>

enum { GROUP = 256, MOST_GROUPS = 32768, TEXT_BYTES = 4096 };

// The layout of the uniform block.
struct view_block {
    glsort_order_view view;
    float near_key, scale, most; // of keys of fewer than 32 bits
    uint32_t count;
    uint32_t first; // index of the view's order
};

_Static_assert(sizeof(struct view_block) <= BY_HAND_VIEW_BYTES, "a view's block");

static const char head[] =
    "layout(local_size_x = 256) in;\n"
    "layout(std140, binding = 0) uniform View {\n"
    "    vec4 origin, axis; mat4 clip; float near_key, scale, most; "
    "uint all, first; };\n"
    "layout(std430, binding = 0) readonly buffer Count { uint count_in; };\n"
    "uint item() {\n"
    "    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;\n"
    "    return group * 256u + gl_LocalInvocationIndex;\n"
    "}\n"
    "uint number() { return ON_GPU ? count_in : all; }\n";

static const char keys_text[] =
    "layout(std430, binding = 1) readonly buffer Positions { vec4 positions[]; };\n"
    "layout(std430, binding = 2) readonly buffer Indices { uint indices[]; };\n"
    "layout(std430, binding = 3) writeonly buffer Keys { uint keys[]; };\n"
    "layout(std430, binding = 4) writeonly buffer Elements { uint elements[]; };\n"
    "layout(std430, binding = 5) buffer Visible { uint visible; };\n"
    "uint outside_of(vec4 p) {\n"
    "    vec4 c = clip * vec4(p.xyz, 1.0);\n"
    "    bvec3 low = lessThan(c.xyz, -c.www), high = greaterThan(c.xyz, c.www);\n"
    "    return uint(low.x) | uint(low.y) << 1 | uint(low.z) << 2 |\n"
    "           uint(high.x) << 3 | uint(high.y) << 4 | uint(high.z) << 5;\n"
    "}\n"
    "void main() {\n"
    "    uint at = item(), outside = 63u;\n"
    "    if (at >= number()) return;\n"
    "    precise float metric = 0.0;\n"
    "    for (uint i = 0u; i < VERTICES; ++i) {\n"
    "        vec4 p = positions[PRIMITIVES ? indices[at * VERTICES + i] : at];\n"
    "        precise vec3 d = (p.xyz - origin.xyz) * axis.xyz;\n"
    "        precise float xy = d.x + d.y;\n"
    "        precise float depth = xy + d.z;\n"
    "        metric = i == 0u ? depth : metric + depth;\n"
    "        if (CULLS) outside &= outside_of(p);\n"
    "    }\n"
    "    precise float steps = (metric - near_key) * scale;\n"
    "    uint key = floatBitsToUint(metric);\n"
    "    if (!FLOATS) key = uint(most) - uint(clamp(steps, 0.0, most));\n"
    "    if (!CULLS) { keys[at] = key; return; }\n"
    "    if (outside != 0u) return;\n"
    "    uint to = atomicAdd(visible, 1u);\n"
    "    keys[to] = key; elements[to] = at;\n"
    "}\n";

static const char expand_text[] =
    "layout(std430, binding = 1) readonly buffer Sorted { uint sorted[]; };\n"
    "layout(std430, binding = 2) readonly buffer Indices { uint indices[]; };\n"
    "layout(std430, binding = 3) writeonly buffer Out { uint order[]; };\n"
    "void main() {\n"
    "    uint at = item();\n"
    "    if (at >= number()) return;\n"
    "    uint from = sorted[at] * VERTICES, to = first + at * VERTICES;\n"
    "    for (uint i = 0u; i < VERTICES; ++i) order[to + i] = indices[from + i];\n"
    "}\n";

// ---- creation -------------------------------------------------------------------------

static bool has_floats(const struct by_hand* h)
{
    uint32_t bits = h->work->task.desc.key_bits;
    return bits == 0 || bits == 32;
}

static GLuint link(const struct by_hand* h, bool on_gpu, const char* body)
{
    const struct bench_gl* gl = h->gl;
    char defines[TEXT_BYTES];
    GLint linked = 0;
    snprintf(defines, sizeof defines,
             "#version 430\n#define VERTICES %uu\n#define PRIMITIVES %s\n"
             "#define CULLS %s\n#define FLOATS %s\n#define ON_GPU %s\n",
             (unsigned)h->work->vertices, h->work->indices ? "true" : "false",
             h->culls ? "true" : "false", has_floats(h) ? "true" : "false",
             on_gpu ? "true" : "false");
    const char* texts[] = {defines, head, body};
    GLuint shader = gl->CreateShader(GL_COMPUTE_SHADER);
    GLuint program = gl->CreateProgram();
    gl->ShaderSource(shader, 3, texts, NULL);
    gl->CompileShader(shader);
    gl->AttachShader(program, shader);
    gl->LinkProgram(program);
    gl->DeleteShader(shader);
    gl->GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked)
        return program;
    gl->DeleteProgram(program);
    return 0;
}

static GLuint make_buffer(const struct bench_gl* gl, size_t bytes, const void* from)
{
    GLuint name = 0;
    gl->GenBuffers(1, &name);
    gl->BindBuffer(GL_ARRAY_BUFFER, name);
    gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(bytes > 0 ? bytes : 4), from,
                   GL_DYNAMIC_COPY);
    return name;
}

static GLuint make_views(const struct by_hand* h)
{
    static unsigned char blocks[GLSORT_MOST_VIEWS][BY_HAND_VIEW_BYTES];
    const struct order_work* w = h->work;
    float times = w->indices ? (float)w->vertices : 1.0f;
    struct view_block block = {.near_key = w->key_near * times, .count = w->task.count};
    if (!has_floats(h)) {
        block.most = (float)((1u << w->task.desc.key_bits) - 2);
        block.scale = block.most / (w->key_far * times - block.near_key);
    }
    for (uint32_t i = 0; i < w->view_count; ++i) {
        block.view = w->views[i];
        block.first = i * w->task.desc.max_count * w->vertices;
        memcpy(blocks[i], &block, sizeof block);
    }
    return make_buffer(h->gl, sizeof blocks, blocks);
}

bool by_hand_create(struct by_hand* h, const struct bench_gl* gl,
                    const struct order_work* work)
{
    static const uint32_t zeros[2 + GLSORT_MOST_VIEWS];
    size_t bytes = (size_t)work->task.desc.max_count * sizeof(uint32_t);
    *h = (struct by_hand){
        .gl = gl,
        .work = work,
        .culls = work->task.desc.cull == GLSORT_CULL_FRUSTUM,
        .on_gpu = work->task.desc.count_source == GLSORT_COUNT_FROM_BUFFER,
    };
    if (!gl->DispatchCompute)
        return false;
    h->keys_program = link(h, h->on_gpu, keys_text);
    if (work->indices)
        h->expand_program = link(h, h->on_gpu || h->culls, expand_text);
    h->views = make_views(h);
    h->keys = make_buffer(gl, bytes, NULL);
    h->elements = make_buffer(gl, h->culls ? bytes : 0, NULL);
    h->counts = make_buffer(gl, sizeof zeros, zeros);
    return h->keys_program != 0 && (h->expand_program != 0 || !work->indices);
}

void by_hand_release(struct by_hand* h)
{
    const GLuint buffers[] = {h->views, h->keys, h->elements, h->counts};
    if (h->keys_program)
        h->gl->DeleteProgram(h->keys_program);
    if (h->expand_program)
        h->gl->DeleteProgram(h->expand_program);
    if (h->views)
        h->gl->DeleteBuffers(sizeof buffers / sizeof *buffers, buffers);
    *h = (struct by_hand){0};
}

// ---- passes ---------------------------------------------------------------------------

uint32_t by_hand_count_at(uint32_t view)
{
    return (uint32_t)sizeof(uint32_t) * (2 + view);
}

static void bind(const struct by_hand* h, GLuint point, GLuint name, size_t bytes)
{
    h->gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, point, name, 0, (GLsizeiptr)bytes);
}

// If the count is on the GPU, dispatches the groups of the largest count.
static void dispatch(const struct by_hand* h, uint32_t view, GLuint program)
{
    const struct bench_gl* gl = h->gl;
    const struct order_task* task = &h->work->task;
    uint32_t most = h->on_gpu ? task->desc.max_count : task->count;
    uint32_t groups = (most + GROUP - 1) / GROUP;
    uint32_t rows = (groups + MOST_GROUPS - 1) / MOST_GROUPS;
    gl->BindBufferRange(GL_UNIFORM_BUFFER, 0, h->views,
                        (GLintptr)view * BY_HAND_VIEW_BYTES, BY_HAND_VIEW_BYTES);
    gl->UseProgram(program);
    gl->DispatchCompute(rows > 1 ? MOST_GROUPS : groups, rows, 1);
    gl->UseProgram(0);
}

// The offset of a storage block may have to be a multiple of 256 bytes, but the counts
// are closer together. So each view counts at the beginning of the buffer, and its count
// is then copied to its own word.
void by_hand_make_keys(const struct by_hand* h, uint32_t view, GLuint positions,
                       GLuint indices, GLuint count)
{
    const struct bench_gl* gl = h->gl;
    const struct order_work* w = h->work;
    size_t words = (size_t)w->task.desc.max_count * sizeof(uint32_t);
    if (h->culls) {
        gl->BindBuffer(GL_COPY_READ_BUFFER, h->counts);
        gl->BindBuffer(GL_COPY_WRITE_BUFFER, h->counts);
        gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 4, 0, 4);
    }
    bind(h, 0, count, 4);
    bind(h, 1, positions,
         (size_t)w->position_count * ORDER_POSITION_WORDS * sizeof(float));
    bind(h, 2, indices, w->indices ? words * w->vertices : 4);
    bind(h, 3, h->keys, words);
    bind(h, 4, h->elements, h->culls ? words : 4);
    bind(h, 5, h->counts, 4);
    dispatch(h, view, h->keys_program);
    gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    if (h->culls)
        gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0,
                              by_hand_count_at(view), 4);
}

void by_hand_expand(const struct by_hand* h, uint32_t view, GLuint sorted, GLuint indices,
                    GLuint count, GLuint out)
{
    const struct order_work* w = h->work;
    size_t words = (size_t)w->task.desc.max_count * sizeof(uint32_t);
    bind(h, 0, h->culls ? h->counts : count, 4); // of this view, or of all elements
    bind(h, 1, sorted, words);
    bind(h, 2, indices, words * w->vertices);
    bind(h, 3, out, words * w->vertices * w->view_count);
    dispatch(h, view, h->expand_program);
    h->gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT);
}
