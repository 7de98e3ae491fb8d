// SPDX-License-Identifier: MIT
// Contexts without a get_proc: the platform's own lookup finds the entry points of the
// context that is current.
#define _GNU_SOURCE
#include <link.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

GL_SUITE(.unmocked = true, .no_context = true);

enum { MOST = 3000 };

static int read_loads(struct dl_phdr_info* info, size_t bytes, void* loads)
{
    *(unsigned long long*)loads = info->dlpi_adds;
    return 1;
}

// How many libraries this process has loaded until now, those unloaded since included.
static unsigned long long count_loads(void)
{
    unsigned long long loads = 0;
    dl_iterate_phdr(read_loads, &loads);
    return loads;
}

TEST(a_context_without_get_proc_sorts)
{
    char message[512] = "";
    struct gl_sorter s;
    glsort_context* c = NULL;
    glsort_context_desc desc = {.message = message, .message_bytes = sizeof message};
    struct gl_sorter_desc sort = {.plan = {.max_count = MOST}};
    sort.plan.values = GLSORT_VALUES_4_BYTES;
    if (glsort_context_create(&desc, &c) != GLSORT_OK)
        fail_msg("%s", message);
    gl_sorter_open(&s, &harness, c, &sort);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

TEST(without_a_current_context_nothing_is_loaded_and_the_sentence_names_adapters)
{
    char message[512] = "";
    glsort_context* c = (glsort_context*)&harness;
    glsort_context_desc desc = {.message = message, .message_bytes = sizeof message};
    offscreen_release(harness.offscreen);
    const unsigned long long loads = count_loads();
    assert_int_equal(glsort_context_create(&desc, &c), GLSORT_ERROR_CONTEXT);
    assert_int_equal(count_loads(), loads);
    assert_null(c);
    assert_non_null(strstr(message, "no current context of EGL or GLX"));
    assert_non_null(strstr(message, "eglGetProcAddress(name)"));
    assert_true(offscreen_make_current(harness.offscreen));
}
