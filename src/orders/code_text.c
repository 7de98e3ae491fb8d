// SPDX-License-Identifier: MIT
#include "code_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

// ---- words ----------------------------------------------------------------------------

// A name in the text, or with `directive` what follows a #.
struct word {
    const char* at;
    size_t length;
    uint32_t line;
    uint32_t depth; // of parentheses
    bool directive;
    bool is_cut; // it goes on in the next line
};

struct reader {
    const char* at;
    uint32_t line;
    uint32_t depth;
};

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Moves to the end of the comment that begins here. False if none does.
static bool skip_comment(struct reader* r)
{
    if (r->at[0] != '/' || (r->at[1] != '/' && r->at[1] != '*'))
        return false;
    const bool to_line_end = r->at[1] == '/';
    for (r->at += 2; *r->at != '\0'; ++r->at) {
        if (to_line_end && *r->at == '\n')
            break;
        if (!to_line_end && r->at[0] == '*' && r->at[1] == '/') {
            r->at += 2;
            break;
        }
        r->line += *r->at == '\n';
    }
    return true;
}

// The bytes of a backslash and the end of its line, which the preprocessor removes; or 0.
static size_t continuation(const char* at)
{
    if (at[0] != '\\')
        return 0;
    return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

// Moves from the # of a directive to its name.
static void skip_to_directive(struct reader* r)
{
    ++r->at;
    for (;;) {
        const size_t end = continuation(r->at);
        if (*r->at == ' ' || *r->at == '\t')
            ++r->at;
        else if (end == 0 && !skip_comment(r))
            return;
        r->at += end;
        r->line += end > 0;
    }
}

static void take_name(struct reader* r, struct word* w)
{
    w->at = r->at;
    w->line = r->line;
    w->depth = r->depth;
    while (is_of_name(*r->at))
        ++r->at;
    w->length = (size_t)(r->at - w->at);
    const size_t end = continuation(r->at);
    w->is_cut = end > 0 && is_of_name(r->at[end]);
}

static bool next_word(struct reader* r, struct word* w)
{
    while (*r->at != '\0') {
        if (skip_comment(r))
            continue;
        w->directive = *r->at == '#';
        if (w->directive)
            skip_to_directive(r);
        if (begins_name(*r->at)) {
            take_name(r, w);
            return true;
        }
        if (w->directive)
            continue;
        if (isdigit((unsigned char)*r->at)) { // and its suffix
            while (is_of_name(*r->at))
                ++r->at;
            continue;
        }
        r->line += *r->at == '\n';
        r->depth += *r->at == '(';
        r->depth -= *r->at == ')' && r->depth > 0;
        ++r->at;
    }
    return false;
}

static bool is_word(const struct word* w, const char* name)
{
    return strlen(name) == w->length && memcmp(name, w->at, w->length) == 0;
}

static bool begins_with(const struct word* w, const char* prefix)
{
    const size_t length = strlen(prefix);
    return w->length >= length && memcmp(prefix, w->at, length) == 0;
}

// ---- what is not allowed --------------------------------------------------------------

static const char interfaces[] = "the text reads glsort_word0() and the like, and "
                                 "glsort_param(), and writes nothing";
static const char others[] = "each call is for one element, whatever others do";

static const struct forbidden {
    const char* name;
    bool prefix;
    const char* why;
} words[] = {
    {"gl_", true, "backends call the text from different stages"},
    {"main", false, "the text is called by the library's"},
    {"uniform", false, interfaces},
    {"buffer", false, interfaces},
    {"shared", false, interfaces},
    {"layout", false, interfaces},
    {"attribute", false, interfaces},
    {"varying", false, interfaces},
    {"coherent", false, interfaces},
    {"volatile", false, interfaces},
    {"subroutine", false, interfaces},
    {"discard", false, "a position that is infinite or NaN rejects its element"},
    {"texture", false, interfaces},
    {"texelFetch", true, interfaces},
    {"textureLod", true, interfaces},
    {"textureGrad", true, interfaces},
    {"textureProj", true, interfaces},
    {"textureGather", true, interfaces},
    {"textureOffset", true, interfaces},
    {"textureSize", true, interfaces},
    {"imageLoad", true, interfaces},
    {"imageStore", true, interfaces},
    {"imageAtomic", true, interfaces},
    {"imageSize", true, interfaces},
    {"atomic", true, interfaces},
    {"barrier", false, others},
    {"memoryBarrier", true, others},
    {"groupMemoryBarrier", false, others},
    {"subgroup", true, others},
    {"dFdx", true, others},
    {"dFdy", true, others},
    {"fwidth", true, others},
};

static const char* const directives[] = {"version", "extension", "include", "line",
                                         "pragma"};

// sampler2D, uimageBuffer, isamplerCube and the like.
static bool is_opaque_type(const struct word* w)
{
    static const char* const types[] = {"sampler", "isampler", "usampler",
                                        "image",   "iimage",   "uimage"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        const char* rest = w->at + strlen(types[i]);
        if (begins_with(w, types[i]) && w->length > strlen(types[i]) &&
            (strchr("123", *rest) != NULL || strncmp(rest, "Cube", 4) == 0 ||
             strncmp(rest, "Buffer", 6) == 0))
            return true;
    }
    return false;
}

static const char* why_forbidden(const struct word* w)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (words[i].prefix ? begins_with(w, words[i].name) : is_word(w, words[i].name))
            return words[i].why;
    if (is_opaque_type(w))
        return interfaces;
    if (w->depth == 0 && (is_word(w, "in") || is_word(w, "out") || is_word(w, "inout")))
        return interfaces;
    return NULL;
}

