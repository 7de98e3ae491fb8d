// SPDX-License-Identifier: MIT
// What ogre-glsort draws is what OGRE draws of the same boxes, triangles, lines or points
// in an order made on the CPU, pixel for pixel, and all else in the scene is unharmed.
#include <algorithm>
#include <cmath>
#include <memory>

#include <OgreEntity.h>
#include <OgreGL3PlusPrerequisites.h> // glGetError()
#include <OgreHardwareBufferManager.h>
#include <OgreManualObject.h>
#include <OgreMaterialManager.h>
#include <OgreMesh.h>
#include <OgreMeshManager.h>
#include <OgreRenderWindow.h>
#include <OgreSceneNode.h>
#include <OgreSubEntity.h>
#include <OgreSubMesh.h>
#include <OgreTechnique.h>
#include <OgreViewport.h>

#include "engine_tests.h"
#include "InterlockedClouds.h"
#include "PointCloud.h"
#include "SortListener.h"
#include "Stage.h"

static Stage* stage; // one for all tests: OGRE takes longer to start than to draw

struct Warnings : Ogre::LogListener {
    void messageLogged(const Ogre::String& message, Ogre::LogMessageLevel level, bool,
                       const Ogre::String&, bool& skip) override
    {
        if (level >= Ogre::LML_WARNING)
            logged += message + "\n";
        skip = true;
    }
};

enum { SIZE = 300 };

// ---- cells ----------------------------------------------------------------------------

// Points, lines or triangles.
struct Kind {
    int count, corners;
    int index_bytes;     // 0: no indices
    bool in_order, same; // far to near, instead of random; or all have one depth
    unsigned spare = 0;  // vertices, and indices, before the first
    bool no_numbers = false;

    Kind(int count, int corners, int index_bytes, bool in_order, bool same = false)
        : count(count), corners(corners), index_bytes(index_bytes), in_order(in_order),
          same(same)
    {
    }
};

static std::vector<Cell> cells_of(const Kind& kind)
{
    return random_cells(kind.count, kind.corners, kind.same);
}

static std::vector<Point> vertices_of(const Kind& kind)
{
    std::vector<Point> vertices;
    for (const Cell& cell : cells_of(kind))
        for (int corner = 0; corner < kind.corners; ++corner) {
            const float* p = cell.corners[corner];
            vertices.push_back(
                {p[0], p[1], p[2], {cell.rgb[0], cell.rgb[1], cell.rgb[2], 102}});
        }
    return vertices;
}

// The vertices of all cells, as stored or in order.
static std::vector<unsigned> indices_of(const Kind& kind)
{
    std::vector<unsigned> indices;
    for (int cell : order_of(cells_of(kind), kind.in_order))
        for (int corner = 0; corner < kind.corners; ++corner)
            if (!kind.no_numbers || !kind.in_order || cell % 10 != 0)
                indices.push_back(static_cast<unsigned>(cell * kind.corners + corner));
    return indices;
}

static void fill(Ogre::VertexData* data, std::vector<Point> vertices, unsigned spare)
{
    Ogre::VertexDeclaration* fields = data->vertexDeclaration;
    fields->addElement(0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION);
    fields->addElement(0, 12, Ogre::VET_UBYTE4_NORM, Ogre::VES_COLOUR);
    data->vertexStart = spare;
    data->vertexCount = vertices.size();
    vertices.insert(vertices.begin(), spare, Point());
    Ogre::HardwareVertexBufferSharedPtr buffer =
        Ogre::HardwareBufferManager::getSingleton().createVertexBuffer(
            sizeof(Point), vertices.size(), Ogre::HBU_CPU_TO_GPU);
    buffer->writeData(0, vertices.size() * sizeof(Point), vertices.data(), true);
    data->vertexBufferBinding->setBinding(0, buffer);
}

