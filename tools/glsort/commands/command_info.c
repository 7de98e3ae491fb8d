// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include <cjson/cJSON.h>

#include "commands.h"
#include "complain.h"

enum { MAX_DEVICES = 64, DEVICE_BYTES = 512 };

struct limit {
    const char* name;
    uint64_t value;
    const char* unit;
};

enum { LIMIT_COUNT = 14 };

static void list_limits(const glsort_limits* l, struct limit out[LIMIT_COUNT])
{
    const struct limit all[LIMIT_COUNT] = {
        {"storage_alignment", l->storage_alignment, "bytes"},
        {"uniform_alignment", l->uniform_alignment, "bytes"},
        {"storage_block_bytes", l->storage_block_bytes, "bytes"},
        {"storage_blocks", l->storage_blocks, "a program"},
        {"group_count", l->group_count, "groups an axis"},
        {"group_size", l->group_size, "invocations"},
        {"subgroup_size", l->subgroup_size, "invocations, 0: not used"},
        {"chained_scan", l->chained_scan, "(1: fast here)"},
        {"shared_bytes", l->shared_bytes, "bytes"},
        {"texture_size", l->texture_size, "texels"},
        {"pair_texels", l->pair_texels, "texels of RG32UI, 16384 wide"},
        {"texture_layers", l->texture_layers, "layers"},
        {"draw_buffers", l->draw_buffers, "targets"},
        {"has_texture_barrier", l->has_texture_barrier, "(1: for one texture)"},
    };
    for (int i = 0; i < LIMIT_COUNT; i++)
        out[i] = all[i];
}

// A way of sorting, and what was asked to be sorted.
static glsort_sort_desc with_task(const struct options* o, const glsort_sort_desc* how)
{
    glsort_sort_desc desc = *how;
    desc.key = o->plan.key;
    desc.values = o->plan.values;
    desc.first_bit = o->plan.first_bit;
    desc.bit_count = o->plan.bit_count;
    return desc;
}

// The largest count of a form with the elements that the options ask for; 0: the device
// cannot run it.
static uint32_t most_of_form(const struct options* o, const glsort_limits* limits,
                             const glsort_form* form, const char** reason)
{
    glsort_sort_desc desc = with_task(o, &form->desc);
    uint32_t most = glsort_max_count(limits, &desc, reason);
    return most < form->whole_count ? most : form->whole_count;
}

static const char* gl_text(const struct session* s, GLenum name)
{
    const GLubyte* text = s->gl.GetString(name);
    return text ? (const char*)text : "unknown";
}

// ---- text ---------------------------------------------------------------------------

static void print_devices(const struct offscreen_device* devices, uint32_t count)
{
    printf("Platforms and devices (--platform, --device)\n");
    for (uint32_t i = 0; i < count; i++)
        printf("  %" PRIu32 " %-12s %" PRIu32 "  %s%s\n", devices[i].platform_at,
               devices[i].platform, devices[i].device_at, devices[i].name,
               devices[i].software ? " (cpu)" : "");
}

static void print_context(const struct session* s)
{
    printf("\nContext (--api %s)\n", offscreen_api_name(s->api));
    printf("  vendor       %s\n", gl_text(s, GL_VENDOR));
    printf("  renderer     %s%s\n", gl_text(s, GL_RENDERER),
           offscreen_is_software(s->offscreen) ? " (software)" : "");
    printf("  version      %s\n", gl_text(s, GL_VERSION));
    printf("  backends     %sfragment\n", s->limits.has_compute ? "compute, " : "");
    printf("  time stamps  %s\n", s->limits.has_timestamps ? "yes" : "no");
}

static void print_limits(const glsort_limits* limits)
{
    struct limit rows[LIMIT_COUNT];
    list_limits(limits, rows);
    printf("\nLimits\n");
    for (int i = 0; i < LIMIT_COUNT; i++)
        printf("  %-20s %12" PRIu64 " %s\n", rows[i].name, rows[i].value, rows[i].unit);
}

static void print_forms(const struct options* o, const glsort_limits* limits)
{
    const glsort_form* form;
    printf("\nForms (--algorithm), and their largest count, values %s\n",
           value_types[o->plan.values].name);
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        const char* reason = "";
        uint32_t most = most_of_form(o, limits, form, &reason);
        if (most > 0)
            printf("  %-27s  %10" PRIu32 "  %s\n", form->name, most, form->description);
        else
            printf("  %-27s  %10s  not here: %s\n", form->name, "-", reason);
    }
}

