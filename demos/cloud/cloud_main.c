// SPDX-License-Identifier: MIT
// glsort-cloud: blends a real point cloud in the order of its file and in the order that
// glsort makes, side by side, and proves that the second is right. Needs no display.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <glsort/glsort.h>

#include "cloud.h"
#include "image.h"
#include "offscreen.h"
#include "order.h"
#include "ply.h"
#include "splats.h"
#include "view.h"

// In the order of the enumerants, as are the backends below.
static const char* const algorithm_names[] = {"auto", "abisort", "abisort-tree",
                                              "bitonic", "radix"};

enum { ALGORITHMS = sizeof algorithm_names / sizeof *algorithm_names };
enum { GENERATED_POINTS = 60000, MESSAGE_BYTES = 512, DIVIDER = 3 };

static const char default_ply[] = "/usr/share/assimp/models/PLY/pond.0.ply";

static const char help_text[] =
    "usage: glsort-cloud [options]\n"
    "Draws a cloud of translucent points, unsorted and sorted back to front by glsort,\n"
    "side by side in one PNG. Needs no display.\n"
    "\n"
    "  --out FILE        the picture (glsort-demo.png)\n"
    "  --ply FILE        the cloud; without it the pond of Debian's assimp-testmodels,\n"
    "                    or a generated one where that is absent\n"
    "  --count N         points to draw; fewer than the file has are spread over it\n"
    "  --backend NAME    auto, compute or fragment (auto)\n"
    "  --algorithm NAME  auto, abisort, abisort-tree, bitonic or radix (auto)\n"
    "  --device NAME     cpu, gpu or the number of a device (the first GPU, else the "
    "CPU)\n"
    "  --size WxH        of the picture, in pixels (1280x640)\n"
    "  --yaw D, --pitch D, --zoom F, --opacity F\n"
    "                    where to look from, in degrees, and how\n"
    "  --help            this text\n";

// Where a scene is seen from, how large its points are and how dense.
struct look {
    float yaw;
    float pitch;
    float zoom;
    float splat;
    float opacity;
};

struct options {
    const char* out;
    const char* ply;
    const char* device;
    uint32_t count; // 0: all
    uint32_t width;
    uint32_t height;
    struct look look; // NAN: as suits the scene
    glsort_backend backend;
    glsort_algorithm algorithm;
    bool help;
};

// What the demo holds; zero is nothing.
struct demo {
    struct options options;
    struct cloud cloud;
    struct offscreen* offscreen;
    struct order order;
    struct splats splats;
    struct view view;
    struct image image;
    uint8_t* drawings[3]; // unsorted, by glsort, by the CPU
    char scene[320];      // what was loaded, for people
    char message[MESSAGE_BYTES];
};

static bool parse_number(const char* text, double low, double high, double* value)
{
    char* end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && *value >= low && *value <= high;
}

static bool parse_count(const char* text, uint32_t* count)
{
    double value;
    if (!parse_number(text, 2, CLOUD_MAX_POINTS, &value) || value != (uint32_t)value)
        return false;
    *count = (uint32_t)value;
    return true;
}

static bool parse_size(const char* text, struct options* options)
{
    unsigned width, height;
    char more;
    if (sscanf(text, "%5ux%5u%c", &width, &height, &more) != 2 || width < 256 ||
        width > 8192 || height < 128 || height > 4096)
        return false;
    options->width = width;
    options->height = height;
    return true;
}

static bool parse_name(const char* text, const char* const* names, int count, int* at)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0) {
            *at = i;
            return true;
        }
    }
    return false;
}

static bool parse_float(const char* text, double low, double high, float* to)
{
    double value;
    if (!parse_number(text, low, high, &value))
        return false;
    *to = (float)value;
    return true;
}

