// SPDX-License-Identifier: MIT
// Dear ImGui behind plain C functions: the only C++ of the demo.
#include "ui.h"

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include <imgui.h>
#include <backends/imgui_impl_opengl3.h>

#include "palette.h"
#include "program.h"

namespace
{

// Heights that the font is baked in, units of layout; drawn text takes the next larger.
const float baked[] = {13.0f, 16.0f, 21.0f, 30.0f, 44.0f};
const int baked_count = sizeof baked / sizeof *baked;
const int control_font = 1;

struct Ui {
    const char* font_path;
    ImFont* fonts[baked_count];
    float scale;
    bool has_renderer;
} ui;

ImDrawList* list()
{
    return ImGui::GetBackgroundDrawList();
}

bool is_file(const char* path)
{
    std::FILE* file = path ? std::fopen(path, "rb") : nullptr;
    if (file)
        std::fclose(file);
    return file != nullptr;
}

void bake(float scale)
{
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    atlas->Clear();
    for (int i = 0; i < baked_count; ++i) {
        float size = std::floor(baked[i] * scale + 0.5f);
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.SizePixels = size;
        ui.fonts[i] = is_file(ui.font_path)
                          ? atlas->AddFontFromFileTTF(ui.font_path, size, &config)
                          : atlas->AddFontDefault(&config);
    }
}

ImVec4 color_of(enum ui_tone tone, float alpha)
{
    ImVec4 color = ImGui::ColorConvertU32ToFloat4(ui_tone(tone));
    color.w *= alpha;
    return color;
}

void set_style(float scale)
{
    ImGui::GetStyle() = ImGuiStyle();
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 10.0f;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 5.0f;
    style.WindowPadding = ImVec2(16.0f, 14.0f);
    style.FramePadding = ImVec2(9.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 5.0f);
    style.WindowBorderSize = 1.0f;
    style.ScaleAllSizes(scale);
    ImVec4* colors = style.Colors;
    colors[ImGuiCol_Text] = color_of(UI_TEXT, 1.0f);
    colors[ImGuiCol_WindowBg] = color_of(UI_SURFACE, 0.93f);
    colors[ImGuiCol_PopupBg] = color_of(UI_SURFACE, 0.98f);
    colors[ImGuiCol_Border] = color_of(UI_OUTLINE, 1.0f);
    colors[ImGuiCol_FrameBg] = color_of(UI_OUTLINE, 0.6f);
    colors[ImGuiCol_FrameBgHovered] = color_of(UI_ACCENT, 0.25f);
    colors[ImGuiCol_FrameBgActive] = color_of(UI_ACCENT, 0.35f);
    colors[ImGuiCol_Button] = color_of(UI_OUTLINE, 0.8f);
    colors[ImGuiCol_ButtonHovered] = color_of(UI_ACCENT, 0.45f);
    colors[ImGuiCol_ButtonActive] = color_of(UI_ACCENT, 0.7f);
    colors[ImGuiCol_Header] = color_of(UI_ACCENT, 0.3f);
    colors[ImGuiCol_HeaderHovered] = color_of(UI_ACCENT, 0.45f);
    colors[ImGuiCol_HeaderActive] = color_of(UI_ACCENT, 0.6f);
    colors[ImGuiCol_SliderGrab] = color_of(UI_ACCENT, 0.55f);
    colors[ImGuiCol_SliderGrabActive] = color_of(UI_ACCENT, 0.8f);
    colors[ImGuiCol_CheckMark] = color_of(UI_ACCENT, 1.0f);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
}

// The smallest baked font that need not be enlarged.
ImFont* font_for(float size)
{
    int at = 0;
    while (at + 1 < baked_count && baked[at] * ui.scale + 0.5f < size)
        ++at;
    return ui.fonts[at];
}

ImVec2 measure(float size, const char* text)
{
    return font_for(size)->CalcTextSizeA(size, 1e9f, 0.0f, text);
}

ImTextureID id_of(uint32_t texture)
{
    return (ImTextureID)(intptr_t)texture;
}

} // namespace

// ---- colours --------------------------------------------------------------------------

ui_color ui_rgb(float red, float green, float blue, float alpha)
{
    return ImGui::ColorConvertFloat4ToU32(ImVec4(red, green, blue, alpha));
}

