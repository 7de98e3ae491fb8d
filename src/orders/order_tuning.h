// SPDX-License-Identifier: MIT
// The measured numbers of draw orders.
#ifndef GLSORT_ORDER_TUNING_H
#define GLSORT_ORDER_TUNING_H

// The most elements that one pass orders: on software renderers; on GPUs where chained
// scans are fast and that pass can exchange keys; and on other GPUs.
// llvmpipe (Mesa 22.3, 2 cores), 2026-11-27: CPU time of 2^7 points .20 ms instead of
// .26, of 2^8 .60 and .32, half culled .61 and .38.
#define ORDER_ALL_MOST_SOFTWARE 128
// H100 (driver 580.159), 2026-11-25: an order of 2^14 takes 21 us, of 2^15 37, both with
// and without culling. In several passes they take 34 and 38 with half culled, 26 and 27
// without.
#define ORDER_ALL_MOST_CHAINED 16384
// No other GPU has been measured. One with fewer processors takes longer for the pass.
#define ORDER_ALL_MOST 4096

// From this max_count on, work groups exchange keys in that pass, on GPUs that can. The
// same H100, with and without the exchange: an order of 2^11 points takes 12.3 and 12.3
// us, with half culled 12.7 and 13.2; of 2^10 points 12.3 and 10.9, with half culled 12.6
// and 11.6; of 2^10 triangles 14.0 and 14.6, of 2^9 13.6 and 13.1.
#define ORDER_EXCHANGE_LEAST 2049
#define ORDER_EXCHANGE_LEAST_PRIMITIVES 1024

// The most elements in all views for which order_all.comp is faster with tiles of 32
// elements per work group than with tiles of 64, and with tiles of 64 than with tiles of
// 128. H200 (driver 580.159), 2026-11-23.
#define ORDER_ALL_TILE_32_MOST 4096
#define ORDER_ALL_TILE_64_MOST 8192

// The most elements that one pass with a chained scan culls. The same H200, 2026-11-24:
// with 2^23 elements 291 us instead of 315, with 2^24 499 instead of 558. More were not
// measured.
#define ORDER_CHAINED_MOST (1u << 24)

// Up to this many elements a work group of that pass takes ORDER_CULL_GROUP of them; for
// more it takes ORDER_CULL_MOST, so that fewer groups wait for others. The same day: an
// order of 2^14 takes 32.4 us with the former and 35.2 with the latter, of 2^18 54.0 and
// 54.9, of 2^20 88 and 75, of 2^22 209 and 161.
#define ORDER_CULL_SMALL_MOST (1u << 18)

// Up to this many elements the pass that culls also counts the digits for RADIX_CHAIN.
// H100 (driver 580.159), 2026-11-25, half culled: an order of 2^18 takes 53.3 us instead
// of 54.7, of 2^19 58.3 instead of 62.3, of 2^20 78 instead of 79, but of 2^22 194
// instead of 171: the lanes of culled elements count nothing, and every tile adds its
// counts to the totals.
#define ORDER_CULL_COUNTS_MOST (1u << 20)

// Up to this many elements, GPUs order two views at the same time; more fill the GPU. The
// same H200.
#define ORDER_TWO_VIEWS_MOST (1u << 17)

#endif
