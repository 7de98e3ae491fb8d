// SPDX-License-Identifier: MIT
// PLY files: the header, a text that lists elements and their properties, and the values of
// the element "vertex". The native demo reads them by the same rules, with the same sentences
// (demos/particles/io/ply_header.h): lines end in LF, CR LF or CR; words are separated by any
// blanks; a byte order mark, elements before the vertices and lists are skipped.

const HEADER_BYTES = 1 << 20, MOST_PROPERTIES = 256, MOST_ELEMENTS = 16;
const LF = 10, CR = 13;
const FORMATS = {ascii: "ascii", binary_little_endian: "little", binary_big_endian: "big"};
const READERS = {
    char: [1, "getInt8"], int8: [1, "getInt8"], uchar: [1, "getUint8"], uint8: [1, "getUint8"],
    short: [2, "getInt16"], int16: [2, "getInt16"], ushort: [2, "getUint16"],
    uint16: [2, "getUint16"], int: [4, "getInt32"], int32: [4, "getInt32"],
    uint: [4, "getUint32"], uint32: [4, "getUint32"], float: [4, "getFloat32"],
    float32: [4, "getFloat32"], double: [8, "getFloat64"], float64: [8, "getFloat64"],
};

const isBlank = (byte) => byte === 32 || byte >= 9 && byte <= 13;
const endsLine = (byte) => byte === LF || byte === CR;
const trimmed = (text) => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");
const decoder = new TextDecoder("latin1");
const latin = (bytes) => decoder.decode(bytes);

// ---- the header

// The lines after the byte order mark, each with the position after it. They end in CR only if
// the first one does and no LF follows; a zero byte ends the text.
function* linesOf(bytes) {
    let at = bytes[0] === 0xEF && bytes[1] === 0xBB && bytes[2] === 0xBF ? 3 : 0;
    let first = at;
    while (first < bytes.length && !endsLine(bytes[first]))
        ++first;
    const isReturn = bytes[first] === CR;
    while (bytes[first] === CR)
        ++first;
    const lineEnd = isReturn && bytes[first] !== LF ? CR : LF;
    const most = Math.min(bytes.length, HEADER_BYTES);
    for (let end = at; end < most && bytes[end] !== 0; ++end) {
        if (bytes[end] !== lineEnd)
            continue;
        yield [trimmed(latin(bytes.subarray(at, end))), end + 1];
        at = end + 1;
    }
}

function typeOf(word) {
    if (!Object.hasOwn(READERS, word))
        throw new Error(`its header names the unknown type "${word.slice(0, 60)}"`);
    const [bytes, reader] = READERS[word];
    return {word, bytes, reader};
}

// "property TYPE NAME" or "property list COUNT_TYPE TYPE NAME".
function parseProperty(line, words) {
    const isList = words[1] === "list";
    if (words.length < (isList ? 5 : 3))
        throw new Error(`its header has the line "${line.slice(0, 60)}", which is not a property`);
    return isList ? {isList, type: typeOf(words[3]), count: typeOf(words[2])}
                  : {isList, type: typeOf(words[1]), name: words[2]};
}

class Header {
    format = null;
    elements = []; // the last one is the vertices
    vertices = null;
    start = 0;     // of the data
    bytesAfter = 0; // of the data after the vertices, at least
    #isAfter = false;
    #afterCount = 0; // of the element after the vertices that is being read
    #properties = 0;

    take(line) {
        const words = line.split(/[ \t\n\v\f\r]+/);
        if (words[0] === "format")
            this.#takeFormat(line, words);
        else if (words[0] === "element")
            this.#takeElement(line, words);
        else if (words[0] === "property")
            this.#takeProperty(line, words);
    }

