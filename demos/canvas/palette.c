// SPDX-License-Identifier: MIT
// Curves through OKLab (B. Ottosson, "A perceptual color space for image processing",
// 2020), cut into pieces of equal length. With so many points, linear interpolation
// between them in sRGB cannot be told from the curve.
#include "palette.h"

enum { POINTS = 25 };

static const uint8_t key_points[POINTS][3] = {
    {98, 47, 183},  {92, 66, 198},  {82, 84, 211},  {68, 102, 220},  {51, 119, 225},
    {31, 136, 225}, {21, 152, 221}, {21, 166, 215}, {24, 180, 209},  {27, 194, 200},
    {32, 206, 188}, {54, 216, 171}, {92, 223, 148}, {132, 226, 121}, {171, 225, 89},
    {206, 218, 54}, {232, 206, 32}, {247, 190, 32}, {253, 173, 44},  {253, 155, 52},
    {253, 136, 52}, {252, 115, 54}, {246, 96, 65},  {237, 79, 78},   {226, 63, 90}};

static const uint8_t heat_points[POINTS][3] = {
    {24, 21, 46},   {34, 23, 62},    {47, 25, 78},    {61, 26, 92},    {76, 26, 104},
    {94, 27, 112},  {112, 27, 117},  {129, 28, 118},  {147, 30, 117},  {165, 33, 114},
    {181, 38, 108}, {196, 46, 100},  {209, 56, 91},   {220, 68, 81},   {231, 81, 69},
    {239, 96, 59},  {245, 113, 51},  {250, 130, 49},  {253, 147, 57},  {253, 165, 72},
    {254, 182, 89}, {254, 198, 111}, {253, 214, 136}, {252, 228, 163}, {253, 242, 190}};

static void between(const uint8_t points[POINTS][3], float at, uint8_t rgb[3])
{
    float scaled = (at > 0.0f ? at < 1.0f ? at : 1.0f : 0.0f) * (POINTS - 1);
    int low = (int)scaled < POINTS - 2 ? (int)scaled : POINTS - 2;
    float part = scaled - (float)low;
    for (int c = 0; c < 3; ++c) {
        float from = points[low][c], to = points[low + 1][c];
        rgb[c] = (uint8_t)(from + (to - from) * part + 0.5f);
    }
}

void palette_key(float rank, uint8_t rgb[3])
{
    between(key_points, rank, rgb);
}

void palette_heat(float distance, uint8_t rgb[3])
{
    between(heat_points, distance, rgb);
}
