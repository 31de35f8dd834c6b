# SPDX-License-Identifier: MIT
"""Where the program is, and how it is run."""

import os
import pathlib
import shutil
import subprocess

from .errors import Error


def find():
    """Returns the path of the program: that which the environment variable DAYLIGHT names, that of this package, or
    the one on the PATH.

    Raises Error if there is none.
    """
    name = "daylight.exe" if os.name == "nt" else "daylight"
    if given := os.environ.get("DAYLIGHT"):
        if not os.path.isfile(given):
            raise Error(f"DAYLIGHT={given}: no such file", "missing")
        return given
    packed = pathlib.Path(__file__).with_name("bin") / name
    if packed.is_file():
        return str(packed)
    if found := shutil.which(name):
        return found
    raise Error(
        "the program is not found: it comes with the wheels; otherwise put it on the PATH, or name it by the "
        "environment variable DAYLIGHT (go build -o daylight ./cmd/daylight makes it)",
        "missing",
    )


def run(args, stdin):
    """Runs the program on bytes, and returns the bytes that it writes.

    Raises Error with what the program says if it fails.
    """
    done = subprocess.run([find(), *args], input=stdin, capture_output=True)
    if done.returncode != 0:
        text = done.stderr.decode(errors="replace").strip() or f"the program ended with {done.returncode}"
        raise Error(text, "program", done.returncode)
    return done.stdout
