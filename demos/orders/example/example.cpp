// SPDX-License-Identifier: MIT
#include "example.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <numeric>

#include <GL/gl.h>

extern "C" {
#include "offscreen.h"
}

namespace example
{

// ---- the command line -----------------------------------------------------------------

static bool takeNumber(const char* value, unsigned* number)
{
    char end = 0;
    return std::sscanf(value, "%u%c", number, &end) == 1 && *number > 0 &&
           *number <= 100000000;
}

static bool takeWay(const Program& program, const char* value, std::vector<int>* ways)
{
    for (size_t i = 0; i < program.ways.size(); ++i)
        if (std::strcmp(value, program.ways[i]) == 0) {
            ways->push_back(static_cast<int>(i));
            return true;
        }
    return false;
}

static bool parse(const Program& program, int argc, char** argv, Options* o)
{
    std::vector<OwnOption> all = {
        {"--bench", false, [o](const char*) { return o->bench = true; }},
        {"--out", true, [o](const char* value) { return (o->out = value) != nullptr; }},
        {"--count", true,
         [o](const char* value) { return takeNumber(value, &o->count); }},
        {"--frames", true,
         [o](const char* value) { return takeNumber(value, &o->frames); }},
        {"--way", true,
         [&](const char* value) { return takeWay(program, value, &o->ways); }}};
    all.insert(all.end(), program.options.begin(), program.options.end());
    for (int i = 1; i < argc; ++i) {
        const auto option = std::find_if(all.begin(), all.end(), [&](const OwnOption& a) {
            return std::strcmp(argv[i], a.name) == 0;
        });
        if (option == all.end() || (option->hasValue && i + 1 == argc) ||
            !option->take(option->hasValue ? argv[++i] : nullptr))
            return false;
    }
    return true;
}

bool readOptions(const Program& program, int argc, char** argv, Options* options)
{
    options->out = program.out;
    options->count = program.count;
    if (!parse(program, argc, argv, options)) {
        std::fputs(program.usage, stderr);
        return false;
    }
    if (options->ways.empty()) {
        options->ways.resize(program.ways.size());
        std::iota(options->ways.begin(), options->ways.end(), 0);
    }
    return true;
}

int inContext(const Program& program, bool compatibility, const std::function<int()>& run)
{
    char message[512] = "";
    struct offscreen_desc desc = {};
    desc.compatibility = compatibility;
    struct offscreen* context = offscreen_create(&desc, message, sizeof message);
    if (context == nullptr || !offscreen_make_current(context)) {
        std::fprintf(stderr, "%s: %s\n", program.name, message);
        return 1;
    }
    const int status = run();
    offscreen_destroy(context);
    return status;
}

// ---- frame times ----------------------------------------------------------------------

static double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static double milliseconds()
{
    const std::chrono::duration<double, std::milli> now =
        std::chrono::steady_clock::now().time_since_epoch();
    return now.count();
}

static double cpuMilliseconds()
{
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Times timeFrames(const Options& options, const std::function<void(int frame)>& draw,
                 const std::function<void()>& finish)
{
    std::vector<double> draws, frames, cpus;
    for (int frame = -2; frame < static_cast<int>(options.frames); ++frame) {
        const double begin = milliseconds(), cpu = cpuMilliseconds();
        draw(frame);
        const double drawn = milliseconds();
        finish();
        if (frame < 0)
            continue;
        draws.push_back(drawn - begin);
        frames.push_back(milliseconds() - begin);
        cpus.push_back(cpuMilliseconds() - cpu);
    }
    return {median(draws), median(frames), median(cpus)};
}

int bench(const Program& program, const Options& options, const char* what,
          const std::function<Times(int way)>& measure)
{
    std::printf("%s: %s, 512 x 512, median of %u frames of a turning camera\n",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)), what,
                options.frames);
    std::printf("%-16s %10s %10s %10s\n", "way", "call, ms", "frame, ms", "CPU, ms");
    for (int way : options.ways) {
        const Times t = measure(way);
        std::printf("%-16s %10.2f %10.2f %10.2f\n", program.ways[way], t.draw, t.frame,
                    t.cpu);
        std::fflush(stdout);
    }
    return 0;
}

// ---- clouds ---------------------------------------------------------------------------

float randomUnit(std::uint64_t* seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(*seed >> 40) / (1 << 23) - 1.0f;
}

void randomInBall(std::uint64_t* seed, float p[3])
{
    do {
        for (int i = 0; i < 3; ++i)
            p[i] = randomUnit(seed);
    } while (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > 1.0f);
}

void rainbow(float turn, float rgb[3])
{
    const float thirds[3] = {0.0f, 2.1f, 4.2f};
    for (int i = 0; i < 3; ++i)
        rgb[i] = 0.55f + 0.45f * std::cos(turn - thirds[i]);
}

} // namespace example
