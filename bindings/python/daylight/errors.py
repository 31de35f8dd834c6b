# SPDX-License-Identifier: MIT
"""The errors of this package."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """An error says what is wrong with which shape or column, and what to do. All errors of this
    package are of this class. Errors that Python or the library finds are also ValueErrors,
    TypeErrors or KeyErrors.

    ``kind`` is "argument", "shape", "limit", "busy", "scene", "internal", "forked", "missing" or
    "program". For "program" ``code`` is the exit code: 1 a check that found a difference, 2 bad
    usage or input.
    """

    def __init__(self, text: str, kind: str = "argument", code: int = 0) -> None:
        super().__init__(text)
        self.kind = kind
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:  # engines pass errors between processes
        return type(self), (Exception.__str__(self), self.kind, self.code)


class BadValue(Error, ValueError):
    """A value that makes no sense."""


class BadType(Error, TypeError):
    """Something of a wrong type."""


class BadName(Error, KeyError):
    """A name that is not known."""

    def __str__(self) -> str:  # a KeyError puts quotes around its text
        return Exception.__str__(self)