    #takeFormat(line, words) {
        const isKnown = words.length === 2 || words.length === 3 && words[2] === "1.0";
        if (!isKnown || !Object.hasOwn(FORMATS, words[1]))
            throw new Error(`its header has the unknown line "${line.slice(0, 60)}"`);
        this.format = FORMATS[words[1]];
    }

    #takeElement(line, words) {
        if (words.length !== 3 || !/^\d+$/.test(words[2]))
            throw new Error(`its header has the broken line "${line.slice(0, 60)}"`);
        const isVertex = words[1] === "vertex", count = Number(words[2]);
        if (isVertex && this.vertices)
            throw new Error('its header lists two elements "vertex"');
        if (isVertex && count === 0)
            throw new Error("it holds no vertices");
        this.#isAfter = this.vertices !== null;
        this.#afterCount = count;
        if (this.#isAfter)
            return;
        if (this.elements.length === MOST_ELEMENTS)
            throw new Error(`its header lists more than ${MOST_ELEMENTS - 1} elements before ` +
                            "the vertices");
        this.elements.push({count, properties: [], bytes: 0, hasList: false});
        if (isVertex)
            this.vertices = this.elements.at(-1);
    }

    #takeProperty(line, words) {
        const element = this.elements.at(-1);
        if (!element)
            throw new Error(`its header has the line "${line.slice(0, 60)}" before any element`);
        if (this.#isAfter)
            return this.#addAfter(words);
        const property = parseProperty(line, words);
        if (++this.#properties > MOST_PROPERTIES)
            throw new Error(`its header lists more than ${MOST_PROPERTIES} properties`);
        element.properties.push({...property, at: element.bytes});
        element.bytes += (property.count ?? property.type).bytes;
        element.hasList ||= property.isList;
    }

    // A property after the vertices matters only to the length of the file.
    #addAfter([, type, count]) {
        const word = type === "list" ? count : type;
        if (Object.hasOwn(READERS, word))
            this.bytesAfter += this.#afterCount * READERS[word][0];
    }

    finish(start) {
        if (!this.format)
            throw new Error("its header has no format line");
        if (!this.vertices)
            throw new Error("it holds no vertices");
        if (this.vertices.properties.length === 0)
            throw new Error("its vertices have no properties");
        this.start = start;
        return this;
    }

    // The scalar property of this name; undefined if vertices have none.
    find(name) {
        return this.vertices.properties.find((each) => each.name === name);
    }

    // The first one whose name is among these.
    findFirst(names) {
        return this.vertices.properties.find((each) => names.includes(each.name));
    }

    // The smallest text is a digit and a separator for each property.
    checkLength(fileBytes) {
        const {count, properties, bytes} = this.vertices, there = fileBytes - this.start;
        const before = this.elements.slice(0, -1).reduce(
            (sum, each) => sum + each.count * each.bytes, 0);
        const need = this.format === "ascii" ? 2 * properties.length * count - 1
                                             : before + count * bytes;
        if (there < need)
            throw new Error(`it ends too early: its ${count} vertices need at least ${need} ` +
                            `bytes, and there are ${there}`);
    }
}

// True if a file that begins so claims to be a PLY file.
export function beginsPly(bytes) {
    return linesOf(bytes).next().value?.[0] === "ply";
}

export function readHeader(bytes) {
    const header = new Header(), lines = linesOf(bytes);
    if (lines.next().value?.[0] !== "ply")
        throw new Error("it is not a PLY file");
    for (const [line, end] of lines) {
        if (line === "end_header")
            return header.finish(end);
        header.take(line);
    }
    throw new Error("its header has no end");
}

// ---- values: how reading one can end

const READ = 0, ENDED = 1, BAD_WORD = 2;

class Binary {
    constructor(bytes, at, isLittle) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = at;
        this.isLittle = isLittle;
        this.value = 0;
    }

    take({isList, type, count}) {
        const {bytes, reader} = isList ? count : type;
        if (this.at + bytes > this.view.byteLength)
            return ENDED;
        this.value = this.view[reader](this.at, this.isLittle);
        this.at += bytes;
        if (isList)
            this.at += Math.trunc(this.value) * type.bytes;
        return isList && !(this.value >= 0 && this.at <= this.view.byteLength) ? ENDED : READ;
    }

    startElement() {
        return true;
    }

    endElement() {}
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(nan|inf|1\.#)/i;

// A text has a line for each element, whose further numbers are skipped; if it flows, line
// ends are blanks.
class Text {
    constructor(bytes, at, flows) {
        this.bytes = bytes;
        this.at = at;
        this.flows = flows;
        this.value = 0;
    }

    skipBlanks(lines) {
        const {bytes} = this;
        for (; this.at < bytes.length && isBlank(bytes[this.at]); ++this.at)
            if (!lines && endsLine(bytes[this.at]))
                return false;
        return this.at < bytes.length;
    }

    skipLine() {
        while (this.at < this.bytes.length && !endsLine(this.bytes[this.at]))
            ++this.at;
    }

    // The end of the next word, which begins at `at`; `at`: there is none, or none on this line.
    #wordEnd() {
        let end = this.at;
        if (!this.skipBlanks(this.flows))
            return this.at;
        for (end = this.at; end < this.bytes.length && !isBlank(this.bytes[end]);)
            ++end;
        return end;
    }

    get word() {
        const end = this.#wordEnd();
        return latin(this.bytes.subarray(this.at, end));
    }

    #takeNumber() {
        const end = this.#wordEnd();
        if (end === this.at)
            return ENDED;
        const word = latin(this.bytes.subarray(this.at, end));
        if (DECIMAL.test(word))
            this.value = Number(word);
        else if (NOT_FINITE.test(word))
            this.value = NaN;
        else
            return BAD_WORD;
        this.at = end;
        return READ;
    }

    take({isList}) {
        const outcome = this.#takeNumber();
        if (outcome !== READ || !isList)
            return outcome;
        if (!(this.value >= 0))
            return ENDED;
        for (let left = this.value; left >= 1; --left) {
            const end = this.#wordEnd();
            if (end === this.at)
                return ENDED;
            this.at = end;
        }
        return READ;
    }

    startElement() {
        return this.flows || this.skipBlanks(true);
    }

    endElement() {
        if (!this.flows)
            this.skipLine();
    }
}

