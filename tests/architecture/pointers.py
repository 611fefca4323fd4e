#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that pointers lead somewhere: pointers.py [ROOT]. Prints one line per dead one; exit code 1 if there is any.

An erratum that a comment, a test, a message or a document cites by number stands in docs/errata.md. A section of docs/beyond.md
that is cited exists. A document that is named exists, and so does the target of every link of a document.
"""
import pathlib
import re
import sys

CITING = {"src", "papers", "tests", "cli", "docs", "include", "examples", "bench", "cmake"}
TEXT = {".h", ".cpp", ".def", ".py", ".md", ".test", ".txt", ".cmake"}
ERRATUM = re.compile(r"[Ee]rrat(?:um|a)[\s/(#*]{0,12}(\d+(?:(?:, | and )\d+)*)")
BEYOND = re.compile(r"\bbeyond(?:\.md)?,?[\s/*#]+(?:section[\s/*#]+|§)?(\d+\.\d+)")
DOCUMENT = re.compile(r"(?<![\w/.])docs/[\w-]+\.md")
LINK = re.compile(r"\]\(((?:https?:|mailto:)[^)\s]*|[\w./-]+|(?=#))(?:#([^)\s]*))?\)")


def texts(root):
    for folder in sorted(CITING):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in TEXT and path.is_file() and path.name not in {"pointers_test.py", "english_test.py"}:
                yield path, path.read_text(errors="replace")
    for path in sorted(root.glob("*.md")):
        yield path, path.read_text()


def listed_errata(root):
    path = root / "docs/errata.md"
    return [int(number) for number in re.findall(r"(?m)^\| (\d+) \|", path.read_text())] if path.exists() else []


def errata(root):
    listed = listed_errata(root)
    if listed != list(range(1, len(listed) + 1)):
        yield "docs/errata.md: errata are not numbered 1, 2, 3 …"
    for path, text in texts(root):
        for match in ERRATUM.finditer(text):
            for number in re.findall(r"\d+", match.group(1)):
                if int(number) not in listed:
                    yield f"{place(root, path, text, match)}: erratum {number} is not in docs/errata.md"


def sections(root):
    path = root / "docs/beyond.md"
    listed = re.findall(r"(?m)^#+ (\d+(?:\.\d+)?)", path.read_text()) if path.exists() else []
    for path, text in texts(root):
        for match in BEYOND.finditer(text):
            if match.group(1) not in listed:
                yield f"{place(root, path, text, match)}: docs/beyond.md has no section {match.group(1)}"


def documents(root):
    for path, text in texts(root):
        for match in DOCUMENT.finditer(text):
            if not (root / match.group(0)).exists():
                yield f"{place(root, path, text, match)}: there is no {match.group(0)}"


def headings(path):
    """The names by which GitHub links to the headings of a document."""
    for heading in re.findall(r"(?m)^#+ (.*)$", path.read_text()):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        yield re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def links(root):
    for path, text in texts(root):
        if path.suffix != ".md":
            continue
        for match in LINK.finditer(text):
            target, heading = match.groups()
            if target.startswith(("http:", "https:", "mailto:")):
                continue
            found = path.parent / target if target else path
            if not found.exists():
                yield f"{place(root, path, text, match)}: there is no {target}"
            elif heading and heading not in headings(found):
                yield f"{place(root, path, text, match)}: {found.name} has no heading {heading}"


def place(root, path, text, match):
    return f"{path.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}"


def dead(root):
    return [line for check in (errata, sections, documents, links) for line in check(root)]


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    lines = dead(root)
    print("\n".join(lines) if lines else f"pointers: {len(listed_errata(root))} errata, no dead pointer")
    sys.exit(1 if lines else 0)
