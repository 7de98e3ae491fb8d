// SPDX-License-Identifier: MIT
#include "lane.h"

#include <stdio.h>

bool lane_is_live(const struct lane* lane)
{
    return lane->row.refusal[0] == '\0';
}

void lane_refuse(struct lane* lane, const char* sentence)
{
    snprintf(lane->row.refusal, sizeof lane->row.refusal, "%s",
             sentence && *sentence ? sentence : "refused without a sentence");
}
