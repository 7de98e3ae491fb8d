// SPDX-License-Identifier: MIT
// Modes of the caller's GL context in which GL would not do what a call asks for: where
// GL can tell, the call is refused with a sentence, and nothing is changed.
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 2000 };

static void open_sorter(struct gl_sorter* s, glsort_backend backend)
{
    struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST,
                 .backend = backend,
                 .tuning = tuning_named(GLSORT_ALGORITHM_ABISORT),
                 .values = GLSORT_VALUES_4_BYTES},
    };
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_ready(s, DATA_UNIFORM, 1, MOST);
}

// ---- calls ----------------------------------------------------------------------------

static void expect(glsort_result result, const char* call, const char* words)
{
    const char* text = glsort_last_error(context);
    if (result != GLSORT_ERROR_STATE)
        fail_msg("%s gives %s: %s", call, glsort_result_name(result), text);
    if (strncmp(text, call, strlen(call)) != 0 || strstr(text, words) == NULL)
        fail_msg("\"%s\" is not %s: %s", text, call, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void refuse_creations(const char* words)
{
    const glsort_sort_desc desc = {.max_count = MOST};
    const glsort_order_desc order_desc = {.max_count = MOST};
    glsort_plan* plan = NULL;
    glsort_plan* order = NULL;
    expect(glsort_sort_create(context, &desc, &plan), "glsort_sort_create", words);
    expect(begin_creation(context, &desc, &plan), "glsort_sort_create", words);
    expect(glsort_order_create(context, &order_desc, &order), "glsort_order_create",
           words);
    assert_null(plan);
    assert_null(order);
}

// A run that is open goes on afterwards as if nothing had happened.
static void refuse_runs(glsort_backend backend, void (*enter)(void), void (*leave)(void),
                        const char* words)
{
    struct gl_sorter s;
    open_sorter(&s, backend);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    const glsort_peek_args peek = {0};
    enter();
    expect(glsort_sort_run(s.plan, &args), "glsort_sort_run", words);
    expect(begin_sort(s.plan, &args), "glsort_sort_run", words);
    expect(glsort_plan_warm(s.plan), "glsort_plan_warm", words);
    leave();
    gl_sorter_require(&s, begin_sort(s.plan, &args));
    gl_sorter_require(&s, glsort_plan_step(s.plan, 1));
    enter();
    expect(glsort_plan_step(s.plan, 1), "glsort_plan_step", words);
    expect(glsort_plan_peek(s.plan, &peek), "glsort_plan_peek", words);
    leave();
    gl_sorter_finish(&s, MOST);
    gl_sorter_close(&s);
}

// ---- transform feedback ---------------------------------------------------------------

static GLuint feedback_program;
static GLuint feedback_buffer;
static GLuint feedback_object; // where GL has such objects
static GLuint vertex_array;

static void compile(GLenum kind, const char* body)
{
    const char* const head =
        harness.gles ? "#version 300 es\nprecision mediump float;\n" : "#version 330\n";
    const GLuint shader = harness.gl.CreateShader(kind);
    harness.gl.ShaderSource(shader, 2, (const char* const[]){head, body}, NULL);
    harness.gl.CompileShader(shader);
    harness.gl.AttachShader(feedback_program, shader);
    harness.gl.DeleteShader(shader);
}

static void open_feedback(void)
{
    static const char* const names[] = {"v"};
    feedback_program = harness.gl.CreateProgram();
    compile(GL_VERTEX_SHADER,
            "out float v;\nvoid main() { v = 1.0; gl_Position = vec4(0.0); }\n");
    compile(GL_FRAGMENT_SHADER, "out vec4 c;\nvoid main() { c = vec4(1.0); }\n");
    harness.gl.TransformFeedbackVaryings(feedback_program, 1, names,
                                         GL_INTERLEAVED_ATTRIBS);
    harness.gl.LinkProgram(feedback_program);
    feedback_buffer = gl_buffer_create(&harness, 64, NULL);
    harness.gl.GenVertexArrays(1, &vertex_array);
    if (harness.gl.GenTransformFeedbacks != NULL) {
        harness.gl.GenTransformFeedbacks(1, &feedback_object);
        harness.gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback_object);
    }
    harness.gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, feedback_buffer);
}

