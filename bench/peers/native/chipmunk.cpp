// SPDX-License-Identifier: MIT

#include <chipmunk/chipmunk.h>

#include <string>

#include "bench.hpp"

namespace {

// Every shape a sensor: cpSpaceStep moves the bodies, finds pairs and runs the narrow
// phase with contact points, and solves nothing. Chipmunk integrates in double; only
// what leaves the world is put back by hand.
class Space : public Peer {
  public:
    explicit Space(Scene &s) : space(cpSpaceNew()), side(s.side) {
        for (int i = 0; i < s.size(); i++) {
            cpBody *body = cpBodyNew(1, 1);
            cpBodySetPosition(body, cpv(s.x[i], s.y[i]));
            cpBodySetAngle(body, s.theta[i]);
            cpBodySetVelocity(body, cpv(s.vx[i], s.vy[i]));
            cpBodySetAngularVelocity(body, s.omega[i]);
            cpSpaceAddBody(space, body);
            bodies.push_back(body);
            cpShape *shape;
            if (s.form[i] == Form::circle) {
                shape = cpCircleShapeNew(body, s.s1[i], cpvzero);
            } else {
                Point p[8];
                cpVect q[8];
                const int n = s.corners(i, p);
                for (int k = 0; k < n; k++)
                    q[k] = cpv(p[k].x, p[k].y);
                shape = cpPolyShapeNewRaw(body, n, q, 0);
            }
            cpShapeSetSensor(shape, cpTrue);
            cpSpaceAddShape(space, shape);
            shapes.push_back(shape);
        }
        cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
        handler->userData = this;
        handler->preSolveFunc = [](cpArbiter *, cpSpace *, cpDataPointer self) -> cpBool {
            static_cast<Space *>(self)->contacts++;
            return cpTrue;
        };
    }
    // Taking bodies and shapes out one by one would take a time that grows with the square.
    ~Space() override {
        cpSpaceFree(space);
        for (cpShape *shape : shapes)
            cpShapeFree(shape);
        for (cpBody *body : bodies)
            cpBodyFree(body);
    }
    void frame() override {
        contacts = 0;
        for (cpBody *body : bodies) {
            // The body is where the last frame left it: would this one take it out?
            const cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
            const double x = p.x + v.x / 60, y = p.y + v.y / 60;
            if (x < 0 || x >= side || y < 0 || y >= side)
                turn_back(body, p, v, x, y);
        }
        cpSpaceStep(space, 1.0 / 60);
    }
    Found count() override { return {unknown, contacts}; }

  protected:
    // turn_back reflects a velocity and puts the body where this step then brings it to
    // the border, where the scene clamps it.
    void turn_back(cpBody *body, cpVect p, cpVect v, double x, double y) {
        if (x < 0 || x >= side) {
            v.x = -v.x;
            p.x = (x < 0 ? 0 : side) - v.x / 60;
        }
        if (y < 0 || y >= side) {
            v.y = -v.y;
            p.y = (y < 0 ? 0 : side) - v.y / 60;
        }
        cpBodySetPosition(body, p);
        cpBodySetVelocity(body, v);
    }

    cpSpace *space;
    double side;
    std::vector<cpBody *> bodies;
    std::vector<cpShape *> shapes;
    int contacts = 0;
};

// Chipmunk's other index; its documentation asks for cells of about a shape's size and
// ten times as many of them as shapes.
class Hash : public Space {
  public:
    explicit Hash(Scene &s) : Space(s) { cpSpaceUseSpatialHash(space, 1.6, 10 * s.size()); }
};

} // namespace

int main(int argc, char **argv) {
    // Debian builds the library with its assertions on.
    static const std::string version = std::string(cpVersionString) + " (Debian)";
    const char *v = version.c_str();
    return run_all(argc, argv,
                   {{"chipmunk", v, "step", "cpSpaceStep, all shapes sensors, BB tree; pairs are not told", true, maker<Space>()},
                    {"chipmunk/hash", v, "step", "same, spatial hash of cells 1.6 wide", true, maker<Hash>()}});
}
