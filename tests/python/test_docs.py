# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md and the scripts of examples/python give what they say."""
import doctest
import pathlib
import runpy
import sys
import unittest

from common import InFolder

import guise

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Documents(InFolder):
    def test_examples_of_the_page(self):
        failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 20)

    def test_worked_examples(self):
        scripts = sorted((ROOT / "examples/python").glob("*.py"))
        self.assertEqual(len(scripts), 4)
        for script in scripts:
            with self.subTest(script.name):
                told = sys.argv
                sys.argv = [str(script)]
                try:
                    runpy.run_path(str(script), run_name="__main__")  # each asserts what it says
                finally:
                    sys.argv = told

    def test_every_function_says_what_its_arguments_are(self):
        for name in ("mask", "audit", "attack", "measure", "inspect", "advise", "mine"):
            function = getattr(guise, name)
            import inspect
            for parameter in inspect.signature(function).parameters.values():
                if parameter.kind is not parameter.VAR_KEYWORD:
                    self.assertRegex(function.__doc__, rf"(?m)^{parameter.name}: \w", f"{name}({parameter.name})")
            self.assertNotIn("‘", function.__doc__)


if __name__ == "__main__":
    unittest.main()
