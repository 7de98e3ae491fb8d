// SPDX-License-Identifier: MIT
#include "InterlockedClouds.h"

#include <algorithm>
#include <cstdint>

#include <OgreAutoParamDataSource.h>
#include <OgreCamera.h>
#include <OgreException.h>
#include <OgreHardwareBufferManager.h>

#include "gl_buffers.h"

namespace OgreGlsort
{

static void check(const std::vector<InterlockedClouds::Cloud>& clouds)
{
    bool alike = true;
    for (const InterlockedClouds::Cloud& cloud : clouds)
        alike = alike && cloud.points->vertexBufferBinding->getBufferCount() == 1 &&
                *cloud.points->vertexDeclaration == *clouds[0].points->vertexDeclaration;
    if (clouds.empty() || clouds.size() > GLSORT_MOST_SOURCES || !alike)
        OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS,
                    "clouds that interlock are 1 to " +
                        std::to_string(GLSORT_MOST_SOURCES) +
                        ", each in one buffer, with the same vertex declaration; there "
                        "are " +
                        std::to_string(clouds.size()),
                    "InterlockedClouds");
}

InterlockedClouds::InterlockedClouds(const std::vector<Cloud>& clouds) : _clouds(clouds)
{
    check(clouds);
    std::vector<std::uint8_t> numbers; // of the cloud of each point, four times
    for (size_t i = 0; i < clouds.size(); ++i)
        numbers.insert(numbers.end(), 4 * clouds[i].points->vertexCount,
                       static_cast<std::uint8_t>(i));
    const size_t count = numbers.size() / 4;
    Ogre::VertexData* data = clouds[0].points->clone(false);
    const size_t stride = data->vertexDeclaration->getVertexSize(0);
    auto& buffers = Ogre::HardwareBufferManager::getSingleton();
    _pool = buffers.createVertexBuffer(stride, count, Ogre::HBU_GPU_ONLY);
    Ogre::HardwareVertexBufferSharedPtr marks =
        buffers.createVertexBuffer(4, count, Ogre::HBU_GPU_ONLY);
    marks->writeData(0, numbers.size(), numbers.data());
    data->vertexDeclaration->addElement(1, 0, Ogre::VET_UBYTE4, Ogre::VES_BLEND_INDICES);
    data->vertexBufferBinding->setBinding(0, _pool);
    data->vertexBufferBinding->setBinding(1, marks);
    data->vertexStart = 0;
    data->vertexCount = count;
    mRenderOp.operationType = Ogre::RenderOperation::OT_POINT_LIST;
    mRenderOp.useIndexes = false;
    mRenderOp.vertexData = data;
    for (size_t i = 0; i < clouds.size(); ++i)
        update(i);
    _matrices = buffers.createVertexBuffer(sizeof(float[16]), clouds.size(),
                                           Ogre::HBU_CPU_TO_GPU);
    setBoundingBox(Ogre::AxisAlignedBox::BOX_INFINITE); // the nodes of the clouds move
}

InterlockedClouds::~InterlockedClouds()
{
    delete mRenderOp.vertexData;
}

void InterlockedClouds::update(size_t cloud)
{
    size_t before = 0; // points
    for (size_t i = 0; i < cloud; ++i)
        before += _clouds[i].points->vertexCount;
    const Ogre::VertexData& points = *_clouds[cloud].points;
    const size_t stride = _pool->getVertexSize();
    copy_bytes(name_of(*points.vertexBufferBinding->getBuffer(0)),
               points.vertexStart * stride, name_of(*_pool), before * stride,
               points.vertexCount * stride);
}

void InterlockedClouds::readSources(const Ogre::AutoParamDataSource& source,
                                    glsort_order_args* args)
{
    float matrices[GLSORT_MOST_SOURCES][16];
    unsigned base = 0;
    for (const Cloud& cloud : _clouds) {
        const Ogre::VertexData& data = *cloud.points;
        const Ogre::Matrix4 world(source.getWorldMatrixArray()[args->source_count]);
        std::copy_n(world.transpose()[0], 16, matrices[args->source_count]);
        glsort_order_source_args& points = args->sources[args->source_count++];
        points.positions.name = name_of(*data.vertexBufferBinding->getBuffer(0));
        points.positions.offset =
            args->positions.offset + data.vertexStart * _pool->getVertexSize();
        points.base = base;
        points.count = static_cast<unsigned>(data.vertexCount);
        base += points.count;
    }
    _matrices->writeData(0, args->source_count * sizeof matrices[0], matrices, true);
    args->matrices.name = name_of(*_matrices);
    args->matrix_count = args->source_count;
    args->positions = glsort_resource();
    args->vertex_count = 0;
}

unsigned short InterlockedClouds::getNumWorldTransforms() const
{
    return static_cast<unsigned short>(_clouds.size());
}

void InterlockedClouds::getWorldTransforms(Ogre::Matrix4* worlds) const
{
    for (const Cloud& cloud : _clouds)
        *worlds++ = cloud.node->_getFullTransform();
}

Ogre::Real InterlockedClouds::getBoundingRadius() const
{
    return Ogre::Math::POS_INFINITY;
}

Ogre::Real InterlockedClouds::getSquaredViewDepth(const Ogre::Camera* camera) const
{
    Ogre::Vector3 centre = Ogre::Vector3::ZERO;
    for (const Cloud& cloud : _clouds)
        centre += cloud.node->_getDerivedPosition() / Ogre::Real(_clouds.size());
    return (camera->getDerivedPosition() - centre).squaredLength();
}

} // namespace OgreGlsort
