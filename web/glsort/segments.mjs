// SPDX-License-Identifier: MIT
// Many independent sorts in one call, such as the particles of each emitter.
import {integer, segmentsDesc} from "./describe.mjs";
import {Handle, whenFinished} from "./handle.mjs";
import {known} from "./options.mjs";

export class Segments {
    #session;
    #handle;
    #isCounted;

    constructor(session, options, begins = false) {
        this.#session = session;
        known("createSegments", "the argument", options, "SegmentsOptions");
        this.#isCounted = options.count === "buffer";
        this.maxCount = integer("createSegments", "maxCount", options.maxCount);
        this.#handle = new Handle(session, "segments", "segmented sort",
                                  (library) => segmentsDesc(library, options), begins);
        session.adopt(this);
    }

    static async begun(session, options) {
        const segments = new Segments(session, options, true);
        return whenFinished(segments, segments.#handle);
    }

    run(args) {
        this.#handle.call("run", () => this.#args(args));
    }

    #args(args) {
        const {count, segmentCount, offsets, keys, keysOut, values, valuesOut} =
            known("run", "the argument", args, "SegmentsArguments");
        const session = this.#session;
        const counts = this.#isCounted
            ? session.resources({count_in: count, segment_count_in: segmentCount})
            : {count: integer("run", "count", count),
               segment_count: integer("run", "segmentCount", segmentCount ?? 0)};
        return session.library.struct("glsort_segments_args", {
            ...counts,
            ...session.resources({offsets_in: offsets, keys_in: keys, keys_out: keysOut,
                                  values_in: values, values_out: valuesOut}),
        });
    }

    dispose() {
        this.#session.forget(this);
        this.#handle.dispose();
    }
}
