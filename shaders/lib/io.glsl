// SPDX-License-Identifier: MIT
// Source and sink of a compute pass that has one of each, at the binding points of
// shared/io.h: keys, and with WITH_VALUES values. With COMPUTED the keys have no source
// buffer, see lib/source.glsl. The including shader declares `params`.
#ifndef COMPUTED
#define COMPUTED 0
#endif
#if !COMPUTED
#define SOURCE_KEYS IO_KEYS_IN
#endif
#define SINK_KEYS IO_KEYS_OUT
#if WITH_VALUES
#define SOURCE_VALUES IO_VALUES_IN
#define SINK_VALUES IO_VALUES_OUT
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"
