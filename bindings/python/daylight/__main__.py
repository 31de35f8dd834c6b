# SPDX-License-Identifier: MIT
"""``python -m daylight`` is the program ``daylight``."""

import os
import subprocess
import sys

from .errors import Error
from .program import find


def main() -> None:
    """Runs the program with the arguments of this process, and ends as it does."""
    try:
        command = [find(), *sys.argv[1:]]
    except Error as e:
        sys.exit(f"daylight: {e}")
    if os.name == "posix":
        os.execv(command[0], command)  # signals, terminal and exit code are the program's own
    sys.exit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()
