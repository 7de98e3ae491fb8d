// SPDX-License-Identifier: MIT
// Sorts away from the page.
import {CpuSorter, serveSorts} from "./cpu_sorts.mjs";

serveSorts((positions, count) => new CpuSorter(positions, count));
