// SPDX-License-Identifier: MIT
// Between arrays and the GPU, without touching what the page has bound.

const POLL_MS = 1;

// Buffers with copies of the arrays, or of so many bytes. Never element arrays, which WebGL keeps
// apart.
export function buffersOf(gl, contents, usage = gl.STREAM_COPY) {
    const before = gl.getParameter(gl.COPY_WRITE_BUFFER_BINDING);
    const buffers = contents.map((each) => {
        const buffer = gl.createBuffer();
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer);
        gl.bufferData(gl.COPY_WRITE_BUFFER, each, usage);
        return buffer;
    });
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, before);
    return buffers;
}

// Resolves once the GPU has done what was issued before, without blocking the page.
export async function finished(gl) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence === null) // the context is lost
        return;
    while (gl.clientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, 0) === gl.TIMEOUT_EXPIRED)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    gl.deleteSync(fence);
}

export function readBuffer(gl, buffer, array) {
    const before = gl.getParameter(gl.COPY_READ_BUFFER_BINDING);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, array);
    gl.bindBuffer(gl.COPY_READ_BUFFER, before);
    return array;
}
