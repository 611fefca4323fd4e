#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that layers.py can fail: each rule is broken once in a made-up tree."""
import pathlib
import tempfile
import unittest

import layers

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
BUILD = """
guise_layer(base)
guise_layer(table   USES base)
guise_layer(masks   USES base table)
guise_layer(attacks USES base table)  # not masks
"""


class Layers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("CMakeLists.txt", BUILD)
        for layer in ("base", "table", "masks", "attacks"):
            self.write(f"src/{layer}/{layer}.h", SPDX)
        self.write("src/table/duck.cpp", SPDX + '#include <duckdb.h>\n#include "base/base.h"\n#include "table/table.h"\n')
        self.write("tests/table/duck_test.cpp", SPDX)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def violations(self):
        tree = layers.Tree(self.root)
        return [violation for check in layers.VIOLATIONS for violation in check(tree)]

    def assert_one(self, *words):
        found = self.violations()
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_a_clean_tree_has_no_violation(self):
        self.assertEqual(self.violations(), [])

    def test_an_include_of_an_undeclared_layer_is_found(self):
        self.write("src/base/up.h", SPDX + '#include "table/table.h"\n')
        self.assert_one("src/base/up.h", "table/table.h")

    def test_an_include_with_spaces_or_angle_brackets_is_found(self):
        self.write("src/base/up.h", SPDX + '  #  include <masks/masks.h>\n')
        self.assert_one("src/base/up.h", "masks/masks.h")

    def test_a_flag_in_a_message_is_found(self):
        self.write("src/base/up.h", SPDX + 'const char* text = "pass --keep id";  // "--columns"\n')
        self.assert_one("src/base/up.h:2", "--keep")

    def test_clones_of_a_function_that_others_call_are_found(self):
        self.write("src/base/wide.cpp", SPDX + "namespace {\nGUISE_CLONES int one() {}\n}  // namespace\n")
        self.assertEqual(self.violations(), [])
        self.write("src/base/wide.cpp", SPDX + "GUISE_CLONES int one() {}\n")
        self.assert_one("src/base/wide.cpp", "GUISE_CLONES")

    def test_attacks_including_masks_is_found(self):
        self.write("src/attacks/peek.cpp", SPDX + '#include "masks/masks.h"\n')
        self.assert_one("src/attacks/peek.cpp", "masks")

    def test_attacks_declared_to_use_masks_is_found_even_through_another_layer(self):
        self.write("CMakeLists.txt", BUILD.replace("attacks USES base table", "attacks USES base table tools")
                   .replace("guise_layer(attacks", "guise_layer(tools USES masks)\nguise_layer(attacks"))
        self.assert_one("attacks", "masks")

    def test_a_cycle_of_declared_layers_is_found(self):
        self.write("CMakeLists.txt", BUILD.replace("guise_layer(base)", "guise_layer(base USES table)"))
        self.assert_one("'base' uses 'table'")

    def test_a_folder_that_is_no_layer_is_found(self):
        self.write("src/utils/everything.h", SPDX)
        self.assert_one("src/utils")

    def test_duckdb_outside_table_is_found(self):
        self.write("src/masks/shortcut.h", SPDX + "#include <duckdb.h>\n")
        self.assert_one("src/masks/shortcut.h", "DuckDB")

    def test_a_source_that_prints_is_found_and_a_comment_about_printing_is_not(self):
        self.write("src/base/loud.h", SPDX + "// not std::cout\nvoid shout() { std::cerr << 1; }\n")
        self.assert_one("src/base/loud.h", "std::cerr")

    def test_random_numbers_of_the_standard_library_are_found(self):
        self.write("src/masks/dice.h", SPDX + "std::mt19937_64 engine;\n")
        self.assert_one("src/masks/dice.h", "std::mt19937_64")

    def test_a_registered_name_without_source_or_test_is_found(self):
        self.write("src/attacks/attacks.def", SPDX + "ATTACK(mean)\n// ATTACK(later)\n")
        self.assertEqual(len(self.violations()), 2)
        self.write("src/attacks/mean.cpp", SPDX)
        self.assert_one("'mean'", "no test in tests/attacks")
        self.write("tests/attacks/guesses_test.cpp", SPDX + 'guess("meaningless");\n')
        self.assert_one("'mean'", "no test in tests/attacks")
        self.write("tests/attacks/guesses_test.cpp", SPDX + 'guess("mean(of=5)");\n')
        self.assertEqual(self.violations(), [])

    def test_a_type_defined_twice_in_a_layer_is_found_unless_it_is_hidden(self):
        self.write("src/masks/one.h", SPDX + "struct Sums {\n};\n")
        self.write("src/masks/two.h", SPDX + "struct Sums final : Base {\n};\n")
        self.assert_one("src/masks/two.h", "'Sums'")
        self.write("src/masks/two.h", SPDX + "namespace {\nstruct Sums {\n};\n\n}  // namespace\n")
        self.assertEqual(self.violations(), [])

    def test_a_step_asked_for_by_name_is_found_outside_of_masks(self):
        self.write("src/masks/masks.def", SPDX + "STEP(noise)\nSTEP(rotate)\n")
        for step in ("noise", "rotate"):
            self.write(f"src/masks/{step}.cpp", SPDX + f'bool is(Step step) {{ return step.name == "{step}"; }}\n')
            self.write(f"tests/masks/{step}_test.cpp", SPDX)
        self.write("src/table/fork.h", SPDX + 'auto other = rng.fork("noise");  // step == "noise"\n')
        self.assertEqual(self.violations(), [])
        for asked in ('if (step.step == "noise") x();', 'if ("rotate" != name) x();', 'for (each : {"noise", "rotate"}) x();',
                      'if (a.step != b.step) x();', 'if (law->step == kNoise) x();'):
            self.write("src/table/peek.h", SPDX + asked + "\n")
            self.assert_one("src/table/peek.h:2", "effect")

    def test_a_file_without_licence_line_is_found(self):
        self.write("src/base/mine.h", "#pragma once\n")
        self.assert_one("src/base/mine.h", "SPDX")


if __name__ == "__main__":
    unittest.main()
