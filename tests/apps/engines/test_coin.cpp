// SPDX-License-Identifier: MIT
// What coin-glsort draws is what Coin draws of the same triangles in an order made on the
// CPU, and what Coin's own sort draws, pixel for pixel; and all else in the scene is
// unharmed.
//
// usage: test_coin [3.2]   the GL version, if glsort does not work in it
#include <cmath>
#include <cstring>

#include <Inventor/SoDB.h>
#include <Inventor/actions/SoGLRenderAction.h>
#include <Inventor/elements/SoGLCacheContextElement.h>
#include <Inventor/errors/SoDebugError.h>
#include <Inventor/misc/SoContextHandler.h>
#include <Inventor/nodes/SoCone.h>
#include <Inventor/nodes/SoCoordinate3.h>
#include <Inventor/nodes/SoDirectionalLight.h>
#include <Inventor/nodes/SoLightModel.h>
#include <Inventor/nodes/SoMaterial.h>
#include <Inventor/nodes/SoMaterialBinding.h>
#include <Inventor/nodes/SoPerspectiveCamera.h>
#include <Inventor/nodes/SoSeparator.h>
#include <Inventor/nodes/SoShapeHints.h>
#include <Inventor/nodes/SoSphere.h>
#include <Inventor/nodes/SoTexture2.h>
#include <Inventor/nodes/SoTransform.h>
#include <Inventor/nodes/SoVertexProperty.h>

#include "engine_tests.h"
#include "SoGlsortFaceSet.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>

static void note(const SoError* error, void*)
{
    logged += error->getDebugString().getString();
}

enum { SIZE = 300 };

// ---- GL contexts ----------------------------------------------------------------------

// A context of GLX with a pbuffer, current from its creation on. Cache contexts are those
// of Coin: of the context, or of the one that it shares objects with.
class Context
{
  public:
    const std::uint32_t cache;

    explicit Context(const Context* shared = nullptr)
        : cache(shared != nullptr ? shared->cache
                                  : SoGLCacheContextElement::getUniqueCacheContext())
    {
        static Display* const only = XOpenDisplay(nullptr);
        display = only;
        const int wanted[] = {
            GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RED_SIZE, 8, GLX_DEPTH_SIZE, 24, 0};
        const int size[] = {GLX_PBUFFER_WIDTH, SIZE, GLX_PBUFFER_HEIGHT, SIZE, 0};
        int count = 0;
        GLXFBConfig* configs =
            glXChooseFBConfig(display, DefaultScreen(display), wanted, &count);
        CHECK(count > 0);
        pixels = glXCreatePbuffer(display, configs[0], size);
        context = glXCreateNewContext(display, configs[0], GLX_RGBA_TYPE,
                                      shared != nullptr ? shared->context : nullptr, 1);
        XFree(configs);
        use();
        glEnable(GL_DEPTH_TEST);
    }

    ~Context()
    {
        use();
        if (!shares)
            SoContextHandler::destructingContext(cache);
        CHECK(glGetError() == GL_NO_ERROR);
        glXMakeContextCurrent(display, 0, 0, nullptr);
        glXDestroyContext(display, context);
        glXDestroyPbuffer(display, pixels);
    }

    void use()
    {
        CHECK(glXMakeContextCurrent(display, pixels, pixels, context));
    }

    bool shares = false; // another context still has the cache context

  private:
    Display* display;
    GLXPbuffer pixels;
    GLXContext context;
};

// ---- faces ----------------------------------------------------------------------------

struct Faces {
    std::vector<SbVec3f> points;
    std::vector<std::uint32_t> colors; // of each face
    std::vector<int> order;            // in which they are stored
};

// Random triangles, as stored or in the order of their depths.
static Faces faces(int count, bool in_order, bool same = false)
{
    Faces all;
    const std::vector<Cell> cells = random_cells(count, 3, same);
    for (const Cell& cell : cells) {
        for (const float* p : cell.corners)
            all.points.push_back(SbVec3f(p));
        all.colors.push_back(static_cast<std::uint32_t>(cell.rgb[0]) << 24 |
                             cell.rgb[1] << 16 | cell.rgb[2] << 8 | 0x66u);
    }
    all.order = order_of(cells, in_order && !same);
    return all;
}

