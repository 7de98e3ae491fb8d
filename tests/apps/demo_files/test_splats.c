// SPDX-License-Identifier: MIT
// The demo's Gaussian splats: files of both kinds, what cannot be read of them, and the
// scene that is made.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "splat_file.h"
#include "splat_scene.h"

enum { ROLES = 14, MOST_BYTES = 1 << 16 };

static const char* const names[ROLES] = {
    "x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
    "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};

static const double sample[ROLES] = {1.5,  -2.0, 0.25, 0.5,       -1.0, 1.25, 2.0,
                                     -1.0, -2.0, -3.0, 1.7320508, 0.0,  0.0,  1.0};

static char folder[] = "/tmp/glsort-splats-XXXXXX";
static char ply_path[64], raw_path[64];

// ---- files

struct file {
    unsigned char bytes[MOST_BYTES];
    size_t count;
};

static void add_text(struct file* file, const char* text)
{
    memcpy(file->bytes + file->count, text, strlen(text));
    file->count += strlen(text);
}

static void add_bytes(struct file* file, uint64_t bits, int size, bool big)
{
    for (int i = 0; i < size; ++i)
        file->bytes[file->count++] =
            (unsigned char)(bits >> 8 * (big ? size - 1 - i : i));
}

static void add_float(struct file* file, double value, bool big)
{
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    add_bytes(file, bits, 4, big);
}

static void add_double(struct file* file, double value, bool big)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_bytes(file, bits, 8, big);
}

// A header for `count` vertices whose properties are the names, `step` after `step`.
static void add_header(struct file* file, const char* format, const char* type,
                       unsigned long long count, int step)
{
    char line[64];
    file->count = 0;
    snprintf(line, sizeof line, "ply\nformat %s 1.0\nelement vertex %llu\n", format,
             count);
    add_text(file, line);
    for (int i = 0; i < ROLES; ++i) {
        snprintf(line, sizeof line, "property %s %s\n", type, names[i * step % ROLES]);
        add_text(file, line);
    }
    add_text(file, "end_header\n");
}

static void add_row(struct file* file, const double values[ROLES])
{
    for (int i = 0; i < ROLES; ++i)
        add_float(file, values[i], false);
}

static void write_file(const struct file* file, const char* path)
{
    FILE* to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(file->bytes, 1, file->count, to), file->count);
    assert_int_equal(fclose(to), 0);
}

static struct read_result read_as(const struct file* file, const char* path,
                                  struct splats* splats)
{
    write_file(file, path);
    return splat_file_read(path, splats);
}

static void expect_refused(const struct file* file, const char* path, const char* words)
{
    struct splats splats;
    struct read_result result = read_as(file, path, &splats);
    assert_false(result.ok);
    if (!strstr(result.sentence, words))
        fail_msg("\"%s\" does not say \"%s\"", result.sentence, words);
    assert_null(splats.places);
    assert_null(splats.shapes);
}

static void expect_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-5 * fmax(1.0, fabs(expected))))
        fail_msg("%.9g is not %.9g", value, expected);
}

// ---- what is read

// The sample is turned by 60 degrees about z.
static void expect_sample(const struct splats* splats, uint32_t at,
                          const struct read_result* result)
{
    const struct splat_place* place = &splats->places[at];
    const struct splat_shape* shape = &splats->shapes[at];
    const double long_part = exp(-2.0), short_part = exp(-4.0);
    const double covariance[6] = {0.25 * long_part + 0.75 * short_part,
                                  sqrt(3.0 / 16.0) * (long_part - short_part),
                                  0.0,
                                  0.75 * long_part + 0.25 * short_part,
                                  0.0,
                                  exp(-6.0)};
    for (int axis = 0; axis < 3; ++axis) {
        const double color = 0.5 + 0.28209479177387814 * sample[3 + axis];
        expect_near((double)place->position[axis] + result->origin[axis], sample[axis]);
        assert_int_equal(shape->paint[axis], lround(65535.0 * color / SPLAT_BRIGHTEST));
    }
    assert_int_equal(shape->paint[3], lround(65535.0 / (1.0 + exp(-2.0))));
    for (int part = 0; part < 6; ++part)
        expect_near((double)shape->covariance[part], covariance[part]);
    assert_true((double)place->radius > 3.3 * exp(-1.0));
    assert_true((double)place->radius < 4.5 * exp(-1.0));
}

