// SPDX-License-Identifier: MIT
// A mean of the last times. The first ones do not count: they have compiled what later ones use.

const WARM_UP = 3;
const WEIGHT = 0.2; // of a new time

export class Mean {
    value = null; // until there is one that counts
    #left = WARM_UP;

    add(time) {
        if (this.#left > 0)
            --this.#left;
        else
            this.value = this.value === null ? time : this.value + WEIGHT * (time - this.value);
    }
}
