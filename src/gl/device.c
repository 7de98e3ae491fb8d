// SPDX-License-Identifier: MIT
// Loads entry points, reads limits, and finds the GL state that versions and extensions
// add.
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "counting.h"
#include "refusal.h"
#include "shared/common.h"

// ---- entry points ---------------------------------------------------------------------

// Names that every context must have, then what GL, GLES and compute shaders need
// besides. An empty name ends each list.
static const char always[] =
    "glActiveTexture\0glAttachShader\0glBindBuffer\0glBindBufferBase\0"
    "glBindBufferRange\0glBindFramebuffer\0glBindSampler\0glBindTexture\0"
    "glBindVertexArray\0glBufferData\0glBufferSubData\0glCheckFramebufferStatus\0"
    "glCompileShader\0glCopyBufferSubData\0glCreateProgram\0glCreateShader\0"
    "glDeleteBuffers\0glDeleteFramebuffers\0glDeleteProgram\0glDeleteSamplers\0"
    "glDeleteShader\0glDeleteTextures\0glDeleteVertexArrays\0glDetachShader\0"
    "glDisable\0glDrawArrays\0glDrawBuffers\0glEnable\0glFinish\0"
    "glFramebufferTexture2D\0glFramebufferTextureLayer\0glGenBuffers\0"
    "glGenFramebuffers\0glGenSamplers\0glGenTextures\0glGenVertexArrays\0"
    "glGetBooleanv\0glGetFloatv\0glGetBufferParameteri64v\0glGetError\0"
    "glGetInteger64i_v\0glGetInteger64v\0glGetIntegeri_v\0glGetIntegerv\0"
    "glGetProgramInfoLog\0glGetProgramiv\0glGetShaderInfoLog\0glGetShaderiv\0"
    "glGetString\0glGetStringi\0"
    "glGetTexParameteriv\0glGetUniformBlockIndex\0glGetUniformLocation\0"
    "glIsBuffer\0glIsEnabled\0glIsFramebuffer\0glIsProgram\0"
    "glIsSampler\0glIsTexture\0glIsVertexArray\0glLinkProgram\0glPixelStorei\0"
    "glReadPixels\0glSamplerParameteri\0glShaderSource\0glTexImage2D\0glTexImage3D\0"
    "glTexParameteri\0glTexSubImage2D\0glUniform1i\0glUniformBlockBinding\0"
    "glUseProgram\0glViewport\0";
static const char desktop[] =
    "glColorMaski\0glDisablei\0glEnablei\0glGenQueries\0glDeleteQueries\0"
    "glGetBooleani_v\0glGetQueryObjectui64v\0glGetQueryObjectuiv\0glGetQueryiv\0"
    "glIsEnabledi\0glPolygonMode\0glQueryCounter\0glGetTexLevelParameteriv\0"
    "glTexBuffer\0";
static const char gles[] = "glColorMask\0glGetFramebufferAttachmentParameteriv\0";
static const char compute[] =
    "glBindImageTexture\0glDispatchCompute\0glDispatchComputeIndirect\0"
    "glMemoryBarrier\0";

// The first name of the list that get_proc does not find, or NULL.
static const char* find_missing(const glsort_context_desc* desc, const char* names)
{
    while (*names != '\0' && desc->get_proc(desc->get_proc_user, names) != NULL)
        names += strlen(names) + 1;
    return *names != '\0' ? names : NULL;
}

