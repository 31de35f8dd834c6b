# SPDX-License-Identifier: MIT

import re


class Error(Exception):
    """What Daylight says is wrong, about which shape or column, and what to do. All errors of this package are of this class.
    One about a value is a ValueError, too, one about a type a TypeError, and one about a name that is not known a KeyError.

    ``kind`` is "argument", "shape", "limit", "busy", "scene", "internal", "forked", "missing" or "program"; of the latter
    ``code`` is the exit code: 1 a check that found a difference, 2 bad usage or input.
    """

    def __init__(self, text, kind="argument", code=0):
        super().__init__(text)
        self.kind = kind
        self.code = code

    def __reduce__(self):  # engines pass errors between processes
        return type(self), (Exception.__str__(self), self.kind, self.code)


class BadValue(Error, ValueError):
    """A value that makes no sense."""


class BadType(Error, TypeError):
    """Something of a wrong type."""


class BadName(Error, KeyError):
    """A name that is not known."""

    __str__ = Exception.__str__  # a KeyError puts quotes around its text


class ExecutorError(Error):
    """What Daylight says in an executor of Spark. Its ``__cause__`` is Spark's exception, which has the trace."""

    spark = None

    __cause__ = property(lambda self: self.spark)  # Spark raises it "from None"


SAID = re.compile(r"daylight\.errors\.\w+: (.*?)(?=\s*(?:\n\s*at |\n\s*\n|\bSQLSTATE: |\nDriver stacktrace|\Z))", re.DOTALL)
PLACE = re.compile(r"(, from )?(stdin|\S*/daylight-\w+/[ab])(:\d+)?(: |(?=\s|$))")  # in what an executor holds: not the user's


def from_executors():
    """Has Spark raise what Daylight says in an executor as an ExecutorError."""
    from pyspark.errors.exceptions import captured

    convert = getattr(captured, "convert_exception", None)
    if convert is None or getattr(convert, "of_daylight", False):
        return

    def converted(e):
        error = convert(e)
        cause, said = getattr(error, "_cause", None), SAID.search(getattr(error, "_desc", None) or "")
        if isinstance(cause, ExecutorError) or not said:
            return cause if isinstance(cause, ExecutorError) else error
        plain = ExecutorError(PLACE.sub("", said[1]).strip(), "program", 2)
        plain.spark = error
        return plain

    converted.of_daylight = True
    captured.convert_exception = converted
