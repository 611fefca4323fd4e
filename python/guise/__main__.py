# SPDX-License-Identifier: Apache-2.0
"""python -m guise: the command line of the wheel."""
import os
import pathlib
import sys


def main():
    program = pathlib.Path(__file__).parent / "bin" / "guise"
    program = os.environ.get("GUISE_PROGRAM", str(program))
    if not os.access(program, os.X_OK):
        sys.exit(f"guise: the command line is not at {program}; install the wheel again")
    os.execv(program, ["guise"] + sys.argv[1:])


if __name__ == "__main__":
    main()
