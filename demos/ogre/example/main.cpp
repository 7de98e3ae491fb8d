// SPDX-License-Identifier: MIT
// glsort-ogre: a cloud of translucent boxes, unsorted and sorted, as a picture; or clouds
// that interlock, each sorted alone and all in one order; or the frame times of a turning
// cloud, beside a sort on the CPU. It needs an X display.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <numeric>
#include <vector>

#include <OgreGL3PlusPrerequisites.h> // glFinish()
#include <OgreImage.h>
#include <OgreSceneNode.h>

#include "PointCloud.h"
#include "SortListener.h"
#include "Stage.h"
#include "scenes.h"

static const char* const usage =
    "usage: glsort-ogre [--scene scan | clouds] [--out FILE.png]\n"
    "       glsort-ogre --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none, cpu (sorted and uploaded in every frame) or glsort; all if none is "
    "given.\n";

enum class Way { NONE, CPU, GLSORT };
static const char* const way_names[] = {"none", "cpu", "glsort"};

struct Options {
    const char* out = "glsort-ogre.png";
    bool bench = false, clouds = false;
    unsigned count = 100000, frames = 20;
    std::vector<Way> ways;
};

static bool take_way(const char* name, std::vector<Way>* ways)
{
    for (int i = 0; i < 3; ++i)
        if (std::strcmp(name, way_names[i]) == 0) {
            ways->push_back(static_cast<Way>(i));
            return true;
        }
    return false;
}

static bool take_value(const char* option, const char* value, Options* o)
{
    char end = 0;
    if (std::strcmp(option, "--out") == 0)
        o->out = value;
    else if (std::strcmp(option, "--scene") == 0)
        return (o->clouds = std::strcmp(value, "clouds") == 0) ||
               std::strcmp(value, "scan") == 0;
    else if (std::strcmp(option, "--count") == 0)
        return std::sscanf(value, "%u%c", &o->count, &end) == 1 && o->count > 0 &&
               o->count <= 100000000;
    else if (std::strcmp(option, "--frames") == 0)
        return std::sscanf(value, "%u%c", &o->frames, &end) == 1 && o->frames > 0;
    else
        return std::strcmp(option, "--way") == 0 && take_way(value, &o->ways);
    return true;
}

static bool read_options(int argc, char** argv, Options* o)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--bench") == 0)
            o->bench = true;
        else if (i + 1 == argc || !take_value(argv[i], argv[i + 1], o))
            return false;
        else
            ++i;
    if (o->ways.empty())
        o->ways = {Way::NONE, Way::CPU, Way::GLSORT};
    return true;
}

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

static int write_picture(const Options& o)
{
    Stage stage(500, 460);
    Pixels left, right, both; // both: without alpha
    (o.clouds ? draw_clouds : draw_scan)(&stage, &left, &right);
    for (size_t row = 0; row < left.size(); row += 4 * 500)
        for (const auto* half : {&left, &right})
            for (size_t at = row; at < row + 4 * 500; at += 4)
                both.insert(both.end(), half->begin() + at, half->begin() + at + 3);
    Ogre::Image image;
    image.loadDynamicImage(both.data(), 1000, 460, Ogre::PF_BYTE_RGB);
    image.save(o.out);
    return 0;
}

// ---- frame times ----------------------------------------------------------------------

// Medians in milliseconds: the duration of a frame, and the CPU time of all threads of
// the process in it.
struct Times {
    double frame, cpu;
};

static double median_of(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

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

static Times measure(Stage* stage, const Options& o, Way way)
{
    typedef std::chrono::steady_clock Clock;
    const std::vector<Point> points = ball(o.count);
    std::vector<Point> sorted = points;
    PointCloud cloud(stage->scene()->getRootSceneNode(), points, 0.01f);
    std::unique_ptr<OgreGlsort::SortListener> listener(
        way == Way::GLSORT ? new OgreGlsort::SortListener(stage->scene()) : nullptr);
    std::vector<double> frames, cpus;
    for (int frame = -2; frame < static_cast<int>(o.frames); ++frame) { // two to warm up
        const float turn = 0.05f * static_cast<float>(frame);
        stage->look(Ogre::Vector3(3.5f * std::sin(turn), -3.5f * std::cos(turn), 0),
                    Ogre::Vector3::ZERO);
        const Clock::time_point begin = Clock::now();
        const std::clock_t cpu = std::clock();
        if (way == Way::CPU) {
            sort_points(points, *stage->camera(), &sorted);
            cloud.write(sorted);
        }
        stage->draw();
        glFinish();
        const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
        if (frame < 0)
            continue;
        frames.push_back(wall.count());
        cpus.push_back(1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
    }
    return {median_of(frames), median_of(cpus)};
}

static int bench(const Options& o)
{
    Stage stage(512, 512);
    std::printf("%s: %u translucent boxes, 512 x 512, median of %u frames of a turning "
                "camera\n",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)), o.count,
                o.frames);
    std::printf("%-16s %10s %10s\n", "way", "frame, ms", "CPU, ms");
    for (Way way : o.ways) {
        Times t = measure(&stage, o, way);
        std::printf("%-16s %10.2f %10.2f\n", way_names[static_cast<int>(way)], t.frame,
                    t.cpu);
        std::fflush(stdout);
    }
    return 0;
}

int main(int argc, char** argv)
{
    Options o;
    if (!read_options(argc, argv, &o)) {
        std::fputs(usage, stderr);
        return 2;
    }
    try {
        return o.bench ? bench(o) : write_picture(o);
    } catch (const Ogre::Exception& e) {
        std::fprintf(stderr, "glsort-ogre: %s\n", e.getDescription().c_str());
        return 1;
    }
}
