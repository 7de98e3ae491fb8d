// SPDX-License-Identifier: MIT
#include "gl_mock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "handles.h"
#include "schedule.h"
#include "shared/common.h"

static _Thread_local struct gl_mock* mock;

__attribute__((format(printf, 1, 2))) static void complain(const char* format, ...)
{
    va_list arguments;
    if (mock->trouble[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(mock->trouble, sizeof mock->trouble, format, arguments);
    va_end(arguments);
}

static bool fails(enum gl_fault fault)
{
    return mock->fault == fault && ++mock->fault_seen == mock->fault_at;
}

// ---- objects --------------------------------------------------------------------------

static struct gl_object* find_object(enum gl_kind kind, GLuint name)
{
    for (uint32_t i = 0; i < mock->object_count; ++i)
        if (mock->objects[i].kind == kind && mock->objects[i].name == name)
            return &mock->objects[i];
    return NULL;
}

static void note_made(enum gl_kind kind, GLsizei count, const GLuint* names)
{
    for (GLsizei i = 0; i < count; ++i) {
        mock->live[kind] += names[i] != 0;
        if (names[i] == 0 || kind > KIND_TEXTURE)
            continue;
        if (mock->object_count == MOCK_OBJECTS) {
            complain("more than %d buffers and textures at once", MOCK_OBJECTS);
            return;
        }
        mock->objects[mock->object_count++] =
            (struct gl_object){.kind = kind, .name = names[i]};
    }
}

static void note_deleted(enum gl_kind kind, GLsizei count, const GLuint* names)
{
    for (GLsizei i = 0; i < count; ++i) {
        mock->live[kind] -= names[i] != 0;
        struct gl_object* object = find_object(kind, names[i]);
        if (object != NULL)
            *object = mock->objects[--mock->object_count];
    }
}

#define GENERATES(NAME, KIND, FAULT)                                                     \
    static void GLAD_API_PTR mock_Gen##NAME(GLsizei n, GLuint* names)                    \
    {                                                                                    \
        if (fails(FAULT))                                                                \
            memset(names, 0, (size_t)n * sizeof *names);                                 \
        else                                                                             \
            mock->real.Gen##NAME(n, names);                                              \
        note_made(KIND, n, names);                                                       \
    }
#define MAKES(NAME, KIND, FAULT)                                                         \
    GENERATES(NAME, KIND, FAULT)                                                         \
    static void GLAD_API_PTR mock_Delete##NAME(GLsizei n, const GLuint* names)           \
    {                                                                                    \
        mock->real.Delete##NAME(n, names);                                               \
        note_deleted(KIND, n, names);                                                    \
    }

MAKES(Buffers, KIND_BUFFER, FAULT_GEN_BUFFERS)
MAKES(Textures, KIND_TEXTURE, FAULT_GEN_TEXTURES)
MAKES(Framebuffers, KIND_FRAMEBUFFER, FAULT_GEN_FRAMEBUFFERS)
MAKES(Samplers, KIND_SAMPLER, FAULT_GEN_SAMPLERS)
MAKES(Queries, KIND_QUERY, FAULT_GEN_QUERIES)
MAKES(QueriesEXT, KIND_QUERY, FAULT_GEN_QUERIES)

// The mark of a context, which stays as long as its programs, counts as one of them.
static bool is_mark(GLenum kind, const char* label)
{
    return kind == GL_VERTEX_ARRAY && strncmp(label, "glsort 0x", 9) == 0;
}

static void GLAD_API_PTR mock_ObjectLabel(GLenum kind, GLuint name, GLsizei length,
                                          const char* label)
{
    mock->live[KIND_VERTEX_ARRAY] -= is_mark(kind, label);
    mock->live[KIND_PROGRAM] += is_mark(kind, label);
    mock->real.ObjectLabel(kind, name, length, label);
}

static void GLAD_API_PTR mock_DeleteVertexArrays(GLsizei n, const GLuint* names)
{
    for (GLsizei i = 0; i < n; ++i) {
        char label[32] = "";
        if (mock->real.GetObjectLabel != NULL && mock->real.IsVertexArray(names[i]))
            mock->real.GetObjectLabel(GL_VERTEX_ARRAY, names[i], sizeof label, NULL,
                                      label);
        note_deleted(is_mark(GL_VERTEX_ARRAY, label) ? KIND_PROGRAM : KIND_VERTEX_ARRAY,
                     1, &names[i]);
    }
    mock->real.DeleteVertexArrays(n, names);
}

GENERATES(VertexArrays, KIND_VERTEX_ARRAY, FAULT_GEN_VERTEX_ARRAYS)

static void GLAD_API_PTR mock_CreateTextures(GLenum target, GLsizei n, GLuint* names)
{
    mock->real.CreateTextures(target, n, names);
    note_made(KIND_TEXTURE, n, names);
}

static GLuint GLAD_API_PTR mock_CreateShader(GLenum type)
{
    GLuint name = fails(FAULT_CREATE_SHADER) ? 0 : mock->real.CreateShader(type);
    note_made(KIND_SHADER, 1, &name);
    return name;
}

static void GLAD_API_PTR mock_DeleteShader(GLuint name)
{
    mock->real.DeleteShader(name);
    note_deleted(KIND_SHADER, 1, &name);
}

static GLuint GLAD_API_PTR mock_CreateProgram(void)
{
    GLuint name = fails(FAULT_CREATE_PROGRAM) ? 0 : mock->real.CreateProgram();
    if (name < MOCK_PROGRAMS) {
        mock->completion_asks[name] = 0;
        mock->worked[name] = false;
    }
    note_made(KIND_PROGRAM, 1, &name);
    return name;
}

static void GLAD_API_PTR mock_DeleteProgram(GLuint name)
{
    mock->real.DeleteProgram(name);
    note_deleted(KIND_PROGRAM, 1, &name);
}

// ---- faults ---------------------------------------------------------------------------

static void note_status_query(void)
{
    mock->compiler_calls++;
    if (mock->status_queries++ == 0)
        mock->links_unasked = mock->link_calls;
}

static void GLAD_API_PTR mock_GetShaderiv(GLuint shader, GLenum what, GLint* value)
{
    mock->get_calls++;
    note_status_query();
    mock->real.GetShaderiv(shader, what, value);
    if (what == GL_COMPILE_STATUS && fails(FAULT_COMPILE))
        *value = GL_FALSE;
}

static void GLAD_API_PTR mock_GetProgramiv(GLuint program, GLenum what, GLint* value)
{
    mock->get_calls++;
    if (what != GL_COMPLETION_STATUS_KHR)
        note_status_query();
    else
        mock->compiler_calls++;
    mock->real.GetProgramiv(program, what, value);
    bool incomplete = program < MOCK_PROGRAMS &&
                      mock->completion_asks[program] < mock->completion_delay;
    if (what == GL_COMPLETION_STATUS_KHR && incomplete) {
        mock->completion_asks[program]++;
        *value = GL_FALSE;
    }
    if (what == GL_LINK_STATUS) {
        mock->waits += incomplete;
        mock->link_queries++;
    }
    if (what == GL_LINK_STATUS && fails(FAULT_LINK))
        *value = GL_FALSE;
    if (what == GL_PROGRAM_BINARY_LENGTH && mock->binary_length != NULL)
        *value = mock->binary_length();
}

static void GLAD_API_PTR mock_CompileShader(GLuint shader)
{
    mock->compiler_calls++;
    mock->real.CompileShader(shader);
}

static void GLAD_API_PTR mock_ProgramBinary(GLuint program, GLenum format,
                                            const void* binary, GLsizei length)
{
    mock->compiler_calls++;
    mock->real.ProgramBinary(program, format, binary, length);
}

static void GLAD_API_PTR mock_MaxShaderCompilerThreadsKHR(GLuint count)
{
    mock->thread_calls++;
    if (mock->real.MaxShaderCompilerThreadsKHR != NULL)
        mock->real.MaxShaderCompilerThreadsKHR(count);
    else
        mock->real.MaxShaderCompilerThreadsARB(count);
}

static void GLAD_API_PTR mock_LinkProgram(GLuint program)
{
    mock->compiler_calls++;
    mock->link_calls++;
    mock->real.LinkProgram(program);
}

static void GLAD_API_PTR mock_GetProgramBinary(GLuint program, GLsizei room,
                                               GLsizei* length, GLenum* format,
                                               void* binary)
{
    mock->get_calls++;
    if (room <= 0)
        complain("glGetProgramBinary with room for %d bytes", room);
    if (mock->binary_write == NULL) {
        mock->real.GetProgramBinary(program, room, length, format, binary);
        return;
    }
    *format = 1;
    GLsizei written = mock->binary_write(room, binary);
    if (written <= 0)
        mock->pending = GL_INVALID_OPERATION;
    else if (length != NULL)
        *length = written;
}

static GLenum GLAD_API_PTR mock_CheckFramebufferStatus(GLenum target)
{
    GLenum status = mock->real.CheckFramebufferStatus(target);
    return fails(FAULT_FRAMEBUFFER_STATUS) ? GL_FRAMEBUFFER_UNSUPPORTED : status;
}

static GLenum GLAD_API_PTR mock_GetError(void)
{
    mock->get_error_calls++;
    GLenum pending = mock->pending;
    mock->pending = GL_NO_ERROR;
    return pending != GL_NO_ERROR ? pending : mock->real.GetError();
}

// ---- what is where --------------------------------------------------------------------

static GLuint bound_at(GLenum query)
{
    GLint name = 0;
    mock->real.GetIntegerv(query, &name);
    return (GLuint)name;
}

// NVIDIA's driver may lose an upload through another target than the one before.
static void note_upload(GLenum target)
{
    if (mock->upload_target != 0 && mock->upload_target != target)
        complain("an upload through target 0x%x after one through 0x%x", target,
                 mock->upload_target);
    mock->upload_target = target;
}

static void GLAD_API_PTR mock_BufferData(GLenum target, GLsizeiptr size, const void* data,
                                         GLenum usage)
{
    if (data != NULL)
        note_upload(target);
    if (target != GL_COPY_WRITE_BUFFER)
        complain("glBufferData on target 0x%x, not the one that is saved", target);
    if (fails(FAULT_BUFFER_DATA)) {
        mock->pending = GL_OUT_OF_MEMORY;
        return;
    }
    mock->real.BufferData(target, size, data, usage);
    struct gl_object* object = find_object(KIND_BUFFER, bound_at(GL_COPY_WRITE_BUFFER));
    if (object != NULL) {
        object->size = size;
        object->scratch = data == NULL && usage == GL_DYNAMIC_COPY;
    }
}

static GLenum binding_query(GLenum target)
{
    switch (target) {
    case GL_TEXTURE_2D: return GL_TEXTURE_BINDING_2D;
    case GL_TEXTURE_2D_ARRAY: return GL_TEXTURE_BINDING_2D_ARRAY;
    default: return GL_TEXTURE_BINDING_BUFFER;
    }
}

static void GLAD_API_PTR mock_BindTexture(GLenum target, GLuint name)
{
    mock->real.BindTexture(target, name);
    struct gl_object* object = find_object(KIND_TEXTURE, name);
    if (object != NULL)
        object->target = target;
}

static void note_image(GLenum target, GLsizei layers)
{
    struct gl_object* object = find_object(KIND_TEXTURE, bound_at(binding_query(target)));
    if (object == NULL)
        return;
    object->scratch = true;
    object->layers = layers;
}

// False if it fails.
static bool begin_image(GLsizei width, GLsizei height)
{
    const GLint most = mock->limits.texture_size;
    if (most > 0 && (width > most || height > most))
        complain("a texture of %d x %d, the limit is %d", width, height, most);
    if (!fails(FAULT_TEX_IMAGE))
        return true;
    mock->pending = GL_OUT_OF_MEMORY;
    return false;
}

static void GLAD_API_PTR mock_TexImage2D(GLenum target, GLint level, GLint internal,
                                         GLsizei width, GLsizei height, GLint border,
                                         GLenum format, GLenum type, const void* data)
{
    if (target == GL_PROXY_TEXTURE_2D) {
        mock->real.TexImage2D(target, level, internal, width, height, border, format,
                              type, data);
        return;
    }
    if (!begin_image(width, height))
        return;
    mock->real.TexImage2D(target, level, internal, width, height, border, format, type,
                          data);
    note_image(target, 1);
}

static void GLAD_API_PTR mock_TexImage3D(GLenum target, GLint level, GLint internal,
                                         GLsizei width, GLsizei height, GLsizei depth,
                                         GLint border, GLenum format, GLenum type,
                                         const void* data)
{
    if (!begin_image(width, height))
        return;
    mock->real.TexImage3D(target, level, internal, width, height, depth, border, format,
                          type, data);
    note_image(target, depth);
}

// ---- limits ---------------------------------------------------------------------------

static const char window_extension[] = "GL_EXT_window_rectangles";

// True if the query is of the extension that only the mock has.
static bool answer_windows(GLenum name, GLint* value)
{
    const struct gl_windows* w = &mock->windows;
    if (!w->offered)
        return false;
    switch (name) {
    case GL_NUM_WINDOW_RECTANGLES_EXT: *value = w->count; return true;
    case GL_MAX_WINDOW_RECTANGLES_EXT: *value = 8; return true;
    case GL_WINDOW_RECTANGLE_MODE_EXT: *value = (GLint)w->mode; return true;
    default: return false;
    }
}

static bool answer_subgroups(GLenum name, GLint* value)
{
    const struct gl_subgroups* s = &mock->subgroups;
    if (!s->offered)
        return false;
    switch (name) {
    case GL_SUBGROUP_SIZE_KHR: *value = s->size; return true;
    case GL_SUBGROUP_SUPPORTED_STAGES_KHR: *value = GL_COMPUTE_SHADER_BIT; return true;
    case GL_SUBGROUP_SUPPORTED_FEATURES_KHR: *value = 0xFF; return true;
    case GL_WARP_SIZE_NV: *value = s->warp_size; return s->warps;
    default: return false;
    }
}

// The extensions that only the mock has. Returns their number.
static GLint list_own_extensions(const char* names[3])
{
    GLint count = 0;
    if (mock->windows.offered)
        names[count++] = window_extension;
    if (mock->subgroups.offered)
        names[count++] = "GL_KHR_shader_subgroup";
    if (mock->subgroups.offered && mock->subgroups.warps)
        names[count++] = "GL_NV_shader_thread_group";
    return count;
}

static void GLAD_API_PTR mock_WindowRectanglesEXT(GLenum mode, GLsizei count,
                                                  const GLint* boxes)
{
    struct gl_windows* w = &mock->windows;
    w->mode = mode;
    w->count = count;
    for (GLsizei i = 0; i < 4 * count; ++i)
        w->boxes[i / 4][i % 4] = boxes[i];
}

static void note_work(void)
{
    GLint program = 0;
    mock->real.GetIntegerv(GL_CURRENT_PROGRAM, &program);
    if (program < MOCK_PROGRAMS)
        mock->worked[program] = true;
}

// The texture at the unit and target that this kind of sampler reads.
static GLuint sampled(GLenum type, GLint unit)
{
    GLint active = GL_TEXTURE0;
    GLenum target = GL_TEXTURE_2D;
    if (type == GL_UNSIGNED_INT_SAMPLER_2D_ARRAY)
        target = GL_TEXTURE_2D_ARRAY;
    else if (type == GL_UNSIGNED_INT_SAMPLER_BUFFER)
        target = GL_TEXTURE_BUFFER;
    mock->real.GetIntegerv(GL_ACTIVE_TEXTURE, &active);
    mock->real.ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    GLuint name = bound_at(binding_query(target));
    mock->real.ActiveTexture((GLenum)active);
    return name;
}

static bool is_target(GLuint texture)
{
    for (GLenum point = 0; point < MAX_DRAW_BUFFERS; ++point) {
        GLint kind = GL_NONE, name = 0;
        mock->real.GetFramebufferAttachmentParameteriv(
            GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + point,
            GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
        if (kind == GL_TEXTURE)
            mock->real.GetFramebufferAttachmentParameteriv(
                GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + point,
                GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
        if ((GLuint)name == texture)
            return true;
    }
    return false;
}

// A texture that is read and drawn to is a feedback loop, also where no texel is read.
static void check_samplers(void)
{
    GLint count = 0;
    GLuint program = bound_at(GL_CURRENT_PROGRAM);
    mock->real.GetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; i < count; ++i) {
        char name[64];
        GLint size = 0, unit = 0;
        GLenum type = GL_NONE;
        mock->real.GetActiveUniform(program, (GLuint)i, sizeof name, NULL, &size, &type,
                                    name);
        GLint location = mock->real.GetUniformLocation(program, name);
        if (location < 0)
            continue; // in a uniform block
        mock->real.GetUniformiv(program, location, &unit);
        GLuint texture = sampled(type, unit);
        if (texture != 0 && is_target(texture))
            complain("a draw samples %s, its own target", name);
    }
}

static void GLAD_API_PTR mock_DrawArrays(GLenum mode, GLint first, GLsizei count)
{
    const struct gl_windows* w = &mock->windows;
    if (w->offered && (w->mode != GL_EXCLUSIVE_EXT || w->count != 0))
        complain("a draw through %d window rectangles of mode 0x%x", w->count, w->mode);
    check_samplers();
    note_work();
    mock->real.DrawArrays(mode, first, count);
}

static GLint forced(GLenum name)
{
    switch (name) {
    case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: return mock->limits.uniform_alignment;
    case GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: return mock->limits.storage_alignment;
    case GL_MAX_SHADER_STORAGE_BLOCK_SIZE: return mock->limits.storage_block;
    case GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS: return mock->limits.storage_blocks;
    case GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES: return mock->limits.shader_outputs;
    case GL_MAX_TEXTURE_SIZE: return mock->limits.texture_size;
    case GL_MAX_TEXTURE_BUFFER_SIZE: return mock->limits.buffer_texels;
    case GL_MAX_DRAW_BUFFERS:
    case GL_MAX_COLOR_ATTACHMENTS: return mock->limits.draw_buffers;
    case GL_MAX_COMPUTE_WORK_GROUP_COUNT: return mock->limits.group_count;
    case GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS: return mock->limits.group_size;
    case GL_MAX_COMPUTE_WORK_GROUP_SIZE: return mock->limits.group_width;
    case GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS: return mock->limits.storage_points;
    case GL_MAX_COMPUTE_SHARED_MEMORY_SIZE: return mock->limits.shared_bytes;
    default: return 0;
    }
}

static void GLAD_API_PTR mock_GetIntegerv(GLenum name, GLint* value)
{
    mock->get_calls++;
    const char* own[3];
    if (answer_windows(name, value) || answer_subgroups(name, value))
        return;
    mock->real.GetIntegerv(name, value);
    if (name == GL_NUM_EXTENSIONS)
        *value += list_own_extensions(own);
    if (forced(name) != 0)
        *value = forced(name);
}

static void GLAD_API_PTR mock_GetInteger64v(GLenum name, GLint64* value)
{
    mock->get_calls++;
    mock->real.GetInteger64v(name, value);
    if (forced(name) != 0)
        *value = forced(name);
}

static void GLAD_API_PTR mock_GetIntegeri_v(GLenum name, GLuint at, GLint* value)
{
    mock->get_calls++;
    if (mock->windows.offered && name == GL_WINDOW_RECTANGLE_EXT) {
        memcpy(value, mock->windows.boxes[at], sizeof mock->windows.boxes[at]);
        return;
    }
    mock->real.GetIntegeri_v(name, at, value);
    if (forced(name) != 0)
        *value = forced(name);
}

static bool hides_extension(const char* name)
{
    if (mock->subgroups.offered && strcmp(name, "GL_NV_shader_thread_group") == 0)
        return true;
    return mock->hides_parallel && strstr(name, "_parallel_shader_compile") != NULL;
}

// The last extensions are those of the mock, which hides the driver's own of that name.
static const GLubyte* GLAD_API_PTR mock_GetStringi(GLenum name, GLuint at)
{
    GLint count = 0;
    const char* own[3];
    const GLint own_count = list_own_extensions(own);
    mock->get_calls++;
    mock->real.GetIntegerv(GL_NUM_EXTENSIONS, &count);
    if (name == GL_EXTENSIONS && at >= (GLuint)count && at < (GLuint)(count + own_count))
        return (const GLubyte*)own[at - (GLuint)count];
    const GLubyte* text = mock->real.GetStringi(name, at);
    bool hides = text != NULL && hides_extension((const char*)text);
    return hides ? (const GLubyte*)"GL_TEST_hidden" : text;
}

static const GLubyte* GLAD_API_PTR mock_GetString(GLenum name)
{
    mock->get_calls++;
    if (mock->limits.hardware && name == GL_RENDERER)
        return (const GLubyte*)"hardware";
    if (mock->subgroups.vendor != NULL && name == GL_VENDOR)
        return (const GLubyte*)mock->subgroups.vendor;
    return mock->real.GetString(name);
}

// ---- rules ----------------------------------------------------------------------------

static GLint64 buffer_size(GLuint name)
{
    GLint64 size = 0;
    GLuint before = bound_at(GL_COPY_READ_BUFFER);
    mock->real.BindBuffer(GL_COPY_READ_BUFFER, name);
    mock->real.GetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
    mock->real.BindBuffer(GL_COPY_READ_BUFFER, before);
    return size;
}

static void check_point(GLenum target, GLuint at)
{
    GLint most = mock->limits.storage_points;
    if (target == GL_SHADER_STORAGE_BUFFER && most != 0 && at >= (GLuint)most)
        complain("storage binding %u, and this device has %d points", at, most);
}

static void GLAD_API_PTR mock_BindBufferBase(GLenum target, GLuint at, GLuint name)
{
    check_point(target, at);
    mock->real.BindBufferBase(target, at, name);
}

static void GLAD_API_PTR mock_BindBufferRange(GLenum target, GLuint at, GLuint name,
                                              GLintptr offset, GLsizeiptr size)
{
    const bool uniform = target == GL_UNIFORM_BUFFER;
    const char* kind = uniform ? "uniform" : "storage";
    const GLint alignment =
        uniform ? mock->limits.uniform_alignment : mock->limits.storage_alignment;
    const GLint most = mock->limits.storage_block;
    check_point(target, at);
    if (alignment != 0 && offset % alignment != 0)
        complain("%s binding %u at byte %lld, not a multiple of %d", kind, at,
                 (long long)offset, alignment);
    if (offset + size > buffer_size(name) || size <= 0)
        complain("%s binding %u has bytes %lld to %lld of a buffer of %lld", kind, at,
                 (long long)offset, (long long)(offset + size),
                 (long long)buffer_size(name));
    if (!uniform && most != 0 && size > most)
        complain("storage binding %u has %lld bytes, and this device binds %d", at,
                 (long long)size, most);
    if (uniform && size % 16 != 0)
        complain("uniform binding %u has %lld bytes, not a multiple of 16", at,
                 (long long)size);
    if (uniform && at == BIND_COUNT)
        mock->count_at = offset;
    mock->range_calls++;
    mock->real.BindBufferRange(target, at, name, offset, size);
}

static void GLAD_API_PTR mock_BufferSubData(GLenum target, GLintptr at, GLsizeiptr bytes,
                                            const void* data)
{
    note_upload(target);
    mock->sub_data_calls++;
    mock->sub_data_bytes += bytes;
    mock->real.BufferSubData(target, at, bytes, data);
    GLenum query = target == GL_COPY_WRITE_BUFFER ? GL_COPY_WRITE_BUFFER_BINDING
                                                  : GL_UNIFORM_BUFFER_BINDING;
    struct gl_object* object = find_object(KIND_BUFFER, bound_at(query));
    if (object != NULL)
        object->scratch = false; // zeros, which passes rely on
}

static void check_groups(GLuint x, GLuint y, GLuint z)
{
    GLuint limit =
        mock->limits.group_count > 0 ? (GLuint)mock->limits.group_count : 65535;
    mock->dispatch_calls++;
    if (x > limit || y > limit || z != 1)
        complain("a dispatch of %u x %u x %u groups, the limit is %u", x, y, z, limit);
    if (x * y > 0)
        note_work();
    if (x * y > mock->largest_groups)
        mock->largest_groups = x * y;
}

static void GLAD_API_PTR mock_DispatchCompute(GLuint x, GLuint y, GLuint z)
{
    if (x == 0 || y == 0)
        complain("a dispatch of %u x %u groups", x, y);
    check_groups(x, y, z);
    mock->real.DispatchCompute(x, y, z);
}

static void GLAD_API_PTR mock_DispatchComputeIndirect(GLintptr at)
{
    GLuint groups[3] = {0, 0, 0};
    const void* mapped = mock->real.MapBufferRange(GL_DISPATCH_INDIRECT_BUFFER, at,
                                                   sizeof groups, GL_MAP_READ_BIT);
    assert_non_null(mapped);
    memcpy(groups, mapped, sizeof groups);
    mock->real.UnmapBuffer(GL_DISPATCH_INDIRECT_BUFFER);
    check_groups(groups[0], groups[1], groups[2]);
    mock->empty_dispatches += groups[0] * groups[1] == 0;
    mock->real.DispatchComputeIndirect(at);
}

static void GLAD_API_PTR mock_MemoryBarrier(GLbitfield bits)
{
    if (mock->barrier_count < MOCK_BARRIERS) {
        mock->barriers[mock->barrier_count] = bits;
        mock->barrier_at[mock->barrier_count++] = mock->dispatch_calls;
    }
    mock->real.MemoryBarrier(bits);
}

// ---- queries that are only counted ----------------------------------------------------

#define COUNTED(NAME, PARAMS, ARGUMENTS)                                                 \
    static void GLAD_API_PTR mock_##NAME PARAMS                                          \
    {                                                                                    \
        mock->get_calls++;                                                               \
        mock->real.NAME ARGUMENTS;                                                       \
    }
#define COUNTED_AS(RESULT, NAME, PARAMS, ARGUMENTS)                                      \
    static RESULT GLAD_API_PTR mock_##NAME PARAMS                                        \
    {                                                                                    \
        mock->get_calls++;                                                               \
        return mock->real.NAME ARGUMENTS;                                                \
    }

COUNTED(GetBooleani_v, (GLenum a, GLuint b, GLboolean* c), (a, b, c))
COUNTED(GetBooleanv, (GLenum a, GLboolean* b), (a, b))
COUNTED(GetBufferParameteri64v, (GLenum a, GLenum b, GLint64* c), (a, b, c))
COUNTED(GetNamedBufferParameteri64v, (GLuint a, GLenum b, GLint64* c), (a, b, c))
COUNTED(GetFloatv, (GLenum a, GLfloat* b), (a, b))
COUNTED(GetInteger64i_v, (GLenum a, GLuint b, GLint64* c), (a, b, c))
COUNTED(GetProgramInfoLog, (GLuint a, GLsizei b, GLsizei* c, GLchar* d), (a, b, c, d))
COUNTED(GetShaderInfoLog, (GLuint a, GLsizei b, GLsizei* c, GLchar* d), (a, b, c, d))
COUNTED(GetQueryObjectuiv, (GLuint a, GLenum b, GLuint* c), (a, b, c))
COUNTED(GetQueryObjectui64v, (GLuint a, GLenum b, GLuint64* c), (a, b, c))
COUNTED(GetQueryiv, (GLenum a, GLenum b, GLint* c), (a, b, c))
COUNTED(GetObjectLabel, (GLenum a, GLuint b, GLsizei c, GLsizei* d, GLchar* e),
        (a, b, c, d, e))
COUNTED_AS(GLuint, GetUniformBlockIndex, (GLuint a, const GLchar* b), (a, b))
COUNTED_AS(GLint, GetUniformLocation, (GLuint a, const GLchar* b), (a, b))
COUNTED_AS(GLboolean, IsBuffer, (GLuint a), (a))
COUNTED_AS(GLboolean, IsEnabled, (GLenum a), (a))
COUNTED_AS(GLboolean, IsEnabledi, (GLenum a, GLuint b), (a, b))
COUNTED_AS(GLboolean, IsFramebuffer, (GLuint a), (a))
COUNTED_AS(GLboolean, IsProgram, (GLuint a), (a))
COUNTED_AS(GLboolean, IsProgramPipeline, (GLuint a), (a))
COUNTED_AS(GLboolean, IsSampler, (GLuint a), (a))
COUNTED_AS(GLboolean, IsTexture, (GLuint a), (a))
COUNTED_AS(GLboolean, IsVertexArray, (GLuint a), (a))

// ---- the loader -----------------------------------------------------------------------

#define ENTRY(NAME)                                                                      \
    {                                                                                    \
        "gl" #NAME, (glsort_proc)mock_##NAME                                             \
    }

static const struct {
    const char* name;
    glsort_proc proc;
} entries[] = {
    // clang-format off
    ENTRY(BindBufferBase), ENTRY(BindBufferRange), ENTRY(BindTexture), ENTRY(BufferData),
    ENTRY(BufferSubData),
    ENTRY(CheckFramebufferStatus), ENTRY(CompileShader), ENTRY(CreateProgram),
    ENTRY(CreateShader), ENTRY(CreateTextures), ENTRY(DeleteBuffers),
    ENTRY(DeleteFramebuffers), ENTRY(DeleteProgram), ENTRY(DeleteQueries),
    ENTRY(DeleteQueriesEXT), ENTRY(DeleteSamplers), ENTRY(DeleteShader),
    ENTRY(DeleteTextures), ENTRY(DeleteVertexArrays), ENTRY(DispatchCompute),
    ENTRY(DispatchComputeIndirect), ENTRY(DrawArrays),
    ENTRY(GenBuffers), ENTRY(GenFramebuffers),
    ENTRY(GenQueries), ENTRY(GenQueriesEXT), ENTRY(GenSamplers), ENTRY(GenTextures),
    ENTRY(GenVertexArrays), ENTRY(GetBooleani_v), ENTRY(GetBooleanv),
    ENTRY(GetBufferParameteri64v), ENTRY(GetError), ENTRY(GetFloatv),
    ENTRY(GetNamedBufferParameteri64v), ENTRY(GetObjectLabel), ENTRY(GetInteger64i_v),
    ENTRY(GetInteger64v), ENTRY(GetIntegeri_v), ENTRY(GetIntegerv),
    ENTRY(GetProgramBinary), ENTRY(GetProgramInfoLog), ENTRY(GetProgramiv),
    ENTRY(GetQueryObjectuiv), ENTRY(GetQueryObjectui64v), ENTRY(GetQueryiv),
    ENTRY(GetShaderInfoLog), ENTRY(GetShaderiv), ENTRY(GetString), ENTRY(GetStringi),
    ENTRY(GetUniformBlockIndex), ENTRY(GetUniformLocation), ENTRY(IsBuffer),
    ENTRY(IsEnabled), ENTRY(IsEnabledi), ENTRY(IsFramebuffer), ENTRY(IsProgram),
    ENTRY(IsProgramPipeline), ENTRY(IsSampler), ENTRY(IsTexture), ENTRY(IsVertexArray),
    ENTRY(LinkProgram), ENTRY(MaxShaderCompilerThreadsKHR), ENTRY(MemoryBarrier),
    ENTRY(ObjectLabel), ENTRY(ProgramBinary), ENTRY(TexImage2D), ENTRY(TexImage3D),
    // clang-format on
};

// Of any kind: a name is asked for once or more, and kept once.
static void note_asked(struct gl_mock* m, const char* name)
{
    for (uint32_t i = 0; i < m->asked_count; ++i)
        if (strcmp(m->asked[i], name) == 0)
            return;
    if (m->asked_count < sizeof m->asked / sizeof m->asked[0])
        m->asked[m->asked_count++] = name;
}

glsort_proc gl_mock_get_proc(void* user, const char* name)
{
    struct gl_mock* m = user;
    glsort_proc proc = offscreen_get_proc(m->h->offscreen, name);
    if (m->windows.offered && strcmp(name, "glWindowRectanglesEXT") == 0)
        return (glsort_proc)mock_WindowRectanglesEXT;
    if (proc == NULL || (m->hidden != NULL && strcmp(m->hidden, name) == 0))
        return NULL;
    note_asked(m, name);
    if (strcmp(name, "glMaxShaderCompilerThreadsARB") == 0)
        return (glsort_proc)mock_MaxShaderCompilerThreadsKHR;
    if (strcmp(name, "glObjectLabelKHR") == 0)
        return (glsort_proc)mock_ObjectLabel;
    if (strcmp(name, "glGetObjectLabelKHR") == 0)
        return (glsort_proc)mock_GetObjectLabel;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; ++i)
        if (strcmp(entries[i].name, name) == 0)
            return entries[i].proc;
    return proc;
}

void gl_mock_open(struct gl_mock* m, struct gl_harness* h)
{
    *m = (struct gl_mock){.h = h, .real = h->gl};
    // GLES has these since 3.2, which glad does not load.
    if (m->real.IsEnabledi == NULL)
        m->real.IsEnabledi =
            (PFNGLISENABLEDIPROC)offscreen_get_proc(h->offscreen, "glIsEnabledi");
    if (m->real.GetBooleani_v == NULL)
        m->real.GetBooleani_v =
            (PFNGLGETBOOLEANI_VPROC)offscreen_get_proc(h->offscreen, "glGetBooleani_v");
    if (m->real.ObjectLabel == NULL) {
        m->real.ObjectLabel = m->real.ObjectLabelKHR;
        m->real.GetObjectLabel = m->real.GetObjectLabelKHR;
    }
    mock = m;
}

void gl_mock_close(struct gl_mock* m)
{
    if (mock == m)
        mock = NULL;
}

glsort_context* gl_mock_context(struct gl_mock* m, uint32_t flags)
{
    return gl_mock_context_defining(m, flags, NULL);
}

glsort_context* gl_mock_context_defining(struct gl_mock* m, uint32_t flags,
                                         const char* defines)
{
    const glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc, .get_proc_user = m, .flags = flags};
    return gl_make_context(&desc, defines);
}

void gl_mock_reset(struct gl_mock* m)
{
    m->get_error_calls = m->get_calls = 0;
    m->dispatch_calls = m->range_calls = m->largest_groups = 0;
    m->link_calls = m->link_queries = m->waits = 0;
    m->status_queries = m->links_unasked = 0;
    m->compiler_calls = 0;
    m->sub_data_calls = 0;
    m->sub_data_bytes = 0;
    m->barrier_count = 0;
    m->trouble[0] = '\0';
}

void gl_mock_fail(struct gl_mock* m, enum gl_fault fault, uint32_t at)
{
    m->fault = fault;
    m->fault_at = at;
    m->fault_seen = 0;
}

long gl_mock_live(const struct gl_mock* m)
{
    long sum = 0;
    for (int kind = 0; kind < KIND_COUNT; ++kind)
        sum += m->live[kind];
    return sum;
}

// ---- poison ---------------------------------------------------------------------------

static void poison_buffer(struct gl_mock* m, const struct gl_object* object,
                          uint32_t word)
{
    size_t count = (size_t)object->size / 4;
    uint32_t* words = malloc(count * 4);
    assert_non_null(words);
    for (size_t i = 0; i < count; ++i)
        words[i] = word;
    gl_buffer_write(m->h, object->name, 0, count * 4, words);
    free(words);
}

static void poison_texture(struct gl_mock* m, const struct gl_object* object,
                           uint32_t word)
{
    const GladGLContext* gl = &m->real;
    const GLuint texel[4] = {word, word, word, word};
    GLuint framebuffer = 0;
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    for (GLint layer = 0; layer < object->layers; ++layer) {
        if (object->target == GL_TEXTURE_2D)
            gl->FramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                     GL_TEXTURE_2D, object->name, 0);
        else
            gl->FramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                        object->name, 0, layer);
        gl->ClearBufferuiv(GL_COLOR, 0, texel);
    }
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
}

void gl_mock_poison(struct gl_mock* m, uint32_t word)
{
    for (uint32_t i = 0; i < m->object_count; ++i) {
        const struct gl_object* object = &m->objects[i];
        if (object->scratch && object->kind == KIND_BUFFER)
            poison_buffer(m, object, word);
        else if (object->scratch)
            poison_texture(m, object, word);
    }
}
