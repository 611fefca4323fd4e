#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that pointers.py can fail: each kind of pointer is broken once in a made-up tree."""
import pathlib
import tempfile
import unittest

import pointers


class Pointers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("docs/errata.md", "| 1 | place | printed | right |\n| 2 | place | printed | right |\n")
        self.write("docs/beyond.md", "# Beyond\n### 1.1 One estimate\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def assert_dead(self, *words):
        found = pointers.dead(self.root)
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_pointers_that_lead_somewhere_are_alive(self):
        self.write("src/a.cpp", "// (erratum 2), errata 1 and 2, beyond section 1.1, docs/errata.md\n")
        self.write("README.md", "[errata](docs/errata.md), [one](docs/beyond.md#11-one-estimate), [out](https://example.org/x)\n")
        self.assertEqual(pointers.dead(self.root), [])

    def test_an_unknown_erratum_is_found(self):
        self.write("src/a.cpp", "//\n// wrong there (erratum 3)\n")
        self.assert_dead("src/a.cpp:2", "erratum 3")

    def test_an_erratum_across_lines_or_in_a_list_is_found(self):
        self.write("tests/a.cpp", "/// corrected (erratum\n/// 30)\n")
        self.assert_dead("erratum 30")
        self.write("tests/a.cpp", "// errata 1, 2 and 40\n")
        self.assert_dead("erratum 40")

    def test_a_gap_in_the_numbers_is_found(self):
        self.write("docs/errata.md", "| 1 | place | printed | right |\n| 3 | place | printed | right |\n")
        self.assert_dead("not numbered")

    def test_a_missing_section_is_found(self):
        self.write("src/a.cpp", "// beyond section 9.9\n")
        self.assert_dead("no section 9.9")

    def test_a_missing_document_is_found(self):
        self.write("src/a.h", "// see docs/gone.md\n")
        self.assert_dead("docs/gone.md")

    def test_dead_links_are_found(self):
        self.write("README.md", "[gone](docs/gone.html)\n")
        self.assert_dead("README.md:1", "docs/gone.html")
        self.write("README.md", "[gone](docs/beyond.md#two)\n")
        self.assert_dead("no heading two")


if __name__ == "__main__":
    unittest.main()
