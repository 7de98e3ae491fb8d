// SPDX-License-Identifier: MIT
#include "gfx.h"

#include <stdio.h>
#include <string.h>

#include "program.h"

// One program has one GL context.
static char first_fault[1024];
static uint32_t fault_count;
static int version; // 33, 43, ...
static GLuint no_attributes;

static void APIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity,
                          GLsizei length, const GLchar* message, const void* user)
{
    (void)source, (void)id, (void)length, (void)user;
    bool is_talk = type == GL_DEBUG_TYPE_PUSH_GROUP || type == GL_DEBUG_TYPE_POP_GROUP ||
                   type == GL_DEBUG_TYPE_MARKER || type == GL_DEBUG_TYPE_PERFORMANCE ||
                   severity == GL_DEBUG_SEVERITY_NOTIFICATION;
    if (is_talk)
        return;
    if (fault_count++ == 0)
        snprintf(first_fault, sizeof first_fault, "%s", message);
}

static bool has_debug(void)
{
    GLint count = 0;
    bool found = version >= 43;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count && !found; ++i) {
        const GLubyte* name = glGetStringi(GL_EXTENSIONS, (GLuint)i);
        found = name && strcmp((const char*)name, "GL_KHR_debug") == 0;
    }
    return found;
}

bool gfx_load(char* message)
{
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    version = major * 10 + minor;
    if (version < 33)
        return program_fail(
            message,
            "this computer offers OpenGL %d.%d, and 3.3 is needed; a newer graphics "
            "driver may help, or --headless --device cpu",
            version / 10, version % 10);

    if (has_debug()) {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(hear, NULL);
    }
    glGenVertexArrays(1, &no_attributes);
    return true;
}

bool gfx_has_compute(void)
{
    return version >= 43;
}

uint32_t gfx_fault_count(void)
{
    return fault_count;
}

const char* gfx_first_fault(void)
{
    return first_fault;
}

// ---- programs

enum { MOST_TEXTS = 8, LOG_BYTES = 400 };

// Nothing if texts is NULL. What the driver has against it goes to the log.
static void attach(GLuint program, GLenum stage, int shader_version,
                   const char* const* texts, char log[LOG_BYTES])
{
    char head[32];
    const char* all[MOST_TEXTS + 1] = {head};
    GLsizei count = 1;
    GLint ok = GL_FALSE;
    if (!texts)
        return;
    snprintf(head, sizeof head, "#version %d core\n", shader_version);
    for (int i = 0; texts[i] && count <= MOST_TEXTS; ++i)
        all[count++] = texts[i];
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, count, all, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok)
        glGetShaderInfoLog(shader, LOG_BYTES, NULL, log);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

uint32_t gfx_program_of(const struct gfx_shaders* shaders, char* message)
{
    char log[LOG_BYTES] = "";
    GLuint program = glCreateProgram();
    GLsizei outputs = 0;
    GLint ok = GL_FALSE;
    attach(program, GL_VERTEX_SHADER, shaders->version, shaders->vertex, log);
    attach(program, GL_FRAGMENT_SHADER, shaders->version, shaders->fragment, log);
    attach(program, GL_COMPUTE_SHADER, shaders->version, shaders->compute, log);
    while (shaders->outputs && shaders->outputs[outputs])
        ++outputs;
    if (outputs > 0)
        glTransformFeedbackVaryings(program, outputs, shaders->outputs,
                                    GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok)
        return program;
    if (!log[0])
        glGetProgramInfoLog(program, LOG_BYTES, NULL, log);
    program_fail(message, "the driver refused a shader: %s",
                 log[0] ? log : "it gives no reason");
    glDeleteProgram(program);
    return 0;
}

uint32_t gfx_program(const char* vertex, const char* fragment, char* message)
{
    return gfx_program_of(&(struct gfx_shaders){.version = 330,
                                                .vertex = GFX_TEXTS(vertex),
                                                .fragment = GFX_TEXTS(fragment)},
                          message);
}

uint32_t gfx_feedback_program(const char* vertex, const char* const* outputs,
                              char* message)
{
    return gfx_program_of(&(struct gfx_shaders){.version = 330,
                                                .vertex = GFX_TEXTS(vertex),
                                                .outputs = outputs},
                          message);
}

