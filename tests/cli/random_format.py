#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random format 2 written a second time, from docs/random-format.md alone: random_format.py GUISE [--vectors].

Releases are made by guise with a key file of known bytes, and again here from the key with hashlib and a ChaCha20 of a few lines.
Then two releases that overlap are set against each other: what opened them in format 1 must open nothing. --vectors prints the
vectors of the document."""
import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import card_format
import numpy as np
from card_format import h
from scipy.stats import norm

SHARED, OWN = bytes(range(32)), bytes(range(32, 64))
KEY = f"guise-key-1\nshared={SHARED.hex()}\nown={OWN.hex()}\ncheck=1099c66ede749e84\n"
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "random-format.md"


def kdf(master, number, context):
    return hashlib.blake2b(digest_size=32, key=master, salt=struct.pack("<QQ", number, 0), person=context + bytes(8)).digest()


def block(key, counter, nonce):
    """One block of ChaCha20, RFC 8439, as eight words of 64 bits."""
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    x = start[:]
    for quarter in [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)] * 10:
        a, b, c, d = quarter
        for first, second, third, turn in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
            x[first] = (x[first] + x[second]) & 0xFFFFFFFF
            x[third] ^= x[first]
            x[third] = (x[third] << turn | x[third] >> (32 - turn)) & 0xFFFFFFFF
    return struct.unpack("<8Q", struct.pack("<16I", *[(u + v) & 0xFFFFFFFF for u, v in zip(x, start)]))


class Generator:
    def __init__(self, key, step):
        self.key, self.step = key, step

    def fork(self, purpose):
        return Generator(h("guise/fork/v1", purpose, struct.pack("<I", self.step), key=self.key), 0)

    def words(self, stream, count):
        out = []
        for number in range(-(-count // 8)):
            out += block(self.key, number, struct.pack("<III", 0, stream, self.step))
        return np.array(out[:count], dtype=np.uint64)

    def u(self, stream, count):
        return ((self.words(stream, count) >> np.uint64(12)).astype(float) + 0.5) / 2.0**52

    def gaussian(self, rows, columns):
        return np.array([norm.ppf(self.u(i, columns)) for i in range(rows)])


def number(value):
    """A number, or a list that is not of equal ones, as the format binds it."""
    values = value if isinstance(value, list) else [value]
    texts = [struct.pack(">d", float(each) + 0.0).hex() for each in values]
    return texts[0] if len(set(texts)) == 1 else f"[{','.join(texts)}]"


def step_text(name, **values):
    return f"{name}({','.join(f'{key}={value if isinstance(value, str) else number(value)}' for key, value in sorted(values.items()))})"


def binding(columns, *steps):
    return h("guise/binding/v2", str(len(columns)), *columns, *steps)


def sums_binding(round_label, step):
    return h("guise/sums/v2", round_label, step)


def generator(bound, step=0):
    return Generator(kdf(h("guise/shared/v2", bound, key=SHARED), 1, b"guiseprj"), step)


def haar(n, rng):
    q, r = np.linalg.qr(rng.gaussian(n, n))
    return q * np.sign(np.diag(r))


def tag(purpose, label, content):
    return h("guise/tag/v1", purpose, label, content, key=SHARED)[:16].hex()


def order_tag(people, first_record, label=""):
    """`first_record`: None for a release of records, else the number of the first one that is summed."""
    out = hashlib.blake2b(digest_size=32)
    for place, name in enumerate(people):
        text = str(int(float(name))) if name.replace(".", "").isdigit() and float(name).is_integer() else name
        out.update((b"" if first_record is None else struct.pack("<Q", first_record + place)) + struct.pack("<Q", len(text)) + text.encode())
    return tag("order" if first_record is None else "order of sums", label, out.digest())


def count_tag(records, label):
    return tag("count", label, hashlib.blake2b(struct.pack("<Q", records), digest_size=32).digest())


PEOPLE = ["ann", "bob", "007", "A-7"]
TRANSLATE = dict(name="translate")
SCALE = dict(name="scale", low=0.5, high=2)
SUMS = dict(name="project", k=3, side="records", law="gaussian", sd=1, scaled="yes")
PROJECT = dict(SUMS, k=2, side="attributes")
DISTORT = dict(name="distort", f="tanh", sw=1, sa=1, sq=1, sb=1)


def distorted(x, rng):
    m = x.shape[1]
    part = {name: rng.fork(name) for name in "WAQB"}
    a, b = part["A"].gaussian(m, 1)[:, 0], part["B"].gaussian(m, 1)[:, 0]
    return b + np.tanh(a + x @ part["W"].gaussian(m, m).T) @ part["Q"].gaussian(m, m).T


def permuted(x, rng):
    return x[:, np.argsort(rng.words(0, x.shape[1]), kind="stable")]


def factors(rng, m, low=0.5, high=2.0):
    return np.exp(np.log(low) + rng.u(0, m) * np.log(high / low))


def expected(x, names):
    """(mask, what guise must release): written with other spellings than the format's own on purpose."""
    def bound(**step):
        return generator(binding(names, step_text(**step)))

    m = x.shape[1]
    shift = {sd: sd * bound(**TRANSLATE, sd=sd).gaussian(1, m)[0] for sd in (5, 10)}
    rotation = haar(m, bound(name="rotate"))
    listed = bound(**TRANSLATE, sd=[1, 2, 3]).gaussian(1, m)[0] * [1, 2, 3]
    behind = 2 * generator(binding(names, step_text("rotate"), step_text("translate", sd=2)), 1).gaussian(1, m)[0]
    weights = generator(sums_binding("2026-11", step_text(**SUMS))).gaussian(3, len(x)) / np.sqrt(3)
    return [
        ("translate(sd=5)", x + shift[5]),
        ("translate(sd=5.0)", x + shift[5]),
        ("translate(sd=[5,5e0,5])", x + shift[5]),
        ("translate(sd=10)", x + shift[10]),
        ("translate(sd=[1,2,3])", x + listed),
        ("scale", x * factors(bound(**SCALE), m)),
        ("scale(high=2.00, low=0.5)", x * factors(bound(**SCALE), m)),
        ("scale(high=3)", x * factors(bound(**dict(SCALE, high=3)), m, high=3)),
        ("permute", permuted(x, bound(name="permute"))),
        ("rotate", x @ rotation.T),
        ("rotate | translate(sd=2)", x @ rotation.T + behind),
        ("project(k=2)", x @ bound(**PROJECT).gaussian(2, m).T / np.sqrt(2)),
        ("distort", distorted(x, bound(**DISTORT))),
        ("project(k=3, side=records)", weights @ x),
    ]


