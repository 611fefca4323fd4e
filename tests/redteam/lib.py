# SPDX-License-Identifier: Apache-2.0
"""What the classes of the red team share: a folder to work in, guise as a program, and figures with their standard errors.

Nothing here knows how guise attacks. A plain attack gets NumPy arrays; guise is called as anybody calls it, and read by its JSON."""
import dataclasses
import json
import pathlib
import subprocess
import typing

import numpy as np

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared" / "data"  # real tables; not everybody has them
SECONDS = 900  # the longest that one call of guise may take
BOOTSTRAPS = 100
WITHOUT_RELEASE = ("known and unmasked columns", "known columns")  # learnt from originals: what attacks are compared with


class Failed(Exception):
    """guise ended with an error, or said nothing of what was asked."""


class Skipped(Exception):
    """The class needs something that this machine lacks."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """What an attack reaches, 0 to 1, and its standard error."""

    value: float
    error: float = 0.0
    note: str = ""

    def __str__(self):
        return self.note or f"{100 * self.value:.1f} %" + (f" ±{100 * self.error:.1f}" if self.error else "")


@dataclasses.dataclass
class Case:
    """A class of releases. `make` writes files and returns what the other two need; `plain` is the attack in NumPy; `said` is
    guise's figure, or a grade, or a list of complaints. `judge` (below) says whether they agree."""

    name: str
    item: str  # of the list: A1 … C21
    what: str  # in a few words
    make: typing.Callable
    said: typing.Callable
    judge: typing.Callable
    plain: typing.Callable = None
    known_open: str = ""  # why guise does not reach it yet
    short: bool = True  # part of ./check
    seeds: int = 3  # of the long form
    share: float = 1.0  # of the seeds that must pass


# Judges: (what guise said, what the plain attack reached) -> complaint, empty where all is well.


def at_least(slack=0.03, errors=2.5):
    """guise's figure is at least the plain attack's lower end. `slack`: another key, another half of the records."""

    def judge(said, plain):
        least = plain.value - errors * plain.error - slack
        return "" if said.value >= least else f"{100 * said.value:.0f} % is below {100 * least:.0f} %"

    return judge


def about(slack=0.03, errors=2.5):
    """Not above it either: where a column that must be left out would flatter or blur the figure."""

    def judge(said, plain):
        far = abs(said.value - plain.value) - errors * plain.error - slack
        return "" if far <= 0 else f"{100 * said.value:.0f} % is not {100 * plain.value:.0f} %"

    return judge


def grade_in(*allowed):
    return lambda said, _: "" if said.value in allowed else f"'{said.value}' is none of {', '.join(allowed)}"


def grade_not(*refused):
    return lambda said, _: f"'{said.value}'" if said.value in refused else ""


def no_complaints(said, _):
    return "; ".join(said.value)


safe = {"judge": grade_in("resists"), "seeds": 20, "share": 0.95}
safe_or_untold = {**safe, "judge": grade_in("resists", "not assessed")}  # other people's rows: there is nobody to match


def grade_of(audit):
    return Figure(audit.grade, note=audit.grade)


def complaints(found):
    return Figure(found, note=f"{len(found)} complaints" if found else "consistent")


def moments(x, y, weights):
    """Correlation squared of each column with its sign: share of the variance once units are put right."""
    w = weights / weights.sum()
    x, y = x - w @ x, y - w @ y
    both, xx, yy = w @ (x * y), w @ (x * x), w @ (y * y)
    r = both / np.sqrt(np.maximum(xx * yy, 1e-300))
    return r * np.abs(r)


def recovered(truth, guess, groups=None):
    """Mean over the columns, with a bootstrap of the records, or of whole groups of them where these have a guess in common."""
    truth, guess = np.asarray(truth, float), np.asarray(guess, float)
    if truth.ndim == 1:
        truth, guess = truth[:, None], guess[:, None]
    n = len(truth)
    codes = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
    rng = np.random.default_rng(5)
    drawn = [rng.multinomial(codes.max() + 1, np.full(codes.max() + 1, 1 / (codes.max() + 1)))[codes] for _ in range(BOOTSTRAPS)]
    return Figure(float(moments(truth, guess, np.ones(n)).mean()), float(np.std([moments(truth, guess, w).mean() for w in drawn])))


def share(hits):
    hits = np.asarray(hits, float)
    return Figure(float(hits.mean()), float(np.sqrt((hits.mean() * (1 - hits.mean()) + 0.25 / len(hits)) / len(hits))))