static void a_ply_file_is_read_whatever_the_order_type_and_endianness(void** state)
{
    for (int variant = 0; variant < 4; ++variant) {
        const bool big = variant & 1, wide = variant & 2;
        const int step = variant > 0 ? 5 : 1;
        struct file file;
        struct splats splats;
        add_header(&file, big ? "binary_big_endian" : "binary_little_endian",
                   wide ? "double" : "float", 2, step);
        for (int i = 0; i < 2 * ROLES; ++i) {
            const double value = sample[i * step % ROLES];
            wide ? add_double(&file, value, big) : add_float(&file, value, big);
        }
        struct read_result result = read_as(&file, ply_path, &splats);
        assert_true(result.ok);
        assert_int_equal(result.listed, 2);
        assert_int_equal(result.unplaced, 0);
        assert_int_equal(splats.count, 2);
        expect_sample(&splats, 0, &result);
        expect_sample(&splats, 1, &result);
        splats_free(&splats);
    }
}

static void add_raw(struct file* file, float x, float deviation, const char bytes[8])
{
    const float values[6] = {x, -2.0f, 0.25f, deviation, 0.5f, 0.25f};
    for (int i = 0; i < 6; ++i)
        add_float(file, (double)values[i], false);
    memcpy(file->bytes + file->count, bytes, 8);
    file->count += 8;
}

static void a_splat_file_is_read(void** state)
{
    struct file file = {.count = 0};
    struct splats splats;
    // Red, green, blue, opacity; w, x, y, z: a quarter turn about z.
    add_raw(&file, 1.5f, 2.0f, "\xff\x00\x33\x80\xda\x80\x80\xda");
    struct read_result result = read_as(&file, raw_path, &splats);
    assert_true(result.ok);
    assert_int_equal(splats.count, 1);
    const struct splat_shape* shape = &splats.shapes[0];
    const double covariance[6] = {0.25, 0.0, 0.0, 4.0, 0.0, 0.0625};
    for (int part = 0; part < 6; ++part)
        expect_near((double)shape->covariance[part], covariance[part]);
    assert_int_equal(shape->paint[0], lround(65535 / SPLAT_BRIGHTEST));
    assert_int_equal(shape->paint[1], 0);
    assert_int_equal(shape->paint[2], lround(65535 / SPLAT_BRIGHTEST / 5));
    assert_int_equal(shape->paint[3], lround(65535 * 128 / 255.0));
    expect_near((double)splats.places[0].position[0] + result.origin[0], 1.5);
    splats_free(&splats);
}

static void without_a_third_scale_splats_are_flat(void** state)
{
    struct file file;
    struct splats splats;
    add_header(&file, "binary_little_endian", "float", 1, 1);
    add_row(&file, sample);
    file.bytes[file.count] = '\0';
    char* third = strstr((char*)file.bytes, "scale_2");
    memcpy(third, "unknown", 7);
    assert_true(read_as(&file, ply_path, &splats).ok);
    assert_true(splats.shapes[0].covariance[0] > 0.0f);
    assert_true(splats.shapes[0].covariance[5] == 0.0f);
    splats_free(&splats);
}

