// SPDX-License-Identifier: MIT
#include "parallel_files.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { PIECE_BYTES = 16 << 20, PIECE_KEYS = 1 << 18, LINE_BYTES = 1 << 16 };

// ---- reading ------------------------------------------------------------------------

struct source {
    MPI_File file;
    const char* name;
    uint64_t bytes;
};

// Appends the bytes of the file from `at` to `end`.
static bool read_bytes(const struct source* s, uint64_t at, uint64_t end,
                       struct bytes* out)
{
    if (!bytes_reserve(out, (size_t)(end - at)))
        return false;
    while (at < end) {
        int wanted = end - at < PIECE_BYTES ? (int)(end - at) : PIECE_BYTES;
        MPI_Status status;
        int got = 0;
        int code = MPI_File_read_at(s->file, (MPI_Offset)at, out->at + out->count, wanted,
                                    MPI_BYTE, &status);
        if (!job_check(code, "read", s->name))
            return false;
        MPI_Get_count(&status, MPI_BYTE, &got);
        if (got <= 0)
            return complain("cannot read %s: it has become shorter", s->name);
        out->count += (size_t)got;
        at += (uint64_t)got;
    }
    out->at[out->count] = '\0';
    return true;
}

// This rank's keys of `count` that begin at byte `first`.
static bool read_words(const struct job* job, const struct source* source, uint64_t first,
                       uint64_t count, struct shard* s)
{
    uint64_t from = shard_first(count, job->rank, job->size);
    uint64_t to = shard_first(count, job->rank + 1, job->size);
    uint64_t size = keys_bytes(s->type);
    struct bytes data = {0};
    bool good = shard_allocate(s, to - from, false);
    for (uint64_t at = from; good && at < to; at += PIECE_KEYS) {
        uint64_t end = to - at < PIECE_KEYS ? to : at + PIECE_KEYS;
        struct keys view = {
            .type = s->type,
            .bits = s->bits + (at - from) * keys_words(s->type),
            .room = (uint32_t)(end - at),
        };
        data.count = 0;
        good = read_bytes(source, first + at * size, first + end * size, &data) &&
               keys_add_raw(&view, data.at, (uint32_t)(end - at));
    }
    bytes_release(&data);
    return good;
}

static bool read_raw(const struct job* job, const struct source* source, struct shard* s)
{
    uint64_t size = keys_bytes(s->type);
    if (source->bytes % size != 0)
        return complain("%s: %" PRIu64 " bytes are not a whole number of %" PRIu64
                        "-byte keys, the last has %" PRIu64,
                        source->name, source->bytes, size, source->bytes % size);
    return read_words(job, source, 0, source->bytes / size, s);
}

// Every rank reads the header itself.
static bool read_npy(const struct job* job, const struct source* source, struct shard* s)
{
    struct bytes data = {0};
    struct npy_header h = {0};
    uint64_t end = source->bytes < NPY_MOST_BYTES ? source->bytes : NPY_MOST_BYTES;
    bool good = read_bytes(source, 0, end, &data) &&
                keys_read_npy_header(&h, source->name, &data);
    bytes_release(&data);
    if (!good)
        return false;
    s->type = h.type;
    uint64_t there = source->bytes - h.data_at;
    if (h.count != there / keys_bytes(h.type) || there % keys_bytes(h.type) != 0)
        return keys_refuse_npy_size(source->name, &h, there);
    return read_words(job, source, h.data_at, h.count, s);
}

// The lines that begin in this rank's part of the bytes, with their ends.
static bool read_lines(const struct job* job, const struct source* source,
                       struct bytes* lines, size_t* skipped)
{
    uint64_t from = shard_first(source->bytes, job->rank, job->size);
    uint64_t to = shard_first(source->bytes, job->rank + 1, job->size);
    *skipped = 0;
    if (!bytes_reserve(lines, 1))
        return false;
    if (from == to)
        return true;
    if (!read_bytes(source, from > 0 ? from - 1 : 0, to, lines))
        return false;
    if (from > 0) { // the byte before tells whether a line begins with the first one
        const char* feed = memchr(lines->at, '\n', lines->count);
        if (!feed || feed + 1 == lines->at + lines->count) {
            lines->count = 0;
            return true;
        }
        *skipped = (size_t)(feed + 1 - lines->at);
    }
    while (lines->at[lines->count - 1] != '\n' && to < source->bytes) {
        uint64_t end = source->bytes - to < LINE_BYTES ? source->bytes : to + LINE_BYTES;
        size_t before = lines->count;
        if (!read_bytes(source, to, end, lines))
            return false;
        to = end;
        const char* feed = memchr(lines->at + before, '\n', lines->count - before);
        if (feed) {
            lines->count = (size_t)(feed + 1 - lines->at);
            lines->at[lines->count] = '\0';
        }
    }
    return true;
}

