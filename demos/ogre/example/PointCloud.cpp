// SPDX-License-Identifier: MIT
#include "PointCloud.h"

#include <algorithm>
#include <string>

#include <OgreHardwareBufferManager.h>
#include <OgreHighLevelGpuProgram.h>
#include <OgreHighLevelGpuProgramManager.h>
#include <OgreMaterialManager.h>
#include <OgreSceneNode.h>
#include <OgreTechnique.h>

// ---- materials ------------------------------------------------------------------------

static const char* const colours_vert = R"(#version 330
uniform mat4 to_clip;
uniform float pixels;
in vec4 vertex;
in vec4 colour;
out vec4 tint;
void main()
{
    gl_Position = to_clip * vertex;
    gl_PointSize = pixels;
    tint = colour;
}
)";

static const char* const colours_frag = R"(#version 330
in vec4 tint;
out vec4 result;
void main()
{
    result = tint;
}
)";

static const char* const points_vert = R"(#version 330
in vec4 vertex;
in vec4 colour;
out vec4 point_tint;
void main()
{
    gl_Position = vertex;
    point_tint = colour;
}
)";

static const char* const points_of_clouds_vert = R"(#version 330
uniform mat4 worlds[8];
in vec4 vertex;
in vec4 colour;
in vec4 blendIndices;
out vec4 point_tint;
void main()
{
    gl_Position = worlds[int(blendIndices.x)] * vertex;
    point_tint = colour;
}
)";

// The three faces of a box that the eye sees.
static const char* const boxes_geom = R"(#version 330
layout(points) in;
layout(triangle_strip, max_vertices = 12) out;
uniform mat4 to_clip;
uniform vec4 eye;
uniform float box;
in vec4 point_tint[];
out vec4 tint;
void main()
{
    vec3 centre = gl_in[0].gl_Position.xyz;
    for (int face = 0; face < 3; ++face) {
        vec3 out_of = vec3(0.0), u = vec3(0.0), v = vec3(0.0);
        out_of[face] = eye[face] < centre[face] ? -0.5 : 0.5;
        u[(face + 1) % 3] = 0.5;
        v[(face + 2) % 3] = 0.5;
        tint = vec4(point_tint[0].rgb * (1.0 - 0.2 * float(face)), point_tint[0].a);
        for (int corner = 0; corner < 4; ++corner) {
            vec3 at = out_of + (corner % 2 == 0 ? -u : u) + (corner / 2 == 0 ? -v : v);
            gl_Position = to_clip * vec4(centre + box * at, 1.0);
            EmitVertex();
        }
        EndPrimitive();
    }
}
)";

static const char* const group = "General";

static Ogre::String program_of(const Ogre::String& name, Ogre::GpuProgramType type,
                               const char* source)
{
    Ogre::HighLevelGpuProgramManager& all =
        Ogre::HighLevelGpuProgramManager::getSingleton();
    if (!all.getByName(name, group))
        all.createProgram(name, group, "glsl", type)->setSource(source);
    return name;
}

// A new material that blends, with one pass.
static Ogre::MaterialPtr blended(const Ogre::String& name)
{
    Ogre::MaterialPtr material =
        Ogre::MaterialManager::getSingleton().create(name, group);
    Ogre::Pass* pass = material->getTechnique(0)->getPass(0);
    pass->setSceneBlending(Ogre::SBT_TRANSPARENT_ALPHA);
    pass->setDepthWriteEnabled(false);
    pass->setCullingMode(Ogre::CULL_NONE);
    pass->setLightingEnabled(false);
    pass->setFragmentProgram(
        program_of("colours.frag", Ogre::GPT_FRAGMENT_PROGRAM, colours_frag));
    return material;
}

typedef Ogre::GpuProgramParameters Values;

// Of points that a vertex program has put where `to_clip` and `eye` have them.
static Ogre::MaterialPtr boxes(const Ogre::String& name, float box,
                               const Ogre::String& vertex_program,
                               Values::AutoConstantType to_clip,
                               Values::AutoConstantType eye)
{
    Ogre::MaterialPtr material = blended(name);
    Ogre::Pass* pass = material->getTechnique(0)->getPass(0);
    pass->setVertexProgram(vertex_program);
    pass->setGeometryProgram(
        program_of("boxes.geom", Ogre::GPT_GEOMETRY_PROGRAM, boxes_geom));
    material->load();
    Ogre::GpuProgramParametersSharedPtr values = pass->getGeometryProgramParameters();
    values->setNamedAutoConstant("to_clip", to_clip);
    values->setNamedAutoConstant("eye", eye);
    values->setNamedConstant("box", box);
    return material;
}

