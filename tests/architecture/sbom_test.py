#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials: sbom_test.py SBOM GUISE. Its fields are CycloneDX's, every library that the program loads is in it with a
version, and NOTICE names every part of it."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def problems_of(document, loaded, notice):
    found = []
    for field, value in (("bomFormat", "CycloneDX"), ("specVersion", "1.5"), ("version", 1)):
        if document.get(field) != value:
            found.append(f"{field} is {document.get(field)}, not {value}")
    parts = document.get("components", [])
    references = [part.get("bom-ref") for part in parts]
    if len(set(references)) != len(references):
        found.append("a part is there twice")
    libraries = {each["value"] for part in parts for each in part.get("properties", []) if each["name"] == "guise:library"}
    found += [f"{name} is loaded and not listed" for name in loaded if name not in libraries]
    for part in parts:
        if part.get("type") != "library" or not part.get("name") or part.get("version") in (None, "", "unknown"):
            found.append(f"{part.get('name')} has no version")
        if not part.get("licenses"):
            found.append(f"{part.get('name')} has no licence")
        if not part.get("purl", "").startswith("pkg:"):
            found.append(f"{part.get('name')} has no address (purl)")
        name = part.get("name", "").lower()
        if not any(re.search(pattern, name) for pattern in notice):
            found.append(f"{part.get('name')} is not in NOTICE")
    return found


def main():
    document = json.loads(pathlib.Path(sys.argv[1]).read_text())
    listed = subprocess.run(["ldd", sys.argv[2]], capture_output=True, text=True, check=True).stdout
    loaded = re.findall(r"^\s*(\S+) => /", listed, re.M)
    assert len(loaded) > 10, listed
    # The second column of NOTICE's table: patterns of packages' names.
    notice = re.findall(r"^\| [^|]+ \| `([^`]+)` \|", (ROOT / "NOTICE").read_text(), re.M)
    assert len(notice) > 10, "NOTICE has no table"
    assert problems_of({**document, "components": document["components"][1:]}, loaded, notice), "a missing library goes unnoticed"
    assert problems_of(document, loaded, notice[1:]), "a part that NOTICE leaves out goes unnoticed"
    problems = problems_of(document, loaded, notice)
    for problem in problems:
        print(f"sbom: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
