# SPDX-License-Identifier: MIT
"""Builds the program and the library for C into the wheel, and sets the wheel's tag. Two variables of the environment say more:

DAYLIGHT_PLATFORM=linux/arm64     for another platform, one of TAGS
DAYLIGHT_WITH_LIBRARY=0           without the library, and so without Scene

It needs Go. Zig, which pip fetches, compiles the library for Linux and Windows. For macOS the library needs a Mac and its
compiler; from elsewhere such wheels have the program alone. The same sources and version of Go give the same bytes.
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
MUSL = {"linux/amd64": ".musllinux_1_1_x86_64", "linux/arm64": ".musllinux_1_1_aarch64"}  # which the program alone needs no C for
ZIG = {  # what compiles the library; glibc 2.17 is that of the tags
    "linux/amd64": "x86_64-linux-gnu.2.17",
    "linux/arm64": "aarch64-linux-gnu.2.17",
    "windows/amd64": "x86_64-windows-gnu",
    "windows/arm64": "aarch64-windows-gnu",
}


class Hook(BuildHookInterface):
    def dependencies(self):
        return ["ziglang==0.17.1"] if self.library() and self.platform() in ZIG else []

    def initialize(self, version, build_data):
        if version == "editable":
            return  # a clone names its own program by DAYLIGHT
        top = pathlib.Path(self.root).parents[1]
        platform = self.platform()
        system, _, arch = platform.partition("/")
        self.folder = tempfile.TemporaryDirectory()
        program = pathlib.Path(self.folder.name, "daylight.exe" if system == "windows" else "daylight")
        target = {"GOOS": system, "GOARCH": arch, "GOAMD64": "v1", "GOFLAGS": ""}
        subprocess.run(
            ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./daylight"], cwd=top / "cmd", check=True,
            env=_env(CGO_ENABLED="0", **target),
        )  # fmt: skip
        include = build_data["force_include"]
        include[str(program)] = f"daylight/bin/{program.name}"
        include[str(top / "LICENSE")] = f"{self.build_config.builder.project_id}.dist-info/licenses/LICENSE"
        if self.library():
            if platform in ZIG:
                target["CC"] = f"{shlex.quote(sys.executable)} -m ziglang cc -target {ZIG[platform]}"
            folder = pathlib.Path(self.folder.name, "library")
            subprocess.run(["bash", top / "bindings" / "c" / "build.sh", folder, "shared"], check=True, stdout=subprocess.DEVNULL, env=_env(**target))
            (path,) = (p for p in folder.iterdir() if p.suffix in (".so", ".dylib", ".dll"))
            include[str(path)] = f"daylight/lib/{path.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[platform]}{'' if self.library() else MUSL.get(platform, '')}"

    def finalize(self, version, build_data, artifact_path):
        if version != "editable":
            self.folder.cleanup()

    def platform(self):
        named = os.environ.get("DAYLIGHT_PLATFORM") or _here()
        if named not in TAGS:
            raise ValueError(f"DAYLIGHT_PLATFORM={named}: want one of {', '.join(TAGS)}")
        return named

    def library(self):
        """Whether the library is to be in the wheel, and can be."""
        return os.environ.get("DAYLIGHT_WITH_LIBRARY") != "0" and (self.platform() in ZIG or self.platform() == _here())


def _here():
    return "/".join(subprocess.run(["go", "env", "GOHOSTOS", "GOHOSTARCH"], check=True, capture_output=True, text=True, env=_env()).stdout.split())


def _env(**more):
    return {**os.environ, **more}
