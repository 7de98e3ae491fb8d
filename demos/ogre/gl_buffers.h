// SPDX-License-Identifier: MIT
// The buffers of OGRE's GL 3+ render system, and copies between them on the GPU. OGRE's
// own copyData() makes the destination as large as what it copies.
#ifndef gl_buffers_h
#define gl_buffers_h

#include <cstddef>

#include <OgreGL3PlusHardwareIndexBuffer.h>
#include <OgreGL3PlusHardwareVertexBuffer.h>

namespace OgreGlsort
{

inline unsigned name_of(const Ogre::HardwareIndexBuffer& buffer)
{
    return static_cast<const Ogre::GL3PlusHardwareIndexBuffer&>(buffer).getGLBufferId();
}

inline unsigned name_of(const Ogre::HardwareVertexBuffer& buffer)
{
    return static_cast<const Ogre::GL3PlusHardwareVertexBuffer&>(buffer).getGLBufferId();
}

inline void copy_bytes(unsigned from, size_t from_at, unsigned to, size_t to_at,
                       size_t bytes)
{
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, from_at, to_at, bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, 0); // as OGRE leaves them
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

} // namespace OgreGlsort

#endif
