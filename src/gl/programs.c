// SPDX-License-Identifier: MIT
// Compiles and links the embedded shaders, or takes their binaries from a blob. Starting
// a program passes its texts to the driver without querying a result; collecting it later
// queries the result. The driver's compiler threads work in between.
#include "programs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "program_blob.h"
#include "shader_table.h"
#include "shared/common.h"

// ---- blobs ----------------------------------------------------------------------------

static uint64_t hash_text(uint64_t state, const char* text)
{
    return text == NULL ? state : glsort_blob_hash(state, text, strlen(text) + 1);
}

static uint64_t blob_key(const struct programs* p, const struct device* d)
{
    uint64_t key = hash_text(HASH_START, glsort_shader_hash);
    key = hash_text(key, (const char*)d->gl.GetString(GL_VENDOR));
    key = hash_text(key, (const char*)d->gl.GetString(GL_RENDERER));
    key = hash_text(key, (const char*)d->gl.GetString(GL_VERSION));
    return hash_text(key, p->defines);
}

// ---- open and close -------------------------------------------------------------------

// Drops the blob, and says why in the log. NULL: there is nothing to say.
static void drop_blob(struct programs* p, const char* why)
{
    if (why != NULL && p->log != NULL)
        p->log(p->log_user, GLSORT_SEVERITY_WARNING, why);
    glsort_memory_give(&p->allocator, p->blob, p->blob_bytes);
    p->blob = NULL;
    p->blob_bytes = 0;
}

static void check_blob(struct programs* p, const struct device* d)
{
    char text[160];
    const char* trouble = "this driver has no program binary format";
    if (d->has_binaries)
        trouble = glsort_blob_trouble(p->blob, p->blob_bytes, blob_key(p, d));
    if (trouble == NULL)
        return;
    snprintf(text, sizeof text, "program blob refused, compiling instead: %s", trouble);
    drop_blob(p, text);
}

// A copy of the block, or NULL.
static void* copy_block(struct programs* p, const void* block, size_t bytes)
{
    void* copy = glsort_memory_take(&p->allocator, bytes);
    return copy != NULL ? memcpy(copy, block, bytes) : NULL;
}

glsort_result glsort_programs_open(struct programs* p, const struct device* d,
                                   const glsort_context_desc* desc, const char* defines,
                                   const glsort_allocator* allocator,
                                   struct message* message)
{
    *p = (struct programs){
        .log = desc->log, .log_user = desc->log_user, .allocator = *allocator};
    bool has_blob = desc->programs != NULL && desc->programs_bytes > 0;
    if (defines != NULL) {
        p->defines_bytes = strlen(defines) + 1;
        p->defines = copy_block(p, defines, p->defines_bytes);
    }
    if (has_blob) {
        p->blob_bytes = desc->programs_bytes;
        p->blob = copy_block(p, desc->programs, p->blob_bytes);
    }
    if ((defines != NULL && p->defines == NULL) || (has_blob && p->blob == NULL)) {
        glsort_programs_release(p);
        return glsort_message_fail(message, GLSORT_ERROR_HOST_MEMORY,
                                   "glsort_context_create: no host memory for %llu bytes "
                                   "of programs and %llu of defines",
                                   (unsigned long long)desc->programs_bytes,
                                   (unsigned long long)p->defines_bytes);
    }
    if (has_blob)
        check_blob(p, d);
    return GLSORT_OK;
}

// Deletes the stages, and unless it is kept the program.
static void delete_started(const struct device* d, struct started_program* started,
                           bool keeps_program)
{
    for (int i = 0; i < 2; ++i)
        if (started->stages[i] != 0) {
            d->gl.DetachShader(started->name, started->stages[i]);
            d->gl.DeleteShader(started->stages[i]);
        }
    if (started->name != 0 && !keeps_program)
        d->gl.DeleteProgram(started->name);
    *started = (struct started_program){0};
}

void glsort_programs_delete(struct programs* p, const struct device* d)
{
    for (int shader = 0; shader < SHADER_ID_COUNT; ++shader)
        for (int variant = 0; variant < MAX_VARIANTS; ++variant) {
            delete_started(d, &p->started[shader][variant], false);
            if (p->names[shader][variant] != 0)
                d->gl.DeleteProgram(p->names[shader][variant]);
        }
    memset(p->names, 0, sizeof p->names);
}

