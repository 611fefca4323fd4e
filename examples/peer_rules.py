# SPDX-License-Identifier: Apache-2.0
"""The rules of sdcMicro (dRisk, dUtility) and anonymeter (its three evaluators), and what one would write with scikit-learn.

Written anew from their published sources for docs/peers.md; these are not those programs, and only numeric columns are handled. truth,
release and control are matrices: originals of the released people, their released rows in the same order (columns are taken by position,
whatever they mean), originals of as many people who are not released.
"""
import numpy as np
from sklearn import linear_model, model_selection, neighbors, pipeline, preprocessing

ATTACKS = 250  # of each of anonymeter's evaluators; its default of 500 is more than there are people


# --- sdcMicro 5.8.1 (R/dRisk.R, R/dUtility.R) -----------------------------------------------------------------------------------

def sdc_risk(truth, release, k=0.05):
    """dRisk: share of records of which no value lies outside released value +- k sd(released column). Older versions let one be outside."""
    return np.mean((np.abs(truth - release) <= k * release.std(axis=0, ddof=1)).all(axis=1))


def sdc_il1s(truth, release):
    """dUtility, IL1s: the sum over all values of |x - y| / (sqrt(2) sd(x)). Older versions took a mean, and multiplied by sqrt(2)."""
    return np.sum(np.abs(truth - release) / (truth.std(axis=0, ddof=1) * np.sqrt(2)))


def sdc_eigen(truth, release):
    """dUtility(method="eigen"): sum of relative differences of the eigenvalues of both correlation matrices."""
    before, after = (np.sort(np.linalg.eigvalsh(np.corrcoef(each.T)))[::-1] for each in (truth, release))
    return np.sum(np.abs(before - after) / before)


# --- anonymeter (src/anonymeter) -----------------------------------------------------------------------------------------------

def rate(successes, attacks):
    """Wilson's rate and error."""
    z = 1.959963984540054
    return ((successes + z * z / 2) / (attacks + z * z),
            z / (attacks + z * z) * np.sqrt(successes * (attacks - successes) / attacks + z * z / 4))


def excess(attack, control, baseline, attacks):
    """Risk beyond the control, cut off at 0 and 1; and whether the attack beats the baseline, where not anonymeter warns."""
    a, c, b = (rate(each, attacks)[0] for each in (attack, control, baseline))
    return float(np.clip((a - c) / (1 - c), 0, 1)), bool(a > b)


def fits(table, query):
    tests = {"<=": np.less_equal, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal, "<": np.less, ">": np.greater}
    return np.logical_and.reduce([tests[test](table[:, column], value) for column, test, value in query]).sum() == 1


def univariate_queries(release, rng):
    queries = []
    for j, column in enumerate(release.T):
        values, counts = np.unique(column, return_counts=True)
        queries += [[(j, "<=", values[0])], [(j, ">=", values[-1])]] + [[(j, "==", value)] for value in values[counts == 1]]
    rng.shuffle(queries)
    return [query for query in queries if fits(release, query)][:ATTACKS]


def multivariate_queries(release, rng, columns=3, attempts=5000):
    medians, kept = np.median(release, axis=0), {}
    for _ in range(attempts):
        row, chosen = rng.integers(len(release)), np.sort(rng.choice(release.shape[1], columns, replace=False))
        query = [(j, ">=" if release[row, j] > medians[j] else "<=", release[row, j]) for j in chosen]
        if fits(release, query):
            kept[str(query)] = query
        if len(kept) == ATTACKS:
            break
    return list(kept.values())


def singling_out(truth, release, control, rng, queries, columns):
    """Control and originals are as many, so its correction for unequal sizes is not needed."""
    if not queries:
        return 0.0, False
    naive = [[(j, str(rng.choice(["==", "!=", ">", "<", ">=", "<="])), rng.choice(release[:, j]))
              for j in rng.choice(release.shape[1], columns, replace=False)] for _ in queries]
    hits = [sum(fits(table, query) for query in some) for table, some in ((truth, queries), (control, queries), (truth, naive))]
    return excess(*hits, len(queries))


def nearest(people, release):
    """The nearest released row by the L1 distance of columns that were brought to a range of 1 (its Gower distance)."""
    both = np.r_[people, release]
    low, span = both.min(axis=0), np.ptp(both, axis=0)
    span[span == 0] = 1
    distances = np.abs((people[:, None] - low) / span - (release[None] - low) / span).sum(axis=2)
    return distances.argmin(axis=1)


def linkability(truth, release, control, rng):
    half = truth.shape[1] // 2

    def links(people):
        some = people[rng.choice(len(people), ATTACKS, replace=False)]
        return np.sum(nearest(some[:, :half], release[:, :half]) == nearest(some[:, half:], release[:, half:]))

    naive = np.sum(rng.integers(len(release), size=ATTACKS) == rng.integers(len(release), size=ATTACKS))
    return excess(links(truth), links(control), naive, ATTACKS)


def right(guess, secret):
    """As it stands in the source: the error is divided by the guess with its sign, so a negative guess is never wrong."""
    return np.abs(guess - secret) / (guess + 1e-12) <= 0.05


def inference(truth, release, control, rng):
    """Every column once as the secret; the mean of their risks."""
    risks = []
    for j in range(truth.shape[1]):
        others = np.arange(truth.shape[1]) != j

        def hits(people, others=others, j=j):
            some = people[rng.choice(len(people), ATTACKS, replace=False)]
            return right(release[nearest(some[:, others], release[:, others]), j], some[:, j]).sum()

        naive = right(rng.choice(release[:, j], ATTACKS), rng.choice(truth[:, j], ATTACKS, replace=False)).sum()
        risks.append(excess(hits(truth), hits(control), naive, ATTACKS))
    return float(np.mean([risk for risk, _ in risks])), any(beats for _, beats in risks)


# --- what one would write with scikit-learn ------------------------------------------------------------------------------------

def accuracy_model():
    return pipeline.make_pipeline(preprocessing.StandardScaler(), linear_model.LogisticRegression())


def nearer_to_released(truth, release, control):
    """Distance to the closest record: share of released rows nearer to an original of theirs than to a held-out one; 0.5 passes."""
    own, other = (neighbors.NearestNeighbors(n_neighbors=1).fit(each).kneighbors(release)[0][:, 0] for each in (truth, control))
    return np.mean(own < other)


def sklearn_figures(truth, release, control, label, control_label):
    closest = neighbors.NearestNeighbors(n_neighbors=1).fit(truth).kneighbors(release)[1][:, 0]
    return {"correlation gap": np.abs(np.corrcoef(truth.T) - np.corrcoef(release.T)).max(),
            "own original closest": np.mean(closest == np.arange(len(truth))),
            "nearer to released": nearer_to_released(truth, release, control),
            "train on release, test on originals": accuracy_model().fit(release, label).score(control, control_label),
            "train and test on release": model_selection.cross_val_score(accuracy_model(), release, label).mean()}


def anonymeter_figures(truth, release, control, rng):
    """{name: (risk, beats guessing)}"""
    return {"singling out, one column": singling_out(truth, release, control, rng, univariate_queries(release, rng), 1),
            "singling out, three columns": singling_out(truth, release, control, rng, multivariate_queries(release, rng), 3),
            "linkability": linkability(truth, release, control, rng),
            "inference": inference(truth, release, control, rng)}


def sdc_figures(truth, release):
    return {"dRisk": sdc_risk(truth, release), "IL1s": sdc_il1s(truth, release), "eigenvalue loss": sdc_eigen(truth, release)}