enum class Kind { STORED, SORTED };

// The face set with a vertex property: colours by face.
static SoIndexedFaceSet* face_set(const Faces& all, Kind kind)
{
    SoIndexedFaceSet* shape =
        kind == Kind::STORED ? new SoIndexedFaceSet : new SoGlsortFaceSet;
    std::vector<std::int32_t> corners, materials;
    for (int face : all.order) {
        corners.insert(corners.end(), {3 * face, 3 * face + 1, 3 * face + 2, -1});
        materials.push_back(face);
    }
    shape->coordIndex.setValues(0, static_cast<int>(corners.size()), corners.data());
    shape->materialIndex.setValues(0, static_cast<int>(materials.size()),
                                   materials.data());
    SoVertexProperty* data = new SoVertexProperty;
    data->vertex.setValues(0, static_cast<int>(all.points.size()), all.points.data());
    data->orderedRGBA.setValues(0, static_cast<int>(all.colors.size()),
                                all.colors.data());
    data->materialBinding = SoVertexProperty::PER_FACE_INDEXED;
    shape->vertexProperty = data;
    return shape;
}

// The same from nodes before the shape, as most scenes of Coin have it.
static SoSeparator* face_set_of_nodes(const Faces& all)
{
    SoSeparator* root = new SoSeparator;
    SoMaterial* materials = new SoMaterial;
    for (size_t i = 0; i < all.colors.size(); ++i) {
        SbColor color;
        float transparency;
        color.setPackedValue(all.colors[i], transparency);
        materials->diffuseColor.set1Value(static_cast<int>(i), color);
        materials->transparency.set1Value(static_cast<int>(i), transparency);
    }
    SoMaterialBinding* binding = new SoMaterialBinding;
    binding->value = SoMaterialBinding::PER_FACE_INDEXED;
    SoCoordinate3* points = new SoCoordinate3;
    points->point.setValues(0, static_cast<int>(all.points.size()), all.points.data());
    SoIndexedFaceSet* shape = face_set(all, Kind::SORTED);
    shape->vertexProperty = nullptr;
    for (SoNode* node : std::initializer_list<SoNode*>{materials, binding, points, shape})
        root->addChild(node);
    return root;
}

// ---- scenes ---------------------------------------------------------------------------

typedef SoGLRenderAction::TransparencyType Type;

static void check_state()
{
    GLint elements = 0, array = 0;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &elements);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array);
    CHECK(elements == 0 && array == 0);
    for (GLenum what : {GL_PRIMITIVE_RESTART, GL_VERTEX_ARRAY, GL_NORMAL_ARRAY,
                        GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY})
        CHECK(!glIsEnabled(what));
    CHECK(glGetError() == GL_NO_ERROR);
}

struct Scene {
    SoSeparator* root = new SoSeparator;
    SoPerspectiveCamera* camera = new SoPerspectiveCamera;
    SoLightModel* light = new SoLightModel;
    SoGLRenderAction action;

    explicit Scene(Type type = SoGLRenderAction::SORTED_OBJECT_BLEND)
        : action(SbViewportRegion(SIZE, SIZE))
    {
        root->ref();
        root->addChild(camera);
        root->addChild(new SoDirectionalLight);
        root->addChild(light);
        light->model = SoLightModel::BASE_COLOR;
        camera->nearDistance = 0.5f;
        camera->farDistance = 10.0f;
        camera->heightAngle = 0.7f;
        action.setTransparencyType(type);
        look(0.0f);
    }

    ~Scene()
    {
        root->unref();
    }

    void look(float turn)
    {
        const SbRotation rotation(SbVec3f(0, 1, 0), turn);
        SbVec3f eye(0, 0, 4);
        rotation.multVec(eye, eye);
        camera->position = eye;
        camera->orientation = rotation;
    }

    Pixels draw(const Context& context)
    {
        Pixels pixels(SIZE * SIZE * 4);
        action.setCacheContext(context.cache);
        glClearColor(0.1f, 0.1f, 0.1f, 1.0f);
        glDepthMask(GL_TRUE);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        action.apply(root);
        check_state();
        glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        return pixels;
    }
};