static void fill(Ogre::IndexData* data, std::vector<unsigned> indices, int bytes,
                 unsigned spare)
{
    data->indexStart = spare;
    data->indexCount = indices.size();
    indices.insert(indices.begin(), spare, 0u);
    std::vector<std::uint16_t> halves(indices.begin(), indices.end());
    data->indexBuffer = Ogre::HardwareBufferManager::getSingleton().createIndexBuffer(
        bytes == 2 ? Ogre::HardwareIndexBuffer::IT_16BIT
                   : Ogre::HardwareIndexBuffer::IT_32BIT,
        indices.size(), Ogre::HBU_GPU_ONLY);
    data->indexBuffer->writeData(0, bytes * indices.size(),
                                 bytes == 2 ? static_cast<const void*>(halves.data())
                                            : indices.data());
}

// Fills vertices and indices; without indices, the vertices are in the order asked for.
static void build(const Kind& kind, Ogre::VertexData* vertices, Ogre::IndexData* indices)
{
    std::vector<Point> all = vertices_of(kind), cells;
    const std::vector<unsigned> order = indices_of(kind);
    if (kind.no_numbers && !kind.in_order)
        for (int cell = 0; cell < kind.count; cell += 10)
            all[static_cast<size_t>(cell * kind.corners)].z = std::nanf("");
    if (kind.index_bytes != 0) {
        fill(vertices, all, kind.spare);
        fill(indices, order, kind.index_bytes, kind.spare);
        return;
    }
    for (unsigned vertex : order)
        cells.push_back(all[vertex]);
    fill(vertices, cells, kind.spare);
}

static Ogre::RenderOperation::OperationType type_of(const Kind& kind)
{
    static const Ogre::RenderOperation::OperationType types[] = {
        Ogre::RenderOperation::OT_POINT_LIST, Ogre::RenderOperation::OT_LINE_LIST,
        Ogre::RenderOperation::OT_TRIANGLE_LIST};
    return types[kind.corners - 1];
}

// ---- what is drawn --------------------------------------------------------------------

class Cells : public Ogre::SimpleRenderable
{
  public:
    explicit Cells(const Kind& kind)
    {
        mRenderOp.operationType = type_of(kind);
        mRenderOp.vertexData = &_vertices;
        mRenderOp.useIndexes = kind.index_bytes != 0;
        mRenderOp.indexData = mRenderOp.useIndexes ? &_indices : nullptr;
        build(kind, &_vertices, &_indices);
        setBoundingBox(Ogre::AxisAlignedBox(-2, -2, -2, 2, 2, 2));
        setMaterial(material_of_colours(7.0f));
    }
    Ogre::RenderOperation& operation()
    {
        return mRenderOp;
    }
    // The indices that it was last drawn with, of 32 bits.
    const std::vector<unsigned>& drawn() const
    {
        return _drawn;
    }
    void readIndices()
    {
        _drawn.resize(mRenderOp.indexData->indexCount);
        mRenderOp.indexData->indexBuffer->readData(0, 4 * _drawn.size(), _drawn.data());
    }
    void postRender(Ogre::SceneManager*, Ogre::RenderSystem*) override
    {
        if (mRenderOp.useIndexes && mRenderOp.indexData->indexBuffer->getIndexSize() == 4)
            readIndices();
    }
    Ogre::Real getBoundingRadius() const override
    {
        return 4.0f;
    }
    Ogre::Real getSquaredViewDepth(const Ogre::Camera*) const override
    {
        return 16.0f;
    }

  private:
    Ogre::VertexData _vertices;
    Ogre::IndexData _indices;
    std::vector<unsigned> _drawn;
};

static Ogre::MeshPtr mesh_of(const Kind& kind)
{
    static int made = 0;
    Ogre::MeshPtr mesh = Ogre::MeshManager::getSingleton().createManual(
        "mesh " + std::to_string(made++), "General");
    Ogre::SubMesh* part = mesh->createSubMesh();
    part->useSharedVertices = false;
    part->vertexData = new Ogre::VertexData;
    part->operationType = type_of(kind);
    build(kind, part->vertexData, part->indexData);
    part->setMaterialName(material_of_colours(7.0f)->getName(), "General");
    mesh->_setBounds(Ogre::AxisAlignedBox(-2, -2, -2, 2, 2, 2));
    return mesh;
}

