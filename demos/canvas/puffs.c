// SPDX-License-Identifier: MIT
#include "puffs.h"

#include <math.h>
#include <stdlib.h>

#include "gfx.h"

enum { SIDE = 128, SHEET = 2 * SIDE, OCTAVES = 4 };

static float lattice(int x, int y, uint32_t seed)
{
    uint32_t h =
        (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) >> 8) / 16777216.0f;
}

// Smooth noise from 0 to 1.
static float noise(float x, float y, uint32_t seed)
{
    float left = floorf(x), top = floorf(y);
    int i = (int)left, j = (int)top;
    float u = x - left, v = y - top;
    u = u * u * (3.0f - 2.0f * u);
    v = v * v * (3.0f - 2.0f * v);
    float a = lattice(i, j, seed), b = lattice(i + 1, j, seed);
    float c = lattice(i, j + 1, seed), d = lattice(i + 1, j + 1, seed);
    return (a + (b - a) * u) * (1.0f - v) + (c + (d - c) * u) * v;
}

static float cloudy(float x, float y, uint32_t seed)
{
    float sum = 0.0f, weight = 0.5f;
    for (uint32_t i = 0; i < OCTAVES; ++i) {
        sum += weight * noise(x, y, seed + i);
        x *= 2.03f;
        y *= 2.03f;
        weight *= 0.5f;
    }
    return sum / (1.0f - ldexpf(1.0f, -OCTAVES));
}

// Density of puff number `seed` at x, y from -1 to 1: a ball with a torn edge.
static float density(float x, float y, uint32_t seed)
{
    float r = sqrtf(x * x + y * y);
    float torn = cloudy(2.2f * x + 7.0f, 2.2f * y + 3.0f, 11u * seed + 1u);
    float fall = 1.0f - (r + 0.62f * (torn - 0.5f)) / 0.86f;
    fall = fminf(fmaxf(fall, 0.0f), 1.0f);
    // Nothing may reach the edge of the square.
    float edge = fminf(fmaxf((1.0f - r) * 6.0f, 0.0f), 1.0f);
    return edge * fall * fall * (3.0f - 2.0f * fall);
}

static uint8_t byte(float value)
{
    return (uint8_t)(255.0f * fminf(fmaxf(value, 0.0f), 1.0f) + 0.5f);
}

static void fill_texel(uint8_t* rgba, int column, int row)
{
    uint32_t seed = (uint32_t)(column / SIDE + 2 * (row / SIDE)) + 1u;
    float x = 2.0f * ((float)(column % SIDE) + 0.5f) / SIDE - 1.0f;
    float y = 2.0f * ((float)(row % SIDE) + 0.5f) / SIDE - 1.0f;
    const float d = 0.03f;
    float slope_x = density(x - d, y, seed) - density(x + d, y, seed);
    float slope_y = density(x, y - d, seed) - density(x, y + d, seed);
    // The normal of a ball, made rough by the density's slope.
    float nx = 0.75f * x + 2.6f * slope_x, ny = 0.75f * y + 2.6f * slope_y;
    float length = fmaxf(sqrtf(nx * nx + ny * ny), 1.0f);
    rgba[0] = byte(0.5f + 0.5f * nx / length);
    rgba[1] = byte(0.5f + 0.5f * ny / length);
    rgba[2] = byte(density(x, y, seed));
    rgba[3] = 255;
}

uint32_t puffs_texture(void)
{
    uint8_t* sheet = malloc((size_t)SHEET * SHEET * 4);
    for (int row = 0; sheet && row < SHEET; ++row) {
        for (int column = 0; column < SHEET; ++column)
            fill_texel(sheet + 4 * (row * SHEET + column), column, row);
    }
    uint32_t texture = gfx_texture(SHEET, SHEET, GFX_RGBA8, true, sheet);
    free(sheet);
    return texture;
}
