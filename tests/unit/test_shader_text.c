// SPDX-License-Identifier: MIT
// The lines before the text of a shader, and the names of files in drivers' messages.
#include <stdio.h>
#include <string.h>

#include "host_test.h"
#include "shader_table.h"

static uint16_t number_of(const char* name)
{
    for (uint16_t file = 1; file < SHADER_FILE_COUNT; ++file)
        if (strcmp(glsort_shader_files[file].name, name) == 0)
            return file;
    fail_msg("no file %s", name);
    return 0;
}

TEST(extra_lines_come_before_the_defines)
{
    const struct shader_entry* entry = &glsort_shader_table[SHADER_RADIX_CHAIN];
    struct shader_text text;
    glsort_shader_text(&text, entry, variant_radix_chain(0, 1, 1, 1, 3, 0),
                       entry->compute, SHADER_API_ES310, "#define EXTRA 1\n");
    assert_string_equal(text.strings[0], glsort_shader_prefix[SHADER_API_ES310]);
    assert_string_equal(text.strings[1], "#define EXTRA 1\n");
    assert_string_equal(text.strings[2],
                        "#define WIDE 0\n#define VALUE_WORDS 1\n#define PAIRS 1\n"
                        "#define SUBGROUPS 1\n#define SHAPE 3\n#define LONG_DIGITS 0\n");
}

// ---- messages -------------------------------------------------------------------------

static void expect_named(const char* message, const char* format)
{
    char wanted[256], named[256], text[256];
    const unsigned file = number_of("lib/scan.glsl");
    snprintf(text, sizeof text, message, file, file);
    snprintf(wanted, sizeof wanted, format, "lib/scan.glsl", "lib/scan.glsl");
    glsort_shader_name_files(named, sizeof named, text);
    assert_string_equal(named, wanted);
}

TEST(the_messages_of_every_driver_get_file_names)
{
    expect_named("%u:84(1): error: no", "%s:84(1): error: no"); // Mesa
    expect_named("%u(84) : error C0000: no", "%s:84 : error C0000: no");
    expect_named("ERROR: %u:84: 'a' : no\n", "ERROR: %s:84: 'a' : no\n");
    expect_named("a\n%u:84: L0001: see %u:85", "a\n%s:84: L0001: see %s:85");
    expect_named("0:6(3): error", "(version and defines):6(3): error");
}

TEST(other_numbers_stay)
{
    expect_named("", "");
    expect_named("line 27: vec4(3) of 5 (6)", "line 27: vec4(3) of 5 (6)");
    expect_named("9999:84(1): a:27:84", "9999:84(1): a:27:84");
    expect_named("99999999999999999999999:8", "99999999999999999999999:8");
}

TEST(a_message_is_cut_to_its_room)
{
    for (size_t room = 1; room < 24; ++room) {
        char named[32];
        memset(named, 'x', sizeof named);
        glsort_shader_name_files(named, room, "0:6: a and 0:6: b");
        assert_int_equal(strlen(named), room - 1);
        assert_memory_equal(named, "(version and defines):6", room - 1);
        assert_int_equal(named[room], 'x');
    }
}
