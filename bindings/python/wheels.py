#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes wheels of the package with the program in them, for all platforms, on any platform:

    python3 bindings/python/wheels.py                        all, into bindings/python/dist
    python3 bindings/python/wheels.py linux/amd64            some
    python3 bindings/python/wheels.py --library              for this platform, with the library for C, too

It needs Go; with --library a C compiler, and then the wheel is for systems such as this one. The same sources and
version of Go give the same bytes.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
METADATA = """\
Metadata-Version: 2.1
Name: daylight
Version: {version}
Summary: Which of these 2D shapes touch, how deep, and which way out? For a million shapes at a time.
License: MIT
Requires-Python: >=3.9
Provides-Extra: arrow
Requires-Dist: pyarrow; extra == "arrow"
Provides-Extra: scenes
Requires-Dist: numpy; extra == "scenes"
Description-Content-Type: text/markdown

{readme}"""


def go(*args, **env):
    return subprocess.run(["go", *args], check=True, capture_output=True, text=True, env={**os.environ, "GOWORK": "off", **env}).stdout.strip()


def program(platform, folder):
    """Builds the program for a platform and returns its bytes."""
    system, _, arch = platform.partition("/")
    path = pathlib.Path(folder, platform.replace("/", "-"))
    subprocess.run(
        ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "./daylight"], cwd=TOP / "cmd", check=True,
        env={**os.environ, "GOWORK": "off", "CGO_ENABLED": "0", "GOOS": system, "GOARCH": arch, "GOAMD64": "v1", "GOFLAGS": ""},
    )  # fmt: skip
    return path.read_bytes()


def wheel(out, version, tag, files):
    """Writes a wheel of files: (name, bytes, executable)."""
    info = f"daylight-{version}.dist-info"
    readme = (HERE / "README.md").read_text()
    files = files + [
        (f"{info}/METADATA", METADATA.format(version=version, readme=readme).encode(), False),
        (f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: daylight\nRoot-Is-Purelib: false\n".encode() + b"".join(f"Tag: py3-none-{t}\n".encode() for t in tag.split(".")), False),
        (f"{info}/entry_points.txt", b"[console_scripts]\ndaylight = daylight.__main__:main\n", False),
        (f"{info}/LICENSE", (TOP / "LICENSE").read_bytes(), False),
    ]
    record = "".join(f"{n},sha256={base64.urlsafe_b64encode(hashlib.sha256(d).digest()).decode().rstrip('=')},{len(d)}\n" for n, d, _ in files)
    files.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), False))
    path = out / f"daylight-{version}-py3-none-{tag}.whl"
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name, data, executable in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(entry, data)
    partial.replace(path)
    print(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB")


def library():
    """Builds the library for C and returns its name and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", HERE.parent / "c" / "build.sh", folder], check=True, stdout=subprocess.DEVNULL)
        (path,) = (p for p in pathlib.Path(folder).iterdir() if p.suffix in (".so", ".dylib", ".dll"))
        return path.name, path.read_bytes()


def main():
    parser = argparse.ArgumentParser(description="Makes wheels with the program, for all platforms.")
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM", help=f"{', '.join(TAGS)}; default: all")
    parser.add_argument("--library", action="store_true", help="for this platform alone, with the library for C")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "dist", help="directory of the wheels")
    o = parser.parse_args()
    here = f"{go('env', 'GOOS')}/{go('env', 'GOARCH')}"
    platforms = [here] if o.library else o.platforms or list(TAGS)
    for p in platforms:
        if p not in TAGS:
            parser.error(f"{p} is none of {', '.join(TAGS)}")
    version = re.search(r'__version__ = "(.*)"', (HERE / "daylight" / "__init__.py").read_text()).group(1)
    package = [(f"daylight/{p.name}", p.read_bytes(), False) for p in sorted((HERE / "daylight").iterdir()) if p.suffix in (".py", ".typed")]
    o.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for p in platforms:
            tag, files = TAGS[p], [*package, (f"daylight/bin/daylight{'.exe' if p.startswith('windows') else ''}", program(p, folder), True)]
            if o.library:
                name, data = library()
                files.append((f"daylight/lib/{name}", data, False))
                if p.startswith("linux"):
                    tag = {"amd64": "linux_x86_64", "arm64": "linux_aarch64"}[p.partition("/")[2]]
            wheel(o.out, version, tag, files)


if __name__ == "__main__":
    sys.exit(main())
