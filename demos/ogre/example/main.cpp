// SPDX-License-Identifier: MIT
// glsort-ogre: a cloud of translucent boxes, unsorted and sorted, as a picture; or clouds
// that interlock, each sorted alone and all in one order; or the frame times of a turning
// cloud, beside a sort on the CPU. It needs an X display.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <OgreGL3PlusPrerequisites.h> // glFinish()
#include <OgreImage.h>
#include <OgreSceneNode.h>

#include "PointCloud.h"
#include "SortListener.h"
#include "Stage.h"
#include "example.h"
#include "scenes.h"

static const char* const usage =
    "usage: glsort-ogre [--scene scan | clouds] [--out FILE.png]\n"
    "       glsort-ogre --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none, cpu (sorted and uploaded in every frame) or glsort; all if none is "
    "given.\n";

enum class Way { NONE, CPU, GLSORT };

// ---- the picture ----------------------------------------------------------------------

typedef std::vector<unsigned char> Pixels;

static Pixels draw(Stage* stage)
{
    stage->draw();
    return stage->read();
}

// As stored, and in order.
static void draw_scan(Stage* stage, Pixels* left, Pixels* right)
{
    stage->look(Ogre::Vector3(2.0f, -9.0f, 6.0f), Ogre::Vector3(0, 0, -0.4f));
    PointCloud cloud(stage->scene()->getRootSceneNode(), scan(24000), 0.11f);
    *left = draw(stage);
    OgreGlsort::SortListener listener(stage->scene());
    *right = draw(stage);
}

typedef OgreGlsort::InterlockedClouds Interlocked;
typedef std::vector<Interlocked::Cloud> Group;

// Each group has its points in one order.
static Pixels draw_groups(Stage* stage, const std::vector<Group>& groups)
{
    OgreGlsort::SortListener listener(stage->scene());
    std::vector<std::unique_ptr<Interlocked>> all;
    for (const Group& group : groups) {
        all.emplace_back(new Interlocked(group));
        all.back()->setMaterial(material_of_clouds(0.1f));
        stage->scene()->getRootSceneNode()->attachObject(all.back().get());
    }
    return draw(stage);
}

// Three rings, none of which is linked to another one, but they hold together: each in
// order by itself, and all in one order.
static void draw_clouds(Stage* stage, Pixels* left, Pixels* right)
{
    const Ogre::Vector3 diagonal = Ogre::Vector3(1, 1, 1).normalisedCopy();
    std::vector<std::unique_ptr<PointCloud>> rings;
    Group all;
    for (int i = 0; i < 3; ++i) {
        const float part = static_cast<float>(i) / 3.0f;
        Ogre::SceneNode* node =
            stage->scene()->getRootSceneNode()->createChildSceneNode();
        node->setOrientation(Ogre::Quaternion(Ogre::Degree(360.0f * part), diagonal));
        node->setScale(1.5f, 0.85f, 1.0f);
        rings.emplace_back(new PointCloud(node, ring(8000, 6.2831853f * part), 0.1f));
        node->setVisible(false); // it is drawn from the pool
        all.push_back(rings.back()->first());
    }
    stage->look(Ogre::Vector3(3.3f, -10.0f, 5.5f), Ogre::Vector3::ZERO);
    *left = draw_groups(stage, {{all[0]}, {all[1]}, {all[2]}});
    *right = draw_groups(stage, {all});
}

static int write_picture(const char* out, bool clouds)
{
    Stage stage(500, 460);
    Pixels left, right, both; // both: without alpha
    (clouds ? draw_clouds : draw_scan)(&stage, &left, &right);
    for (size_t row = 0; row < left.size(); row += 4 * 500)
        for (const auto* half : {&left, &right})
            for (size_t at = row; at < row + 4 * 500; at += 4)
                both.insert(both.end(), half->begin() + at, half->begin() + at + 3);
    Ogre::Image image;
    image.loadDynamicImage(both.data(), 1000, 460, Ogre::PF_BYTE_RGB);
    image.save(out);
    return 0;
}

// ---- frame times ----------------------------------------------------------------------

// Sorts from back to front, as seen by the camera.
static void sort_points(const std::vector<Point>& points, const Ogre::Camera& camera,
                        std::vector<Point>* sorted)
{
    const Ogre::Vector3 ahead = camera.getDerivedDirection();
    std::vector<std::pair<float, unsigned>> depths(points.size());
    for (unsigned i = 0; i < points.size(); ++i)
        depths[i] = {
            -(points[i].x * ahead.x + points[i].y * ahead.y + points[i].z * ahead.z), i};
    std::sort(depths.begin(), depths.end());
    for (size_t i = 0; i < points.size(); ++i)
        (*sorted)[i] = points[depths[i].second];
}

static example::Times measure(Stage* stage, const example::Options& o, Way way)
{
    const std::vector<Point> points = ball(o.count);
    std::vector<Point> sorted = points;
    PointCloud cloud(stage->scene()->getRootSceneNode(), points, 0.01f);
    std::unique_ptr<OgreGlsort::SortListener> listener(
        way == Way::GLSORT ? new OgreGlsort::SortListener(stage->scene()) : nullptr);
    const auto draw = [&](int frame) {
        const float turn = 0.05f * static_cast<float>(frame);
        stage->look(Ogre::Vector3(3.5f * std::sin(turn), -3.5f * std::cos(turn), 0),
                    Ogre::Vector3::ZERO);
        if (way == Way::CPU) {
            sort_points(points, *stage->camera(), &sorted);
            cloud.write(sorted);
        }
        stage->draw();
    };
    return example::timeFrames(o, draw, [] { glFinish(); });
}

static int bench(const example::Program& program, const example::Options& o)
{
    Stage stage(512, 512);
    const std::string what = std::to_string(o.count) + " translucent boxes";
    return example::bench(program, o, what.c_str(), [&](int way) {
        return measure(&stage, o, static_cast<Way>(way));
    });
}

int main(int argc, char** argv)
{
    bool clouds = false;
    const auto take_scene = [&](const char* value) {
        return (clouds = std::strcmp(value, "clouds") == 0) ||
               std::strcmp(value, "scan") == 0;
    };
    const example::Program program = {
        "glsort-ogre",     usage,  {"none", "cpu", "glsort"},
        "glsort-ogre.png", 100000, {{"--scene", true, take_scene}}};
    example::Options o;
    if (!example::readOptions(program, argc, argv, &o))
        return 2;
    try {
        return o.bench ? bench(program, o) : write_picture(o.out, clouds);
    } catch (const Ogre::Exception& e) {
        std::fprintf(stderr, "glsort-ogre: %s\n", e.getDescription().c_str());
        return 1;
    }
}
