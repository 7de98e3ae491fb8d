// SPDX-License-Identifier: MIT
// What of the npm package needs no browser: how options are told apart. In node.
//   node test_modules.mjs
import assert from "node:assert/strict";
import test from "node:test";
import {keyOf} from "../../../web/glsort/options.mjs";

test("what differs has keys that differ", () => {
    const poses = {toJSON: () => 4};
    const values = [Infinity, -Infinity, NaN, null, 0, 4, "4", 4n, "number 4", true, "true",
                    new Number(4), new String("4"), [], [4], ["4"], [4, 5], ["4,5"], {0: 4}, {},
                    new Uint8Array([4]), Symbol("4"), () => 4, poses, [null], [undefined, 4],
                    {a: {b: 1}}, {a: 1, b: 1}];
    const keys = values.map((value) => keyOf({deadValue: value, keyBits: 32}));
    assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) !== at), []);
});

test("what is equal has the same key", () => {
    const made = (more) => keyOf({keyBits: 16, cull: "frustum", stride: undefined, ...more});
    assert.equal(made(), made({depths: undefined}));
    assert.equal(made({deadValue: -Infinity}), made({deadValue: -Infinity}));
    assert.equal(made({texelWords: [4, NaN]}), made({texelWords: [4, NaN]}));
});
