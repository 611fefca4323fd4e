#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for keys in the memory of every command that reads or makes one, when it is about to end: memory.py GUISE INJECT.
Neither half may be there, as bytes or as hexadecimal digits, nor the key that noise is drawn from, the keys of an identity, or a passphrase."""
import ctypes
import ctypes.util
import hashlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

PIECE = 8  # bytes of a half that must not be found together; what is derived from it is looked for as a whole


PASSPHRASE = b"nobody-guesses-these-words"


def table(path):
    path.write_text("a,b,c\n" + "".join(f"{i * 37 % 101 / 7:.4f},{i * 53 % 97 / 3:.4f},{i * 29 % 89:.1f}\n" for i in range(200)))


def fields(*parts):
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


def noise_key(own, salt):
    """What the noise of a release is drawn from, as docs/random-format.md has it."""
    secret = hashlib.blake2b(fields(b"guise/own/v1", salt), key=own, digest_size=32).digest()
    return hashlib.blake2b(b"", key=secret, digest_size=32, salt=(1).to_bytes(16, "little"), person=b"guisensx".ljust(16, b"\0")).digest()


def stretched(passphrase, salt):
    """The key that a passphrase gives, by libsodium: Argon2id with 3 passes over 256 MiB."""
    sodium, key = ctypes.CDLL(ctypes.util.find_library("sodium")), ctypes.create_string_buffer(32)
    if sodium.crypto_pwhash(key, ctypes.c_ulonglong(32), passphrase, ctypes.c_ulonglong(len(passphrase)), salt, ctypes.c_ulonglong(3), ctypes.c_size_t(256 << 20), 2) != 0:
        raise SystemExit("memory.py: no memory for Argon2id")
    return key.raw


def opened(text, key):
    """The two keys of an identity under a passphrase: XChaCha20-Poly1305 with what stands before them beside."""
    salted, (nonce, box) = text[:text.index("salt=")].encode(), (bytes.fromhex(re.search(rf"{name}=([0-9a-f]+)", text)[1]) for name in ("nonce", "box"))
    sodium, both = ctypes.CDLL(ctypes.util.find_library("sodium")), ctypes.create_string_buffer(64)
    if sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(both, None, None, box, ctypes.c_ulonglong(len(box)), salted, ctypes.c_ulonglong(len(salted)), nonce, key) != 0:
        raise SystemExit("memory.py: the passphrase does not open the identity")
    return {"sign": both.raw[:32], "seal": both.raw[32:]}


def identity_of(file, passphrase):
    """Both keys of an identity, and what its passphrase gives."""
    text = file.read_text()
    if "box=" not in text:
        return {name: bytes.fromhex(re.search(rf"{name}=([0-9a-f]+)", text)[1]) for name in ("sign", "seal")}
    key = stretched(passphrase, bytes.fromhex(re.search(r"salt=([0-9a-f]+)", text)[1]))
    return {"passphrase": passphrase, "key of the passphrase": key, **opened(text, key)}


def secrets_of(key, cards):
    """Names and bytes of what must not be in memory."""
    if key.name == "session.secret":
        halves = {"bytes": bytes.fromhex(re.search(r"bytes=([0-9a-f]+)", key.read_text())[1])}
    elif key.suffix == ".secret":
        halves = identity_of(key, PASSPHRASE)
    else:
        text = key.read_text()
        halves = {name: bytes.fromhex(re.search(rf"{name}=([0-9a-f]+)", text)[1]) for name in ("shared", "own")}
    found = dict(halves)
    for name, half in halves.items():
        if name != "passphrase":
            found[f"{name}, hexadecimal"] = half.hex().encode()
    for card in cards:
        found[f"noise of {card.name}"] = noise_key(halves["own"], bytes.fromhex(json.loads(card.read_text())["salt"]))
    return found


def memory_of(process):
    """Everything that was written, piece by piece; core dumps must be off."""
    with open(f"/proc/{process}/limits", encoding="ascii") as limits:
        core = next(line for line in limits if line.startswith("Max core file size"))
    if core.split()[4:6] != ["0", "0"]:
        raise SystemExit(f"memory.py: core dumps are on: {core}")
    with open(f"/proc/{process}/maps", encoding="utf-8") as maps, open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for line in maps:
            span, permissions = line.split()[:2]
            if not permissions.startswith("rw"):  # what was never written holds no secret
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            memory.seek(start)
            try:
                yield memory.read(end - start)
            except OSError:
                continue


def search(guise, inject, folder, words, keys, cards):
    """What was found in the memory of the command, and how many bytes were looked at."""
    record = folder / "record"
    process = subprocess.Popen([inject, record, "stop", guise, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=dict(os.environ, GUISE_PASSPHRASE_FILE="passphrase"))
    while not record.exists() or not record.read_text().endswith("\n"):
        time.sleep(0.01)
        if process.poll() is not None:
            raise SystemExit(f"memory.py: {words} ended before its end: {process.stderr.read().decode()}")
    found, seen = set(), 0
    wanted = {f"{key}: {name}": secret for key in keys.split() if not key.endswith("project.key") or (folder / key).exists()
              for name, secret in secrets_of(folder / key, [folder / card for card in cards]).items()}
    for piece in memory_of(int(record.read_text())):
        seen += len(piece)
        for name, secret in wanted.items():
            size = len(secret) if ": noise" in name else PIECE
            for at in range(0, len(secret) - size + 1, size):
                if secret[at:at + size] in piece:
                    found.add(f"{name} (bytes {at} to {at + size})")
    out, err = process.communicate(b"\n")
    record.unlink()
    if process.returncode != 0:
        raise SystemExit(f"memory.py: {words} failed: {err.decode()}{out.decode()}")
    return found, seen


def turns(folder):
    """A project of two owners, turn by turn."""
    yield ["party", "new", "east"], "east.secret", []
    yield (["party", "plan", "study", "--owner", "north.pub", "--owner", "east.pub", "--columns", "a,b", "--center", "0,0", "--scale", "1,1", "--mask", "rotate | noise(sd=1)",
            "--task", "pca"], "north.secret", [])
    session = json.loads((folder / "study" / "plan.json").read_text())["session"][:16]
    for _ in range(5):
        for who in ("east", "north"):
            kept = f"{who}.projects/{session}"
            yield (["party", "next", "study", "--as", f"{who}.secret", "--table", "t.csv", "--agree", "--quiet"],
                   f"{who}.secret {kept}/session.secret {kept}/project.key", [])
    assert (folder / "north.projects" / session / "project.key").exists()


def commands():
    """Words, the keys and identities, and the cards of what is drawn from a key."""
    mask = ["--mask", "rotate | noise(snr=2)", "--quiet"]
    yield ["key", "new", "my.key"], "my.key", []
    yield ["key", "show", "my.key"], "my.key", []
    yield ["mask", "t.csv", "-o", "new.csv", *mask], "new.csv.key", ["new.csv.card.json"]
    yield ["mask", "t.csv", "-o", "m.csv", "--key", "my.key", *mask], "my.key", ["m.csv.card.json"]
    yield ["mask", "t.csv", "-o", "again.parquet", "--key", "my.key", "--shuffle", "--mask", "rotate | noise(sd=2)", "--quiet"], "my.key", ["again.parquet.card.json"]
    yield ["ledger", "my.key"], "my.key", []
    yield ["attack", "m.csv", "-o", "guess.csv", "--with", "inverse", "--key", "my.key", "--quiet"], "my.key", ["m.csv.card.json"]
    yield ["attack", "m.csv", "-o", "guess.csv", "--with", "subtract", "--key", "my.key", "--knows", "thief", "--quiet"], "my.key", ["m.csv.card.json"]
    yield (["attack", "m.csv", "-o", "guess.csv", "--with", "average", "--key", "my.key", "--knows", "repeat=new.csv", "--knows", "second-key=new.csv.key", "--quiet"],
           "new.csv.key", ["new.csv.card.json"])
    yield ["party", "new", "north"], "north.secret", []
    yield ["party", "new", "south", "--passphrase"], "south.secret", []
    yield ["party", "show", "south.secret"], "south.secret", []
    yield ["party", "sign", "t.csv", "--as", "north.secret"], "north.secret", []
    yield ["key", "share", "my.key", "--for", "south.pub", "--as", "north.secret", "-o", "sent"], "my.key north.secret", []
    yield ["key", "accept", "sent", "--as", "south.secret", "--from", "north.pub", "-o", "their.key"], "my.key their.key south.secret", []


def main(guise, inject):
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table(folder / "t.csv")
        (folder / "passphrase").write_bytes(PASSPHRASE + b"\n")
        (folder / "passphrase").chmod(0o600)
        for words, key, cards in itertools.chain(commands(), turns(folder)):
            found, seen = search(guise, inject, folder, words, key, cards)
            print(f"guise {' '.join(words)}: {seen / 1e6:.0f} MB, {', '.join(sorted(found)) or 'nothing'}")
            bad += len(found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