class Folder:
    def __init__(self, guise, name):
        self.guise, self.path = guise, pathlib.Path(name)
        (self.path / "my.key").write_text(KEY)
        (self.path / "my.key").chmod(0o600)

    def forget_releases(self):
        """Nothing was released yet with the key, as far as anybody knows."""
        subprocess.run([self.guise, "ledger", "my.key", "--accept"], cwd=self.path, check=True, stdout=subprocess.DEVNULL)

    def write(self, file, values, names):
        np.savetxt(self.path / file, values, delimiter=",", header=",".join(names), comments="", fmt="%.17g")

    def release(self, file, mask, label="2026-11"):
        for old in ("my.key.ledger", "out.csv"):
            (self.path / old).unlink(missing_ok=True)
        self.forget_releases()
        words = [self.guise, "mask", file, "-o", "out.csv", "--mask", mask, "--key", "my.key", "--quiet"]
        words += ["--round", label] if label and "records" in mask else []
        subprocess.run(words, cwd=self.path, check=True)
        return np.loadtxt(self.path / "out.csv", delimiter=",", skiprows=1, ndmin=2)


def vectors():
    names = ["age", "income"]
    text, sums = step_text("translate", sd=5), step_text(**SUMS)
    rng, of_sums = generator(binding(names, text)), generator(sums_binding("2026-11", sums))
    behind = generator(binding(names, "noise", step_text("rotate")), 1)
    shift = " ".join(f"{each:.9g}" for each in 5 * rng.gaussian(1, 2)[0])
    words = " ".join(f"{word:016x}" for word in of_sums.words(0, 2))
    return "\n".join([
        f"step         {text}", f"binding      {binding(names, text).hex()}", f"shared       {rng.key.hex()}", f"shift        {shift}",
        f"behind noise {behind.key.hex()}",
        f"sums         {sums}", f"binding      {sums_binding('2026-11', sums).hex()}", f"shared       {of_sums.key.hex()}", f"words        {words}",
        f"salt         {h('guise/salt/v2', bytes(range(64, 96)), 'noise(sd=5)', '', key=OWN).hex()}",
        f"salt, round  {h('guise/salt/v2', bytes(range(64, 96)), 'noise(sd=5)', '2026-11', key=OWN).hex()}",
        f"order tag    {order_tag(PEOPLE, None)}", f"of sums      {order_tag(PEOPLE, 5, '2026-11')}", f"count tag    {count_tag(4, '2026-11')}"])


