// SPDX-License-Identifier: MIT
#include "splat_scene.h"

#include <math.h>
#include <string.h>

enum {
    FLOWER_SPLATS = 6000, // of a dandelion, about
    LEAST_FLOWERS = 6,
    MOST_FLOWERS = 160,
    SEEDS = 170, // of a dandelion
    STEM_PARTS = 24,
    HAIR_PARTS = 3
};

struct flower {
    double foot[3];
    double head[3];
    double radius;
    double tint[3];
    uint32_t seed; // of what is random in it
};

static const double full_turn = 6.283185307179586;

// ---- randomness and vectors

// From 0 to 1, made of the two numbers.
static double unit(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9E3779B1u ^ (b * 0x85EBCA77u + 0x165667B1u);
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (h ^ h >> 15) / 4294967296.0;
}

static void add(const double a[3], const double b[3], double factor, double out[3])
{
    for (int axis = 0; axis < 3; ++axis)
        out[axis] = a[axis] + factor * b[axis];
}

static void mix(const double a[3], const double b[3], double part, double out[3])
{
    for (int axis = 0; axis < 3; ++axis)
        out[axis] = a[axis] + part * (b[axis] - a[axis]);
}

static double normalise(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int axis = 0; axis < 3 && length > 0.0; ++axis)
        v[axis] /= length;
    return length;
}

// Two directions square to d and to each other (Duff et al., Building an Orthonormal
// Basis, Revisited, 2017).
static void square_to(const double d[3], double right[3], double up[3])
{
    const double sign = d[2] < 0.0 ? -1.0 : 1.0;
    const double a = -1.0 / (sign + d[2]), b = d[0] * d[1] * a;
    const double x[3] = {1.0 + sign * d[0] * d[0] * a, sign * b, -sign * d[0]};
    const double y[3] = {b, sign + d[1] * d[1] * a, -d[1]};
    memcpy(right, x, sizeof x);
    memcpy(up, y, sizeof y);
}

// Turns the third axis of the splat to the direction d.
static void point_to(struct splat* splat, const double d[3])
{
    const double turn[4] = {1.0 + d[2], -d[1], d[0], 0.0};
    const double half[4] = {0.0, 1.0, 0.0, 0.0};
    memcpy(splat->rotation, d[2] > -0.9999 ? turn : half, sizeof turn);
}

// A stroke from a to b.
static struct splat stroke(const double a[3], const double b[3], double thickness)
{
    struct splat splat = {.opacity = 1.0};
    double along[3];
    mix(a, b, 0.5, splat.position);
    add(b, a, -1.0, along);
    const double length = normalise(along);
    point_to(&splat, along);
    splat.deviations[0] = splat.deviations[1] = thickness;
    splat.deviations[2] = 0.42 * length;
    return splat;
}

static void paint(struct splat* splat, double red, double green, double blue,
                  double opacity)
{
    splat->color[0] = red;
    splat->color[1] = green;
    splat->color[2] = blue;
    splat->opacity = opacity;
}

// ---- the ground: discs on the cloud's points, several on each if there are more

static struct splat ground(const struct cloud* cloud, uint32_t i, uint32_t count)
{
    const uint32_t at = (uint32_t)((uint64_t)i * cloud->count / count);
    const struct point* p = &cloud->points[at];
    const double share = sqrt((double)cloud->count / count);
    const double stray = share < 1.0 ? (double)p->size * (1.0 - share) : 0.0;
    struct splat splat = {.opacity = 0.92};
    double normal[3] = {0.0, 1.0, 0.0}, right[3], up[3];
    for (int axis = 0; axis < 3 && cloud->normals; ++axis)
        normal[axis] = (double)cloud->normals[at][axis];
    if (normalise(normal) == 0.0)
        normal[1] = 1.0;
    square_to(normal, right, up);
    point_to(&splat, normal);
    for (int axis = 0; axis < 3; ++axis) {
        splat.position[axis] =
            (double)p->position[axis] +
            stray * ((unit(i, 0) - 0.5) * right[axis] + (unit(i, 1) - 0.5) * up[axis]);
        splat.color[axis] = p->rgba[axis] / 255.0;
    }
    splat.deviations[0] = splat.deviations[1] = 0.26 * (double)p->size * pow(share, 0.6);
    splat.deviations[2] = 0.1 * splat.deviations[0];
    return splat;
}

// ---- dandelions

// The first is large and in the middle, the others stand around it on level ground.
static struct flower flower_of(const struct cloud* cloud, uint32_t number)
{
    static const double tints[][3] = {
        {1.00, 0.93, 0.80}, {1.00, 0.62, 0.70}, {0.66, 0.80, 1.00}, {1.00, 0.80, 0.42}};
    struct flower f = {.seed = 977u * number + 1u};
    memcpy(f.tint, tints[number % 4], sizeof f.tint);
    f.foot[1] = -0.25;
    f.radius = 0.26;
    double height = 0.34;
    for (uint32_t tries = 0; number > 0 && tries < 64; ++tries) {
        const uint32_t at = (uint32_t)(unit(f.seed, tries + 9) * cloud->count);
        const float* p = cloud->points[at].position;
        for (int axis = 0; axis < 3; ++axis)
            f.foot[axis] = (double)p[axis];
        const bool is_level = !cloud->normals || cloud->normals[at][1] > 0.7f;
        if (is_level && hypotf(p[0], p[2]) > 0.45f)
            break;
    }
    if (number > 0) {
        const double size = number < 12 ? 1.0 : 0.6; // of many
        f.radius = size * (0.035 + 0.045 * unit(f.seed, 1));
        height = size * (0.08 + 0.16 * unit(f.seed, 2));
    }
    const double lean[3] = {0.3 * (unit(f.seed, 3) - 0.5), 1.0,
                            0.3 * (unit(f.seed, 4) - 0.5)};
    add(f.foot, lean, height, f.head);
    return f;
}

