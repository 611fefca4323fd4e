# SPDX-License-Identifier: Apache-2.0
"""C18: `distort` from pairs by fitting what the card says it is; a stated error that is true; C19: columns of very different size."""
import re

import numpy as np
from lib import Case, Failed, at_least, complaints, no_complaints, recovered
from scipy.optimize import least_squares

HIDDEN, OUT, PAIRS = 5, 4, 60
MASK = f"distort(hidden={HIDDEN}, out={OUT})"


def bent(room, records=400):
    x = room.rng.standard_normal((records, 3))
    room.write("x.csv", x)
    y = room.mask("x.csv", "y.csv", MASK)
    room.write("known.csv", x[:PAIRS])
    room.write("released.csv", y[:PAIRS], [f"y{j + 1}" for j in range(OUT)])
    return {"x": x, "y": y}


def unpack(p, m=3):
    cuts = np.cumsum([HIDDEN * m, HIDDEN, OUT * HIDDEN, OUT])
    w, a, q, b = np.split(p, cuts[:-1])
    return w.reshape(HIDDEN, m), a, q.reshape(OUT, HIDDEN), b


def forward(p, x):
    w, a, q, b = unpack(p)
    return np.tanh(x @ w.T + a) @ q.T + b


def slopes(p, x):
    """Derivative of the fit by its parameters."""
    w, a, q, _ = unpack(p)
    t = np.tanh(x @ w.T + a)
    inner = (1 - t**2)[:, None, :] * q  # n x out x hidden
    by_w = (inner[..., None] * x[:, None, None, :]).reshape(len(x), OUT, -1)
    by_q = np.zeros((len(x), OUT, OUT, HIDDEN))
    for o in range(OUT):
        by_q[:, o, o] = t
    by_b = np.broadcast_to(np.eye(OUT), (len(x), OUT, OUT))
    return np.concatenate([by_w, inner, by_q.reshape(len(x), OUT, -1), by_b], axis=2).reshape(len(x) * OUT, -1)


def fitted(room, made):
    """Matrices from the pairs by least squares from several starts, a little drawn to their law; then each record by itself."""
    x, y, best = made["x"], made["y"], None
    size = HIDDEN * 3 + HIDDEN + OUT * HIDDEN + OUT
    for _ in range(6):
        fit = least_squares(
            lambda p: np.concatenate([(forward(p, x[:PAIRS]) - y[:PAIRS]).ravel(), 1e-3 * p]),
            room.rng.standard_normal(size), lambda p: np.vstack([slopes(p, x[:PAIRS]), 1e-3 * np.eye(size)]), max_nfev=200)
        best = fit if best is None or fit.cost < best.cost else best
    guess = np.array([inverted(best.x, row, x[:PAIRS], y[:PAIRS]) for row in y[PAIRS:]])
    return recovered(x[PAIRS:], guess)


def inverted(p, row, known, released):
    start = known[((released - row) ** 2).sum(axis=1).argmin()]
    return least_squares(lambda z: np.concatenate([forward(p, z[None])[0] - row, 1e-3 * z]), start, max_nfev=60).x


def best_of_pairs(room, made):
    """The better of the attacks that the attacker with pairs has."""
    figures = []
    for name in ("unbend", "gram", "network", "regress(kind=kernel)", "regress"):
        try:
            _, guess = room.attack("y.csv", name, "--knows", "pairs=known.csv:released.csv")
            figures.append(recovered(made["x"][PAIRS:], guess[PAIRS:]))
        except Failed:
            continue
    if not figures:
        raise Failed("no attack with pairs is assessed")
    return max(figures, key=lambda figure: figure.value)


def nearly_flat(room, records=300, pairs=60):
    """Released columns with a constant direction: y1 + y2 is the same for everybody."""
    x = room.rng.standard_normal((records, 3))
    t = np.tanh(x @ room.rng.standard_normal((3, 4)) * 1.5)
    y = np.column_stack([t, 3 - t[:, 0]])
    room.write("x.csv", x)
    room.write("y.csv", y, [f"y{j + 1}" for j in range(5)])
    room.write("known.csv", x[:pairs])
    room.write("released.csv", y[:pairs], [f"y{j + 1}" for j in range(5)])
    return {"x": x, "pairs": pairs}


def stated(room, made):
    """The error that the attack states for records it has not seen, beside the true one."""
    done, guess = room.attack("y.csv", "regress(kind=kernel)", "--knows", "pairs=known.csv:released.csv", "--no-card")
    rest = slice(made["pairs"], None)
    x = made["x"]
    true = ((guess[rest] - x[rest]) ** 2).sum() / ((x[rest] - x[rest].mean(axis=0)) ** 2).sum()
    numbers = [float(n) for note in done["notes"] if "out" in note for n in re.findall(r"(?<![\w.])\d+\.?\d*(?:e-?\d+)?(?![\w])", note) if float(n) <= 1]
    if not numbers:
        raise Failed(f"no error is stated: {done['notes']}")
    return complaints([f"states {min(numbers):.1e} of the variance, leaves {true:.1e}"] if min(numbers) < true / 30 else [])


CASES = [
    Case("distort_pairs", "C18", "60 pairs, the law of the map known", bent, best_of_pairs, at_least(0.02), fitted, short=False),
    Case("kernel_stated_error", "C18", "leave-one-out with a constant direction", nearly_flat, stated, no_complaints, seeds=8, short=False),
]
