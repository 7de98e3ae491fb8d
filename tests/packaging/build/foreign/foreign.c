// SPDX-License-Identifier: MIT
// A program with a glad of its own and functions named as glsort's internal ones are,
// less their prefix: linked with the static glsort, each keeps its own.
#include <glad/gl.h>
#include <glsort/glsort_inspect.h>
#include <stdio.h>
#include <string.h>

int schedule_pass(void);
int schedule_reset(void);
int timer_create(void);
extern const int shader_table;
const int shader_table = 12;

int schedule_pass(void)
{
    return 3;
}

int schedule_reset(void)
{
    return 4;
}

int timer_create(void)
{
    return 5;
}

static void* load_nothing(void* user, const char* name)
{
    int* asked = user;
    ++*asked;
    (void)name;
    return NULL;
}

int main(void)
{
    int asked = 0;
    GladGLContext gl;
    glsort_limits limits;
    glsort_sort_desc desc = {.max_count = 5000};
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;

    memset(&gl, 0, sizeof gl);
    // Without glGetString this loader gives up after its first question.
    int version =
        gladLoadGLContextUserPtr(&gl, (GLADuserptrloadfunc)load_nothing, &asked);
    if (version != 0 || asked == 0)
        return 1;
    if (glsort_limits_minimum(430, 0, &limits) != GLSORT_OK ||
        glsort_context_create_offline(&limits, NULL, 0, &context) != GLSORT_OK ||
        glsort_sort_create(context, &desc, &plan) != GLSORT_OK)
        return 1;
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    printf("two glads, one program\n");
    return schedule_pass() + schedule_reset() + timer_create() == shader_table ? 0 : 1;
}