Ogre::MaterialPtr material_of_boxes(float box)
{
    const Ogre::String name = "boxes of " + std::to_string(box);
    Ogre::MaterialPtr material =
        Ogre::MaterialManager::getSingleton().getByName(name, group);
    if (material)
        return material;
    return boxes(
        name, box, program_of("points.vert", Ogre::GPT_VERTEX_PROGRAM, points_vert),
        Values::ACT_WORLDVIEWPROJ_MATRIX, Values::ACT_CAMERA_POSITION_OBJECT_SPACE);
}

Ogre::MaterialPtr material_of_clouds(float box)
{
    const Ogre::String name = "boxes of clouds of " + std::to_string(box);
    Ogre::MaterialPtr material =
        Ogre::MaterialManager::getSingleton().getByName(name, group);
    if (material)
        return material;
    material = boxes(name, box,
                     program_of("points of clouds.vert", Ogre::GPT_VERTEX_PROGRAM,
                                points_of_clouds_vert),
                     Values::ACT_VIEWPROJ_MATRIX, Values::ACT_CAMERA_POSITION);
    material->getTechnique(0)
        ->getPass(0)
        ->getVertexProgramParameters()
        ->setNamedAutoConstant("worlds", Values::ACT_WORLD_MATRIX_ARRAY);
    return material;
}

Ogre::MaterialPtr material_of_colours(float pixels)
{
    const Ogre::String name = "colours with points of " + std::to_string(pixels);
    Ogre::MaterialPtr material =
        Ogre::MaterialManager::getSingleton().getByName(name, group);
    if (material)
        return material;
    material = blended(name);
    Ogre::Pass* pass = material->getTechnique(0)->getPass(0);
    pass->setVertexProgram(
        program_of("colours.vert", Ogre::GPT_VERTEX_PROGRAM, colours_vert));
    material->load();
    Ogre::GpuProgramParametersSharedPtr values = pass->getVertexProgramParameters();
    values->setNamedAutoConstant("to_clip",
                                 Ogre::GpuProgramParameters::ACT_WORLDVIEWPROJ_MATRIX);
    values->setNamedConstant("pixels", pixels);
    return material;
}

// ---- the cloud ------------------------------------------------------------------------

class PointCloud::Block : public Ogre::SimpleRenderable
{
  public:
    explicit Block(size_t count)
    {
        mRenderOp.operationType = Ogre::RenderOperation::OT_POINT_LIST;
        mRenderOp.useIndexes = false;
        mRenderOp.vertexData = new Ogre::VertexData;
        mRenderOp.vertexData->vertexCount = count;
        Ogre::VertexDeclaration* fields = mRenderOp.vertexData->vertexDeclaration;
        fields->addElement(0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION);
        fields->addElement(0, 12, Ogre::VET_UBYTE4_NORM, Ogre::VES_COLOUR);
        mRenderOp.vertexData->vertexBufferBinding->setBinding(
            0, Ogre::HardwareBufferManager::getSingleton().createVertexBuffer(
                   sizeof(Point), count, Ogre::HBU_CPU_TO_GPU));
    }

    ~Block() override
    {
        delete mRenderOp.vertexData;
    }

    void write(const Point* points)
    {
        const size_t count = mRenderOp.vertexData->vertexCount;
        mRenderOp.vertexData->vertexBufferBinding->getBuffer(0)->writeData(
            0, count * sizeof(Point), points, true);
        Ogre::AxisAlignedBox box;
        for (size_t i = 0; i < count; ++i)
            box.merge(Ogre::Vector3(points[i].x, points[i].y, points[i].z));
        setBoundingBox(box);
    }

    const Ogre::VertexData* points() const
    {
        return mRenderOp.vertexData;
    }

    Ogre::Real getBoundingRadius() const override
    {
        return Ogre::Math::boundingRadiusFromAABB(mBox);
    }

    Ogre::Real getSquaredViewDepth(const Ogre::Camera* camera) const override
    {
        const Ogre::Vector3 centre = mParentNode->_getFullTransform() * mBox.getCenter();
        return (camera->getDerivedPosition() - centre).squaredLength();
    }
};

PointCloud::PointCloud(Ogre::SceneNode* node, const std::vector<Point>& points, float box,
                       size_t block)
    : _node(node)
{
    for (size_t first = 0; first < points.size(); first += block) {
        _blocks.emplace_back(new Block(std::min(block, points.size() - first)));
        _blocks.back()->setMaterial(material_of_boxes(box));
        _node->attachObject(_blocks.back().get());
    }
    write(points);
}

PointCloud::~PointCloud()
{
    for (std::unique_ptr<Block>& block : _blocks)
        _node->detachObject(block.get());
}

void PointCloud::write(const std::vector<Point>& points)
{
    const Point* at = points.data();
    for (std::unique_ptr<Block>& block : _blocks) {
        block->write(at);
        at += block->points()->vertexCount;
    }
    _node->needUpdate();
}

OgreGlsort::InterlockedClouds::Cloud PointCloud::first() const
{
    return {_node, _blocks.front()->points()};
}