static GLint place_of(uint32_t program, const char* name)
{
    glUseProgram(program);
    return glGetUniformLocation(program, name);
}

void gfx_set_float(uint32_t program, const char* name, float value)
{
    glUniform1f(place_of(program, name), value);
}

void gfx_set_int(uint32_t program, const char* name, int value)
{
    glUniform1i(place_of(program, name), value);
}

void gfx_set_uint(uint32_t program, const char* name, uint32_t value)
{
    glUniform1ui(place_of(program, name), value);
}

void gfx_set_vec4(uint32_t program, const char* name, const float value[4])
{
    glUniform4fv(place_of(program, name), 1, value);
}

void gfx_set_mat4(uint32_t program, const char* name, const float* columns)
{
    glUniformMatrix4fv(place_of(program, name), 1, GL_FALSE, columns);
}

void gfx_bind_texture(uint32_t unit, uint32_t texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

const char gfx_screen_vertex[] =
    "out vec2 uv;\n"
    "void main()\n"
    "{\n"
    "    uv = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));\n"
    "    gl_Position = vec4(2.0 * uv - 1.0, 0.0, 1.0);\n"
    "}\n";

void gfx_draw_screen(uint32_t program)
{
    glUseProgram(program);
    glBindVertexArray(no_attributes);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// ---- buffers. The copy targets disturb no vertex array.

uint32_t gfx_buffer(size_t bytes, const void* data)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, data, GL_DYNAMIC_COPY);
    return buffer;
}

void gfx_buffer_write(uint32_t buffer, size_t first, size_t bytes, const void* data)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)first, (GLsizeiptr)bytes, data);
}

void gfx_buffer_read(uint32_t buffer, size_t first, size_t bytes, void* data)
{
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, (GLintptr)first, (GLsizeiptr)bytes, data);
}

void gfx_buffer_delete(uint32_t* buffer)
{
    glDeleteBuffers(1, buffer);
    *buffer = 0;
}

// ---- textures

struct format {
    GLint inner;
    GLenum outer;
    GLenum type;
};

static const struct format formats[] = {
    [GFX_RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    [GFX_RGBA16F] = {GL_RGBA16F, GL_RGBA, GL_FLOAT},
    [GFX_RGBA32F] = {GL_RGBA32F, GL_RGBA, GL_FLOAT},
    [GFX_R32F] = {GL_R32F, GL_RED, GL_FLOAT},
    [GFX_R32UI] = {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
};

uint32_t gfx_texture(int width, int height, enum gfx_format format, bool smooth,
                     const void* data)
{
    const struct format* f = &formats[format];
    GLint filter = smooth ? GL_LINEAR : GL_NEAREST;
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, f->inner, width, height, 0, f->outer, f->type, data);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

void gfx_texture_delete(uint32_t* texture)
{
    glDeleteTextures(1, texture);
    *texture = 0;
}

// ---- frames

bool gfx_target_fit(struct gfx_target* target, int width, int height,
                    enum gfx_format format, char* message)
{
    GLint bound = 0;
    if (target->width == width && target->height == height)
        return true;
    gfx_target_destroy(target);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    *target = (struct gfx_target){.width = width, .height = height};
    target->texture = gfx_texture(width, height, format, true, NULL);
    glGenFramebuffers(1, &target->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, target->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           target->texture, 0);
    bool ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
    if (ok)
        return true;
    gfx_target_destroy(target);
    return program_fail(message,
                        "this device cannot draw %d x %d such pixels; lower --size",
                        width, height);
}

void gfx_target_destroy(struct gfx_target* target)
{
    glDeleteFramebuffers(1, &target->frame);
    glDeleteTextures(1, &target->texture);
    *target = (struct gfx_target){0};
}

void gfx_bind(uint32_t frame, int width, int height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glViewport(0, 0, width, height);
}

void gfx_read_pixels(int width, int height, uint8_t* rgba)
{
    const size_t row = (size_t)width * 4;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    // GL's first row is the lowest.
    for (int y = 0; y < height / 2; ++y) {
        uint8_t* a = rgba + (size_t)y * row;
        uint8_t* b = rgba + (size_t)(height - 1 - y) * row;
        for (size_t i = 0; i < row; ++i) {
            uint8_t swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
}