// ---- JSON ---------------------------------------------------------------------------

static void add_devices(cJSON* root, const struct offscreen_device* devices,
                        uint32_t count)
{
    cJSON* list = cJSON_AddArrayToObject(root, "devices");
    for (uint32_t i = 0; i < count; i++) {
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "platform", devices[i].platform);
        cJSON_AddNumberToObject(item, "platform_index", devices[i].platform_at);
        cJSON_AddNumberToObject(item, "device_index", devices[i].device_at);
        cJSON_AddStringToObject(item, "name", devices[i].name);
        cJSON_AddBoolToObject(item, "software", devices[i].software);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_context(cJSON* root, const struct session* s)
{
    cJSON* backends = cJSON_CreateArray();
    cJSON_AddStringToObject(root, "api", offscreen_api_name(s->api));
    cJSON_AddStringToObject(root, "vendor", gl_text(s, GL_VENDOR));
    cJSON_AddStringToObject(root, "renderer", gl_text(s, GL_RENDERER));
    cJSON_AddStringToObject(root, "version", gl_text(s, GL_VERSION));
    cJSON_AddBoolToObject(root, "software", offscreen_is_software(s->offscreen));
    cJSON_AddBoolToObject(root, "time_stamps", s->limits.has_timestamps != 0);
    if (s->limits.has_compute)
        cJSON_AddItemToArray(backends, cJSON_CreateString("compute"));
    cJSON_AddItemToArray(backends, cJSON_CreateString("fragment"));
    cJSON_AddItemToObject(root, "backends", backends);
}

static void add_limits(cJSON* root, const glsort_limits* l)
{
    struct limit rows[LIMIT_COUNT];
    list_limits(l, rows);
    cJSON* limits = cJSON_AddObjectToObject(root, "limits");
    for (int i = 0; i < LIMIT_COUNT; i++)
        cJSON_AddNumberToObject(limits, rows[i].name, (double)rows[i].value);
}

static void add_forms(cJSON* root, const struct options* o, const glsort_limits* limits)
{
    const glsort_form* form;
    cJSON* list = cJSON_AddArrayToObject(root, "forms");
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        const char* reason = "";
        uint32_t most = most_of_form(o, limits, form, &reason);
        cJSON* item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", form->name);
        cJSON_AddStringToObject(item, "description", form->description);
        cJSON_AddBoolToObject(item, "served", most > 0);
        cJSON_AddNumberToObject(item, "max_count", most);
        cJSON_AddStringToObject(item, "reason", reason);
        cJSON_AddItemToArray(list, item);
    }
}

static bool print_json(const struct options* o, const struct session* s,
                       const struct offscreen_device* devices, uint32_t count)
{
    cJSON* root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "glsort", glsort_version());
    add_devices(root, devices, count);
    add_context(root, s);
    add_limits(root, &s->limits);
    add_forms(root, o, &s->limits);
    char* text = cJSON_Print(root);
    if (text)
        puts(text);
    cJSON_Delete(root);
    bool good = text || complain_of_memory();
    cJSON_free(text);
    return good;
}

bool command_info(const struct options* o)
{
    struct offscreen_device devices[MAX_DEVICES];
    struct session session;
    bool good = true;
    if (o->json && o->report)
        return complain("--json and --report cannot both be printed");
    uint32_t count = offscreen_list(devices, MAX_DEVICES);
    count = count < MAX_DEVICES ? count : MAX_DEVICES;
    if (o->report)
        info_report_begin();
    if (!o->json) // shown even where no context can be made
        print_devices(devices, count);
    fflush(stdout);
    if (!session_open(&session, o))
        return false;
    if (o->json) {
        good = print_json(o, &session, devices, count);
    } else {
        print_context(&session);
        print_limits(&session.limits);
        print_forms(o, &session.limits);
    }
    const glsort_limits limits = session.limits;
    char device[DEVICE_BYTES]; // two cells of a table
    snprintf(device, sizeof device, "%s | %s", gl_text(&session, GL_RENDERER),
             gl_text(&session, GL_VERSION));
    session_close(&session);
    return o->report ? info_report_end(o, &limits, device) : good;
}
