// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <cmath>
#include <cstdint>

#include <osg/BlendFunc>
#include <osg/Depth>
#include <osg/Geode>
#include <osg/Group>
#include <osgParticle/ParticleSystem>
#include <osgParticle/ParticleSystemUpdater>

#include "SortedGeometry.h"
#include "example.h"

static void make_translucent(osg::Node* node)
{
    osg::StateSet* state = node->getOrCreateStateSet();
    state->setMode(GL_LIGHTING, osg::StateAttribute::OFF);
    state->setMode(GL_BLEND, osg::StateAttribute::ON);
    state->setAttributeAndModes(new osg::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA));
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LESS, 0.0, 1.0, false));
    state->setRenderingHint(osg::StateSet::TRANSPARENT_BIN);
}

static osg::Vec4 colour_at(float turn, float opacity)
{
    float rgb[3];
    example::rainbow(turn, rgb);
    return osg::Vec4(rgb[0], rgb[1], rgb[2], opacity);
}

static osg::ref_ptr<osg::Geometry> geometry_of(osg::Vec3Array* positions,
                                               osg::Vec4Array* colours, GLenum mode)
{
    osg::ref_ptr<osg::Geometry> geometry = new osg::Geometry;
    geometry->setUseDisplayList(false);
    geometry->setUseVertexBufferObjects(true);
    geometry->setVertexArray(positions);
    geometry->setColorArray(colours, osg::Array::BIND_PER_VERTEX);
    geometry->addPrimitiveSet(
        new osg::DrawArrays(mode, 0, static_cast<int>(positions->size())));
    make_translucent(geometry);
    return geometry;
}

osg::ref_ptr<osg::Geometry> leaves(unsigned count)
{
    osg::ref_ptr<osg::Vec3Array> corners = new osg::Vec3Array;
    osg::ref_ptr<osg::Vec4Array> colours = new osg::Vec4Array;
    for (unsigned i = 0; i < count; ++i) {
        const float t = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
        const float ring = 2.0f + std::cos(3.0f * t);
        const osg::Vec3 centre(ring * std::cos(2.0f * t), ring * std::sin(2.0f * t),
                               std::sin(3.0f * t));
        const float turn = 2.4f * static_cast<float>(i); // the golden angle
        const osg::Vec3 out(std::cos(turn), std::sin(turn), std::cos(2.3f * turn));
        const osg::Vec3 side(std::sin(turn), -std::cos(turn), std::sin(1.7f * turn));
        corners->push_back(centre);
        corners->push_back(centre + out * 0.55f + side * 0.12f);
        corners->push_back(centre + out * 0.55f - side * 0.12f);
        for (int k = 0; k < 3; ++k)
            colours->push_back(colour_at(2.0f * t, 0.5f));
    }
    return geometry_of(corners, colours, GL_TRIANGLES);
}

// ---- the cloud ------------------------------------------------------------------------

static osg::ref_ptr<osg::Node> particles_of(const osg::Vec3Array& positions,
                                            const osg::Vec4Array& colours, bool sorted)
{
    osg::ref_ptr<osgParticle::ParticleSystem> system = new osgParticle::ParticleSystem;
    osgParticle::Particle particle;
    particle.setShape(osgParticle::Particle::POINT);
    particle.setLifeTime(0.0); // for ever
    for (size_t i = 0; i < positions.size(); ++i) {
        particle.setPosition(positions[i]);
        particle.setColorRange(osgParticle::rangev4(colours[i], colours[i]));
        system->createParticle(&particle);
    }
    system->setUseVertexArray(true);
    // In OpenSceneGraph 3.6 this mode draws the farthest first.
    system->setSortMode(sorted ? osgParticle::ParticleSystem::SORT_FRONT_TO_BACK
                               : osgParticle::ParticleSystem::NO_SORT);
    make_translucent(system);
    osg::ref_ptr<osgParticle::ParticleSystemUpdater> updater =
        new osgParticle::ParticleSystemUpdater;
    updater->addParticleSystem(system);
    osg::ref_ptr<osg::Group> group = new osg::Group;
    group->addChild(updater);
    group->addChild(system);
    return group;
}

osg::ref_ptr<osg::Node> cloud(unsigned count, Way way)
{
    osg::ref_ptr<osg::Vec3Array> positions = new osg::Vec3Array;
    osg::ref_ptr<osg::Vec4Array> colours = new osg::Vec4Array;
    std::uint64_t seed = 1;
    for (unsigned i = 0; i < count; ++i) {
        osg::Vec3 p;
        example::randomInBall(&seed, p.ptr());
        positions->push_back(p);
        colours->push_back(colour_at(3.0f * p.x() + 2.0f * p.y(), 0.5f));
    }
    if (way == Way::PARTICLES || way == Way::PARTICLES_SORTED)
        return particles_of(*positions, *colours, way == Way::PARTICLES_SORTED);
    osg::ref_ptr<osg::Geometry> geometry = geometry_of(positions, colours, GL_POINTS);
    return way == Way::GLSORT ? new osgGlsort::SortedGeometry(*geometry) : geometry;
}