// A node below the root, while it lives.
struct Node {
    Ogre::SceneNode* at = stage->scene()->getRootSceneNode()->createChildSceneNode();
    explicit Node(Ogre::MovableObject* object)
    {
        at->attachObject(object);
    }
    ~Node()
    {
        at->detachAllObjects();
        stage->scene()->destroySceneNode(at);
    }
};

// The scene sorts, while it lives.
struct Sorting {
    OgreGlsort::SortListener listener{stage->scene()};
};

// Turns the camera around the origin; 0 is along z, without rounding.
static void look(float turn)
{
    Ogre::SceneNode* eye = stage->camera()->getParentSceneNode();
    eye->setOrientation(
        turn == 0.0f ? Ogre::Quaternion::IDENTITY
                     : Ogre::Quaternion(Ogre::Radian(turn), Ogre::Vector3::UNIT_Y));
    eye->setPosition(eye->getOrientation() * Ogre::Vector3(0, 0, 4));
}

static Pixels draw()
{
    stage->draw();
    CHECK(glGetError() == GL_NO_ERROR);
    return stage->read();
}

static Pixels picture(Ogre::MovableObject* object)
{
    Node node(object);
    return draw();
}

static Pixels sorted_picture(Ogre::MovableObject* object)
{
    Sorting sorting;
    return picture(object);
}

// ---- tests ----------------------------------------------------------------------------

static void compare(Ogre::MovableObject* stored, Ogre::MovableObject* in_order)
{
    const Pixels wanted = picture(in_order);
    CHECK(differing(wanted, picture(stored)) > 1000);
    CHECK(differing(wanted, sorted_picture(stored)) == 0);
    CHECK(differing(wanted, picture(stored)) > 1000);
}

// Without indices, or with indices of 16 or 32 bits; in odd numbers, from any place in a
// buffer.
static void points_lines_and_triangles_are_drawn_in_order()
{
    for (int corners = 1; corners <= 3; ++corners)
        for (int bytes : {0, 2, 4}) {
            Kind kind(3999, corners, bytes, false);
            kind.spare = static_cast<unsigned>(corners) - 1;
            Cells stored(kind);
            kind.in_order = true;
            Cells in_order(kind);
            compare(&stored, &in_order);
        }
}

static void meshes_are_drawn_in_order()
{
    for (int bytes : {0, 2, 4})
        compare(stage->scene()->createEntity(mesh_of(Kind(3999, 3, bytes, false))),
                stage->scene()->createEntity(mesh_of(Kind(3999, 3, bytes, true))));
}

// One index buffer of the listener serves both.
static void two_entities_of_a_frame_are_each_in_order()
{
    Pixels pictures[2];
    for (bool in_order : {false, true}) {
        Node far_one(stage->scene()->createEntity(mesh_of(Kind(3000, 3, 2, in_order))));
        Node near_one(stage->scene()->createEntity(mesh_of(Kind(2000, 3, 4, in_order))));
        far_one.at->setPosition(0.4f, 0, -1);
        near_one.at->setPosition(-0.4f, 0, 1);
        std::unique_ptr<Sorting> sorting(in_order ? nullptr : new Sorting);
        pictures[in_order] = draw();
    }
    CHECK(differing(pictures[0], pictures[1]) == 0);
}

static void manual_objects_are_drawn_in_order()
{
    const Kind kind(4000, 3, 4, false);
    Cells in_order(Kind(4000, 3, 4, true));
    Ogre::ManualObject object("stored");
    const std::vector<Point> vertices = vertices_of(kind);
    object.begin(material_of_colours(7.0f), Ogre::RenderOperation::OT_TRIANGLE_LIST);
    for (unsigned i : indices_of(kind)) {
        const Point& p = vertices[i];
        object.position(p.x, p.y, p.z);
        object.colour(p.rgba[0] / 255.0f, p.rgba[1] / 255.0f, p.rgba[2] / 255.0f,
                      p.rgba[3] / 255.0f);
    }
    object.end();
    compare(&object, &in_order);
}

