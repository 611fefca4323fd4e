# SPDX-License-Identifier: Apache-2.0
"""Digests, seals and row sums of docs/random-format.md, section 5, written a second time in plain Python."""
import csv
import hashlib
import struct

BLOCK = 1024
PUBLISHED = b"the values of a released table.."
LOW = (1 << 64) - 1


def h(*fields, key=b""):
    out = hashlib.blake2b(digest_size=32, key=key)
    for field in fields:
        field = field.encode() if isinstance(field, str) else field
        out.update(struct.pack("<Q", len(field)) + field)
    return out.digest()


def poly1305(key, message):
    """RFC 8439, section 2.5."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at : at + 16] + b"\x01", "little")) * r % ((1 << 130) - 5)
    return ((total + int.from_bytes(key[16:], "little")) % (1 << 128)).to_bytes(16, "little")


def blocks(label, columns, rows, key, content):
    """`content(first, last)`: the bytes of these rows."""
    out = hashlib.blake2b(digest_size=32)
    out.update(struct.pack("<Q", len(label)) + label.encode() + struct.pack("<QQ", columns, rows))
    for first in range(0, rows, BLOCK):
        out.update(poly1305(key, content(first, min(first + BLOCK, rows))))
    return out.digest()


def values_digest(table, key=PUBLISHED):
    """`table`: a list of floats for each column."""
    rows = len(table[0])
    return blocks("guise values 1", len(table), rows, key, lambda first, last: b"".join(struct.pack(f"<{last - first}d", *[x + 0.0 for x in column[first:last]]) for column in table))


def code(field):
    """None: missing. The fields of the tests have few digits: each is the decimal number of its double, or no number."""
    if field is None:
        return b"\x00"
    try:
        number = float(field) if field[:1] in "+-.0123456789" else None
    except ValueError:
        number = None
    if number is not None and field.strip() == field:
        return b"\x01" + struct.pack("<d", number + 0.0)
    return b"\x02" + struct.pack("<I", len(field.encode())) + field.encode()


def kept_digest(table, key=PUBLISHED):
    def content(first, last):
        columns = [b"".join(code(field) for field in column[first:last]) for column in table]
        return b"".join(struct.pack("<Q", len(column)) + column for column in columns)

    return blocks("guise kept 1", len(table), len(table[0]), key, content)


def sealed(values, kept, secret):
    out = hashlib.blake2b(digest_size=32)
    out.update(struct.pack("<Q", 14) + b"guise sealed 1" + values_digest(values, secret))
    if kept:
        out.update(kept_digest(kept, secret))
    return out.digest()


def said(value):
    """The fields that a value of a card is hashed as."""
    if isinstance(value, dict):
        yield "{" + str(len(value))
        for name in sorted(value, key=str.encode):
            yield name
            yield from said(value[name])
    elif isinstance(value, list):
        yield "[" + str(len(value))
        for each in value:
            yield from said(each)
    elif isinstance(value, str):
        yield '"' + value
    elif isinstance(value, bool) or value is None:
        yield {True: "true", False: "false", None: "null"}[value]
    elif isinstance(value, int) and abs(value) >= 1 << 53:
        yield f"i{value}"
    else:
        yield b"#" + struct.pack("<d", float(value) + 0.0)


def card_content(card):
    return h("guise card 1", *said({name: value for name, value in card.items() if name not in ("check", "seal", "signatures")}))


def seal(card, values, kept, own):
    return h("guise/seal/v1", card_content(card), sealed(values, kept, h("guise/release/v1", key=own)), key=own)


def mixed(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & LOW
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & LOW
    return x ^ (x >> 31)


def row_sum(rows, secret):
    keys = struct.unpack("<3Q", secret[:24])
    sums = [0, 0]
    for row in rows:
        number = sum(mixed(struct.unpack("<Q", struct.pack("<d", x + 0.0))[0] ^ keys[0]) for x in row) & LOW
        for lane in (0, 1):
            sums[lane] = (sums[lane] + mixed(number ^ keys[1 + lane])) & LOW
    return struct.pack("<4Q", *sums, len(rows), len(rows[0]))


def ledger_tag(purpose, content, own):
    return h("guise/ledger/v1", purpose, content, key=own)


def read_csv(path, kept, columns):
    """(values, kept) of a release, as columns."""
    with open(path, newline="") as file:
        records = list(csv.DictReader(file))
    return [[float(record[name]) for record in records] for name in columns], [[record[name] for record in records] for name in kept]


def vectors(own):
    """Of the document."""
    card = {"guise_card": 2, "mask": "noise(sd=5)", "records": 3, "shuffled": False, "kept": [], "steps": [{"sd": [5.0, 0.25], "step": "noise"}]}
    values, kept = [[1.0, -0.0, 2.5]], [["ann", "007", "7.5"]]
    key = bytes(range(32))
    rows = row_sum([[1.0, 2.5], [-0.0, 1e300], [1.0, 2.5]], key)
    return "\n".join([
        f"values       {values_digest(values).hex()}", f"kept         {kept_digest(kept).hex()}",
        f"secret       {h('guise/release/v1', key=own).hex()}", f"sealed       {sealed(values, kept, h('guise/release/v1', key=own)).hex()}",
        f"card         {card_content(card).hex()}", f"seal         {seal(card, values, kept, own).hex()}",
        f"rows secret  {h('guise/rows/v1', key=own).hex()}", f"row sum      {rows.hex()}",
        f"rows         {ledger_tag('rows', rows, own)[:16].hex()}", f"anchor       {ledger_tag('anchor', bytes(range(64, 96)), own).hex()}"])
