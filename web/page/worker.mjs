// SPDX-License-Identifier: MIT
// What splat viewers do: depths in 16 bits, and a counting sort, on the CPU. Receives
// {positions, count} (4 floats each, and whole rows of a texture) when they have changed, and {eye, axis} for each sort;
// answers with {order, ms}.

const BINS = 1 << 16;
const counts = new Uint32Array(BINS);
let positions = new Float32Array(0);
let depths = new Float32Array(0);
let bins = new Uint16Array(0);

// Fills depths, and returns the nearest and the farthest.
function measure(eye, axis) {
    const [ax, ay, az] = axis;
    const offset = eye[0] * ax + eye[1] * ay + eye[2] * az;
    let near = Infinity, far = -Infinity;
    for (let i = 0, at = 0; i < depths.length; ++i, at += 4) {
        const depth = positions[at] * ax + positions[at + 1] * ay + positions[at + 2] * az -
                      offset;
        depths[i] = depth;
        near = depth < near ? depth : near;
        far = depth > far ? depth : far;
    }
    return [near, far];
}

// Back to front, stable.
function countingSort(eye, axis) {
    const [near, far] = measure(eye, axis);
    const scale = (BINS - 1) / Math.max(far - near, 1e-30);
    counts.fill(0);
    for (let i = 0; i < depths.length; ++i) {
        bins[i] = (far - depths[i]) * scale;
        ++counts[bins[i]];
    }
    for (let i = 0, sum = 0; i < BINS; ++i) {
        const count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    const order = new Uint32Array(positions.length / 4); // whole rows of the texture
    for (let i = 0; i < depths.length; ++i)
        order[counts[bins[i]]++] = i;
    return order;
}

onmessage = ({data}) => {
    if (data.positions) {
        positions = data.positions;
        depths = new Float32Array(data.count);
        bins = new Uint16Array(depths.length);
    }
    const start = performance.now();
    const order = countingSort(data.eye, data.axis);
    const ms = performance.now() - start;
    postMessage({order, ms}, [order.buffer]);
};
