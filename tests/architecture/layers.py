#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the sources keep to the architecture: layers.py [ROOT] [--all]. Prints one line per violation; exit code 1 if there
is any. Warnings (long files) are only counted, unless --all asks for them.

The layers are those declared by guise_layer(NAME USES …) in CMakeLists.txt; nothing is listed here a second time. What the
build file cannot say is said below: who may see DuckDB, that attacks never see masks, what a library must not do.
"""
import pathlib
import re
import sys

LONG_FILE = 250  # lines; a warning: a reason to think, not to split mechanically
SOURCES = {".h", ".cpp"}
COMMENTED = SOURCES | {".py", ".cmake", ".def"}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
LAYER = re.compile(r"^\s*guise_layer\(\s*(\w+)(?:\s+USES\s+([\w\s]*))?\)", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{", re.MULTILINE)
REGISTERED = re.compile(r"^\s*[A-Z_]+\((\w+)\)", re.MULTILINE)
OLDER_CARDS = {"src/release/older_cards.cpp"}  # states the effects of steps of which older cards give the name only
# What no file of the library does. Random numbers come from random/, by position.
FORBIDDEN = [
    (re.compile(r"std::(cout|cerr|clog|printf|puts|exit)\b|\bfmt::print\(|\bstd::abort\b"), "prints or exits: a library never does"),
    (re.compile(r"std::(mt19937\w*|normal_distribution|uniform_\w+_distribution|rand)\b"),
     "draws random numbers outside random/'s format"),
]


class Tree:
    """The repository under `root`, read once."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        declared = LAYER.findall((self.root / "CMakeLists.txt").read_text())
        self.uses = {name: set(used.split()) for name, used in declared}
        self.order = [name for name, _ in declared]
        self.files = {path: path.read_text() for path in sorted((self.root / "src").rglob("*")) if path.suffix in SOURCES}

    def layer(self, path):
        return path.relative_to(self.root / "src").parts[0]

    def name(self, path):
        return str(path.relative_to(self.root))


def declared_layers(tree):
    """A layer uses only layers declared before it, so there is no cycle; every folder of src/ is a layer."""
    for position, name in enumerate(tree.order):
        for used in sorted(tree.uses[name] - set(tree.order[:position])):
            yield f"CMakeLists.txt: layer '{name}' uses '{used}', which is not declared above it"
    for folder in sorted(path for path in (tree.root / "src").iterdir() if path.is_dir()):
        if folder.name not in tree.uses:
            yield f"src/{folder.name}: not declared by guise_layer() in CMakeLists.txt"


def includes(tree):
    """Quoted includes stay within the layer and the layers it declares."""
    folders = {path.name for path in tree.root.iterdir() if path.is_dir()} | set(tree.uses)
    for path, text in tree.files.items():
        layer = tree.layer(path)
        for included in INCLUDE.findall(text):
            first = included.split("/")[0]
            if "/" not in included or first not in folders or first == layer:
                continue
            if first not in tree.uses.get(layer, set()):
                yield f"{tree.name(path)}: includes \"{included}\", but layer '{layer}' does not use '{first}'"


def reachable(tree, layer):
    """All layers a layer uses, directly or not."""
    found, waiting = set(), [layer]
    while waiting:
        for used in tree.uses.get(waiting.pop(), set()) - found:
            found.add(used)
            waiting.append(used)
    return found


def clones_in_unnamed_namespaces(tree):
    """Of a function that a header declares clang 14 makes one version, that of the widest instructions (base/clones.h)."""
    for path, text in tree.files.items():
        unnamed = False
        for number, line in enumerate(text.splitlines(), 1):
            unnamed = line == "namespace {" or (unnamed and line != "}  // namespace")
            if line.startswith("GUISE_CLONES") and not unnamed and "::" not in line.split("(")[0]:
                yield f"{tree.name(path)}:{number}: GUISE_CLONES outside an unnamed namespace"


def attacks_without_masks(tree):
    """What an attacker knows reaches it as Knowledge; an attack that could see the mask would make the audit a lie."""
    if "masks" in reachable(tree, "attacks"):
        yield "CMakeLists.txt: layer 'attacks' reaches 'masks'; an adversary sees the release, not our code"


def duckdb_in_table(tree):
    for path, text in tree.files.items():
        if tree.layer(path) != "table" and any(name.split("/")[-1] in ("duckdb.h", "duckdb.hpp") for name in INCLUDE.findall(text)):
            yield f"{tree.name(path)}: includes DuckDB, which only table/ does"


def library_manners(tree):
    for path, text in tree.files.items():
        code = re.sub(r"//[^\n]*", "", text)
        for pattern, reason in FORBIDDEN:
            found = pattern.search(code)
            if found:
                yield f"{tree.name(path)}: '{found.group(0)}' {reason}"