// Extensions bring calls of core versions under other names. GLES has its time stamps in
// one, of which all calls must be present.
static void adopt_extensions(GladGLContext* gl, bool is_gles)
{
    if (gl->ObjectLabel == NULL)
        gl->ObjectLabel = gl->ObjectLabelKHR;
    if (gl->GetObjectLabel == NULL)
        gl->GetObjectLabel = gl->GetObjectLabelKHR;
    if (gl->PushDebugGroup == NULL)
        gl->PushDebugGroup = gl->PushDebugGroupKHR;
    if (gl->PopDebugGroup == NULL)
        gl->PopDebugGroup = gl->PopDebugGroupKHR;
    if (gl->TextureBarrier == NULL)
        gl->TextureBarrier = gl->TextureBarrierNV;
    if (!is_gles || IS_BROWSER)
        return;
    gl->GenQueries = gl->GenQueriesEXT;
    gl->DeleteQueries = gl->DeleteQueriesEXT;
    gl->QueryCounter = gl->QueryCounterEXT;
    gl->GetQueryiv = gl->GetQueryivEXT;
    gl->GetQueryObjectui64v = gl->GetQueryObjectui64vEXT;
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
    bool found = number != NULL && sscanf(number, "%d.%d", &major, &minor) == 2;
    limits->version = (uint32_t)(100 * major + 10 * minor);
    return found;
}

// True for at least this version of GL, or of GLES; 0: for none.
static bool is_from(const struct glsort_limits* l, uint32_t gl, uint32_t es)
{
    uint32_t least = l->is_gles ? es : gl;
    return least != 0 && l->version >= least;
}

static bool has_compute_shaders(const struct glsort_limits* limits)
{
    return is_from(limits, 430, 310);
}

static uint32_t get(const struct device* d, GLenum name)
{
    GLint value = device_get(d, name);
    return value > 0 ? (uint32_t)value : 0;
}

// finder: what desc->get_proc is called in messages.
static glsort_result load(struct device* d, const glsort_context_desc* desc,
                          const char* finder, const struct call* call)
{
    GladGLContext* gl = &d->gl;
    PFNGLGETSTRINGPROC get_string =
        (PFNGLGETSTRINGPROC)desc->get_proc(desc->get_proc_user, "glGetString");
    if (get_string == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_LOADER, "%s finds no glGetString",
                                finder);
    const char* trouble = glsort_browser_trouble();
    const char* version = trouble == NULL ? (const char*)get_string(GL_VERSION) : NULL;
    if (version == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_CONTEXT, "%s",
                                trouble != NULL ? trouble : "no GL context is current");
    if (!read_version(version, &d->limits))
        return glsort_call_fail(call, GLSORT_ERROR_CONTEXT,
                                "the version of the context is \"%.60s\", which does not "
                                "begin with a number, nor with \"OpenGL ES \" and one",
                                version);
    if (!is_from(&d->limits, 330, 300))
        return glsort_call_fail(call, GLSORT_ERROR_CONTEXT,
                                "the context is \"%.60s\"; at least OpenGL 3.3 or OpenGL "
                                "ES 3.0 is needed",
                                version);
    bool es = d->limits.is_gles;
    GLADuserptrloadfunc proc = (GLADuserptrloadfunc)desc->get_proc;
    bool loaded = es ? gladLoadGLES2ContextUserPtr(gl, proc, desc->get_proc_user)
                     : gladLoadGLContextUserPtr(gl, proc, desc->get_proc_user);
    const char* missing = find_missing(desc, always);
    if (missing == NULL)
        missing = find_missing(desc, es ? gles : desktop);
    if (missing == NULL && has_compute_shaders(&d->limits))
        missing = find_missing(desc, compute);
    if (missing != NULL)
        return glsort_call_fail(call, GLSORT_ERROR_LOADER,
                                "%s finds no %s, which \"%.60s\" must have", finder,
                                missing, version);
    // glad fails if there is no extension, which GL allows.
    if (!loaded && get(d, GL_NUM_EXTENSIONS) > 0)
        return glsort_call_fail(call, GLSORT_ERROR_LOADER,
                                "the extensions of \"%.60s\" cannot be listed", version);
    adopt_extensions(gl, es);
    d->indexed_blend = is_from(&d->limits, 330, 320) && gl->Enablei != NULL &&
                       gl->Disablei != NULL && gl->IsEnabledi != NULL &&
                       gl->ColorMaski != NULL && gl->GetBooleani_v != NULL;
    d->texture_levels = gl->GetTexLevelParameteriv != NULL;
    return GLSORT_OK;
}

