// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <Inventor/nodes/SoCoordinate3.h>
#include <Inventor/nodes/SoIndexedFaceSet.h>
#include <Inventor/nodes/SoLightModel.h>
#include <Inventor/nodes/SoMaterial.h>
#include <Inventor/nodes/SoMaterialBinding.h>
#include <Inventor/nodes/SoSeparator.h>
#include <Inventor/nodes/SoShapeHints.h>
#include <Inventor/nodes/SoVertexProperty.h>

#include "example.h"

// Faces of which each has one colour, by the number of a material.
struct Faces {
    std::vector<SbVec3f> points;
    std::vector<int32_t> indices, materials;

    int add(const SbVec3f& point)
    {
        points.push_back(point);
        return static_cast<int>(points.size()) - 1;
    }

    void quad(int a, int b, int c, int d, int material)
    {
        indices.insert(indices.end(), {a, b, c, d, SO_END_FACE_INDEX});
        materials.push_back(material);
    }
};

static SoSeparator* scene_of(const Faces& faces, SoMaterial* materials)
{
    SoSeparator* root = new SoSeparator;
    SoMaterialBinding* binding = new SoMaterialBinding;
    binding->value = SoMaterialBinding::PER_FACE_INDEXED;
    SoCoordinate3* points = new SoCoordinate3;
    points->point.setValues(0, static_cast<int>(faces.points.size()),
                            faces.points.data());
    SoIndexedFaceSet* shape = new SoIndexedFaceSet;
    shape->coordIndex.setValues(0, static_cast<int>(faces.indices.size()),
                                faces.indices.data());
    shape->materialIndex.setValues(0, static_cast<int>(faces.materials.size()),
                                   faces.materials.data());
    root->addChild(materials);
    root->addChild(binding);
    root->addChild(points);
    root->addChild(shape);
    return root;
}

// ---- gears ----------------------------------------------------------------------------

struct Gear {
    float x, y;
    int teeth;
    float inner,
        outer;  // radii; teeth are at the outer one, or at the inner one of a ring
    float turn; // in teeth
    bool is_ring;
    int material;
};

static const float module = 0.1f; // pitch diameter per tooth

// How far a tooth stands out at this angle, -1 to 1 modules.
static float tooth_at(float angle, const Gear& gear)
{
    const float wave =
        2.4f * std::cos(angle * static_cast<float>(gear.teeth) - 6.2831853f * gear.turn);
    return std::fmax(-1.0f, std::fmin(1.0f, wave));
}

// Rings of quads: out on top, down at the outside, in at the bottom, up at the inside.
static void add_gear(Faces* faces, const Gear& gear)
{
    enum { ACROSS = 6, DOWN = 3, ROUND = 2 * (ACROSS + DOWN) };
    const int steps = 12 * gear.teeth;
    const int first = static_cast<int>(faces->points.size());
    for (int step = 0; step < steps; ++step) {
        const float angle = 6.2831853f * static_cast<float>(step) / float(steps);
        const float tooth = module * tooth_at(angle, gear);
        const float in = gear.inner + (gear.is_ring ? tooth : 0.0f);
        const float out = gear.outer + (gear.is_ring ? 0.0f : tooth);
        for (int at = 0; at < ROUND; ++at) {
            const bool below = at >= ACROSS + DOWN;
            const int along = below ? at - ACROSS - DOWN : at;
            float across = std::fmin(1.0f, float(along) / ACROSS);
            float down = std::fmax(0.0f, float(along - ACROSS) / DOWN);
            if (below) {
                across = 1.0f - across;
                down = 1.0f - down;
            }
            const float radius = in + across * (out - in);
            faces->add(SbVec3f(gear.x + radius * std::cos(angle),
                               gear.y + radius * std::sin(angle), 0.22f - 0.44f * down));
        }
    }
    for (int step = 0; step < steps; ++step) {
        const int here = first + ROUND * step,
                  there = first + ROUND * ((step + 1) % steps);
        for (int at = 0; at < ROUND; ++at) {
            const int next = (at + 1) % ROUND;
            faces->quad(here + at, here + next, there + next, there + at, gear.material);
        }
    }
}

