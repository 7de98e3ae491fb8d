// SPDX-License-Identifier: MIT
// Prints what the demo reads of files: a line of JSON for each. The arguments are pairs
// of a kind, "cloud" or "splats", and a path.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ply.h"
#include "splat_file.h"

static void print_count(uint32_t count, const struct read_result* result)
{
    printf("{\"count\": %u, \"left_out\": %u", (unsigned)count,
           (unsigned)(result->damaged + result->unplaced));
}

static void print_place(uint32_t i, const float* position, const double* origin)
{
    printf("%s[%.17g, %.17g, %.17g]", i ? ", " : ", \"places\": [",
           origin[0] + (double)position[0], origin[1] + (double)position[1],
           origin[2] + (double)position[2]);
}

static void print_cloud(const struct cloud* cloud, const struct read_result* result)
{
    const uint8_t grey[3] = {220, 220, 220};
    print_count(cloud->count, result);
    for (uint32_t i = 0; i < cloud->count; ++i)
        print_place(i, cloud->points[i].position, result->origin);
    for (uint32_t i = 0; i < cloud->count; ++i) {
        const uint8_t* c = cloud->has_colors ? cloud->points[i].rgba : grey;
        printf("%s[%d, %d, %d]", i ? ", " : "], \"colors\": [", c[0], c[1], c[2]);
    }
    puts("]}");
}

static int shown(uint16_t paint)
{
    return (int)lround(255.0 * fmin(paint * SPLAT_BRIGHTEST / 65535.0, 1.0));
}

static void print_splats(const struct splats* splats, const struct read_result* result)
{
    print_count(splats->count, result);
    for (uint32_t i = 0; i < splats->count; ++i)
        print_place(i, splats->places[i].position, result->origin);
    for (uint32_t i = 0; i < splats->count; ++i) {
        const uint16_t* c = splats->shapes[i].paint;
        printf("%s[%d, %d, %d]", i ? ", " : "], \"colors\": [", shown(c[0]), shown(c[1]),
               shown(c[2]));
    }
    for (uint32_t i = 0; i < splats->count; ++i) {
        fputs(i ? ", [" : "], \"shapes\": [[", stdout);
        for (int part = 0; part < 6; ++part)
            printf("%.9g, ", (double)splats->shapes[i].covariance[part]);
        printf("%d, %.9g]", splats->shapes[i].paint[3], (double)splats->places[i].radius);
    }
    puts("]}");
}

static void print_error(const char* sentence)
{
    fputs("{\"error\": \"", stdout);
    for (; *sentence; ++sentence) {
        if (*sentence == '"' || *sentence == '\\')
            putchar('\\');
        putchar(*sentence);
    }
    puts("\"}");
}

int main(int argc, char** argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        const bool is_cloud = strcmp(argv[i], "cloud") == 0;
        struct cloud cloud = {0};
        struct splats splats = {0};
        const struct read_result result = is_cloud
                                              ? ply_read(argv[i + 1], &cloud)
                                              : splat_file_read(argv[i + 1], &splats);
        if (!result.ok)
            print_error(result.sentence);
        else if (is_cloud)
            print_cloud(&cloud, &result);
        else
            print_splats(&splats, &result);
        cloud_free(&cloud);
        splats_free(&splats);
    }
    return 0;
}
