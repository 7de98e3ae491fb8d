// SPDX-License-Identifier: MIT
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

// Longest number written, "-2.2250738585072014e-308", and its line feed, with room to
// spare. No number of 64 bits has more digits, all of them written out.
enum { NUMBER_BYTES = 32, SHOWN_BYTES = 40, MOST_DIGITS = 768 };

enum verdict { GOOD, NO_NUMBER, TOO_LARGE, NOT_A_NUMBER };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_float(glsort_key type)
{
    return type == GLSORT_KEY_F32 || type == GLSORT_KEY_F64;
}

// Reads decimal digits; *fits is false if the number is above 2^64 - 1.
static const char* parse_digits(const char* at, uint64_t* magnitude, bool* fits)
{
    *magnitude = 0;
    *fits = true;
    for (; is_digit(*at); at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        *fits = *fits && *magnitude <= (UINT64_MAX - digit) / 10;
        *magnitude = *magnitude * 10 + digit;
    }
    return at;
}

// The largest magnitude of a number of the type and sign.
static uint64_t largest_magnitude(glsort_key type, bool negative)
{
    switch (type) {
    case GLSORT_KEY_I32: return (uint64_t)INT32_MAX + negative;
    case GLSORT_KEY_I64: return (uint64_t)INT64_MAX + negative;
    case GLSORT_KEY_U64: return negative ? 0 : UINT64_MAX;
    case GLSORT_KEY_U16: return negative ? 0 : UINT16_MAX;
    default: return negative ? 0 : UINT32_MAX;
    }
}

static void put_words(uint64_t number, glsort_key type, uint32_t* bits)
{
    bits[0] = (uint32_t)number;
    if (keys_words(type) == 2)
        bits[1] = (uint32_t)(number >> 32);
}

static uint64_t get_words(const uint32_t* bits, glsort_key type)
{
    return keys_words(type) == 2 ? (uint64_t)bits[1] << 32 | bits[0] : bits[0];
}

static double float_of(glsort_key type, uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float single = 0;
    double number = 0;
    memcpy(&single, &word, sizeof single);
    memcpy(&number, &bits, sizeof number);
    return type == GLSORT_KEY_F32 ? (double)single : number;
}

// ---- what was read ------------------------------------------------------------------

// A whole number is kept by f64 if its bits, from the first to the last that is set, fit.
static void note_whole(struct text_survey* t, bool negative, uint64_t magnitude)
{
    uint64_t* most = negative ? &t->least : &t->largest;
    if (magnitude > *most)
        *most = magnitude;
    if (magnitude >> DBL_MANT_DIG && magnitude / (magnitude & -magnitude) >> DBL_MANT_DIG)
        t->f64_rounds = true;
}

// Copies the digits of a number, without zeros at either end. Returns how many there are.
static int copy_digits(const char* text, char digits[MOST_DIGITS])
{
    int count = 0;
    int kept = 0;
    for (text += *text == '-' || *text == '+'; is_digit(*text) || *text == '.'; text++) {
        if (*text == '.' || (count == 0 && *text == '0'))
            continue;
        if (count < MOST_DIGITS)
            digits[count] = *text;
        count++;
        if (*text != '0')
            kept = count;
    }
    return kept;
}

// True if the value, written with as many digits as the text, has the same ones.
static bool keeps_digits(const char* text, glsort_key type, double value)
{
    char digits[MOST_DIGITS], written[MOST_DIGITS + NUMBER_BYTES], back[MOST_DIGITS];
    int count = copy_digits(text, digits);
    bool narrow = type == GLSORT_KEY_F32;
    if (count <= (narrow ? FLT_DIG : DBL_DIG) &&
        (count == 0 || fabs(value) >= (narrow ? (double)FLT_MIN : DBL_MIN)))
        return true;
    if (count > MOST_DIGITS)
        return false;
    snprintf(written, sizeof written, "%.*e", count - 1, value);
    return copy_digits(written, back) == count &&
           memcmp(digits, back, (size_t)count) == 0;
}

