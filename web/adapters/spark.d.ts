// SPDX-License-Identifier: MIT
// Spark (@sparkjsdev/spark 2.2) in glsort's order: splats are sorted in the frame that draws them,
// and their distances are not read back.
import type {SparkRenderer} from "@sparkjsdev/spark";
import type {Glsort} from "./glsort.js";

export class SparkOrder {
    /** From now on glsort sorts where Spark would have begun a sort: when the camera or the splats
     *  have changed. minSortIntervalMs, readPause, sortPause and sortDelay have no effect. The
     *  first sort compiles, and so does one whose splats have outgrown it. */
    constructor(spark: SparkRenderer, sorter: Glsort);

    /** Spark's worker sorts again. Needed before another SparkOrder of the same Spark. */
    dispose(): void;
}
