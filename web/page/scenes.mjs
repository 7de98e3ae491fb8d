// SPDX-License-Identifier: MIT
// The scenes by their names.
import {Particles} from "./particles.mjs";
import {Splats} from "./splats.mjs";
import {shell} from "./shell.mjs";

// `opened` are the splats of a file.
export function createScene(gl, {scene, count}, opened) {
    return scene === "splats" ? new Splats(gl, opened ?? shell(count))
                              : new Particles(gl, scene, count);
}
