// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <cmath>
#include <cstdint>

#include "example.h"

static std::uint8_t byte_of(float x)
{
    return static_cast<std::uint8_t>(255.0f * x + 0.5f);
}

static Point point_at(float x, float y, float z, float turn, float opacity)
{
    float rgb[3];
    example::rainbow(turn, rgb);
    return {
        x, y, z, {byte_of(rgb[0]), byte_of(rgb[1]), byte_of(rgb[2]), byte_of(opacity)}};
}

std::vector<Point> scan(unsigned count)
{
    std::vector<Point> points;
    const unsigned floor = count / 4, ring = (count - floor) / 2;
    const float golden = 2.3999632f, around = 6.2831853f;
    for (unsigned i = 0; i < ring; ++i) {
        const float t = around * static_cast<float>(i) / static_cast<float>(ring);
        const float s = golden * static_cast<float>(i);
        const float out = 2.0f + 0.6f * std::cos(s), side = 0.6f * std::sin(s);
        points.push_back(point_at(out * std::cos(t) - 1.0f, out * std::sin(t),
                                  side + 0.3f, 0.8f + 0.5f * side, 0.4f));
        points.push_back(point_at(out * std::cos(t) + 1.0f, side,
                                  out * std::sin(t) + 0.3f, 3.6f + 0.5f * side, 0.4f));
    }
    for (unsigned i = 0; i < floor; ++i) {
        const float r =
            5.0f * std::sqrt(static_cast<float>(i) / static_cast<float>(floor));
        const float t = golden * static_cast<float>(i);
        points.push_back(point_at(r * std::cos(t), r * std::sin(t), -2.4f, 5.0f, 0.25f));
    }
    return points;
}

std::vector<Point> ring(unsigned count, float turn)
{
    std::vector<Point> points;
    for (unsigned i = 0; i < count; ++i) {
        const float t = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
        const float s = 2.3999632f * static_cast<float>(i);
        const float out = 2.0f + 0.5f * std::cos(s), side = 0.5f * std::sin(s);
        points.push_back(point_at(out * std::cos(t), out * std::sin(t), side,
                                  turn + 0.5f * side, 0.4f));
    }
    return points;
}

std::vector<Point> ball(unsigned count)
{
    std::vector<Point> points;
    std::uint64_t seed = 1;
    for (unsigned i = 0; i < count; ++i) {
        float p[3];
        example::randomInBall(&seed, p);
        points.push_back(point_at(p[0], p[1], p[2], 3.0f * p[0] + 2.0f * p[1], 0.5f));
    }
    return points;
}