static Pixels picture(SoNode* node, Type type = SoGLRenderAction::SORTED_OBJECT_BLEND)
{
    Context context;
    Scene scene(type);
    scene.root->addChild(node);
    return scene.draw(context);
}

// ---- tests ----------------------------------------------------------------------------

static void triangles_are_drawn_in_order()
{
    const Pixels wanted = picture(face_set(faces(4000, true), Kind::STORED));
    CHECK(differing(wanted, picture(face_set(faces(4000, false), Kind::STORED))) > 1000);
    for (Type type : {SoGLRenderAction::BLEND, SoGLRenderAction::DELAYED_BLEND,
                      SoGLRenderAction::SORTED_OBJECT_BLEND,
                      SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND}) {
        SoNode* sorted = face_set(faces(4000, false), Kind::SORTED);
        CHECK(differing(wanted, picture(sorted, type)) == 0);
        sorted = face_set_of_nodes(faces(4000, false));
        CHECK(differing(wanted, picture(sorted, type)) == 0);
    }
}

// With light, normals that Coin makes and a texture, between an opaque shape and a
// translucent one that Coin draws.
static Pixels crowded(Kind kind)
{
    Context context;
    Scene scene(SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND);
    scene.light->model = SoLightModel::PHONG;
    SoShapeHints* hints = new SoShapeHints;
    hints->vertexOrdering = SoShapeHints::COUNTERCLOCKWISE;
    SoTexture2* texture = new SoTexture2;
    unsigned char texels[8 * 8];
    for (int i = 0; i < 64; ++i)
        texels[i] = static_cast<unsigned char>((i + i / 8) % 2 == 0 ? 255 : 96);
    texture->image.setValue(SbVec2s(8, 8), 1, texels);
    scene.root->addChild(hints);
    scene.root->addChild(texture);
    for (int i = 0; i < 2; ++i) {
        SoSeparator* group = new SoSeparator;
        SoTransform* place = new SoTransform;
        SoMaterial* material = new SoMaterial;
        place->translation = SbVec3f(i == 0 ? -0.5f : 0.5f, 0.2f, 0.1f);
        place->scaleFactor = SbVec3f(0.3f, 0.3f, 0.3f);
        material->diffuseColor = SbColor(0.9f, 0.4f, 0.1f);
        material->transparency = i == 0 ? 0.0f : 0.5f;
        group->addChild(place);
        group->addChild(material);
        group->addChild(i == 0 ? static_cast<SoNode*>(new SoCone) : new SoSphere);
        scene.root->addChild(group);
        if (i == 0)
            scene.root->addChild(face_set(faces(4000, false), kind));
    }
    return scene.draw(context);
}

static void light_textures_and_neighbours_are_as_coin_draws_them()
{
    const Pixels wanted = crowded(Kind::STORED);
    CHECK(differing(wanted, picture(face_set(faces(4000, true), Kind::STORED))) > 1000);
    CHECK(differing(wanted, crowded(Kind::SORTED)) == 0);
}

static void opaque_and_added_faces_are_left_to_coin()
{
    Faces all = faces(4000, false);
    for (Type type : {SoGLRenderAction::NONE, SoGLRenderAction::SCREEN_DOOR,
                      SoGLRenderAction::SORTED_OBJECT_ADD})
        CHECK(differing(picture(face_set(all, Kind::STORED), type),
                        picture(face_set(all, Kind::SORTED), type)) == 0);
    for (std::uint32_t& color : all.colors)
        color |= 0xFFu;
    CHECK(differing(picture(face_set(all, Kind::STORED)),
                    picture(face_set(all, Kind::SORTED))) == 0);
}

static void equal_depths_keep_the_order_of_the_faces()
{
    Context context;
    const Faces same = faces(3000, false, true);
    const Pixels wanted = picture(face_set(same, Kind::STORED));
    context.use();
    Scene scene;
    scene.root->addChild(face_set(same, Kind::SORTED));
    for (int frame = 0; works && frame < 5; ++frame) {
        scene.look(0.0f);
        CHECK(differing(wanted, scene.draw(context)) == 0);
        scene.look(0.5f);
        scene.draw(context);
    }
}

