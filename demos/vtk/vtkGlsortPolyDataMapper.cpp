// SPDX-License-Identifier: MIT
#include "vtkGlsortPolyDataMapper.h"

#include <algorithm>
#include <vector>

#include <vtk_glew.h>

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkDepthSortPolyData.h>
#include <vtkMatrix4x4.h>
#include <vtkObjectFactory.h>
#include <vtkOpenGLBufferObject.h>
#include <vtkOpenGLCellToVTKCellMap.h>
#include <vtkOpenGLIndexBufferObject.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkOpenGLVertexBufferObject.h>
#include <vtkOpenGLVertexBufferObjectGroup.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProgram.h>
#include <vtkTextureObject.h>

#include "SharedOrders.h"

vtkStandardNewMacro(vtkGlsortPolyDataMapper);

vtkGlsortPolyDataMapper::vtkGlsortPolyDataMapper() = default;

// The base class releases its resources too late for ours: its destructor no longer calls
// ReleaseGraphicsResources() of this class.
vtkGlsortPolyDataMapper::~vtkGlsortPolyDataMapper()
{
    this->LeaveWindow();
}

void vtkGlsortPolyDataMapper::ReleaseGraphicsResources(vtkWindow* window)
{
    if (window == nullptr || window == this->Window)
        this->LeaveWindow();
    if (this->Filtered)
        this->Filtered->ReleaseGraphicsResources(window);
    this->Superclass::ReleaseGraphicsResources(window);
}

void vtkGlsortPolyDataMapper::EnterWindow(vtkOpenGLRenderWindow* window)
{
    if (this->Window == window)
        return;
    this->LeaveWindow();
    this->Window = window;
    this->Orders = SharedOrders::of(window);
    if (!this->Orders->refusal().empty() && this->Orders.use_count() == 1)
        vtkWarningMacro(<< this->Orders->refusal()
                        << "; vtkDepthSortPolyData sorts instead");
}

void vtkGlsortPolyDataMapper::LeaveWindow()
{
    if (this->Window == nullptr)
        return;
    this->Window->PushContext();
    for (Indices& kept : this->Kept) {
        glDeleteBuffers(1, &kept.Unsorted);
        kept = Indices();
    }
    if (this->Elements) {
        this->ElementTexture->ReleaseGraphicsResources(this->Window);
        this->Elements->ReleaseGraphicsResources();
    }
    this->ElementRoom = 0;
    this->Orders.reset();
    this->Window->PopContext();
    this->Window = nullptr;
}

// ---- frames ---------------------------------------------------------------------------

bool vtkGlsortPolyDataMapper::Wants(vtkRenderer* ren, vtkActor* actor)
{
    return this->Sorting && actor->IsRenderingTranslucentPolygonalGeometry() &&
           ren->GetSelector() == nullptr && !ren->GetUseDepthPeeling();
}

void vtkGlsortPolyDataMapper::RenderPiece(vtkRenderer* ren, vtkActor* actor)
{
    bool wants = this->Wants(ren, actor);
    if (wants)
        this->EnterWindow(vtkOpenGLRenderWindow::SafeDownCast(ren->GetRenderWindow()));
    if (wants && !this->Orders->refusal().empty())
        this->RenderByFilter(ren, actor);
    else
        this->Superclass::RenderPiece(ren, actor);
}

void vtkGlsortPolyDataMapper::RenderPieceDraw(vtkRenderer* ren, vtkActor* actor)
{
    std::string refusal;
    bool sorts = this->Wants(ren, actor);
    if (sorts)
        refusal = this->Order(ren, actor);
    if (!refusal.empty() && !this->Refused)
        vtkErrorMacro(<< refusal << "; this mapper draws unsorted");
    this->Refused = !refusal.empty();
    sorts = sorts && refusal.empty();
    if (!sorts)
        this->RestoreIndices();
    if (sorts != this->Sorted)
        this->SelectionStateChanged.Modified(); // other shaders
    this->Sorted = sorts;
    if (sorts) {
        // In fragment passes, primitives that have no depth become 0xFFFFFFFF.
        glEnable(GL_PRIMITIVE_RESTART);
        glPrimitiveRestartIndex(0xFFFFFFFFu);
        this->ElementTexture->Activate();
    }
    this->Superclass::RenderPieceDraw(ren, actor);
    if (sorts) {
        this->ElementTexture->Deactivate();
        glDisable(GL_PRIMITIVE_RESTART);
    }
}