SoSeparator* gears()
{
    static const float colors[6][3] = {{0.95f, 0.60f, 0.15f}, {0.20f, 0.60f, 0.95f},
                                       {0.90f, 0.25f, 0.35f}, {0.25f, 0.75f, 0.45f},
                                       {0.65f, 0.40f, 0.90f}, {0.75f, 0.80f, 0.85f}};
    Faces faces;
    const int sun = 16, planet = 14, ring = sun + 2 * planet;
    const float pitch = 0.5f * module, away = pitch * float(sun + planet);
    SoMaterial* materials = new SoMaterial;
    for (int i = 0; i < 6; ++i) {
        materials->diffuseColor.set1Value(i, SbColor(colors[i]));
        materials->transparency.set1Value(i, 0.35f);
    }
    materials->specularColor = SbColor(0.5f, 0.5f, 0.5f);
    materials->shininess = 0.5f;
    add_gear(&faces, {0.0f, 0.0f, sun, 0.3f, pitch * float(sun), 0.0f, false, 0});
    for (int i = 0; i < 4; ++i) {
        const float angle = 1.5707963f * float(i);
        add_gear(&faces, {away * std::cos(angle), away * std::sin(angle), planet, 0.3f,
                          pitch * float(planet), 0.5f, false, 1 + i});
    }
    add_gear(&faces, {0.0f, 0.0f, ring, pitch * float(ring), pitch * float(ring) + 0.45f,
                      0.0f, true, 5});
    SoSeparator* root = scene_of(faces, materials);
    SoShapeHints* hints = new SoShapeHints;
    hints->vertexOrdering = SoShapeHints::COUNTERCLOCKWISE;
    hints->creaseAngle = 0.5f;
    root->insertChild(hints, 0);
    return root;
}

// ---- the cloud ------------------------------------------------------------------------

static SbVec3f random_in_ball(std::uint64_t* seed)
{
    float p[3];
    example::randomInBall(seed, p);
    return SbVec3f(p);
}

// The colours and points of the nodes before a shape, as its vertex property.
static void take_as_property(SoSeparator* root, const SoMaterial& materials)
{
    SoVertexProperty* data = new SoVertexProperty;
    for (int i = 0; i < materials.diffuseColor.getNum(); ++i)
        data->orderedRGBA.set1Value(
            i, materials.diffuseColor[i].getPackedValue(materials.transparency[i]));
    data->materialBinding = SoVertexProperty::PER_FACE_INDEXED;
    const int last = root->getNumChildren() - 1;
    data->vertex = static_cast<SoCoordinate3*>(root->getChild(last - 1))->point;
    static_cast<SoIndexedFaceSet*>(root->getChild(last))->vertexProperty = data;
}

SoSeparator* cloud(unsigned count, bool has_property)
{
    enum { COLORS = 64 };
    Faces faces;
    std::uint64_t seed = 1;
    SoMaterial* materials = new SoMaterial;
    for (int i = 0; i < COLORS; ++i) {
        SbColor color;
        color.setHSVValue(float(i) / COLORS, 0.7f, 0.9f);
        materials->diffuseColor.set1Value(i, color);
        materials->transparency.set1Value(i, 0.5f);
    }
    for (unsigned i = 0; i < count; ++i) {
        const SbVec3f centre = random_in_ball(&seed);
        for (int corner = 0; corner < 3; ++corner)
            faces.indices.push_back(faces.add(centre + 0.03f * random_in_ball(&seed)));
        faces.indices.push_back(SO_END_FACE_INDEX);
        faces.materials.push_back(static_cast<int>(i % COLORS));
    }
    SoSeparator* root = scene_of(faces, materials);
    if (has_property)
        take_as_property(root, *materials);
    SoLightModel* light = new SoLightModel;
    light->model = SoLightModel::BASE_COLOR;
    root->insertChild(light, 0);
    return root;
}
