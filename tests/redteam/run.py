#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The red team: run.py GUISE [--short] [--only NAME …] [--seeds N] [--list].

Each class of classes/ is a release, a plain attack in NumPy that has the same knowledge as guise's attacker, and what guise must
say of it: at least what the plain attack reaches, or RESISTS where nothing can be reached. README.md says how to add one.
Exit code 1 where a class fails that is not known to be open."""
import argparse
import importlib
import os
import pathlib
import resource
import sys
import tempfile
import zlib

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # small tables: threads cost more than they give
os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import numpy as np  # noqa: E402
from lib import Failed, Room, Skipped  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent / "classes"


def all_cases():
    modules = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    cases = [case for name in modules for case in importlib.import_module(f"classes.{name}").CASES]
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    return sorted(cases, key=lambda case: (case.item[0], int("".join(filter(str.isdigit, case.item)))))


def one(case, guise, seed, short):
    """What guise said, what the plain attack reached, and the complaint; empty: all is well."""
    with tempfile.TemporaryDirectory(prefix="redteam-") as folder:
        room = Room(guise, folder, np.random.default_rng([zlib.crc32(case.name.encode()), seed]), short)
        made = case.make(room)
        plain = case.plain(room, made) if case.plain else None
        try:
            said = case.said(room, made)
            return said, plain, case.judge(said, plain)
        except Failed as error:
            return None, plain, str(error) or "guise failed without a word"


def tried(case, guise, seeds, short):
    """All seeds of a case: [(said, plain, complaint)]. The short form gives luck one more chance: two of three."""
    results = []
    for seed in range(1 if short else seeds):
        results.append(one(case, guise, seed, short))
    if short and results[0][2] and not case.known_open:
        results += [one(case, guise, seed, short) for seed in (1, 2)]
    return results


def outcome(case, results, short):
    good = sum(not complaint for _, _, complaint in results)
    passed = good >= (len(results) / 2 if short else case.share * len(results))
    if case.known_open:
        return "PASSES NOW: unmark" if passed else "open"
    return "ok" if passed else "FAILED"


def shown(case, results, status, seconds):
    """The first seed that speaks for the status."""
    bad = [each for each in results if each[2]]
    said, plain, complaint = bad[0] if bad and status != "ok" else results[0]
    good = len(results) - len(bad)
    line = f"{case.item:4} {case.name:26} {str(said or '–'):32} {str(plain or '–'):16} {status}"
    if len(results) > 1:
        line += f" ({good} of {len(results)})"
    line += f"  [{seconds:.1f} s]"
    if status in ("FAILED", "open") and complaint:
        line += f"\n       {complaint}" + (f"\n       open: {case.known_open}" if status == "open" else "")
    return line


def processor_seconds():
    """Of this process and of every guise it has run: unlike the clock it says the same on a busy machine."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("guise", help="the program")
    parser.add_argument("--short", action="store_true", help="one seed, small tables: a part of ./check")
    parser.add_argument("--only", action="append", default=[], help="cases whose name or item begins so")
    parser.add_argument("--seeds", type=int, help="instead of each case's own number")
    parser.add_argument("--list", action="store_true", help="names only")
    options = parser.parse_args()
    cases = [c for c in all_cases() if not options.only or any(c.name.startswith(o) or c.item == o for o in options.only)]
    if options.short and not options.only:
        cases = [case for case in cases if case.short]
    if options.list:
        for case in cases:
            print(f"{case.item:4} {case.name:26} {case.what}{'  [open]' if case.known_open else ''}")
        return 0
    guise = str(pathlib.Path(options.guise).resolve())
    print(f"{'':4} {'class':26} {'guise':32} {'plain attack':16} outcome", flush=True)
    counts = {"ok": 0, "FAILED": 0, "open": 0, "PASSES NOW: unmark": 0, "skipped": 0}
    for case in cases:
        start = processor_seconds()
        try:
            results = tried(case, guise, options.seeds or case.seeds, options.short)
            status = outcome(case, results, options.short)
            print(shown(case, results, status, processor_seconds() - start), flush=True)
        except Skipped as reason:
            status = "skipped"
            print(f"{case.item:4} {case.name:26} skipped: {reason}", flush=True)
        counts[status] += 1
    if counts["PASSES NOW: unmark"]:
        print(f"\n*** {counts['PASSES NOW: unmark']} classes are marked known_open and PASS NOW: remove the mark. ***")
    print(f"{counts['open']} open, {counts['skipped']} skipped; {processor_seconds():.0f} s of processor time")
    print(f"{counts['ok'] + counts['PASSES NOW: unmark']} passed, {counts['FAILED']} failed")
    return 1 if counts["FAILED"] or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
