#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Cards that are damaged, forged or nonsense: bad_cards.py GUISE. A table of what was done to a good card and the sentence that every
reader of cards must answer with (exit code 2); the last ones can be seen with the owner's key only."""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import card_format  # noqa: E402


def put(**fields):
    return lambda card: {**card, **fields}


def without(name):
    return lambda card: {key: value for key, value in card.items() if key != name}


def step(**fields):
    return lambda card: {**card, "steps": [{**card["steps"][0], **fields}]}


def checked(change):
    """The change of somebody who knows how a check is made."""
    def forged(card):
        card = change(card)
        return {**card, "check": card_format.card_content(card).hex()}
    return forged


def text(change):
    return lambda card: change(json.dumps(card, indent=2))


NO_CARD = "is not a card of a release: "
WRONG = NO_CARD + "its field '{}' is missing or of the wrong kind"
COUNT = NO_CARD + r"its field '{}' is missing or is no whole number up to 2\^53"
HEX = NO_CARD + "its field '{}' is not {} hexadecimal digits"
DAMAGED = "is damaged: what it says does not fit its check"
OF_STEP = NO_CARD + "step 1 lacks a field, or has one of the wrong kind"

# name, change, sentence
SEEN_BY_ALL = [
    ("cut short", text(lambda t: t[: len(t) // 2]), NO_CARD + "it is cut off, or no JSON"),
    ("empty", lambda card: "", "is empty"),
    ("a list", lambda card: [card], COUNT.format("guise_card")),
    ("a number", lambda card: "7", COUNT.format("guise_card")),
    ("nested deeply", text(lambda t: "[" * 20000 + "]" * 20000), "is nested 20000 levels deep"),
    ("a field twice", text(lambda t: t.replace('"records"', '"records": 1,\n  "records"', 1)), NO_CARD + "it has the field 'records' twice"),
    ("a field of a step twice", text(lambda t: t.replace('"step"', '"step": "rotate", "step"', 1)), NO_CARD + "it has the field 'step' twice"),
    ("a later format", put(guise_card=3), "is a card of format 3; this version of guise reads formats 1 and 2"),
    ("format 0", put(guise_card=0), "is a card of format 0"),
    ("a huge format", put(guise_card=2**32 + 2), "is a card of format 4294967298"),
    ("a broken format", put(guise_card=2.5), COUNT.format("guise_card")),
    ("no mask", without("mask"), WRONG.format("mask")),
    ("a mask that is a list", put(mask=["noise"]), WRONG.format("mask")),
    ("an unknown mask", put(mask="nosie(sd=3)"), "nosie"),
    ("steps that are none", put(steps={}), "contradicts itself|" + WRONG.format("steps")),
    ("a step that is a number", put(steps=[7]), OF_STEP),
    ("a step too many", lambda card: {**card, "steps": card["steps"] * 2}, "contradicts itself: the mask 'noise.sd=3.' does not have 2 steps"),
    ("sd of the wrong width", step(sd=[3.0]), "contradicts itself: 'noise.sd=3.' does not have one number for each of 2 columns"),
    ("sd that is a text", step(sd="3"), OF_STEP),
    ("negative sd", step(sd=[-3.0, 3.0]), OF_STEP),
    ("huge sd", text(lambda t: t.replace("3.0", "1e999")), NO_CARD + "it is cut off, or no JSON"),
    ("another sd", step(sd=[4.0, 4.0]), "contradicts itself: what it says about 'noise.sd=3.' does not match that step"),
    ("huge outputs", step(outputs=2**63), OF_STEP),
    ("records that are a text", put(records="3"), COUNT.format("records")),
    ("broken records", put(records=3.5), COUNT.format("records")),
    ("huge records", put(records=10**300), COUNT.format("records")),
    ("records beyond 2^53", put(records=2**60), COUNT.format("records")),
    ("negative records", put(records=-3), "contradicts itself: numbers of records cannot be negative"),
    ("a negative first record", put(first_record=-1), "contradicts itself: numbers of records cannot be negative"),
    ("shuffled as a number", put(shuffled=0), WRONG.format("shuffled")),
    ("no columns", put(columns=[]), "contradicts itself: the columns of the release or of its originals are missing"),
    ("a column too few", put(columns=["a"]), "contradicts itself: 'noise.sd=3.' does not make the columns it names"),
    ("columns that are numbers", put(columns=[1, 2]), WRONG.format("columns")),
    ("kept as a text", put(kept="id"), WRONG.format("kept")),
    ("a short digest", put(digest="00"), HEX.format("digest", 64)),
    ("a digest that is no number", put(digest="z" * 64), HEX.format("digest", 64)),
    ("a salt of the wrong width", put(salt="0" * 63), HEX.format("salt", 64)),
    ("no fingerprint", without("key_fingerprint"), WRONG.format("key_fingerprint")),
    ("a seal that is a list", put(seal=[]), WRONG.format("seal")),
    ("another record count", put(records=4), DAMAGED),
    ("another first record", put(first_record=1), DAMAGED),
    ("said to be shuffled", put(shuffled=True), DAMAGED),
    ("another salt", put(salt="0" * 64), DAMAGED),
    ("another fingerprint", put(key_fingerprint="0" * 32), DAMAGED),
    ("another tool", put(tool="guise 9"), DAMAGED),
    ("a field of nobody's", put(hint="trust me"), DAMAGED),
    ("no check", without("check"), DAMAGED),
    ("no seal", without("seal"), "is damaged: its seal was taken out"),
    ("other values", checked(put(digest="0" * 64)), "is the card of another release"),
    ("other kept columns", checked(put(kept_digest="0" * 64)), r"was changed: its unmasked columns \(id\) are not the ones"),
    ("kept columns undescribed", checked(without("kept_digest")), "is damaged: it does not describe the columns it keeps"),
    ("another mask, well made", checked(lambda card: {**step(sd=[4.0, 4.0], text="noise(sd=4)")(card), "mask": "noise(sd=5)"}), "contradicts itself"),
]
SEEN_BY_THE_OWNER = [
    ("a smaller sd", checked(lambda card: {**step(sd=[1.0, 1.0], text="noise(sd=1)")(card), "mask": "noise(sd=1)"})),
    ("shuffled", checked(put(shuffled=True))),
    ("first record", checked(put(first_record=7))),
    ("fingerprint", checked(put(key_fingerprint="0" * 32))),
    ("tool", checked(put(tool="guise 9"))),
    ("a new field", checked(put(hint="trust me"))),
    ("another seal", put(seal="0" * 64)),
]


class Reader:
    def __init__(self, guise, folder):
        self.guise, self.folder, self.wrong = guise, folder, []

    def run(self, *words):
        return subprocess.run([self.guise, *words], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def expect(self, name, sentence, *words):
        run = self.run(*words)
        lines = run.stderr.strip().split("\n")
        if run.returncode != 2 or len(lines) != 1 or not re.search(sentence, lines[0]):
            self.wrong.append(f"{name}: {' '.join(words)} ended with {run.returncode}: {run.stderr.strip()}{run.stdout[:200]}\n    expected {sentence}")


def main(guise):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reader = Reader(guise, folder)
        (folder / "in.csv").write_text("id,a,b\nann,1,2\nbob,3,4\ncid,5,7\n")
        made = reader.run("mask", "in.csv", "-o", "out.csv", "--mask", "noise(sd=3)", "--keep", "id", "--quiet")
        assert made.returncode == 0, made.stderr
        path = folder / "out.csv.card.json"
        good = json.loads(path.read_text())
        for words in (("inspect", "out.csv"), ("inspect", "out.csv", "--key", "out.csv.key"), ("attack", "out.csv", "-o", "guess.csv", "--with", "identity")):
            run = reader.run(*words)
            assert run.returncode == 0, run.stderr

        def write(change):
            card = change(copy.deepcopy(good))
            path.write_text(card if isinstance(card, str) else json.dumps(card))

        for title, change, sentence in SEEN_BY_ALL:
            write(change)
            reader.expect(title, sentence, "inspect", "out.csv")
            reader.expect(title, sentence, "attack", "out.csv", "-o", "guess.csv", "--with", "identity")
        for title, change in SEEN_BY_THE_OWNER:
            write(change)
            seal = "was changed after guise wrote them: the seal does not fit"
            reader.expect(title, seal, "inspect", "out.csv", "--key", "out.csv.key")
            reader.expect(title, seal, "attack", "out.csv", "-o", "guess.csv", "--with", "subtract", "--knows", "thief", "--key", "out.csv.key")
            reader.expect(title, seal, "mine", "covariance", "out.csv", "--key", "out.csv.key")
        write(checked(put(salt="0" * 64)))
        reader.expect("a new salt", "did not make out.csv, or out.csv.card.json was changed", "inspect", "out.csv", "--key", "out.csv.key")
        print("\n".join(reader.wrong) or f"{len(SEEN_BY_ALL)} bad cards are refused by everybody, {len(SEEN_BY_THE_OWNER) + 1} by the owner")
        return 1 if reader.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
