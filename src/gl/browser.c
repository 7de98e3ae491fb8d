// SPDX-License-Identifier: MIT
#include "browser.h"

#if defined(__EMSCRIPTEN__)

#include <emscripten/em_js.h>
#include <emscripten/html5.h>
#include <stdio.h>

const char* glsort_browser_trouble(void)
{
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_get_current_context();
    if (context == 0)
        return "no WebGL context is current: call "
               "emscripten_webgl_make_context_current()";
    if (emscripten_is_webgl_context_lost(context))
        return "the WebGL context is lost: after the event webglcontextrestored, create "
               "the context and its plans again";
    return NULL;
}

glsort_proc glsort_browser_get_proc(void* user, const char* name)
{
    (void)user;
    return (glsort_proc)emscripten_webgl_get_proc_address(name);
}

bool glsort_browser_enable(const char* extension)
{
    return emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(),
                                             extension);
}

uintptr_t glsort_browser_context(void)
{
    return (uintptr_t)emscripten_webgl_get_current_context();
}

void glsort_browser_drawing_size(GLfloat size[2])
{
    int width = 0, height = 0;
    emscripten_webgl_get_drawing_buffer_size(emscripten_webgl_get_current_context(),
                                             &width, &height);
    size[0] = (GLfloat)width;
    size[1] = (GLfloat)height;
}

// Firefox reports the renderer without the extension, and warns if a page enables it.
// clang-format off
EM_JS(void, glsort_browser_renderer, (char* name, int bytes), {
    var text = GLctx.getParameter(GLctx.RENDERER) || "";
    if (text.indexOf("WebKit") == 0) {
        var info = GLctx.getExtension("WEBGL_debug_renderer_info");
        text = info && GLctx.getParameter(info.UNMASKED_RENDERER_WEBGL) || text;
    }
    stringToUTF8(text, name, bytes);
})

EM_JS(void, glsort_browser_polygon_mode, (GLenum face, GLenum mode), {
    GLctx.getExtension("WEBGL_polygon_mode").polygonModeWEBGL(face, mode);
})

EM_JS(bool, glsort_browser_is_timing, (void), {
    return GLctx.getQuery(0x88BF, GLctx.CURRENT_QUERY) ? 1 : 0; // TIME_ELAPSED_EXT
})
// clang-format on

#endif
