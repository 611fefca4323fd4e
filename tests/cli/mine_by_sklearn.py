#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets the tasks of `guise mine` beside scikit-learn or NumPy on the same matrix: mine_by_sklearn.py GUISE. (mine_by_numpy.py has those
that scikit-learn does not.) Then two owners, by records and by attributes, are set beside the one table they would have together."""
import shutil
import warnings

import numpy as np
from mining_bench import RECORDS, check, close, estimate, figure, run
from sklearn import cluster, decomposition, linear_model, metrics, naive_bayes, neighbors, svm, tree


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


def groups(bench):
    x = bench.x
    found = bench.mine("kmeans(k=3)", "-o", "groups.csv")
    peer = cluster.KMeans(3, n_init=20, random_state=1).fit(x)
    check("kmeans", abs(figure(found, "inertia") / peer.inertia_ - 1) < 1e-6, f"{figure(found, 'inertia')} {peer.inertia_}")
    # From guise's centres scikit-learn has nowhere to go: the same centres, groups and sum.
    centres = estimate(found, "centres")
    stays = cluster.KMeans(3, init=centres, n_init=1, tol=0).fit(x)
    check("kmeans, a fixed point", close(stays.cluster_centers_, centres, 1e-12) and close(stays.inertia_, figure(found, "inertia"), 1e-12))
    check("kmeans, records", np.array_equal(stays.labels_ + 1, bench.column("groups.csv")))
    for seed in (1, 2, 3):
        from_one_start(bench, seed)
    distance, place = neighbors.NearestNeighbors(n_neighbors=6).fit(x).kneighbors(x)
    found = bench.mine("neighbours(k=5)")
    check("neighbours", np.array_equal(estimate(found, "neighbours"), place[:, 1:]))
    check("neighbours, distances", close(estimate(found, "distances"), distance[:, 1:], 1e-9))
    found = bench.mine("outliers(k=5, share=0.02)")
    worst = np.argsort(-distance[:, 5])[:12]
    rows = next(each["rows"] for each in found["estimates"] if each["name"] == "outliers")
    check("outliers", sorted(int(row) for row in rows) == sorted(worst.tolist()))


def from_one_start(bench, seed):
    """Nine centres for three groups: where they end hangs on where they start. guise tells its centres after one iteration, scikit-learn
    starts there, and both must come to the same end by the same number of further iterations."""
    start = estimate(bench.mine("kmeans(k=9, restarts=1, iterations=1)", "--seed", str(seed)), "centres")
    end = bench.mine("kmeans(k=9, restarts=1)", "--seed", str(seed))
    peer = cluster.KMeans(9, init=start, n_init=1, algorithm="lloyd").fit(bench.x)
    check(f"kmeans, from one start {seed}",
          close(estimate(end, "centres"), peer.cluster_centers_, 1e-10) and close(figure(end, "inertia"), peer.inertia_, 1e-12)
          and figure(end, "iterations") == 1 + peer.n_iter_, f"{figure(end, 'inertia')} {peer.inertia_}, {figure(end, 'iterations')} {peer.n_iter_}")


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
        squared = svm.LinearSVC(C=1, random_state=0, max_iter=100000, tol=1e-6, dual=True, loss="squared_hinge").fit(x, ill).score(x, ill)
        linear = svm.SVC(kernel="linear", C=1, tol=1e-6, max_iter=5000000).fit(x, ill).score(x, ill)
    found = np.mean(told(bench, "svm(loss=squared, folds=0)") == ill)
    check("svm, squared hinge", abs(found - squared) <= 2 / RECORDS, f"{found} {squared}")
    found = np.mean(told(bench, "svm(folds=0)") == ill)
    check("svm, hinge", abs(found - linear) <= 2 / RECORDS, f"{found} {linear}")
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
    accuracy = figure(bench.mine("svm", "--label", "ill"), "accuracy")
    check("cross-validation", abs(accuracy - linear) < 0.04, f"{accuracy} {linear}")


def perceptrons(bench):
    """Every update is an addition of a record: the weights are the same, but for the order of additions."""
    told(bench, "perceptron(epochs=10, shuffle=no, folds=0)")
    found = bench.model()
    peer = linear_model.Perceptron(shuffle=False, max_iter=10, tol=None).fit(bench.x, bench.ill)
    check("perceptron", close(found["weights"][1], peer.coef_[0], 1e-10) and close(found["intercept"][1], peer.intercept_[0], 1e-10))


def same_tree(found, peer, x, rows, node=0, other=0):
    """Node by node: the same question, the same records of every class on both sides."""
    mine, theirs = found["nodes"][node], peer.tree_
    counts = theirs.value[other][0]
    if theirs.value[other].sum() < 2:  # from scikit-learn 1.3 on these are shares
        counts = counts * theirs.n_node_samples[other]
    if not np.array_equal(np.rint(counts), mine["records"]) or ("attribute" in mine) != (theirs.feature[other] >= 0):
        return False
    if "attribute" not in mine:
        return True
    j = mine["attribute"]
    border = found["attributes"][j]["borders"][mine["border"] - 1]
    left = x[rows, j] < border
    return (j == theirs.feature[other] and np.array_equal(left, x[rows, j] <= theirs.threshold[other])
            and same_tree(found, peer, x, rows[left], mine["left"], theirs.children_left[other])
            and same_tree(found, peer, x, rows[~left], mine["right"], theirs.children_right[other]))


def trees(bench):
    """scikit-learn tries a cut between any two records, guise at 255 quantiles. Where an attribute has fewer values than that the cuts
    are the same, and so are the trees; otherwise one cut misses the best by less than a quantile."""
    rows = np.arange(RECORDS)
    settings = {"max_depth": 4, "min_samples_leaf": 20, "random_state": 0}
    coarse = np.argsort(np.argsort(bench.x, axis=0), axis=0) // 10.0  # 60 values of each attribute
    bench.write("coarse.csv", np.c_[coarse, bench.ill, bench.group], "a,b,c,d,ill,group")
    for label, classes, split in (("ill", bench.ill, "gini"), ("group", bench.group, "entropy")):
        bench.run("mine", f"tree(depth=4, split={split}, folds=0)", "coarse.csv", "--no-card", "--columns", "a,b,c,d", "--label", label,
                  "--save", "model.json", "--quiet")
        peer = tree.DecisionTreeClassifier(criterion=split, **settings).fit(coarse, classes)
        check(f"tree by {split}, node by node", same_tree(bench.model(), peer, coarse, rows), f"{peer.tree_.node_count} nodes")
    grown = np.mean(told(bench, "tree(depth=4, folds=0)") == bench.ill)
    peer = tree.DecisionTreeClassifier(**settings).fit(bench.x, bench.ill)
    check("tree of numbers", abs(grown - peer.score(bench.x, bench.ill)) < 0.01, f"{grown} {peer.score(bench.x, bench.ill)}")
    first = bench.model()["nodes"][0]
    border = bench.model()["attributes"][first["attribute"]]["borders"][first["border"] - 1]
    between = np.sum((bench.x[:, first["attribute"]] < border) != (bench.x[:, peer.tree_.feature[0]] <= peer.tree_.threshold[0]))
    check("tree of numbers, first cut", between <= RECORDS / 255 + 1, f"{between} records on the other side")


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
    for name, columns in (("bank", "a,b"), ("shop", "c,d"), ("all", "a,b,c,d")):
        key = ["--key", shutil.copy(bench.folder / "one.csv.key", bench.folder / f"{name}-own.key"), "--round", "one", "--quiet"]
        bench.run("mask", "t.csv", "--columns", columns, "--mask", "standardize | project(side=records, k=100)", "-o", f"{name}.csv", *key)
    for task in ("products", "distances", "cosine", "correlation"):
        one, two = bench.mine(task, "all.csv", plain=False), bench.mine(task, "bank.csv", "shop.csv", plain=False)
        check(f"two owners of attributes: {task}", close(one["estimates"][0]["value"], two["estimates"][0]["value"], 1e-9))


if __name__ == "__main__":
    run([moments, groups, classifiers, perceptrons, trees, regression, owners])
