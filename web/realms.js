// SPDX-License-Identifier: MIT
// Goes before Emscripten's code in its function. That code looks at what WebGL returns by
// instanceof, but a context of an iframe returns objects of the iframe's classes: here these are
// taken for instances too.
function ofAnyRealm(name) {
    var tag = "[object " + name + "]";
    return globalThis[name] && new Proxy(globalThis[name], {
        get: (own, key) => key === Symbol.hasInstance
            ? (value) => Object.prototype.toString.call(value) === tag : own[key],
    });
}
var Array = ofAnyRealm("Array"), Float32Array = ofAnyRealm("Float32Array"),
    Int32Array = ofAnyRealm("Int32Array"), Uint32Array = ofAnyRealm("Uint32Array"),
    WebGLBuffer = ofAnyRealm("WebGLBuffer"), WebGLTexture = ofAnyRealm("WebGLTexture"),
    WebGLRenderbuffer = ofAnyRealm("WebGLRenderbuffer");
