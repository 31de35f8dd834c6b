# SPDX-License-Identifier: MIT
"""Builds the program into the wheel, and sets the wheel's tag. Two variables of the environment say more:

DAYLIGHT_PLATFORM=linux/arm64     for another platform, one of TAGS
DAYLIGHT_WITH_LIBRARY=1           with the library for C, for this platform and systems such as this one

It needs Go, and for the library a C compiler. The same sources and version of Go give the same bytes.
"""

import os
import pathlib
import subprocess
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
LINKED = {"linux/amd64": "linux_x86_64", "linux/arm64": "linux_aarch64"}  # with the C library of this system


class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return  # a clone names its own program by DAYLIGHT
        top = pathlib.Path(self.root).parents[1]
        here = subprocess.run(["go", "env", "GOOS", "GOARCH"], check=True, capture_output=True, text=True, env=_env()).stdout.split()
        library = os.environ.get("DAYLIGHT_WITH_LIBRARY")
        platform = os.environ.get("DAYLIGHT_PLATFORM") or "/".join(here)
        if platform not in TAGS:
            raise ValueError(f"DAYLIGHT_PLATFORM={platform}: want one of {', '.join(TAGS)}")
        if library and platform != "/".join(here):
            raise ValueError(f"DAYLIGHT_PLATFORM={platform}: the library for C is built for this platform only, {'/'.join(here)}")
        self.folder = tempfile.TemporaryDirectory()
        system, _, arch = platform.partition("/")
        program = pathlib.Path(self.folder.name, "daylight.exe" if system == "windows" else "daylight")
        subprocess.run(
            ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./daylight"], cwd=top / "cmd", check=True,
            env=_env(CGO_ENABLED="0", GOOS=system, GOARCH=arch, GOAMD64="v1", GOFLAGS=""),
        )  # fmt: skip
        include = build_data["force_include"]
        include[str(program)] = f"daylight/bin/{program.name}"
        include[str(top / "LICENSE")] = f"{self.build_config.builder.project_id}.dist-info/licenses/LICENSE"
        if library:
            folder = pathlib.Path(self.folder.name, "library")
            subprocess.run(["bash", top / "bindings" / "c" / "build.sh", folder], check=True, stdout=subprocess.DEVNULL)
            (path,) = (p for p in folder.iterdir() if p.suffix in (".so", ".dylib", ".dll"))
            include[str(path)] = f"daylight/lib/{path.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{library and LINKED.get(platform) or TAGS[platform]}"

    def finalize(self, version, build_data, artifact_path):
        if version != "editable":
            self.folder.cleanup()


def _env(**more):
    return {**os.environ, "GOWORK": "off", **more}