// One option with its value; false if the value does not fit.
static bool set_option(struct options* o, const char* name, const char* value,
                       bool* known)
{
    static const char* const backends[] = {"auto", "compute", "fragment"};
    int at = 0;
    bool ok = true;
    if (strcmp(name, "--out") == 0)
        o->out = value;
    else if (strcmp(name, "--ply") == 0)
        o->ply = value;
    else if (strcmp(name, "--device") == 0)
        o->device = value;
    else if (strcmp(name, "--count") == 0)
        ok = parse_count(value, &o->count);
    else if (strcmp(name, "--size") == 0)
        ok = parse_size(value, o);
    else if (strcmp(name, "--yaw") == 0)
        ok = parse_float(value, -360.0, 360.0, &o->look.yaw);
    else if (strcmp(name, "--pitch") == 0)
        ok = parse_float(value, -90.0, 90.0, &o->look.pitch);
    else if (strcmp(name, "--zoom") == 0)
        ok = parse_float(value, 0.01, 100.0, &o->look.zoom);
    else if (strcmp(name, "--splat") == 0)
        ok = parse_float(value, 0.01, 100.0, &o->look.splat);
    else if (strcmp(name, "--opacity") == 0)
        ok = parse_float(value, 0.01, 1.0, &o->look.opacity);
    else if (strcmp(name, "--backend") == 0 && (ok = parse_name(value, backends, 3, &at)))
        o->backend = (glsort_backend)at;
    else if (strcmp(name, "--algorithm") == 0 &&
             (ok = parse_name(value, algorithm_names, ALGORITHMS, &at)))
        o->algorithm = (glsort_algorithm)at;
    else
        *known = !ok;
    return ok;
}

static bool parse_options(int argc, char** argv, struct demo* demo)
{
    struct options* o = &demo->options;
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            o->help = true;
            return true;
        }
        bool known = true;
        bool has_value = i + 1 < argc;
        bool ok = set_option(o, argv[i], has_value ? argv[i + 1] : "", &known);
        if (!known)
            snprintf(demo->message, MESSAGE_BYTES, "unknown option %s; see --help",
                     argv[i]);
        else if (!has_value)
            snprintf(demo->message, MESSAGE_BYTES, "%s needs a value; see --help",
                     argv[i]);
        else if (!ok)
            snprintf(demo->message, MESSAGE_BYTES, "%s: \"%s\" does not fit; see --help",
                     argv[i], argv[i + 1]);
        if (demo->message[0])
            return false;
    }
    return true;
}

