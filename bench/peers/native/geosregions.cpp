// SPDX-License-Identifier: MIT

// GEOS on a layer of polygons: WKT, one on each line, of the file named. It times, each
// over all pairs of boxes that meet: prepared intersects, relate, and the area of the
// intersection. Write the layer with
//
//   go test ./region -run WriteCounties -counties FILE

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#define USE_UNSTABLE_GEOS_CPP_API
#include <geos/geom/Envelope.h>
#include <geos/geom/Geometry.h>
#include <geos/geom/GeometryFactory.h>
#include <geos/geom/IntersectionMatrix.h>
#include <geos/geom/prep/PreparedGeometry.h>
#include <geos/geom/prep/PreparedGeometryFactory.h>
#include <geos/index/strtree/TemplateSTRtree.h>
#include <geos/io/WKTReader.h>
#include <geos/version.h>

namespace {

using Geometries = std::vector<std::unique_ptr<geos::geom::Geometry>>;
using Tree = geos::index::strtree::TemplateSTRtree<int>;

template <typename F> void pairs(const Geometries &g, F found) {
    Tree tree(10, g.size());
    for (int i = 0; i < int(g.size()); i++)
        tree.insert(*g[i]->getEnvelopeInternal(), i);
    for (int i = 0; i < int(g.size()); i++)
        tree.query(*g[i]->getEnvelopeInternal(), [&](int j) {
            if (j > i)
                found(i, j);
        });
}

template <typename F> void timed(const char *what, F f) {
    double best = 1e300;
    long count = 0;
    for (int k = 0; k < 5; k++) {
        const auto start = std::chrono::steady_clock::now();
        count = f();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count());
    }
    std::printf("geos %s, %s: %.1f ms (%ld)\n", GEOS_VERSION, what, best, count);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: geosregions FILE\n");
        return 2;
    }
    auto factory = geos::geom::GeometryFactory::create();
    geos::io::WKTReader reader(*factory);
    Geometries g;
    std::ifstream in(argv[1]);
    for (std::string line; std::getline(in, line);)
        g.push_back(reader.read(line));

    timed("pairs of boxes", [&] {
        long n = 0;
        pairs(g, [&](int, int) { n++; });
        return n;
    });
    timed("prepared intersects", [&] {
        long n = 0;
        int last = -1;
        std::unique_ptr<geos::geom::prep::PreparedGeometry> ready;
        pairs(g, [&](int i, int j) {
            if (i != last) {
                ready = geos::geom::prep::PreparedGeometryFactory::prepare(g[i].get());
                last = i;
            }
            n += ready->intersects(g[j].get());
        });
        return n;
    });
    timed("relate, interiors meet", [&] {
        long n = 0;
        pairs(g, [&](int i, int j) { n += g[i]->relate(g[j].get())->matches("T********"); });
        return n;
    });
    timed("area of the intersection", [&] {
        long n = 0;
        pairs(g, [&](int i, int j) {
            try {
                n += g[i]->intersection(g[j].get())->getArea() > 0;
            } catch (const std::exception &) {
            }
        });
        return n;
    });
}
