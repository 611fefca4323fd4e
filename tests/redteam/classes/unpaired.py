# SPDX-License-Identifier: Apache-2.0
"""C10: a secret rotation of vectors, a sample of other vectors, and no pair. How the data are not Gaussian turns it back."""
import numpy as np
from lib import SHARED, Case, Failed, Skipped, at_least, complaints, no_complaints, recovered


def kinds_of(rng, columns, kinds):
    centres = rng.standard_normal((kinds, columns)) * np.linspace(2.5, 0.6, columns)
    return centres, rng.dirichlet(np.full(kinds, 3.0)), rng.uniform(0.4, 0.9, kinds)


def mixture(columns=25, kinds=14, records=1000, others=800, noise=""):
    def make(room):
        centres, weights, spread = kinds_of(room.rng, columns, kinds)
        kind = room.rng.choice(kinds, records + others, p=weights)
        x = centres[kind] + spread[kind][:, None] * np.linspace(1.5, 0.5, columns) * room.rng.standard_normal((len(kind), columns))
        return turned(room, x, others, noise)

    return make


def turned(room, x, others, noise=""):
    room.write("x.csv", x[others:])
    room.write("others.csv", x[:others])
    y = room.mask("x.csv", "y.csv", "rotate" + noise)
    return {"x": x[others:], "others": x[:others], "y": y}


def glove(room, records=2000):
    file = SHARED / "glove_twitter_25d.csv"
    if not file.exists():
        raise Skipped(f"{file.name} is not here")
    rows = [line.rstrip("\n").split(",") for line in open(file)][1:]
    x = np.array([[float(v) for v in row[-25:]] for row in rows])
    return turned(room, x[room.rng.permutation(len(x))[: 2 * records]], records)


def signs(a, b):
    """Which way each axis points, by third moments of the axes together."""
    third = lambda z: np.einsum("ni,nj,nk->ijk", z, z, z, optimize=True) / len(z)
    ta, tb = third(a / a.std(axis=0)), third(b / b.std(axis=0))
    s = np.sign(np.einsum("iij,iij->j", ta, tb)) + 0.0
    for _ in range(20):
        new = np.sign(np.einsum("ijl,ijl,i,j->l", ta, tb, s, s, optimize=True))
        if (new == s).all():
            break
        s = new
    return np.where(s == 0, 1.0, s)


def blurred(a, b):
    """For each row of `a` the mean of those rows of `b` that are near: weights, rows sum to 1."""
    near = a @ b.T - (b**2).sum(axis=1) / 2
    width = np.median(near.max(axis=1) - np.median(near, axis=1)) / 4
    weights = np.exp((near - near.max(axis=1, keepdims=True)) / width)
    return weights / weights.sum(axis=1, keepdims=True)


def polar(g):
    u, _, v = np.linalg.svd(g)
    return u @ v


def grown(a, b, k):
    """From the first k axes to all: those that are trusted turn the next ones."""
    turn, m = np.diag(signs(a[:, :k], b[:, :k])), a.shape[1]
    while True:
        for _ in range(6 if k == m else 3):
            moved, wider = a[:, :k] @ turn, min(m, -(-3 * k // 2))
            there, back = blurred(moved, b[:, :k]), blurred(b[:, :k], moved)
            full = polar(a[:, :wider].T @ (there @ b[:, :wider]) / len(a) + (back @ a[:, :wider]).T @ b[:, :wider] / len(b))
            turn = full if k == m else polar(full[:k, :k])
        if k == m:
            return turn
        k, turn = wider, full


def turned_back(_, made):
    y, p = made["y"], made["others"]
    a, b = y - y.mean(axis=0), p - p.mean(axis=0)
    va, vb = (np.linalg.eigh(z.T @ z)[1][:, ::-1] for z in (a, b))
    a, b = a @ va, b @ vb
    best = (np.inf, None)
    for k in (5, 8):
        turn = grown(a, b, k)
        moved = a @ turn
        apart = (moved**2).sum(1)[:, None] + (b**2).sum(1) - 2 * moved @ b.T
        best = min(best, (apart.min(axis=1).mean() + apart.min(axis=0).mean(), k, moved), key=lambda each: each[0])
    return recovered(made["x"], best[2] @ vb.T + p.mean(axis=0))


def said(room, made):
    """The attack by its name: the audit runs it for the attacker `population`."""
    _, guess = room.attack("y.csv", "unpaired", "--knows", "sample=others.csv")
    return recovered(made["x"], guess)


def audited(room, made):
    return room.audit("x.csv", "--mask", "rotate", "--attackers", "population=250").recovered("population")


def gaussian(room, records=800, columns=8):
    x = room.rng.standard_normal((2 * records, columns)) @ (np.diag(np.linspace(1, 3, columns)) @ room.rng.standard_normal((columns, columns)))
    return turned(room, x, records)


def not_assessed(room, _):
    """Nothing is there to find: a guess would be false alarm or false reassurance."""
    done = room.run("attack", "y.csv", "-o", "guess.csv", "--with", "unpaired", "--knows", "sample=others.csv", code=None)
    if "no attack named" in done.stderr:
        raise Failed("no attack named 'unpaired'")
    return complaints([] if done.returncode else ["a rotation of Gaussian data was 'undone'"])


CASES = [
    Case("unpaired_mixture", "C10", "25 columns, fourteen kinds of vectors", mixture(), said, at_least(0.05), turned_back, short=False),
    Case("unpaired_small", "C10", "12 columns, eight kinds", mixture(12, 8, 500, 400), said, at_least(0.08), turned_back),
    Case("unpaired_noise", "C10", "the same behind noise", mixture(25, 14, 1000, 800, " | noise(snr=20)"), said, at_least(0.05), turned_back, short=False),
    Case("unpaired_audit", "C10", "the audit's attacker with a sample", mixture(12, 8, 1200, 250), audited, at_least(0.08), turned_back, short=False),
    Case("unpaired_glove", "C10", "word vectors of 25 columns", glove, said, at_least(0.05), turned_back, short=False, seeds=1),
    Case("unpaired_gaussian", "C10", "Gaussian vectors: not assessed", gaussian, not_assessed, no_complaints, seeds=20),
]
