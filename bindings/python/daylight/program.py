# SPDX-License-Identifier: MIT
"""Where the program is, and how it is run."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import warnings
from typing import Any, Callable, Sequence, TypeVar

from .errors import Error

T = TypeVar("T")
Writer = Callable[[Any], Any]  # writes a table to the pipe that it is given


def find() -> str:
    """Returns the path of the program: the one that the environment variable DAYLIGHT
    names, that of this package, or the one on the PATH.

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


def run(args: Sequence[Any], read: Callable[[Any], T], stdin: Writer | None = None, more: Sequence[Writer] = ()) -> T:
    """Runs the program, and returns what ``read`` makes of the pipe that it writes to.

    ``stdin`` writes to the pipe that it is given. So does each of ``more``; an argument that is one
    of these functions stands for the name of its pipe. Raises Error with what the program says if
    it fails. Its notes are warnings.
    """
    failed: list[Exception] = []
    program = find()
    with contextlib.ExitStack() as stack:
        errors = stack.enter_context(tempfile.TemporaryFile())
        named = {write: _named(stack, write, failed) for write in more}
        ends = [end for _, end in named.values() if end is not None]
        try:
            process = stack.enter_context(
                subprocess.Popen(
                    [program, *(named[a][0] if a in named else a for a in args)], stdout=subprocess.PIPE, stderr=errors,
                    stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, pass_fds=ends,
                )
            )  # fmt: skip
        finally:
            for end in ends:
                os.close(end)
        feeding = _feed(stdin, process.stdin, failed) if stdin else None
        assert process.stdout
        answer: list[T] = []
        wrong: Exception | None = None
        try:
            answer.append(read(process.stdout))
        except Exception as e:  # of a table that the program did not complete: what it says is better
            wrong = e
        process.stdout.close()
        process.wait()
        if feeding:
            feeding.join()
        errors.seek(0)
        text = errors.read().decode(errors="replace").strip()
    if failed:
        raise failed[0]
    if process.returncode != 0:
        raise Error(text or f"the program ended with {process.returncode}", "program", process.returncode)
    if wrong:
        raise wrong
    for note in text.splitlines()[:-1]:  # the last line says what was found
        warnings.warn(note.removeprefix("daylight: "), stacklevel=4)
    return answer[0]


def _named(stack: contextlib.ExitStack, write: Writer, failed: list[Exception]) -> tuple[str, int | None]:
    """Returns the name of a pipe that a thread writes to, and the end of it that the program
    inherits. Where pipes have no names it is a file."""
    if os.path.isdir("/dev/fd"):
        out, into = os.pipe()
        thread = _feed(write, os.fdopen(into, "wb"), failed)
        stack.callback(thread.join)
        return f"/dev/fd/{out}", out
    f, name = tempfile.mkstemp(prefix="daylight-")
    stack.callback(os.remove, name)
    with os.fdopen(f, "wb") as file:
        write(file)
    return name, None


def _feed(write: Writer, pipe: Any, failed: list[Exception]) -> threading.Thread:
    """Starts a thread that writes to a pipe and closes it."""

    def feed() -> None:
        try:
            with pipe:
                write(pipe)
        except Exception as e:
            if "roken pipe" not in str(e):  # which says that the program ended before it read all; it says why
                failed.append(e)

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    return thread