void glsort_programs_release(struct programs* p)
{
    glsort_memory_give(&p->allocator, p->defines, p->defines_bytes);
    drop_blob(p, NULL);
}

// ---- compiling ------------------------------------------------------------------------

static bool is_linked(const struct device* d, GLuint program)
{
    GLint linked = GL_FALSE;
    d->gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked;
}

// Starts to compile one or two stages and to link them; their status is queried when the
// program is collected. False if GL creates no shader.
static bool start_from_text(const struct programs* p, const struct device* d,
                            struct started_program* started, struct program_id id)
{
    const struct shader_entry* entry = &glsort_shader_table[id.shader];
    const struct {
        GLenum stage;
        uint16_t file; // 0: the program has no such stage
    } stages[] = {{GL_VERTEX_SHADER, entry->vertex},
                  {GL_FRAGMENT_SHADER, entry->fragment},
                  {GL_COMPUTE_SHADER, entry->compute}};
    enum shader_api api = glsort_device_shader_api(d, entry->compute != 0);
    uint32_t count = 0;
    assert((entry->apis[id.variant] & (1u << api)) != 0);
    for (uint32_t i = 0; i < 3; ++i) {
        struct shader_text text;
        if (stages[i].file == 0)
            continue;
        GLuint name = d->gl.CreateShader(stages[i].stage);
        if (name == 0)
            return false;
        glsort_shader_text(&text, entry, id.variant, stages[i].file, api, p->defines);
        d->gl.ShaderSource(name, (GLsizei)text.count, text.strings, NULL);
        d->gl.CompileShader(name);
        d->gl.AttachShader(started->name, name);
        started->stages[count++] = name;
    }
    if (d->has_binaries)
        d->gl.ProgramParameteri(started->name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT,
                                GL_TRUE);
    d->gl.LinkProgram(started->name);
    return true;
}

// Waits for the driver, unless it has finished. On a refusal writes its message to words.
static bool is_accepted(const struct device* d, const struct started_program* started,
                        char* words, GLsizei bytes)
{
    for (int i = 0; i < 2; ++i) {
        GLint compiled = GL_TRUE;
        if (started->stages[i] != 0)
            d->gl.GetShaderiv(started->stages[i], GL_COMPILE_STATUS, &compiled);
        if (compiled)
            continue;
        d->gl.GetShaderInfoLog(started->stages[i], bytes, NULL, words);
        return false;
    }
    if (is_linked(d, started->name))
        return true;
    d->gl.GetProgramInfoLog(started->name, bytes, NULL, words);
    return false;
}

static bool build_from_blob(struct programs* p, const struct device* d, GLuint program,
                            struct program_id id)
{
    size_t at = sizeof(struct blob_header);
    struct blob_entry entry;
    const unsigned char* binary;
    while (p->blob != NULL &&
           glsort_blob_next(p->blob, p->blob_bytes, &at, &entry, &binary)) {
        if (entry.shader != id.shader || entry.variant != id.variant)
            continue;
        d->gl.ProgramBinary(program, entry.format, binary, (GLsizei)entry.bytes);
        if (is_linked(d, program))
            return true;
        drop_blob(p, "the driver refused a program binary, compiling instead");
    }
    return false;
}