static uint64_t count_feeds(const char* at, size_t bytes)
{
    uint64_t feeds = 0;
    for (const char* end = at + bytes;
         (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        feeds++;
    return feeds;
}

static bool read_text(const struct job* job, const struct source* source, struct shard* s)
{
    struct bytes lines = {0};
    struct keys k = {.type = s->type};
    size_t skipped = 0;
    size_t used = 0;
    bool good = read_lines(job, source, &lines, &skipped);
    size_t bytes = good && lines.count > skipped ? lines.count - skipped : 0;
    const char* text = good ? lines.at + skipped : NULL;
    uint64_t feeds = bytes > 0 ? count_feeds(text, bytes) : 0;
    struct text_survey survey = {.line = 1 + job_sum_before(job, feeds)};
    good = good && keys_make_room(&k, 1) &&
           keys_add_text(&k, source->name, text, bytes, UINT32_MAX, &survey, &used);
    if (good && used < bytes)
        good = complain("%s: a rank reads at most %" PRIu32 " keys; take more ranks",
                        source->name, UINT32_MAX);
    survey.rounded = job_sum(job, survey.rounded);
    survey.f64_rounds = job_sum(job, survey.f64_rounds) > 0;
    survey.is_fractional = true; // the whole numbers of other ranks are not known
    if (good && job->rank == 0)
        keys_warn_of_rounding(&survey, s->type);
    bytes_release(&lines);
    s->bits = k.bits;
    s->count = good ? k.count : 0;
    return good;
}

// MPI-IO would wait for a FIFO to open, and has no words for a folder.
static bool check_regular(const char* path)
{
    struct stat about;
    return stat(path, &about) != 0 || S_ISREG(about.st_mode) ||
           complain("cannot read %s: ranks read regular files only", path);
}

bool parallel_read(const struct job* job, const char* path, enum file_format format,
                   struct shard* s)
{
    struct source source = {.name = path};
    MPI_Offset bytes = 0;
    if (!job_agrees(job, check_regular(path)))
        return false;
    int code =
        MPI_File_open(job->comm, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &source.file);
    if (!job_agrees(job, job_check(code, "open", path)))
        return false;
    MPI_File_get_size(source.file, &bytes);
    source.bytes = (uint64_t)bytes;
    bool good = format == FORMAT_NPY   ? read_npy(job, &source, s)
                : format == FORMAT_RAW ? read_raw(job, &source, s)
                                       : read_text(job, &source, s);
    good = job_agrees(job, good);
    MPI_File_close(&source.file);
    return good;
}

// ---- writing ------------------------------------------------------------------------

static bool to_bytes(enum file_format format, const struct keys* k, struct bytes* out)
{
    out->count = 0;
    return format == FORMAT_TEXT ? keys_to_text(k, out) : keys_to_raw(k, out);
}

// The keys from `at` on, at most a piece.
static struct keys piece_of(const struct shard* s, uint64_t at)
{
    uint64_t left = s->count - at;
    uint32_t* positions = s->positions ? (uint32_t*)(s->positions + at) : NULL;
    return (struct keys){
        .type = positions ? GLSORT_KEY_U64 : s->type,
        .count = left < PIECE_KEYS ? (uint32_t)left : PIECE_KEYS,
        .bits = positions ? positions : s->bits + at * keys_words(s->type),
    };
}

// The bytes that this rank writes; of text they must be counted.
static bool measure(enum file_format format, const struct shard* s, uint64_t* bytes)
{
    struct bytes data = {0};
    bool good = true;
    *bytes = s->count * (s->positions ? 8 : keys_bytes(s->type));
    if (format != FORMAT_TEXT)
        return true;
    *bytes = 0;
    for (uint64_t at = 0; good && at < s->count; at += PIECE_KEYS) {
        struct keys piece = piece_of(s, at);
        good = to_bytes(format, &piece, &data);
        *bytes += data.count;
    }
    bytes_release(&data);
    return good;
}

static bool write_bytes(MPI_File file, const char* name, uint64_t* at,
                        const struct bytes* data)
{
    for (size_t done = 0; done < data->count; done += PIECE_BYTES) {
        size_t left = data->count - done;
        int wanted = left < PIECE_BYTES ? (int)left : PIECE_BYTES;
        int wrote = 0;
        MPI_Status status;
        int code = MPI_File_write_at(file, (MPI_Offset)(*at + done), data->at + done,
                                     wanted, MPI_BYTE, &status);
        if (!job_check(code, "write", name))
            return false;
        MPI_Get_count(&status, MPI_BYTE, &wrote);
        if (wrote != wanted) // as Open MPI reports a full disk
            return complain("cannot write %s: %d of %d bytes were written; is the disk "
                            "full?",
                            name, wrote, wanted);
    }
    *at += data->count;
    return true;
}

static bool write_all(const struct job* job, MPI_File file, const char* name,
                      enum file_format format, const struct shard* s)
{
    struct bytes data = {0};
    uint64_t bytes = 0;
    uint64_t header = 0;
    uint64_t total = job_sum(job, s->count);
    bool good = measure(format, s, &bytes);
    uint64_t at = job_sum_before(job, bytes);
    if (good && format == FORMAT_NPY) {
        good = keys_to_npy_header(s->positions ? GLSORT_KEY_U64 : s->type, total, &data);
        header = data.count;
        uint64_t start = 0;
        if (good && job->rank == 0)
            good = write_bytes(file, name, &start, &data);
    }
    at += header;
    for (uint64_t k = 0; good && k < s->count; k += PIECE_KEYS) {
        struct keys piece = piece_of(s, k);
        good = to_bytes(format, &piece, &data) && write_bytes(file, name, &at, &data);
    }
    bytes_release(&data);
    return good;
}

// Rank 0 makes the temporary file and tells the others its name: they remove it if rank 0
// is killed, which ends the job.
bool parallel_open(const struct job* job, const char* path, struct parallel_output* out)
{
    bool good = true;
    *out = (struct parallel_output){.replacement.file = -1, .path = path};
    if (job->rank == 0) {
        struct replacement* r = &out->replacement;
        const char* reason = replacement_open(r, path);
        if (reason)
            good = complain("cannot write %s: %s", path, reason);
        else if (!r->temporary || strlen(r->temporary) >= PATH_MAX)
            good = complain("cannot write %s: ranks write regular files only", path);
        else
            strcpy(out->name, r->temporary);
    }
    if (!job_agrees(job, good))
        return false;
    MPI_Bcast(out->name, PATH_MAX, MPI_CHAR, 0, job->comm);
    if (job->rank > 0)
        replacement_guard(&out->replacement, out->name);
    return true;
}

// Writes all to the temporary file.
static bool fill_output(const struct job* job, const char* temporary, const char* path,
                        enum file_format format, const struct shard* s)
{
    MPI_File file;
    int code = MPI_File_open(job->comm, temporary, MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (!job_agrees(job, job_check(code, "open", temporary)))
        return false;
    bool good = write_all(job, file, path, format, s);
    code = MPI_File_close(&file);
    return job_agrees(job, good && job_check(code, "write", path));
}

// Only rank 0 has the file's names.
static bool keep_output(const struct job* job, const char* path, struct replacement* r)
{
    const char* reason = job->rank == 0 ? replacement_keep(r) : NULL;
    return job_agrees(job, !reason || complain("cannot write %s: %s", path, reason));
}

bool parallel_write(const struct job* job, struct parallel_output* out,
                    enum file_format format, const struct shard* s)
{
    return fill_output(job, out->name, out->path, format, s) &&
           keep_output(job, out->path, &out->replacement);
}

void parallel_close(struct parallel_output* out)
{
    replacement_discard(&out->replacement);
}
