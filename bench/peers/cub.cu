// SPDX-License-Identifier: MIT
// cub-bench: times the sorts of NVIDIA's CUB on the same tasks as glsort-bench, and
// writes the same rows. One process cannot time both fairly, since each keeps its context
// and its memory, so bench/run.py lets the two programs take turns.
//
//   radix      cub::DeviceRadixSort, pairs and keys, into other buffers
//   merge      cub::DeviceMergeSort, stable, in place: its input is restored first
//   segmented  cub::DeviceSegmentedSort, stable, one segment of everything
//
// Each as a stream of launches, and replayed as a graph, which avoids the CPU's cost of
// the launches.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <cub/cub.cuh>
#include <cuda/std/bit>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "axes.h"
#include "cuda_times.cuh"
#include "row.h"

namespace {

const uint32_t most_segmented = 1u << 20; // one block sorts a segment, which is slow
const uint32_t most_transfers = 5;
const uint32_t many = 1u << 24; // as in measure.c: above, the CPU's part takes too long

// Opaque values of 8 and 16 bytes.
template <int WORDS> struct words {
    uint32_t at[WORDS];
};

struct buffers {
    void *keys_in, *values_in, *keys_out, *values_out, *poison, *scratch;
    size_t key_bytes, value_bytes, poison_bytes, scratch_bytes; // values: 0 for none
};

enum algorithm { RADIX, MERGE, SEGMENTED };

// A sort that is launched on a stream. With scratch NULL it returns the scratch size.
typedef cudaError_t (*launch)(const buffers& b, void* scratch, size_t& bytes, int count,
                              cudaStream_t stream);

// Floats by the order of their bits, as glsort and CUB's radix sort have it: a merge sort
// by a < b fails if there are NaNs.
struct is_less {
    template <class T> __host__ __device__ bool operator()(const T& a, const T& b) const
    {
        return a < b;
    }
    static __host__ __device__ uint32_t rank(float a)
    {
        uint32_t bits = cuda::std::bit_cast<uint32_t>(a);
        return bits >> 31 ? ~bits : bits | 0x80000000u;
    }
    __host__ __device__ bool operator()(const float& a, const float& b) const
    {
        return rank(a) < rank(b);
    }
};

// Begin and end of the one segment, without an array of them.
struct segment_end {
    int count;
    __host__ __device__ int operator()(int at) const
    {
        return at * count;
    }
};

template <class K, class V> struct sorts {
    static const bool pairs = !cuda::std::is_same<V, cub::NullType>::value;

    static cudaError_t radix(const buffers& b, void* scratch, size_t& bytes, int count,
                             cudaStream_t stream)
    {
        const K* in = static_cast<const K*>(b.keys_in);
        K* out = static_cast<K*>(b.keys_out);
        if constexpr (pairs)
            return cub::DeviceRadixSort::SortPairs(
                scratch, bytes, in, out, static_cast<const V*>(b.values_in),
                static_cast<V*>(b.values_out), count, 0, int(sizeof(K) * 8), stream);
        else
            return cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, count, 0,
                                                  int(sizeof(K) * 8), stream);
    }

    static cudaError_t merge(const buffers& b, void* scratch, size_t& bytes, int count,
                             cudaStream_t stream)
    {
        K* keys = static_cast<K*>(b.keys_out);
        if constexpr (pairs)
            return cub::DeviceMergeSort::StableSortPairs(scratch, bytes, keys,
                                                         static_cast<V*>(b.values_out),
                                                         count, is_less(), stream);
        else
            return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, keys, count,
                                                        is_less(), stream);
    }

    static cudaError_t segmented(const buffers& b, void* scratch, size_t& bytes,
                                 int count, cudaStream_t stream)
    {
        const K* in = static_cast<const K*>(b.keys_in);
        K* out = static_cast<K*>(b.keys_out);
        auto ends = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                    segment_end{count});
        if constexpr (pairs)
            return cub::DeviceSegmentedSort::StableSortPairs(
                scratch, bytes, in, out, static_cast<const V*>(b.values_in),
                static_cast<V*>(b.values_out), count, 1, ends, ends + 1, stream);
        else
            return cub::DeviceSegmentedSort::StableSortKeys(
                scratch, bytes, in, out, count, 1, ends, ends + 1, stream);
    }

    static launch of(algorithm a)
    {
        return a == RADIX ? radix : a == MERGE ? merge : segmented;
    }
};

