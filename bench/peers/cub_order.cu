// SPDX-License-Identifier: MIT
// cub-order-bench: times a draw order as a CUDA program makes it, for comparison with
// `glsort bench --order`: a kernel turns positions into keys, cub::DeviceSelect removes
// what is outside the frustum, and cub::DeviceRadixSort::SortPairs sorts the rest.
//
// CUB takes the number of pairs from the CPU. A frame would have to wait for the number
// of visible elements; here it is known, which favours CUB.
//
// Positions are uniform in a cube of side 2 around the origin, seen along -z from
// (0, 0, 2.5), so that no byte of the keys is the same in all of them. The frustum is a box
// that keeps 100 - P % of the positions.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include <cub/cub.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "cuda_times.cuh"

namespace {

struct view {
    float origin[3], axis[3];
    float planes[6][4]; // inside where a x + b y + c z + d >= 0
};

__host__ __device__ uint32_t ordered(float depth)
{
    union {
        float f;
        uint32_t u;
    } bits = {depth};
    uint32_t up = bits.u >> 31 ? ~bits.u : bits.u | 0x80000000u;
    return ~up; // back to front
}

__host__ __device__ float depth_of(const float* p, const view& v)
{
    return (p[0] - v.origin[0]) * v.axis[0] + (p[1] - v.origin[1]) * v.axis[1] +
           (p[2] - v.origin[2]) * v.axis[2];
}

__host__ __device__ bool is_visible(const float* p, const view& v)
{
    bool inside = true;
    for (const auto& plane : v.planes)
        inside = inside &&
                 p[0] * plane[0] + p[1] * plane[1] + p[2] * plane[2] + plane[3] >= 0.0f;
    return inside;
}

__global__ void make_keys(const float* positions, uint32_t stride, uint32_t count, view v,
                          bool culls, uint32_t* keys, uint32_t* indices, uint8_t* flags)
{
    uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count)
        return;
    const float* p = positions + size_t(at) * stride;
    keys[at] = ordered(depth_of(p, v));
    indices[at] = at;
    if (culls)
        flags[at] = is_visible(p, v);
}

struct job {
    uint32_t count, stride, share; // words from position to position; percent outside
    view v;
    std::vector<float> host;
    uint32_t visible;
    float* positions;
    uint32_t *keys, *indices, *keys_kept, *indices_kept, *keys_out, *order, *number;
    uint8_t* flags;
    void* scratch;
    size_t scratch_bytes;
};

void select_kept(job& j, void* scratch, size_t& bytes, cudaStream_t stream)
{
    auto from = thrust::make_zip_iterator(thrust::make_tuple(j.keys, j.indices));
    auto to = thrust::make_zip_iterator(thrust::make_tuple(j.keys_kept, j.indices_kept));
    CHECK(cub::DeviceSelect::Flagged(scratch, bytes, from, j.flags, to, j.number,
                                     int(j.count), stream));
}

void sort_kept(job& j, void* scratch, size_t& bytes, cudaStream_t stream)
{
    bool culls = j.share > 0;
    CHECK(cub::DeviceRadixSort::SortPairs(
        scratch, bytes, culls ? j.keys_kept : j.keys, j.keys_out,
        culls ? j.indices_kept : j.indices, j.order, int(j.visible), 0, 32, stream));
}

void start(job& j, cudaStream_t stream)
{
    const uint32_t group = 256;
    make_keys<<<(j.count + group - 1) / group, group, 0, stream>>>(
        j.positions, j.stride, j.count, j.v, j.share > 0, j.keys, j.indices, j.flags);
    size_t bytes = j.scratch_bytes;
    if (j.share > 0)
        select_kept(j, j.scratch, bytes, stream);
    bytes = j.scratch_bytes;
    sort_kept(j, j.scratch, bytes, stream);
}