// VTK's own way, for GL contexts in which glsort does not work.
void vtkGlsortPolyDataMapper::RenderByFilter(vtkRenderer* ren, vtkActor* actor)
{
    if (!this->Filter) {
        this->Filter = vtkSmartPointer<vtkDepthSortPolyData>::New();
        this->Filter->SetDirectionToBackToFront();
        this->Filter->SetDepthSortModeToParametricCenter();
        this->Filtered = vtkSmartPointer<vtkOpenGLPolyDataMapper>::New();
    }
    if (this->FilteredTime < this->GetMTime()) {
        // Without what vtkOpenGLPolyDataMapper adds: array names, for picking.
        this->Filtered->vtkPolyDataMapper::ShallowCopy(this);
        this->Filtered->SetInputConnection(this->Filter->GetOutputPort());
        this->FilteredTime.Modified();
    }
    this->GetInputAlgorithm()->Update();
    this->Filter->SetInputDataObject(this->GetInput());
    this->Filter->SetCamera(ren->GetActiveCamera());
    this->Filter->SetProp3D(actor);
    this->Filtered->RenderPiece(ren, actor);
}

// ---- VTK's index buffers --------------------------------------------------------------

void vtkGlsortPolyDataMapper::BuildIBO(vtkRenderer* ren, vtkActor* actor,
                                       vtkPolyData* poly)
{
    vtkStateStorage before;
    before = this->IBOBuildState;
    this->Superclass::BuildIBO(ren, actor, poly);
    if (before != this->IBOBuildState)
        for (Indices& kept : this->Kept)
            kept.IsCurrent = kept.IsSorted = false;
}

static void copy_buffer(unsigned from, unsigned to, size_t bytes)
{
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                        static_cast<GLsizeiptr>(bytes));
}

void vtkGlsortPolyDataMapper::KeepIndices(int kind)
{
    Indices& kept = this->Kept[kind];
    const vtkOpenGLIndexBufferObject* ibo = this->Primitives[kind].IBO;
    size_t bytes = ibo->IndexCount * sizeof(GLuint);
    if (kept.IsCurrent)
        return;
    if (kept.Unsorted == 0)
        glGenBuffers(1, &kept.Unsorted);
    glBindBuffer(GL_COPY_WRITE_BUFFER, kept.Unsorted);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr,
                 GL_STATIC_COPY);
    copy_buffer(static_cast<unsigned>(ibo->GetHandle()), kept.Unsorted, bytes);
    kept.IsCurrent = true;
}

void vtkGlsortPolyDataMapper::RestoreIndices()
{
    for (int kind = 0; kind < KINDS; ++kind) {
        const vtkOpenGLIndexBufferObject* ibo = this->Primitives[kind].IBO;
        if (this->Kept[kind].IsSorted)
            copy_buffer(this->Kept[kind].Unsorted,
                        static_cast<unsigned>(ibo->GetHandle()),
                        ibo->IndexCount * sizeof(GLuint));
        this->Kept[kind].IsSorted = false;
    }
}

// ---- the order ------------------------------------------------------------------------

unsigned vtkGlsortPolyDataMapper::VerticesOf(vtkActor* actor, int kind)
{
    switch (this->GetOpenGLMode(actor->GetProperty()->GetRepresentation(), kind)) {
    case GL_POINTS: return 1;
    case GL_LINES: return 2;
    default: return 3;
    }
}

// VTK numbers the primitives of all kinds, from GetPrimitiveOffsets() on.
void vtkGlsortPolyDataMapper::ReserveElements(vtkRenderer* ren, vtkActor* actor)
{
    size_t room = 1;
    for (int kind = 0; kind < KINDS; ++kind) {
        size_t first =
            static_cast<size_t>(this->CellCellMap->GetPrimitiveOffsets()[kind]);
        size_t indices = this->Primitives[kind].IBO->IndexCount;
        room = std::max(room, first + indices / this->VerticesOf(actor, kind));
    }
    if (room <= this->ElementRoom)
        return;
    if (!this->Elements) {
        this->Elements = vtkSmartPointer<vtkOpenGLBufferObject>::New();
        this->ElementTexture = vtkSmartPointer<vtkTextureObject>::New();
    }
    this->Elements->Upload(std::vector<unsigned>(room),
                           vtkOpenGLBufferObject::TextureBuffer);
    this->ElementTexture->SetContext(
        vtkOpenGLRenderWindow::SafeDownCast(ren->GetRenderWindow()));
    this->ElementTexture->SetInternalFormat(GL_R32UI);
    this->ElementTexture->SetFormat(GL_RED_INTEGER);
    this->ElementTexture->SetDataType(GL_UNSIGNED_INT);
    this->ElementTexture->CreateTextureBuffer(static_cast<unsigned>(room), 1,
                                              VTK_UNSIGNED_INT, this->Elements);
    this->ElementRoom = room;
}