static void a_moved_node_is_sorted_where_it_is()
{
    Pixels pictures[2];
    for (bool in_order : {false, true}) {
        Cells cells(Kind(3000, 3, 4, in_order));
        Node node(&cells);
        node.at->setScale(-0.5f, 0.5f, 0.25f); // mirrored
        node.at->setPosition(0.25f, 0, 0.5f);
        std::unique_ptr<Sorting> sorting(in_order ? nullptr : new Sorting);
        pictures[in_order] = draw();
    }
    CHECK(differing(pictures[0], pictures[1]) == 0);
}

static void equal_depths_keep_the_order_of_the_primitives()
{
    Cells cells(Kind(3000, 3, 4, false, true));
    const Pixels wanted = picture(&cells);
    Node node(&cells);
    Sorting sorting;
    for (int frame = 0; frame < 5; ++frame) {
        CHECK(differing(wanted, draw()) == 0);
        look(0.5f);
        draw();
        look(0.0f);
    }
}

static void positions_that_are_no_numbers_hide_their_primitives_alone()
{
    for (int bytes : {0, 2, 4}) {
        Kind kind(3000, 3, bytes, false);
        kind.no_numbers = true;
        Cells stored(kind);
        kind.in_order = true;
        Cells in_order(kind); // without them
        CHECK(differing(picture(&in_order), sorted_picture(&stored)) == 0);
        const std::vector<unsigned>& drawn = stored.drawn();
        CHECK(drawn.size() == 3 * 3000);
        CHECK(std::count(drawn.end() - 3 * 300, drawn.end(), 0xFFFFFFFFu) == 3 * 300);
    }
    CHECK(Ogre::Root::getSingleton().getRenderSystem()->getCapabilities()->hasCapability(
              Ogre::RSC_PRIMITIVE_RESTART) ||
          glIsEnabled(GL_PRIMITIVE_RESTART));
}

// The camera is inside the cloud, which has the rest behind it and beside it.
static void what_is_out_of_view_is_dropped_on_request()
{
    Cells stored(Kind(4000, 1, 0, false)), in_order(Kind(4000, 1, 0, true));
    for (Cells* cells : {&stored, &in_order})
        cells->setMaterial(material_of_boxes(0.08f));
    stage->camera()->getParentSceneNode()->setPosition(0, 0, 0.9f);
    const Pixels wanted = picture(&in_order);
    CHECK(differing(wanted, picture(&stored)) > 1000);
    Node node(&stored);
    Sorting sorting;
    CHECK(differing(wanted, draw()) == 0);
    CHECK(stored.drawn().back() != 0xFFFFFFFFu);
    sorting.listener.setCulling(0.08f);
    CHECK(differing(wanted, draw()) == 0);
    CHECK(std::count(stored.drawn().begin(), stored.drawn().end(), 0xFFFFFFFFu) > 2000);
    sorting.listener.setCulling(-1.0f);
    CHECK(differing(wanted, draw()) == 0);
    CHECK(stored.drawn().back() != 0xFFFFFFFFu);
}

// Three clouds in the same space, each in a buffer and below a node of its own.
struct ThreeClouds {
    std::vector<std::vector<Point>> points;
    std::vector<Ogre::SceneNode*> nodes;
    std::vector<std::unique_ptr<PointCloud>> clouds;
    std::vector<OgreGlsort::InterlockedClouds::Cloud> all;

