// SPDX-License-Identifier: MIT
// Every sentence that refuses a plan names the fields that do not fit with what was asked
// for, no other field, and the device only where the device is the reason.
#include <stdbool.h>
#include <string.h>

#include "host_test.h"

#include <glsort/glsort.h>

#define FRAGMENT .backend = GLSORT_BACKEND_FRAGMENT
#define COMPUTE .backend = GLSORT_BACKEND_COMPUTE
#define ABISORT .algorithm = GLSORT_ALGORITHM_ABISORT
#define TREE .algorithm = GLSORT_ALGORITHM_ABISORT_TREE
#define BITONIC .algorithm = GLSORT_ALGORITHM_BITONIC
#define RADIX .algorithm = GLSORT_ALGORITHM_RADIX
#define FROM_BUFFER .count_source = GLSORT_COUNT_FROM_BUFFER
#define TEXTURES .textures = GLSORT_TEXTURES_ALL

enum { FIELDS = 15, MOST_NAMED = 5 };

// Of glsort_plan_desc, in an order in which none is found inside of another before it.
static const char* const fields[FIELDS] = {
    "algorithm ", "backend ",   "count_source ", "textures ",   "flags ",
    "key ",       "values ",    "ranking ",      "split ",      "local ",
    "network ",   "first_bit ", "bit_count ",    "local_size ", "merge_size "};

// What a device has less of than any of the version; 0: as much.
struct lacks {
    uint32_t version;
    uint32_t group_size;
    uint32_t shared_bytes;
    uint32_t draw_buffers; // one more than there are
    uint32_t texture_layers;
};

struct refused {
    glsort_plan_desc desc;
    struct lacks lacks;
    const char* limit;             // words of the sentence
    const char* named[MOST_NAMED]; // fields with their values, no others
    const char* device;            // what it says of the device, or NULL
};

