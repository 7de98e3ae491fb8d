// SPDX-License-Identifier: MIT
#include "catalogue.h"

#include <stddef.h>
#include <string.h>

const struct algorithm* glsort_algorithm_of(glsort_algorithm id)
{
    for (uint32_t i = 0; glsort_algorithms[i] != NULL; ++i)
        if (glsort_algorithms[i]->id == id)
            return glsort_algorithms[i];
    return NULL;
}

const struct algorithm* glsort_algorithm_with(glsort_method id)
{
    for (uint32_t i = 0; id != GLSORT_METHOD_AUTO && glsort_algorithms[i] != NULL; ++i)
        if (glsort_method_of(glsort_algorithms[i], id) != NULL)
            return glsort_algorithms[i];
    return NULL;
}

const struct method* glsort_method_of(const struct algorithm* algorithm, glsort_method id)
{
    for (uint32_t i = 0; i < algorithm->method_count; ++i)
        if (algorithm->methods[i].id == id)
            return &algorithm->methods[i];
    return NULL;
}

const struct method* glsort_method_on(const struct algorithm* algorithm,
                                      glsort_backend backend)
{
    for (uint32_t i = 0; i < algorithm->method_count; ++i)
        if ((algorithm->methods[i].backends & BACKEND_BIT(backend)) != 0)
            return &algorithm->methods[i];
    return &algorithm->methods[0];
}

uint32_t glsort_method_count(void)
{
    uint32_t count = GLSORT_METHOD_AUTO + 1;
    while (glsort_algorithm_with((glsort_method)count) != NULL)
        ++count;
    return count;
}

uint32_t glsort_algorithm_count(void)
{
    uint32_t count = GLSORT_ALGORITHM_AUTO + 1;
    while (glsort_algorithm_of((glsort_algorithm)count) != NULL)
        ++count;
    return count;
}

const char* glsort_algorithm_name(glsort_algorithm algorithm)
{
    const struct algorithm* found = glsort_algorithm_of(algorithm);
    if (found != NULL)
        return found->name;
    return algorithm == GLSORT_ALGORITHM_AUTO ? "auto" : "?";
}

const char* glsort_method_name(glsort_method method)
{
    const struct algorithm* algorithm = glsort_algorithm_with(method);
    if (algorithm != NULL)
        return glsort_method_of(algorithm, method)->name;
    return method == GLSORT_METHOD_AUTO ? "auto" : "?";
}

// ---- forms: programs, benchmarks and tests iterate over them --------------------------

uint32_t glsort_form_count(void)
{
    uint32_t count = 0;
    while (glsort_forms[count].name != NULL)
        ++count;
    return count;
}

const glsort_form* glsort_form_at(uint32_t at)
{
    return at < glsort_form_count() ? &glsort_forms[at] : NULL;
}

const glsort_form* glsort_form_find(const char* name)
{
    const glsort_form* form;
    for (uint32_t at = 0; name != NULL && (form = glsort_form_at(at)) != NULL; ++at)
        if (strcmp(form->name, name) == 0)
            return form;
    return NULL;
}
