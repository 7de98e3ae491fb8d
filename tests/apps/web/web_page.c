// SPDX-License-Identifier: MIT
#include "web_page.h"

#include <emscripten.h>

// clang-format off
EM_JS(void, page_count_questions, (void), {
    Module.questions = 0;
    if (Module.countsQuestions)
        return;
    Module.countsQuestions = true;
    ["getParameter", "getIndexedParameter", "getBufferParameter", "getTexParameter",
     "getSamplerParameter", "getProgramParameter", "getShaderParameter", "getError",
     "getFramebufferAttachmentParameter", "checkFramebufferStatus", "getQueryParameter",
     "isBuffer", "isTexture", "isFramebuffer", "isProgram", "isSampler", "isVertexArray",
     "isTransformFeedback", "isEnabled", "getQuery", "getSyncParameter", "readPixels",
     "getBufferSubData", "finish"].forEach(function(name) {
        var call = GLctx[name];
        GLctx[name] = function() {
            // To a buffer this is no question.
            if (name != "readPixels" || typeof arguments[6] == "object")
                Module.questions++;
            return call.apply(GLctx, arguments);
        };
    });
})

EM_JS(int, page_questions, (void), {
    var asked = Module.questions;
    Module.questions = 0;
    return asked;
})

EM_JS(void, page_lose_context, (void), {
    Module.loser = GLctx.getExtension("WEBGL_lose_context");
    Module.loser.loseContext();
})

EM_JS(void, page_restore_context, (void), { Module.loser.restoreContext(); })

EM_JS(int, page_enable, (const char* extension), {
    return GLctx.getExtension(UTF8ToString(extension)) ? 1 : 0;
})

EM_JS(void, page_set_polygon_mode, (int mode), {
    GLctx.getExtension("WEBGL_polygon_mode").polygonModeWEBGL(GLctx.FRONT_AND_BACK, mode);
})

EM_JS(int, page_polygon_mode, (void), { return GLctx.getParameter(0x0B40); })

EM_JS(void, page_time, (int begin), {
    if (begin) {
        Module.timing = GLctx.createQuery();
        GLctx.beginQuery(0x88BF, Module.timing);
    } else {
        GLctx.endQuery(0x88BF);
    }
})
// clang-format on
