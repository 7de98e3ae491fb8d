// SPDX-License-Identifier: MIT
#include "words.h"

#include <stdio.h>
#include <string.h>

// With the unit in which the number has one to three digits before the point.
static struct words scaled(double number, double step, const char* const* units,
                           int count)
{
    struct words words;
    int at = 0;
    while (at + 1 < count && number >= 0.9995 * step) {
        number /= step;
        ++at;
    }
    int digits = at == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
    snprintf(words.text, sizeof words.text, "%.*f %s", digits, number, units[at]);
    return words;
}

// A comma before every third digit from the end.
static struct words grouped(unsigned long number)
{
    char digits[WORDS_BYTES];
    struct words words;
    int length = snprintf(digits, sizeof digits, "%lu", number), out = 0;
    for (int i = 0; i < length && out < WORDS_BYTES - 2; ++i) {
        if (i > 0 && (length - i) % 3 == 0)
            words.text[out++] = ',';
        words.text[out++] = digits[i];
    }
    words.text[out] = '\0';
    return words;
}

struct words words_count(double count)
{
    static const char* const units[] = {"", "thousand", "million", "billion"};
    if (count < 9999999.5)
        return grouped((unsigned long)(count + 0.5));
    return scaled(count, 1000.0, units, 4);
}

struct words words_bytes(double bytes)
{
    static const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    return scaled(bytes, 1000.0, units, 5);
}

struct words words_time(double ns)
{
    static const char* const units[] = {"ns", "us", "ms", "s"};
    if (ns < 0.0)
        return (struct words){"no clock"};
    return scaled(ns, 1000.0, units, 4);
}

struct words words_rate(double bytes, double ns)
{
    static const char* const units[] = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
    if (ns <= 0.0)
        return (struct words){"no clock"};
    return scaled(1e9 * bytes / ns, 1000.0, units, 5);
}

struct words words_percent(double part)
{
    struct words words;
    // Never 100 unless it is all.
    double percent = 100.0 * part;
    if (part < 1.0 && percent > 99.9)
        percent = 99.9;
    snprintf(words.text, sizeof words.text, part < 1.0 ? "%.1f %%" : "%.0f %%", percent);
    return words;
}
