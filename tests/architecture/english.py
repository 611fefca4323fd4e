#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that guise speaks plain English: english.py [ROOT] [--all] [--update]. The words are those of docs/glossary.md.

Documents: no forbidden form outside of code and quotations, and sentences of at most 25 words at the 90th percentile.
Messages and help of the C++ sources: string literals of three words or more. Many still have forbidden forms; english_allowed.txt
counts them for each file. A file may not get more; after rewriting some, english.py --update lowers the counts. --all prints each.
"""
import collections
import pathlib
import re
import sys

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md"]
SOURCES = ["src", "cli", "papers"]
ALLOWED = "tests/architecture/english_allowed.txt"
WORDS = 25  # of a sentence, at the 90th percentile of a document

FORMS = [(re.compile(form), better) for form, better in [
    # Actors: a clause cannot be one.
    (r"(?:^|[.:;!] )Who(?:ever)? (?![^.:;]*\?)", "name the actor: an attacker who …"),
    (r"\b(?:[Ww]hoever|[Ss]omebody|[Aa]nybody|[Nn]obody|[Ee]verybody)\b", "name the actor: an attacker, the owner, no attacker, all records"),
    (r"\b(?:against|from|by|for|to|than|where|[Bb]efore|only) who\b", "name the actor: an attacker who …"),
    (r"\b(?:is|are|was|were|be|been) told\b", "knows"),
    (r"\b[Tt]he thief gets\b", "recovers"),
    # Personification.
    (r"\bplays? (?:every|other|several|the) ", "runs"),
    (r"\bto play other people", "held out for comparison"),
    (r"\bhas a say in\b", "influences"),
    (r"\blook for themselves\b", "leave-one-out originals"),
    (r"\blie to each other\b", "have the same pairwise distances"),
    (r"\bforetold\b", "predicted"),
    (r"\bcomes to believe\b", "infers"),
    (r"\b(?:know|knows|knowledge) tells?\b", "prior knowledge reveals"),
    (r"\btells? anyway\b", "reveals already"),
    # Words of the field, always the same one.
    (r"\bspreads?\b(?!=)", "standard deviation (sd)"),
    (r"\bto (?:a|one) tenth of (?:(?:its|their|the) (?:spread|standard)|a standard)", "within 0.1 sd"),
    (r"\bentries to 0\.1 sd\b", "entries within 0.1 sd"),
    (r"\b(?:comes?|came|coming) back\b", "is recovered"),
    (r"\bgets (?:\d|everything|nothing|no less)", "recovers"),
    (r"\b(?:[Tt]old|[Tt]ells?|[Tt]elling) (?:\w+ ){0,3}apart\b", "identify, distinguish"),
    (r"\b[Pp]ut back\b", "matched"),
    (r"\bin an order of (?:their|its) own\b", "shuffled"),
    (r"\b[Gg]iven releases?\b", "external release"),
    (r"\b(?:[Ll]earnt|[Ll]earned) from (?:the|each owner's own|its|their) (?:data|records|table)\b", "estimated from the data"),
    (r"\bmixed as they are\b", "columns with large values dominate"),
    (r"\b(?:are|were) mixtures of the originals'", "mixed columns"),
    (r"\bvoids a certificate\b", "no formal guarantee applies"),
    (r"\bhow lucky\b", "variation between keys"),
    (r"\b(?:several|two) bells\b", "groups"),
    (r"\bthis guise\b", "guise"),
    (r"\b(?:leaves?|leave) the house\b", "is released"),
    (r"\bwhose are they\b", "matches rows to their originals"),
    (r"\bwhose it is\b", "identify the person"),
    (r"\bis no name of\b", "has no file extension"),
    (r"\btell (?:more|of)\b", "show"),
    (r"\b(?:says|tells|say|tell) (?:which is which|who is who)\b", "an identifying column"),
    (r"\b[Ww]hat goes row by row\b", "row-level results"),
    (r"\bbends records\b", "is non-linear"),
    (r"\bsums of others equal\b", "columns that are linear combinations of others"),
    (r"\b[Ww]hat peers would say\b", "comparison with …"),
    (r"\b[Tt]here is little left of\b|\blittle is left of\b", "… dominates"),
]]

CODE = re.compile(r"`[^`]*`")
QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
END = re.compile(r"(?<=[.!?])[\"”)*\]]*\s+(?=[\"“(*\[]*(?:[A-ZΑ-Ωα-ω0-9`…†]|guise\b))")


def blocks(text):
    """Paragraphs, items and rows of a document: (line, kind, text), without code blocks."""
    fenced, found, start, kind = False, [], 0, ""
    def flush():
        nonlocal found
        if found:
            yield start, kind, " ".join(found)
        found = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("```"):
            fenced = not fenced
        elif fenced or (line.startswith("    ") and not found):
            continue
        elif not stripped:
            yield from flush()
        elif stripped.startswith(("|", "#")):
            yield from flush()
            if not set(stripped) <= set("|-: "):
                yield number, "row" if stripped.startswith("|") else "heading", stripped
        else:
            if re.match(r"(?:[-*]|\d+\.) ", stripped):
                yield from flush()
                stripped = re.sub(r"^(?:[-*]|\d+\.) ", "", stripped)
            if not found:
                start, kind = number, "prose"
            found.append(stripped)
    yield from flush()


def sentences(text):
    """Prose of a document, sentence by sentence: (line, words, sentence). Code counts as one word."""
    for line, kind, block in blocks(text):
        if kind == "prose":
            plain = CODE.sub("`code`", re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", block))
            for sentence in END.split(plain):
                yield line, len([word for word in sentence.split() if re.search(r"\w", word)]), sentence


def long_sentence(counts):
    """The 90th percentile."""
    ordered = sorted(counts)
    return ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))] if ordered else 0


def forms_in(text):
    return [(match.group(0).strip(), better) for form, better in FORMS for match in form.finditer(text)]


def documents(root):
    return sorted(path for pattern in DOCUMENTS for path in root.glob(pattern))


def in_documents(root):
    for path in documents(root):
        name, text = str(path.relative_to(root)), path.read_text()
        for line, _, block in blocks(text):
            for found, better in forms_in(QUOTED.sub('""', CODE.sub("`code`", block))):
                yield f"{name}:{line}: '{found}': {better}"
        reached = long_sentence([words for _, words, _ in sentences(text)])
        if reached > WORDS:
            yield f"{name}: one sentence in ten has {reached} words or more; {WORDS} are allowed"


def messages(text):
    """String literals of three words or more, neighbours joined, with the line they begin in."""
    code = re.sub(r"(?m)^\s*#.*$|//.*$", lambda cut: " " * len(cut.group(0)), text)
    joined, first, end = "", 0, -1
    for match in LITERAL.finditer(code):
        if end >= 0 and code[end:match.start()].strip() == "":
            joined += match.group(1)
        else:
            if len(joined.split()) >= 3:
                yield first, joined
            joined, first = match.group(1), text.count("\n", 0, match.start()) + 1
        end = match.end()
    if len(joined.split()) >= 3:
        yield first, joined


def in_sources(root):
    """Per file: the forbidden forms in its messages."""
    found = collections.defaultdict(list)
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".cpp", ".h"}:
                for line, message in messages(path.read_text()):
                    for form, better in forms_in(message):
                        found[str(path.relative_to(root))].append(f"{path.relative_to(root)}:{line}: '{form}': {better}")
    return found


def allowed(root):
    path = root / ALLOWED
    lines = [line.split() for line in path.read_text().splitlines() if line and not line.startswith("#")] if path.exists() else []
    return {name: int(count) for count, name in lines}


def allowance(name, counts, root):
    """A file that was moved keeps the allowance of its old place."""
    moved = [old for old in counts if pathlib.Path(old).name == pathlib.Path(name).name and not (root / old).exists()]
    return counts.get(name, counts[moved[0]] if moved else 0)


def ratchet(root):
    counts = allowed(root)
    for name, found in in_sources(root).items():
        if len(found) > allowance(name, counts, root):
            yield f"{name}: {len(found)} forbidden forms in messages, {allowance(name, counts, root)} allowed; all of them:"
            yield from ("  " + line for line in found)


def update(root):
    lines = [f"{len(found)} {name}" for name, found in sorted(in_sources(root).items())]
    head = "# Forbidden forms in messages, by file: to be rewritten, never more. Written by english.py --update.\n"
    (root / ALLOWED).write_text(head + "".join(line + "\n" for line in lines))


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    places = [argument for argument in arguments if argument not in options]
    root = pathlib.Path(places[0] if places else pathlib.Path(__file__).resolve().parents[2])
    if "--update" in options:
        update(root)
    if "--all" in options:
        print("\n".join(line for found in in_sources(root).values() for line in found))
    violations = [*in_documents(root), *ratchet(root)]
    print("\n".join(violations) if violations else "documents and messages: plain")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