// The buffer that glsort_word0 and the like read; -1: it is none of these.
static int buffer_of(const struct word* w)
{
    static const char* const names[] = {"glsort_word", "glsort_floats", "glsort_float"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const size_t length = strlen(names[i]);
        if (begins_with(w, names[i]) && w->length == length + 1 && w->at[length] >= '0' &&
            w->at[length] < '0' + GLSORT_MOST_CODE_BUFFERS)
            return w->at[length] - '0';
    }
    return -1;
}

static glsort_result check_own_name(const glsort_position_code* code,
                                    const struct word* w, const struct call* call)
{
    const int buffer = buffer_of(w);
    if (is_word(w, "glsort_position") || is_word(w, "glsort_param"))
        return GLSORT_OK;
    if (buffer < 0)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "code.text:%u: %.*s is not allowed: names that begin "
                                "with glsort_ are the library's",
                                w->line, (int)w->length, w->at);
    if ((uint32_t)buffer >= code->buffer_count)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "code.text:%u: %.*s reads code.buffers[%d], but "
                                "code.buffer_count is %u",
                                w->line, (int)w->length, w->at, buffer,
                                code->buffer_count);
    return GLSORT_OK;
}

static glsort_result check_directive(const struct word* w, const struct call* call)
{
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; ++i)
        if (is_word(w, directives[i]))
            return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                    "code.text:%u: #%s is not allowed: the text is a "
                                    "part of a shader of the library's",
                                    w->line, directives[i]);
    return GLSORT_OK;
}

static glsort_result check_word(const glsort_position_code* code, const struct word* w,
                                const struct call* call)
{
    if (w->is_cut)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "code.text:%u: %.*s goes on in the next line, which is "
                                "not allowed in a name",
                                w->line, (int)w->length, w->at);
    if (w->directive)
        return check_directive(w, call);
    if (begins_with(w, "glsort_"))
        return check_own_name(code, w, call);
    const char* why = why_forbidden(w);
    return why == NULL ? GLSORT_OK
                       : glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                          "code.text:%u: %.*s is not allowed: %s",
                                          w->line, (int)w->length, w->at, why);
}

glsort_result glsort_order_check_text(const glsort_position_code* code,
                                      const struct call* call)
{
    struct reader reader = {.at = code->text, .line = 1};
    struct word w;
    bool defined = false;
    glsort_result result = GLSORT_OK;
    while (result == GLSORT_OK && next_word(&reader, &w)) {
        result = check_word(code, &w, call);
        defined = defined || is_word(&w, "glsort_position");
    }
    if (result == GLSORT_OK && !defined)
        result = glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                  "code.text does not define vec3 glsort_position(uint)");
    return result;
}
