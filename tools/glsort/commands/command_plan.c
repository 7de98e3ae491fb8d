// SPDX-License-Identifier: MIT
// Prints a schedule. Everything comes from the plan's description; a GPU is needed only
// for the limits of one and for --table, since tables are given to a context.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include <glsort/glsort_arrays.h>

#include "commands.h"
#include "complain.h"
#include "key_list.h"
#include "segment_work.h"

static const char* const phases[] = {"load", "sort", "store"};
static const char* const kinds[] = {"dispatch", "draw", "upload", "download"};
static const char* const barriers[] = {"storage", "uniform", "indirect",
                                       "fetch",   "image",   "texture"};

enum { BARRIER_COUNT = sizeof barriers / sizeof *barriers };

enum limits_of { LIMITS_LARGE, LIMITS_MINIMUM, LIMITS_DEVICE };

struct view {
    const struct options* options;
    struct options of_session; // the same, with --device as the other commands have it
    struct session session;    // for limits and tables of the device
    enum limits_of whose;
    glsort_limits limits;
    glsort_sort_desc desc;
    uint32_t segment_count;
    uint32_t longest;
    glsort_context* offline; // by the limits; NULL: the plan is one of the session's
    glsort_plan* plan;
    glsort_plan_info info;
};

// ---- limits -------------------------------------------------------------------------

// Raises the minimum that every device has to what a large GPU of today offers: 16
// storage blocks of up to INT32_MAX bytes, and textures of the common size. On GL also
// textures of pairs and texture barriers; on GLES the work groups and the shared memory
// that GL guarantees.
static void enlarge(glsort_limits* limits)
{
    if (limits->has_compute && limits->storage_block_bytes < INT32_MAX)
        limits->storage_block_bytes = INT32_MAX;
    if (limits->has_compute)
        limits->storage_blocks = 16;
    limits->has_texture_barrier = !limits->is_gles;
    if (limits->texture_size < 16384)
        limits->texture_size = 16384;
    if (limits->has_compute && limits->is_gles) {
        limits->group_size = 1024;
        limits->shared_bytes = 32768;
    } else if (limits->has_compute) {
        limits->pair_texels = 1u << 28;
    }
}

static bool offline_limits(const struct view* v, glsort_limits* limits)
{
    static const struct {
        uint32_t version;
        int is_gles;
    } versions[] = {
        [OFFSCREEN_GL43] = {430, 0},   [OFFSCREEN_GL33] = {330, 0},
        [OFFSCREEN_GLES30] = {300, 1}, [OFFSCREEN_GLES31] = {310, 1},
        [OFFSCREEN_GLES32] = {320, 1},
    };
    const struct options* o = v->options;
    enum offscreen_api api = o->api;
    if (!o->has_api && o->plan.backend == GLSORT_BACKEND_FRAGMENT)
        api = OFFSCREEN_GL33;
    glsort_result result =
        glsort_limits_minimum(versions[api].version, versions[api].is_gles, limits);
    if (result < 0)
        return complain("there are no limits for %s (%s)", offscreen_api_name(api),
                        glsort_result_name(result));
    if (v->whose == LIMITS_LARGE)
        enlarge(limits);
    return true;
}

static bool find_limits(struct view* v)
{
    const struct options* o = v->options;
    const char* whose = o->device     ? o->device
                        : o->table    ? "this"
                        : o->platform ? "this"
                                      : "large";
    v->whose = strcmp(whose, "large") == 0     ? LIMITS_LARGE
               : strcmp(whose, "minimum") == 0 ? LIMITS_MINIMUM
                                               : LIMITS_DEVICE;
    if (o->table && v->whose != LIMITS_DEVICE)
        return complain("--table is for the limits of a device, not --device %s", whose);
    if (v->whose != LIMITS_DEVICE)
        return offline_limits(v, &v->limits);
    v->of_session = *o;
    v->of_session.device = strcmp(whose, "this") == 0 ? NULL : whose;
    if (!session_open(&v->session, &v->of_session))
        return false;
    v->limits = v->session.limits;
    return true;
}

static void describe_limits(const struct view* v, char* text, size_t bytes)
{
    static const char* const whose[] = {
        [LIMITS_LARGE] = "a large device",
        [LIMITS_MINIMUM] = "a minimal device",
        [LIMITS_DEVICE] = "this device",
    };
    const glsort_limits* l = &v->limits;
    int n = snprintf(text, bytes, "%s of %s %u.%u: ", whose[v->whose],
                     l->is_gles ? "GLES" : "GL", l->version / 100, l->version / 10 % 10);
    if (l->has_compute)
        n += snprintf(text + n, bytes - (size_t)n,
                      "storage blocks of %" PRIu64 " bytes, ", l->storage_block_bytes);
    snprintf(text + n, bytes - (size_t)n, "textures of %" PRIu32 " x %" PRIu32,
             l->texture_size, l->texture_size);
}