// Loads through the caller's get_proc, or through the platform's lookup if that is NULL.
static glsort_result load_entry_points(struct device* d, const glsort_context_desc* desc,
                                       const struct call* call)
{
    glsort_context_desc found = *desc;
    if (desc->get_proc == NULL && IS_BROWSER)
        found.get_proc = glsort_browser_get_proc;
    glsort_platform_lookup_open(&d->platform, &glsort_platform);
    if (found.get_proc != NULL)
        return load(d, &found, "get_proc", call);
    glsort_result result =
        glsort_platform_lookup_check(&d->platform, &glsort_platform, call->message);
    if (result != GLSORT_OK)
        return result;
    found.get_proc = glsort_platform_get_proc;
    found.get_proc_user = &d->platform;
    const char* name = d->platform.binding->lookup;
    return load(d, &found, name != NULL ? name : "dlsym", call);
}

// ---- limits ---------------------------------------------------------------------------

static uint32_t get_axis(const struct device* d, GLenum name, GLuint axis)
{
    GLint value = 0;
    d->gl.GetIntegeri_v(name, axis, &value);
    return (uint32_t)value;
}

static void read_compute_limits(struct device* d)
{
    struct glsort_limits* l = &d->limits;
    GLint64 block = 0;
    d->gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
    l->storage_block_bytes = block > 0 ? (uint64_t)block : 0;
    // Storage blocks and images share the limit on outputs; our programs use at most one
    // image. GLES allows fewer binding points than GL.
    l->storage_blocks = smaller(smaller(get(d, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                        get(d, GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES)),
                                get(d, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
    l->storage_alignment = get(d, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT);
    l->group_size = smaller(get(d, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                            get_axis(d, GL_MAX_COMPUTE_WORK_GROUP_SIZE, 0));
    l->shared_bytes = get(d, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    l->group_count = smaller(get_axis(d, GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0),
                             get_axis(d, GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1));
}

// Time stamps are core in GL 3.3, but may have no bits; in GLES they are an extension. In
// browsers, where they have no bits, glsort queries the time that elapses.
static bool find_timestamps(const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    GLint bits = 0;
    if (IS_BROWSER ? !glsort_browser_enable("EXT_disjoint_timer_query_webgl2")
                   : d->limits.is_gles &&
                         (!gl->EXT_disjoint_timer_query || gl->GenQueries == NULL ||
                          gl->DeleteQueries == NULL || gl->QueryCounter == NULL ||
                          gl->GetQueryiv == NULL || gl->GetQueryObjectuiv == NULL ||
                          gl->GetQueryObjectui64v == NULL))
        return false;
    gl->GetQueryiv(IS_BROWSER ? GL_TIME_ELAPSED_EXT : GL_TIMESTAMP, GL_QUERY_COUNTER_BITS,
                   &bits);
    return bits > 0;
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

// As is_software. No limit tells a renderer on the CPU, so this asks for the names of
// such drivers.
static uint32_t find_software(const struct device* d)
{
    static const char* const names[] = {"llvmpipe", "SwiftShader", "swrast"};
    char shown[256] = "";
    const char* renderer = shown;
    if (IS_BROWSER)
        glsort_browser_renderer(shown, sizeof shown);
    else
        renderer = (const char*)d->gl.GetString(GL_RENDERER);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (renderer != NULL && strstr(renderer, names[i]) != NULL)
            return 1;
    return renderer != NULL && strstr(renderer, "softpipe") != NULL ? 2 : 0;
}

// Subgroups of compute shaders. lib/subgroup.glsl requires full subgroups of
// consecutive invocations, which GL_KHR_shader_subgroup does not guarantee: Mesa reports
// 32 on Intel GPUs whatever width it compiles for. GL_NV_shader_thread_group does: a work
// group consists of warps of GL_WARP_SIZE_NV consecutive invocations.
static void find_subgroups(struct device* d)
{
    const GLint wanted = GL_SUBGROUP_FEATURE_BASIC_BIT_KHR |
                         GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR |
                         GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR |
                         GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR;
    if (!d->gl.KHR_shader_subgroup)
        return;
    GLint features = device_get(d, GL_SUBGROUP_SUPPORTED_FEATURES_KHR);
    if ((device_get(d, GL_SUBGROUP_SUPPORTED_STAGES_KHR) & GL_COMPUTE_SHADER_BIT) == 0)
        features = 0;
    if ((features & wanted) == wanted && d->gl.NV_shader_thread_group &&
        get(d, GL_SUBGROUP_SIZE_KHR) == get(d, GL_WARP_SIZE_NV))
        d->limits.subgroup_size = get(d, GL_SUBGROUP_SIZE_KHR);
}

static void read_limits(struct device* d)
{
    struct glsort_limits* l = &d->limits;
    const GladGLContext* gl = &d->gl;
    GLint viewport[2] = {0, 0};
    l->is_software = find_software(d);
    l->uniform_alignment = get(d, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT);
    // A pass may render to the whole texture, so it must fit in a viewport.
    gl->GetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    l->texture_size = smaller(get(d, GL_MAX_TEXTURE_SIZE),
                              smaller((uint32_t)viewport[0], (uint32_t)viewport[1]));
    l->texture_layers = get(d, GL_MAX_ARRAY_TEXTURE_LAYERS);
    l->draw_buffers =
        smaller(get(d, GL_MAX_DRAW_BUFFERS), get(d, GL_MAX_COLOR_ATTACHMENTS));
    l->has_timestamps = find_timestamps(d);
    l->has_texture_barrier = !l->is_gles && gl->TextureBarrier != NULL &&
                             (gl->ARB_texture_barrier || gl->NV_texture_barrier);
    if (has_compute_shaders(l))
        read_compute_limits(d);
    l->has_compute = glsort_refusal_of_compute(l).sentence == NULL;
    if (l->has_compute) {
        find_subgroups(d);
        l->pair_texels = find_pair_texels(d);
        // Devices with warps are those where chained scans were measured to be fast
        // (plan/choice.c) and work groups start in order. This is a hint: the scan is
        // correct on every device.
        l->chained_scan = l->subgroup_size == 32;
    }
    // Parameter blocks are multiples of 16 bytes even if the device requires less.
    if (l->uniform_alignment < 16)
        l->uniform_alignment = 16;
}

// ---- errors ---------------------------------------------------------------------------

enum { MOST_ERRORS = 8 }; // a lost context reports errors without end

uint32_t glsort_device_take_errors(const struct device* d)
{
    uint32_t errors = 0;
    GLenum error = d->gl.GetError();
    for (int i = 1; error != GL_NO_ERROR && i < MOST_ERRORS; ++i) {
        errors |= error == GL_INVALID_ENUM        ? ERROR_ENUM
                  : error == GL_INVALID_VALUE     ? ERROR_VALUE
                  : error == GL_INVALID_OPERATION ? ERROR_OPERATION
                                                  : 0;
        error = d->gl.GetError();
    }
    return errors;
}

// Turns messages to a debug callback off. True if they were on.
static bool silence(const struct device* d)
{
    if (!d->debug_output || !d->gl.IsEnabled(GL_DEBUG_OUTPUT))
        return false;
    d->gl.Disable(GL_DEBUG_OUTPUT);
    return true;
}

static void end_silence(const struct device* d, bool was_on)
{
    if (was_on)
        d->gl.Enable(GL_DEBUG_OUTPUT);
}

// No call can raise GL_OUT_OF_MEMORY on purpose.
void glsort_device_raise_errors(const struct device* d, uint32_t errors)
{
    const bool was_on = errors != 0 && silence(d);
    if ((errors & ERROR_ENUM) != 0)
        d->gl.ActiveTexture(GL_NONE);
    if ((errors & ERROR_VALUE) != 0)
        d->gl.Viewport(0, 0, -1, -1);
    if ((errors & ERROR_OPERATION) != 0)
        d->gl.Uniform1i(-2, 0); // a location that no program has
    end_silence(d, was_on);
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
    if (!(is_from(&d->limits, 450, 0) ||
          (!d->limits.is_gles && gl->ARB_direct_state_access)) ||
        gl->GetTextureParameteriv == NULL || gl->CreateTextures == NULL)
        return false;
    if (!d->compatibility)
        return true;
    uint32_t pending = glsort_device_take_errors(d);
    const bool was_on = silence(d);
    gl->CreateTextures(GL_TEXTURE_2D, 1, &name);
    gl->GetTextureParameteriv(name, GL_TEXTURE_TARGET, &target);
    gl->DeleteTextures(1, &name);
    glsort_device_take_errors(d); // that of the query
    end_silence(d, was_on);
    glsort_device_raise_errors(d, pending);
    return target == GL_TEXTURE_2D;
}

// For GLSORT_CONTEXT_COMPILER_THREADS. NVIDIA's driver compiles in the background only
// once the number of threads has been set, even to what it is already (H200, 580.159: a
// cold creation at 2^20 takes 610 ms instead of 750). So this sets what it finds:
// 0xFFFFFFFF, which a query gives as -1, is as many as the driver likes, and 0 is none.
static void use_compiler_threads(const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    if (IS_BROWSER || !d->parallel_compile)
        return;
    const GLuint threads = (GLuint)device_get(d, GL_MAX_SHADER_COMPILER_THREADS_KHR);
    if (gl->KHR_parallel_shader_compile && gl->MaxShaderCompilerThreadsKHR != NULL)
        gl->MaxShaderCompilerThreadsKHR(threads);
    else if (gl->ARB_parallel_shader_compile && gl->MaxShaderCompilerThreadsARB != NULL)
        gl->MaxShaderCompilerThreadsARB(threads);
}

// Finds the state that later versions and extensions add, and the queries that they
// offer.
static void find_additions(struct device* d, uint32_t flags)
{
    const GladGLContext* gl = &d->gl;
    const struct glsort_limits* l = &d->limits;
    bool es = l->is_gles;
    d->debug_output = is_from(l, 430, 320) || gl->KHR_debug;
    d->labels = (flags & GLSORT_CONTEXT_DEBUG) != 0 && d->debug_output &&
                gl->ObjectLabel != NULL && gl->PushDebugGroup != NULL &&
                gl->PopDebugGroup != NULL;
    d->has_binaries = gl->GetProgramBinary != NULL && gl->ProgramBinary != NULL &&
                      gl->ProgramParameteri != NULL &&
                      get(d, GL_NUM_PROGRAM_BINARY_FORMATS) > 0;
    const char* renderer = (const char*)gl->GetString(GL_RENDERER);
    d->waits_for_copies = renderer != NULL && strncmp(renderer, "zink", 4) == 0;
    d->parallel_compile =
        IS_BROWSER ? glsort_browser_enable("KHR_parallel_shader_compile")
                   : gl->KHR_parallel_shader_compile || gl->ARB_parallel_shader_compile;
    if ((flags & GLSORT_CONTEXT_COMPILER_THREADS) != 0)
        use_compiler_threads(d);
    if (!es)
        d->buffer_texels = get(d, GL_MAX_TEXTURE_BUFFER_SIZE);
    d->compatibility = !es && (get(d, GL_CONTEXT_PROFILE_MASK) &
                               GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
    d->indexed_viewport = is_from(l, 410, 0) && gl->ViewportIndexedf != NULL;
    d->pack_invert = !es && gl->MESA_pack_invert;
    d->pack_reverse = es && gl->ANGLE_pack_reverse_row_order;
    d->clip_distances = !es || gl->EXT_clip_cull_distance ||
                        (IS_BROWSER && glsort_browser_enable("WEBGL_clip_cull_distance"));
    d->polygon_modes = !es;
    d->clip_control =
        !IS_BROWSER && (es ? gl->EXT_clip_control && gl->ClipControlEXT != NULL
                           : gl->ARB_clip_control && gl->ClipControl != NULL);
    // In a browser the query waits for the GPU process.
    d->feedback_queries = (es || is_from(l, 400, 0) || gl->ARB_transform_feedback2) &&
                          !d->clobbers_state && !IS_BROWSER;
    d->query_buffers =
        is_from(l, 440, 0) ||
        (!es && (gl->ARB_query_buffer_object || gl->AMD_query_buffer_object));
    d->multi_bind = !es && gl->ARB_multi_bind && gl->BindBuffersBase != NULL &&
                    gl->BindBuffersRange != NULL;
    d->named_buffers =
        !es && gl->ARB_direct_state_access && gl->GetNamedBufferParameteri64v != NULL;
    d->texture_targets = find_texture_targets(d);
    if (gl->EXT_window_rectangles && gl->WindowRectanglesEXT != NULL)
        d->window_rectangles = (GLint)get(d, GL_MAX_WINDOW_RECTANGLES_EXT);
    if (d->labels)
        d->debug_groups = (GLint)get(d, GL_MAX_DEBUG_GROUP_STACK_DEPTH) - 1;
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

static bool has_mark(const struct device* d)
{
    char text[sizeof d->mark_text] = "";
    if (!d->gl.IsVertexArray(d->mark))
        return false;
    d->gl.GetObjectLabel(GL_VERTEX_ARRAY, d->mark, sizeof text, NULL, text);
    return strcmp(text, d->mark_text) == 0;
}

// The label has the address of the device, which no other one has at the same time.
static void make_mark(struct device* d)
{
    const GladGLContext* gl = &d->gl;
    if (gl->ObjectLabel == NULL || gl->GetObjectLabel == NULL)
        return;
    const GLuint bound = get(d, GL_VERTEX_ARRAY_BINDING);
    snprintf(d->mark_text, sizeof d->mark_text, "glsort %p", (void*)d);
    gl->GenVertexArrays(1, &d->mark);
    gl->BindVertexArray(d->mark); // makes it exist
    gl->BindVertexArray(bound);
    if (d->mark == 0)
        return;
    gl->ObjectLabel(GL_VERTEX_ARRAY, d->mark, -1, d->mark_text);
    if (has_mark(d))
        return;
    gl->DeleteVertexArrays(1, &d->mark);
    d->mark = 0;
}

glsort_result glsort_device_open(struct device* d, const glsort_context_desc* desc,
                                 struct message* message)
{
    const uint32_t rules = GLSORT_CONTEXT_KEEPS_STATE | GLSORT_CONTEXT_CLOBBERS_STATE;
    const struct call call = {"glsort_context_create", message};
    *d = (struct device){
        .clobbers_state = (desc->flags & GLSORT_CONTEXT_CLOBBERS_STATE) != 0,
        .resets_state = (desc->flags & GLSORT_CONTEXT_RESETS_STATE) != 0 ||
                        (IS_BROWSER && (desc->flags & rules) == 0),
    };
    glsort_result result = load_entry_points(d, desc, &call);
    if (result != GLSORT_OK) {
        glsort_device_release(d);
        return result;
    }
    read_limits(d);
    find_additions(d, desc->flags);
    if (IS_BROWSER)
        open_browser(d, desc->flags);
    else
        make_mark(d);
    return GLSORT_OK;
}

void glsort_device_delete(const struct device* d)
{
    d->gl.DeleteVertexArrays(1, &d->mark);
    if (!IS_BROWSER)
        return;
    d->gl.DeleteSync(d->incarnation);
    d->gl.DeleteTransformFeedbacks(1, &d->feedback);
}

void glsort_device_release(struct device* d)
{
    glsort_platform_lookup_close(&d->platform);
}

// ---- checks ---------------------------------------------------------------------------

static const char* browser_trouble(const struct device* d)
{
    const char* trouble = glsort_browser_trouble();
    if (trouble == NULL &&
        (glsort_browser_context() != d->context || !d->gl.IsSync(d->incarnation)))
        trouble = "the current WebGL context is not the one that the glsort context was "
                  "created in, or it was lost and restored since";
    return trouble;
}

const char* glsort_device_trouble(const struct device* d, bool asks)
{
    const struct platform_lookup* platform = &d->platform;
    const bool known = platform->binding != NULL;
    if (IS_BROWSER)
        return browser_trouble(d);
    const void* current = known ? glsort_platform_current(platform)
                                : (const void*)d->gl.GetString(GL_VERSION);
    if (current == NULL)
        return "no GL context is current on this thread";
    if ((known && current != platform->context) || (asks && d->mark != 0 && !has_mark(d)))
        return "the current GL context is not the one that the glsort context was "
               "created in";
    return NULL;
}

// Where the platform is slow, the label comes first: it takes 40 ns, libglvnd some 100 ns
// and a call of the kernel.
glsort_result glsort_device_check_current(const struct device* d, const struct call* call)
{
    const struct system_binding* binding = d->platform.binding;
    const bool asks = !d->clobbers_state;
    if (asks && d->mark != 0 && binding != NULL && binding->is_slow && has_mark(d))
        return GLSORT_OK;
    const char* trouble = glsort_device_trouble(d, asks);
    return trouble == NULL ? GLSORT_OK
                           : glsort_call_fail(call, GLSORT_ERROR_CONTEXT, "%s", trouble);
}

// Of the compatibility profile, which our glad does not include.
#define LIST_MODE 0x0B30
#define RENDER_MODE 0x0C40
#define RENDER 0x1C00

glsort_result glsort_device_check_modes(const struct device* d, bool draws,
                                        const struct call* call)
{
    const char* trouble = NULL;
    bool has_modes = d->compatibility && !d->clobbers_state;
    glsort_result result = glsort_device_check_current(d, call);
    if (result != GLSORT_OK)
        return result;
    if (d->feedback_queries && get(d, GL_TRANSFORM_FEEDBACK_ACTIVE) != 0 &&
        get(d, GL_TRANSFORM_FEEDBACK_PAUSED) == 0)
        trouble = "transform feedback is active, and GL changes no program meanwhile; "
                  "pause or end it first";
    else if (has_modes && get(d, LIST_MODE) != 0)
        trouble = "a display list is being compiled, which GL would add the calls to; "
                  "end it first";
    else if (has_modes && draws && get(d, RENDER_MODE) != RENDER)
        trouble = "the render mode is not GL_RENDER, and GL draws nothing meanwhile";
    return trouble == NULL ? GLSORT_OK
                           : glsort_call_fail(call, GLSORT_ERROR_STATE, "%s", trouble);
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
    if (d->labels)
        d->gl.ObjectLabel(kind, name, -1, label);
}

// Values from the tables of implementation limits in the specifications of OpenGL 3.3,
// 4.3 and 4.5 core and of OpenGL ES 3.0 and 3.1; but the storage blocks and the work
// groups of ES 3.1 are those that the compute backend needs, which are more.
bool glsort_device_minimum(uint32_t version, bool is_gles, struct glsort_limits* limits)
{
    bool raised =
        is_gles ? version == 310 || version == 320 : version == 430 || version == 450;
    if (!raised && version != (is_gles ? 300 : 330))
        return false;
    *limits = (struct glsort_limits){
        .version = version,
        .is_gles = is_gles,
        .uniform_alignment = 256,
        .texture_size = is_gles  ? 2048
                        : raised ? 16384
                                 : 1024,
        .texture_layers = raised && !is_gles ? 2048 : 256,
        .draw_buffers = is_gles ? 4 : 8,
        .has_timestamps = !is_gles,
        .has_texture_barrier = !is_gles && version == 450,
    };
    if (raised) {
        limits->has_compute = GLSORT_COMPUTE;
        limits->storage_alignment = 256;
        limits->storage_blocks = 8;
        limits->group_count = 65535;
        limits->storage_block_bytes = is_gles ? 1u << 27 : 1u << 24;
        limits->group_size = is_gles ? 256 : 1024;
        limits->shared_bytes = is_gles ? 16384 : 32768;
    }
    return true;
}
