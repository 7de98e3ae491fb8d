// SPDX-License-Identifier: MIT
// What a described pass is called: its label in a GPU capture leads to the shader's file
// and to the builder.
#include <stdio.h>
#include <string.h>

#include "host_setups.h"
#include "host_test.h"

#include <glsort/glsort_inspect.h>

static glsort_plan* plan_of(const struct glsort_limits* limits, glsort_plan_desc desc,
                            uint32_t count)
{
    glsort_plan* plan = NULL;
    char message[256] = "";
    desc.max_count = count;
    if (glsort_plan_create_offline(limits, &desc, message, sizeof message, &plan) !=
        GLSORT_OK)
        fail_msg("%s", message);
    return plan;
}

static glsort_pass_info last_pass(const struct glsort_limits* limits,
                                  glsort_plan_desc desc, uint32_t count)
{
    glsort_plan* plan = plan_of(limits, desc, count);
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(plan, count, &info), GLSORT_OK);
    assert_int_equal(glsort_plan_pass(plan, info.pass_count - 1, &pass), GLSORT_OK);
    glsort_plan_destroy(plan);
    return pass;
}

static void a_label_has_the_shader_file_the_defines_and_the_purpose(void** state)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = 32;
    limits.shared_bytes = 49152;
    limits.storage_blocks = 16;
    glsort_plan_desc desc = {.algorithm = GLSORT_ALGORITHM_RADIX,
                             .method = GLSORT_METHOD_RADIX_CHAIN,
                             .values = GLSORT_VALUES_4_BYTES};
    glsort_pass_info pass = last_pass(&limits, desc, 1u << 23);
    assert_string_equal(pass.shader, "radix/radix_chain.comp");
    assert_string_equal(pass.defines, "VALUES=2 SUBGROUPS=1 SHAPE=3");
    assert_string_equal(pass.purpose, "rank and permute");
    assert_string_equal(pass.label,
                        "radix_chain VALUES=2 SUBGROUPS=1 SHAPE=3: rank and permute");
}

static void defines_that_are_0_are_not_in_a_label(void** state)
{
    struct glsort_limits limits = host_roomy_limits(430);
    glsort_plan_desc desc = {.algorithm = GLSORT_ALGORITHM_RADIX,
                             .method = GLSORT_METHOD_RADIX_ITEMS};
    glsort_pass_info pass = last_pass(&limits, desc, 1000);
    assert_string_equal(pass.defines, "");
    assert_string_equal(pass.label, "radix_items_permute: rank and permute");
}

static void check_label(const glsort_pass_info* pass)
{
    char label[GLSORT_LABEL_BYTES] = "";
    const char* slash = strrchr(pass->shader, '/');
    const char* file = slash != NULL ? slash + 1 : pass->shader;
    if (pass->kind == GLSORT_PASS_UPLOAD)
        snprintf(label, sizeof label, "%s", pass->purpose);
    else
        snprintf(label, sizeof label, "%.*s%s%s: %s", (int)(strchr(file, '.') - file),
                 file, pass->defines[0] != '\0' ? " " : "", pass->defines, pass->purpose);
    assert_string_equal(pass->label, label);
    assert_true(strlen(label) + 1 < sizeof label);
}

// On every path through the builders, none of whose labels is cut.
static void every_pass_of_every_form_has_such_a_label(void** state)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        struct glsort_limits limits = host_roomy_limits(setup->version);
        glsort_plan* plan = plan_of(&limits, setup->desc, 5000);
        glsort_plan_info info;
        assert_int_equal(glsort_plan_describe(plan, 5000, &info), GLSORT_OK);
        for (uint32_t at = 0; at < info.pass_count; ++at) {
            glsort_pass_info pass;
            assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
            check_label(&pass);
        }
        glsort_plan_destroy(plan);
    }
}

static bool uses(const glsort_pass_info* pass, const char* slot, uint32_t access)
{
    for (uint32_t i = 0; i < pass->use_count; ++i)
        if (strcmp(pass->uses[i].slot, slot) == 0 && (pass->uses[i].access & access) != 0)
            return true;
    return false;
}

static void check_merges(const struct host_setup* setup, uint32_t count, uint32_t* seen)
{
    static const struct {
        const char* define;
        const char* slot;
        uint32_t access;
    } rows[] = {
        {"WITH_CUTS=1", "cuts", GLSORT_READ},
        {"FROM_TEXTURE=1", "pairs alternate", GLSORT_READ},
        {"TO_TEXTURE=1", "pairs alternate", GLSORT_WRITE},
    };
    struct glsort_limits limits = host_roomy_limits(430);
    glsort_plan* plan = plan_of(&limits, setup->desc, count);
    glsort_plan_info info;
    assert_int_equal(glsort_plan_describe(plan, count, &info), GLSORT_OK);
    for (uint32_t at = 0; at < info.pass_count; ++at) {
        glsort_pass_info pass;
        assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
        if (strncmp(pass.shader, "abisort/array_merge.", 20) != 0)
            continue;
        for (uint32_t i = 0; i < 3; ++i) {
            bool used = uses(&pass, rows[i].slot, rows[i].access);
            seen[i] += used;
            if (used != (strstr(pass.defines, rows[i].define) != NULL))
                fail_msg("%s: %s %s %s", setup->name, pass.label,
                         used ? "does not say that it uses" : "does not use",
                         rows[i].slot);
        }
    }
    glsort_plan_destroy(plan);
}

// A merge that searches although a pass before it has done so sorts as well, but slowly.
static void a_merge_uses_the_cuts_and_textures_that_it_has(void** state)
{
    uint32_t seen[3] = {0};
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        if (setup->desc.algorithm != GLSORT_ALGORITHM_ABISORT)
            continue;
        check_merges(setup, 20000, seen);
        if (setup->desc.backend == GLSORT_BACKEND_COMPUTE)
            check_merges(setup, 1u << 25, seen); // with a texture, if pairs
    }
    for (uint32_t i = 0; i < 3; ++i)
        assert_true(seen[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_has_the_shader_file_the_defines_and_the_purpose),
        cmocka_unit_test(defines_that_are_0_are_not_in_a_label),
        cmocka_unit_test(every_pass_of_every_form_has_such_a_label),
        cmocka_unit_test(a_merge_uses_the_cuts_and_textures_that_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