ui_color ui_fade(ui_color color, float alpha)
{
    float old = (float)(color >> IM_COL32_A_SHIFT & 0xFFu);
    float faded = old * (alpha < 0.0f ? 0.0f : alpha > 1.0f ? 1.0f : alpha);
    return (color & ~IM_COL32_A_MASK) | (ImU32)(faded + 0.5f) << IM_COL32_A_SHIFT;
}

ui_color ui_key_color(float rank)
{
    uint8_t rgb[3];
    palette_key(rank, rgb);
    return IM_COL32(rgb[0], rgb[1], rgb[2], 255);
}

ui_color ui_heat_color(float distance)
{
    uint8_t rgb[3];
    palette_heat(distance, rgb);
    return IM_COL32(rgb[0], rgb[1], rgb[2], 255);
}

ui_color ui_tone(enum ui_tone tone)
{
    switch (tone) {
    case UI_BACKGROUND: return IM_COL32(10, 12, 18, 255);
    case UI_SURFACE: return IM_COL32(19, 22, 32, 255);
    case UI_OUTLINE: return IM_COL32(48, 54, 72, 255);
    case UI_TEXT: return IM_COL32(232, 236, 246, 255);
    case UI_DIM_TEXT: return IM_COL32(146, 154, 176, 255);
    case UI_ACCENT: return IM_COL32(106, 158, 255, 255);
    case UI_GOOD: return IM_COL32(92, 214, 150, 255);
    case UI_BAD: return IM_COL32(255, 110, 104, 255);
    }
    return 0;
}

// ---- drawing --------------------------------------------------------------------------

void ui_rect(float x, float y, float width, float height, ui_color color)
{
    list()->AddRectFilled(ImVec2(x, y), ImVec2(x + width, y + height), color);
}

void ui_round_rect(float x, float y, float width, float height, float radius,
                   ui_color color)
{
    list()->AddRectFilled(ImVec2(x, y), ImVec2(x + width, y + height), color, radius);
}

void ui_outline(float x, float y, float width, float height, float radius,
                float thickness, ui_color color)
{
    list()->AddRect(ImVec2(x, y), ImVec2(x + width, y + height), color, radius, 0,
                    thickness);
}

void ui_gradient(float x, float y, float width, float height, ui_color left,
                 ui_color right)
{
    list()->AddRectFilledMultiColor(ImVec2(x, y), ImVec2(x + width, y + height), left,
                                    right, right, left);
}

void ui_line(float x0, float y0, float x1, float y1, float thickness, ui_color color)
{
    list()->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), color, thickness);
}

void ui_curve(const float points[8], float thickness, ui_color color)
{
    list()->AddBezierCubic(ImVec2(points[0], points[1]), ImVec2(points[2], points[3]),
                           ImVec2(points[4], points[5]), ImVec2(points[6], points[7]),
                           color, thickness);
}

void ui_triangle(const float points[6], ui_color color)
{
    list()->AddTriangleFilled(ImVec2(points[0], points[1]), ImVec2(points[2], points[3]),
                              ImVec2(points[4], points[5]), color);
}

void ui_disc(float x, float y, float radius, ui_color color)
{
    list()->AddCircleFilled(ImVec2(x, y), radius, color);
}

void ui_ring(float x, float y, float radius, float thickness, ui_color color)
{
    list()->AddCircle(ImVec2(x, y), radius, color, 0, thickness);
}

void ui_image(float x, float y, float width, float height, uint32_t texture)
{
    list()->AddImage(id_of(texture), ImVec2(x, y), ImVec2(x + width, y + height),
                     ImVec2(0.0f, 1.0f), ImVec2(1.0f, 0.0f));
}

void ui_image_down(float x, float y, float width, float height, uint32_t texture)
{
    list()->AddImage(id_of(texture), ImVec2(x, y), ImVec2(x + width, y + height));
}

void ui_text(float x, float y, float size, ui_color color, const char* text)
{
    // On whole pixels letters stay sharp.
    ImVec2 at(std::floor(x + 0.5f), std::floor(y + 0.5f));
    list()->AddText(font_for(size), size, at, color, text);
}

void ui_text_at(float x, float y, float anchor, float size, ui_color color,
                const char* text)
{
    ui_text(x - anchor * measure(size, text).x, y, size, color, text);
}

float ui_text_width(float size, const char* text)
{
    return measure(size, text).x;
}

void ui_clip(float x, float y, float width, float height)
{
    list()->PushClipRect(ImVec2(x, y), ImVec2(x + width, y + height), true);
}

void ui_clip_end(void)
{
    list()->PopClipRect();
}

// ---- controls -------------------------------------------------------------------------