template <class K> launch launch_of_keys(const char* values, algorithm a)
{
    if (std::strcmp(values, "none") == 0)
        return sorts<K, cub::NullType>::of(a);
    if (std::strcmp(values, "u32") == 0 || std::strcmp(values, "indices") == 0)
        return sorts<K, uint32_t>::of(a);
    if (std::strcmp(values, "u64") == 0)
        return sorts<K, words<2>>::of(a);
    if (std::strcmp(values, "u128") == 0)
        return sorts<K, words<4>>::of(a);
    return nullptr;
}

// NULL: not built in, since each type takes minutes to compile.
launch launch_of(const task& t, algorithm a)
{
    if (t.order == GLSORT_DESCENDING)
        return nullptr;
    if (std::strcmp(t.key->name, "u32") == 0)
        return launch_of_keys<uint32_t>(t.values->name, a);
    if (std::strcmp(t.key->name, "f32") == 0)
        return launch_of_keys<float>(t.values->name, a);
    if (std::strcmp(t.key->name, "u64") == 0)
        return launch_of_keys<unsigned long long>(t.values->name, a);
    return nullptr;
}

struct lane {
    algorithm kind;
    launch sort; // NULL: refused
    row told;
    cudaGraphExec_t graph; // NULL: a stream of launches
    double estimate_ms;
};

struct machine {
    cudaStream_t stream;
    cudaEvent_t begin, end;
    uint32_t samples;
    double seconds, warm_up_ms;
    bool sorts_alone; // no transfers, and fewer checks
    bool cold;        // copies of 256 MiB before each time stamp, not of the outputs
    bool kinds[SEGMENTED + 1];
    double copy_rate;
};

// ---- one task -------------------------------------------------------------------------

struct arena {
    machine* m;
    workload work;
    buffers b;
    std::vector<lane> lanes;
    std::vector<char> keys, values; // downloaded result
};

void upload(arena& a)
{
    CHECK(cudaMemcpyAsync(a.b.keys_in, a.work.keys, a.b.key_bytes, cudaMemcpyHostToDevice,
                          a.m->stream));
    if (a.work.values)
        CHECK(cudaMemcpyAsync(a.b.values_in, a.work.values, a.b.value_bytes,
                              cudaMemcpyHostToDevice, a.m->stream));
}

void download(arena& a)
{
    CHECK(cudaMemcpyAsync(a.keys.data(), a.b.keys_out, a.b.key_bytes,
                          cudaMemcpyDeviceToHost, a.m->stream));
    if (a.b.value_bytes > 0)
        CHECK(cudaMemcpyAsync(a.values.data(), a.b.values_out, a.b.value_bytes,
                              cudaMemcpyDeviceToHost, a.m->stream));
    CHECK(cudaStreamSynchronize(a.m->stream));
}

// Generated indices are read like any values: CUB has no others without an iterator.
void fill_indices(arena& a)
{
    std::vector<uint32_t> indices(a.work.task.count);
    for (uint32_t i = 0; i < a.work.task.count; ++i)
        indices[i] = i;
    CHECK(cudaMemcpy(a.b.values_in, indices.data(), a.b.value_bytes,
                     cudaMemcpyHostToDevice));
}

void create_buffers(arena& a)
{
    const task& t = a.work.task;
    buffers& b = a.b;
    b = buffers();
    b.key_bytes = size_t(t.count) * t.key->bytes;
    b.value_bytes = size_t(t.count) * t.values->bytes;
    b.poison_bytes = b.key_bytes > b.value_bytes ? b.key_bytes : b.value_bytes;
    b.keys_in = take<char>(b.key_bytes);
    b.keys_out = take<char>(b.key_bytes);
    b.values_in = take<char>(b.value_bytes);
    b.values_out = take<char>(b.value_bytes);
    b.poison = take<char>(b.poison_bytes);
    CHECK(cudaMemset(b.poison, 0xA5, b.poison_bytes));
    for (const lane& l : a.lanes) {
        size_t bytes = 0;
        if (l.sort)
            CHECK(l.sort(b, nullptr, bytes, int(t.count), a.m->stream));
        b.scratch_bytes = bytes > b.scratch_bytes ? bytes : b.scratch_bytes;
    }
    b.scratch = take<char>(b.scratch_bytes);
    a.keys.resize(b.key_bytes);
    a.values.resize(b.value_bytes);
    upload(a);
    if (b.value_bytes > 0 && !a.work.values)
        fill_indices(a);
}