function takeElement(stream, {properties}, put) {
    for (const property of properties) {
        const outcome = stream.take(property);
        if (outcome !== READ)
            return outcome;
        put?.(property, stream.value);
    }
    return READ;
}

// True if the first element that has values fills no line, or the only one.
function valuesFlow(bytes, {elements, vertices, start}) {
    const first = elements.find((each) => each.count > 0 && each.properties.length > 0);
    const text = new Text(bytes, start, false);
    if (first === vertices && first.count === 1)
        return true;
    text.skipBlanks(true);
    if (takeElement(text, first) === ENDED)
        return true;
    text.skipLine();
    return !text.skipBlanks(true);
}

// False if the file ends before.
function skipElements(stream, element) {
    if (stream instanceof Binary && !element.hasList) {
        stream.at += element.count * element.bytes;
        return stream.at <= stream.view.byteLength;
    }
    for (let i = 0; element.properties.length > 0 && i < element.count; ++i) {
        if (!stream.startElement())
            return false;
        const isLine = stream instanceof Text && !stream.flows;
        if (!isLine && takeElement(stream, element) !== READ)
            return false;
        stream.endElement();
    }
    return true;
}

const endedAfter = (taken, count) =>
    new Error(`it ends after ${taken} of its ${count} vertices`);

function failure(stream, outcome, taken, count) {
    if (outcome === BAD_WORD)
        return new Error(`vertex ${taken + 1} of ${count} has "${stream.word.slice(0, 40)}", ` +
                         "which is not a number");
    if (stream instanceof Text && !stream.flows)
        return new Error(`vertex ${taken + 1} of ${count} has fewer values than the header names`);
    return endedAfter(taken, count);
}

function streamOf(bytes, header) {
    const stream = header.format === "ascii"
        ? new Text(bytes, header.start, valuesFlow(bytes, header))
        : new Binary(bytes, header.start, header.format === "little");
    for (const element of header.elements.slice(0, -1))
        if (!skipElements(stream, element))
            throw endedAfter(0, header.vertices.count);
    return stream;
}

function readColumns(stream, vertices, properties) {
    const {count} = vertices;
    const columns = new Map(properties.map((each) => [each, new Float64Array(count)]));
    for (let i = 0; i < count; ++i) {
        if (!stream.startElement())
            throw endedAfter(i, count);
        const outcome = takeElement(stream, vertices, (property, value) => {
            const column = columns.get(property);
            if (column)
                column[i] = value;
        });
        if (outcome !== READ)
            throw failure(stream, outcome, i, count);
        stream.endElement();
    }
    return properties.map((each) => (i) => columns.get(each)[i]);
}

// A function from the number of a vertex to the value, for each of these properties. In text,
// "nan" and "inf" in all their spellings are NaN.
export function readVertices(bytes, header, properties) {
    const {vertices, format} = header;
    header.checkLength(bytes.byteLength);
    const stream = streamOf(bytes, header);
    if (format === "ascii" || vertices.hasList)
        return readColumns(stream, vertices, properties);
    const {view, at: start, isLittle} = stream;
    if (start + vertices.count * vertices.bytes > view.byteLength)
        throw endedAfter(Math.floor((view.byteLength - start) / vertices.bytes), vertices.count);
    return properties.map(({at, type: {reader}}) =>
        (i) => view[reader](start + i * vertices.bytes + at, isLittle));
}
