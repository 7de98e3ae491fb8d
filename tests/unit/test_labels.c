// SPDX-License-Identifier: MIT
// What a described pass is called: its label in a GPU capture leads to the shader's file
// and to the builder.
#include <stdio.h>
#include <string.h>

#include "host_setups.h"
#include "host_test.h"
#include "plans.h"

#include <glsort/glsort_inspect.h>

static glsort_plan* plan_of(const struct glsort_limits* limits, glsort_sort_desc desc,
                            uint32_t count)
{
    glsort_plan* plan = NULL;
    char message[256] = "";
    desc.max_count = count;
    if (offline_sort(limits, &desc, message, sizeof message, &plan) != GLSORT_OK)
        fail_msg("%s", message);
    return plan;
}

static glsort_pass_info last_pass(const struct glsort_limits* limits,
                                  glsort_sort_desc desc, uint32_t count)
{
    glsort_plan* plan = plan_of(limits, desc, count);
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
    assert_int_equal(glsort_plan_pass(plan, info.pass_count - 1, &pass), GLSORT_OK);
    glsort_plan_destroy(plan);
    return pass;
}

TEST(a_label_has_the_shader_file_the_defines_and_the_purpose)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = 32;
    limits.shared_bytes = 49152;
    limits.storage_blocks = 16;
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
        .values = GLSORT_VALUES_4_BYTES};
    glsort_pass_info pass = last_pass(&limits, desc, 1u << 23);
    assert_string_equal(pass.shader, "radix/radix_chain.comp");
    assert_string_equal(pass.defines, "VALUE_WORDS=1 PAIRS=1 SUBGROUPS=1 SHAPE=3");
    assert_string_equal(pass.purpose, "rank and permute");
    assert_string_equal(
        pass.label,
        "radix_chain.comp VALUE_WORDS=1 PAIRS=1 SUBGROUPS=1 SHAPE=3: rank and permute");
}

static void check_label(const glsort_pass_info* pass)
{
    char label[GLSORT_LABEL_BYTES] = "";
    const char* slash = strrchr(pass->shader, '/');
    const char* file = slash != NULL ? slash + 1 : pass->shader;
    if (pass->kind == GLSORT_PASS_UPLOAD)
        snprintf(label, sizeof label, "%s", pass->purpose);
    else
        snprintf(label, sizeof label, "%s%s%s: %s", file,
                 pass->defines[0] != '\0' ? " " : "", pass->defines, pass->purpose);
    assert_string_equal(pass->label, label);
    assert_true(strlen(label) + 1 < sizeof label);
}

// On every path through the builders; and no label is cut short.
TEST(every_pass_of_every_form_has_such_a_label)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        struct glsort_limits limits = host_roomy_limits(setup->version);
        glsort_plan* plan = plan_of(&limits, setup->desc, 5000);
        glsort_plan_info info;
        assert_int_equal(glsort_plan_describe(plan, 5000, 0, &info), GLSORT_OK);
        for (uint32_t at = 0; at < info.pass_count; ++at) {
            glsort_pass_info pass;
            assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
            check_label(&pass);
        }
        glsort_plan_destroy(plan);
    }
}
