/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_load.h: for programs with a loading screen or with little GPU memory. For plans
 * (glsort.h) and draw orders (glsort_draw.h) alike.
 *
 *   creation in steps   shaders compile while the program goes on drawing
 *   warming up          the first run costs what later ones do
 *   shared scratch      plans that never run at the same time use the same memory
 *
 * Example: a loading screen. `what` is a descriptor, draw_progress() draws a frame.
 *     glsort_plan_create_begin(context, &what, &plan);
 *     while ((result = glsort_plan_create_poll(plan)) == GLSORT_NOT_READY)
 *         draw_progress();
 *     if (result == GLSORT_OK)
 *         result = glsort_plan_warm(plan);
 *
 * The promises and the form of the documentation are those of glsort.h. Each function for
 * a plan has a counterpart for an order, with the same errors and costs.
 */
#ifndef GLSORT_LOAD_H
#define GLSORT_LOAD_H

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* glsort_draw.h defines both. */
struct glsort_order;
struct glsort_order_desc;

/* ---- creation in steps ------------------------------------------------------------ */

/* Creates a plan as glsort_plan_create() does, but does not wait for its shaders. The
 * plan is unfinished: until a poll or glsort_plan_create_finish() returns GLSORT_OK,
 * every other call that takes it and returns a glsort_result fails with
 * GLSORT_ERROR_STATE. Destroying it is allowed at any point. Any number of plans may be
 * unfinished at once; each program that they have in common is compiled once.
 * Errors: as glsort_plan_create(), but a poll returns DEVICE_MEMORY and the LIMIT of what
 *         the driver can render to. SHADER only if GL makes no shader object.
 * GL context: current; the plan belongs to it. GL state: kept.
 * Lifetime: until glsort_plan_destroy(); desc is copied.
 * Cost: allocates host memory, and hands the first program to the driver. */
GLSORT_API glsort_result glsort_plan_create_begin(glsort_context* context,
                                                  const glsort_plan_desc* desc,
                                                  glsort_plan** plan);
GLSORT_API glsort_result glsort_order_create_begin(glsort_context* context,
                                                   const struct glsort_order_desc* desc,
                                                   struct glsort_order** order);

/* Continues the creation of a plan. Returns GLSORT_NOT_READY until the plan is
 * finished, then GLSORT_OK. After an error the plan is still unfinished: destroy it, or
 * poll again, which repeats what failed.
 * Errors: SHADER         the driver refused a shader
 *         LIMIT          the driver cannot render to the targets of a pass
 *         STATE          the plan is offline
 *         CONTEXT        the current GL context is not the plan's
 *         HOST_MEMORY, DEVICE_MEMORY
 * GL context: the plan's is current. GL state: kept.
 * Cost: hands at most one program to the driver. With GL_KHR_parallel_shader_compile, or
 *   its ARB version, never waits for a program, and so compiles on as many threads as the
 *   driver has or glMaxShaderCompilerThreadsKHR() allows, which glsort does not call.
 *   Without them waits for at most one program. The last poll allocates the GPU
 *   memory. */
GLSORT_API glsort_result glsort_plan_create_poll(glsort_plan* plan);
GLSORT_API glsort_result glsort_order_create_poll(struct glsort_order* order);

/* Does all that is left and waits for it. A finished plan is left as it is.
 * Errors: as glsort_plan_create_poll().
 * GL context: the plan's is current. GL state: kept.
 * Cost: begin and finish cost what glsort_plan_create() does. */
GLSORT_API glsort_result glsort_plan_create_finish(glsort_plan* plan);
GLSORT_API glsort_result glsort_order_create_finish(struct glsort_order* order);

/* ---- warming up ------------------------------------------------------------------- */

/* Runs every program that runs of the plan can use, on few elements in memory of its own,
 * for drivers that translate a program when it first does work, and again for other
 * formats of textures. Without it the first run waits for that. Changes no buffer or
 * texture of the caller's, nor what glsort_plan_describe() and glsort_plan_timings()
 * return. Peeks are not warmed up.
 * Errors: STATE          the plan is unfinished or offline, a run of it is open, or its
 *                        scratch is missing or in use (see below)
 *         CONTEXT        the current GL context is not the plan's
 *         DEVICE_MEMORY
 * GL context: the plan's is current. GL state: kept.
 * Cost: allocates a buffer and textures for the elements, 2^16 at most, and deletes
 *   them; the driver translates programs. Does not wait for the GPU. */
GLSORT_API glsort_result glsort_plan_warm(glsort_plan* plan);
GLSORT_API glsort_result glsort_order_warm(struct glsort_order* order);

/* ---- shared scratch --------------------------------------------------------------- */

/* A bit for flags of glsort_plan_desc and of glsort_order_desc: the caller provides
 * the memory in which one pass leaves its results to the next. The plan keeps counts,
 * parameters and what must persist between runs in memory of its own, some kilobytes.
 * Needs the compute backend; otherwise creation fails with GLSORT_ERROR_UNSUPPORTED.
 * Pairs that a plan would keep in a texture, 2^24 or more, are in the buffer too, which
 * is slower on some devices. */
#define GLSORT_CALLER_SCRATCH (1u << 16)

/* Returns the bytes that glsort_plan_set_scratch() needs; 0 without
 * GLSORT_CALLER_SCRATCH, or if the plan is NULL. To know them in advance, ask an offline
 * plan of the same limits. glsort_plan_info.scratch_bytes includes them, without padding.
 * GL context: none needed. */
GLSORT_API uint64_t glsort_plan_scratch_bytes(const glsort_plan* plan);
GLSORT_API uint64_t glsort_order_scratch_bytes(const struct glsort_order* order);

/* Sets the scratch of all later runs: the bytes of a buffer from scratch->offset on,
 * which is a multiple of glsort_limits.storage_alignment. name 0: none, and runs are
 * refused. Any number of plans and orders may share bytes, in whole or in part.
 * Each run leaves them with undefined contents, and is ordered after the run before it,
 * as all runs are. Between runs the caller may use the bytes too; if a shader of the
 * caller's accessed them, the caller issues GL_SHADER_STORAGE_BARRIER_BIT before the next
 * run.
 *   While a run in steps is open (glsort_begin() to glsort_end()), a run of another plan
 * whose scratch overlaps that of the open run fails with GLSORT_ERROR_STATE. So does
 * every run without scratch, unless its count is 0. A run whose own buffers overlap its
 * scratch fails with GLSORT_ERROR_ARGUMENT.
 * Errors: ARGUMENT  scratch is NULL, has a width, or names no buffer, or a mapped one; an
 *                   offset without a name; the plan was created without
 *                   GLSORT_CALLER_SCRATCH
 *         RANGE     the offset is not aligned; the buffer ends too early
 *         STATE     the plan is unfinished or offline, or a run of it is open
 *         CONTEXT   the current GL context is not the plan's
 * GL context: the plan's is current. GL state: kept.
 * Lifetime: scratch is copied. The buffer must exist during each run; runs check that, as
 *   they do for their other buffers. If you replace or resize the buffer, set it again.
 * Cost: allocates nothing. */
GLSORT_API glsort_result glsort_plan_set_scratch(glsort_plan* plan,
                                                 const glsort_resource* scratch);
GLSORT_API glsort_result glsort_order_set_scratch(struct glsort_order* order,
                                                  const glsort_resource* scratch);

#ifdef __cplusplus
}
#endif

#endif
