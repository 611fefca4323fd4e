#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lets system calls of commands that write fail, and kills the commands there: faults.py GUISE INJECT [--all] [COMMAND…].

After each fault: what a command writes is whole or absent, a release has its key, its entry in the ledger and no other release's card, what is
read is as it was, the exit code and the one sentence are right, and a failure leaves no temporary files. After each kill the next
run clears up and succeeds. Without --all a sample of the calls that change files, for a few seconds; with it, every call."""
import errno
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MASK = "rotate | noise(snr=2)"
CHANGES = ("write", "pwrite64", "fsync", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "ftruncate", "fallocate", "fchmod", "flock")
SENTENCE = r"(Warning: [^\n]+\n(  [^\n]+\n)*)?guise: [^\n]+\n"  # one, after what a mask has to warn of
RUNS_OUT = ("write", "pwrite64", "ftruncate", "mmap", "brk")  # with everything of its kind
SHORT = {"mask": 8, "mask-again": 5, "key": 5}  # points of a command in the short form …
SHORT_OF_OTHERS = 2


class Violation(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Violation(what)


class Scenario:
    """A command, what it reads, and what it writes: whole or absent. `repeats`: it may run again over what it wrote."""

    def __init__(self, name, words, writes, repeats=True, before=()):
        self.name, self.words, self.writes, self.repeats, self.before = name, words, writes, repeats, before

    def prepare(self, guise, folder):
        for words in self.before:
            subprocess.run([guise, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


MADE = (["key", "new", "my.key"], ["mask", "t.csv", "-o", "m.csv", "--mask", MASK, "--key", "my.key", "--quiet"])
PARTNERS = (MADE[0], ["party", "new", "north"], ["party", "new", "south"])
SCENARIOS = [
    Scenario("mask", ["mask", "t.csv", "-o", "m.csv", "--mask", MASK], ["m.csv", "m.csv.card.json", "m.csv.key", "m.csv.key.ledger", "m.csv.key.anchor"], repeats=False),
    Scenario("mask-again", ["mask", "t.csv", "-o", "m.csv", "--mask", "rotate | noise(snr=4)", "--key", "my.key", "--quiet"],
             ["m.csv", "m.csv.card.json", "my.key.ledger", "my.key.anchor"], before=MADE),
    Scenario("mask-parquet", ["mask", "t.csv", "-o", "m.parquet", "--mask", MASK, "--key", "my.key", "--quiet"],
             ["m.parquet", "m.parquet.card.json", "my.key.ledger", "my.key.anchor"], before=MADE[:1]),
    Scenario("mask-database", ["mask", "t.csv", "-o", "m.duckdb", "--mask", MASK, "--key", "my.key", "--quiet"],
             ["m.duckdb", "m.duckdb.card.json", "my.key.ledger", "my.key.anchor"], before=MADE[:1]),
    Scenario("attack", ["attack", "m.csv", "-o", "guess.csv", "--with", "inverse", "--key", "my.key", "--quiet"], ["guess.csv"], before=MADE),
    Scenario("mine", ["mine", "kmeans(k=2)", "m.csv", "--save", "k.model", "-o", "clusters.csv"], ["k.model", "clusters.csv"], before=MADE),
    Scenario("audit", ["audit", "t.csv", "--mask", "noise(snr=2)", "--attackers", "outsider", "--attacks", "identity,bayes", "--keys", "1", "--no-utility",
                       "-o", "report", "--exposed", "exposed.csv"], ["report/audit.json", "report/report.html", "exposed.csv"]),
    Scenario("key", ["key", "new", "new.key"], ["new.key", "new.key.anchor"], repeats=False),
    Scenario("ledger", ["ledger", "my.key"], [], before=MADE),
    Scenario("party", ["party", "new", "north"], ["north.pub", "north.secret"], repeats=False),
    Scenario("key-share", ["key", "share", "my.key", "--for", "south.pub", "--as", "north.secret", "-o", "sent"], ["sent"], before=PARTNERS),
    Scenario("key-accept", ["key", "accept", "sent", "--as", "south.secret", "--from", "north.pub", "-o", "new.key"], ["new.key", "new.key.anchor"], repeats=False,
             before=(*PARTNERS, ["key", "share", "my.key", "--for", "south.pub", "--as", "north.secret", "-o", "sent"])),
]


def table(path):
    path.write_text("a,b,c\n" + "".join(f"{i * 37 % 101 / 7:.4f},{i * 53 % 97 / 3:.4f},{i * 29 % 89 + i / 7:.4f}\n" for i in range(120)))


def contents(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def temporaries(folder):
    return [str(file.relative_to(folder)) for file in folder.rglob(".*.guise-*")]


class Bench:
    """One scenario: a folder before the command, and what the command makes of it."""

    def __init__(self, scenario, guise, inject, folder):
        self.scenario, self.guise, self.inject, self.folder = scenario, guise, inject, folder
        self.clean = folder / "clean"
        self.clean.mkdir()
        table(self.clean / "t.csv")
        scenario.prepare(guise, self.clean)
        self.old = contents(self.clean)
        self.calls = self.listed()

    def work(self):
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(self.clean, work)
        return work

    def run(self, work, *how):
        """Exit code, what was said on standard error, and the record of the call that was hit."""
        record = self.folder / "record"
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", LC_ALL="C.UTF-8")
        words = [self.guise, *self.scenario.words]
        done = subprocess.run([self.inject, record, *how, *words] if how else words, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, check=False)
        return done.returncode, done.stderr.decode(errors="replace"), record.read_text() if how else ""

    def listed(self):
        work = self.work()
        code, said, record = self.run(work, "list")
        check(code == 0, f"{self.scenario.name} fails without a fault: {said}")
        check(not temporaries(work), "leaves temporaries without a fault")
        return [(line.split(maxsplit=3) + [""])[:4] for line in record.splitlines()]

    def is_whole(self, work, name):
        """Written whole; which of several runs with fresh keys wrote it does not matter."""
        file = work / name
        text = file.read_bytes()
        if name.endswith(".key"):
            check(file.stat().st_mode & 0o777 == 0o600, f"{name} has mode {file.stat().st_mode & 0o777:o}")
            return subprocess.run([self.guise, "key", "show", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        if name.endswith((".pub", ".secret")):
            check(name.endswith(".pub") or file.stat().st_mode & 0o777 == 0o600, f"{name} has mode {file.stat().st_mode & 0o777:o}")
            return subprocess.run([self.guise, "party", "show", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        if name == "sent":
            with tempfile.TemporaryDirectory() as elsewhere:
                words = [self.guise, "key", "accept", name, "--as", "south.secret", "--from", "north.pub", "-o", f"{elsewhere}/try.key"]
                return subprocess.run(words, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        if name.endswith((".csv", ".parquet", ".duckdb")) and name.startswith("m."):
            return subprocess.run([self.guise, "inspect", name], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        if name.endswith((".ledger", ".anchor")):
            return subprocess.run([self.guise, "ledger", name.rpartition(".")[0]], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        if name.endswith((".json", ".model")):
            json.loads(text)
            return True
        if name.endswith(".html"):
            return text.rstrip().endswith(b"</html>")
        return text.endswith(b"\n") and text.count(b"\n") > 100 if name != "exposed.csv" else text.endswith(b"\n")

    def check_files(self, work, finished):
        now = contents(work)
        written = set(self.scenario.writes)
        for name, old in self.old.items():
            check(name in now or name.endswith(".card.json"), f"{name} is gone")  # no card rather than another's
            check(name in written or now.get(name) == old, f"{name} was only to be read, and has changed")
        for name in now:
            check(name in self.old or name in written or ".guise-" in name, f"{name} is left")
        for name in written:
            if name in now and now[name] != self.old.get(name):
                check(self.is_whole(work, name), f"{name} is there and not whole")
            check(name in now or not finished, f"{name} is missing though the command succeeded")
        self.check_release(work, now)

    def check_release(self, work, now):
        """A release is never without its key and its entry in the ledger, or beside another's card; no key lies readable in what is left."""
        for name in self.scenario.writes[:1] if self.scenario.name.startswith("mask") else []:
            if name in now and now[name] != self.old.get(name):
                for needed in self.scenario.writes[2:]:  # all but the card
                    check(needed in now and now[needed] != self.old.get(needed), f"{name} is there without {needed}")
            if name in now:
                check(self.is_whole(work, name), f"{name} does not belong to its card")
        for left in work.rglob(".*.guise-*"):
            secret = not left.is_dir() and any(name in left.read_bytes() for name in (b"own=", b"sign="))
            check(not secret or left.stat().st_mode & 0o077 == 0, f"{left.name} shows the key")
            check(left.is_dir() or left.stat().st_nlink == 1, f"{left.name} is another name of a file")

    def fail(self, how, name, number):
        work = self.work()
        code, said, record = self.run(work, how, name, str(number))
        if not record:
            return "not reached"
        self.check_files(work, code == 0)
        if record.startswith("loader"):  # guise has not begun: the loader and the libraries say what they like
            check(code != 0 or not temporaries(work), "temporaries are left")
            return "before guise began"
        check(not temporaries(work) or name.startswith("unlink"), f"temporaries are left: {temporaries(work)}")
        if code == 0:
            return "did without"
        check(code in (1, 2), f"ends with {code}: {said[-300:]}")
        silent = name in ("write", "writev") and said == ""  # standard error itself
        check(silent or re.fullmatch(SENTENCE, said), f"says {said!r}")
        check("internal error" not in said, f"says {said!r}")
        return "failed in a sentence"

    def kill(self, _, name, number):
        work = self.work()
        code, _, record = self.run(work, "kill", name, str(number))
        if not record:
            return "not reached"
        check(code == 128 + 9, f"survived with {code}")
        if record.startswith("loader"):
            check(contents(work) == self.old, "files have changed before guise began")
            return "killed before guise began"
        self.check_files(work, False)
        finished = (work / self.scenario.writes[0]).exists() if self.scenario.writes else True  # what may follow: a card, an anchor
        code, said, _ = self.run(work)
        check(code == 0 or (not self.scenario.repeats and finished and code == 2), f"the next run ends with {code}: {said}")
        check(code == 2 or not temporaries(work), f"the next run left {temporaries(work)}")  # one that refuses writes and clears nothing
        self.check_files(work, code == 0)
        return "killed"