static bool exists(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static bool load_file(struct demo* demo, const char* path)
{
    const char* slash = strrchr(path, '/');
    struct ply_result result = ply_read(path, &demo->cloud);
    if (!result.ok) {
        snprintf(demo->message, MESSAGE_BYTES, "%s: %s", path, result.sentence);
        return false;
    }
    int length =
        snprintf(demo->scene, sizeof demo->scene, "%s", slash ? slash + 1 : path);
    if (result.damaged > 0 && length > 0 && (size_t)length < sizeof demo->scene)
        snprintf(demo->scene + length, sizeof demo->scene - (size_t)length,
                 " (bytes of the file are missing: %u of its %u points left out)",
                 (unsigned)result.damaged, (unsigned)result.listed);
    return true;
}

static void set_default(float* value, float to)
{
    if (isnan(*value))
        *value = to;
}

// The pond is best seen from low over its near bank; others are shown whole.
static void choose_look(struct demo* demo, bool is_pond)
{
    static const struct look pond = {160.0f, 22.0f, 2.2f, 4.5f, 0.85f};
    static const struct look any = {30.0f, 25.0f, 1.1f, 1.0f, 0.7f};
    const struct look* look = is_pond ? &pond : &any;
    struct look* chosen = &demo->options.look;
    set_default(&chosen->yaw, look->yaw);
    set_default(&chosen->pitch, look->pitch);
    set_default(&chosen->zoom, look->zoom);
    set_default(&chosen->splat, look->splat);
    set_default(&chosen->opacity, look->opacity);
}

static bool load_cloud(struct demo* demo)
{
    const struct options* o = &demo->options;
    const char* path = o->ply ? o->ply : exists(default_ply) ? default_ply : NULL;
    if (path) {
        if (!load_file(demo, path))
            return false;
    } else {
        uint32_t count = o->count ? o->count : GENERATED_POINTS;
        if (!cloud_generate(&demo->cloud, count)) {
            snprintf(demo->message, MESSAGE_BYTES, "there is no memory for %u points",
                     (unsigned)count);
            return false;
        }
        snprintf(demo->scene, sizeof demo->scene, "a generated knot");
    }
    choose_look(demo, path && !o->ply);
    if (o->count > demo->cloud.count) {
        snprintf(demo->message, MESSAGE_BYTES,
                 "--count %u is more than the %u points of %s", (unsigned)o->count,
                 (unsigned)demo->cloud.count, demo->scene);
        return false;
    }
    if (o->count)
        cloud_thin(&demo->cloud, o->count);
    cloud_complete(&demo->cloud, demo->options.look.splat);
    return true;
}

// The highest version that the device offers: compute first, then what lacks it.
static bool open_context(struct demo* demo)
{
    const enum offscreen_api apis[] = {OFFSCREEN_GL43, OFFSCREEN_GL33, OFFSCREEN_GLES30};
    for (int i = 0; i < 3 && !demo->offscreen; ++i) {
        struct offscreen_desc desc = {.api = apis[i], .device = demo->options.device};
        demo->offscreen = offscreen_create(&desc, demo->message, MESSAGE_BYTES);
    }
    if (!demo->offscreen)
        return false;
    if (!offscreen_make_current(demo->offscreen)) {
        snprintf(demo->message, MESSAGE_BYTES, "the GL context cannot be made current");
        return false;
    }
    return true;
}

static bool open_sort(struct demo* demo)
{
    glsort_plan_desc desc = {
        .max_count = demo->cloud.count,
        .key = GLSORT_KEY_F32,
        .order = GLSORT_DESCENDING,
        .values = GLSORT_VALUES_INDICES,
        .algorithm = demo->options.algorithm,
        .backend = demo->options.backend,
        .flags = GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS,
    };
    return order_create(&demo->order, offscreen_get_proc, demo->offscreen, &desc,
                        demo->message, MESSAGE_BYTES);
}

static bool open_pictures(struct demo* demo)
{
    const struct options* o = &demo->options;
    uint32_t half = (o->width - DIVIDER) / 2 + 1;
    uint32_t side = IMAGE_SAMPLES * (half > o->height ? half : o->height);
    side += side & 1;
    for (int i = 0; i < 3; ++i)
        demo->drawings[i] = malloc((size_t)side * side * 4);
    if (!demo->drawings[0] || !demo->drawings[1] || !demo->drawings[2] ||
        !image_create(&demo->image, o->width, o->height)) {
        snprintf(demo->message, MESSAGE_BYTES, "there is no memory for the picture");
        return false;
    }
    demo->view = view_of(&demo->cloud, o->look.yaw, o->look.pitch, o->look.zoom);
    return splats_create(&demo->splats, &demo->cloud, side, demo->message, MESSAGE_BYTES);
}

static void label(struct image* image, uint32_t left, uint32_t width, const char* text)
{
    static const uint8_t shade[3] = {0, 0, 0};
    uint32_t scale = image->height >= 480 ? 3 : image->height >= 240 ? 2 : 1;
    uint32_t high = scale * 14, wide = image_text_width(scale, text) + scale * 10;
    uint32_t x = left + (width - wide) / 2, y = scale * 6;
    image_fill(image, x, y, wide, high, shade, 120);
    image_text(image, x + scale * 5, y + scale * 4, scale, text);
}

static bool write_picture(struct demo* demo)
{
    static const uint8_t line[3] = {236, 240, 248};
    const uint32_t half = (demo->options.width - DIVIDER) / 2;
    const uint32_t right = half + DIVIDER, rest = demo->options.width - right;
    struct image* image = &demo->image;
    image_put(image, 0, half, demo->drawings[0], demo->splats.side);
    image_put(image, right, rest, demo->drawings[1], demo->splats.side);
    image_fill(image, half, 0, DIVIDER, image->height, line, 255);
    label(image, 0, half, "unsorted");
    label(image, right, rest, "sorted by glsort");
    return image_write_png(image, demo->options.out, demo->message, MESSAGE_BYTES);
}

static void draw(struct demo* demo, uint32_t order, int at)
{
    splats_draw(&demo->splats, &demo->view, demo->options.look.opacity, order,
                demo->drawings[at]);
}

static int largest_difference(const struct demo* demo)
{
    int largest = 0;
    size_t bytes = (size_t)demo->splats.side * demo->splats.side * 4;
    for (size_t i = 0; i < bytes; ++i) {
        int difference = abs(demo->drawings[1][i] - demo->drawings[2][i]);
        largest = difference > largest ? difference : largest;
    }
    return largest;
}

static void print_sort(const struct demo* demo, const struct order_times* times)
{
    const glsort_plan_info* info = &demo->order.info;
    printf("scene      %s\n", demo->scene);
    printf("points     %u\n", (unsigned)demo->cloud.count);
    printf("device     %s, GL %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
    printf("backend    %s\n",
           info->backend == GLSORT_BACKEND_COMPUTE ? "compute" : "fragment");
    printf("algorithm  %s, %u passes, %.0f bytes moved per point, %.2f MiB of scratch\n",
           algorithm_names[info->algorithm], (unsigned)info->pass_count,
           info->bytes_per_element, (double)info->scratch_bytes / 1048576.0);
    if (times->passes_ms >= 0.0)
        printf("sort time  %.3f ms by GPU time stamps, ", times->passes_ms);
    else
        printf("sort time  (no GPU time stamps here) ");
    printf("%.3f ms from call to finish (medians of 5)\n", times->wall_ms);
}

static bool print_checks(struct demo* demo, const struct order_check* check)
{
    double pairs = demo->cloud.count > 1 ? demo->cloud.count - 1 : 1;
    int difference = largest_difference(demo);
    printf("order      nearer before farther: %.2f %% of neighbours unsorted, %.2f %% "
           "sorted\n",
           100.0 * check->before / pairs, 100.0 * check->after / pairs);
    printf("check      %u of %u places differ from a stable sort on the CPU; its picture "
           "differs by at most %d of 255\n",
           (unsigned)check->wrong, (unsigned)demo->cloud.count, difference);
    if (check->wrong == 0 && check->after == 0 && difference == 0)
        return true;
    snprintf(demo->message, MESSAGE_BYTES, "the sorted order is wrong");
    return false;
}

static bool run(struct demo* demo)
{
    struct order_times times;
    struct order_check check;
    if (!load_cloud(demo) || !open_context(demo) || !open_sort(demo) ||
        !open_pictures(demo))
        return false;
    splats_depths(&demo->splats, &demo->cloud, &demo->view, demo->order.depths);
    if (!order_sort(&demo->order, &times, demo->message, MESSAGE_BYTES))
        return false;
    draw(demo, demo->order.file_order, 0);
    draw(demo, demo->order.sorted, 1);
    if (!order_check(&demo->order, &check, demo->message, MESSAGE_BYTES))
        return false;
    draw(demo, check.cpu_order, 2);
    glDeleteBuffers(1, &check.cpu_order);
    print_sort(demo, &times);
    bool right = print_checks(demo, &check);
    if (!right || !write_picture(demo))
        return false;
    printf("picture    %s\n", demo->options.out);
    return true;
}

static void close_demo(struct demo* demo)
{
    if (demo->splats.program)
        splats_destroy(&demo->splats);
    order_destroy(&demo->order);
    offscreen_destroy(demo->offscreen);
    cloud_free(&demo->cloud);
    image_free(&demo->image);
    for (int i = 0; i < 3; ++i)
        free(demo->drawings[i]);
}

int main(int argc, char** argv)
{
    struct demo demo = {.options = {
                            .out = "glsort-demo.png",
                            .width = 1280,
                            .height = 640,
                            .look = {NAN, NAN, NAN, NAN, NAN},
                        }};
    bool ok = parse_options(argc, argv, &demo);
    if (ok && demo.options.help)
        fputs(help_text, stdout);
    else if (ok)
        ok = run(&demo);
    close_demo(&demo);
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
        snprintf(demo.message, MESSAGE_BYTES, "the figures cannot be written");
        ok = false;
    }
    if (!ok)
        fprintf(stderr, "glsort-cloud: %s\n", demo.message);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
