# SPDX-License-Identifier: Apache-2.0
"""C18: noise whose size depends on the value, of releases made elsewhere: proportional, of two levels, of another size per column."""
import numpy as np
from lib import Case, Failed, at_least, correlated, recovered

PAIRS, SAMPLE, DRAWS = 150, 400, 15000
SIZES = {
    "proportional": lambda x, middle, spread: 0.05 * spread + 0.8 * np.abs(x),
    "two_levels": lambda x, middle, spread: np.where(np.abs(x - middle) > spread, 3.0, 0.3) * spread,
    "upper_half": lambda x, middle, spread: np.where(x > middle, 2.5, 0.2) * spread,
    "columns": lambda x, middle, spread: np.linspace(0.2, 3, x.shape[1]) * spread * (1 + (x > middle)),
}


def noisy(kind):
    def make(room, records=800, m=5):
        x = correlated(room.rng, records + SAMPLE, m) + 2 * room.rng.standard_normal(m)
        others, x = x[records:], x[:records]
        size = SIZES[kind](x, x.mean(axis=0), x.std(axis=0))
        y = x + size * room.rng.standard_normal(x.shape)
        room.write("x.csv", x)
        room.write("y.csv", y)
        room.write("known.csv", x[:PAIRS])
        room.write("released.csv", y[:PAIRS])
        room.write("others.csv", others)
        room.write("noise.csv", np.sqrt((size**2).mean(axis=0))[None])
        return {"x": x, "y": y, "others": others, "noise": (size**2).mean(axis=0)}

    return make


def nearest(at, values, squares, count):
    """Mean of the squares of the nearest values."""
    order = np.argsort(values)
    values, sums = values[order], np.concatenate([[0], np.cumsum(squares[order])])
    first = np.clip(np.searchsorted(values, at) - count // 2, 0, len(values) - count)
    return (sums[first + count] - sums[first]) / count


def weighted(y, draws, variance):
    """Posterior means: records drawn from the prior, weighted by how well they explain each released one."""
    guess, offset = np.empty_like(y), -0.5 * np.log(variance).sum(axis=1)
    for i, row in enumerate(y):
        weight = offset - 0.5 * ((row - draws) ** 2 / variance).sum(axis=1)
        weight = np.exp(weight - weight.max())
        guess[i] = weight @ draws / weight.sum()
    return guess


def from_prior(room, mean, covariance):
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 1e-6 * values.max()))
    return mean + room.rng.standard_normal((DRAWS, len(mean))) @ root.T


def by_pairs(room, made):
    """The size of the noise at a value is that of the pairs nearest to it."""
    x, y = made["x"], made["y"]
    residual = (y[:PAIRS] - x[:PAIRS]) ** 2
    draws = from_prior(room, y.mean(axis=0), np.cov(y.T) - np.diag(residual.mean(axis=0)))
    variance = np.column_stack([nearest(draws[:, j], x[:PAIRS, j], residual[:, j], 25) for j in range(x.shape[1])])
    return recovered(x[PAIRS:], weighted(y[PAIRS:], draws, np.maximum(variance, 1e-3 * x.var(axis=0))))


def by_release(room, made):
    """Without pairs: how far a column lies from what the others say of it, by what they say. Its average is known."""
    x, y = made["x"], made["y"]
    centred = y - y.mean(axis=0)
    draws = from_prior(room, y.mean(axis=0), np.cov(y.T) - np.diag(made["noise"]))
    variance = np.empty_like(draws)
    for j in range(x.shape[1]):
        rest = np.delete(centred, j, axis=1)
        told = rest @ np.linalg.lstsq(rest, centred[:, j], rcond=None)[0]
        squares = (centred[:, j] - told) ** 2
        size = nearest(draws[:, j] - y[:, j].mean(), told * draws[:, j].std() / told.std(), squares, 80)
        variance[:, j] = np.maximum(size - squares.mean() + made["noise"][j], 0.02 * made["noise"][j])
    return recovered(x, weighted(y, draws, variance))


def best(room, made, rows, *facts):
    """The better of the attacks that have this knowledge."""
    told, figures = [word for fact in facts for word in ("--knows", fact)], []
    for name in ("uneven", "bayes", "bayes(prior=mixture)", "regress", "regress(kind=kernel)", "identity"):
        try:
            figures.append(recovered(made["x"][rows], room.attack("y.csv", name, "--no-card", *told)[1][rows]))
        except Failed:
            continue
    if not figures:
        raise Failed("no attack is assessed")
    return max(figures, key=lambda figure: figure.value)


def with_pairs(room, made):
    return best(room, made, slice(PAIRS, None), "pairs=known.csv:released.csv")


def with_noise(room, made):
    return best(room, made, slice(None), "noise=noise.csv")


def with_sample(room, made):
    return best(room, made, slice(None), "sample=others.csv")


CASES = [
    Case(f"uneven_{kind}_{who}", "C18", f"noise that depends on the value: {kind.replace('_', ' ')}", noisy(kind), said, at_least(0.03), plain, short=kind == "two_levels" and who == "pairs")
    for kind in SIZES
    for who, said, plain in (("pairs", with_pairs, by_pairs), ("release", with_noise, by_release), ("sample", with_sample, by_release))
]
