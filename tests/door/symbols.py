#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The library shows what its header declares, and nothing else: symbols.py LIBRARY HEADER."""
import re
import subprocess
import sys

library, header = sys.argv[1:]
declared = set(re.findall(r"^GUISE_API [\w* ]*?\b(guise_\w+)\(", open(header).read(), re.MULTILINE))
shown = {line.split()[-1] for line in subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout.splitlines()}
assert len(declared) >= 20, declared
assert shown == declared, f"only in the library: {sorted(shown - declared)}; only in the header: {sorted(declared - shown)}"
print(f"{len(shown)} functions")