// Assigns texture units and binding points, which GLSL 3.30 cannot declare. Returns bit
// 1 << unit for each unit that the program samples.
static uint8_t assign_bindings(const struct device* d, GLuint program)
{
    static const struct {
        const char* name;
        GLint unit;
    } samplers[] = {
        {"keys_in_texture", UNIT_KEYS_IN},     {"values_in_texture", UNIT_VALUES_IN},
        {"elements_texture", UNIT_ELEMENTS},   {"cuts_texture", UNIT_CUTS},
        {"nodes_texture", UNIT_NODES},         {"paths_texture", UNIT_PATHS},
        {"from_texture", UNIT_KEYS_IN},        {"order_texture", UNIT_VALUES_IN},
        {"rest_texture", UNIT_REST},           {"visible_texture", UNIT_REST},
        {"positions_texture", UNIT_POSITIONS}, {"positions_words", UNIT_POSITIONS},
        {"radii_words", UNIT_RADII},           {"dead_words", UNIT_DEAD},
        {"indices_words", UNIT_INDICES},       {"others_texture", UNIT_OTHERS},
        {"pair_texture", UNIT_PAIRS},          {"sums_texture", UNIT_SUMS},
        {"blocks_texture", UNIT_BLOCKS},       {"starts_texture", UNIT_STARTS},
        {"parts_texture", UNIT_PARTS},         {"id_words", UNIT_MOVE_IDS},
        {"matrix_words", UNIT_MATRICES},       {"matrices_texture", UNIT_MATRICES},
    };
    static const struct {
        const char* name;
        GLuint point;
    } blocks[] = {{"Params", BIND_PARAMS},
                  {"Cover", BIND_PARAMS}, // its beginning, for the vertex shader
                  {"Count", BIND_COUNT},
                  {"Run", BIND_RUN}};

    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        GLuint index = d->gl.GetUniformBlockIndex(program, blocks[i].name);
        if (index != GL_INVALID_INDEX)
            d->gl.UniformBlockBinding(program, index, blocks[i].point);
    }
    uint8_t units = 0;
    d->gl.UseProgram(program);
    for (size_t i = 0; i < sizeof samplers / sizeof samplers[0]; ++i) {
        GLint location = d->gl.GetUniformLocation(program, samplers[i].name);
        if (location < 0)
            continue;
        d->gl.Uniform1i(location, samplers[i].unit);
        units |= (uint8_t)(1u << samplers[i].unit);
    }
    return units;
}

// `words` is the driver's message. The log gets all of it, the sentence its first line.
// NULL: the driver was not asked, and there is nothing to log.
static glsort_result refuse(const struct programs* p, struct program_id id,
                            const char* words, const struct call* call)
{
    const struct shader_entry* entry = &glsort_shader_table[id.shader];
    const char* defines = entry->words[id.variant];
    const char* space = *defines != '\0' ? " " : "";
    char named[2048];
    glsort_shader_name_files(named, sizeof named, words != NULL ? words : "");
    if (p->log != NULL && words != NULL) {
        char text[2304];
        snprintf(text, sizeof text, "shader %s%s%s: %s", entry->file, space, defines,
                 named);
        p->log(p->log_user, GLSORT_SEVERITY_ERROR, text);
    }
    const char* first = named + strspn(named, "\r\n");
    return glsort_call_fail(call, GLSORT_ERROR_SHADER,
                            "the driver refused the shader %s%s%s%s%.*s", entry->file,
                            space, defines, *first != '\0' ? ": " : "",
                            (int)strcspn(first, "\r\n"), first);
}

static void keep(struct programs* p, const struct device* d, struct program_id id,
                 GLuint program)
{
    glsort_device_label(d, GL_PROGRAM, program, glsort_shader_table[id.shader].name);
    p->units[id.shader][id.variant] = assign_bindings(d, program);
    p->names[id.shader][id.variant] = program;
}

enum program_state glsort_programs_state(const struct programs* p, struct program_id id)
{
    assert(id.shader < SHADER_ID_COUNT && id.variant < MAX_VARIANTS);
    if (p->names[id.shader][id.variant] != 0)
        return PROGRAM_LINKED;
    return p->started[id.shader][id.variant].name != 0 ? PROGRAM_STARTED : PROGRAM_NONE;
}

glsort_result glsort_programs_start(struct programs* p, const struct device* d,
                                    struct program_id id, const struct call* call)
{
    if (glsort_programs_state(p, id) != PROGRAM_NONE)
        return GLSORT_OK;
    struct started_program started = {.name = d->gl.CreateProgram()};
    if (started.name != 0 && build_from_blob(p, d, started.name, id)) {
        keep(p, d, id, started.name);
        return GLSORT_OK;
    }
    if (started.name == 0 || !start_from_text(p, d, &started, id)) {
        delete_started(d, &started, false);
        return refuse(p, id, NULL, call);
    }
    p->started[id.shader][id.variant] = started;
    return GLSORT_OK;
}

