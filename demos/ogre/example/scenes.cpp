// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <cmath>
#include <cstdint>

static std::uint8_t byte_of(float x)
{
    return static_cast<std::uint8_t>(255.0f * x + 0.5f);
}

static Point point_at(float x, float y, float z, float turn, float opacity)
{
    return {x,
            y,
            z,
            {byte_of(0.55f + 0.45f * std::cos(turn)),
             byte_of(0.55f + 0.45f * std::cos(turn - 2.1f)),
             byte_of(0.55f + 0.45f * std::cos(turn - 4.2f)), byte_of(opacity)}};
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

// ---- the ball -------------------------------------------------------------------------

static float random_unit(std::uint64_t* seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(*seed >> 40) / (1 << 23) - 1.0f;
}

std::vector<Point> ball(unsigned count)
{
    std::vector<Point> points;
    std::uint64_t seed = 1;
    while (points.size() < count) {
        const float x = random_unit(&seed), y = random_unit(&seed),
                    z = random_unit(&seed);
        if (x * x + y * y + z * z <= 1.0f)
            points.push_back(point_at(x, y, z, 3.0f * x + 2.0f * y, 0.5f));
    }
    return points;
}
