// SPDX-License-Identifier: MIT
// Loads entry points, reads limits, and finds the GL state that versions and extensions
// add.
#include "device.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "platform_lookup.h"
#include "refusal.h"
#include "shared/common.h"

// ---- entry points ---------------------------------------------------------------------

// An entry point that a version must have, and its offset in glad's struct.
struct requirement {
    const char* name;
    size_t offset;
};

#define NEEDS(NAME)                                                                      \
    {                                                                                    \
        "gl" #NAME, offsetof(GladGLContext, NAME)                                        \
    }

static const struct requirement always[] = {
    NEEDS(ActiveTexture),
    NEEDS(AttachShader),
    NEEDS(BindBuffer),
    NEEDS(BindBufferBase),
    NEEDS(BindBufferRange),
    NEEDS(BindFramebuffer),
    NEEDS(BindSampler),
    NEEDS(BindTexture),
    NEEDS(BindVertexArray),
    NEEDS(BufferData),
    NEEDS(BufferSubData),
    NEEDS(CheckFramebufferStatus),
    NEEDS(CompileShader),
    NEEDS(CopyBufferSubData),
    NEEDS(CreateProgram),
    NEEDS(CreateShader),
    NEEDS(DeleteBuffers),
    NEEDS(DeleteFramebuffers),
    NEEDS(DeleteProgram),
    NEEDS(DeleteSamplers),
    NEEDS(DeleteShader),
    NEEDS(DeleteTextures),
    NEEDS(DeleteVertexArrays),
    NEEDS(DetachShader),
    NEEDS(Disable),
    NEEDS(DrawArrays),
    NEEDS(DrawBuffers),
    NEEDS(Enable),
    NEEDS(Finish),
    NEEDS(FramebufferTexture2D),
    NEEDS(FramebufferTextureLayer),
    NEEDS(GenBuffers),
    NEEDS(GenFramebuffers),
    NEEDS(GenSamplers),
    NEEDS(GenTextures),
    NEEDS(GenVertexArrays),
    NEEDS(GetBooleanv),
    NEEDS(GetFloatv),
    NEEDS(GetBufferParameteri64v),
    NEEDS(GetError),
    NEEDS(GetInteger64i_v),
    NEEDS(GetInteger64v),
    NEEDS(GetIntegeri_v),
    NEEDS(GetIntegerv),
    NEEDS(GetProgramInfoLog),
    NEEDS(GetProgramiv),
    NEEDS(GetShaderInfoLog),
    NEEDS(GetShaderiv),
    NEEDS(GetString),
    NEEDS(GetStringi),
    NEEDS(GetTexParameteriv),
    NEEDS(GetUniformBlockIndex),
    NEEDS(GetUniformLocation),
    NEEDS(IsBuffer),
    NEEDS(IsEnabled),
    NEEDS(IsFramebuffer),
    NEEDS(IsProgram),
    NEEDS(IsSampler),
    NEEDS(IsTexture),
    NEEDS(IsVertexArray),
    NEEDS(LinkProgram),
    NEEDS(PixelStorei),
    NEEDS(ReadPixels),
    NEEDS(SamplerParameteri),
    NEEDS(ShaderSource),
    NEEDS(TexImage2D),
    NEEDS(TexImage3D),
    NEEDS(TexParameteri),
    NEEDS(TexSubImage2D),
    NEEDS(Uniform1i),
    NEEDS(UniformBlockBinding),
    NEEDS(UseProgram),
    NEEDS(Viewport),
};

static const struct requirement desktop[] = {
    NEEDS(ColorMaski),
    NEEDS(Disablei),
    NEEDS(Enablei),
    NEEDS(GenQueries),
    NEEDS(DeleteQueries),
    NEEDS(GetBooleani_v),
    NEEDS(GetQueryObjectui64v),
    NEEDS(GetQueryObjectiv),
    NEEDS(GetQueryiv),
    NEEDS(IsEnabledi),
    NEEDS(PolygonMode),
    NEEDS(QueryCounter),
    NEEDS(GetTexLevelParameteriv),
    NEEDS(TexBuffer),
};

