// SPDX-License-Identifier: MIT
// What the tests of the adapters share: faults are counted, and tests go on after one;
// what is drawn, and how pictures of it are compared.
#ifndef ENGINE_TESTS_H
#define ENGINE_TESTS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

static int faults = 0;
static bool works = true;  // glsort, in this version of GL
static std::string logged; // warnings and errors of the engine

#define CHECK(CONDITION)                                                                 \
    do {                                                                                 \
        if (!(CONDITION)) {                                                              \
            std::printf("  %s:%d: not true: %s\n", __FILE__, __LINE__, #CONDITION);      \
            ++faults;                                                                    \
        }                                                                                \
    } while (false)

struct EngineTest {
    const char* name;
    void (*run)();
};
#define TEST(NAME)                                                                       \
    EngineTest                                                                           \
    {                                                                                    \
#NAME, NAME                                                                      \
    }

// Runs each, after `prepare`, and names those with faults.
template <std::size_t COUNT>
static void run_each(const EngineTest (&tests)[COUNT], void (*prepare)() = nullptr)
{
    for (const EngineTest& test : tests) {
        const int before = faults;
        std::printf("%s\n", test.name);
        std::fflush(stdout);
        if (prepare != nullptr)
            prepare();
        test.run();
        if (faults != before)
            std::printf("  FAILED\n");
    }
}

// The end of main: the log holds what glsort refuses, or nothing.
static int verdict()
{
    if (works)
        CHECK(logged.empty());
    else
        CHECK(logged.find("glsort_context_create: ") != std::string::npos);
    if (faults > 0 && !logged.empty())
        std::printf("the log:\n%.2000s\n", logged.c_str());
    std::printf("%d faults\n", faults);
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Runs what the engine warns of: the words once, or not at all; nothing of it is left.
static void expect_logged_once(const std::string& words, bool wanted, void (*run)())
{
    const std::string before = std::move(logged);
    logged.clear();
    run();
    CHECK((logged.find(words) != std::string::npos) == wanted);
    CHECK(logged.find(words) == logged.rfind(words));
    logged = before;
}

// ---- cells ----------------------------------------------------------------------------

static std::uint32_t next(std::uint64_t* seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(*seed >> 33);
}

// -1 to 1, in steps of 1 / 1024.
static float step(std::uint64_t* seed)
{
    return static_cast<float>(static_cast<int>(next(seed) % 2049) - 1024) / 1024.0f;
}

// A point, line or triangle, and its place among all from far to near.
struct Cell {
    float corners[3][3];
    std::uint8_t rgb[3];
    int place;
};

// Cells in random order, of which each has a depth of its own along z, without rounding;
// or all have the same.
static std::vector<Cell> random_cells(int count, int corners, bool same = false,
                                      std::uint64_t seed = 5)
{
    std::vector<Cell> all(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        all[i].place = i;
        std::swap(all[i].place, all[next(&seed) % (i + 1)].place);
    }
    for (Cell& cell : all) {
        const float z = same ? 0.0f : static_cast<float>(cell.place) / 16384.0f;
        const float tilt = same || corners == 1 ? 0.0f : step(&seed) / 4.0f;
        const float turns[3] = {tilt, -tilt, 0.0f}; // the centre stays at z
        const float x = step(&seed), y = step(&seed);
        for (int corner = 0; corner < corners; ++corner) {
            cell.corners[corner][0] = x + step(&seed) / 8.0f;
            cell.corners[corner][1] = y + step(&seed) / 8.0f;
            cell.corners[corner][2] = z + turns[corner];
        }
        for (std::uint8_t& part : cell.rgb)
            part = static_cast<std::uint8_t>(next(&seed));
    }
    return all;
}

// Their numbers as they are stored, or from far to near.
static std::vector<int> order_of(const std::vector<Cell>& cells, bool in_order)
{
    std::vector<int> order(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        order[in_order ? static_cast<std::size_t>(cells[i].place) : i] =
            static_cast<int>(i);
    return order;
}

// ---- pictures -------------------------------------------------------------------------

typedef std::vector<unsigned char> Pixels; // RGBA

// How many pixels have different colours.
static int differing(const Pixels& a, const Pixels& b)
{
    int count = a.size() == b.size() ? 0 : 1 << 20;
    for (std::size_t i = 0; i + 3 < a.size() && i + 3 < b.size(); i += 4)
        count += std::memcmp(&a[i], &b[i], 3) != 0;
    return count;
}

#endif