class Audit:
    """audit.json, read."""

    def __init__(self, document, code):
        self.document, self.code, self.mask = document, code, document["masks"][0]
        self.grade = self.mask["verdict"]["grade"]
        self.headline = self.mask["verdict"]["headline"]

    def attackers(self, name=""):
        found = [a for a in self.mask["attackers"] if a["attacker"].split("=")[0] == name or not name]
        if not found:
            raise Failed(f"no attacker {name}")
        return found

    @staticmethod
    def of(attack, column=None):
        """Share recovered by one attack: of all columns together, or of one."""
        if attack["outcome"] == "not assessed":
            return -1.0
        figures = attack if column is None else attack["by_attribute"].get(column, {})
        value = figures.get("calibrated", {}).get("value")
        return -1.0 if value is None else 1 - value

    def recovered(self, name="", column=None):
        tried = [t for a in self.attackers(name) for t in a["attacks"] if not t["attack"].startswith(WITHOUT_RELEASE)]
        best = max((self.of(t, column), t["attack"]) for t in tried)
        return Figure(max(best[0], 0.0), note=f"{100 * max(best[0], 0):.1f} % {best[1][:24]}")

    def linked(self, name=""):
        values = [t["linked"]["value"] for a in self.attackers(name) for t in a["attacks"] if t.get("linked")]
        if not values:
            raise Failed(f"{name or 'nobody'} links nothing: not assessed")
        return Figure(max(values))


class Room:
    """A folder of its own, guise in it, and random numbers that belong to the case and the seed."""

    def __init__(self, guise, path, rng, short):
        self.program, self.path, self.rng, self.short = guise, pathlib.Path(path), rng, short

    def run(self, *arguments, code=(0,)):
        try:
            done = subprocess.run([self.program, *map(str, arguments)], cwd=self.path, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"guise {arguments[0]} took more than {SECONDS} s") from None
        if code is not None and done.returncode not in code:
            raise Failed(f"exit {done.returncode}: {' '.join(done.stderr.split())[:200]}")
        return done

    def write(self, file, values, names=None, **kept):
        """A table of numbers, then columns of text or numbers by name."""
        values = np.asarray(values, float)
        names = names or columns(values.shape[1])
        rows = [[f"{v:.17g}" for v in row] for row in values]
        for column in kept.values():
            for row, value in zip(rows, column):
                row.append(str(value))
        lines = [",".join([*names, *kept])] + [",".join(row) for row in rows]
        (self.path / file).write_text("\n".join(lines) + "\n")

    def read(self, file):
        """The columns of numbers."""
        with open(self.path / file) as lines:
            header = lines.readline().rstrip("\n").split(",")
            rows = [line.rstrip("\n").split(",") for line in lines]
        keep = [j for j, text in enumerate(rows[0]) if is_number(text)]
        return np.array([[float(row[j]) for j in keep] for row in rows]), [header[j] for j in keep]

    def mask(self, table, out, mask, *options):
        """Released rows, of the masked columns."""
        self.run("mask", table, "-o", out, "--mask", mask, "--quiet", *options)
        values, names = self.read(out)
        kept = options[options.index("--keep") + 1].split(",") if "--keep" in options else []
        return values[:, [j for j, name in enumerate(names) if name not in kept]]

    def audit(self, table, *options, keys=1, code=(0, 3), brief=True):
        words = ["audit", table, "--json=full", *(["--brief"] if brief else []), *([] if "--released" in options else ["--keys", keys]), *options]
        done = self.run(*words, code=code)
        return Audit(json.loads(done.stdout), done.returncode)

    def attack(self, release, with_, *options, truth="x.csv"):
        """What `guise attack` prints about one attack: guesses, and their figures."""
        done = self.run("attack", release, "-o", "guess.csv", "--with", with_, "--truth", truth, "--json", *options)
        (self.path / "guess.csv").rename(self.path / "guess-last.csv")
        return json.loads(done.stdout), self.read("guess-last.csv")[0]


def columns(count):
    return [f"x{j + 1}" for j in range(count)]


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def correlated(rng, n, m, factors=2, own=0.5):
    """Gaussian columns that move together."""
    return rng.standard_normal((n, factors)) @ rng.standard_normal((factors, m)) + own * rng.standard_normal((n, m))


def rotation(rng, m):
    q, r = np.linalg.qr(rng.standard_normal((m, m)))
    return q * np.sign(np.diag(r))