static const struct requirement gles[] = {NEEDS(ColorMask),
                                          NEEDS(GetFramebufferAttachmentParameteriv)};

// Used only if all of them are present.
static const struct requirement gles_timers[] = {
    NEEDS(DeleteQueriesEXT),       NEEDS(GenQueriesEXT), NEEDS(GetQueryObjectivEXT),
    NEEDS(GetQueryObjectui64vEXT), NEEDS(GetQueryivEXT), NEEDS(QueryCounterEXT),
};

static const struct requirement compute[] = {
    NEEDS(BindImageTexture),
    NEEDS(DispatchCompute),
    NEEDS(DispatchComputeIndirect),
    NEEDS(MemoryBarrier),
};

#define MISSING_IN(D, LIST) find_missing(D, LIST, sizeof LIST / sizeof LIST[0])

// The name of an entry point that get_proc did not find, or NULL.
static const char* find_missing(const struct device* d, const struct requirement* list,
                                size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void (*proc)(void);
        memcpy(&proc, (const char*)&d->gl + list[i].offset, sizeof proc);
        if (proc == NULL)
            return list[i].name;
    }
    return NULL;
}

// ---- version --------------------------------------------------------------------------

static bool read_version(const char* text, struct glsort_limits* limits)
{
    int major = 0;
    int minor = 0;
    const char* es = "OpenGL ES";
    limits->is_gles = strncmp(text, es, strlen(es)) == 0;
    // "OpenGL ES 3.0"; old contexts have "OpenGL ES-CM 1.1".
    const char* number = limits->is_gles ? strchr(text + strlen(es), ' ') : text;
    if (number == NULL || sscanf(number, "%d.%d", &major, &minor) != 2)
        return false;
    limits->version = (uint32_t)(100 * major + 10 * minor);
    return true;
}

static bool has_compute_shaders(const struct glsort_limits* limits)
{
    return limits->version >= (limits->is_gles ? 310 : 430);
}

// Blending state per draw buffer.
static bool has_indexed_blend(const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    return (!d->limits.is_gles || d->limits.version >= 320) && gl->Enablei != NULL &&
           gl->Disablei != NULL && gl->IsEnabledi != NULL && gl->ColorMaski != NULL &&
           gl->GetBooleani_v != NULL;
}

// finder: what desc->get_proc is called in messages.
static glsort_result load(struct device* d, const glsort_context_desc* desc,
                          const char* finder, struct message* m)
{
    PFNGLGETSTRINGPROC get_string =
        (PFNGLGETSTRINGPROC)desc->get_proc(desc->get_proc_user, "glGetString");
    if (get_string == NULL)
        return glsort_message_fail(m, GLSORT_ERROR_LOADER,
                                   "glsort_context_create: %s finds no glGetString",
                                   finder);
    const char* trouble = glsort_browser_trouble();
    if (trouble != NULL)
        return glsort_message_fail(m, GLSORT_ERROR_CONTEXT, "glsort_context_create: %s",
                                   trouble);
    const char* version = (const char*)get_string(GL_VERSION);
    if (version == NULL || !read_version(version, &d->limits))
        return glsort_message_fail(m, GLSORT_ERROR_CONTEXT,
                                   "glsort_context_create: no GL context is current");
    uint32_t least = d->limits.is_gles ? 300 : 330;
    if (d->limits.version < least)
        return glsort_message_fail(
            m, GLSORT_ERROR_CONTEXT,
            "glsort_context_create: the context is \"%.60s\"; at least "
            "OpenGL 3.3 or OpenGL ES 3.0 is needed",
            version);
    GLADuserptrloadfunc proc = (GLADuserptrloadfunc)desc->get_proc;
    bool loaded = d->limits.is_gles
                      ? gladLoadGLES2ContextUserPtr(&d->gl, proc, desc->get_proc_user)
                      : gladLoadGLContextUserPtr(&d->gl, proc, desc->get_proc_user);
    const char* missing = MISSING_IN(d, always);
    if (missing == NULL && !loaded)
        missing = "glGetString";
    if (missing == NULL)
        missing = d->limits.is_gles ? MISSING_IN(d, gles) : MISSING_IN(d, desktop);
    d->indexed_blend = has_indexed_blend(d);
    d->texture_levels = d->gl.GetTexLevelParameteriv != NULL;
    if (missing == NULL && has_compute_shaders(&d->limits))
        missing = MISSING_IN(d, compute);
    if (missing != NULL)
        return glsort_message_fail(
            m, GLSORT_ERROR_LOADER,
            "glsort_context_create: %s finds no %s, which \"%.60s\" must have", finder,
            missing, version);
    return GLSORT_OK;
}

