// SPDX-License-Identifier: MIT
flat in highp uint place;

out highp uint rank;

void main()
{
    rank = place;
}