static void note_float(struct text_survey* t, const char* text, glsort_key type,
                       double value)
{
    uint64_t magnitude = 0;
    bool fits = true;
    const char* end =
        parse_digits(text + (*text == '-' || *text == '+'), &magnitude, &fits);
    if (fits && strchr(" \t\r\v\f\n", *end)) // finds the zero at the end, too
        note_whole(t, *text == '-', magnitude);
    else
        t->is_fractional = true;
    if (keeps_digits(text, type, value))
        return;
    t->rounded++;
    if (type == GLSORT_KEY_F64 || !keeps_digits(text, GLSORT_KEY_F64, strtod(text, NULL)))
        t->f64_rounds = true;
}

// The narrowest type, at least as wide as this one, that keeps every number; itself if
// there is none.
static glsort_key type_for(const struct text_survey* t, glsort_key type)
{
    static const glsort_key types[] = {GLSORT_KEY_U32, GLSORT_KEY_I32, GLSORT_KEY_U64,
                                       GLSORT_KEY_I64};
    for (size_t i = 0; i < sizeof types / sizeof *types && !t->is_fractional; i++) {
        if (keys_bytes(types[i]) >= keys_bytes(type) &&
            t->largest <= largest_magnitude(types[i], false) &&
            t->least <= largest_magnitude(types[i], true))
            return types[i];
    }
    return t->f64_rounds ? type : GLSORT_KEY_F64;
}

void keys_warn_of_rounding(const struct text_survey* t, glsort_key type)
{
    glsort_key other = type_for(t, type);
    if (t->rounded == 0)
        return;
    if (other == type)
        warn("%s rounds %" PRIu64 " of the numbers", keys_type_name(type), t->rounded);
    else
        warn("%s rounds %" PRIu64 " of the numbers; --type %s keeps them all",
             keys_type_name(type), t->rounded, keys_type_name(other));
}

// ---- reading ------------------------------------------------------------------------

static enum verdict parse_integer(const char** at, glsort_key type, uint32_t* bits,
                                  struct text_survey* t)
{
    const char* digits = *at;
    uint64_t magnitude = 0;
    bool fits = true;
    bool negative = *digits == '-';
    if (*digits == '-' || *digits == '+')
        digits++;
    *at = parse_digits(digits, &magnitude, &fits);
    if (*at == digits)
        return NO_NUMBER;
    put_words(negative ? 0u - magnitude : magnitude, type, bits);
    if (!fits || magnitude > largest_magnitude(type, negative))
        return TOO_LARGE;
    note_whole(t, negative, magnitude);
    return GOOD;
}

static double read_float(const char* text, char** end, glsort_key type, uint32_t* bits)
{
    if (type == GLSORT_KEY_F32) {
        float value = strtof(text, end);
        memcpy(bits, &value, sizeof value);
        return (double)value;
    }
    double value = strtod(text, end);
    uint64_t number = 0;
    memcpy(&number, &value, sizeof value);
    put_words(number, type, bits);
    return value;
}

