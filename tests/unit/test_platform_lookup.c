// SPDX-License-Identifier: MIT
// Which library of a made-up process has a context current: where entry points are looked
// up for a get_proc that is NULL, what is said if nowhere, and the handle of the context.
#include <string.h>

#include "host_test.h"
#include "platform_lookup.h"

// ---- a process with the libraries of a test -------------------------------------------

static char a_context;

static void* has_context(void)
{
    return &a_context;
}

static void* has_none(void)
{
    return NULL;
}

static void* either_context;

static void* has_either(void)
{
    return either_context;
}

static void entry_point(void)
{
}

static void other_entry_point(void)
{
}

// What the three kinds of lookup answer.
static glsort_proc answers_all(const char* name)
{
    return entry_point;
}

static glsort_proc answers_none(const char* name)
{
    return NULL;
}

static glsort_proc answers_one(const char* name)
{
    return (glsort_proc)(uintptr_t)1;
}

struct symbol {
    const char* name;
    glsort_proc proc;
};

struct library {
    const char* name; // NULL: the program itself
    struct symbol symbols[4];
};

static struct library* process; // ends with a library that has no symbols
static int open_count;

static void* open_one(const char* name)
{
    for (struct library* l = process; l->symbols[0].name != NULL; ++l) {
        bool is_program = name == NULL && l->name == NULL;
        if (is_program || (name != NULL && l->name != NULL && !strcmp(name, l->name))) {
            open_count++;
            return l;
        }
    }
    return NULL;
}

static glsort_proc find_in(void* library, const char* name)
{
    const struct library* l = library;
    for (int i = 0; i < 4 && l->symbols[i].name != NULL; ++i)
        if (strcmp(name, l->symbols[i].name) == 0)
            return l->symbols[i].proc;
    return NULL;
}

static void close_one(void* library)
{
    open_count--;
}

static const struct dynamic_linker linker = {open_one, find_in, close_one};

static const struct system_binding bindings[] = {
    {{"libone.so.1", "libone.so"}, "oneCurrent", "oneLookup", false, false},
    {{"libtwo.so"}, "twoCurrent", "twoLookup", true, false},
    {{"libthree.so"}, "threeCurrent", NULL, true, false},
};

static const struct platform platform = {&linker, bindings, 3, "ONE or TWO",
                                         "or oneLookup(name)"};

static struct library one(const char* name, void* (*current)(void))
{
    return (struct library){
        name,
        {{"oneCurrent", (glsort_proc)current}, {"oneLookup", (glsort_proc)answers_all}}};
}

static struct library two(void* (*current)(void), glsort_proc (*lookup)(const char*))
{
    return (struct library){"libtwo.so",
                            {{"twoCurrent", (glsort_proc)current},
                             {"twoLookup", (glsort_proc)lookup},
                             {"glExported", other_entry_point}}};
}

static struct platform_lookup open_lookup(struct library* libraries)
{
    struct platform_lookup l;
    struct message m = {""};
    process = libraries;
    glsort_platform_lookup_open(&l, &platform);
    if (glsort_platform_lookup_check(&l, &platform, &m) != GLSORT_OK)
        fail_msg("%s", m.text);
    return l;
}

static void close_lookup(struct platform_lookup* l)
{
    glsort_platform_lookup_close(l);
    assert_int_equal(open_count, 0);
}

