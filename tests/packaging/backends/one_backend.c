// SPDX-License-Identifier: MIT
// A library with the shaders of one backend: it sorts on that one, and refuses the other
// by name.
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_arrays.h>

#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "shader_table.h" // the options that are not given

#if GLSORT_COMPUTE
#define HERE GLSORT_BACKEND_COMPUTE
#define AWAY GLSORT_BACKEND_FRAGMENT
#else
#define HERE GLSORT_BACKEND_FRAGMENT
#define AWAY GLSORT_BACKEND_COMPUTE
#endif

static const char* const words =
    GLSORT_COMPUTE ? "GLSORT_FRAGMENT is OFF" : "GLSORT_COMPUTE is OFF";

static struct gl_harness harness;
static glsort_context* context;

// A context of GL 3.3 has no compute shaders to begin with.
static bool has_none(void)
{
    return HERE == GLSORT_BACKEND_COMPUTE && !harness.has_compute;
}

static void expect_refused(glsort_result result, const char* sentence)
{
    assert_int_equal(result, GLSORT_ERROR_UNSUPPORTED);
    const char* device = "needs GL 4.3"; // has been found first
    if (strstr(sentence, words) == NULL &&
        (HERE == GLSORT_BACKEND_COMPUTE || strstr(sentence, device) == NULL))
        fail_msg("\"%s\" does not say %s", sentence, words);
}

TEST(a_sort_of_the_other_backend_is_refused_by_name_also_offline)
{
    glsort_limits limits;
    glsort_context* offline;
    glsort_plan* plan = NULL;
    const glsort_sort_desc desc = {.max_count = 64, .backend = AWAY};
    expect_refused(glsort_sort_create(context, &desc, &plan), glsort_last_error(context));
    assert_int_equal(glsort_limits_minimum(430, 0, &limits), GLSORT_OK);
    limits.has_compute = 1; // what a plan for another device may say
    assert_int_equal(glsort_context_create_offline(&limits, NULL, 0, &offline),
                     GLSORT_OK);
    expect_refused(glsort_sort_create(offline, &desc, &plan), glsort_last_error(offline));
    glsort_context_destroy(offline);
}

TEST(orders_and_scans_of_the_other_backend_are_too)
{
    const glsort_order_desc order = {.max_count = 64, .backend = AWAY};
    const glsort_scan_desc scan = {.max_count = 64};
    glsort_plan* plan = NULL;
    expect_refused(glsort_order_create(context, &order, &plan),
                   glsort_last_error(context));
    if (AWAY == GLSORT_BACKEND_COMPUTE)
        expect_refused(glsort_scan_create(context, &scan, &plan),
                       glsort_last_error(context));
}

TEST(auto_takes_the_backend_that_is_there)
{
    glsort_plan* plan = NULL;
    glsort_plan_info info;
    const glsort_sort_desc desc = {.max_count = 1000};
    glsort_result result = glsort_sort_create(context, &desc, &plan);
    if (has_none()) {
        expect_refused(result, glsort_last_error(context));
        return;
    }
    assert_int_equal(result, GLSORT_OK);
    assert_int_equal(glsort_plan_describe(plan, 1000, 0, &info), GLSORT_OK);
    assert_int_equal(info.backend, HERE);
    glsort_plan_destroy(plan);
}

TEST(every_form_of_the_backend_sorts)
{
    static const uint32_t counts[] = {1, 700};
    for (uint32_t at = 0; at < gl_form_count; ++at) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_forms[at].plan};
        desc.plan.max_count = 700;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.key = at % 2 == 0 ? GLSORT_KEY_F32 : GLSORT_KEY_U64;
        if (desc.plan.backend != HERE || !gl_form_wanted(&gl_forms[at], &harness))
            continue;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, counts, 2);
        gl_sorter_close(&s);
    }
}

TEST(an_order_of_the_backend_is_made)
{
    struct gl_orderer o;
    const glsort_order_desc desc = {.max_count = 3000,
                                    .cull = GLSORT_CULL_FRUSTUM,
                                    .flags = GLSORT_ORDER_WRITES_VISIBLE};
    if (has_none())
        return;
    gl_orderer_open(&o, &harness, context, &desc, 0, 1);
    gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 1, 2);
    gl_orderer_check(&o, 3000);
    gl_orderer_close(&o);
}

int main(int argc, char** argv)
{
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = 1u << GL_API_43 | 1u << GL_API_33,
    };
    return gl_suite_run(argc, argv, &suite);
}
