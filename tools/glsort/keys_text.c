// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

// Longest number written, "-1.17549435e-38", and its line feed, with room to spare.
enum { NUMBER_BYTES = 24, SHOWN_BYTES = 40 };

enum verdict { GOOD, NO_NUMBER, TOO_LARGE, NOT_A_NUMBER };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Decimal digits up to 10 times UINT32_MAX; more of them do not wrap.
static const char* parse_digits(const char* at, uint64_t* magnitude)
{
    *magnitude = 0;
    for (; is_digit(*at); at++) {
        if (*magnitude <= UINT32_MAX)
            *magnitude = *magnitude * 10 + (uint64_t)(*at - '0');
    }
    return at;
}

static enum verdict parse_integer(const char** at, glsort_key type, uint32_t* bits)
{
    const char* digits = *at;
    uint64_t magnitude = 0;
    bool negative = *digits == '-';
    if (*digits == '-' || *digits == '+')
        digits++;
    *at = parse_digits(digits, &magnitude);
    if (*at == digits)
        return NO_NUMBER;
    uint64_t limit = type == GLSORT_KEY_U32 ? UINT32_MAX : INT32_MAX;
    if (negative)
        limit = type == GLSORT_KEY_U32 ? 0 : (uint64_t)INT32_MAX + 1;
    *bits = negative ? 0u - (uint32_t)magnitude : (uint32_t)magnitude;
    return magnitude <= limit ? GOOD : TOO_LARGE;
}

static enum verdict parse_float(const char** at, uint32_t* bits)
{
    char* end = NULL;
    const char* start = *at;
    float value = strtof(start, &end); // never called with a line feed or blank first
    if (end == start)
        return NO_NUMBER;
    *at = end;
    memcpy(bits, &value, sizeof value);
    if (isnan(value))
        return NOT_A_NUMBER;
    // Text says infinity with a letter; digits alone that give it are too large.
    start += *start == '-' || *start == '+';
    return isinf(value) && *start != 'i' && *start != 'I' ? TOO_LARGE : GOOD;
}

static bool refuse_line(const char* name, uint64_t line, const char* text,
                        glsort_key type, enum verdict verdict)
{
    static const char* const ranges[] = {"0 to 4294967295", "-2147483648 to 2147483647",
                                         "about -3.4e38 to 3.4e38"};
    int length = (int)strcspn(text, "\r\n");
    const char* cut = length > SHOWN_BYTES ? "..." : "";
    length = length > SHOWN_BYTES ? SHOWN_BYTES : length;
    const char* type_name = keys_type_name(type);
    switch (verdict) {
    case TOO_LARGE:
        return complain("%s: line %" PRIu64 ": \"%.*s%s\" is out of the range of %s, %s",
                        name, line, length, text, cut, type_name, ranges[type]);
    case NOT_A_NUMBER:
        return complain("%s: line %" PRIu64
                        ": \"%.*s%s\" is not a number, and text cannot "
                        "say which NaN is meant: give NaNs as raw or npy",
                        name, line, length, text, cut);
    default:
        return complain("%s: line %" PRIu64 ": \"%.*s%s\" is not a number of type %s",
                        name, line, length, text, cut, type_name);
    }
}

// An upper bound of the numbers in the text.
static uint64_t count_lines(const struct bytes* data)
{
    uint64_t lines = 1;
    const char* end = data->at + data->count;
    for (const char* at = data->at; at < end; at++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            break;
        lines++;
    }
    return lines;
}

// Reads the line at *at, which is not blank, up to its line feed or the end.
static enum verdict parse_line(const char** at, glsort_key type, uint32_t* bits)
{
    enum verdict verdict =
        type == GLSORT_KEY_F32 ? parse_float(at, bits) : parse_integer(at, type, bits);
    if (verdict == NO_NUMBER)
        return verdict;
    while (is_blank(**at))
        ++*at;
    return **at == '\n' || **at == '\0' ? verdict : NO_NUMBER;
}

