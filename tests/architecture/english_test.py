#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that english.py can fail: each rule is broken once in a made-up tree."""
import pathlib
import tempfile
import unittest

import english

LONG = "This sentence has many more words than anybody but its author will ever want to read, ".replace("anybody", "people") * 3 + "really.\n"


class English(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("README.md", "# guise\nguise masks tables. An attacker recovers 3 %.\n")
        self.write("src/a/a.cpp", 'fail("the file could not be read");\n')
        self.write(english.ALLOWED, "# counts\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def violations(self):
        return [*english.in_documents(self.root), *english.ratchet(self.root)]

    def assert_found(self, *words):
        found = "\n".join(self.violations())
        for word in words:
            self.assertIn(word, found)

    def test_plain_sentences_pass(self):
        self.assertEqual(self.violations(), [])

    def test_each_form_has_a_better_word(self):
        for form, better in english.FORMS:
            self.assertTrue(better, form)

    def test_a_forbidden_form_in_a_document_is_found(self):
        for text in ["Who knows more gets no less.", "Hides it from somebody.", "A tenth of the spread.", "Most of it comes back.",
                     "Keep it from who has the key.", "The attacker is told pairs.", "Rows are in an order of their own."]:
            self.write("docs/a.md", f"# A\n{text}\n")
            self.assert_found("docs/a.md:2")

    def test_rows_and_items_are_read_and_code_and_quotations_are_not(self):
        self.write("docs/a.md", "| a | b |\n| --- | --- |\n| `spread` | \"somebody\" |\n\n    somebody\n\n```\nsomebody\n```\n")
        self.assertEqual(self.violations(), [])
        self.write("docs/a.md", "| a | b |\n| --- | --- |\n| x | somebody |\n")
        self.assert_found("docs/a.md:3")
        self.write("docs/a.md", "Text.\n\n- one\n- somebody\n")
        self.assert_found("docs/a.md:4")

    def test_questions_may_begin_with_who(self):
        self.write("docs/a.md", "Who may see the report? The owner.\n")
        self.assertEqual(self.violations(), [])

    def test_long_sentences_are_found(self):
        self.write("docs/a.md", LONG)
        self.assert_found("docs/a.md", "words or more")

    def test_a_message_gets_no_more_forbidden_forms(self):
        text = 'say("the spread of "\n    "somebody here");\n'
        self.write("src/a/a.cpp", text)
        self.assert_found("src/a/a.cpp: 2 forbidden forms in messages, 0 allowed")
        self.write(english.ALLOWED, "2 src/a/a.cpp\n")
        self.assertEqual(self.violations(), [])
        self.write("src/a/a.cpp", text + 'say("nobody has the key");\n')
        self.assert_found("3 forbidden forms in messages, 2 allowed")

    def test_a_moved_file_keeps_its_allowance(self):
        self.write(english.ALLOWED, "1 src/old/b.cpp\n")
        self.write("src/new/b.cpp", 'say("nobody has the key");\n')
        self.assertEqual(self.violations(), [])

    def test_comments_and_words_without_a_sentence_are_no_messages(self):
        self.write("src/a/a.cpp", '// say("somebody has the key")\nname("spread");\n')
        self.assertEqual(self.violations(), [])

    def test_update_writes_today_s_counts(self):
        self.write("src/a/a.cpp", 'say("nobody has the key");\n')
        english.update(self.root)
        self.assertEqual(english.allowed(self.root), {"src/a/a.cpp": 1})
        self.assertEqual(self.violations(), [])


if __name__ == "__main__":
    unittest.main()
