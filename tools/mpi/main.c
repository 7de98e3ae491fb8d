// SPDX-License-Identifier: MIT
// glsort-mpi: sorts a file by all ranks of a job, each with a GL context of its own.
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "memory_limit.h"
#include "parallel_files.h"
#include "parallel_sort.h"

static const char usage[] =
    "usage: mpirun -n N glsort-mpi sort [options] FILE -o FILE\n"
    "       mpirun -n N glsort-mpi bench [options]\n\n"
    "sort   sorts a file by all ranks, as \"glsort sort\" does: each reads a part of "
    "it,\n"
    "       sorts on a GPU, exchanges with the others and writes an equal part\n"
    "bench  sorts random keys by 1, 2, 4, ... ranks and prints how that scales\n\n"
    "  -o, --output FILE    where to write, once the result is complete\n"
    "      --format F       text, raw or npy, of input and output; else by file name\n"
    "                       (.npy, .raw or .bin; text)\n"
    "      --type T         type of key: u32, i32, f32, u64, i64, f64 or u16 (u32; an\n"
    "                       .npy file has its own)\n"
    "      --descending     largest first; equal keys stay in the order of the input\n"
    "      --argsort        write the input index (from 0, as u64) of each sorted key\n"
    "      --memory SIZE    of a rank's sorts, such as 500M or 2G (half of\n"
    "                       what the host may use, shared by its ranks)\n"
    "      --piece SIZE     most bytes that a rank sends at once, below 1G (64M)\n"
    "  -x, --count N        bench: keys, in all and for each rank (1000000)\n"
    "  -t, --timing         print the times of the parts, the slowest rank's\n"
    "  -h, --help           print this\n\n"
    "Rank r of a host with n GPUs takes GPU r mod n.\n";

struct request {
    bool help;
    bool bench;
    bool argsort;
    bool timing;
    bool has_type;
    const char* input;
    const char* output;
    const char* format;
    uint64_t count;
    struct parallel_sort sort;
};

// ---- options ------------------------------------------------------------------------

static bool take_size(const char* name, const char* text, uint64_t most, uint64_t* size)
{
    return memory_size_of(text, most, size) ||
           complain("--%s is a number, such as 500M, from 1 to %" PRIu64 ", not \"%s\"",
                    name, most, text);
}

static bool take_type(struct request* r, const char* text)
{
    for (int type = GLSORT_KEY_U32; type <= GLSORT_KEY_U16; type++) {
        if (strcmp(keys_type_name((glsort_key)type), text) == 0) {
            r->sort.desc.key = (glsort_key)type;
            r->has_type = true;
            return true;
        }
    }
    return complain("--type is u32, i32, f32, u64, i64, f64 or u16, not \"%s\"", text);
}

static bool take_option(struct request* r, int code)
{
    switch (code) {
    case 'o': r->output = optarg; return true;
    case 'f': r->format = optarg; return true;
    case 'T': return take_type(r, optarg);
    case 'D': r->sort.desc.direction = GLSORT_DESCENDING; return true;
    case 'a': r->argsort = true; return true;
    case 't': r->timing = true; return true;
    case 'h': r->help = true; return true;
    case 'x': return take_size("count", optarg, UINT64_C(1) << 48, &r->count);
    case 'm': return take_size("memory", optarg, UINT64_MAX >> 1, &r->sort.memory);
    case 'p': return take_size("piece", optarg, UINT64_C(1) << 30, &r->sort.piece);
    case ':': return complain("an option lacks its argument; see glsort-mpi --help");
    default: return complain("there is an unknown option; see glsort-mpi --help");
    }
}

static bool take_operands(struct request* r, int count, char** operands)
{
    if (r->help)
        return true;
    if (count > 0 && strcmp(operands[0], "bench") == 0) {
        r->bench = true;
        return count == 1 || complain("bench takes no file");
    }
    if (count < 1 || strcmp(operands[0], "sort") != 0)
        return complain("the commands are sort and bench; see glsort-mpi --help");
    if (count != 2)
        return complain("sort takes one file, not %d", count - 1);
    r->input = operands[1];
    return r->output || complain("sort needs -o FILE: ranks write a file at once");
}

static bool parse(struct request* r, int argc, char** argv)
{
    static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"type", required_argument, NULL, 'T'},
                                          {"descending", no_argument, NULL, 'D'},
                                          {"argsort", no_argument, NULL, 'a'},
                                          {"memory", required_argument, NULL, 'm'},
                                          {"piece", required_argument, NULL, 'p'},
                                          {"count", required_argument, NULL, 'x'},
                                          {"timing", no_argument, NULL, 't'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    int code;
    *r = (struct request){.count = 1000000, .sort.piece = 64 << 20};
    while ((code = getopt_long(argc, argv, ":o:x:th", longs, NULL)) != -1) {
        if (!take_option(r, code))
            return false;
    }
    return take_operands(r, argc - optind, argv + optind);
}

