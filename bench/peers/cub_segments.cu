// SPDX-License-Identifier: MIT
// cub-segments-bench: times CUB's segmented sorts of u32 keys with u32 values, for
// comparison with "glsort bench --segments", on the same keys and segments.
//
// cub::DeviceSegmentedSort waits for the GPU in the middle, since it launches as many
// blocks as there are segments of a size, so it cannot be captured into a graph.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cub/cub.cuh>

#include "cuda_times.cuh"

namespace {

// ---- shapes: as in segment_work.c -----------------------------------------------------

struct shape {
    std::vector<uint32_t> keys, offsets;
};

uint32_t random_word(uint64_t& state)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return uint32_t(state >> 32);
}

uint32_t power_law_length(uint64_t& state)
{
    uint32_t limit = 1u << random_word(state) % 17;
    return random_word(state) % limit;
}

bool make_shape(shape& s, const char* name)
{
    const uint32_t power_law_count = 1u << 22;
    uint32_t most = power_law_count, length = 0;
    uint64_t state = 1;
    char end;
    if (std::strcmp(name, "powerlaw") != 0 &&
        (std::sscanf(name, "%ux%u%c", &most, &length, &end) != 2 || most == 0 ||
         length == 0 || uint64_t(most) * length > 1u << 28))
        return false;
    uint32_t count = length == 0 ? power_law_count : most * length;
    s.offsets.assign(1, 0);
    while (s.offsets.back() < count && s.offsets.size() <= most) {
        uint32_t at = s.offsets.back();
        s.offsets.push_back(
            at + std::min(length == 0 ? power_law_length(state) : length, count - at));
    }
    s.keys.resize(s.offsets.back());
    for (uint32_t& key : s.keys)
        key = random_word(state);
    return true;
}

// ---- sorts ----------------------------------------------------------------------------

struct job {
    int count, segments;
    uint32_t *keys, *keys_out, *values, *values_out, *offsets;
    void* scratch;
};

using sort_function = cudaError_t (*)(const job& j, void* scratch, size_t& bytes,
                                      cudaStream_t stream);

cudaError_t segmented_sort(const job& j, void* scratch, size_t& bytes,
                           cudaStream_t stream)
{
    return cub::DeviceSegmentedSort::StableSortPairs(
        scratch, bytes, j.keys, j.keys_out, j.values, j.values_out, j.count, j.segments,
        j.offsets, j.offsets + 1, stream);
}

cudaError_t segmented_radix_sort(const job& j, void* scratch, size_t& bytes,
                                 cudaStream_t stream)
{
    return cub::DeviceSegmentedRadixSort::SortPairs(
        scratch, bytes, j.keys, j.keys_out, j.values, j.values_out, j.count, j.segments,
        j.offsets, j.offsets + 1, 0, 32, stream);
}

uint32_t* upload(const std::vector<uint32_t>& words)
{
    uint32_t* at = take<uint32_t>(words.size());
    CHECK(cudaMemcpy(at, words.data(), words.size() * sizeof(uint32_t),
                     cudaMemcpyHostToDevice));
    return at;
}

std::vector<uint32_t> download(const uint32_t* at, size_t count)
{
    std::vector<uint32_t> words(count);
    CHECK(cudaMemcpy(words.data(), at, count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return words;
}

// The values are the keys again.
bool is_right(const job& j, const shape& s)
{
    std::vector<uint32_t> wanted = s.keys;
    for (size_t i = 0; i + 1 < s.offsets.size(); ++i)
        std::sort(wanted.begin() + s.offsets[i], wanted.begin() + s.offsets[i + 1]);
    return download(j.keys_out, wanted.size()) == wanted &&
           download(j.values_out, wanted.size()) == wanted;
}

double measure_sort(job& j, const shape& s, sort_function sort, int samples, bool& right)
{
    size_t bytes = 0;
    CHECK(sort(j, nullptr, bytes, 0));
    j.scratch = take<char>(bytes);
    double ms =
        median_ms(0, 3, samples, [&] { CHECK(sort(j, j.scratch, bytes, 0)); });
    right = is_right(j, s) && right;
    CHECK(cudaFree(j.scratch));
    return ms;
}

bool measure(const char* name, int samples)
{
    shape s;
    if (!make_shape(s, name)) {
        std::fprintf(stderr, "%s is not a shape: N segments of L elements are NxL, up to "
                             "2^28 elements; or powerlaw\n", name);
        return false;
    }
    job j = {int(s.keys.size()), int(s.offsets.size()) - 1, upload(s.keys),
             take<uint32_t>(s.keys.size()), upload(s.keys),
             take<uint32_t>(s.keys.size()), upload(s.offsets), nullptr};
    bool right = true;
    double sort = measure_sort(j, s, segmented_sort, samples, right);
    double radix = measure_sort(j, s, segmented_radix_sort, samples, right);
    std::printf("{\"shape\": \"%s\", \"elements\": %d, \"segments\": %d, \"right\": %s, "
                "\"segmented_sort_ms\": %.5f, \"segmented_radix_sort_ms\": %.5f}\n",
                name, j.count, j.segments, right ? "true" : "false", sort, radix);
    std::fflush(stdout);
    for (uint32_t* at : {j.keys, j.keys_out, j.values, j.values_out, j.offsets})
        CHECK(cudaFree(at));
    return right;
}

} // namespace

// cub-segments-bench [SHAPE]...
int main(int argc, char** argv)
{
    std::vector<const char*> shapes(argv + 1, argv + argc);
    if (shapes.empty())
        shapes = {"262144x8", "65536x32", "16384x128", "512x2000",
                  "16x65536", "powerlaw", "1x1048576"};
    bool right = true;
    for (const char* shape : shapes)
        right = measure(shape, 21) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