// Never called with a line feed or blank first.
static enum verdict parse_float(const char** at, glsort_key type, uint32_t* bits,
                                struct text_survey* t)
{
    char* end = NULL;
    const char* start = *at;
    const char* digits = start + (*start == '-' || *start == '+');
    double value = read_float(start, &end, type, bits);
    // strtod takes hexadecimal numbers too.
    if (end == start || (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')))
        return NO_NUMBER;
    *at = end;
    if (isnan(value))
        return NOT_A_NUMBER;
    // Infinity is written with letters; digits that give it are too large a number.
    if (isinf(value) && *digits != 'i' && *digits != 'I')
        return TOO_LARGE;
    note_float(t, start, type, value);
    return GOOD;
}

// Reads the line at *at, which is not blank, up to its line feed or the end.
static enum verdict parse_line(const char** at, glsort_key type, uint32_t* bits,
                               struct text_survey* t)
{
    enum verdict verdict = is_float(type) ? parse_float(at, type, bits, t)
                                          : parse_integer(at, type, bits, t);
    if (verdict == NO_NUMBER)
        return verdict;
    while (is_blank(**at))
        ++*at;
    return **at == '\n' || **at == '\0' ? verdict : NO_NUMBER;
}

// What to do about the line: the type, as an option, that keeps it and all before it;
// nothing if none does.
static void write_hint(const char* line, glsort_key type, struct text_survey* t,
                       char* hint, size_t bytes)
{
    const char* at = line;
    uint32_t bits[2];
    hint[0] = '\0';
    if (parse_line(&at, type, bits, t) == GOOD)
        snprintf(hint, bytes, "; a zero byte follows, as in UTF-16 and raw files");
    at = line;
    if (!*hint && parse_line(&at, GLSORT_KEY_F64, bits, t) == GOOD &&
        type_for(t, type) != type)
        snprintf(hint, bytes, "; --type %s sorts such numbers",
                 keys_type_name(type_for(t, type)));
}

static bool refuse_line(const char* name, struct text_survey* t, const char* text,
                        glsort_key type, enum verdict verdict)
{
    static const char* const ranges[] = {
        [GLSORT_KEY_U32] = "0 to 4294967295",
        [GLSORT_KEY_I32] = "-2147483648 to 2147483647",
        [GLSORT_KEY_F32] = "about -3.4e38 to 3.4e38",
        [GLSORT_KEY_U64] = "0 to 18446744073709551615",
        [GLSORT_KEY_I64] = "-9223372036854775808 to 9223372036854775807",
        [GLSORT_KEY_F64] = "about -1.8e308 to 1.8e308",
        [GLSORT_KEY_U16] = "0 to 65535"};
    int length = (int)strcspn(text, "\r\n");
    const char* cut = length > SHOWN_BYTES ? "..." : "";
    length = length > SHOWN_BYTES ? SHOWN_BYTES : length;
    const char* type_name = keys_type_name(type);
    char hint[64];
    write_hint(text, type, t, hint, sizeof hint);
    switch (verdict) {
    case TOO_LARGE:
        return complain("%s: line %" PRIu64
                        ": \"%.*s%s\" is out of the range of %s, %s%s",
                        name, t->line, length, text, cut, type_name, ranges[type], hint);
    case NOT_A_NUMBER:
        return complain("%s: line %" PRIu64
                        ": \"%.*s%s\" is not a number, and text cannot "
                        "say which NaN is meant: give NaNs as raw or npy",
                        name, t->line, length, text, cut);
    default:
        return complain("%s: line %" PRIu64 ": \"%.*s%s\" is not a number of type %s%s",
                        name, t->line, length, text, cut, type_name, hint);
    }
}

// The bytes of a mark at the start of a text, to be passed over. False, with a sentence
// printed, if the start is that of another kind of file.
static bool read_start(const char* name, const char* text, size_t* mark)
{
    static const struct {
        const char *start, *sentence;
    } kinds[] = {
        {"\xFF\xFE", "text in UTF-16; iconv -f UTF-16 -t UTF-8 makes UTF-8 of it"},
        {"\xFE\xFF", "text in UTF-16; iconv -f UTF-16 -t UTF-8 makes UTF-8 of it"},
        {"\x93NUMPY", "an .npy file; --format npy reads it"},
        {"PK\3\4", "a zip archive, such as an .npz; only .npy files can be read"},
        {"\x1F\x8B", "compressed; gzip -dc unpacks it"},
    };
    static const char utf8[] = "\xEF\xBB\xBF";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strncmp(text, kinds[i].start, strlen(kinds[i].start)) == 0)
            return complain("%s: this is %s", name, kinds[i].sentence);
    }
    *mark = strncmp(text, utf8, strlen(utf8)) == 0 ? strlen(utf8) : 0;
    return true;
}

