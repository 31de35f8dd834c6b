// SPDX-License-Identifier: MIT

#include "bench.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <unistd.h>

namespace {

// quantile interpolates in sorted times.
double quantile(const std::vector<double> &t, double q) {
    const double p = q * double(t.size() - 1);
    const size_t k = size_t(p);
    return k + 1 == t.size() ? t[k] : t[k] + (t[k + 1] - t[k]) * (p - double(k));
}

std::string number(int n) { return n == unknown ? "null" : std::to_string(n); }

bool wanted(const std::string &name, const std::string &only) {
    if (only.empty())
        return true;
    for (size_t at = 0; at <= only.size();) {
        const size_t end = std::min(only.find(',', at), only.size());
        if (end > at && name.compare(0, end - at, only, at, end - at) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

// results takes standard output for the lines of JSON; what libraries print there goes
// to standard error.
FILE *results() {
    static FILE *const out = [] {
        const int copy = dup(STDOUT_FILENO);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        return fdopen(copy, "w");
    }();
    return out;
}

void measure(const Entry &e, Scene scene, int warmup, int frames) {
    FILE *const out = results();
    const auto peer = e.make(scene);
    std::vector<double> times;
    Found found{unknown, unknown};
    std::string sum;
    for (int k = 0; k < warmup + frames; k++) {
        peer->prepare();
        const auto began = std::chrono::steady_clock::now();
        peer->frame();
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
        if (k == warmup) {
            found = peer->count();
            if (PairSum s; peer->sum(s)) {
                char text[64];
                std::snprintf(text, sizeof text, "\"checksum\":\"%016llx\",", (unsigned long long)s.all);
                sum = text;
            }
        }
        if (k >= warmup)
            times.push_back(took.count());
    }
    std::sort(times.begin(), times.end());
    const double median = quantile(times, 0.5);
    double mean = 0;
    for (double t : times)
        mean += t / double(times.size());
    std::fprintf(out, "{\"engine\":\"%s\",\"version\":\"%s\",\"scene\":\"%s\",\"n\":%d,\"order\":\"%s\",\"phase\":\"%s\",\"ns_per_step\":%.0f,"
                "\"mean_ns\":%.0f,\"spread\":%.4f,\"frames\":%d,\"candidates\":%s,\"contacts\":%s,%s\"note\":\"%s\"}\n",
                e.engine, e.version, scene.kind.c_str(), scene.size(), scene.order.c_str(), e.phase, median, mean,
                (quantile(times, 0.75) - quantile(times, 0.25)) / median, frames, number(found.candidates).c_str(),
                number(found.contacts).c_str(), sum.c_str(), e.note);
    std::fflush(out);
    std::fprintf(stderr, "%-28s %-10s %10.3f ms\n", e.engine, e.phase, median / 1e6);
}

int whole(const std::string &flag, const std::string &text, int least) {
    char *end;
    const long v = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != 0 || v < least || v > 1 << 30)
        throw std::runtime_error(flag + ": not a number that it takes: " + text);
    return int(v);
}

} // namespace

int run_all(int argc, char **argv, const std::vector<Entry> &entries) try {
    std::string dump, only, kind;
    int n = 0, frames = 20, warmup = 3;
    for (int k = 1; k < argc; k += 2) {
        const std::string flag = argv[k];
        if (k + 1 == argc)
            throw std::runtime_error(flag + ": needs a value");
        const std::string value = argv[k + 1];
        if (flag == "--dump")
            dump = value;
        else if (flag == "--only")
            only = value;
        else if (flag == "--scene")
            kind = value;
        else if (flag == "--n")
            n = whole(flag, value, 1);
        else if (flag == "--frames")
            frames = whole(flag, value, 1);
        else if (flag == "--warmup")
            warmup = whole(flag, value, 0);
        else
            throw std::runtime_error(flag + ": no such flag");
    }
    if (dump.empty())
        throw std::runtime_error("give --dump FILE, or call run.sh, which makes one");
    const Scene scene(dump);
    if ((n != 0 && n != scene.size()) || (!kind.empty() && kind != scene.kind))
        throw std::runtime_error(dump + ": holds " + std::to_string(scene.size()) + " " + scene.kind);
    for (const Entry &e : entries) {
        if (!wanted(e.engine, only))
            continue;
        if (!e.circles && scene.has_circles()) {
            std::fprintf(stderr, "%s has no circles: left out\n", e.engine);
            continue;
        }
        measure(e, scene, warmup, frames);
    }
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 2;
}
