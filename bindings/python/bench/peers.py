# SPDX-License-Identifier: MIT
"""Daylight beside other libraries of Python: CPU seconds of the same job, with the same answers, in turns.

    taskset -c 0 python bench/peers.py [COUNT [ROUNDS]]    # 100000 and 5

It needs numpy, shapely, geopandas, pyarrow, freud-analysis, pymunk, apache-sedona[db], and duckdb with duckdb-extension-spatial of one
version. Prints a table in Markdown. A job of DuckDB, SedonaDB or a program counts all its threads and processes. An answer that is
not that of the first row ends the run."""

import importlib.metadata
import math
import pathlib
import resource
import sys
import warnings

import duckdb
import duckdb_extension_spatial
import freud
import geopandas
import numpy as np
import pyarrow
import pymunk
import sedona.db
import shapely

import daylight

N = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
ONE = np.uint64(32)


def cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def rows(title, jobs, same):
    """Runs jobs in turns. The first is what others are compared with."""
    times, answers = {name: [] for name in jobs}, {}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            begin = cpu()
            answer = job()
            times[name].append(cpu() - begin)
            answers[name] = answer
    first, *_ = jobs
    for name in jobs:
        text = same(answers[first], answers[name])
        least, median = min(times[name]), float(np.median(times[name]))
        print(f"| {title} | {name} | {text} | {least:.3g} | {median:.3g} | {least / min(times[first]):.2f} |", flush=True)


def pairs_of(a, b):
    a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
    return np.unique(np.minimum(a, b)[a != b] * N + np.maximum(a, b)[a != b])


def equal(want, got):
    if not np.array_equal(want, got):
        sys.exit(f"answers differ: {want.size} and {got.size} pairs, {np.setxor1d(want, got).size} in one only")
    return f"{got.size:,} pairs"


def version(name):
    return f"{name} {importlib.metadata.version(name)}"


def polygons():
    """Turned boxes at random, some of them overlapping; and the points of hexagons."""
    rng = np.random.default_rng(1)
    side = math.sqrt(N / 0.4)
    x, y, angle = rng.uniform(0, side, N), rng.uniform(0, side, N), rng.uniform(0, 6, N)
    hx, hy = rng.uniform(0.25, 0.75, (2, N))
    local = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]])[None] * np.stack([hx, hy], 1)[:, None]
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    corners = np.stack([x[:, None] + local[..., 0] * c - local[..., 1] * s, y[:, None] + local[..., 0] * s + local[..., 1] * c], -1)
    return corners, shapely.polygons(corners)


def touching():
    """All pairs of polygons that touch, from geometries in memory to rows in memory."""
    corners, geometries = polygons()
    frame = geopandas.GeoDataFrame(geometry=geometries)
    wkb = pyarrow.table({"id": np.arange(N), "wkb": shapely.to_wkb(geometries)})
    quads = np.ascontiguousarray(corners[:, :4])

    def table():
        found = daylight.collide(geometries, mode="overlap")
        return pairs_of(found["id_a"], found["id_b"])

    def depths():
        found = daylight.collide(frame, geometry_out="none")
        return pairs_of(found.id_a.astype(int), found.id_b.astype(int))

    def scene():
        with daylight.Scene(workers=1) as s:
            s.add_polygons(quads)
            found = s.step()
            return pairs_of(found.a >> ONE, found.b >> ONE)

    def strtree():
        a, b = shapely.STRtree(geometries).query(geometries, predicate="intersects")
        return pairs_of(a, b)

    def sjoin():
        found = geopandas.sjoin(frame, frame, predicate="intersects")
        return pairs_of(found.index, found.index_right)

    con = duckdb.connect(config={"threads": 1})
    (extension,) = pathlib.Path(duckdb_extension_spatial.__file__).parent.glob("extensions/*/spatial.duckdb_extension")
    con.load_extension(str(extension))  # which is signed

    def duck():
        con.register("wkb", wkb)
        found = con.sql("with t as (select id, st_geomfromwkb(wkb) g from wkb) select a.id, b.id from t a join t b on st_intersects(a.g, b.g)")
        a, b = (c.to_numpy() for c in found.to_arrow_table().columns)
        return pairs_of(a, b)

    sd = sedona.db.connect()

    def sedonadb():
        sd.create_data_frame(wkb).to_view("t", overwrite=True)
        found = sd.sql("with g as (select id, st_geomfromwkb(wkb) g from t) select a.id i, b.id j from g a join g b on st_intersects(a.g, b.g)")
        found = found.to_arrow_table()
        return pairs_of(found["i"], found["j"])

    rows(f"{N:,} polygons that touch", {
        "Daylight, Scene, with depths": scene, "Daylight, geometries": table, "Daylight, GeoDataFrame, with depths": depths,
        f"{version('shapely')}, STRtree": strtree, f"{version('geopandas')}, sjoin": sjoin, f"{version('duckdb')}, ST_Intersects": duck,
        f"{version('sedonadb')}, ST_Intersects": sedonadb,
    }, equal)  # fmt: skip


