#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets every task of `guise mine` beside scikit-learn, SciPy or NumPy on the same matrix: mine_by_sklearn.py GUISE.

A table of four attributes in three groups, with a label and a number to tell, is mined as it is (--no-card), so that both see the same
numbers. Then two owners, by records and by attributes, are set beside the one table they would have together."""
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from sklearn import cluster, decomposition, linear_model, metrics, naive_bayes, neighbors, svm, tree

RECORDS = 600
checks = []


def check(name, holds, detail=""):
    checks.append(holds)
    print(f"{'ok  ' if holds else 'FAIL'} {name} {detail}")


class Bench:
    def __init__(self, guise, folder):
        self.guise, self.folder = guise, pathlib.Path(folder)
        rng = np.random.default_rng(5)
        self.group = rng.integers(0, 3, RECORDS)
        centres = np.array([[0, 0, 0, 5], [4, 1, -2, 3], [1, 5, 2, 0]])
        self.x = centres[self.group] + rng.standard_normal((RECORDS, 4)) @ rng.standard_normal((4, 4))
        self.ill = (self.x @ [1, -0.5, 0.3, 0] + rng.standard_normal(RECORDS) > 1).astype(int)
        self.cost = self.x @ [2, 0, -1, 0.5] + 3 + rng.standard_normal(RECORDS)
        self.write("t.csv", np.c_[self.x, self.ill, self.cost], "a,b,c,d,ill,cost")

    def write(self, name, values, header):
        np.savetxt(self.folder / name, values, delimiter=",", header=header, comments="", fmt="%.17g")

    def run(self, *arguments):
        done = subprocess.run([self.guise, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"guise {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def mine(self, task, *more, plain=True):
        arguments = ["t.csv", "--no-card", "--columns", "a,b,c,d"] if plain else []
        return json.loads(self.run("mine", task, *arguments, *more, "--json"))

    def column(self, name):
        return np.genfromtxt(self.folder / name, delimiter=",", skip_header=1)


def estimate(document, name):
    return next(np.array(each["value"]) for each in document["estimates"] if each["name"].startswith(name))


def figure(document, name):
    return document["figures"][name]["value"]


def close(a, b, tolerance):
    return np.max(np.abs(np.asarray(a) - np.asarray(b)) / np.maximum(1, np.abs(b))) < tolerance


def moments(bench):
    x = bench.x
    check("covariance", close(estimate(bench.mine("covariance"), "covariance"), np.cov(x.T), 1e-10))
    check("correlation", close(estimate(bench.mine("correlation"), "correlation"), np.corrcoef(x.T), 1e-10))
    check("products", close(estimate(bench.mine("products(count=50)"), "inner"), x[:50] @ x[:50].T, 1e-10))
    check("distances", close(estimate(bench.mine("distances(count=50)"), "squared"),
                             metrics.pairwise.euclidean_distances(x[:50], squared=True), 1e-9))
    check("cosine", close(estimate(bench.mine("cosine(count=50)"), "cosine"), metrics.pairwise.cosine_similarity(x[:50]), 1e-10))
    found = bench.mine("pca")
    peer = decomposition.PCA().fit(x)
    check("pca", close(estimate(found, "variances")[0], peer.explained_variance_, 1e-10)
          and close(np.abs(estimate(found, "loadings")), np.abs(peer.components_.T), 1e-8))
    density = estimate(bench.mine("density(cells=20)"), "density")
    check("density", close(density.sum(axis=0)[1:] if density.shape[1] > 4 else density.sum(axis=0), 1, 1e-9))


def groups(bench):
    x = bench.x
    found = bench.mine("kmeans(k=3)", "-o", "groups.csv")
    peer = cluster.KMeans(3, n_init=20, random_state=1).fit(x)
    check("kmeans", abs(figure(found, "inertia") / peer.inertia_ - 1) < 1e-6, f"{figure(found, 'inertia')} {peer.inertia_}")
    check("kmeans, records", metrics.adjusted_rand_score(peer.labels_, bench.column("groups.csv")) > 0.99)
    distance, place = neighbors.NearestNeighbors(n_neighbors=6).fit(x).kneighbors(x)
    found = bench.mine("neighbours(k=5)")
    check("neighbours", np.array_equal(estimate(found, "neighbours"), place[:, 1:]))
    check("neighbours, distances", close(estimate(found, "distances"), distance[:, 1:], 1e-9))
    found = bench.mine("outliers(k=5, share=0.02)")
    worst = np.argsort(-distance[:, 5])[:12]
    rows = next(each["rows"] for each in found["estimates"] if each["name"] == "outliers")
    check("outliers", sorted(int(row) for row in rows) == sorted(worst.tolist()))


def told(bench, task, label="ill"):
    """What the model says of the records it was learnt from."""
    bench.mine(task, "--label", label, "-o", "told.csv", "--save", "model.json")
    first = bench.column("told.csv")
    bench.run("mine", task.split("(")[0], "t.csv", "--no-card", "--columns", "a,b,c,d", "--apply", "model.json", "-o", "again.csv", "--quiet")
    check(f"{task}: saved and applied", np.array_equal(first, bench.column("again.csv")))
    return first


def classifiers(bench):
    x, ill = bench.x, bench.ill
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        linear = svm.LinearSVC(C=1, random_state=0, max_iter=100000, tol=1e-6, dual=True, loss="squared_hinge").fit(x, ill).score(x, ill)
    found = np.mean(told(bench, "svm(folds=0)") == ill)
    check("svm, linear", abs(found - linear) <= 2 / RECORDS, f"{found} {linear}")
    rbf = svm.SVC(C=1, tol=1e-3).fit(x, ill)
    found = told(bench, "svm(kernel=rbf, folds=0)")
    check("svm, rbf", np.mean(found == rbf.predict(x)) > 1 - 2 / RECORDS)
    penalty = bench.mine("logistic(penalty=1, folds=0)", "--label", "ill")
    peer = linear_model.LogisticRegression(C=1, tol=1e-10, solver="newton-cholesky").fit(x, ill)
    coefficients = estimate(penalty, "coefficients").ravel()
    expected = np.r_[peer.intercept_, peer.coef_.ravel()]
    check("logistic", close(coefficients, expected, 1e-7), f"{coefficients} {expected}")
    naive = told(bench, "naive-bayes(model=gaussian, folds=0)")
    check("naive-bayes", np.mean(naive == naive_bayes.GaussianNB().fit(x, ill).predict(x)) > 1 - 3 / RECORDS)
    grown = np.mean(told(bench, "tree(depth=4, folds=0)") == ill)
    peer = tree.DecisionTreeClassifier(max_depth=4, min_samples_leaf=20, random_state=0).fit(x, ill).score(x, ill)
    check("tree", grown > peer - 0.03, f"{grown} {peer}")
    for task in ("perceptron(folds=0)", "voted(folds=0)"):
        check(task, np.mean(told(bench, task) == ill) > 0.8)
    accuracy = figure(bench.mine("svm", "--label", "ill"), "accuracy")
    check("cross-validation", abs(accuracy - linear) < 0.04, f"{accuracy} {linear}")


def regression(bench):
    found = estimate(bench.mine("regression(folds=0)", "--label", "cost"), "coefficients")
    design = np.c_[np.ones(RECORDS), bench.x]
    expected, *_ = np.linalg.lstsq(design, bench.cost, rcond=None)
    check("regression", close(found[:, 0], expected, 1e-8), f"{found[:, 0]} {expected}")


def owners(bench):
    """Releases of two owners beside the release of the one table they would have together."""
    both = ["t.csv", "--columns", "a,b,c,d", "--keep", "ill,cost", "--mask", "rotate", "--quiet"]
    bench.run("mask", *both, "-o", "one.csv")
    lines = (bench.folder / "t.csv").read_text().splitlines(keepends=True)
    for name, part, first in (("north", lines[1:251], 0), ("south", lines[251:], 250)):
        (bench.folder / f"{name}.csv").write_text(lines[0] + "".join(part))
        bench.run("mask", f"{name}.csv", *both[1:], "-o", f"{name}.m.csv", "--key", "one.csv.key", "--first-record", str(first))
    for task, label in (("kmeans(k=3)", None), ("pca", None), ("svm(folds=0)", "ill"), ("logistic(folds=0)", "ill"), ("regression(folds=0)", "cost"),
                        ("neighbours(k=3)", None)):
        more = ["--label", label] if label else []
        one, two = bench.mine(task, "one.csv", *more, plain=False), bench.mine(task, "north.m.csv", "south.m.csv", *more, plain=False)
        same = all(close(a["value"], b["value"], 1e-9) for a, b in zip(one["estimates"], two["estimates"], strict=True))
        same = same and all(close(one["figures"][name]["value"], two["figures"][name]["value"], 1e-9) for name in one["figures"])
        check(f"two owners of records: {task}", same)
    key = ["--key", "one.csv.key", "--quiet"]
    for name, columns in (("bank", "a,b"), ("shop", "c,d"), ("all", "a,b,c,d")):
        bench.run("mask", "t.csv", "--columns", columns, "--mask", "standardize | project(side=records, k=100)", "-o", f"{name}.csv", *key)
    for task in ("products", "distances", "cosine", "correlation"):
        one, two = bench.mine(task, "all.csv", plain=False), bench.mine(task, "bank.csv", "shop.csv", plain=False)
        check(f"two owners of attributes: {task}", close(one["estimates"][0]["value"], two["estimates"][0]["value"], 1e-9))


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        for part in (moments, groups, classifiers, regression, owners):
            part(bench)
    if not all(checks):
        sys.exit(1)


if __name__ == "__main__":
    main()
