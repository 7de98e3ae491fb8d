// SPDX-License-Identifier: MIT
// What osg-glsort draws is what OpenSceneGraph draws of the same triangles or points in
// an order made on the CPU, pixel for pixel, and all else in the scene is unharmed.
//
// usage: test_osg [3.2]   the GL version, if glsort does not work in it
#include <cmath>
#include <cstring>

#include <osg/BlendFunc>
#include <osg/Depth>
#include <osg/Geode>
#include <osg/MatrixTransform>
#include <osg/Notify>
#include <osg/Point>
#include <osg/ShapeDrawable>
#include <osgViewer/Viewer>

#include "engine_tests.h"
#include "SortedGeometry.h"

struct Log : osg::NotifyHandler {
    void notify(osg::NotifySeverity severity, const char* text) override
    {
        if (severity <= osg::WARN)
            logged += text;
    }
};

enum { SIZE = 300 };

// Random points, lines or triangles, as stored or in the order of their depths.
static osg::ref_ptr<osg::Geometry> cells(int count, int corners, bool in_order, bool same)
{
    static const GLenum modes[] = {0, GL_POINTS, GL_LINES, GL_TRIANGLES};
    osg::ref_ptr<osg::Geometry> geometry = new osg::Geometry;
    osg::ref_ptr<osg::Vec3Array> positions = new osg::Vec3Array;
    osg::ref_ptr<osg::Vec4Array> colours = new osg::Vec4Array;
    osg::ref_ptr<osg::DrawElementsUInt> indices =
        new osg::DrawElementsUInt(modes[corners]);
    const std::vector<Cell> all = random_cells(count, corners, same);
    for (const Cell& cell : all)
        for (int corner = 0; corner < corners; ++corner) {
            const float* p = cell.corners[corner];
            positions->push_back(osg::Vec3(p[0], p[1], p[2]));
            colours->push_back(osg::Vec4(cell.rgb[0] / 255.0f, cell.rgb[1] / 255.0f,
                                         cell.rgb[2] / 255.0f, 0.4f));
        }
    for (int cell : order_of(all, in_order && !same))
        for (int corner = 0; corner < corners; ++corner)
            indices->push_back(static_cast<unsigned>(corners * cell + corner));
    geometry->setColorArray(colours, osg::Array::BIND_PER_VERTEX);
    geometry->setVertexArray(positions); // behind the colours, if they share a buffer
    geometry->addPrimitiveSet(indices);
    osg::StateSet* state = geometry->getOrCreateStateSet();
    state->setMode(GL_LIGHTING, osg::StateAttribute::OFF);
    state->setMode(GL_BLEND, osg::StateAttribute::ON);
    state->setAttributeAndModes(new osg::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA));
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LESS, 0.0, 1.0, false));
    state->setAttributeAndModes(new osg::Point(7.0f));
    state->setRenderingHint(osg::StateSet::TRANSPARENT_BIN);
    return geometry;
}

// ---- scenes ---------------------------------------------------------------------------

struct Read : osg::Camera::DrawCallback {
    mutable Pixels pixels;
    void operator()(osg::RenderInfo& info) const override
    {
        GLint elements = 0;
        glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &elements);
        CHECK(elements == 0 || info.getState()->useVertexArrayObject(false));
        CHECK(!glIsEnabled(GL_PRIMITIVE_RESTART));
        pixels.assign(SIZE * SIZE * 4, 0);
        glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    }
};

struct Scene {
    osg::ref_ptr<osg::Group> root = new osg::Group;
    osg::ref_ptr<Read> read = new Read;
    osgViewer::Viewer viewer;

    Scene()
    {
        osg::ref_ptr<osg::GraphicsContext::Traits> traits =
            new osg::GraphicsContext::Traits;
        traits->readDISPLAY();
        traits->width = traits->height = SIZE;
        traits->pbuffer = true;
        viewer.setThreadingModel(osgViewer::Viewer::SingleThreaded);
        osg::Camera* camera = viewer.getCamera();
        osg::ref_ptr<osg::GraphicsContext> context =
            osg::GraphicsContext::createGraphicsContext(traits);
        CHECK(context.valid()); // or the viewer opens a window of its own
        camera->setGraphicsContext(context);
        camera->setViewport(0, 0, SIZE, SIZE);
        camera->setProjectionMatrixAsPerspective(40.0, 1.0, 0.5, 10.0);
        camera->setComputeNearFarMode(osg::Camera::DO_NOT_COMPUTE_NEAR_FAR);
        camera->setFinalDrawCallback(read);
        look(0.0);
        viewer.setSceneData(root);
        viewer.realize();
    }

