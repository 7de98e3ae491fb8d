// SPDX-License-Identifier: MIT
#include "record_forms.h"

#include <string.h>

const struct record_form record_forms[] = {
    {.name = "abisort",
     .title = "abisort, merging on arrays",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .backend = GLSORT_BACKEND_COMPUTE,
     .split = GLSORT_SPLIT_FUSED,
     .local = GLSORT_LOCAL_NETWORK},
    {.name = "abisort-fragment",
     .title = "abisort, drawn",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .backend = GLSORT_BACKEND_FRAGMENT},
    {.name = "abisort-partition",
     .title = "abisort, cuts in a pass of their own",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .backend = GLSORT_BACKEND_COMPUTE,
     .split = GLSORT_SPLIT_PARTITION,
     .local = GLSORT_LOCAL_NETWORK},
    {.name = "abisort-ranks",
     .title = "abisort, merging by ranks",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .backend = GLSORT_BACKEND_COMPUTE,
     .split = GLSORT_SPLIT_RANKS,
     .local = GLSORT_LOCAL_RANKS},
    {.name = "abisort-tree",
     .title = "GPU-ABiSort, bitonic trees",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .backend = GLSORT_BACKEND_COMPUTE},
    {.name = "abisort-tree-fragment",
     .title = "GPU-ABiSort, drawn",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .backend = GLSORT_BACKEND_FRAGMENT},
    {.name = "abisort-tree-pure",
     .title = "GPU-ABiSort, trees alone",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .backend = GLSORT_BACKEND_COMPUTE,
     .local_size = 1,
     .merge_size = 2},
    {.name = "abisort-tree-simple",
     .title = "GPU-ABiSort, trees alone, stage after stage",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .backend = GLSORT_BACKEND_COMPUTE,
     .tree_schedule = GLSORT_TREE_SIMPLE,
     .local_size = 1,
     .merge_size = 2},
    {.name = "bitonic",
     .title = "bitonic network, in blocks",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .backend = GLSORT_BACKEND_COMPUTE,
     .network = GLSORT_NETWORK_BLOCKS},
    {.name = "bitonic-two-kernels",
     .title = "bitonic network, two kernels",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .backend = GLSORT_BACKEND_COMPUTE,
     .network = GLSORT_NETWORK_TWO_KERNELS},
    {.name = "bitonic-packed",
     .title = "bitonic network, drawn, eights",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .backend = GLSORT_BACKEND_FRAGMENT,
     .network = GLSORT_NETWORK_PACKED},
    {.name = "bitonic-columns",
     .title = "bitonic network, drawn column by column",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .backend = GLSORT_BACKEND_FRAGMENT,
     .network = GLSORT_NETWORK_COLUMNS},
    {.name = "radix",
     .title = "radix sort, ranking by tiles",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .backend = GLSORT_BACKEND_COMPUTE,
     .ranking = GLSORT_RANKING_TILES},
    {.name = "radix-items",
     .title = "radix sort, ranking by items",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .backend = GLSORT_BACKEND_COMPUTE,
     .ranking = GLSORT_RANKING_ITEMS},
    {.name = "radix-chain",
     .title = "radix sort, a single pass a digit",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .backend = GLSORT_BACKEND_COMPUTE,
     .ranking = GLSORT_RANKING_CHAIN},
};
const int record_form_count = sizeof record_forms / sizeof *record_forms;

int record_form_find(const char* name)
{
    for (int i = 0; i < record_form_count; ++i) {
        if (strcmp(record_forms[i].name, name) == 0)
            return i;
    }
    return -1;
}

int record_form_of(glsort_algorithm algorithm, glsort_backend backend)
{
    for (int i = 0; i < record_form_count; ++i) {
        const struct record_form* form = &record_forms[i];
        if ((algorithm == GLSORT_ALGORITHM_AUTO || form->algorithm == algorithm) &&
            (backend == GLSORT_BACKEND_AUTO || form->backend == backend))
            return i;
    }
    return -1;
}

glsort_plan_desc record_form_desc(const struct record_form* form, glsort_key key,
                                  glsort_order order)
{
    return (glsort_plan_desc){
        .key = key,
        .order = order,
        .algorithm = form->algorithm,
        .backend = form->backend,
        .split = form->split,
        .local = form->local,
        .ranking = form->ranking,
        .network = form->network,
        .tree_schedule = form->tree_schedule,
        .local_size = form->local_size,
        .merge_size = form->merge_size,
    };
}
