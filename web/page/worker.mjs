// SPDX-License-Identifier: MIT
// Sorts away from the page. Receives {positions, count} when they have changed (4 floats each,
// in whole rows of a texture), and {method, eye, axis} for each sort; answers {order, ms}.
import {CpuSorter} from "./cpu_sorts.mjs";

let sorter;

onmessage = ({data}) => {
    if (data.positions)
        sorter = new CpuSorter(data.positions, data.count);
    const start = performance.now();
    const order = sorter[data.method](data);
    const ms = performance.now() - start;
    postMessage({order, ms}, [order.buffer]);
};
