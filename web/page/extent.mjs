// SPDX-License-Identifier: MIT
// The middle of the splats, and how far they reach from it, without the outermost twentieth on
// each side.
export function extent({count, centers}) {
    const step = Math.max(1, Math.floor(count / 10000));
    const quantile = (values, part) => values[Math.floor(part * (values.length - 1))];
    const axes = [0, 1, 2].map((axis) => {
        const values = [];
        for (let i = 0; i < count; i += step)
            values.push(centers[4 * i + axis]);
        values.sort((a, b) => a - b);
        return [quantile(values, 0.05), quantile(values, 0.95)];
    });
    return {center: axes.map(([least, most]) => (least + most) / 2),
            radius: Math.max(...axes.map(([least, most]) => (most - least) / 2), 1e-6)};
}
