// SPDX-License-Identifier: MIT
// EACH_ITEM(F): F(0) F(1) ... for the ITEMS of the including shader, unrolled with
// constants. An item is an element of an invocation; items are in private arrays. If a
// loop or a parameter indexes such an array, drivers keep it in memory instead of
// registers (NVIDIA: half the speed).

#define FOUR_ITEMS(F) F(0) F(1) F(2) F(3)
#define EIGHT_ITEMS(F) FOUR_ITEMS(F) F(4) F(5) F(6) F(7)
#define TWELVE_ITEMS(F) EIGHT_ITEMS(F) F(8) F(9) F(10) F(11)
#define FIFTEEN_ITEMS(F) TWELVE_ITEMS(F) F(12) F(13) F(14)
#define SIXTEEN_ITEMS(F) FIFTEEN_ITEMS(F) F(15)

#if ITEMS == 4
#define EACH_ITEM(F) FOUR_ITEMS(F)
#elif ITEMS == 8
#define EACH_ITEM(F) EIGHT_ITEMS(F)
#elif ITEMS == 9
#define EACH_ITEM(F) EIGHT_ITEMS(F) F(8)
#elif ITEMS == 10
#define EACH_ITEM(F) EIGHT_ITEMS(F) F(8) F(9)
#elif ITEMS == 12
#define EACH_ITEM(F) TWELVE_ITEMS(F)
#elif ITEMS == 15
#define EACH_ITEM(F) FIFTEEN_ITEMS(F)
#elif ITEMS == 16
#define EACH_ITEM(F) SIXTEEN_ITEMS(F)
#elif ITEMS == 20
#define EACH_ITEM(F) SIXTEEN_ITEMS(F) F(16) F(17) F(18) F(19)
#else
#error "ITEMS is not among the numbers written out, or not yet defined"
#endif
