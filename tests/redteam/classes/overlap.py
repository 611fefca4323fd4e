# SPDX-License-Identifier: Apache-2.0
"""C16: two releases that overlap, under one key or two."""
import numpy as np
from lib import Case, at_least, complaints, correlated, no_complaints, recovered

SUMS = "project(k=30, side=records)"


def months(room, records=200):
    """Last month's table, and this month's with one newcomer."""
    x = correlated(room.rng, records + 1, 6) + 3
    room.write("first.csv", x[:-1])
    room.write("second.csv", x)
    room.run("key", "new", "shared.key")
    return {"newcomer": x[-1]}


def difference(room, made):
    """Sums over all records differ by the newcomer's, times one factor for each sum."""
    room.mask("first.csv", "y1.csv", SUMS, "--key", "shared.key")
    if room.run("mask", "second.csv", "-o", "y2.csv", "--mask", SUMS, "--key", "shared.key", "--quiet", code=None).returncode:
        return complaints([])  # refused: nothing leaves
    apart = room.read("y2.csv")[0] - room.read("y1.csv")[0]
    guess = np.linalg.svd(apart)[2][0]
    cosine = abs(guess @ made["newcomer"]) / np.linalg.norm(made["newcomer"])
    sizes = np.linalg.svd(apart, compute_uv=False)
    return complaints([f"the difference is the newcomer's record (cosine {cosine:.6f})"] if sizes[1] < 1e-6 * sizes[0] else [])


def table(room, records=200):
    x = correlated(room.rng, records, 4)
    room.write("x.csv", x)
    room.run("key", "new", "shared.key")
    return {"x": x}


def shifted(room, made):
    """2 t1 - t2 is the original where one draw is used in two sizes; sd=5 and sd=5.0 are one step."""
    found, y = [], {"five": room.mask("x.csv", "five.csv", "translate(sd=5)", "--key", "shared.key")}
    for name, mask in (("ten", "translate(sd=10)"), ("again", "translate(sd=5.0)")):
        done = room.run("mask", "x.csv", "-o", f"{name}.csv", "--mask", mask, "--key", "shared.key", "--quiet", code=None)
        if done.returncode == 0:
            y[name] = room.read(f"{name}.csv")[0]
    if "ten" in y and np.abs(2 * y["five"] - y["ten"] - made["x"]).max() < 1e-6:
        found.append("2 t1 - t2 is the original")
    if "again" in y and np.abs(y["five"] - y["again"]).max() > 1e-9:
        found.append("sd=5 and sd=5.0 are shifted differently")
    return complaints(found)


def stretched(room, made):
    """Factors in one place of two intervals: one known record's factor in the first release tells the second."""
    first = room.mask("x.csv", "narrow.csv", "scale(low=1, high=2)", "--key", "shared.key")
    if room.run("mask", "x.csv", "-o", "wide.csv", "--mask", "scale(low=1, high=3)", "--key", "shared.key", "--quiet", code=None).returncode:
        return complaints([])  # refused
    narrow, wide = (np.abs(np.median(y / made["x"], axis=0)) for y in (first, room.read("wide.csv")[0]))
    return complaints(["2 s1 - s2 = 1: one draw in two sizes"] if np.abs(2 * narrow - wide - 1).max() < 1e-9 else [])


def two_releases(room, records=800):
    x = room.rng.standard_normal((records, 3))
    room.write("x.csv", x)
    y = [room.mask("x.csv", f"y{i}.csv", "noise(snr=0.5)", "--key", f"{i}.key") if room.run("key", "new", f"{i}.key") else None for i in (1, 2)]
    return {"x": x, "y": y}


def averaged(_, made):
    return recovered(made["x"], (made["y"][0] + made["y"][1]) / 2)


def overlap_said(room, _):
    return room.audit("x.csv", "--mask", "noise(snr=0.5)", "--attackers", "overlap").recovered("overlap")


CASES = [
    Case("newcomer", "C16", "sums over records, one newcomer, one key", months, difference, no_complaints),
    Case("two_sizes", "C16", "translate in two sizes under one key", table, shifted, no_complaints),
    Case("two_scales", "C16", "scale in two sizes under one key", table, stretched, no_complaints, short=False),
    Case("overlap", "C16", "a second release of the same people", two_releases, overlap_said, at_least(), averaged),
]
