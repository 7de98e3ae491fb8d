// SPDX-License-Identifier: MIT
// Draw orders on the CPU, as pages without glsort make them: depths of positions (4 floats
// each), sorted back to front, stable.

const BINS = 1 << 16;

// For a worker. Receives {positions, count} when they have changed (4 floats each, in whole
// rows of a texture), and {method, eye, axis} for each sort; answers {order, ms}.
export function serveSorts(createSorter) {
    let creating;
    onmessage = async ({data}) => {
        if (data.positions)
            creating = createSorter(data.positions, data.count);
        const sorter = await creating;
        const start = performance.now();
        const order = sorter[data.method](data);
        const ms = performance.now() - start;
        postMessage({order, ms}, [order.buffer]);
    };
}

export class CpuSorter {
    #positions;
    #depths;
    #keys;
    #bins;
    #counts = new Uint32Array(BINS);
    #spare;

    constructor(positions, count) {
        this.#positions = positions;
        this.#depths = new Float32Array(count);
        this.#keys = new Uint32Array(this.#depths.buffer);
        this.#bins = new Uint16Array(count);
        this.#spare = null;
    }

    // Fills depths, and returns the nearest and the farthest.
    #measure(eye, axis) {
        const positions = this.#positions, depths = this.#depths, [ax, ay, az] = axis;
        const offset = eye[0] * ax + eye[1] * ay + eye[2] * az;
        let near = Infinity, far = -Infinity;
        for (let i = 0, at = 0; i < depths.length; ++i, at += 4) {
            const depth = positions[at] * ax + positions[at + 1] * ay +
                          positions[at + 2] * az - offset;
            depths[i] = depth;
            near = depth < near ? depth : near;
            far = depth > far ? depth : far;
        }
        return [near, far];
    }

    // In whole rows of the texture that shows it.
    #newOrder() {
        return new Uint32Array(this.#positions.length / 4);
    }

    #accumulate() {
        const counts = this.#counts;
        for (let i = 0, sum = 0; i < BINS; ++i) {
            const count = counts[i];
            counts[i] = sum;
            sum += count;
        }
    }

    // What splat viewers do: depths in 16 bits, and one counting pass.
    counting16({eye, axis}) {
        const depths = this.#depths, bins = this.#bins, counts = this.#counts;
        const [near, far] = this.#measure(eye, axis);
        const scale = (BINS - 1) / Math.max(far - near, 1e-30);
        counts.fill(0);
        for (let i = 0; i < depths.length; ++i) {
            bins[i] = (far - depths[i]) * scale;
            ++counts[bins[i]];
        }
        this.#accumulate();
        const order = this.#newOrder();
        for (let i = 0; i < depths.length; ++i)
            order[counts[bins[i]]++] = i;
        return order;
    }

    // As exact as glsort: the floats' bits in two digits of 16.
    radix32({eye, axis}) {
        this.#measure(eye, axis);
        const keys = this.#keys, count = keys.length;
        for (let i = 0; i < count; ++i) // largest first
            keys[i] = keys[i] & 0x80000000 ? keys[i] : ~keys[i] & 0x7FFFFFFF;
        this.#spare ??= new Uint32Array(count);
        const order = this.#newOrder();
        this.#digit(keys, 0, null, this.#spare);
        this.#digit(keys, 16, this.#spare, order);
        return order;
    }

    #digit(keys, shift, from, to) {
        const counts = this.#counts, count = keys.length;
        counts.fill(0);
        for (let i = 0; i < count; ++i)
            ++counts[keys[i] >>> shift & 0xFFFF];
        this.#accumulate();
        for (let i = 0; i < count; ++i) {
            const element = from ? from[i] : i;
            to[counts[keys[element] >>> shift & 0xFFFF]++] = element;
        }
    }
}