    void look(double turn)
    {
        osg::Matrix view = osg::Matrix::rotate(turn, osg::Vec3(0, 1, 0)) *
                           osg::Matrix::translate(0, 0, -4);
        viewer.getCamera()->setViewMatrix(view);
    }

    const Pixels& draw()
    {
        viewer.frame();
        return read->pixels;
    }
};

// An opaque ball; and the same triangle before and behind the translucent bin, from
// memory of the CPU.
static osg::ref_ptr<osg::Node> neighbours()
{
    osg::ref_ptr<osg::Geode> geode = new osg::Geode;
    osg::ref_ptr<osg::Vec3Array> positions = new osg::Vec3Array;
    positions->push_back(osg::Vec3(-0.9f, -0.9f, 0.0f));
    positions->push_back(osg::Vec3(-0.2f, -0.9f, 0.0f));
    positions->push_back(osg::Vec3(-0.9f, -0.2f, 0.0f));
    for (int bin : {5, 20}) {
        osg::ref_ptr<osg::Geometry> triangle = new osg::Geometry;
        triangle->setUseDisplayList(false);
        triangle->setUseVertexBufferObjects(false);
        triangle->setVertexArray(positions);
        triangle->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLES, 0, 3));
        triangle->getOrCreateStateSet()->setRenderBinDetails(bin, "RenderBin");
        geode->addDrawable(triangle);
    }
    geode->addDrawable(
        new osg::ShapeDrawable(new osg::Sphere(osg::Vec3(0.2f, 0, 0.3f), 0.3f)));
    return geode;
}

static Pixels picture(osg::Drawable* drawable, bool crowded)
{
    Scene scene;
    scene.root->addChild(drawable);
    if (crowded)
        scene.root->addChild(neighbours());
    return scene.draw();
}

// ---- tests ----------------------------------------------------------------------------

static void compare(int corners, bool crowded)
{
    osg::ref_ptr<osg::Geometry> stored = cells(4000, corners, false, false);
    osg::ref_ptr<osg::Geometry> sorted = new osgGlsort::SortedGeometry(*stored);
    Pixels wanted = picture(cells(4000, corners, works, false), crowded);
    if (works)
        CHECK(differing(wanted, picture(stored, crowded)) > 1000);
    CHECK(differing(wanted, picture(sorted, crowded)) == 0);
}

static void points_lines_and_triangles_are_drawn_in_order()
{
    compare(1, false);
    compare(2, false);
    compare(3, false);
}

static void neighbours_are_unharmed()
{
    compare(3, true);
}

static void equal_depths_keep_the_order_of_the_primitives()
{
    osg::ref_ptr<osg::Geometry> stored = cells(3000, 3, false, true);
    Pixels wanted = picture(stored, false);
    Scene scene;
    scene.root->addChild(new osgGlsort::SortedGeometry(*stored));
    for (int frame = 0; frame < 5; ++frame) {
        CHECK(differing(wanted, scene.draw()) == 0);
        scene.look(0.5);
        scene.draw();
        scene.look(0.0);
    }
}

static void a_moved_geometry_is_sorted_where_it_is()
{
    Pixels pictures[2];
    for (int i = 0; i < 2; ++i) {
        Scene scene;
        osg::ref_ptr<osg::MatrixTransform> moved = new osg::MatrixTransform(
            osg::Matrix::scale(0.5, 0.5, 0.25) * osg::Matrix::translate(0.25, 0.0, 0.5));
        osg::ref_ptr<osg::Geometry> geometry = cells(3000, 3, works && i == 0, false);
        moved->addChild(i == 0 ? geometry.get()
                               : new osgGlsort::SortedGeometry(*geometry));
        scene.root->addChild(moved);
        pictures[i] = scene.draw();
    }
    CHECK(differing(pictures[0], pictures[1]) == 0);
}

static osg::ref_ptr<osg::Geometry> sorted_cells(int count)
{
    osg::ref_ptr<osg::Geometry> sorted =
        new osgGlsort::SortedGeometry(*cells(3000, 3, false, false));
    sorted->setPrimitiveSet(0, new osg::DrawArrays(GL_TRIANGLES, 0, 3 * count));
    return sorted;
}

static void changed_primitives_are_taken_up()
{
    Scene scene;
    osg::ref_ptr<osg::Geometry> sorted = sorted_cells(1000);
    scene.root->addChild(sorted);
    for (int count : {1000, 3000, 1000}) {
        sorted->setPrimitiveSet(0, new osg::DrawArrays(GL_TRIANGLES, 0, 3 * count));
        sorted->dirtyGLObjects();
        CHECK(differing(picture(sorted_cells(count), false), scene.draw()) == 0);
    }
}

