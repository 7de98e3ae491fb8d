// SPDX-License-Identifier: MIT
// Clouds in binary PLY files that lack bytes, as after a text conversion that took the CR from
// every CR LF: each loss shifts what follows, so the next place is looked for where records make
// sense again. The native demo does the same (demos/particles/io/ply.c, which says more).

const SURE_RECORDS = 8;
const LARGEST = 1e9;
const BOUNDED = ["nx", "ny", "nz", "red", "green", "blue", "r", "g", "b", "diffuse_red",
                 "diffuse_green", "diffuse_blue"];

// True if records can be told from each other, and at most a hundredth of them may be missing.
export function isDamaged(bytes, {format, elements, vertices, start, bytesAfter}) {
    const there = bytes.byteLength - start, need = vertices.count * vertices.bytes;
    return format !== "ascii" && elements.length === 1 && !vertices.hasList &&
        there < need + bytesAfter &&
        Math.floor(there / vertices.bytes) + Math.floor(vertices.count / 100) + 1 >= vertices.count;
}

class Records {
    constructor(bytes, header) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.isLittle = header.format === "little";
        this.size = header.vertices.bytes;
        this.end = bytes.byteLength;
        const all = (names) => names.map((name) => header.find(name)).filter(Boolean);
        this.position = all(["x", "y", "z"]);
        this.normal = all(["nx", "ny", "nz"]);
        this.bounded = all(BOUNDED);
        this.radius = header.findFirst(["psz", "radius"]);
    }

    value(property, at) {
        return this.view[property.type.reader](at + property.at, this.isLittle);
    }

    isPlaced(at) {
        return !this.position.every((each) => Number.isNaN(this.value(each, at)));
    }

    // True if the values could be a point's: a damaged record holds floats of any size. A point
    // without a position has NaN for all of it.
    isPlausible(at) {
        const isBounded = (each) => Math.abs(this.value(each, at)) <= LARGEST;
        if (this.isPlaced(at) && !this.position.every(isBounded) || !this.bounded.every(isBounded))
            return false;
        if (this.radius && !(isBounded(this.radius) && this.value(this.radius, at) >= 0))
            return false;
        if (this.normal.length < 3)
            return true;
        const square = this.normal.reduce((sum, each) => sum + this.value(each, at) ** 2, 0);
        return square === 0 || Math.abs(square - 1) < 0.05;
    }

    // True if the next `count` records make sense, or all that are left of the file.
    areRow(at, count) {
        for (let i = 0; i < count && this.end - at >= this.size; ++i, at += this.size)
            if (!this.isPlausible(at))
                return false;
        return true;
    }

    // The next place, from just before `at` on, where three records in a row make sense; NaN if
    // there is none.
    resynchronise(at) {
        for (let from = at - 4; this.end - from >= 3 * this.size; ++from)
            if (this.areRow(from, 3))
                return from;
        return NaN;
    }
}

// Where the records are that make sense, in order.
function findRecords(records, listed, start) {
    const found = [];
    let at = start, isLastPlaced = false;
    while (found.length < listed && records.end - at >= records.size) {
        if (records.isPlausible(at)) {
            isLastPlaced = records.isPlaced(at);
            found.push(at);
            at += records.size;
        } else if (records.areRow(at + records.size, SURE_RECORDS)) {
            isLastPlaced = false; // no byte is missing: only the values of this one are bad
            at += records.size;
        } else {
            if (isLastPlaced)
                found.pop(); // the loss may lie in its tail
            isLastPlaced = false;
            at = records.resynchronise(at - start < 4 ? at + 4 : at);
        }
    }
    return found;
}

// As readVertices of ply.mjs, for the `count` points that make sense.
export function readDamaged(bytes, header, properties) {
    const listed = header.vertices.count, records = new Records(bytes, header);
    const found = findRecords(records, listed, header.start);
    const placed = found.filter((at) => records.isPlaced(at)).length;
    if (placed === 0 || listed - found.length > Math.floor(listed / 100) + 1)
        throw new Error(`only ${placed} of its ${listed} points could be read; the file is cut ` +
                        "off or damaged");
    return {count: found.length,
            values: properties.map((each) => (i) => records.value(each, found[i]))};
}
