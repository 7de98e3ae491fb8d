// SPDX-License-Identifier: MIT
// What the programs that measure CUB share: errors, memory on the device, and the times of
// what is submitted to a stream.
#ifndef BENCH_CUDA_TIMES_CUH
#define BENCH_CUDA_TIMES_CUH

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

inline void check(cudaError_t error, const char* what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(EXIT_FAILURE);
}
#define CHECK(CALL) check((CALL), #CALL)

template <class T> T* take(size_t count)
{
    void* at = nullptr;
    CHECK(cudaMalloc(&at, (count > 0 ? count : 1) * sizeof(T)));
    return static_cast<T*>(at);
}

// A copy of about 0.1 ms, of several times what the caches of a GPU hold.
constexpr size_t cold_bytes = 256u << 20;
inline void copy_cold(cudaStream_t stream)
{
    static char* const from = take<char>(cold_bytes);
    static char* const to = take<char>(cold_bytes);
    CHECK(cudaMemcpyAsync(to, from, cold_bytes, cudaMemcpyDeviceToDevice, stream));
}

// The median, in milliseconds, of the GPU times of `samples` calls of submit(). They
// follow at least `warm` calls that are not counted and take at least 0.2 s, as in glsort's
// benchmarks. A copy before each call keeps the GPU at work until all of the call is
// submitted, unless submit() waits for the GPU itself.
template <class Submit>
double median_ms(cudaStream_t stream, int warm, int samples, Submit submit)
{
    cudaEvent_t begin, end;
    std::vector<float> times;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    auto start = std::chrono::steady_clock::now();
    auto is_cold = [&] {
        return std::chrono::steady_clock::now() - start < std::chrono::milliseconds(200);
    };
    for (int i = 0; i < samples;) {
        float ms = 0.0f;
        copy_cold(stream);
        CHECK(cudaEventRecord(begin, stream));
        submit();
        CHECK(cudaEventRecord(end, stream));
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        if (warm > 0 || is_cold()) {
            --warm;
            continue;
        }
        times.push_back(ms);
        ++i;
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

#endif