// ---- text ---------------------------------------------------------------------------

static const char* access_name(uint32_t access)
{
    if (access == (GLSORT_READ | GLSORT_WRITE))
        return "read write";
    return access == GLSORT_WRITE ? "write" : "read";
}

static uint32_t view_count(const struct view* v)
{
    uint32_t views = v->options->draw.max_views;
    return views == 0 ? 1 : views;
}

static uint32_t key_bits(const struct view* v)
{
    uint32_t bits = v->options->draw.key_bits;
    return bits == 0 ? 32 : bits;
}

static bool counts_on_gpu(const struct view* v)
{
    return v->options->draw.count_source == GLSORT_COUNT_FROM_BUFFER;
}

static void print_order(const struct view* v)
{
    const glsort_order_desc* d = &v->options->draw;
    uint32_t views = view_count(v);
    printf("%s%" PRIu32 " ", counts_on_gpu(v) ? "up to " : "", v->info.count);
    if (d->primitive.vertices > 0)
        printf("primitives of %" PRIu32 " vertices, ", d->primitive.vertices);
    else
        printf("points, ");
    printf("%" PRIu32 " view%s, cull %s, keys of %" PRIu32 " bits\n", views,
           views == 1 ? "" : "s", options_cull_name(d->cull), key_bits(v));
}

static const char* algorithm_name(const struct view* v)
{
    bool by_itself = v->options->segments && v->info.algorithm == GLSORT_ALGORITHM_AUTO;
    return by_itself ? "segmented sort" : glsort_algorithm_name(v->info.algorithm);
}

static void print_segments(const struct view* v)
{
    if (v->options->segments)
        printf("%s%" PRIu32 " segments of up to %" PRIu32 " keys, in all ",
               counts_on_gpu(v) ? "up to " : "", v->segment_count, v->longest);
}

static void print_head(const struct view* v)
{
    const glsort_plan_info* info = &v->info;
    char limits[256];
    describe_limits(v, limits, sizeof limits);
    printf("%s on %s: ", algorithm_name(v), backend_name(info->backend));
    print_segments(v);
    if (v->options->order)
        print_order(v);
    else
        printf("%" PRIu32 " %s keys, %s, values %s\n", info->count,
               keys_type_name(v->desc.key), options_order_name(v->desc.direction),
               value_types[v->desc.values].name);
    printf("  method   %s\n", glsort_method_name(info->method));
    printf("  chosen   %s\n", info->reason);
    printf("  limits   %s\n", limits);
    printf("  passes   %" PRIu32 ", of which %" PRIu32 " in the sort phase\n",
           info->pass_count, info->sort_pass_count);
    printf("  scratch  %" PRIu64 " bytes\n", info->scratch_bytes);
    printf("  traffic  %.1f bytes an element\n\n", info->bytes_per_element);
}

static void print_pass(uint32_t at, const glsort_pass_info* p)
{
    char waits[64] = "";
    int n = 0;
    for (int i = 0; i < BARRIER_COUNT; i++) {
        if (p->barriers & 1u << i)
            n += snprintf(waits + n, sizeof waits - (size_t)n, "%s%s",
                          n ? "+" : "  barrier ", barriers[i]);
    }
    printf("%5" PRIu32 "  %-5s %-8s %-50s", at, phases[p->phase], kinds[p->kind],
           p->label);
    if (p->level)
        printf("  level %2" PRIu32, p->level);
    if (p->stages)
        printf("  step %2" PRIu32 "  stages %" PRIu32 "..%" PRIu32, p->step, p->stage,
               p->stage + p->stages - 1);
    printf("  %" PRIu32 "%s %s%s\n", p->groups, p->indirect ? " (at most)" : "",
           p->kind == GLSORT_PASS_DISPATCH ? "groups"
           : p->kind == GLSORT_PASS_UPLOAD ? "words"
                                           : "fragments",
           waits);
    for (uint32_t i = 0; i < p->use_count; i++) {
        const glsort_pass_use* use = &p->uses[i];
        printf("         %-10s %-8s %-14s bytes %" PRIu64 " to %" PRIu64,
               access_name(use->access), use->usage, use->slot, use->first_bytes,
               use->first_bytes + use->range_bytes);
        if (use->stride_bytes != use->element_bytes)
            printf(", %" PRIu32 " every %" PRIu32, use->element_bytes, use->stride_bytes);
        putchar('\n');
    }
}