bool keys_add_text(struct keys* k, const char* name, const char* data, size_t bytes,
                   uint32_t most, struct text_survey* t, size_t* used)
{
    size_t mark = 0;
    if (bytes > 0 && t->line == 1 && !read_start(name, data, &mark))
        return false;
    const char* at = data + mark;
    const char* end = data + bytes;
    size_t words = keys_words(k->type);
    uint32_t count = 0;
    for (; at < end && count < most; t->line++) {
        while (is_blank(*at))
            at++;
        const char* start = at;
        if (*at != '\n' && at < end) {
            if (!keys_make_room(k, 1))
                return false;
            uint32_t* bits = &k->bits[k->count * words];
            enum verdict verdict = parse_line(&at, k->type, bits, t);
            // A zero byte ends every number; it must be the one after the data.
            if (verdict == GOOD && *at == '\0' && at < end)
                verdict = NO_NUMBER;
            if (verdict != GOOD)
                return refuse_line(name, t, start, k->type, verdict);
            k->count++;
            count++;
        }
        at++; // the line feed
    }
    *used = (size_t)(at < end ? at - data : end - data);
    return true;
}

// ---- writing ------------------------------------------------------------------------

static char* write_unsigned(char* to, uint64_t value)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count)
        *to++ = digits[--count];
    return to;
}

static char* write_signed(char* to, int64_t value)
{
    if (value >= 0)
        return write_unsigned(to, (uint64_t)value);
    *to++ = '-';
    return write_unsigned(to, 0u - (uint64_t)value);
}

// Digits with a point among them, the last `places` of them after it.
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
// printf. NULL for numbers that are better written with an exponent, and if rounding has
// led to digits that do not read back.
static char* write_places(char* to, float value)
{
    double magnitude = fabs((double)value);
    double power = 1;
    char* end = to;
    if (magnitude < 1e-4 || magnitude >= 1e7)
        return NULL;
    for (int places = 1; places <= 13; places++) {
        power *= 10;
        double digits = rint(magnitude * power); // ties to even, as printf does
        if ((float)(digits / power) != (float)magnitude)
            continue;
        if (value < 0)
            *end++ = '-';
        end = write_point(end, (uint64_t)digits, places);
        return strtof(to, NULL) == value ? end : NULL;
    }
    return NULL;
}

// The fewest digits that read back the same.
static char* write_float(char* to, glsort_key type, uint64_t bits)
{
    const bool narrow = type == GLSORT_KEY_F32;
    const double value = float_of(type, bits);
    int length = 0;
    char* end = NULL;
    if (isnan(value))
        return to + sprintf(to, "%s", signbit(value) ? "-nan" : "nan");
    if (fabs(value) < (narrow ? 1e7 : 1e15) && (value != 0 || bits == 0) &&
        value == (double)(int64_t)value)
        return write_signed(to, (int64_t)value);
    if (narrow && (end = write_places(to, (float)value)) != NULL)
        return end;
    for (int digits = narrow ? FLT_DIG : DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
        length = snprintf(to, NUMBER_BYTES, "%.*g", digits, value);
        if ((narrow ? (double)strtof(to, NULL) : strtod(to, NULL)) == value)
            break;
    }
    return to + length;
}

static char* write_number(char* to, glsort_key type, uint64_t number)
{
    switch (type) {
    case GLSORT_KEY_I32: return write_signed(to, (int32_t)(uint32_t)number);
    case GLSORT_KEY_I64: return write_signed(to, (int64_t)number);
    case GLSORT_KEY_F32:
    case GLSORT_KEY_F64: return write_float(to, type, number);
    default: return write_unsigned(to, number);
    }
}

bool keys_to_text(const struct keys* k, struct bytes* out)
{
    size_t words = keys_words(k->type);
    if (!bytes_reserve(out, (size_t)k->count * NUMBER_BYTES))
        return false;
    char* to = out->at + out->count;
    for (uint32_t i = 0; i < k->count; i++) {
        to = write_number(to, k->type, get_words(k->bits + i * words, k->type));
        *to++ = '\n';
    }
    out->count = (size_t)(to - out->at);
    return true;
}
