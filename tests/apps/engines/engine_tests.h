// SPDX-License-Identifier: MIT
// What the tests of the adapters share: faults are counted, and tests go on after one.
#ifndef ENGINE_TESTS_H
#define ENGINE_TESTS_H

#include <cstdio>

static int faults = 0;

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

// Runs each, and names those with faults.
template <std::size_t COUNT>
static void run_each(const EngineTest (&tests)[COUNT])
{
    for (const EngineTest& test : tests) {
        const int before = faults;
        std::printf("%s\n", test.name);
        std::fflush(stdout);
        test.run();
        if (faults != before)
            std::printf("  FAILED\n");
    }
}

#endif