static void close_feedback(void)
{
    if (feedback_object != 0) {
        harness.gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
        harness.gl.DeleteTransformFeedbacks(1, &feedback_object);
    }
    harness.gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    harness.gl.DeleteBuffers(1, &feedback_buffer);
    harness.gl.DeleteVertexArrays(1, &vertex_array);
    harness.gl.DeleteProgram(feedback_program);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void begin_feedback(void)
{
    harness.gl.UseProgram(feedback_program);
    harness.gl.BindVertexArray(vertex_array);
    harness.gl.BeginTransformFeedback(GL_POINTS);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void end_feedback(void)
{
    harness.gl.EndTransformFeedback();
    harness.gl.UseProgram(0);
    harness.gl.BindVertexArray(0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

TEST(calls_during_active_transform_feedback_are_refused)
{
    static const char words[] = "transform feedback is active";
    open_feedback();
    refuse_runs(GLSORT_BACKEND_FRAGMENT, begin_feedback, end_feedback, words);
    if (harness.has_compute)
        refuse_runs(GLSORT_BACKEND_COMPUTE, begin_feedback, end_feedback, words);
    begin_feedback();
    refuse_creations(words);
    end_feedback();
    close_feedback();
}

static void sort_paused(glsort_backend backend)
{
    struct gl_sorter s;
    GLint active = 0;
    open_sorter(&s, backend);
    begin_feedback();
    harness.gl.PauseTransformFeedback();
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    harness.gl.GetIntegerv(GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
    assert_true(active);
    harness.gl.ResumeTransformFeedback();
    end_feedback();
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_close(&s);
}

TEST(a_run_while_transform_feedback_is_paused_sorts)
{
    if (harness.gl.PauseTransformFeedback == NULL)
        skip(); // GL 3.3
    open_feedback();
    sort_paused(GLSORT_BACKEND_FRAGMENT);
    if (harness.has_compute)
        sort_paused(GLSORT_BACKEND_COMPUTE);
    close_feedback();
}

// ---- compatibility profiles -----------------------------------------------------------

#define GL_COMPILE_LIST 0x1300
#define GL_RENDER 0x1C00
#define GL_SELECT 0x1C02

static glsort_proc find(const char* name)
{
    glsort_proc proc = offscreen_get_proc(harness.offscreen, name);
    if (proc == NULL)
        fail_msg("there is no %s", name);
    return proc;
}

static void begin_list(void)
{
    typedef void(GLAD_API_PTR * new_list)(GLuint list, GLenum mode);
    ((new_list)find("glNewList"))(1, GL_COMPILE_LIST);
}

static void end_list(void)
{
    typedef void(GLAD_API_PTR * end)(void);
    ((end)find("glEndList"))();
}

static void render_mode(GLenum mode)
{
    typedef GLint(GLAD_API_PTR * set_mode)(GLenum mode);
    typedef void(GLAD_API_PTR * set_buffer)(GLsizei words, GLuint * buffer);
    static GLuint names[64];
    ((set_buffer)find("glSelectBuffer"))(64, names);
    ((set_mode)find("glRenderMode"))(mode);
}

static void select_names(void)
{
    render_mode(GL_SELECT);
}

static void render_again(void)
{
    typedef GLint(GLAD_API_PTR * set_mode)(GLenum mode);
    ((set_mode)find("glRenderMode"))(GL_RENDER);
}

TEST(calls_while_a_display_list_is_compiled_are_refused)
{
    static const char words[] = "a display list is being compiled";
    if (harness.api != GL_API_33_COMPAT)
        skip();
    refuse_runs(GLSORT_BACKEND_FRAGMENT, begin_list, end_list, words);
    begin_list();
    refuse_creations(words);
    end_list();
}

TEST(fragment_passes_in_another_render_mode_are_refused)
{
    if (harness.api != GL_API_33_COMPAT)
        skip();
    refuse_runs(GLSORT_BACKEND_FRAGMENT, select_names, render_again,
                "the render mode is not GL_RENDER");
}