    ThreeClouds()
    {
        for (int i = 0; i < 3; ++i) {
            points.push_back(vertices_of(Kind(2000 - 300 * i, 1, 0, false)));
            nodes.push_back(stage->scene()->getRootSceneNode()->createChildSceneNode());
            nodes[i]->setOrientation(
                Ogre::Quaternion(Ogre::Degree(50.0f * i - 50.0f), Ogre::Vector3::UNIT_X));
            nodes[i]->setScale(1.0f - 0.2f * i, 1.0f, i == 1 ? -1.5f : 1.0f);
            nodes[i]->setPosition(0.1f * i, 0.0f, -0.2f * i);
            clouds.emplace_back(new PointCloud(nodes[i], points[i], 0.08f));
            nodes[i]->setVisible(false);
            all.push_back(clouds[i]->first());
        }
    }
    ~ThreeClouds()
    {
        clouds.clear();
        for (Ogre::SceneNode* node : nodes)
            stage->scene()->destroySceneNode(node);
    }

    // The numbers of all points in the pool, for a camera that looks along z.
    std::vector<unsigned> order_by_cpu() const
    {
        std::vector<float> heights;
        for (size_t i = 0; i < points.size(); ++i) {
            const Ogre::Affine3& m = nodes[i]->_getFullTransform();
            for (const Point& p : points[i])
                heights.push_back(
                    (m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z + m[2][3]) -
                    stage->camera()->getDerivedPosition().z);
        }
        std::vector<unsigned> order(heights.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](unsigned a, unsigned b) { return heights[a] < heights[b]; });
        return order;
    }

    // Of all in one draw; by the order of the CPU, or as the scene sorts it.
    Pixels picture_of(bool by_cpu = false)
    {
        Ogre::IndexData indices;
        OgreGlsort::InterlockedClouds one(all);
        one.setMaterial(material_of_clouds(0.08f));
        Ogre::RenderOperation operation;
        one.getRenderOperation(operation);
        if (by_cpu) {
            fill(&indices, order_by_cpu(), 4, 0);
            operation.useIndexes = true;
            operation.indexData = &indices;
            one.setRenderOperation(operation);
        }
        return picture(&one);
    }
};

static void clouds_that_interlock_are_drawn_in_one_order()
{
    ThreeClouds three;
    const Pixels wanted = three.picture_of(true);
    CHECK(differing(wanted, three.picture_of()) > 1000);
    Sorting sorting;
    CHECK(differing(wanted, three.picture_of()) == 0);
    sorting.listener.setCulling(0.08f);
    CHECK(differing(wanted, three.picture_of()) == 0);
}

static void interlocked_clouds_move_and_change()
{
    ThreeClouds three;
    OgreGlsort::InterlockedClouds one(three.all);
    one.setMaterial(material_of_clouds(0.08f));
    const Pixels before = picture(&one);
    for (Point& point : three.points[1])
        point.z = 1.0f - point.x;
    three.clouds[1]->write(three.points[1]);
    one.update(1);
    three.nodes[2]->setPosition(0.3f, 0.2f, 0.1f);
    const Pixels wanted = three.picture_of(true);
    CHECK(differing(before, wanted) > 1000);
    Sorting sorting;
    CHECK(differing(wanted, picture(&one)) == 0);
    stage->scene()->setCameraRelativeRendering(true);
    CHECK(differing(wanted, picture(&one)) < 100); // it rounds otherwise
    stage->scene()->setCameraRelativeRendering(false);
}

static void clouds_that_cannot_interlock_are_refused()
{
    ThreeClouds three;
    bool refused = false;
    try {
        OgreGlsort::InterlockedClouds nine({9, three.all[0]});
    } catch (const Ogre::InvalidParametersException&) {
        refused = true;
    }
    CHECK(refused);
}