static const struct refused table[] = {
    {{.local_size = 3, .bit_count = 5}, {0}, "power of two", {"local_size 3"}, NULL},
    {{.merge_size = 6, .bit_count = 5}, {0}, "power of two", {"merge_size 6"}, NULL},
    {{TREE, .merge_size = 1}, {0}, "at least 2", {"merge_size 1"}, NULL},
    {{.first_bit = 20, .bit_count = 13, .local_size = 8},
     {0},
     "32, or 64",
     {"first_bit 20", "bit_count 13", "key U32"},
     NULL},
    {{.key = GLSORT_KEY_U16, .first_bit = 16},
     {0},
     "16 of u16",
     {"first_bit 16", "bit_count 0", "key U16"},
     NULL},
    {{COMPUTE}, {.version = 330}, "needs GL 4.3", {"backend COMPUTE"}, "GL 3.3"},
    {{COMPUTE, TEXTURES},
     {0},
     "needs the fragment backend",
     {"textures 15", "backend COMPUTE"},
     NULL},
    {{.flags = GLSORT_PLAN_DISCARD_KEYS},
     {0},
     "GLSORT_PLAN_DISCARD_KEYS",
     {"flags 1", "values NONE"},
     NULL},
    {{ABISORT, .flags = GLSORT_PLAN_BLOCKS},
     {0},
     "only the local networks",
     {"flags 4", "algorithm ABISORT", "key U32", "values NONE"},
     NULL},
    {{BITONIC, COMPUTE, .flags = GLSORT_PLAN_BLOCKS},
     {0},
     "only the local networks",
     {"flags 4", "network AUTO"},
     NULL},
    {{BITONIC, FRAGMENT, .flags = GLSORT_PLAN_BLOCKS},
     {0},
     "only the local networks",
     {"flags 4", "network AUTO"},
     NULL},
    {{ABISORT, FRAGMENT, .split = GLSORT_SPLIT_RANKS},
     {0},
     "takes the compute backend",
     {"split RANKS", "backend FRAGMENT"},
     NULL},
    {{ABISORT, .split = GLSORT_SPLIT_ALL},
     {.version = 330},
     "takes the compute backend",
     {"split ALL", "backend AUTO"},
     "GL 3.3"},
    {{ABISORT, FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm ABISORT", "backend FRAGMENT"},
     "this device has 3"},
    {{ABISORT, FRAGMENT},
     {.texture_layers = 3},
     "4 layers",
     {"algorithm ABISORT", "backend FRAGMENT"},
     "this device has 3"},
    {{ABISORT, COMPUTE},
     {.group_size = 256},
     "needs work groups of 512",
     {"algorithm ABISORT", "backend COMPUTE"},
     "work groups of 256"},
    {{ABISORT, .local = GLSORT_LOCAL_RANKS},
     {.group_size = 512},
     "needs work groups of 1024",
     {"local RANKS"},
     "work groups of 512"},
    {{ABISORT, .split = GLSORT_SPLIT_ALL},
     {.group_size = 512},
     "needs work groups of 1024",
     {"split ALL"},
     "work groups of 512"},
    {{TREE, FROM_BUFFER},
     {0},
     "known on the CPU",
     {"algorithm ABISORT_TREE", "count_source BUFFER"},
     NULL},
    {{TREE, FRAGMENT, .local_size = 32},
     {0},
     "at most 16",
     {"local_size 32", "backend FRAGMENT"},
     NULL},
    {{TREE, FRAGMENT, .merge_size = 32},
     {0},
     "at most 16",
     {"merge_size 32", "backend FRAGMENT"},
     NULL},
    {{TREE, .local_size = 2048},
     {0},
     "at most 1024",
     {"local_size 2048", "backend AUTO"},
     NULL},
    {{TREE, .merge_size = 2048},
     {0},
     "at most 1024",
     {"merge_size 2048", "backend AUTO"},
     NULL},
    {{TREE, FRAGMENT},
     {.draw_buffers = 2},
     "needs 2 draw buffers",
     {"algorithm ABISORT_TREE", "backend FRAGMENT"},
     "this device has 1"},
    {{BITONIC, COMPUTE, .network = GLSORT_NETWORK_COLUMNS},
     {0},
     "need the fragment backend",
     {"network COLUMNS", "backend COMPUTE"},
     NULL},
    {{BITONIC, COMPUTE, FROM_BUFFER, .network = GLSORT_NETWORK_TWO_KERNELS},
     {0},
     "known on the CPU",
     {"network TWO_KERNELS", "count_source BUFFER"},
     NULL},
    {{BITONIC, COMPUTE, .network = GLSORT_NETWORK_LOCAL_KEEP, .local_size = 2048},
     {0},
     "at most 1024",
     {"local_size 2048"},
     NULL},
    {{BITONIC, COMPUTE},
     {.group_size = 512},
     "needs work groups of 1024",
     {"algorithm BITONIC", "backend COMPUTE"},
     "work groups of 512"},
    {{BITONIC, COMPUTE},
     {.shared_bytes = 16384},
     "32768 bytes",
     {"algorithm BITONIC", "backend COMPUTE"},
     "this device has 16384 bytes"},
    {{BITONIC, FRAGMENT, .network = GLSORT_NETWORK_BLOCKS},
     {0},
     "need the compute backend",
     {"network BLOCKS", "backend FRAGMENT"},
     NULL},
    {{BITONIC, FRAGMENT, FROM_BUFFER},
     {0},
     "known on the CPU",
     {"algorithm BITONIC", "backend FRAGMENT", "count_source BUFFER"},
     NULL},
    {{BITONIC, FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"network AUTO"},
     "this device has 3"},
    {{BITONIC, FRAGMENT},
     {.texture_layers = 3},
     "4 layers",
     {"network AUTO"},
     "this device has 3"},
    {{RADIX, FRAGMENT},
     {0},
     "needs the compute backend",
     {"algorithm RADIX", "backend FRAGMENT", "textures 0"},
     NULL},
    {{RADIX, TEXTURES},
     {0},
     "needs the compute backend",
     {"algorithm RADIX", "backend AUTO", "textures 15"},
     NULL},
    {{RADIX},
     {.version = 330},
     "needs the compute backend",
     {"algorithm RADIX", "backend AUTO", "textures 0"},
     "GL 3.3"},
    {{RADIX, .ranking = GLSORT_RANKING_TILES},
     {.group_size = 512},
     "needs work groups of 1024",
     {"ranking TILES"},
     "work groups of 512"},
    {{RADIX, .ranking = GLSORT_RANKING_BALLOTS},
     {0},
     "GL_ARB_shader_ballot",
     {"ranking BALLOTS"},
     NULL},
    // Of elements that are made of such sorts.
    {{RADIX, FRAGMENT, .key = GLSORT_KEY_U64, .values = GLSORT_VALUES_16_BYTES},
     {0},
     "needs the compute backend",
     {"algorithm RADIX", "backend FRAGMENT", "textures 0"},
     NULL},
};

static glsort_limits limits_of(const struct lacks* lacks)
{
    glsort_limits limits;
    uint32_t version = lacks->version == 0 ? 430 : lacks->version;
    assert_int_equal(glsort_limits_minimum(version, 0, &limits), GLSORT_OK);
    if (lacks->group_size != 0)
        limits.group_size = lacks->group_size;
    if (lacks->shared_bytes != 0)
        limits.shared_bytes = lacks->shared_bytes;
    if (lacks->draw_buffers != 0)
        limits.draw_buffers = lacks->draw_buffers - 1;
    if (lacks->texture_layers != 0)
        limits.texture_layers = lacks->texture_layers;
    return limits;
}

static bool is_named(const struct refused* r, const char* field)
{
    for (int i = 0; i < MOST_NAMED && r->named[i] != NULL; ++i)
        if (strncmp(r->named[i], field, strlen(field)) == 0)
            return true;
    return false;
}

static void check_words(size_t at, const char* text)
{
    const struct refused* r = &table[at];
    const char* asked = strstr(text, "; asked for: ");
    if (strstr(text, r->limit) == NULL || asked == NULL)
        fail_msg("%zu: \"%s\" does not say \"%s\" and what was asked for", at, text,
                 r->limit);
    for (int i = 0; i < MOST_NAMED && r->named[i] != NULL; ++i)
        if (strstr(asked, r->named[i]) == NULL)
            fail_msg("%zu: \"%s\" does not name \"%s\"", at, text, r->named[i]);
    for (int i = 0; i < FIELDS; ++i)
        if (!is_named(r, fields[i]) && strstr(asked, fields[i]) != NULL)
            fail_msg("%zu: \"%s\" names %s, which fits", at, text, fields[i]);
    const char* device = strstr(text, "this device has");
    if ((device != NULL) != (r->device != NULL) ||
        (device != NULL && strstr(device, r->device) == NULL))
        fail_msg("%zu: \"%s\" does not say \"%s\" of the device", at, text,
                 r->device == NULL ? "nothing" : r->device);
}

static void every_refusal_names_what_does_not_fit_and_nothing_else(void** state)
{
    for (size_t at = 0; at < sizeof table / sizeof table[0]; ++at) {
        char text[512] = "";
        glsort_plan* plan = NULL;
        glsort_plan_desc desc = table[at].desc;
        const glsort_limits limits = limits_of(&table[at].lacks);
        desc.max_count = 100;
        glsort_result result =
            glsort_plan_create_offline(&limits, &desc, text, sizeof text, &plan);
        if (result != GLSORT_ERROR_UNSUPPORTED)
            fail_msg("%zu: %s, \"%s\"", at, glsort_result_name(result), text);
        assert_null(plan);
        check_words(at, text);
        // glsort_max_count gives the sentence without what was asked for.
        const char* reason = NULL;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
        assert_non_null(strstr(reason, table[at].limit));
    }
}

static void a_limit_that_no_device_has_is_named_with_its_value(void** state)
{
    for (int i = 0; i < 3; ++i) {
        static const char* const words[] = {
            "limits.uniform_alignment must be a power of two, at most 4096; it is 24",
            "limits.storage_alignment must be a power of two, at most 4096; it is 0",
            "limits.group_count must be at least 1; it is 0"};
        char text[512] = "";
        glsort_plan* plan = NULL;
        glsort_plan_desc desc = {.max_count = 100};
        glsort_limits limits = limits_of(&(struct lacks){0});
        if (i == 0)
            limits.uniform_alignment = 24;
        else if (i == 1)
            limits.storage_alignment = 0;
        else
            limits.group_count = 0;
        assert_int_equal(
            glsort_plan_create_offline(&limits, &desc, text, sizeof text, &plan),
            GLSORT_ERROR_ARGUMENT);
        if (strstr(text, words[i]) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", text, words[i]);
        const char* reason = NULL;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
        assert_non_null(strstr(words[i], reason));
    }
}

static void glsort_max_count_names_the_field_with_a_value_of_no_enumerant(void** state)
{
    const char* reason = NULL;
    const glsort_limits limits = limits_of(&(struct lacks){0});
    const glsort_plan_desc desc = {.network = (glsort_network)99};
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
    assert_string_equal(reason, "network has a value that no enumerant has");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_names_what_does_not_fit_and_nothing_else),
        cmocka_unit_test(glsort_max_count_names_the_field_with_a_value_of_no_enumerant),
        cmocka_unit_test(a_limit_that_no_device_has_is_named_with_its_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
