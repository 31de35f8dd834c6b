# SPDX-License-Identifier: MIT


class Error(Exception):
    """What Daylight says is wrong, about which shape, and what to do.

    ``kind`` is "argument", "shape", "limit", "busy", "scene", "internal", "forked", "missing" or "program"; of the latter
    ``code`` is the exit code: 1 a check that found a difference, 2 bad usage or input.
    """

    def __init__(self, text, kind, code=0):
        super().__init__(text)
        self.kind = kind
        self.code = code

    def __reduce__(self):  # engines pass errors between processes
        return Error, (str(self), self.kind, self.code)
