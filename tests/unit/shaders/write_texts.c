// SPDX-License-Identifier: MIT
// Writes the text of every stage of every program, variant and API to a folder, as the
// library puts it together: NAME.API.VARIANT.STAGE, like embed_shaders.py --expand.
#include <stdio.h>
#include <stdlib.h>

#include "shader_table.h"

static const char* const apis[SHADER_API_COUNT] = {
    [SHADER_API_GL430] = "gl430",
    [SHADER_API_GL330] = "gl330",
    [SHADER_API_ES300] = "es300",
    [SHADER_API_ES310] = "es310",
};

static void write_stage(const char* folder, const struct shader_entry* entry,
                        uint8_t variant, enum shader_api api, uint16_t file,
                        const char* stage)
{
    char path[1024];
    struct shader_text text;
    glsort_shader_text(&text, entry, variant, file, api, NULL);
    snprintf(path, sizeof path, "%s/%s.%s.%u.%s", folder, entry->name, apis[api], variant,
             stage);
    FILE* out = fopen(path, "wb");
    if (out == NULL) {
        perror(path);
        exit(1);
    }
    for (uint32_t i = 0; i < text.count; ++i)
        fputs(text.strings[i], out);
    fclose(out);
}

static void write_variant(const char* folder, const struct shader_entry* entry,
                          uint8_t variant)
{
    const struct {
        uint16_t file;
        const char* name;
    } stages[] = {
        {entry->vertex, "vert"}, {entry->fragment, "frag"}, {entry->compute, "comp"}};
    for (int api = 0; api < SHADER_API_COUNT; ++api)
        for (int i = 0; i < 3; ++i)
            if ((entry->apis[variant] & 1u << api) != 0 && stages[i].file != 0)
                write_stage(folder, entry, variant, (enum shader_api)api, stages[i].file,
                            stages[i].name);
}

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    for (uint32_t id = 0; id < SHADER_ID_COUNT; ++id)
        for (uint32_t i = 0; i < glsort_shader_table[id].variant_count; ++i)
            write_variant(argv[1], &glsort_shader_table[id], (uint8_t)i);
    return 0;
}