def registries(tree):
    """A line NAME(thing) of src/LAYER/*.def has its source file src/LAYER/thing.cpp, and a test of the layer that names it."""
    for definition in sorted((tree.root / "src").glob("*/*.def")):
        layer = definition.parent.name
        tests = {path.name: path.read_text() for path in (tree.root / "tests" / layer).glob("*.cpp")}
        for thing in REGISTERED.findall(re.sub(r"//[^\n]*", "", definition.read_text())):
            if not (definition.parent / f"{thing}.cpp").is_file():
                yield f"{tree.name(definition)}: lists '{thing}', but there is no src/{layer}/{thing}.cpp"
            named = re.compile(rf'"{thing}\b')  # "bayes" and "bayes(prior=mixture)"
            if not {f"{thing}.cpp", f"{thing}_test.cpp"} & set(tests) and not any(named.search(text) for text in tests.values()):
                yield f"{tree.name(definition)}: lists '{thing}', but no test in tests/{layer} is named after it or names it"


def one_definition(tree):
    """A type at namespace scope is defined in one file of its layer: two would be one to the linker, and nobody would say so."""
    found = {}
    for path, text in tree.files.items():
        hidden = [(start.start(), text.find("\n}  // namespace\n", start.start())) for start in re.finditer(r"^namespace \{$", text, re.MULTILINE)]
        for match in TYPE.finditer(text):
            if not any(start < match.start() < end for start, end in hidden):
                found.setdefault((tree.layer(path), match.group(1)), []).append(tree.name(path))
    for (layer, name), paths in sorted(found.items()):
        if len(paths) > 1:
            yield f"{paths[1]}: defines '{name}', which layer '{layer}' has in {paths[0]} already"


def licences(tree):
    for folder in ("src", "include", "cli", "papers", "tests", "bench", "cmake", "scripts", "examples"):
        for path in sorted((tree.root / folder).rglob("*")):
            script = path.is_file() and not path.suffix and path.read_bytes().startswith(b"#!")
            if (path.suffix in COMMENTED or path.name == "CMakeLists.txt" or script) and path.is_file():
                if not any("SPDX-License-Identifier: Apache-2.0" in line for line in path.read_text().splitlines()[:2]):
                    yield f"{tree.name(path)}: has no line 'SPDX-License-Identifier: Apache-2.0' at its top"


def steps_by_effect(tree):
    """Readers of a card go by a step's effect. Only masks/ and the adapter of older cards know steps by name: a new step needs no other file."""
    steps = REGISTERED.findall(re.sub(r"//[^\n]*", "", (tree.root / "src/masks/masks.def").read_text())) if (tree.root / "src/masks/masks.def").is_file() else []
    if not steps:
        return
    name = rf'"(?:{"|".join(steps)})"'
    compared = re.compile(rf'[=!]=\s*{name}|{name}\s*[=!]=|{name},\s*{name}|(?:\.|->)step\s*[=!]=(?!\s*Step::)|[=!]=\s*[\w.>-]*(?:\.|->)step\b(?!\.)|\{{{name},\s*\w+::')
    files = dict(tree.files)
    for folder in ("cli", "include"):
        files.update((path, path.read_text()) for path in sorted((tree.root / folder).rglob("*")) if path.suffix in SOURCES)
    for path, text in files.items():
        if path.parts[-2] == "masks" or tree.name(path) in OLDER_CARDS:
            continue
        for number, line in enumerate(re.sub(r"//[^\n]*", "", text).splitlines(), 1):
            if compared.search(line):
                yield f"{tree.name(path)}:{number}: asks for a step by its name; ask for its effect (base/card.h)"


def long_files(tree):
    for path, text in tree.files.items():
        if text.count("\n") > LONG_FILE:
            yield f"{tree.name(path)}: {text.count(chr(10))} lines; is it one concept?"


def flags(tree):
    """A message of the library names a setting by its field (base/setting.h); every door spells it in its own words."""
    for path, text in tree.files.items():
        for number, line in enumerate(text.splitlines(), 1):
            for literal in re.findall(r'"(?:[^"\\]|\\.)*"', re.split(r"\s//", line)[0]):
                found = re.search(r"(?<![\w-])--[a-z]+", literal)
                if found:
                    yield f"{tree.name(path)}:{number}: '{found.group(0)}' is a flag of the command line; name the field, as ‘{found.group(0)[2:]}’"


VIOLATIONS = [flags, declared_layers, includes, clones_in_unnamed_namespaces, attacks_without_masks, duckdb_in_table, library_manners, registries, one_definition, steps_by_effect, licences]
WARNINGS = [long_files]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    tree = Tree(arguments[0] if arguments else pathlib.Path(__file__).resolve().parents[2])
    warnings = [warning for check in WARNINGS for warning in check(tree)]
    violations = [violation for check in VIOLATIONS for violation in check(tree)]
    for warning in warnings if "--all" in sys.argv else []:
        print(f"warning: {warning}")
    for violation in violations:
        print(violation)
    print(f"layers: {len(tree.files)} files in {len(tree.uses)} layers, {len(violations)} violations, "
          f"{len(warnings)} warnings (--all lists them)")
    return 1 if violations or not tree.files else 0


if __name__ == "__main__":
    sys.exit(main())
