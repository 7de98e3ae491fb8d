// SPDX-License-Identifier: MIT
#include "pass_label.h"

#include <stdio.h>
#include <string.h>

#include "shader_table.h"

const char* glsort_pass_shader(const struct pass* p)
{
    bool has_none = p->kind == GLSORT_PASS_UPLOAD;
    return has_none ? "" : glsort_shader_table[p->shader].file;
}

const char* glsort_pass_defines(const struct pass* p)
{
    bool has_none = p->kind == GLSORT_PASS_UPLOAD;
    return has_none ? "" : glsort_shader_table[p->shader].words[p->variant];
}

void glsort_pass_label(const struct pass* p, char* label, size_t label_bytes)
{
    const char* path = glsort_pass_shader(p);
    const char* slash = strrchr(path, '/');
    const char* file = slash != NULL ? slash + 1 : path;
    const char* defines = glsort_pass_defines(p);
    const char* peek = p->of_peek ? "peek: " : "";
    if (*path == '\0')
        snprintf(label, label_bytes, "%s%s", peek, p->label);
    else
        snprintf(label, label_bytes, "%s%s%s: %s%s", file, *defines != '\0' ? " " : "",
                 defines, peek, p->label);
}