static bool format_of(const struct request* r, const char* path, enum file_format* format)
{
    static const char* const words[] = {
        [FORMAT_TEXT] = "text", [FORMAT_RAW] = "raw", [FORMAT_NPY] = "npy"};
    *format = keys_format_of_name(path);
    if (*format == FORMAT_BY_NAME)
        *format = FORMAT_TEXT;
    if (!r->format)
        return true;
    for (*format = FORMAT_TEXT; *format <= FORMAT_NPY; ++*format)
        if (strcmp(r->format, words[*format]) == 0)
            return true;
    return complain("--format is text, raw or npy, not \"%s\"", r->format);
}

// ---- commands -----------------------------------------------------------------------

static void print_times(const struct job* job, const struct shard* s,
                        struct parallel_times* t, double read, double write)
{
    read = job_max(job, read);
    write = job_max(job, write);
    parallel_times_join(job, t);
    double largest = job_max(job, (double)s->count);
    uint64_t total = job_sum(job, s->count);
    if (job->rank == 0)
        fprintf(stderr,
                "%" PRIu64 " keys, %d ranks: read %.3f s, sort %.3f s, split %.3f s in "
                "%" PRIu32 " rounds, exchange %.3f s of %.1f MB, merge %.3f s, write "
                "%.3f s; largest part %.4f of the mean\n",
                total, job->size, read, t->sort, t->split, t->rounds, t->exchange,
                (double)t->sent / 1e6, t->merge, write,
                total ? largest * job->size / (double)total : 1.0);
}

static bool check_type(const struct request* r, const struct shard* s)
{
    return !r->has_type || s->type == r->sort.desc.key ||
           complain("%s: the elements are of type %s, not %s as --type says", r->input,
                    keys_type_name(s->type), keys_type_name(r->sort.desc.key));
}

static bool sort_file(const struct request* r, const struct job* job)
{
    enum file_format from, to;
    struct parallel_sort sort = r->sort;
    struct parallel_times times = {0};
    struct shard s = {.type = sort.desc.key};
    struct parallel_output out = {.path = NULL};
    if (!job_agrees(job, format_of(r, r->input, &from) && format_of(r, r->output, &to)))
        return false;
    double start = MPI_Wtime();
    bool good =
        parallel_open(job, r->output, &out) && parallel_read(job, r->input, from, &s);
    double read = MPI_Wtime() - start;
    good = good && job_agrees(job, check_type(r, &s));
    sort.desc.key = s.type;
    if (good && r->argsort) {
        s.positions = malloc(s.count > 0 ? (size_t)s.count * sizeof *s.positions : 1);
        good = job_agrees(job, s.positions || complain_of_memory());
    }
    good = good && parallel_sort_run(&sort, job, &s, &times);
    start = MPI_Wtime();
    good = good && parallel_write(job, &out, to, &s);
    if (good && r->timing)
        print_times(job, &s, &times, read, MPI_Wtime() - start);
    parallel_close(&out);
    shard_release(&s);
    return good;
}

static void print_devices(const struct job* job, const struct device* d)
{
    char names[sizeof d->name];
    for (int rank = 0; rank < job->size; rank++) {
        memcpy(names, d->name, sizeof names);
        MPI_Bcast(names, sizeof names, MPI_CHAR, rank, job->comm);
        if (job->rank == 0)
            printf("rank %d: %s\n", rank, names);
    }
}

static bool run(struct request* r, const struct job* job)
{
    struct device device;
    if (!device_open(&device, job)) {
        device_close(&device);
        return false;
    }
    r->sort.context = device.context;
    if (r->sort.memory == 0)
        r->sort.memory = memory_limit() / 2 / (uint64_t)device.ranks;
    if (r->bench)
        print_devices(job, &device);
    bool good = r->bench ? scaling_run(&r->sort, job, r->count) : sort_file(r, job);
    device_close(&device);
    return good;
}

int main(int argc, char** argv)
{
    struct request request;
    MPI_Init(&argc, &argv);
    signal(SIGXFSZ, SIG_IGN); // then a failure of write, which has a sentence
    struct job job = job_of(MPI_COMM_WORLD);
    bool good = job_agrees(&job, parse(&request, argc, argv));
    if (good && request.help) {
        if (job.rank == 0)
            fputs(usage, stdout);
    } else {
        good = good && run(&request, &job);
    }
    MPI_Finalize();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
