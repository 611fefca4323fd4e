#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes python/guise/_fields.py and __init__.pyi from what the library says of itself: make_fields.py [--check]. --check only says
whether they are as the library has them; exit code 1 if not. GUISE_LIBRARY names the library."""
import inspect
import json
import pathlib
import pprint
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
TYPES = {"flag": "bool | None", "integer": "int | None", "number": "float | None", "text": "str | os.PathLike[str] | None", "texts": "str | Sequence[str] | None"}
OWN = {"table": "Any", "mask": "str | None", "masks": "str | Sequence[str] | None", "release": "Any", "releases": "Any", "released": "Any", "card": "dict[str, Any] | str | bool | None",
       "truth": "Any", "guess": "Any", "knows": "Mapping[str, Any] | Sequence[str] | str | None", "sd": "bool | str", "threads": "int | None", "attack": "str",
       "task": "str", "apply": "str | os.PathLike[str] | None"}
RESULTS = {"mask": "Release", "audit": "Audit", "attack": "Attack", "measure": "Measures", "inspect": "Inspection", "advise": "Advice", "mine": "Mined", "predict": "Mined"}


def fields_text(described):
    jobs = {job["name"]: {"summary": job["summary"], "fields": job["fields"]} for job in described["jobs"]}
    return ("# SPDX-License-Identifier: Apache-2.0\n"
            '"""What the library says of its jobs. Written by python/make_fields.py; do not edit."""\n'
            f"VERSION = {described['version']!r}\n"
            f"JOBS = {pprint.pformat(jobs, width=200, sort_dicts=False)}\n")


def signature_text(function, names):
    words = []
    from guise._jobs import _PYTHON
    job = {_PYTHON.get(name, name): field for name, field in names.get(function.__name__, {}).items()}
    starred = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            words.append(f"**{parameter.name}: Any")
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            words.append(f"*{parameter.name}: {OWN[parameter.name]}")
            starred = True
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            words.append("*")
            starred = True
        kind = OWN.get(parameter.name) or TYPES[job[parameter.name]["type"]]
        choices = job.get(parameter.name, {}).get("choices")
        if choices:
            kind = "Literal[" + ", ".join(repr(choice) for choice in choices.split("|")) + "] | None"
        words.append(f"{parameter.name}: {kind}" + ("" if parameter.default is parameter.empty else " = ..."))
    return f"def {function.__name__}({', '.join(words)}) -> {RESULTS[function.__name__]}: ...\n"


def stub_text(described):
    import guise
    from guise import _jobs
    names = {job["name"]: {field["name"]: field for field in job["fields"]} for job in described["jobs"]}
    head = (HERE / "stub_head.pyi").read_text()
    parts = [head]
    for kind in ("masks", "attacks", "tasks", "measures"):
        listed = ", ".join(repr(each["name"]) for each in described[kind])
        parts.append(f"{kind[:-1].capitalize()}Name = Literal[{listed}]\n")
    parts.append("\n")
    for name in RESULTS:
        function = getattr(_jobs, name)
        if name == "predict":
            parts.append("def predict(model: str | os.PathLike[str], release: Any, *, card: dict[str, Any] | str | bool | None = ..., "
                         "out: str | os.PathLike[str] | None = ..., threads: int | None = ..., **settings: Any) -> Mined: ...\n")
        else:
            parts.append(signature_text(function, names))
    assert guise.__all__
    return "".join(parts)


def main():
    import ctypes
    import os
    library = ctypes.CDLL(os.environ["GUISE_LIBRARY"])
    library.guise_describe.restype = ctypes.c_char_p
    described = json.loads(library.guise_describe().decode())
    wrong = False
    for path, text in ((HERE / "guise/_fields.py", fields_text), (HERE / "guise/__init__.pyi", stub_text)):
        made = text(described)
        if path.exists() and path.read_text() == made:
            continue
        wrong = True
        if "--check" in sys.argv:
            print(f"{path.relative_to(HERE.parent)} is not as the library says; run python/make_fields.py")
        else:
            path.write_text(made)
            print(f"wrote {path.relative_to(HERE.parent)}")
    return 1 if wrong and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