// Loads through the caller's get_proc, or through the platform's lookup if that is NULL.
static glsort_result load_entry_points(struct device* d, const glsort_context_desc* desc,
                                       struct message* m)
{
    glsort_context_desc found = *desc;
    struct platform_lookup lookup;
    if (desc->get_proc == NULL && IS_BROWSER)
        found.get_proc = glsort_browser_get_proc;
    if (found.get_proc != NULL)
        return load(d, &found, "get_proc", m);
    glsort_result result = glsort_platform_lookup_open(&lookup, &glsort_platform, m);
    if (result != GLSORT_OK)
        return result;
    found.get_proc = glsort_platform_get_proc;
    found.get_proc_user = &lookup;
    const char* name = lookup.binding->lookup;
    result = load(d, &found, name != NULL ? name : "dlsym", m);
    glsort_platform_lookup_close(&lookup);
    return result;
}

// ---- limits ---------------------------------------------------------------------------

static uint32_t get(const struct device* d, GLenum name)
{
    GLint value = 0;
    d->gl.GetIntegerv(name, &value);
    return value > 0 ? (uint32_t)value : 0;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void read_compute_limits(struct device* d)
{
    struct glsort_limits* l = &d->limits;
    GLint64 block = 0;
    d->gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
    l->storage_block_bytes = block > 0 ? (uint64_t)block : 0;
    // Storage blocks and images share the limit on outputs; our programs use at most one
    // image. GLES allows fewer binding points than GL.
    l->storage_blocks = smaller(get(d, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                get(d, GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES));
    l->storage_blocks =
        smaller(l->storage_blocks, get(d, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
    l->storage_alignment = get(d, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT);
    GLint axis[2] = {0, 0};
    d->gl.GetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_SIZE, 0, &axis[0]);
    l->group_size =
        smaller(get(d, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS), (uint32_t)axis[0]);
    l->shared_bytes = get(d, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    d->gl.GetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &axis[0]);
    d->gl.GetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1, &axis[1]);
    l->group_count = smaller((uint32_t)axis[0], (uint32_t)axis[1]);
}

static bool has_query_bits(const struct device* d)
{
    GLint bits = 0;
    if (IS_BROWSER)
        d->gl.GetQueryiv(GL_TIME_ELAPSED_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    else if (d->limits.is_gles)
        d->gl.GetQueryivEXT(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    else
        d->gl.GetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    return bits > 0;
}

// Time stamps are core in GL 3.3, but may have no bits; in GLES they are an extension. In
// browsers, where they have no bits, glsort queries the time that elapses.
static bool find_timestamps(const struct device* d)
{
    if (IS_BROWSER)
        return glsort_browser_enable("EXT_disjoint_timer_query_webgl2") &&
               has_query_bits(d);
    if (d->limits.is_gles &&
        (!d->gl.EXT_disjoint_timer_query || MISSING_IN(d, gles_timers) != NULL))
        return false;
    return has_query_bits(d);
}

static bool find_binaries(const struct device* d)
{
    if (d->gl.GetProgramBinary == NULL || d->gl.ProgramBinary == NULL ||
        d->gl.ProgramParameteri == NULL)
        return false;
    return get(d, GL_NUM_PROGRAM_BINARY_FORMATS) > 0;
}

// A pass may render to the whole texture, so it must fit in a viewport.
static uint32_t find_texture_size(const struct device* d)
{
    GLint viewport[2] = {0, 0};
    d->gl.GetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    uint32_t size = get(d, GL_MAX_TEXTURE_SIZE);
    return smaller(size, smaller((uint32_t)viewport[0], (uint32_t)viewport[1]));
}

// Texels of the largest texture of pairs. A driver may refuse a texture although its
// width and height are each within the limits, so this asks for a proxy. An unpack buffer
// is unbound meanwhile, because GL would read texels from it.
// GLES has neither proxies nor RG32UI images.
static uint32_t find_pair_texels(const struct device* d)
{
    if (d->limits.is_gles)
        return 0;
    const GLuint unpack = get(d, GL_PIXEL_UNPACK_BUFFER_BINDING);
    GLsizei rows = d->limits.texture_size >= PAIR_WIDTH ? PAIR_WIDTH : 0;
    GLint found = 0;
    d->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (; rows > 0 && found == 0; rows /= 2) {
        d->gl.TexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RG32UI, PAIR_WIDTH, rows, 0,
                         GL_RG_INTEGER, GL_UNSIGNED_INT, NULL);
        d->gl.GetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &found);
    }
    d->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, unpack);
    return (uint32_t)found * PAIR_WIDTH;
}

static bool find_software(const struct device* d)
{
    static const char* const names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast"};
    const char* renderer = (const char*)d->gl.GetString(GL_RENDERER);
    char shown[256] = "";
    if (IS_BROWSER) {
        glsort_browser_renderer(shown, sizeof shown);
        renderer = shown;
    }
    for (size_t i = 0; renderer != NULL && i < sizeof names / sizeof names[0]; ++i)
        if (strstr(renderer, names[i]) != NULL)
            return true;
    return false;
}

static bool is_vendor(const struct device* d, const char* name)
{
    const char* vendor = (const char*)d->gl.GetString(GL_VENDOR);
    return vendor != NULL && strstr(vendor, name) != NULL;
}

static bool is_zink(const struct device* d)
{
    const char* renderer = (const char*)d->gl.GetString(GL_RENDERER);
    return renderer != NULL && strncmp(renderer, "zink", 4) == 0;
}

// GL_SUBGROUP_FEATURE_* bits that compute shaders support; 0 without the extension.
static GLint find_subgroup_features(const struct device* d)
{
    GLint features = 0;
    GLint stages = 0;
    if (!d->gl.KHR_shader_subgroup)
        return 0;
    d->gl.GetIntegerv(GL_SUBGROUP_SUPPORTED_FEATURES_KHR, &features);
    d->gl.GetIntegerv(GL_SUBGROUP_SUPPORTED_STAGES_KHR, &stages);
    return (stages & GL_COMPUTE_SHADER_BIT) != 0 ? features : 0;
}

// lib/subgroup.glsl requires full subgroups of consecutive invocations, which the
// extension does not guarantee: Mesa reports 32 on Intel GPUs whatever width it compiles
// for. So this is a list of vendors whose subgroups are known to be full.
static uint32_t find_subgroup_size(const struct device* d)
{
    const GLint wanted =
        GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR |
        GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR;
    bool serves = (find_subgroup_features(d) & wanted) == wanted;
    return serves && is_vendor(d, "NVIDIA") ? get(d, GL_SUBGROUP_SIZE_KHR) : 0;
}

static bool find_ballots(const struct device* d)
{
    const GLint wanted =
        GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR;
    bool is_offered = d->gl.ARB_shader_ballot && d->gl.ARB_gpu_shader_int64;
    // The shaders use GL_KHR_shader_subgroup wherever the compiler supports it.
    if (d->gl.KHR_shader_subgroup)
        is_offered = (find_subgroup_features(d) & wanted) == wanted;
    return is_offered;
}

static bool find_texture_barrier(const struct device* d)
{
    return !d->limits.is_gles &&
           ((d->gl.ARB_texture_barrier && d->gl.TextureBarrier != NULL) ||
            (d->gl.NV_texture_barrier && d->gl.TextureBarrierNV != NULL));
}

void glsort_device_texture_barrier(const struct device* d)
{
    if (d->gl.TextureBarrier != NULL)
        d->gl.TextureBarrier();
    else
        d->gl.TextureBarrierNV();
}

static void read_limits(struct device* d)
{
    struct glsort_limits* l = &d->limits;
    l->is_software = find_software(d);
    l->uniform_alignment = get(d, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT);
    l->texture_size = find_texture_size(d);
    l->texture_layers = get(d, GL_MAX_ARRAY_TEXTURE_LAYERS);
    l->draw_buffers =
        smaller(get(d, GL_MAX_DRAW_BUFFERS), get(d, GL_MAX_COLOR_ATTACHMENTS));
    l->has_timestamps = find_timestamps(d);
    l->has_texture_barrier = find_texture_barrier(d);
    if (has_compute_shaders(l))
        read_compute_limits(d);
    l->has_compute = glsort_refusal_of_compute(l).sentence == NULL;
    if (l->has_compute) {
        l->subgroup_size = find_subgroup_size(d);
        l->has_ballots = find_ballots(d);
        l->pair_texels = find_pair_texels(d);
        // Where chained scans were measured to be fast (plan/choice.c) and work groups
        // start in order. The scan itself is correct on every device.
        l->chained_scan = l->subgroup_size == 32 && is_vendor(d, "NVIDIA");
    }
    // Parameter blocks are multiples of 16 bytes even if the device requires less.
    if (l->uniform_alignment < 16)
        l->uniform_alignment = 16;
}

static bool is_gl(const struct device* d, uint32_t version)
{
    return !d->limits.is_gles && d->limits.version >= version;
}

// ---- errors ---------------------------------------------------------------------------

enum { MOST_ERRORS = 8 }; // a lost context reports errors without end

uint32_t glsort_device_take_errors(const struct device* d)
{
    uint32_t errors = 0;
    GLenum error = d->gl.GetError();
    for (int i = 1; error != GL_NO_ERROR && i < MOST_ERRORS; ++i) {
        if (error == GL_INVALID_ENUM)
            errors |= ERROR_ENUM;
        else if (error == GL_INVALID_VALUE)
            errors |= ERROR_VALUE;
        else if (error == GL_INVALID_OPERATION)
            errors |= ERROR_OPERATION;
        error = d->gl.GetError();
    }
    return errors;
}

// No call can raise GL_OUT_OF_MEMORY on purpose.
void glsort_device_raise_errors(const struct device* d, uint32_t errors)
{
    if ((errors & ERROR_ENUM) != 0)
        d->gl.ActiveTexture(GL_NONE);
    if ((errors & ERROR_VALUE) != 0)
        d->gl.Viewport(0, 0, -1, -1);
    if ((errors & ERROR_OPERATION) != 0)
        d->gl.Uniform1i(-2, 0); // a location that no program has
}

// ---- additions ------------------------------------------------------------------------

// GL 4.5 and GL_ARB_direct_state_access answer GL_TEXTURE_TARGET, but in compatibility
// profiles Mesa raises GL_INVALID_ENUM instead. So there a texture of our own is asked
// for first, and errors that are already pending are put aside meanwhile.
static bool find_texture_targets(const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    GLint target = GL_NONE;
    GLuint name = 0;
    if (!(is_gl(d, 450) || (!d->limits.is_gles && gl->ARB_direct_state_access)) ||
        gl->GetTextureParameteriv == NULL || gl->CreateTextures == NULL)
        return false;
    if (!d->compatibility)
        return true;
    uint32_t pending = glsort_device_take_errors(d);
    gl->CreateTextures(GL_TEXTURE_2D, 1, &name);
    gl->GetTextureParameteriv(name, GL_TEXTURE_TARGET, &target);
    gl->DeleteTextures(1, &name);
    glsort_device_take_errors(d); // that of the query
    glsort_device_raise_errors(d, pending);
    return target == GL_TEXTURE_2D;
}

// Finds the state that later versions and extensions add, and the queries that they
// offer.
static void find_additions(struct device* d)
{
    const GladGLContext* gl = &d->gl;
    bool es = d->limits.is_gles;
    if (!es)
        d->buffer_texels = get(d, GL_MAX_TEXTURE_BUFFER_SIZE);
    d->compatibility = !es && (get(d, GL_CONTEXT_PROFILE_MASK) &
                               GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
    d->indexed_viewport = is_gl(d, 410) && gl->ViewportIndexedf != NULL;
    d->pack_invert = !es && gl->MESA_pack_invert;
    d->pack_reverse = es && gl->ANGLE_pack_reverse_row_order;
    d->clip_distances = !es || gl->EXT_clip_cull_distance ||
                        (IS_BROWSER && glsort_browser_enable("WEBGL_clip_cull_distance"));
    d->polygon_modes = !es;
    // In a browser the query waits for the GPU process.
    d->feedback_queries = (es || is_gl(d, 400) || gl->ARB_transform_feedback2) &&
                          !d->clobbers_state && !IS_BROWSER;
    d->query_buffers =
        is_gl(d, 440) ||
        (!es && (gl->ARB_query_buffer_object || gl->AMD_query_buffer_object));
    d->texture_targets = find_texture_targets(d);
    if (gl->EXT_window_rectangles && gl->WindowRectanglesEXT != NULL)
        d->window_rectangles = (GLint)get(d, GL_MAX_WINDOW_RECTANGLES_EXT);
    if (d->labels)
        d->debug_groups = (GLint)get(d, GL_MAX_DEBUG_GROUP_STACK_DEPTH) - 1;
}

static bool has_debug(const struct device* d)
{
    return d->limits.version >= (d->limits.is_gles ? 320 : 430) || d->gl.KHR_debug;
}

static bool find_labels(const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    return (gl->ObjectLabel != NULL || gl->ObjectLabelKHR != NULL) &&
           (gl->PushDebugGroup != NULL || gl->PushDebugGroupKHR != NULL) &&
           (gl->PopDebugGroup != NULL || gl->PopDebugGroupKHR != NULL);
}

// Of a browser: the context, and objects that live and die with it.
static void open_browser(struct device* d, uint32_t flags)
{
    d->polygon_modes = (flags & GLSORT_CONTEXT_USES_POLYGON_MODE) != 0 &&
                       glsort_browser_enable("WEBGL_polygon_mode");
    // So that the format of positions can be queried. Firefox warns if a query fails.
    glsort_browser_enable("EXT_color_buffer_float");
    d->context = glsort_browser_context();
    d->incarnation = d->gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    d->gl.GenTransformFeedbacks(1, &d->feedback);
}

static void read_flags(struct device* d, uint32_t flags)
{
    uint32_t rules = GLSORT_CONTEXT_KEEPS_STATE | GLSORT_CONTEXT_CLOBBERS_STATE;
    d->clobbers_state = (flags & GLSORT_CONTEXT_CLOBBERS_STATE) != 0;
    d->resets_state = (flags & GLSORT_CONTEXT_RESETS_STATE) != 0 ||
                      (IS_BROWSER && (flags & rules) == 0);
}

glsort_result glsort_device_open(struct device* d, const glsort_context_desc* desc,
                                 struct message* message)
{
    *d = (struct device){0};
    read_flags(d, desc->flags);
    glsort_result result = load_entry_points(d, desc, message);
    if (result != GLSORT_OK)
        return result;
    read_limits(d);
    bool wanted = (desc->flags & GLSORT_CONTEXT_DEBUG) != 0;
    d->labels = wanted && has_debug(d) && find_labels(d);
    d->has_binaries = find_binaries(d);
    d->waits_for_copies = is_zink(d);
    d->parallel_compile =
        d->gl.KHR_parallel_shader_compile || d->gl.ARB_parallel_shader_compile;
    find_additions(d);
    if (IS_BROWSER)
        open_browser(d, desc->flags);
    return GLSORT_OK;
}

void glsort_device_close(const struct device* d)
{
    if (!IS_BROWSER)
        return;
    d->gl.DeleteSync(d->incarnation);
    d->gl.DeleteTransformFeedbacks(1, &d->feedback);
}

glsort_result glsort_device_check_current(const struct device* d, const struct call* call)
{
    const char* trouble = glsort_browser_trouble();
    if (trouble == NULL && !glsort_device_has_objects(d))
        trouble = "the current WebGL context is not the one that the glsort context was "
                  "created in, or it was lost and restored since";
    if (trouble == NULL && !IS_BROWSER && d->gl.GetString(GL_VERSION) == NULL)
        trouble = "no GL context is current on this thread";
    if (trouble == NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_CONTEXT, "%s", trouble);
}

// Of the compatibility profile, which our glad does not include.
#define LIST_MODE 0x0B30
#define RENDER_MODE 0x0C40
#define RENDER 0x1C00

glsort_result glsort_device_check_modes(const struct device* d, bool draws,
                                        const struct call* call)
{
    const char* trouble = NULL;
    if (d->feedback_queries && get(d, GL_TRANSFORM_FEEDBACK_ACTIVE) != 0 &&
        get(d, GL_TRANSFORM_FEEDBACK_PAUSED) == 0)
        trouble = "transform feedback is active, and GL changes no program meanwhile; "
                  "pause or end it first";
    bool has_modes = d->compatibility && !d->clobbers_state;
    if (trouble == NULL && has_modes && get(d, LIST_MODE) != 0)
        trouble = "a display list is being compiled, which GL would add the calls to; "
                  "end it first";
    if (trouble == NULL && has_modes && draws && get(d, RENDER_MODE) != RENDER)
        trouble = "the render mode is not GL_RENDER, and GL draws nothing meanwhile";
    if (trouble == NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_STATE, "%s", trouble);
}

bool glsort_device_has_objects(const struct device* d)
{
    return !IS_BROWSER ||
           (glsort_browser_trouble() == NULL && glsort_browser_context() == d->context &&
            d->gl.IsSync(d->incarnation));
}

enum shader_api glsort_device_shader_api(const struct device* d, bool is_compute)
{
    if (is_compute)
        return d->limits.is_gles ? SHADER_API_ES310 : SHADER_API_GL430;
    return d->limits.is_gles ? SHADER_API_ES300 : SHADER_API_GL330;
}

void glsort_device_label(const struct device* d, GLenum kind, GLuint name,
                         const char* label)
{
    if (!d->labels)
        return;
    if (d->gl.ObjectLabel != NULL)
        d->gl.ObjectLabel(kind, name, -1, label);
    else
        d->gl.ObjectLabelKHR(kind, name, -1, label);
}

static void raise_to_compute(struct glsort_limits* l)
{
    l->has_compute = GLSORT_COMPUTE;
    l->storage_alignment = 256;
    l->storage_blocks = 8;
    l->group_count = 65535;
    l->storage_block_bytes = l->is_gles ? 1u << 27 : 1u << 24;
    l->group_size = l->is_gles ? 256 : 1024;
    l->shared_bytes = l->is_gles ? 16384 : 32768;
    l->texture_size = l->is_gles ? l->texture_size : 16384;
    l->texture_layers = l->is_gles ? l->texture_layers : 2048;
}

// Values from the tables of implementation limits in the specifications of OpenGL 3.3,
// 4.3 and 4.5 core and of OpenGL ES 3.0 and 3.1; but the storage blocks and the work
// groups of ES 3.1 are those that the compute backend needs, which are more.
bool glsort_device_minimum(uint32_t version, bool is_gles, struct glsort_limits* limits)
{
    bool raised =
        is_gles ? version == 310 || version == 320 : version == 430 || version == 450;
    struct glsort_limits least = {
        .version = version,
        .is_gles = is_gles,
        .uniform_alignment = 256,
        .texture_size = is_gles ? 2048 : 1024,
        .texture_layers = 256,
        .draw_buffers = is_gles ? 4 : 8,
        .has_timestamps = !is_gles,
        .has_texture_barrier = !is_gles && version == 450,
    };
    if (!raised && version != (is_gles ? 300 : 330))
        return false;
    if (raised)
        raise_to_compute(&least);
    *limits = least;
    return true;
}