def without_locks(guise, inject):
    """A file system that has no flock: what writes no ledger works, the rest is refused in a sentence; nothing is left."""
    violations = []
    for name, wanted in (("mine", 0), ("mask", 1)):
        with tempfile.TemporaryDirectory() as folder:
            scenario = next(each for each in SCENARIOS if each.name == name)
            bench = Bench(scenario, guise, inject, pathlib.Path(folder))
            work = bench.work()
            code, said, _ = bench.run(work, "deny", "flock", str(errno.ENOTSUP))
            if code != wanted or temporaries(work) or (code != 0 and not re.fullmatch(SENTENCE, said)):
                violations.append(f"{name} without flock: ends with {code} and {temporaries(work)}, says {said!r}")
    print(*violations, f"without flock: {len(violations)} violations", sep="\n", flush=True)
    return len(violations)


def sample(calls, count):
    """Of the calls that change files, spread over all of them."""
    points = [call for call in calls if call[0] == "main" and (call[1] in CHANGES or (call[1] == "openat" and ".guise-" in call[3]))]
    return points if len(points) <= count else [points[i * len(points) // count] for i in range(count)]


def torment(bench, everything):
    """Counts of outcomes, and the violations."""
    points = sorted(bench.calls, key=lambda call: call[0] == "loader") if everything else sample(bench.calls, SHORT.get(bench.scenario.name, SHORT_OF_OTHERS))
    counts, violations = {}, []
    for way, act in (("fail", bench.fail), ("from", bench.fail), ("kill", bench.kill)):
        for phase, name, number, file in points:
            if way == "from" and (name not in RUNS_OUT or phase == "loader"):
                continue
            try:
                outcome = act(way, name, number)
            except (Violation, subprocess.TimeoutExpired, ValueError) as error:
                outcome = "VIOLATION"
                violations.append(f"{bench.scenario.name}: {way} {name} {number} ({phase} {file}): {error}")
                print(violations[-1], flush=True)
            counts[way, outcome] = counts.get((way, outcome), 0) + 1
    return counts, violations


def main(arguments):
    everything = "--all" in arguments
    guise, inject, *names = [str(pathlib.Path(word).resolve()) if i < 2 else word for i, word in enumerate(word for word in arguments if word != "--all")]
    bad = 0 if names else without_locks(guise, inject)
    for scenario in SCENARIOS:
        if names and scenario.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(scenario, guise, inject, pathlib.Path(folder))
            counts, violations = torment(bench, everything)
        summary = ", ".join(f"{way}: {outcome} {count}" for (way, outcome), count in counts.items())
        print(f"{scenario.name}: {len(bench.calls)} system calls; {summary}; {len(violations)} violations", flush=True)
        bad += len(violations)
    print(f"{bad} violations")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