void release_buffers(arena& a)
{
    for (void* at : {a.b.keys_in, a.b.values_in, a.b.keys_out, a.b.values_out, a.b.poison,
                     a.b.scratch})
        CHECK(cudaFree(at));
}

// Overwrites the outputs; for a sort in place, with the input.
void poison(arena& a, const lane& l)
{
    const buffers& b = a.b;
    bool in_place = l.kind == MERGE;
    CHECK(cudaMemcpyAsync(b.keys_out, in_place ? b.keys_in : b.poison, b.key_bytes,
                          cudaMemcpyDeviceToDevice, a.m->stream));
    if (b.value_bytes > 0)
        CHECK(cudaMemcpyAsync(b.values_out, in_place ? b.values_in : b.poison,
                              b.value_bytes, cudaMemcpyDeviceToDevice, a.m->stream));
}

void start(arena& a, const lane& l)
{
    size_t bytes = a.b.scratch_bytes;
    if (l.graph)
        CHECK(cudaGraphLaunch(l.graph, a.m->stream));
    else
        CHECK(l.sort(a.b, a.b.scratch, bytes, int(a.work.task.count), a.m->stream));
}

// A sort that reads data back between launches cannot be a graph.
void capture(arena& a, lane& l)
{
    cudaGraph_t graph = nullptr;
    size_t bytes = a.b.scratch_bytes;
    CHECK(cudaStreamBeginCapture(a.m->stream, cudaStreamCaptureModeThreadLocal));
    cudaError_t error = l.sort(a.b, a.b.scratch, bytes, int(a.work.task.count),
                               a.m->stream);
    cudaError_t ended = cudaStreamEndCapture(a.m->stream, &graph);
    if (error != cudaSuccess || ended != cudaSuccess || !graph ||
        cudaGraphInstantiate(&l.graph, graph, 0) != cudaSuccess) {
        std::snprintf(l.told.refusal, sizeof l.told.refusal, "it cannot be a graph: %s",
                      cudaGetErrorString(cudaGetLastError()));
        l.sort = nullptr;
    }
    if (graph)
        CHECK(cudaGraphDestroy(graph));
}

// Milliseconds from the call until the sort is done.
double run(arena& a, lane& l, double* submit_ms)
{
    poison(a, l);
    CHECK(cudaStreamSynchronize(a.m->stream));
    double begin = clock_ms();
    start(a, l);
    *submit_ms = clock_ms() - begin;
    CHECK(cudaStreamSynchronize(a.m->stream));
    return clock_ms() - begin;
}

// Keeps the GPU busy until the sort is submitted, as glsort-bench does.
void lead_in(arena& a, const lane& l, double ms)
{
    double rate = a.m->copy_rate > 0.0 ? a.m->copy_rate : 1e11;
    double outputs = double(a.b.key_bytes + a.b.value_bytes);
    double once = 0.004 + 2e3 * (a.m->cold ? double(cold_bytes) : outputs) / rate;
    for (uint32_t left = uint32_t(ms / once) + 1; left > 0; --left)
        if (a.m->cold)
            copy_cold(a.m->stream);
        else
            poison(a, l);
}

void sample(arena& a, lane& l)
{
    double submit = 0.0, ms = run(a, l, &submit);
    float gpu = 0.0f;
    samples_add(&l.told.cpu, ms);
    samples_add(&l.told.submit, submit);
    lead_in(a, l, 0.05 + 1.5 * submit);
    CHECK(cudaEventRecord(a.m->begin, a.m->stream));
    start(a, l);
    CHECK(cudaEventRecord(a.m->end, a.m->stream));
    CHECK(cudaStreamSynchronize(a.m->stream));
    CHECK(cudaEventElapsedTime(&gpu, a.m->begin, a.m->end));
    samples_add(&l.told.gpu, gpu);
}

void sample_transfer(arena& a, lane& l)
{
    CHECK(cudaStreamSynchronize(a.m->stream));
    double begin = clock_ms();
    upload(a);
    if (l.kind == MERGE)
        poison(a, l);
    start(a, l);
    download(a);
    samples_add(&l.told.end_to_end, clock_ms() - begin);
}

void test(arena& a, lane& l)
{
    double submit;
    l.estimate_ms = run(a, l, &submit);
    download(a);
    l.told.right = l.told.right && workload_check(&a.work, a.keys.data(),
                                                  a.b.value_bytes ? a.values.data()
                                                                  : nullptr,
                                                  UINT32_MAX);
}

