// SPDX-License-Identifier: MIT
#include "copier.h"

#include <stdlib.h>

#include "samples.h"

enum {
    GROUP = 256,
    VECTORS = 4,                        // per invocation
    GROUP_BYTES = GROUP * VECTORS * 16, // 16 KiB
    MOST_GROUPS = 65535,                // of one dispatch, on every device
    COPIES = 9,
};

static const char copy_text[] =
    "#version 430\n"
    "layout(local_size_x = 256) in;\n"
    "layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };\n"
    "layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };\n"
    "void main() {\n"
    "    uint at = gl_WorkGroupID.x * 1024u + gl_LocalInvocationIndex;\n"
    "    uvec4 a = from[at], b = from[at + 256u];\n"
    "    uvec4 c = from[at + 512u], d = from[at + 768u];\n"
    "    to[at] = a; to[at + 256u] = b; to[at + 512u] = c; to[at + 768u] = d;\n"
    "}\n";

void copier_create(struct copier* c, const struct bench_gl* gl,
                   uint64_t storage_block_bytes)
{
    uint64_t groups = storage_block_bytes / GROUP_BYTES;
    *c = (struct copier){.gl = gl,
                         .most_groups = groups < MOST_GROUPS ? groups : MOST_GROUPS};
    if (groups == 0 || !gl->DispatchCompute)
        return;
    const char* text = copy_text;
    GLint linked = 0;
    GLuint shader = gl->CreateShader(GL_COMPUTE_SHADER);
    c->program = gl->CreateProgram();
    gl->ShaderSource(shader, 1, &text, NULL);
    gl->CompileShader(shader);
    gl->AttachShader(c->program, shader);
    gl->LinkProgram(c->program);
    gl->DeleteShader(shader);
    gl->GetProgramiv(c->program, GL_LINK_STATUS, &linked);
    if (!linked)
        copier_destroy(c);
}

void copier_destroy(struct copier* c)
{
    if (c->program)
        c->gl->DeleteProgram(c->program);
    c->program = 0;
}

uint64_t copier_room(uint64_t bytes)
{
    return (bytes + GROUP_BYTES - 1) / GROUP_BYTES * GROUP_BYTES;
}

void copier_copy(const struct copier* c, GLuint from, GLuint to, uint64_t bytes)
{
    const struct bench_gl* gl = c->gl;
    if (!c->program) {
        gl->BindBuffer(GL_COPY_READ_BUFFER, from);
        gl->BindBuffer(GL_COPY_WRITE_BUFFER, to);
        gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                              (GLsizeiptr)bytes);
        return;
    }
    uint64_t groups = copier_room(bytes) / GROUP_BYTES;
    gl->UseProgram(c->program);
    for (uint64_t first = 0; first < groups; first += c->most_groups) {
        uint64_t left = groups - first;
        uint64_t some = left < c->most_groups ? left : c->most_groups;
        GLintptr offset = (GLintptr)(first * GROUP_BYTES);
        GLsizeiptr range = (GLsizeiptr)(some * GROUP_BYTES);
        gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, from, offset, range);
        gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, to, offset, range);
        gl->DispatchCompute((GLuint)some, 1, 1);
    }
    gl->MemoryBarrier(GL_ALL_BARRIER_BITS);
    gl->UseProgram(0);
}

// Milliseconds of one copy.
static double time_copy(const struct copier* c, const GLuint buffers[2], uint64_t bytes,
                        const GLuint* queries)
{
    const struct bench_gl* gl = c->gl;
    if (!queries) {
        gl->Finish();
        double start = clock_ms();
        copier_copy(c, buffers[0], buffers[1], bytes);
        gl->Finish();
        return clock_ms() - start;
    }
    GLuint64 first = 0, last = 0;
    gl->QueryCounter(queries[0], GL_TIMESTAMP);
    copier_copy(c, buffers[0], buffers[1], bytes);
    gl->QueryCounter(queries[1], GL_TIMESTAMP);
    gl->GetQueryObjectui64v(queries[0], GL_QUERY_RESULT, &first);
    gl->GetQueryObjectui64v(queries[1], GL_QUERY_RESULT, &last);
    return (double)(last - first) * 1e-6;
}

// Random words, since devices may compress memory of equal words.
static bool create_pair(const struct bench_gl* gl, uint64_t bytes, GLuint buffers[2])
{
    uint32_t* words = malloc((size_t)bytes);
    if (!words)
        return false;
    uint64_t state = 1;
    for (uint64_t i = 0; i < bytes / 4; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        words[i] = (uint32_t)(state >> 32);
    }
    gl->GenBuffers(2, buffers);
    for (int b = 0; b < 2; ++b) {
        gl->BindBuffer(GL_ARRAY_BUFFER, buffers[b]);
        gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, b == 0 ? words : NULL,
                       GL_DYNAMIC_COPY);
    }
    free(words);
    return true;
}

double copier_rate(const struct copier* c, uint64_t bytes, bool is_software,
                   double warm_up_ms)
{
    const struct bench_gl* gl = c->gl;
    GLuint buffers[2], queries[2];
    struct samples samples = {.count = 0};
    bool stamps = !is_software && gl->QueryCounter;
    bytes = copier_room(bytes);
    if (!c->program || !create_pair(gl, bytes, buffers))
        return 0.0;
    if (stamps)
        gl->GenQueries(2, queries);
    // While the CPU made the words, the GPU lowered its clock.
    const double start = clock_ms();
    for (int i = 0; i < 2 || clock_ms() - start < warm_up_ms; ++i)
        time_copy(c, buffers, bytes, stamps ? queries : NULL);
    for (int i = 0; i < COPIES; ++i)
        samples_add(&samples, time_copy(c, buffers, bytes, stamps ? queries : NULL));
    if (stamps)
        gl->DeleteQueries(2, queries);
    gl->DeleteBuffers(2, buffers);
    double ms = samples_median(&samples);
    return ms > 0.0 ? 2.0 * (double)bytes / ms * 1e3 : 0.0;
}