static void refuse(const struct platform* p, glsort_result wanted, const char* words)
{
    struct platform_lookup l;
    struct message m = {""};
    const char* ends = "glfwGetProcAddress(name), SDL_GL_GetProcAddress(name), ";
    glsort_platform_lookup_open(&l, p);
    assert_int_equal(glsort_platform_lookup_check(&l, p, &m), wanted);
    if (strstr(m.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", m.text, words);
    assert_non_null(strstr(m.text, "glsort_context_create: get_proc is NULL, and "));
    assert_non_null(strstr(m.text, ends));
    assert_string_equal(strstr(m.text, ends) + strlen(ends), p->adapters);
    close_lookup(&l);
}

// ---- tests ----------------------------------------------------------------------------

TEST(the_library_that_has_a_context_current_is_asked)
{
    struct library libraries[] = {
        one("libone.so.1", has_none), two(has_context, answers_all), {0}};
    struct platform_lookup l = open_lookup(libraries);
    assert_string_equal(l.binding->lookup, "twoLookup");
    assert_ptr_equal(glsort_platform_get_proc(&l, "glAny"), entry_point);
    close_lookup(&l);
    libraries[0] = one("libone.so.1", has_context);
    l = open_lookup(libraries);
    assert_string_equal(l.binding->lookup, "oneLookup");
    close_lookup(&l);
}

// Each name of a library is tried, and in the end the program itself.
TEST(a_library_has_several_names)
{
    struct library libraries[] = {
        one("libone.so.1", has_none), one("libone.so", has_context), {0}};
    struct platform_lookup l = open_lookup(libraries);
    assert_ptr_equal(l.library, &libraries[1]);
    close_lookup(&l);
    libraries[1].name = NULL;
    l = open_lookup(libraries);
    assert_ptr_equal(l.library, &libraries[1]);
    close_lookup(&l);
}

// Of one whose lookup fails, as wglGetProcAddress may, and of one without a lookup.
TEST(exports_of_a_library_stand_in_for_a_lookup)
{
    struct library processes[][2] = {{two(has_context, answers_none), {0}},
                                     {two(has_context, answers_one), {0}},
                                     {{"libthree.so",
                                       {{"threeCurrent", (glsort_proc)has_context},
                                        {"glExported", other_entry_point}}},
                                      {0}}};
    for (int i = 0; i < 3; ++i) {
        struct platform_lookup l = open_lookup(processes[i]);
        assert_ptr_equal(glsort_platform_get_proc(&l, "glExported"), other_entry_point);
        assert_null(glsort_platform_get_proc(&l, "glNowhere"));
        close_lookup(&l);
    }
}

TEST(what_has_no_current_context_or_lookup_is_refused_with_an_adapter)
{
    static const char none[] = "this thread has no current context of ONE or TWO";
    struct library empty[] = {{0}};
    struct library idle[] = {one("libone.so.1", has_none),
                             one(NULL, has_none),
                             two(has_none, answers_all),
                             {"libthree.so", {{"glExported", other_entry_point}}},
                             {0}};
    struct library lacking[] = {{"libone.so", {{"oneCurrent", (glsort_proc)has_context}}},
                                {0}};
    const struct platform unknown = {.adapters = "or someLookup(name)"};
    process = empty;
    refuse(&platform, GLSORT_ERROR_CONTEXT, none);
    process = idle;
    refuse(&platform, GLSORT_ERROR_CONTEXT, none);
    process = lacking;
    refuse(&platform, GLSORT_ERROR_LOADER, "lacks oneLookup");
    refuse(&unknown, GLSORT_ERROR_LOADER, "no lookup of its own on this platform");
}

// Of two libraries the one that had a context at first is asked, until it is closed.
TEST(the_context_is_that_of_the_library_that_had_one)
{
    struct library libraries[] = {
        one("libone.so.1", has_none), two(has_either, answers_all), {0}};
    either_context = &a_context;
    struct platform_lookup l = open_lookup(libraries);
    assert_ptr_equal(l.context, &a_context);
    assert_ptr_equal(glsort_platform_current(&l), &a_context);
    libraries[0] = one("libone.so.1", has_context);
    either_context = NULL;
    assert_null(glsort_platform_current(&l));
    either_context = &open_count;
    assert_ptr_equal(glsort_platform_current(&l), &open_count);
    assert_int_equal(open_count, 1);
    close_lookup(&l);
}

// This program has no GL context: whatever libraries it has, none is current.
TEST(a_context_without_get_proc_needs_a_current_gl_context)
{
    char message[512] = "";
    glsort_context* context = (glsort_context*)&a_context;
    glsort_context_desc desc = {.message = message, .message_bytes = sizeof message};
    assert_int_equal(glsort_context_create(&desc, &context), GLSORT_ERROR_CONTEXT);
    assert_null(context);
    assert_non_null(strstr(message, "this thread has no current context of "));
    assert_non_null(strstr(message, glsort_platform.adapters));
}