def overlaps(folder, x, names):
    """Correlation of what two releases of one key tell, put together as in format 1, with the originals."""
    def likeness(guess, truth):
        return np.abs(np.corrcoef(guess.ravel(), truth.ravel())[0, 1])

    same = {mask: folder.release("x.csv", mask) for mask in ("translate(sd=5)", "translate(sd=10)")}
    opened = np.abs(2 * same["translate(sd=5)"] - same["translate(sd=10)"] - x).max(axis=0)
    yield "2 translate(sd=5) - translate(sd=10)", opened.min() > 1e-6
    scaled = [folder.release("x.csv", f"standardize(center=0,scale={s}) | translate(sd=5)") for s in (1, 2)]
    yield "standardize by 1 and by 2 before one translate", np.abs(2 * (scaled[0] - scaled[1]) - x).max() > 1e-6
    folder.write("fewer.csv", x[:, :2], names[:2])
    wide, narrow = folder.release("x.csv", "project(k=2)"), folder.release("fewer.csv", "project(k=2)")
    yield "a column more before one project", likeness((wide - narrow)[:, 0], x[:, 2]) < 0.999
    folder.write("next.csv", np.vstack([x, [[7.0, -40.0, 900.0]]]), names)
    for labels in (("oct", "nov"), (None, None)):
        months = [folder.release(file, "project(k=3, side=records)", label) for file, label in zip(("x.csv", "next.csv"), labels)]
        values = np.linalg.svd(months[1] - months[0], compute_uv=False)
        yield f"sums of two months, labels {labels[0]} and {labels[1]}", values[1] > 1e-6 * values[0]


def tags(folder):
    """The tags on the cards of releases whose records are named in a column."""
    (folder.path / "people.csv").write_text("name,x,y\n" + "".join(f"{name},{place},{place * place}\n" for place, name in enumerate(PEOPLE)))
    for mask, place in (("rotate", None), ("project(k=2, side=records)", 5)):
        (folder.path / "my.key.ledger").unlink(missing_ok=True)
        folder.forget_releases()
        label = ["--round", "2026-11"] if place else []
        subprocess.run([folder.guise, "mask", "people.csv", "-o", "out.csv", "--mask", mask, "--key", "my.key", "--quiet", "--by", "name", "--first-record", "5", *label], cwd=folder.path, check=True)
        card = json.loads((folder.path / "out.csv.card.json").read_text())
        yield f"order tag of {mask}", card["order_tag"] == order_tag(PEOPLE, place, "2026-11" if place else "")
        yield f"count tag of {mask}", card.get("count_tag") == (count_tag(4, "2026-11") if place else None)


def cards(folder):
    """Digests, check and seal of a card, and the name of the rows in the ledger, of a release with columns in clear."""
    rows = [(f"per,son {i % 7}", f"{i:03d}", 40.5 + i * i % 31, float(i % 900)) for i in range(2500)]
    (folder.path / "kept.csv").write_text("name,code,age,income\n" + "".join(f'"{a}",{b},{c},{d}\n' for a, b, c, d in rows))
    (folder.path / "my.key.ledger").unlink(missing_ok=True)
    folder.forget_releases()
    subprocess.run([folder.guise, "mask", "kept.csv", "-o", "out.csv", "--mask", "noise(sd=5) | round(width=0.5)", "--key", "my.key", "--quiet", "--keep", "name,code"], cwd=folder.path, check=True)
    card = json.loads((folder.path / "out.csv.card.json").read_text())
    values, kept = card_format.read_csv(folder.path / "out.csv", card["kept"], card["columns"])
    yield "digest of the values", card["digest"] == card_format.values_digest(values).hex()
    yield "digest of the columns in clear", card["kept_digest"] == card_format.kept_digest(kept).hex()
    yield "check of the card", card["check"] == card_format.card_content(card).hex()
    yield "seal of the card", card["seal"] == card_format.seal(card, values, kept, OWN).hex()
    ledger = json.loads((folder.path / "my.key.ledger").read_text())["entries"]
    name = card_format.ledger_tag("rows", card_format.row_sum([row[2:] for row in rows], card_format.h("guise/rows/v1", key=OWN)), OWN)[:16].hex()
    yield "rows in the ledger", ledger[-1]["rows"] == name


def main():
    if "--vectors" in sys.argv:
        print(vectors() + "\n\n" + card_format.vectors(OWN))
        return 0
    fine = vectors() in DOCUMENT.read_text() and card_format.vectors(OWN) in DOCUMENT.read_text()
    print(f"vectors of the document: {'ok' if fine else 'WRONG'}")
    names = ["age", "income", "rent"]
    x = np.random.default_rng(5).normal(50, 20, (40, 3))
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(sys.argv[1], name)
        folder.write("x.csv", x, names)
        for mask, release in expected(x, names):
            apart = np.abs(folder.release("x.csv", mask) - release).max()
            fine &= bool(apart < 1e-9)
            print(f"{mask}: guise differs by {apart:.1e}: {'ok' if apart < 1e-9 else 'WRONG'}")
        for text, closed in overlaps(folder, x, names):
            fine &= bool(closed)
            print(f"{text}: {'tells nothing' if closed else 'OPENS'}")
        for text, right in [*tags(folder), *cards(folder)]:
            fine &= bool(right)
            print(f"{text}: {'ok' if right else 'WRONG'}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