void add_lane(arena& a, algorithm kind, const char* name, const char* variant)
{
    const task& t = a.work.task;
    lane l = lane();
    l.kind = kind;
    l.told.task = t;
    l.told.entropy = a.work.entropy;
    l.told.algorithm = name;
    l.told.variant = variant;
    l.told.backend = "cuda";
    l.told.right = true;
    l.told.stamps = true;
    l.told.copy_rate = a.m->copy_rate;
    l.sort = launch_of(t, kind);
    if (!l.sort)
        std::snprintf(l.told.refusal, sizeof l.told.refusal,
                      "cub-bench is not built for these types and this order");
    else if (kind == SEGMENTED && t.count > most_segmented)
        l.sort = nullptr, std::snprintf(l.told.refusal, sizeof l.told.refusal,
                                        "not run: one segment of so many takes too long");
    a.lanes.push_back(l);
}

void warm_up(arena& a)
{
    double begin = clock_ms(), submit;
    while (clock_ms() - begin < a.m->warm_up_ms)
        for (lane& l : a.lanes)
            if (l.sort)
                run(a, l, &submit);
}

// Checks a lane, and makes its graph. A graph repeats the launches of the stream, whose lane
// comes before it, so many elements are then checked once.
void prepare(arena& a, lane& l)
{
    const bool graph = std::strcmp(l.told.variant, "graph") == 0;
    if (!graph || !a.m->sorts_alone)
        test(a, l);
    if (graph)
        capture(a, l);
    if (!graph || !l.sort)
        return;
    if (a.m->sorts_alone && a.work.task.count > many) {
        double submit;
        l.estimate_ms = run(a, l, &submit);
    } else
        test(a, l);
}

void measure(arena& a)
{
    const machine& m = *a.m;
    double share_ms = m.seconds * 1e3 / double(a.lanes.size());
    for (lane& l : a.lanes)
        if (l.sort)
            prepare(a, l);
    warm_up(a);
    for (uint32_t round = 0; round < m.samples; ++round)
        for (lane& l : a.lanes)
            if (l.sort && (round < 3 || 2.0 * l.estimate_ms * round < share_ms))
                sample(a, l);
    for (uint32_t round = 0; round < (m.sorts_alone ? 0 : most_transfers); ++round)
        for (lane& l : a.lanes)
            if (l.sort && (round == 0 || (a.work.task.count <= many &&
                                          10.0 * l.estimate_ms * round < share_ms)))
                sample_transfer(a, l);
    for (lane& l : a.lanes)
        if (l.sort && a.work.task.count <= many && !m.sorts_alone)
            test(a, l);
}

// Copies random bytes, since devices may compress memory of equal words.
double copy_rate(machine& m, uint64_t bytes)
{
    samples times = samples();
    std::vector<uint32_t> random(bytes / 4);
    void *from = take<char>(bytes), *to = take<char>(bytes);
    uint64_t state = 1;
    for (uint32_t& word : random) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        word = uint32_t(state >> 32);
    }
    CHECK(cudaMemcpy(from, random.data(), bytes, cudaMemcpyHostToDevice));
    for (int i = -2; i < 9; ++i) {
        float ms = 0.0f;
        CHECK(cudaEventRecord(m.begin, m.stream));
        CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, m.stream));
        CHECK(cudaEventRecord(m.end, m.stream));
        CHECK(cudaStreamSynchronize(m.stream));
        CHECK(cudaEventElapsedTime(&ms, m.begin, m.end));
        if (i >= 0)
            samples_add(&times, ms);
    }
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    return 2e3 * double(bytes) / samples_median(&times);
}

// ---- the program ----------------------------------------------------------------------

struct program {
    machine m;
    axes wanted;
    row_writer writer;
};

bool run_task(void* user, const task* t, bool first)
{
    program& p = *static_cast<program*>(user);
    arena a = arena();
    bool right = true;
    (void)first;
    a.m = &p.m;
    if (!workload_create(&a.work, t))
        return false;
    const char* const names[] = {"cub-radix", "cub-merge", "cub-segmented"};
    for (int kind = RADIX; kind <= SEGMENTED; ++kind)
        for (const char* variant : {"stream", "graph"})
            if (p.m.kinds[kind])
                add_lane(a, algorithm(kind), names[kind], variant);
    create_buffers(a);
    measure(a);
    for (lane& l : a.lanes) {
        l.told.scratch_bytes = a.b.scratch_bytes;
        rows_add(&p.writer, &l.told);
        right = right && l.told.right;
        if (l.graph)
            CHECK(cudaGraphExecDestroy(l.graph));
    }
    release_buffers(a);
    workload_release(&a.work);
    return right;
}

