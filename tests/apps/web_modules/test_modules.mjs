// SPDX-License-Identifier: MIT
// What of the npm package needs no browser: its description, the code of its documents, and how
// options are told apart. In node.
//   node test_modules.mjs
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import test from "node:test";
import vm from "node:vm";
import {keyOf} from "../../../web/glsort/options.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

test("tools that read main instead of exports find the same module", () => {
    const described = JSON.parse(read("web/package.json.in").replace("@repository@", ""));
    assert.equal(described.main, described.exports["."].default);
    assert.equal(described.types, described.exports["."].types);
    // And below it each by the name of its file.
    for (const [name, {types, default: file}] of Object.entries(described.exports))
        if (name !== "." && file !== undefined)
            assert.deepEqual([types, file], [`${name}.d.ts`, `${name}.mjs`]);
});

test("no example awaits at the top level, where bundlers may refuse it", () => {
    let blocks = 0;
    for (const file of ["docs/web.md", "web/glsort/README.md"])
        for (const [, code] of read(file).matchAll(/^```js\n(.*?)^```$/gms)) {
            const script = code.replace(/^import \{.*\} from ".*";.*$/gm, "");
            assert.doesNotThrow(() => new vm.Script(script), `${file}: ${code}`); // no module
            blocks++;
        }
    assert.ok(blocks > 8);
});

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
