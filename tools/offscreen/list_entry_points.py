#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the entry points of GL 4.3, GL 3.3 core and compatibility, and GLES 3.0 to 3.2,
with those of KHR_debug and timer queries, in the newer ones of buffer storage too, and of
GL 4.1 core, as C tables sorted by name.

usage: list_entry_points.py gl.xml output.c
"""
import sys
import xml.etree.ElementTree as xml

# table, API in the registry, highest version, profile, extensions
TABLES = [
    ("gl43_core", "gl", (4, 3), "core",
     ["GL_KHR_debug", "GL_ARB_timer_query", "GL_ARB_buffer_storage"]),
    ("gl43_compatibility", "gl", (4, 3), "compatibility",
     ["GL_KHR_debug", "GL_ARB_timer_query", "GL_ARB_buffer_storage"]),
    ("gl41_core", "gl", (4, 1), "core", []),  # as macOS has them
    ("gl33_core", "gl", (3, 3), "core", ["GL_KHR_debug", "GL_ARB_timer_query"]),
    ("gl33_compatibility", "gl", (3, 3), "compatibility",
     ["GL_KHR_debug", "GL_ARB_timer_query"]),
    ("gles30", "gles2", (3, 0), None, ["GL_KHR_debug", "GL_EXT_disjoint_timer_query"]),
    ("gles31", "gles2", (3, 1), None, ["GL_KHR_debug", "GL_EXT_disjoint_timer_query"]),
    ("gles32", "gles2", (3, 2), None,
     ["GL_KHR_debug", "GL_EXT_disjoint_timer_query", "GL_EXT_buffer_storage"]),
]


def commands(node):
    return {command.get("name") for command in node.findall("command")}


def applies(node, api, profile):
    return (node.get("api") in (None, api)
            and (node.get("profile") is None or node.get("profile") == profile))


def entry_points(registry, api, version, profile, extensions):
    names = set()
    features = [f for f in registry.findall("feature") if f.get("api") == api]
    features.sort(key=lambda f: tuple(map(int, f.get("number").split("."))))
    for feature in features:
        if tuple(map(int, feature.get("number").split("."))) > version:
            break
        for node in feature.findall("require"):
            if applies(node, api, profile):
                names |= commands(node)
        for node in feature.findall("remove"):
            if applies(node, api, profile):
                names -= commands(node)
    for extension in registry.find("extensions").findall("extension"):
        if extension.get("name") in extensions:
            for node in extension.findall("require"):
                if applies(node, api, profile):
                    names |= commands(node)
    return sorted(names)


def main():
    registry = xml.parse(sys.argv[1]).getroot()
    lines = ['// Made by list_entry_points.py from the Khronos registry.',
             '#include "entry_points.h"', '']
    for table, api, version, profile, extensions in TABLES:
        names = entry_points(registry, api, version, profile, extensions)
        lines.append(f"static const char* const {table}[] = {{")
        lines += [f'    "{name}",' for name in names]
        lines.append("};")
    lines.append("const struct entry_points entry_points[ENTRY_POINTS_COUNT] = {")
    for table, *_ in TABLES:
        lines.append(f"    {{{table}, sizeof {table} / sizeof *{table}}},")
    lines.append("};")
    with open(sys.argv[2], "w", encoding="ascii") as output:
        output.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