static void splats_that_cannot_be_are_left_out_and_counted(void** state)
{
    const struct {
        int role;
        double value;
    } bad[] = {{0, NAN},  {1, INFINITY}, {2, -2e9}, {3, NAN},  {6, NAN},
               {7, 21.0}, {8, INFINITY}, {9, NAN},  {10, NAN}, {13, INFINITY}};
    const uint32_t bad_count = sizeof bad / sizeof *bad;
    struct file file;
    struct splats splats;
    add_header(&file, "binary_little_endian", "float", 2 * bad_count + 2, 1);
    for (uint32_t i = 0; i < bad_count; ++i) {
        double values[ROLES];
        memcpy(values, sample, sizeof values);
        values[bad[i].role] = bad[i].value;
        add_row(&file, sample);
        add_row(&file, values);
    }
    double values[ROLES];
    memcpy(values, sample, sizeof values);
    values[10] = values[13] = 0.0; // no rotation at all
    add_row(&file, values);
    values[10] = 1.0;
    values[6] = INFINITY; // opaque
    add_row(&file, values);
    struct read_result result = read_as(&file, ply_path, &splats);
    assert_true(result.ok);
    assert_int_equal(result.listed, 2 * bad_count + 2);
    assert_int_equal(result.damaged, 0);
    assert_int_equal(result.unplaced, bad_count + 1);
    assert_int_equal(splats.count, bad_count + 1);
    for (uint32_t i = 0; i < bad_count; ++i)
        expect_sample(&splats, i, &result);
    assert_int_equal(splats.shapes[bad_count].paint[3], 65535);
    splats_free(&splats);
}

// ---- what is refused

static void a_ply_file_that_ends_early_or_is_huge_is_refused(void** state)
{
    struct file file;
    add_header(&file, "binary_little_endian", "float", 3, 1);
    for (int i = 0; i < 3; ++i)
        add_row(&file, sample);
    file.count--;
    expect_refused(&file, ply_path,
                   "its 3 vertices need at least 168 bytes, and there are 167");
    add_header(&file, "binary_little_endian", "float", 16777217, 1);
    expect_refused(&file, ply_path, "it holds 16777217 splats; at most 16777216");
    add_header(&file, "binary_little_endian", "float", 16777216, 1);
    expect_refused(&file, ply_path,
                   "its 16777216 vertices need at least 939524096 bytes");
    add_header(&file, "binary_little_endian", "float", 0, 1);
    expect_refused(&file, ply_path, "it holds no vertices");
    file.count = 40;
    expect_refused(&file, ply_path, "its header has no end");
}

static void what_is_no_file_is_refused(void** state)
{
    struct splats splats;
    assert_string_equal(splat_file_read("/nowhere/a.ply", &splats).sentence,
                        "it cannot be opened (No such file or directory)");
    assert_false(splat_file_read(".", &splats).ok);
    assert_true(splat_file_read(".", &splats).sentence[0] != '\0');
}

// ---- what is done with them

static void captures_stand_up_and_fill_the_scene(void** state)
{
    struct splats splats;
    assert_true(splats_allocate(&splats, 100));
    for (uint32_t i = 0; i < splats.count; ++i) {
        const double side = i % 2 ? 1.0 : -1.0;
        // One of them is far away, as the sky is.
        const double far = i == 7 ? 1e6 : 1.0;
        const struct splat splat = {
            .position = {5.0 + far * side, 3.0 * side, 2.0 * side},
            .deviations = {0.1, 0.2, 0.3},
            .rotation = {0.9, 0.1, 0.2, 0.3},
            .opacity = 1.0,
        };
        assert_true(splats_put(&splats, i, &splat));
    }
    const struct splat_shape before = splats.shapes[0];
    const float radius = splats.places[0].radius;
    splats_stand(&splats);
    const double scale = 2.0 / sqrt(4.0 + 36.0 + 16.0);
    const double signs[6] = {1.0, 1.0, -1.0, 1.0, -1.0, 1.0};
    const double expected[3] = {scale, 3.0 * scale, -2.0 * scale};
    for (int axis = 0; axis < 3; ++axis)
        expect_near((double)splats.places[0].position[axis], expected[axis]);
    for (int part = 0; part < 6; ++part)
        expect_near((double)splats.shapes[0].covariance[part],
                    signs[part] * scale * scale * (double)before.covariance[part]);
    expect_near((double)splats.places[0].radius, scale * (double)radius);
    splats_free(&splats);
}

