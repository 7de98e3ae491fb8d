// SPDX-License-Identifier: MIT
// What of the npm package needs no browser, in node: its description, the code of its documents,
// and the names that calls take.
//   node test_modules.mjs
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import test from "node:test";
import vm from "node:vm";
import {NAMES} from "../../../web/glsort/options.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

test("it brings nothing with it, and tools that read main find what exports names", () => {
    const described = JSON.parse(read("web/package.json.in").replace("@repository@", ""));
    assert.equal(described.dependencies, undefined);
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

test("the names that calls take are those of glsort.d.ts", () => {
    const declared = {};
    for (const [, name, base, body] of read("web/glsort/glsort.d.ts").matchAll(
        /^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms))
        declared[name] = [...(declared[base] ?? []),
                          ...Array.from(body.matchAll(/^    (\w+)\??:/gm), (each) => each[1])];
    for (const result of ["Form", "PlanDescription", "PassDescription", "SelfTest"])
        delete declared[result];
    const sorted = (all) => Object.fromEntries(Object.entries(all).map(
        ([name, names]) => [name, [...names].sort()]));
    assert.deepEqual(sorted(NAMES), sorted(declared));
});