bool glsort_programs_is_complete(const struct programs* p, const struct device* d,
                                 struct program_id id)
{
    const struct started_program* started = &p->started[id.shader][id.variant];
    GLint complete = GL_TRUE;
    if (started->name != 0 && d->parallel_compile)
        d->gl.GetProgramiv(started->name, GL_COMPLETION_STATUS_KHR, &complete);
    return complete;
}

glsort_result glsort_programs_collect(struct programs* p, const struct device* d,
                                      struct program_id id, bool waits,
                                      const struct call* call)
{
    char words[1024] = "";
    struct started_program* started = &p->started[id.shader][id.variant];
    if (glsort_programs_state(p, id) == PROGRAM_LINKED)
        return GLSORT_OK;
    assert(started->name != 0);
    if (!waits && !glsort_programs_is_complete(p, d, id))
        return GLSORT_NOT_READY;
    if (!is_accepted(d, started, words, sizeof words)) {
        delete_started(d, started, false);
        return refuse(p, id, words, call);
    }
    keep(p, d, id, started->name);
    delete_started(d, started, true);
    return GLSORT_OK;
}

void glsort_programs_drop(struct programs* p, const struct device* d,
                          struct program_id id)
{
    delete_started(d, &p->started[id.shader][id.variant], false);
}

GLuint glsort_programs_get(struct programs* p, const struct device* d,
                           struct program_id id, const struct call* call)
{
    if (glsort_programs_start(p, d, id, call) != GLSORT_OK ||
        glsort_programs_collect(p, d, id, true, call) != GLSORT_OK)
        return 0;
    return p->names[id.shader][id.variant];
}

// ---- saving ---------------------------------------------------------------------------

// The driver may report another length than at the last query, and then return yet
// another number of bytes. Only the size of the caller's memory is reliable.
static void write_entry(const struct device* d, GLuint program, struct blob_entry entry,
                        struct blob_writer* w)
{
    GLint length = 0;
    uint32_t most = 0;
    if (program != 0)
        d->gl.GetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
    unsigned char* binary =
        length > 0 ? glsort_blob_offer(w, (uint32_t)length, &most) : NULL;
    if (binary == NULL)
        return;
    GLsizei given = 0;
    GLenum format = GL_NONE;
    d->gl.GetProgramBinary(program, (GLsizei)most, &given, &format, binary);
    if (given <= 0)
        d->gl.GetError(); // removes the GL_INVALID_OPERATION that this raised
    if (given <= 0 || (uint32_t)given > most)
        return;
    entry.format = format;
    entry.bytes = (uint32_t)given;
    glsort_blob_add(w, entry);
}

static void write_entries(const struct programs* p, const struct device* d,
                          struct blob_writer* w)
{
    for (int shader = 0; shader < SHADER_ID_COUNT; ++shader)
        for (int variant = 0; variant < MAX_VARIANTS; ++variant)
            write_entry(d, p->names[shader][variant],
                        (struct blob_entry){.shader = (uint16_t)shader,
                                            .variant = (uint16_t)variant},
                        w);
}

glsort_result glsort_programs_save(const struct programs* p, const struct device* d,
                                   void* data, size_t* bytes, struct message* message)
{
    const struct call call = {"glsort_context_programs", message};
    const size_t room = data != NULL ? *bytes : SIZE_MAX;
    struct blob_writer w;
    if (!d->has_binaries)
        return glsort_call_fail(&call, GLSORT_ERROR_UNSUPPORTED,
                                "this driver has no program binary format");
    glsort_blob_begin(&w, NULL, 0);
    write_entries(p, d, &w); // without memory: only measures
    bool fits = w.wanted <= room;
    if (fits && data != NULL) {
        glsort_blob_begin(&w, data, room);
        write_entries(p, d, &w);
        fits = !w.full;
    }
    *bytes = w.wanted < SIZE_MAX ? (size_t)w.wanted : SIZE_MAX;
    if (!fits)
        return glsort_call_fail(&call, GLSORT_ERROR_RANGE,
                                "room for %llu bytes, %llu are needed",
                                (unsigned long long)room, (unsigned long long)w.wanted);
    if (data != NULL) {
        glsort_blob_end(&w, blob_key(p, d));
        *bytes = w.used;
    }
    return GLSORT_OK;
}