bool keys_from_text(struct keys* k, const char* name, const struct bytes* data)
{
    const char* at = data->at;
    const char* end = data->at + data->count;
    uint32_t count = 0;
    if (!keys_allocate(k, name, count_lines(data)))
        return false;
    for (uint64_t line = 1; at < end; line++) {
        while (is_blank(*at))
            at++;
        const char* start = at;
        if (*at != '\n' && at < end) {
            enum verdict verdict = parse_line(&at, k->type, &k->bits[count]);
            // A zero byte ends every number; it must be the one behind the data.
            if (verdict == GOOD && *at == '\0' && at < end)
                verdict = NO_NUMBER;
            if (verdict != GOOD)
                return refuse_line(name, line, start, k->type, verdict);
            count++;
        }
        at++; // the line feed
    }
    k->count = count;
    return true;
}

// ---- writing ------------------------------------------------------------------------

static char* write_u32(char* to, uint32_t value)
{
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count)
        *to++ = digits[--count];
    return to;
}

static char* write_i32(char* to, uint32_t bits)
{
    if (bits >> 31) {
        *to++ = '-';
        bits = 0u - bits;
    }
    return write_u32(to, bits);
}

static bool reads_back(const char* text, float value)
{
    float back = strtof(text, NULL);
    return memcmp(&back, &value, sizeof value) == 0;
}

// Digits with a point among them, the last `places` of them behind it.
static char* write_point(char* to, uint64_t digits, int places)
{
    char reversed[24];
    int count = 0;
    for (int at = 0; digits > 0 || at <= places; at++, digits /= 10) {
        if (at == places)
            reversed[count++] = '.';
        reversed[count++] = (char)('0' + digits % 10);
    }
    while (count)
        *to++ = reversed[--count];
    *to = '\0';
    return to;
}

// The fewest decimal places, by arithmetic in double, which takes a third of the time of
// printf. NULL for numbers that better have an exponent, and should a rounding mislead.
static char* write_places(char* to, float value)
{
    double magnitude = fabs((double)value);
    double power = 1;
    char* end = to;
    if (magnitude < 1e-4 || magnitude >= 1e7)
        return NULL;
    for (int places = 1; places <= 13; places++) {
        power *= 10;
        double digits = floor(magnitude * power + 0.5);
        if ((float)(digits / power) != (float)magnitude)
            continue;
        if (value < 0)
            *end++ = '-';
        end = write_point(end, (uint64_t)digits, places);
        return reads_back(to, value) ? end : NULL;
    }
    return NULL;
}

// Significant digits, fewest that read back the same: 9 always do.
static char* write_digits(char* to, float value)
{
    int length = 0;
    for (int digits = 1; digits <= 9; digits++) {
        length = snprintf(to, NUMBER_BYTES, "%.*g", digits, (double)value);
        if (reads_back(to, value))
            break;
    }
    return to + length;
}

static char* write_f32(char* to, uint32_t bits)
{
    float value = 0;
    memcpy(&value, &bits, sizeof value);
    if (isnan(value))
        return to + sprintf(to, "%s", bits >> 31 ? "-nan" : "nan");
    if (value > -1e7f && value < 1e7f && (value != 0 || bits == 0) &&
        value == (float)(int32_t)value)
        return write_i32(to, (uint32_t)(int32_t)value);
    char* end = write_places(to, value);
    return end ? end : write_digits(to, value);
}

bool keys_to_text(const struct keys* k, struct bytes* out)
{
    if (!bytes_reserve(out, (size_t)k->count * NUMBER_BYTES))
        return false;
    char* to = out->at + out->count;
    for (uint32_t i = 0; i < k->count; i++) {
        if (k->type == GLSORT_KEY_U32)
            to = write_u32(to, k->bits[i]);
        else if (k->type == GLSORT_KEY_I32)
            to = write_i32(to, k->bits[i]);
        else
            to = write_f32(to, k->bits[i]);
        *to++ = '\n';
    }
    out->count = (size_t)(to - out->at);
    return true;
}