// What does not blend stays as it is, and so does what was lent an order.
static void neighbours_are_unharmed()
{
    Ogre::MaterialPtr solid = material_of_colours(7.0f)->clone("solid");
    solid->getTechnique(0)->getPass(0)->setSceneBlending(Ogre::SBT_REPLACE);
    solid->getTechnique(0)->getPass(0)->setDepthWriteEnabled(true);
    solid->load();
    Kind few(5, 3, 4, false);
    Cells opaque(few), first(Kind(3000, 3, 4, false)), second(Kind(3000, 1, 0, false));
    opaque.setMaterial(solid);
    Node opaque_node(&opaque), first_node(&first), second_node(&second);
    second_node.at->setPosition(0, 0, 1);
    const Pixels before = draw();
    {
        Sorting sorting;
        CHECK(differing(before, draw()) > 1000);
    }
    CHECK(differing(before, draw()) == 0);
}

// A window has a GL context of its own.
static void two_windows_draw_in_order()
{
    Cells stored(Kind(3000, 3, 4, false)), in_order(Kind(3000, 3, 4, true));
    Ogre::NameValuePairList hidden;
    hidden["hidden"] = "true";
    Ogre::RenderWindow* window = Ogre::Root::getSingleton().createRenderWindow(
        "second", SIZE, SIZE, false, &hidden);
    window->addViewport(stage->camera());
    auto second_picture = [window](Ogre::MovableObject* object) {
        Node node(object);
        Pixels pixels(SIZE * SIZE * 4);
        window->update(false);
        window->copyContentsToMemory(
            Ogre::Box(0, 0, SIZE, SIZE),
            Ogre::PixelBox(SIZE, SIZE, 1, Ogre::PF_BYTE_RGBA, pixels.data()),
            Ogre::RenderTarget::FB_BACK);
        return pixels;
    };
    const Pixels wanted = picture(&in_order), wanted_there = second_picture(&in_order);
    {
        Sorting sorting;
        CHECK(differing(wanted, picture(&stored)) == 0);
        CHECK(differing(wanted_there, second_picture(&stored)) == 0);
        CHECK(differing(wanted, picture(&stored)) == 0);
    }
    CHECK(differing(wanted_there, second_picture(&stored)) > 1000);
    Ogre::Root::getSingleton().destroyRenderTarget(window);
    CHECK(differing(wanted, sorted_picture(&stored)) == 0);
}

static void draw_what_cannot_be_sorted()
{
    Cells strip(Kind(300, 3, 0, false));
    strip.operation().operationType = Ogre::RenderOperation::OT_TRIANGLE_STRIP;
    const Pixels wanted = picture(&strip);
    Node node(&strip);
    Sorting sorting;
    CHECK(differing(wanted, draw()) == 0);
    CHECK(differing(wanted, draw()) == 0);
}

static void what_cannot_be_sorted_is_drawn_and_said_once()
{
    expect_logged_once("primitives are not lists of points, lines or triangles", true,
                       draw_what_cannot_be_sorted);
}

int main()
{
    static const EngineTest tests[] = {
        TEST(points_lines_and_triangles_are_drawn_in_order),
        TEST(meshes_are_drawn_in_order),
        TEST(two_entities_of_a_frame_are_each_in_order),
        TEST(manual_objects_are_drawn_in_order),
        TEST(a_moved_node_is_sorted_where_it_is),
        TEST(equal_depths_keep_the_order_of_the_primitives),
        TEST(positions_that_are_no_numbers_hide_their_primitives_alone),
        TEST(what_is_out_of_view_is_dropped_on_request),
        TEST(clouds_that_interlock_are_drawn_in_one_order),
        TEST(interlocked_clouds_move_and_change),
        TEST(clouds_that_cannot_interlock_are_refused),
        TEST(neighbours_are_unharmed),
        TEST(two_windows_draw_in_order),
        TEST(what_cannot_be_sorted_is_drawn_and_said_once),
    };
    Warnings warnings;
    {
        Stage only(SIZE, SIZE);
        stage = &only;
        only.log()->addListener(&warnings);
        std::printf("GL %s\n", reinterpret_cast<const char*>(glGetString(GL_VERSION)));
        logged.clear();
        run_each(tests, [] { look(0.0f); });
        only.log()->removeListener(&warnings);
    }
    return verdict();
}