static void all_in_one_place_stay_finite(void** state)
{
    struct splats splats;
    const struct splat splat = {
        .position = {1e9, 0.0, 0.0}, .deviations = {1e9, 0.0, 1e9}, .rotation = {1.0}};
    assert_true(splats_allocate(&splats, 9));
    for (uint32_t i = 0; i < splats.count; ++i)
        assert_true(splats_put(&splats, i, &splat));
    for (uint32_t i = 0; i < splats.count; i += 2)
        splats.places[i].position[1] = 1e-15f;
    splats_stand(&splats);
    splats_grow(&splats, 100.0f);
    for (uint32_t i = 0; i < splats.count; ++i) {
        for (int part = 0; part < 6; ++part)
            assert_true(isfinite(splats.shapes[i].covariance[part]));
        assert_true(isfinite(splats.places[i].position[0]));
    }
    splats_free(&splats);
}

static void the_scene_has_as_many_as_are_wanted_all_of_them_visible(void** state)
{
    const uint32_t counts[] = {1024, 5000, 300000};
    struct cloud cloud;
    assert_true(cloud_generate(&cloud, 2000));
    cloud_complete(&cloud, 1.0f);
    cloud_stand(&cloud);
    for (int i = 0; i < 3; ++i) {
        struct splats splats;
        uint32_t hidden = 0, far = 0;
        assert_true(splat_scene_make(&splats, counts[i], &cloud));
        assert_int_equal(splats.count, counts[i]);
        for (uint32_t at = 0; at < splats.count; ++at) {
            const float* p = splats.places[at].position;
            hidden += splats.shapes[at].paint[3] == 0 || !(splats.places[at].radius > 0);
            far += !(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < 4.0f);
        }
        assert_int_equal(hidden, 0);
        assert_int_equal(far, 0);
        splats_free(&splats);
    }
    cloud_free(&cloud);
}

static void a_shuffle_keeps_all_and_is_the_same_every_time(void** state)
{
    enum { COUNT = 5000 };
    struct splats a, b;
    uint32_t in_place = 0, in_row = 0;
    bool seen[COUNT] = {false};
    assert_true(splats_allocate(&a, COUNT) && splats_allocate(&b, COUNT));
    for (uint32_t i = 0; i < COUNT; ++i) {
        a.places[i].radius = b.places[i].radius = (float)i;
        a.shapes[i].covariance[0] = b.shapes[i].covariance[0] = (float)i;
    }
    splats_shuffle(&a);
    splats_shuffle(&b);
    for (uint32_t i = 0; i < COUNT; ++i) {
        const uint32_t from = (uint32_t)a.places[i].radius;
        assert_true(a.shapes[i].covariance[0] == a.places[i].radius);
        assert_true(b.places[i].radius == a.places[i].radius);
        assert_false(seen[from]);
        seen[from] = true;
        in_place += from == i;
        in_row += i > 0 && fabsf(a.places[i].radius - a.places[i - 1].radius) == 1.0f;
    }
    assert_true(in_place < 20 && in_row < 20);
    splats_free(&a);
    splats_free(&b);
}

static int make_folder(void** state)
{
    if (!mkdtemp(folder))
        return -1;
    snprintf(ply_path, sizeof ply_path, "%s/a.ply", folder);
    snprintf(raw_path, sizeof raw_path, "%s/a.splat", folder);
    return 0;
}

static int remove_folder(void** state)
{
    unlink(ply_path);
    unlink(raw_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ply_file_is_read_whatever_the_order_type_and_endianness),
        cmocka_unit_test(a_splat_file_is_read),
        cmocka_unit_test(without_a_third_scale_splats_are_flat),
        cmocka_unit_test(splats_that_cannot_be_are_left_out_and_counted),
        cmocka_unit_test(a_ply_file_that_ends_early_or_is_huge_is_refused),
        cmocka_unit_test(what_is_no_file_is_refused),
        cmocka_unit_test(captures_stand_up_and_fill_the_scene),
        cmocka_unit_test(all_in_one_place_stay_finite),
        cmocka_unit_test(the_scene_has_as_many_as_are_wanted_all_of_them_visible),
        cmocka_unit_test(a_shuffle_keeps_all_and_is_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