static void turn_back_to_front(osg::Geometry* geometry)
{
    auto* positions = static_cast<osg::Vec3Array*>(geometry->getVertexArray());
    for (osg::Vec3& p : *positions)
        p.z() = -p.z();
    positions->dirty();
}

static void changed_positions_are_taken_up()
{
    Scene scene;
    osg::ref_ptr<osg::Geometry> sorted = sorted_cells(3000), turned = sorted_cells(3000);
    scene.root->addChild(sorted);
    Pixels before = scene.draw();
    turn_back_to_front(sorted);
    turn_back_to_front(turned);
    CHECK(differing(before, scene.draw()) > 1000);
    CHECK(differing(picture(turned, false), scene.draw()) == 0);
}

static void positions_that_are_no_numbers_hide_their_primitives_alone()
{
    osg::ref_ptr<osg::Geometry> all = cells(3000, 3, false, false);
    osg::ref_ptr<osg::Geometry> rest = new osg::Geometry(*all);
    auto* positions = static_cast<osg::Vec3Array*>(all->getVertexArray());
    auto* indices = static_cast<osg::DrawElementsUInt*>(all->getPrimitiveSet(0));
    osg::ref_ptr<osg::DrawElementsUInt> kept = new osg::DrawElementsUInt(GL_TRIANGLES);
    for (size_t i = 0; i < indices->size(); i += 3)
        if (i % 10 == 0)
            (*positions)[(*indices)[i]].z() = std::nanf("");
        else
            kept->insert(kept->end(), indices->begin() + i, indices->begin() + i + 3);
    rest->setPrimitiveSet(0, kept);
    if (works)
        CHECK(differing(picture(new osgGlsort::SortedGeometry(*rest), false),
                        picture(new osgGlsort::SortedGeometry(*all), false)) == 0);
}

static void a_visitor_replaces_what_is_translucent_by_itself_or_by_its_parent()
{
    osg::ref_ptr<osg::Group> root = new osg::Group, glass = new osg::Group;
    osg::ref_ptr<osg::Geode> geode = new osg::Geode;
    osg::ref_ptr<osg::Geometry> opaque = new osg::Geometry;
    glass->getOrCreateStateSet()->setRenderBinDetails(10, "DepthSortedBin");
    opaque->getOrCreateStateSet()->setRenderingHint(osg::StateSet::OPAQUE_BIN);
    root->addChild(glass);
    root->addChild(geode);
    geode->addDrawable(cells(10, 3, false, false));
    geode->addDrawable(new osg::Geometry);
    glass->addChild(new osg::Geometry);
    glass->addChild(opaque);
    CHECK(osgGlsort::sortTranslucent(*root) == 2);
    CHECK(dynamic_cast<osgGlsort::SortedGeometry*>(geode->getDrawable(0)) != nullptr);
    CHECK(dynamic_cast<osgGlsort::SortedGeometry*>(glass->getChild(0)) != nullptr);
    CHECK(osgGlsort::sortTranslucent(*root) == 0);
}

static void draw_what_cannot_be_sorted()
{
    osg::ref_ptr<osg::Geometry> mixed = cells(1000, 3, false, false);
    mixed->addPrimitiveSet(new osg::DrawArrays(GL_POINTS, 0, 100));
    Pixels wanted = picture(mixed, false);
    Scene scene;
    scene.root->addChild(new osgGlsort::SortedGeometry(*mixed));
    CHECK(differing(wanted, scene.draw()) == 0);
    CHECK(differing(wanted, scene.draw()) == 0);
}

static void what_cannot_be_sorted_is_drawn_and_said_once()
{
    expect_logged_once("this geometry is drawn unsorted", true,
                       draw_what_cannot_be_sorted);
}

int main(int argc, char** argv)
{
    static const EngineTest tests[] = {
        TEST(points_lines_and_triangles_are_drawn_in_order),
        TEST(neighbours_are_unharmed),
        TEST(equal_depths_keep_the_order_of_the_primitives),
        TEST(a_moved_geometry_is_sorted_where_it_is),
        TEST(changed_primitives_are_taken_up),
        TEST(changed_positions_are_taken_up),
        TEST(positions_that_are_no_numbers_hide_their_primitives_alone),
        TEST(a_visitor_replaces_what_is_translucent_by_itself_or_by_its_parent),
        TEST(what_cannot_be_sorted_is_drawn_and_said_once),
    };
    osg::setNotifyHandler(new Log);
    works = argc < 2 || std::strcmp(argv[1], "3.2") != 0;
    run_each(tests);
    return verdict();
}
