# SPDX-License-Identifier: MIT
"""The recipes of the README for Dask and Ray, as they stand there, have the rows of one run."""

import importlib.metadata
import importlib.util
import pathlib
import unittest

import daylight


def recipe(name):
    try:
        text = importlib.metadata.metadata("daylight")["Description"]
    except importlib.metadata.PackageNotFoundError:
        text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    code = text.partition(f"<!-- {name} -->")[2].partition("```python\n")[2].partition("```")[0]
    assert 1 < len(code.splitlines()) <= 20, f"the recipe of {name} has {len(code.splitlines())} lines"
    return code


class Recipes(unittest.TestCase):
    def shapes(self):
        import numpy
        import pandas

        rng = numpy.random.default_rng(1)
        x, y = rng.uniform(0, 100, (2, 4000))
        return pandas.DataFrame({"id": range(4000), "x": x, "y": y, "r": rng.uniform(0.1, 1, 4000)})

    def same(self, found, want):
        self.assertGreater(len(want), 1000)
        self.assertEqual(sorted(map(tuple, found[want.columns].values.tolist())), sorted(map(tuple, want.values.tolist())))

    @unittest.skipUnless(importlib.util.find_spec("dask"), "Dask is not installed")
    def test_dask(self):
        import dask
        import dask.dataframe

        shapes = self.shapes()
        names = {"shapes": dask.dataframe.from_pandas(shapes, npartitions=4)}
        exec(recipe("dask"), names)
        with dask.config.set(scheduler="synchronous"):
            self.same(names["pairs"].compute(), daylight.collide(shapes))

    @unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not installed")
    def test_ray(self):
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            shapes = self.shapes()
            names = {"shapes": ray.data.from_pandas(shapes)}
            exec(recipe("ray"), names)
            self.same(names["pairs"].to_pandas(), daylight.collide(shapes))
        finally:
            ray.shutdown()


if __name__ == "__main__":
    unittest.main()
