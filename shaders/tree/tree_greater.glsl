// SPDX-License-Identifier: MIT
// Elements are (key, index). The index makes them distinct: with ties adaptive merging
// would not only be unstable but give wrong results.
bool is_greater(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}
