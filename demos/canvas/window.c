// SPDX-License-Identifier: MIT
#include "window.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gfx.h"
#include "image.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

struct window {
    GLFWwindow* handle;
    const struct program* program;
    const struct program_options* options;
    struct ui_input input;
    double wheel;    // since the last frame
    uint32_t frames; // drawn
    bool is_created; // GL is loaded, and the program has been asked to create
    bool wants_picture;
};

// GLFW reports errors without a user pointer.
static char glfw_words[256];

static void hear_glfw(int code, const char* words)
{
    (void)code;
    snprintf(glfw_words, sizeof glfw_words, "%s", words);
}

static glsort_proc find(void* user, const char* name)
{
    (void)user;
    return (glsort_proc)glfwGetProcAddress(name);
}

static void hear_wheel(GLFWwindow* handle, double x, double y)
{
    struct window* window = glfwGetWindowUserPointer(handle);
    (void)x;
    window->wheel += y;
}

static int key_of(int key)
{
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z)
        return 'a' + key - GLFW_KEY_A;
    switch (key) {
    case GLFW_KEY_LEFT: return KEY_LEFT;
    case GLFW_KEY_RIGHT: return KEY_RIGHT;
    case GLFW_KEY_HOME: return KEY_HOME;
    case GLFW_KEY_END: return KEY_END;
    case GLFW_KEY_TAB: return '\t';
    default: return key < 128 ? key : 0;
    }
}

static void hear_key(GLFWwindow* handle, int key, int code, int action, int modifiers)
{
    struct window* window = glfwGetWindowUserPointer(handle);
    (void)code, (void)modifiers;
    if (action == GLFW_RELEASE || key < 0)
        return;
    if (key == GLFW_KEY_ESCAPE)
        glfwSetWindowShouldClose(handle, GLFW_TRUE);
    else if (key == GLFW_KEY_S)
        window->wants_picture = true;
    else
        window->program->key(window->program->state, key_of(key));
}

// GL 4.3 first, then 3.3, which has fragment passes only.
static GLFWwindow* open_window(const struct program_options* o, const char* title)
{
    const int versions[] = {43, 33};
    GLFWwindow* handle = NULL;
    for (int i = o->gl == 33; i < 2 && !handle; ++i) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, versions[i] / 10);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, versions[i] % 10);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, o->debug);
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        handle = glfwCreateWindow(o->width, o->height, title, NULL, NULL);
        if (o->gl == 43)
            break;
    }
    return handle;
}

static bool open(struct window* window, char* message)
{
    const struct program* program = window->program;
    glfwSetErrorCallback(hear_glfw);
    if (!glfwInit())
        return program_fail(
            message,
            "there is no display to open a window on (%s); --out FILE.png needs none",
            glfw_words);

    window->handle = open_window(window->options, program->title);
    if (!window->handle)
        return program_fail(
            message,
            "cannot open a window with OpenGL 3.3 (%s); --headless --device cpu "
            "--out FILE.png needs none",
            glfw_words);

    glfwSetWindowUserPointer(window->handle, window);
    glfwSetWindowSizeLimits(window->handle, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window->handle);
    glfwSwapInterval(window->options->timing ? 0 : 1);
    window->is_created = gfx_load(message) && ui_create(DEMO_FONT, message);
    if (!window->is_created ||
        !program->create(program->state, find, NULL, false, message))
        return false;
    glfwSetKeyCallback(window->handle, hear_key);
    glfwSetScrollCallback(window->handle, hear_wheel);
    return true;
}

// Window coordinates may be coarser than pixels.
static void read_mouse(struct window* window, int width, int height)
{
    GLFWwindow* handle = window->handle;
    double x = 0.0, y = 0.0;
    int across = 1, down = 1;
    glfwGetCursorPos(handle, &x, &y);
    glfwGetWindowSize(handle, &across, &down);
    window->input = (struct ui_input){
        .x = (float)(x * width / (across > 0 ? across : 1)),
        .y = (float)(y * height / (down > 0 ? down : 1)),
        .wheel = (float)window->wheel,
        .left = glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS,
        .right = glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS,
    };
    window->wheel = 0.0;
}

static void save_picture(struct window* window, int width, int height, char* message)
{
    const struct program* program = window->program;
    const char* path = window->options->out ? window->options->out : program->picture;
    uint8_t* pixels = malloc((size_t)width * (size_t)height * 4);
    char text[PROGRAM_MESSAGE_BYTES];
    window->wants_picture = false;
    if (!pixels)
        return;
    gfx_bind(0, width, height);
    gfx_read_pixels(width, height, pixels);
    if (image_write_png(path, width, height, pixels, message))
        snprintf(text, sizeof text, "saved as %s", path);
    else
        snprintf(text, sizeof text, "%s", message);
    program->notice(program->state, text, 3.0f);
    free(pixels);
}

// False and a sentence if the program cannot go on.
static bool show_frame(struct window* window, int width, int height, float step,
                       char* message)
{
    const struct program* program = window->program;
    const struct program_options* o = window->options;
    float across = 1.0f, down = 1.0f;
    glfwGetWindowContentScale(window->handle, &across, &down);
    read_mouse(window, width, height);
    if (window->wants_picture)
        program->notice(program->state, NULL, 0.0f); // maybe that of the last picture
    if (!program->frame(program->state, &window->input, 0, width, height, across, step,
                        message))
        return false;
    window->frames++;
    bool ends = o->frames > 0 && window->frames >= o->frames;
    if (window->wants_picture || (ends && o->out))
        save_picture(window, width, height, message);
    if (ends)
        glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
    glfwSwapBuffers(window->handle);
    return true;
}

static bool loop(struct window* window, char* message)
{
    const double start = glfwGetTime();
    double last = start;
    while (!glfwWindowShouldClose(window->handle)) {
        int width = 0, height = 0;
        glfwPollEvents();
        glfwGetFramebufferSize(window->handle, &width, &height);
        if (width < 1 || height < 1) { // minimised
            glfwWaitEvents();
            continue;
        }
        double now = glfwGetTime();
        float step = fminf((float)(now - last), 0.25f);
        last = now;
        if (!show_frame(window, width, height, step, message))
            return false;
    }
    if (window->options->timing && window->frames > 0)
        printf("frame      %.2f ms, mean of %u\n",
               1e3 * (glfwGetTime() - start) / window->frames, (unsigned)window->frames);
    return true;
}

bool window_run(const struct program* program, const struct program_options* options,
                char* message)
{
    struct window window = {.program = program, .options = options};
    bool ok = open(&window, message) && loop(&window, message);
    if (window.is_created)
        program->destroy(program->state);
    if (window.handle) {
        ui_destroy();
        glfwDestroyWindow(window.handle);
    }
    glfwTerminate();
    return ok;
}