static void a_turned_face_set_is_sorted_where_it_is()
{
    Pixels pictures[2];
    for (int i = 0; i < 2; ++i) {
        SoSeparator* turned = new SoSeparator;
        SoTransform* place = new SoTransform;
        place->rotation = SbRotation(SbVec3f(0, 1, 0), 3.0f);
        place->scaleFactor = SbVec3f(0.5f, 0.5f, 0.25f);
        place->translation = SbVec3f(0.25f, 0.0f, 0.5f);
        turned->addChild(place);
        turned->addChild(
            face_set(faces(3000, false), i == 0 ? Kind::STORED : Kind::SORTED));
        pictures[i] =
            picture(turned, SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND);
    }
    CHECK(differing(pictures[0], pictures[1]) == 0);
}

static void a_cached_separator_holds_no_old_order()
{
    Context context;
    Scene fresh, cached(SoGLRenderAction::BLEND);
    SoSeparator* group = new SoSeparator;
    group->renderCaching = SoSeparator::ON;
    group->addChild(face_set(faces(3000, false), Kind::SORTED));
    cached.root->addChild(group);
    fresh.root->addChild(face_set(faces(3000, false), Kind::SORTED));
    for (float turn : {0.0f, 0.0f, 0.0f, 3.14159265f, 1.5f}) {
        fresh.look(turn);
        cached.look(turn);
        CHECK(differing(fresh.draw(context), cached.draw(context)) == 0);
    }
}

static void changes_are_taken_up()
{
    Context context;
    Scene scene;
    Faces all = faces(3000, false);
    SoIndexedFaceSet* shape = face_set(all, Kind::SORTED);
    auto* data = static_cast<SoVertexProperty*>(shape->vertexProperty.getValue());
    scene.root->addChild(shape);
    Pixels last = scene.draw(context);
    for (int change = 0; change < 3; ++change) {
        if (change == 0) {
            for (SbVec3f& point : all.points)
                point[2] = -point[2];
            data->vertex.setValues(0, static_cast<int>(all.points.size()),
                                   all.points.data());
        } else if (change == 1) {
            for (std::uint32_t& color : all.colors)
                color ^= 0xFFFFFF00u;
            data->orderedRGBA.setValues(0, static_cast<int>(all.colors.size()),
                                        all.colors.data());
        } else {
            all.order.resize(1000);
            shape->coordIndex.setNum(4 * 1000);
        }
        const Pixels now = scene.draw(context);
        CHECK(differing(last, now) > 1000);
        const Pixels wanted =
            picture(face_set(all, Kind::STORED),
                    SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND);
        CHECK(differing(wanted, now) == 0);
        context.use();
        last = now;
    }
}

static void a_changed_material_is_taken_up()
{
    Context context;
    Scene scene;
    SoSeparator* nodes = face_set_of_nodes(faces(3000, false));
    scene.root->addChild(nodes);
    const Pixels before = scene.draw(context);
    static_cast<SoMaterial*>(nodes->getChild(0))->diffuseColor = SbColor(1, 0, 0);
    if (works) // Coin's own cache does not notice
        CHECK(differing(before, scene.draw(context)) > 1000);
}

static void positions_that_are_no_numbers_hide_their_faces_alone()
{
    Faces all = faces(3000, false), rest = all;
    rest.order.clear();
    for (int face : all.order)
        if (face % 10 == 0)
            all.points[3 * static_cast<size_t>(face)][2] = std::nanf("");
        else
            rest.order.push_back(face);
    if (works)
        CHECK(differing(picture(face_set(rest, Kind::SORTED)),
                        picture(face_set(all, Kind::SORTED))) == 0);
}