static bool print_text(const struct view* v)
{
    print_head(v);
    for (uint32_t at = 0; at < v->info.pass_count; at++) {
        glsort_pass_info pass;
        if (glsort_plan_pass(v->plan, at, &pass) < 0)
            return complain("pass %" PRIu32 " cannot be described", at);
        print_pass(at, &pass);
    }
    return true;
}

// ---- JSON ---------------------------------------------------------------------------

static cJSON* json_uses(const glsort_pass_info* p)
{
    cJSON* list = cJSON_CreateArray();
    for (uint32_t i = 0; i < p->use_count; i++) {
        const glsort_pass_use* use = &p->uses[i];
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "slot", use->slot);
        cJSON_AddStringToObject(item, "usage", use->usage);
        cJSON_AddStringToObject(item, "access", access_name(use->access));
        cJSON_AddNumberToObject(item, "first_bytes", (double)use->first_bytes);
        cJSON_AddNumberToObject(item, "range_bytes", (double)use->range_bytes);
        if (use->element_bytes != 0) {
            cJSON_AddNumberToObject(item, "element_bytes", use->element_bytes);
            cJSON_AddNumberToObject(item, "stride_bytes", use->stride_bytes);
        }
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON* json_pass(const glsort_pass_info* p)
{
    cJSON* item = cJSON_CreateObject();
    cJSON* waits = cJSON_CreateArray();
    for (int i = 0; i < BARRIER_COUNT; i++) {
        if (p->barriers & 1u << i)
            cJSON_AddItemToArray(waits, cJSON_CreateString(barriers[i]));
    }
    cJSON_AddStringToObject(item, "label", p->label);
    cJSON_AddStringToObject(item, "shader", p->shader);
    cJSON_AddStringToObject(item, "defines", p->defines);
    cJSON_AddStringToObject(item, "purpose", p->purpose);
    cJSON_AddStringToObject(item, "phase", phases[p->phase]);
    cJSON_AddStringToObject(item, "kind", kinds[p->kind]);
    cJSON_AddNumberToObject(item, "level", p->level);
    cJSON_AddNumberToObject(item, "step", p->step);
    cJSON_AddNumberToObject(item, "stage", p->stage);
    cJSON_AddNumberToObject(item, "stages", p->stages);
    cJSON_AddNumberToObject(item, "groups", p->groups);
    cJSON_AddBoolToObject(item, "indirect", p->indirect);
    cJSON_AddItemToObject(item, "barriers", waits);
    cJSON_AddItemToObject(item, "slots", json_uses(p));
    cJSON_AddNumberToObject(item, "read_bytes", (double)p->read_bytes);
    cJSON_AddNumberToObject(item, "write_bytes", (double)p->write_bytes);
    return item;
}

static void add_subject(cJSON* root, const struct view* v)
{
    const glsort_order_desc* d = &v->options->draw;
    if (!v->options->order) {
        cJSON_AddStringToObject(root, "type", keys_type_name(v->desc.key));
        cJSON_AddStringToObject(root, "order", options_order_name(v->desc.direction));
        cJSON_AddStringToObject(root, "values", value_types[v->desc.values].name);
        if (v->options->segments) {
            cJSON_AddNumberToObject(root, "segments", v->segment_count);
            cJSON_AddNumberToObject(root, "longest", v->longest);
        }
        return;
    }
    cJSON* order = cJSON_AddObjectToObject(root, "draw_order");
    cJSON_AddNumberToObject(order, "vertices", d->primitive.vertices);
    cJSON_AddNumberToObject(order, "views", view_count(v));
    cJSON_AddStringToObject(order, "cull", options_cull_name(d->cull));
    cJSON_AddNumberToObject(order, "key_bits", key_bits(v));
    cJSON_AddBoolToObject(order, "count_from_buffer", counts_on_gpu(v));
}

static cJSON* json_head(const struct view* v)
{
    const glsort_plan_info* info = &v->info;
    cJSON* root = cJSON_CreateObject();
    char limits[256];
    describe_limits(v, limits, sizeof limits);
    cJSON_AddStringToObject(root, "algorithm", algorithm_name(v));
    cJSON_AddStringToObject(root, "method", glsort_method_name(info->method));
    cJSON_AddStringToObject(root, "backend", backend_name(info->backend));
    cJSON_AddStringToObject(root, "reason", info->reason);
    cJSON_AddStringToObject(root, "limits", limits);
    add_subject(root, v);
    cJSON_AddNumberToObject(root, "count", info->count);
    cJSON_AddNumberToObject(root, "max_count", info->max_count);
    cJSON_AddNumberToObject(root, "pass_count", info->pass_count);
    cJSON_AddNumberToObject(root, "sort_pass_count", info->sort_pass_count);
    cJSON_AddNumberToObject(root, "scratch_bytes", (double)info->scratch_bytes);
    cJSON_AddNumberToObject(root, "bytes_per_element", info->bytes_per_element);
    return root;
}

static bool print_json(const struct view* v)
{
    cJSON* root = json_head(v);
    cJSON* passes = cJSON_AddArrayToObject(root, "passes");
    bool good = passes || complain_of_memory();
    for (uint32_t at = 0; good && at < v->info.pass_count; at++) {
        glsort_pass_info pass;
        if (glsort_plan_pass(v->plan, at, &pass) < 0)
            good = complain("pass %" PRIu32 " cannot be described", at);
        else
            cJSON_AddItemToArray(passes, json_pass(&pass));
    }
    char* text = good ? cJSON_Print(root) : NULL;
    if (text)
        puts(text);
    else if (good)
        good = complain_of_memory();
    cJSON_free(text);
    cJSON_Delete(root);
    return good;
}

// ---- the command --------------------------------------------------------------------

// With segments, all of their keys unless a count is given.
static bool take_segments(struct view* v, uint32_t* count)
{
    const char* shape = v->options->segments;
    if (!segment_shape_read(shape, &v->segment_count, &v->longest) || v->longest == 0)
        return complain("--segments is NxL here, N segments of up to L keys and 2^28 in "
                        "all, not \"%s\"",
                        shape);
    *count = v->segment_count * v->longest;
    return true;
}

static bool take_count(struct view* v, uint32_t* count)
{
    const struct options* o = v->options;
    if (o->segments && !take_segments(v, count))
        return false;
    if (o->has_count && o->operand)
        return complain("the count is given twice, as \"%s\" and by --count", o->operand);
    if (o->operand)
        return options_count("the count", o->operand, count);
    if (o->segments && !o->has_count)
        return true;
    *count = o->count;
    return o->has_count || complain("plan needs a count, such as \"glsort plan 2^20\"");
}

static bool check_count(const struct view* v, uint32_t count)
{
    const char* reason = "";
    if (v->options->order || v->options->segments) // their creation says why
        return true;
    uint32_t most = glsort_max_count(&v->limits, &v->desc, &reason);
    if (most == 0 || count <= most) // 0: refused whatever the count, the plan says why
        return true;
    char limits[256];
    describe_limits(v, limits, sizeof limits);
    return complain("%" PRIu32 " keys are above the limit of %" PRIu32 " on %s: %s",
                    count, most, limits, reason);
}

// The device's context if a table is asked for, whose rows depend on it.
static glsort_context* context_of(const struct view* v)
{
    return v->options->table ? v->session.context : v->offline;
}

static bool describe(struct view* v, glsort_result result, uint32_t count, uint32_t parts)
{
    if (result >= 0)
        result = glsort_plan_describe(v->plan, count, parts, &v->info);
    return result >= 0 || complain("%s", glsort_last_error(context_of(v)));
}

static bool make_plan(struct view* v, uint32_t count)
{
    v->desc.max_count = count ? count : 1;
    return describe(v, glsort_sort_create(context_of(v), &v->desc, &v->plan), count, 0);
}

static bool make_order(struct view* v, uint32_t count)
{
    glsort_order_desc desc = v->options->draw;
    desc.max_count = count ? count : 1;
    return describe(v, glsort_order_create(context_of(v), &desc, &v->plan), count,
                    view_count(v));
}

static bool make_segments(struct view* v, uint32_t count)
{
    const glsort_segments_desc desc = {
        .max_count = count ? count : 1,
        .max_segments = v->segment_count,
        .max_length = v->longest,
        .key = v->desc.key,
        .direction = v->desc.direction,
        .values = v->desc.values,
        .count_source = v->desc.count_source,
        .first_bit = v->desc.first_bit,
        .bit_count = v->desc.bit_count,
        .backend = v->desc.backend,
    };
    return describe(v, glsort_segments_create(context_of(v), &desc, &v->plan), count,
                    v->segment_count);
}

static bool make(struct view* v, uint32_t count)
{
    char message[512];
    if (!v->options->table && glsort_context_create_offline(
                                  &v->limits, message, sizeof message, &v->offline) < 0)
        return complain("%s", message);
    if (v->options->order)
        return make_order(v, count);
    return v->options->segments ? make_segments(v, count) : make_plan(v, count);
}

bool command_plan(const struct options* o)
{
    struct view v = {.options = o, .desc = o->plan};
    uint32_t count = 0;
    bool good = take_count(&v, &count) && find_limits(&v) && check_count(&v, count) &&
                make(&v, count) && (o->json ? print_json(&v) : print_text(&v));
    glsort_plan_destroy(v.plan);
    glsort_context_destroy(v.offline);
    session_close(&v.session);
    return good;
}