// "cub-radix,cub-merge": the lanes that are measured.
bool set_kinds(machine& m, const char* list)
{
    const char* const names[] = {"cub-radix", "cub-merge", "cub-segmented"};
    bool any = false;
    for (int kind = RADIX; kind <= SEGMENTED; ++kind) {
        m.kinds[kind] = std::strstr(list, names[kind]) != nullptr;
        any = any || m.kinds[kind];
    }
    return any;
}

bool parse(int argc, char** argv, program& p, origin& o, const char** path)
{
    *path = "-";
    for (int i = 1; i + 1 < argc; i += 2) {
        bool fits = true;
        if (std::strcmp(argv[i], "--json") == 0)
            *path = argv[i + 1];
        else if (std::strcmp(argv[i], "--commit") == 0)
            o.commit = argv[i + 1];
        else if (std::strcmp(argv[i], "--budget") == 0)
            p.m.seconds = std::atof(argv[i + 1]);
        else if (std::strcmp(argv[i], "--warm-up") == 0)
            p.m.warm_up_ms = 1e3 * std::atof(argv[i + 1]);
        else if (std::strcmp(argv[i], "--measure") == 0) {
            p.m.cold = std::strcmp(argv[i + 1], "cold") == 0;
            p.m.sorts_alone = p.m.cold || std::strcmp(argv[i + 1], "sorts") == 0;
        }
        else if (std::strcmp(argv[i], "--only") == 0) {
            if (!set_kinds(p.m, argv[i + 1]))
                return false;
        }
        else if (std::strcmp(argv[i], "--samples") == 0)
            p.m.samples = uint32_t(std::atoi(argv[i + 1]));
        else if (!axes_option(&p.wanted, argv[i], argv[i + 1], &fits) || !fits)
            return false;
    }
    return argc % 2 == 1 && p.wanted.count_count > 0 && p.m.samples > 0 &&
           p.m.seconds > 0.0;
}

// Names the device, the driver and the day.
void describe(origin& o)
{
    static cudaDeviceProp device;
    static char driver[96];
    int version = 0;
    time_t now = std::time(nullptr);
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cudaDriverGetVersion(&version));
    std::snprintf(driver, sizeof driver, "CUDA %d.%d, CUB %d.%d.%d", version / 1000,
                  version % 1000 / 10, CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                  CUB_SUBMINOR_VERSION);
    std::strftime(o.date, sizeof o.date, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
    o.device = device.name;
    o.driver = driver;
    o.api = "cuda";
    o.command = "cub-bench";
}

} // namespace

int main(int argc, char** argv)
{
    const char* path = "-";
    program p = program();
    origin o = origin();
    p.m.samples = 25;
    p.m.seconds = 20.0;
    p.m.warm_up_ms = 400.0;
    set_kinds(p.m, "cub-radix,cub-merge,cub-segmented");
    axes_default(&p.wanted);
    o.commit = "not known";
    if (!parse(argc, argv, p, o, &path)) {
        std::fprintf(stderr,
                     "usage: cub-bench --count LIST [--key LIST] [--values LIST]\n"
                     "  [--distribution LIST] [--budget S] [--samples N] [--json FILE]\n"
                     "  [--commit TEXT] [--only cub-radix,cub-merge,cub-segmented]\n"
                     "  [--warm-up S] [--measure all|sorts|cold], as glsort-bench has them\n");
        return EXIT_FAILURE;
    }
    describe(o);
    FILE* file = std::strcmp(path, "-") == 0 ? stdout : std::fopen(path, "wb");
    if (!file) {
        std::fprintf(stderr, "cub-bench: %s cannot be written\n", path);
        return EXIT_FAILURE;
    }
    CHECK(cudaStreamCreate(&p.m.stream));
    CHECK(cudaEventCreate(&p.m.begin));
    CHECK(cudaEventCreate(&p.m.end));
    p.m.copy_rate = copy_rate(p.m, 64u << 20);
    p.writer = rows_start(file, ROWS_JSON, &o);
    bool right = axes_for_each(&p.wanted, run_task, &p);
    return rows_end(&p.writer) && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