static void face_sets_are_replaced_below_a_node()
{
    SoSeparator *root = new SoSeparator, *group = new SoSeparator;
    root->ref();
    root->addChild(group);
    SoIndexedFaceSet* shape = face_set(faces(10, false), Kind::STORED);
    group->addChild(shape);
    root->addChild(shape);
    root->addChild(new SoCone);
    CHECK(SoGlsortFaceSet::replaceBelow(root) == 1);
    SoNode* child = group->getChild(0);
    CHECK(child->isOfType(SoGlsortFaceSet::getClassTypeId()));
    CHECK(root->getChild(1) == child);
    auto* sorted = static_cast<SoGlsortFaceSet*>(child);
    CHECK(sorted->coordIndex.getNum() == 40);
    CHECK(std::strcmp(sorted->getFileFormatName(), "IndexedFaceSet") == 0);
    CHECK(SoGlsortFaceSet::replaceBelow(root) == 0);
    root->unref();
}

static int buffers_alive()
{
    int count = 0;
    for (GLuint name = 1; name < 1000; ++name)
        count += glIsBuffer(name);
    return count;
}

static void a_deleted_node_leaves_no_buffers()
{
    Context context;
    Scene scene;
    SoNode* shape = face_set(faces(1000, false), Kind::SORTED);
    scene.draw(context);
    int before = -1;
    for (int round = 0; round < 3; ++round) {
        scene.root->addChild(shape);
        scene.draw(context);
        CHECK(!works || round > 0 || buffers_alive() > 0);
        scene.root->removeChild(shape); // which deletes it
        scene.draw(context);
        scene.draw(context);
        CHECK(before < 0 || buffers_alive() == before); // orders stay
        before = buffers_alive();
        shape = face_set(faces(1000, false), Kind::SORTED);
    }
    scene.root->addChild(shape);
}

// Two windows of a viewer: GL contexts that share objects, and one cache context. Each
// has an action of its own.
static void contexts_that_share_objects_have_orders_of_their_own()
{
    const Pixels wanted = picture(face_set(faces(3000, true), Kind::STORED));
    Context first;
    Scene scene;
    SoNode* shape = face_set(faces(3000, false), Kind::SORTED);
    scene.root->addChild(shape);
    CHECK(differing(wanted, scene.draw(first)) == 0);
    for (int window = 0; window < 3; ++window) {
        Context second(&first);
        Scene other;
        second.shares = true;
        other.root->addChild(shape);
        CHECK(differing(wanted, other.draw(second)) == 0);
        first.use();
        CHECK(differing(wanted, scene.draw(first)) == 0);
        second.use();
        const int before = buffers_alive();
        SoGlsortFaceSet::releaseContext();
        CHECK(!works || buffers_alive() < before);
    }
    first.use();
    CHECK(differing(wanted, scene.draw(first)) == 0);
}

static void draw_what_glsort_may_refuse()
{
    Context context;
    Scene scene;
    const Pixels wanted = picture(face_set(faces(1000, true), Kind::STORED));
    context.use();
    scene.root->addChild(face_set(faces(1000, false), Kind::SORTED));
    CHECK(differing(wanted, scene.draw(context)) == 0);
    CHECK(differing(wanted, scene.draw(context)) == 0);
}

static void what_glsort_refuses_coin_sorts_and_says_so_once()
{
    expect_logged_once("Coin sorts this node", !works, draw_what_glsort_may_refuse);
}

int main(int argc, char** argv)
{
    static const EngineTest tests[] = {
        TEST(triangles_are_drawn_in_order),
        TEST(light_textures_and_neighbours_are_as_coin_draws_them),
        TEST(opaque_and_added_faces_are_left_to_coin),
        TEST(equal_depths_keep_the_order_of_the_faces),
        TEST(a_turned_face_set_is_sorted_where_it_is),
        TEST(a_cached_separator_holds_no_old_order),
        TEST(changes_are_taken_up),
        TEST(a_changed_material_is_taken_up),
        TEST(positions_that_are_no_numbers_hide_their_faces_alone),
        TEST(face_sets_are_replaced_below_a_node),
        TEST(a_deleted_node_leaves_no_buffers),
        TEST(contexts_that_share_objects_have_orders_of_their_own),
        TEST(what_glsort_refuses_coin_sorts_and_says_so_once),
    };
    works = argc < 2 || std::strcmp(argv[1], "3.2") != 0;
    SoDB::init();
    SoGlsortFaceSet::initClass();
    SoDebugError::setHandlerCallback(note, nullptr);
    run_each(tests);
    return verdict();
}
