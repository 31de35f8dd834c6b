# SPDX-License-Identifier: MIT
"""The pages for users: the blocks of Python run in their order and print what the page says; pictures appear.

DAYLIGHT_PAGES is the directory of the pages. With DAYLIGHT_UPDATE set to 1, pages and pictures are written anew."""

import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

import matplotlib

import daylight  # noqa: F401

PAGES = pathlib.Path(os.environ.get("DAYLIGHT_PAGES") or pathlib.Path(__file__).parents[1])
BLOCK = re.compile(r"(<!-- \w+ -->\n)?```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.S)


class Pages(unittest.TestCase):
    def test_pages(self):
        matplotlib.use("Agg")
        update = os.environ.get("DAYLIGHT_UPDATE") == "1"
        for page, least in (("README.md", 3), ("EXAMPLES.md", 5)):
            text = (PAGES / page).read_text()
            blocks = [m for m in BLOCK.finditer(text) if not m[1]]  # recipes of other engines have names, and tests of their own
            self.assertGreaterEqual(len(blocks), least)
            names: dict = {}
            for m in blocks:
                with self.subTest(page, line=text[: m.start()].count("\n") + 1), tempfile.TemporaryDirectory() as folder:
                    said, before = io.StringIO(), os.getcwd()
                    os.chdir(folder)
                    try:
                        with contextlib.redirect_stdout(said):
                            exec(m[2], names)
                    finally:
                        os.chdir(before)
                    pictures = re.findall(r'savefig\("(.*?)"', m[2])
                    for name in pictures:
                        made = pathlib.Path(folder, name).read_bytes()
                        if update:
                            (PAGES / "pictures").mkdir(exist_ok=True)
                            (PAGES / "pictures" / name).write_bytes(made)
                        self.assertLess(abs(len(made) / (PAGES / "pictures" / name).stat().st_size - 1), 0.2, f"{name} looks otherwise")
                        self.assertIn(f"(pictures/{name})", text)
                    if update and m[3] is not None:
                        text = text.replace(m[0], m[0].replace("```text\n" + m[3], "```text\n" + said.getvalue()))
                        (PAGES / page).write_text(text)
                    elif m[3] is not None:
                        self.assertEqual(said.getvalue(), m[3])


if __name__ == "__main__":
    unittest.main()
