#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets the tasks of `guise mine` that scikit-learn does not have beside a few lines of NumPy: mine_by_numpy.py GUISE."""
import numpy as np
from mining_bench import RECORDS, check, close, estimate, run
from scipy import stats

NOISE = 2.0
ITERATIONS = 30


def counted_up_to(values, edges):
    """How many values lie below each edge, after they were counted in the finest cells 2^e wide, at multiples of it, that are at most
    4096: within such a cell they are spread evenly (src/stats/histogram.h)."""
    width = 2.0 ** (np.ceil(np.log2(np.ptp(values) / 4096)) - 1)
    while np.floor(values.max() / width) - np.floor(values.min() / width) >= 4096:
        width *= 2
    first, last = np.floor(values.min() / width), np.floor(values.max() / width)
    fine = width * np.arange(first, last + 2)
    counts = np.histogram(values, fine)[0] if last > first else np.array([len(values)])
    return np.interp(edges, fine, np.r_[0, np.cumsum(counts)]), fine[0], fine[-1]


def cells_of(values, count):
    edges = np.linspace(*counted_up_to(values, [0])[1:], count + 1)
    return edges, np.diff(counted_up_to(values, edges)[0])


def kernel(edges_of_y, edges_of_x, sd):
    """P(y in a cell | x even within a cell), by integrals of the normal distribution function."""
    def area(t):
        return sd * ((t / sd) * stats.norm.cdf(t / sd) + stats.norm.pdf(t / sd))
    up_to = (area(edges_of_y[:, None] - edges_of_x[None, :-1]) - area(edges_of_y[:, None] - edges_of_x[None, 1:])) / np.diff(edges_of_x)
    return np.diff(up_to, axis=0)


def reconstructed(k, counts):
    """Agrawal and Srikant (2000), section 3, from the even density."""
    p = np.full(k.shape[1], 1 / k.shape[1])
    for _ in range(ITERATIONS):
        p = p * (k.T @ (counts / (k @ p)))
        p /= p.sum()
    return p


def density(bench):
    found = bench.mine("density(cells=20)")
    centres = estimate(found, "centre")
    for j, name in enumerate("abcd"):
        edges, counts = cells_of(bench.x[:, j], 20)
        check(f"density of {name}", close(centres[:, j], (edges[:-1] + edges[1:]) / 2, 1e-12)
              and close(estimate(found, "density")[:, j], counts / RECORDS, 1e-12))
    bench.run("mask", "t.csv", "--columns", "a,b,c,d", "--mask", f"noise(sd={NOISE:g})", "-o", "noisy.csv", "--quiet")
    noisy = np.genfromtxt(bench.folder / "noisy.csv", delimiter=",", skip_header=1)
    found = bench.mine(f"density(cells=20, iterations={ITERATIONS})", "noisy.csv", plain=False)
    for j, name in enumerate("abcd"):
        edges, counts = cells_of(noisy[:, j], 400)
        mine, wide = estimate(found, "density")[:, j], edges[::20]
        check(f"density of {name} behind noise", close(mine, reconstructed(kernel(edges, wide, NOISE), counts), 1e-9))
        # The paper goes over the records, not over cells of them, a few hundredths of the noise wide.
        chance = np.diff(-stats.norm.cdf((noisy[:, j, None] - wide[None, :]) / NOISE), axis=1)
        apart = np.abs(mine - reconstructed(chance, np.ones(RECORDS))).sum() / 2
        check(f"density of {name} behind noise, by records", apart < 5e-3, f"total variation {apart:.2g}")


def voted(bench):
    """Freund and Schapire (1999), figure 1: every vector votes, as often as the records it was right on."""
    x, sign = np.c_[bench.x, np.ones(RECORDS)], 2 * bench.ill - 1
    vectors, counts = [np.zeros(5)], [0]
    for _ in range(3):
        for record, side in zip(x, sign, strict=True):
            if side * (vectors[-1] @ record) > 0:
                counts[-1] += 1
            else:
                vectors.append(vectors[-1] + side * record)
                counts.append(1)
    votes = np.sign(x @ np.array(vectors).T) @ counts
    bench.mine("voted(epochs=3, shuffle=no, folds=0)", "--label", "ill", "-o", "told.csv", "--save", "model.json")
    problem = bench.model()["problems"][0]
    check("voted, vectors", close(np.c_[problem["vectors"], problem["bias"]], vectors[1:], 1e-10) and problem["counts"] == counts[1:],
          f"{len(counts) - 1} of them")
    check("voted", np.array_equal(bench.column("told.csv"), votes > 0))


if __name__ == "__main__":
    run([density, voted])