def periodic():
    """All pairs of points within a distance of each other, in a periodic box."""
    rng = np.random.default_rng(2)
    side, reach = math.sqrt(N), 1.5
    x, y = rng.uniform(0, side, (2, N)).astype(np.float32).astype(float)
    points = np.stack([x - side / 2, y - side / 2, np.zeros(N)], 1)

    def scene():
        with daylight.Scene(period_x=side, period_y=side, workers=1) as s:
            s.add_circles(x, y, 0)
            offsets, other = s.within_distance(reach, centres=True)
            return pairs_of(np.repeat(np.arange(N), np.diff(offsets)), other)

    def search():  # LinkCell takes 35 times as long at 20,000 points, and its time grows with their square
        query = freud.locality.AABBQuery(freud.box.Box.square(side), points)
        found = query.query(points, {"r_max": reach, "exclude_ii": True}).toNeighborList()
        return pairs_of(found.query_point_indices, found.point_indices)

    def near(want, got):
        """freud is float32, so pairs within its rounding of the distance may be in one only."""
        odd = np.setxor1d(want, got)
        a, b = odd // N, odd % N
        far = np.hypot(*((d - side * np.round(d / side)) for d in (x[a] - x[b], y[a] - y[b])))
        if np.any(np.abs(far - reach) > 1e-6 * side):
            sys.exit(f"answers differ by {odd.size} pairs")
        return f"{got.size:,} pairs" + (f" ({odd.size} at the distance itself differ)" if odd.size else "")

    freud.parallel.set_num_threads(1)
    rows(f"{N:,} points, neighbours in a periodic box", {
        "Daylight, Scene": scene, f"{version('freud-analysis')}, AABBQuery": search,
    }, near)  # fmt: skip


def heap():
    """1,200 boxes fall into a box for ten seconds; then they lie, and none lies in another."""
    columns, count, frames = 30, 1200, 600
    x, y = (np.arange(count) % columns - columns / 2) * 1.1, np.arange(count) // columns * 1.1 + 1.0

    def judged(px, py, vy):
        return np.array([px.size, py.mean(), np.abs(vy).mean()])

    def scene():
        with daylight.Scene("manifold", 0.1, velocities=True, skin=True, workers=1) as s:
            s.add_boxes([0, -18, 18], [-1, 30, 30], [20, 1, 1], [1, 60, 60], static=1)
            s.add_boxes(x, y, 0.5, 0.4)
            for _ in range(frames):
                s.step(copy=False)
                s.solve(1 / 60, gravity_y=-10, friction=0.5, density=1)
            px, py, *_ = s.poses()
            return judged(px[3:], py[3:], s.velocities()[1][3:])

    def munk():
        space = pymunk.Space()
        space.gravity, space.iterations = (0, -10), 10
        for a, b in (((-20, 0), (20, 0)), ((-17, 0), (-17, 90)), ((17, 0), (17, 90))):
            wall = pymunk.Segment(space.static_body, a, b, 0.01)
            wall.friction = 0.5
            space.add(wall)
        bodies = []
        for px, py in zip(x, y):
            body = pymunk.Body(0.8, pymunk.moment_for_box(0.8, (1, 0.8)))
            body.position = px, py
            box = pymunk.Poly.create_box(body, (1, 0.8))
            box.friction = 0.5
            space.add(body, box)
            bodies.append(body)
        for _ in range(frames):
            for _ in range(4):  # as many sub-steps as Daylight has
                space.step(1 / 240)
        return judged(*(np.array(v) for v in zip(*((b.position.x, b.position.y, b.velocity.y) for b in bodies))))

    def lying(want, got):
        if got[0] != count or abs(got[1] / want[1] - 1) > 0.1 or got[2] > 0.3:
            sys.exit(f"one heap is another: {want} and {got}")
        return f"mean height {got[1]:.1f}, speed {got[2]:.2f}"

    rows(f"heap of {count:,} boxes, {frames} frames", {"Daylight, Scene.solve": scene, f"{version('pymunk')}, 4 sub-steps": munk}, lying)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print("| job | library | answer | least CPU s | median | times Daylight |\n| --- | --- | --- | --: | --: | --: |")
    touching()
    periodic()
    heap()