job create(uint32_t count, uint32_t stride, uint32_t share)
{
    job j = job();
    float inside = 1.0f - float(share) / 100.0f;
    j.count = count;
    j.stride = stride;
    j.share = share;
    j.v = {{0.0f, 0.0f, 2.5f},
           {0.0f, 0.0f, -1.0f},
           {{1, 0, 0, inside}, {-1, 0, 0, inside}, {0, 1, 0, 1}, {0, -1, 0, 1},
            {0, 0, 1, 1}, {0, 0, -1, 1}}};
    j.host.resize(size_t(count) * stride);
    uint64_t state = 1;
    for (float& word : j.host) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        word = float(uint32_t(state >> 32)) / 2147483648.0f - 1.0f;
    }
    j.visible = 0;
    for (uint32_t i = 0; i < count; ++i)
        j.visible += share == 0 || is_visible(&j.host[size_t(i) * stride], j.v);
    j.positions = take<float>(j.host.size());
    for (uint32_t** at : {&j.keys, &j.indices, &j.keys_kept, &j.indices_kept,
                          &j.keys_out, &j.order})
        *at = take<uint32_t>(count);
    j.number = take<uint32_t>(1);
    j.flags = take<uint8_t>(count);
    CHECK(cudaMemcpy(j.positions, j.host.data(), j.host.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    size_t bytes = 0;
    select_kept(j, nullptr, bytes, 0);
    j.scratch_bytes = bytes;
    sort_kept(j, nullptr, bytes, 0);
    j.scratch_bytes = std::max(j.scratch_bytes, bytes);
    j.scratch = take<char>(j.scratch_bytes);
    return j;
}

void release(job& j)
{
    for (void* at : {static_cast<void*>(j.positions), static_cast<void*>(j.keys),
                     static_cast<void*>(j.indices), static_cast<void*>(j.keys_kept),
                     static_cast<void*>(j.indices_kept), static_cast<void*>(j.keys_out),
                     static_cast<void*>(j.order), static_cast<void*>(j.number),
                     static_cast<void*>(j.flags), j.scratch})
        CHECK(cudaFree(at));
}

// The order is that of a stable sort of the visible elements on the CPU: of their keys, and
// among equal keys of their numbers.
bool is_right(job& j)
{
    std::vector<uint64_t> wanted;
    std::vector<uint32_t> order(j.visible);
    for (uint32_t i = 0; i < j.count; ++i)
        if (j.share == 0 || is_visible(&j.host[size_t(i) * j.stride], j.v))
            wanted.push_back(uint64_t(ordered(depth_of(&j.host[size_t(i) * j.stride], j.v)))
                                 << 32 | i);
    std::sort(wanted.begin(), wanted.end());
    CHECK(cudaMemcpy(order.data(), j.order, order.size() * sizeof(uint32_t),
                     cudaMemcpyDeviceToHost));
    return std::equal(order.begin(), order.end(), wanted.begin(), wanted.end(),
                      [](uint32_t at, uint64_t pair) { return at == uint32_t(pair); });
}

cudaGraphExec_t capture(job& j, cudaStream_t stream)
{
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    start(j, stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    return exec;
}

bool measure(uint32_t count, uint32_t stride, uint32_t share, int samples)
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    job j = create(count, stride, share);
    start(j, stream);
    CHECK(cudaStreamSynchronize(stream));
    bool right = is_right(j);
    cudaGraphExec_t graph = capture(j, stream);
    double streamed = median_ms(stream, 10, samples, [&] { start(j, stream); });
    double replayed = median_ms(stream, 10, samples,
                                [&] { CHECK(cudaGraphLaunch(graph, stream)); });
    std::printf("{\"count\": %u, \"cull_share\": %u, \"position_stride\": %u, \"visible\": "
                "%u, \"right\": %s, \"stream_ms\": %.5f, \"graph_ms\": %.5f}\n",
                count, share, stride * 4, j.visible, right ? "true" : "false", streamed,
                replayed);
    std::fflush(stdout);
    CHECK(cudaGraphExecDestroy(graph));
    release(j);
    CHECK(cudaStreamDestroy(stream));
    return right;
}

} // namespace

// cub-order-bench [FIRST_LOG LAST_LOG [SAMPLES [STRIDE_WORDS [LOG_STEP]]]]
int main(int argc, char** argv)
{
    int first = argc > 1 ? std::atoi(argv[1]) : 10, last = argc > 2 ? std::atoi(argv[2]) : 24;
    int samples = argc > 3 ? std::atoi(argv[3]) : 25;
    int stride = argc > 4 ? std::atoi(argv[4]) : 4, step = argc > 5 ? std::atoi(argv[5]) : 1;
    bool right = true;
    if (first < 0 || last > 28 || first > last || samples < 1 || stride < 3 ||
        step < 1) {
        std::fprintf(stderr, "usage: cub-order-bench [FIRST_LOG LAST_LOG [SAMPLES "
                             "[STRIDE_WORDS [LOG_STEP]]]]\nPrints a line of JSON for each "
                             "count 2^FIRST_LOG .. 2^LAST_LOG and share of culled elements.\n");
        return EXIT_FAILURE;
    }
    for (int log = first; log <= last; log += step)
        for (uint32_t share : {0u, 50u})
            right = measure(1u << log, uint32_t(stride), share, samples) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
