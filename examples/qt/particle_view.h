// SPDX-License-Identifier: MIT
// A QOpenGLWidget that draws translucent particles back to front, between what QPainter
// draws below and above them.
#ifndef particle_view_h
#define particle_view_h

#include <memory>
#include <vector>

#include <QOpenGLWidget>

struct Particle {
    float position[3];
    float color[3];
};

class ParticleView : public QOpenGLWidget
{
  public:
    explicit ParticleView(std::vector<Particle> all, QWidget* parent = nullptr);
    ~ParticleView() override;

    void setSorted(bool value);
    void setAngle(float degrees);

  protected:
    void initializeGL() override;
    void paintGL() override;

  private:
    struct Drawing; // all that belongs to the GL context

    void release();
    void drawParticles();

    const std::vector<Particle> particles;
    std::unique_ptr<Drawing> drawing;
    float angle = 30.0f;
    bool sorted = true;
};

#endif
