// SPDX-License-Identifier: MIT

// A whole job with GEOS, from a file to a file: a table id,wkt of polygons, which are in
// quotes, and a table world,id_a,id_b of the pairs that touch:  geosjob IN OUT

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#define USE_UNSTABLE_GEOS_CPP_API
#include <geos/geom/Envelope.h>
#include <geos/geom/Geometry.h>
#include <geos/geom/GeometryFactory.h>
#include <geos/index/strtree/TemplateSTRtree.h>
#include <geos/io/WKTReader.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: geosjob IN OUT\n");
        return 2;
    }
    std::ifstream in(argv[1]);
    std::string line;
    if (!in || !std::getline(in, line)) {
        std::fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 2;
    }
    const auto factory = geos::geom::GeometryFactory::create();
    const geos::io::WKTReader reader(*factory);
    std::vector<std::string> ids;
    std::vector<std::unique_ptr<geos::geom::Geometry>> shapes;
    while (std::getline(in, line)) {
        const auto comma = line.find(',');
        if (comma == std::string::npos || line.size() < comma + 3 || line[comma + 1] != '"') {
            std::fprintf(stderr, "%s: no row of id,\"wkt\": %s\n", argv[1], line.c_str());
            return 2;
        }
        ids.push_back(line.substr(0, comma));
        shapes.push_back(reader.read(line.substr(comma + 2, line.rfind('"') - comma - 2)));
    }
    geos::index::strtree::TemplateSTRtree<int> tree(10, shapes.size());
    for (int i = 0; i < int(shapes.size()); i++)
        tree.insert(*shapes[i]->getEnvelopeInternal(), i);
    std::FILE *out = std::fopen(argv[2], "w");
    if (!out) {
        std::fprintf(stderr, "%s cannot be written\n", argv[2]);
        return 2;
    }
    std::fprintf(out, "world,id_a,id_b\n");
    for (int i = 0; i < int(shapes.size()); i++)
        tree.query(*shapes[i]->getEnvelopeInternal(), [&](int j) {
            if (j > i && shapes[i]->intersects(shapes[j].get()))
                std::fprintf(out, "0,%s,%s\n", ids[i].c_str(), ids[j].c_str());
        });
    return std::fclose(out) == 0 ? 0 : 2;
}
