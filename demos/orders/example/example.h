// SPDX-License-Identifier: MIT
// What the example programs of the adapters share: the command line, the context without
// a window, the frame times of --bench, and random clouds.
#ifndef example_h
#define example_h

#include <cstdint>
#include <functional>
#include <vector>

namespace example
{

// An option that one program has beside the common ones. `take` returns false if it
// cannot take the value, which is NULL if the option has none.
struct OwnOption {
    const char* name;
    bool hasValue;
    std::function<bool(const char* value)> take;
};

struct Program {
    const char* name;               // "glsort-osg"
    const char* usage;              // the text that a wrong command line prints
    std::vector<const char*> ways;  // what --way takes
    const char* out;                // the picture; --out
    unsigned count;                 // of what is measured; --count
    std::vector<OwnOption> options; // of its own
};

// The common options.
struct Options {
    const char* out;
    bool bench = false;
    unsigned count, frames = 20;
    std::vector<int> ways; // places in Program::ways; all if none is given
};

// False, with the usage printed, if the command line is wrong.
bool readOptions(const Program& program, int argc, char** argv, Options* options);

// Runs in an EGL context of its own, which needs no display; returns what `run` does, or
// 1, with a sentence printed, without a context.
int inContext(const Program& program, bool compatibility,
              const std::function<int()>& run);

// Medians in milliseconds: until draw() returns, until finish() has waited for the frame,
// and the CPU time of all threads of the process until then.
struct Times {
    double draw, frame, cpu;
};

// Frames are numbered from -2: two warm up.
Times timeFrames(const Options& options, const std::function<void(int frame)>& draw,
                 const std::function<void()>& finish);

// Measures each way and prints a table. what: "100000 translucent points".
int bench(const Program& program, const Options& options, const char* what,
          const std::function<Times(int way)>& measure);

// Of the ball of radius 1, and of -1 to 1; the same on every machine.
float randomUnit(std::uint64_t* seed);
void randomInBall(std::uint64_t* seed, float p[3]);

// Red, green and blue; a turn of 2 pi goes through all colours.
void rainbow(float turn, float rgb[3]);

} // namespace example

#endif