bool ui_button(const char* label)
{
    return ImGui::Button(label);
}

bool ui_tab(const char* label, bool is_shown)
{
    if (is_shown)
        ImGui::PushStyleColor(ImGuiCol_Button, color_of(UI_ACCENT, 0.55f));
    bool pressed = ImGui::Button(label);
    if (is_shown)
        ImGui::PopStyleColor();
    return pressed;
}

bool ui_check(const char* label, bool* value)
{
    return ImGui::Checkbox(label, value);
}

bool ui_combo(const char* label, int* at, const char* const* names, int count)
{
    return ImGui::Combo(label, at, names, count);
}

bool ui_slider(const char* label, int* value, int low, int high)
{
    return ui_slider_words(label, value, low, high, "%d");
}

bool ui_slider_words(const char* label, int* value, int low, int high, const char* text)
{
    return ImGui::SliderInt(label, value, low, high, text, ImGuiSliderFlags_AlwaysClamp);
}

bool ui_slider_float(const char* label, float* value, float low, float high,
                     const char* format)
{
    return ImGui::SliderFloat(label, value, low, high, format,
                              ImGuiSliderFlags_AlwaysClamp);
}

bool ui_slider_power(const char* label, uint32_t* value, uint32_t low, uint32_t high)
{
    int from = 0, to = 0, at = 0;
    while (1u << from < low)
        ++from;
    while (1u << to < high)
        ++to;
    while (1u << at < *value && at < to)
        ++at;
    char text[32];
    std::snprintf(text, sizeof text, "%u", (unsigned)*value);
    if (!ImGui::SliderInt(label, &at, from, to, text, ImGuiSliderFlags_AlwaysClamp))
        return false;
    bool changed = *value != 1u << at;
    *value = 1u << at;
    return changed;
}

void ui_heading(const char* text)
{
    ImGui::Dummy(ImVec2(0.0f, 2.0f * ui.scale));
    ImGui::TextColored(color_of(UI_ACCENT, 1.0f), "%s", text);
}

void ui_note(const char* text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, color_of(UI_DIM_TEXT, 1.0f));
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
}

void ui_value(const char* name, const char* format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ImGui::TextColored(color_of(UI_DIM_TEXT, 1.0f), "%s", name);
    float width = ImGui::CalcTextSize(text).x;
    ImGui::SameLine();
    float right = ImGui::GetContentRegionAvail().x - width;
    if (right > 0.0f)
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + right);
    ImGui::TextUnformatted(text);
}

void ui_same_line(void)
{
    ImGui::SameLine();
}

// ---- for main -------------------------------------------------------------------------

bool ui_create(const char* font, char* message)
{
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // leaves no file behind
    io.LogFilename = nullptr;
    ui = Ui();
    ui.font_path = font;
    ui.has_renderer = ImGui_ImplOpenGL3_Init("#version 330");
    if (!ui.has_renderer)
        std::snprintf(message, PROGRAM_MESSAGE_BYTES,
                      "the controls cannot be drawn: libGL.so.1 is missing (Debian: "
                      "libgl1)");
    return ui.has_renderer;
}

void ui_destroy(void)
{
    if (!ImGui::GetCurrentContext())
        return;
    if (ui.has_renderer)
        ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
    ui = Ui();
}

static void set_scale(float scale)
{
    if (ui.scale > 0.0f)
        ImGui_ImplOpenGL3_DestroyFontsTexture();
    ui.scale = scale;
    set_style(scale);
    bake(scale);
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ui_begin(int width, int height, float scale, float time_step,
              const struct ui_input* input)
{
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = time_step > 0.0f ? time_step : 1.0f / 60.0f;
    io.MousePos = ImVec2(input->x, input->y);
    io.MouseDown[0] = input->left;
    io.MouseDown[1] = input->right;
    io.MouseWheel = input->wheel;
    if (scale != ui.scale)
        set_scale(scale);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void ui_end(void)
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool ui_wants_mouse(void)
{
    return ImGui::GetIO().WantCaptureMouse;
}

void ui_panel_begin(const char* title, float x, float y, float width, float height)
{
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoTitleBar |
                                   ImGuiWindowFlags_NoSavedSettings;
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushFont(ui.fonts[control_font]);
    ImGui::Begin(title, nullptr, flags);
    ImGui::PushItemWidth(0.52f * width);
}

void ui_panel_end(void)
{
    ImGui::PopItemWidth();
    ImGui::End();
    ImGui::PopFont();
}