// The camera in the space of the vertex buffer, whose coordinates VTK may have shifted
// and scaled. False if there is none, as with a scale of 0.
bool vtkGlsortPolyDataMapper::FindView(vtkRenderer* ren, vtkActor* actor,
                                       glsort_order_view* view)
{
    vtkOpenGLVertexBufferObject* positions = this->VBOs->GetVBO("vertexMC");
    vtkNew<vtkMatrix4x4> to_view;
    vtkMatrix4x4::Multiply4x4(ren->GetActiveCamera()->GetModelViewTransformMatrix(),
                              actor->GetMatrix(), to_view);
    if (positions->GetCoordShiftAndScaleEnabled()) {
        vtkNew<vtkMatrix4x4> to_model;
        for (int i = 0; i < 3; ++i) {
            to_model->SetElement(i, i, 1.0 / positions->GetScale()[i]);
            to_model->SetElement(i, 3, positions->GetShift()[i]);
        }
        vtkMatrix4x4::Multiply4x4(to_view, to_model, to_view);
    }
    float rows[16];
    std::copy_n(to_view->GetData(), 16, rows);
    return glsort_order_view_from(rows, nullptr, GLSORT_VIEW_BY_ROWS, view) == GLSORT_OK;
}

// Returns an empty string, or why a buffer of indices could not be ordered.
std::string vtkGlsortPolyDataMapper::Order(vtkRenderer* ren, vtkActor* actor)
{
    vtkOpenGLVertexBufferObject* positions = this->VBOs->GetVBO("vertexMC");
    if (positions == nullptr || positions->GetDataType() != VTK_FLOAT ||
        positions->GetStride() != 3 * sizeof(float))
        return "vtkGlsortPolyDataMapper: positions are not packed floats";
    this->ReserveElements(ren, actor);
    glsort_order_args args = {};
    if (!this->FindView(ren, actor, &args.views[0]))
        return "vtkGlsortPolyDataMapper: the matrices of camera and actor have no "
               "inverse";
    args.positions.name = static_cast<unsigned>(positions->GetHandle());
    args.vertex_count = positions->GetNumberOfTuples();
    args.consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_TEXTURE;
    args.elements_out.name = static_cast<unsigned>(this->Elements->GetHandle());
    for (int kind = 0; kind < KINDS; ++kind) {
        const vtkOpenGLIndexBufferObject* ibo = this->Primitives[kind].IBO;
        const unsigned vertices = this->VerticesOf(actor, kind);
        if (ibo->IndexCount == 0)
            continue;
        this->KeepIndices(kind);
        args.count = static_cast<unsigned>(ibo->IndexCount / vertices);
        args.layout.vertices = vertices;
        args.indices_in.name = this->Kept[kind].Unsorted;
        args.order_out.name = static_cast<unsigned>(ibo->GetHandle());
        args.elements_out.offset =
            sizeof(GLuint) *
            static_cast<size_t>(this->CellCellMap->GetPrimitiveOffsets()[kind]);
        std::string refusal = this->Orders->run(args, GLSORT_ORDER_WRITES_ELEMENTS);
        if (!refusal.empty())
            return refusal;
        this->Kept[kind].IsSorted = true;
    }
    return std::string();
}

// ---- shaders --------------------------------------------------------------------------

// VTK finds the colour and the normal of a cell, and the edges of a triangle, by
// gl_PrimitiveID, which is now the place in the order.
static void look_up_primitives(vtkShader* shader, const char* before, const char* name)
{
    std::string source = shader->GetSource();
    const std::string primitive = std::string(before) + name;
    if (source.find(primitive) == std::string::npos)
        return;
    vtkShaderProgram::Substitute(source, primitive,
                                 std::string(before) + "glsortPrimitive(" + name + ")");
    vtkShaderProgram::Substitute(
        source, "uniform int PrimitiveIDOffset;",
        "uniform int PrimitiveIDOffset;\n"
        "uniform usamplerBuffer glsortElements;\n"
        "int glsortPrimitive(int drawn)\n"
        "{\n"
        "  return int(texelFetch(glsortElements, drawn + PrimitiveIDOffset).r);\n"
        "}\n",
        false);
    shader->SetSource(source);
}

void vtkGlsortPolyDataMapper::ReplaceShaderValues(
    std::map<vtkShader::Type, vtkShader*> shaders, vtkRenderer* ren, vtkActor* actor)
{
    this->Superclass::ReplaceShaderValues(shaders, ren, actor);
    if (!this->Sorted || this->DrawingVertices || this->DrawingSelection)
        return;
    look_up_primitives(shaders[vtkShader::Fragment], "", "gl_PrimitiveID");
    look_up_primitives(shaders[vtkShader::Geometry], "edgeTexture, ", "gl_PrimitiveIDIn");
}

void vtkGlsortPolyDataMapper::SetMapperShaderParameters(vtkOpenGLHelper& cells,
                                                        vtkRenderer* ren, vtkActor* actor)
{
    this->Superclass::SetMapperShaderParameters(cells, ren, actor);
    if (this->Sorted && cells.Program->IsUniformUsed("glsortElements"))
        cells.Program->SetUniformi("glsortElements",
                                   this->ElementTexture->GetTextureUnit());
}
