# SPDX-License-Identifier: Apache-2.0
"""guise.Mask in scikit-learn: its checks of estimators, a pipeline, names of columns."""
import os
import sys
import unittest
import warnings

import numpy
from common import NAMES, InFolder, people

import guise

try:
    import pandas
    import sklearn
    from sklearn.utils import estimator_checks
except ImportError:
    sklearn = None

# Checks that fail, and why they may.
EXPECTED = {
    "check_dtype_object": "an array of Python objects is refused with advice: a number that was read as text must not be masked as one",
}


@unittest.skipIf(sklearn is None, "scikit-learn is not installed")
class Estimator(InFolder):
    def test_checks_of_scikit_learn(self):
        warnings.simplefilter("ignore")
        results = guise.keys.new("a.key")  # without a key file every Mask draws a key of its own, and so would a clone
        results = estimator_checks.check_estimator(guise.Mask("rotate", key=os.path.abspath("a.key")), on_fail=None, on_skip=None)
        failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
        passed = sum(r["status"] == "passed" for r in results)
        unexpected = {name: error for name, error in failed.items() if not EXPECTED.get(name)}
        self.assertEqual(unexpected, {}, "\n".join(f"{name}: {error}" for name, error in unexpected.items()))
        self.assertEqual(set(failed), {name for name, why in EXPECTED.items() if why}, "an expected failure did not happen")
        self.assertGreaterEqual(passed, 30)
        print(f"{passed} checks of scikit-learn {sklearn.__version__} passed, {len(failed)} failed as expected", file=sys.stderr)

    def test_a_pipeline_learns_from_rotated_records(self):
        from sklearn.linear_model import LinearRegression
        from sklearn.pipeline import make_pipeline
        x, y = people()[:, :2], people()[:, 2]
        plain = LinearRegression().fit(x, y).score(x, y)
        masked = make_pipeline(guise.Mask("rotate"), LinearRegression()).fit(x, y).score(x, y)
        self.assertAlmostEqual(masked, plain, places=9)  # a rotation changes no least-squares fit

    def test_names(self):
        frame = pandas.DataFrame(people(), columns=NAMES)
        mask = guise.Mask("noise(sd=1)", keep=["age"]).fit(frame)
        self.assertEqual(list(mask.get_feature_names_out()), ["age", "income", "tax"])
        self.assertEqual(list(mask.transform(frame).columns), ["age", "income", "tax"])
        self.assertEqual(list(guise.Mask("rotate").set_output(transform="pandas").fit_transform(people()).columns), list(guise.Mask("rotate").fit(people()).get_feature_names_out()))
        with self.assertRaisesRegex(ValueError, "feature names should match"):
            mask.transform(frame[["tax", "age", "income"]])

    def test_one_key_and_fresh_noise(self):
        mask = guise.Mask("rotate").fit(people())
        self.assertTrue((mask.transform(people()) == mask.transform(people())).all())
        self.assertTrue((mask.transform(people()[:100]) == mask.transform(people())[:100]).all())
        noise = guise.Mask("noise(sd=1)").fit(people())
        one, other = noise.transform(people()) - people(), noise.transform(people() + 1) - people() - 1
        self.assertLess(abs(numpy.corrcoef(one.ravel(), other.ravel())[0, 1]), 0.1)
        self.assertFalse((mask.transform(people()) == guise.Mask("rotate").fit(people()).transform(people())).any())


if __name__ == "__main__":
    unittest.main()