static struct splat stem(const struct flower* f, uint32_t part)
{
    double points[2][3];
    for (int end = 0; end < 2; ++end) {
        const double t = (part + (double)end) / STEM_PARTS;
        mix(f->foot, f->head, t, points[end]);
        points[end][0] += 0.25 * f->radius * t * (1.0 - t);
    }
    struct splat splat = stroke(points[0], points[1], 0.022 * f->radius);
    const double shade = 0.55 + 0.45 * part / STEM_PARTS;
    paint(&splat, 0.42 * shade, 0.58 * shade, 0.22 * shade, 0.97);
    return splat;
}

// Seeds point away from the head, evenly around it but for where the stem is.
static void seed_direction(uint32_t at, double d[3])
{
    const double y = 1.0 - 1.86 * (at + 0.5) / SEEDS, turn = full_turn * 0.618034 * at;
    const double across = sqrt(1.0 - y * y);
    d[0] = across * cos(turn);
    d[1] = y;
    d[2] = across * sin(turn);
}

// The fruit and its stalk: two strokes.
static struct splat fruit(const struct flower* f, uint32_t at, bool is_stalk)
{
    double d[3], a[3], b[3];
    seed_direction(at, d);
    add(f->head, d, (is_stalk ? 0.30 : 0.10) * f->radius, a);
    add(f->head, d, (is_stalk ? 0.66 : 0.32) * f->radius, b);
    struct splat splat = stroke(a, b, (is_stalk ? 0.005 : 0.022) * f->radius);
    if (is_stalk)
        paint(&splat, 0.72, 0.66, 0.52, 0.75);
    else
        paint(&splat, 0.30, 0.16, 0.07, 0.98);
    return splat;
}

// Part of a hair of a seed's parachute, which opens at the end of the stalk.
static struct splat hair(const struct flower* f, uint32_t number)
{
    const uint32_t at = number % SEEDS, part = number / SEEDS % HAIR_PARTS;
    const uint32_t key = f->seed + 31u * (number / SEEDS / HAIR_PARTS * SEEDS + at);
    const double turn = full_turn * unit(key, 1), open = 0.75 + 0.6 * unit(key, 2);
    const double length = f->radius * (0.30 + 0.10 * unit(key, 3));
    double d[3], right[3], up[3], tip[3], root[3], points[2][3];
    seed_direction(at, d);
    square_to(d, right, up);
    add(f->head, d, 0.66 * f->radius, root);
    for (int axis = 0; axis < 3; ++axis)
        tip[axis] = d[axis] + open * (cos(turn) * right[axis] + sin(turn) * up[axis]);
    normalise(tip);
    for (int end = 0; end < 2; ++end) {
        const double t = (part + (double)end) / HAIR_PARTS;
        add(root, tip, length * t, points[end]);
        add(points[end], d, 0.05 * f->radius * t * t, points[end]);
    }
    struct splat splat = stroke(points[0], points[1], 0.0026 * f->radius);
    // Lit from the left and from above; what faces away is bluer.
    const double lit = 0.5 + 0.5 * fmax(-1.0, fmin(1.0, 0.75 * d[1] - 0.65 * d[0]));
    const double cool[3] = {0.30, 0.34, 0.46};
    mix(cool, f->tint, lit, splat.color);
    splat.opacity = 0.62;
    return splat;
}

static struct splat part_of_flower(const struct flower* f, uint32_t at)
{
    if (at < STEM_PARTS)
        return stem(f, at);
    at -= STEM_PARTS;
    return at < 2 * SEEDS ? fruit(f, at / 2, at % 2) : hair(f, at - 2 * SEEDS);
}

bool splat_scene_make(struct splats* splats, uint32_t count, const struct cloud* cloud)
{
    const uint32_t ground_count = count / 20 * 9, rest = count - ground_count;
    uint32_t flowers = rest / FLOWER_SPLATS;
    flowers = flowers < LEAST_FLOWERS ? LEAST_FLOWERS : flowers;
    flowers = flowers > MOST_FLOWERS ? MOST_FLOWERS : flowers;
    if (!splats_allocate(splats, count))
        return false;
    for (uint32_t i = 0; i < ground_count; ++i) {
        const struct splat splat = ground(cloud, i, ground_count);
        splats_put(splats, i, &splat);
    }
    for (uint32_t number = 0; number < flowers; ++number) {
        const uint32_t first = (uint32_t)((uint64_t)rest * number / flowers);
        const uint32_t end = (uint32_t)((uint64_t)rest * (number + 1) / flowers);
        const struct flower flower = flower_of(cloud, number);
        for (uint32_t i = first; i < end; ++i) {
            const struct splat splat = part_of_flower(&flower, i - first);
            splats_put(splats, ground_count + i, &splat);
        }
    }
    splats_shuffle(splats);
    return true;
}
