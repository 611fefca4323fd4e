#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""guise beside peers from PyPI, in one run and in CPU seconds: python_peers.py. A peer that is not installed is named as such."""
import time
import warnings

import numpy

import guise

warnings.simplefilter("ignore")
guise.progress(False)
rng = numpy.random.default_rng(1)


def cpu(work):
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def line(what, ours, theirs, peer):
    print(f"{what}: guise {ours:.2f} s, {peer} {theirs:.2f} s, {theirs / ours:.1f} x" if theirs is not None else f"{what}: guise {ours:.2f} s, {peer} is not installed")


def anonymeter():
    """Its three evaluators with their defaults on 30,000 x 8, beside the attacks of guise for the same risks."""
    try:
        import pandas
        from anonymeter import evaluators
    except ImportError:
        evaluators = None
    table = numpy.round(rng.normal(50, 10, size=(30_000, 8)) @ rng.normal(size=(8, 8)), 1)
    ours, _ = cpu(lambda: guise.audit(table, masks="noise(snr=2)", seed=1, brief=True, effort="quick", keys=1, no_utility=True, attackers=["register", "attributes"]))
    theirs = None
    if evaluators:
        names = [f"c{j}" for j in range(8)]
        original = pandas.DataFrame(table, columns=names)
        masked = pandas.DataFrame(guise.mask(table, "noise(snr=2)").table, columns=names)
        control = original.sample(2000, random_state=1)

        def run():
            evaluators.SinglingOutEvaluator(ori=original, syn=masked, control=control, n_attacks=500).evaluate(mode="multivariate")
            evaluators.LinkabilityEvaluator(ori=original, syn=masked, control=control, n_attacks=2000, aux_cols=(names[:4], names[4:])).evaluate(n_jobs=1)
            evaluators.InferenceEvaluator(ori=original, syn=masked, control=control, aux_cols=names[1:], secret=names[0], regression=True, n_attacks=2000).evaluate(n_jobs=1)
        theirs, _ = cpu(run)
    line("linkability, singling out, inference of 30,000 x 8", ours, theirs, "anonymeter")


def projections():
    table = rng.normal(size=(200_000, 64))
    ours, _ = cpu(lambda: guise.mask(table, "project(k=16)", threads=1))
    try:
        from sklearn.random_projection import GaussianRandomProjection
        theirs, _ = cpu(lambda: GaussianRandomProjection(16, random_state=1).fit_transform(table))
    except ImportError:
        theirs = None
    line("projection of 200,000 x 64 to 16 columns", ours, theirs, "scikit-learn")


def noise():
    table = rng.normal(size=(20_000, 10))
    ours, _ = cpu(lambda: guise.mask(table, "noise(sd=1)", threads=1))
    try:
        import opendp.prelude as dp
        dp.enable_features("contrib")
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)
        measure = space >> dp.m.then_gaussian(1.0)
        theirs, _ = cpu(lambda: measure(table.ravel().tolist()))
    except ImportError:
        theirs = None
    line("Gaussian noise for 20,000 x 10", ours, theirs, "opendp")


for each in (projections, noise, anonymeter):
    each()
print("IronCore Alloy is not compared here")
