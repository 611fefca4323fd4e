#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the runner of the command-line tests: that it fails where it must."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import run_test


def outcome(text):
    """(passed, what was printed) for a test file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "made_up.test"
        path.write_text(text)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            passed = run_test.run(path)
        return passed, printed.getvalue()


class Runner(unittest.TestCase):
    def passes(self, text):
        passed, printed = outcome(text)
        self.assertTrue(passed, printed)
        self.assertEqual(printed, "")

    def fails(self, text, *words):
        passed, printed = outcome(text)
        self.assertFalse(passed)
        for word in words:
            self.assertIn(word, printed)

    def test_expected_output_passes(self):
        self.passes("# greets\n$ echo hello; echo world\nhello\nworld\n\n$ echo again\nagain\n")

    def test_another_line_fails_and_is_shown(self):
        self.fails("$ echo hello\ngoodbye\n", "line 1: $ echo hello", "- goodbye", "+ hello")

    def test_output_too_many_or_missing_fails(self):
        self.fails("$ echo hello\n", "+ hello")
        self.fails("$ true\nhello\n", "- hello")

    def test_standard_error_must_be_expected(self):
        self.passes("$ echo oops >&2\n! oops\n")
        self.passes("$ echo oops >&2\n!~ o+ps\n")
        self.passes("$ echo oops >&2\n!...\n")
        self.fails("$ echo oops >&2\n", "standard error", "+ oops")
        self.fails("$ echo oops\n! oops\n", "- oops", "+ oops")

    def test_the_exit_code_is_zero_unless_given(self):
        self.passes("$ exit 3\n= 3\n")
        self.fails("$ exit 3\n", "exit code 3, expected 0")
        self.fails("$ true\n= 2\n", "exit code 0, expected 2")

    def test_dots_match_any_lines_or_none(self):
        self.passes("$ seq 9\n1\n...\n8\n9\n")
        self.passes("$ seq 2\n...\n1\n...\n2\n...\n")
        self.fails("$ seq 9\n1\n...\n7\n9\n", "+ 8")

    def test_a_regular_expression_matches_a_whole_line(self):
        self.passes("$ echo rmse 0.25\n~ rmse [0-9.]+\n")
        self.fails("$ echo rmse 0.25 or so\n~ rmse [0-9.]+\n", "- ~ rmse")

    def test_files_are_created_and_commands_share_the_folder(self):
        self.passes("< in/a.csv\n# x\n$ 1\n\n$ cat in/a.csv > b; ls\nb\nin\n\n$ cat b\n\\# x\n\\$ 1\n")

    def test_empty_lines_inside_the_output_count_and_at_its_end_do_not(self):
        self.passes("$ printf 'a\\n\\nb\\n'\na\n\nb\n\n\n$ true\n")
        self.fails("$ printf 'a\\nb\\n'\na\n\nb\n", "- ")

    def test_a_file_without_commands_fails(self):
        self.fails("# nothing\n", "no command")

    def test_show_writes_a_test_that_passes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "new.test"
            path.write_text("$ printf '# a\\n... \\n...\\n~ b\\n\\nc\\n'; echo oops >&2; exit 4\n")
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                run_test.run(path, show=True)
            self.passes(printed.getvalue())


if __name__ == "__main__":
    unittest.main()
