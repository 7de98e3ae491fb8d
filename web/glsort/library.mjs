// SPDX-License-Identifier: MIT
// The library as WebAssembly: its memory, its structs by the names of their fields, and
// the page's GL objects under the names that the C code uses.
export class GlsortError extends Error {
    constructor(code, sentence, options) {
        super(sentence, options);
        this.name = "GlsortError";
        this.code = code;
    }
}

const MOST_WORD = 0xFFFFFFFF;

// An integer that 32 bits hold.
export function word(what, value) {
    if (!Number.isInteger(value) || value < 0 || value > MOST_WORD)
        throw new GlsortError("GLSORT_ERROR_ARGUMENT", `${what} is ${String(value)}; it must be ` +
                              `an integer from 0 to ${MOST_WORD}`);
    return value;
}

const [FLOAT, DOUBLE, LONG, TEXT, CHARACTERS, RESOURCE] = [1, 2, 3, 4, 5, 6]; // face.c

export class Library {
    #numbers = new Map(); // sizes of structs, and enumerants
    #fields = new Map();  // of a struct: {value, kind} by name
    #resource;            // where the fields of a glsort_resource are
    #names = new WeakMap(); // of the page's GL objects; never used twice

    constructor(module) {
        this.module = module;
        this.memory = module; // growth replaces module.HEAPU32 and its siblings
        for (let i = 0, at; (at = module._glsort_web_entry(i)) !== 0; ++i) {
            const [name, value, kind] = module.HEAPU32.subarray(at >> 2, (at >> 2) + 3);
            const [type, ...field] = module.UTF8ToString(name).split(".");
            if (field.length === 0)
                this.#numbers.set(type, value);
            else if (this.#fields.has(type))
                this.#fields.get(type).set(field.join("."), {value, kind});
            else
                this.#fields.set(type, new Map([[field.join("."), {value, kind}]]));
        }
        this.#resource = Object.fromEntries(["name", "width", "offset"].map(
            (field) => [field, this.#field("glsort_resource", field).value]));
    }

    #field(type, name) {
        const field = this.#fields.get(type)?.get(name);
        if (field === undefined)
            throw new TypeError(`there is no ${type}.${name}`);
        return field;
    }

    // The size of a struct, or the value of an enumerant.
    number(name) {
        const number = this.#numbers.get(name);
        if (number === undefined)
            throw new TypeError(`there is no ${name}`);
        return number;
    }

    text(at) {
        return this.module.UTF8ToString(at);
    }

    // Stack memory is freed by the caller of all this, Session.call().
    allocate(bytes) {
        const at = this.module.stackAlloc(bytes);
        this.module.HEAPU8.fill(0, at, at + bytes);
        return at;
    }

    // A struct with these fields, and zeros elsewhere. Runs make one in every frame.
    struct(type, fields) {
        const at = this.allocate(this.number(type));
        const {HEAPU32, HEAPF32} = this.module;
        for (const name in fields) {
            const value = fields[name];
            if (value === undefined)
                continue;
            const {value: offset, kind} = this.#field(type, name);
            if (kind === RESOURCE)
                this.#writeResource(at + offset, name, value);
            else if (kind !== FLOAT)
                HEAPU32[(at + offset) >> 2] = word(`glsort: ${name}`, value);
            else if (typeof value === "number")
                HEAPF32[(at + offset) >> 2] = value;
            else
                HEAPF32.set(value, (at + offset) >> 2);
        }
        return at;
    }

    #writeResource(at, what, {name, width = 0, offset = 0}) {
        const {HEAPU32} = this.module;
        const to = this.#resource;
        HEAPU32[(at + to.name) >> 2] = name;
        HEAPU32[(at + to.width) >> 2] = word(`glsort: ${what}.width`, width);
        HEAPU32[(at + to.offset) >> 2] = word(`glsort: ${what}.offset`, offset);
    }

    read(base, type, name) {
        const {HEAPU32, HEAPF32, HEAPF64} = this.module;
        const {value: offset, kind} = this.#field(type, name);
        const at = base + offset;
        switch (kind) {
        case FLOAT: return HEAPF32[at >> 2];
        case DOUBLE: return HEAPF64[at >> 3];
        case LONG: return HEAPU32[at >> 2] + HEAPU32[(at >> 2) + 1] * 2 ** 32;
        case TEXT: return this.text(HEAPU32[at >> 2]);
        case CHARACTERS: return this.text(at);
        default: return HEAPU32[at >> 2];
        }
    }

    // The forms that run in WebGL: {name, description, wholeCount, at}.
    #forms() {
        const fragment = this.number("GLSORT_BACKEND_FRAGMENT");
        const desc = this.#field("glsort_form", "desc").value;
        const all = [];
        for (let i = 0, at; (at = this.module._glsort_form_at(i)) !== 0; ++i)
            if (this.read(at + desc, "glsort_sort_desc", "backend") === fragment)
                all.push({at: at + desc, name: this.read(at, "glsort_form", "name"),
                          description: this.read(at, "glsort_form", "description"),
                          wholeCount: this.read(at, "glsort_form", "whole_count")});
        return all;
    }

    forms() {
        return this.#forms().map(({at, ...form}) => form);
    }

    // What a form sets in a glsort_sort_desc; its tuning is a pointer.
    formFields(name) {
        const all = this.#forms();
        const form = all.find((each) => each.name === name);
        if (!form)
            throw new GlsortError("GLSORT_ERROR_ARGUMENT", `glsort: form is ${name}; in ` +
                `WebGL it must be one of ${all.map((each) => each.name).join(", ")}`);
        const names = ["backend", "tuning"];
        return Object.fromEntries(names.map(
            (field) => [field, this.read(form.at, "glsort_sort_desc", field)]));
    }

    // Puts a buffer or texture of the page into a table of Emscripten's GL, and returns
    // its name. The table would keep the object alive, so every call lends it anew.
    // Emscripten's queries of bindings read `name`, which another module may use too.
    lend(table, object, lent) {
        let name = this.#names.get(object);
        if (name === undefined)
            this.#names.set(object, (name = this.module.GL.getNewId(table)));
        if (table[name] !== object) {
            lent.push({table, name, object, before: object.name});
            table[name] = object;
            object.name = name;
        }
        return name;
    }

    takeBack(lent) {
        for (const {table, name, object, before} of lent) {
            table[name] = null;
            object.name = before; // a deleted property slows later look-ups down
        }
    }
}
