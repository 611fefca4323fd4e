#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Passphrases on a terminal: asked for twice when they are new, never shown, and the terminal shows again afterwards what is typed:
party_terminal.py GUISE."""
import os
import pty
import sys
import tempfile
import termios


def typed(words, answers):
    """What a terminal shows of the command, given these lines for its questions; its exit code; whether it echoes in the end."""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(words[0], words)
    shown, answers = b"", list(answers)
    echoes = None
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # its end
            break
        shown += piece
        if answers and shown.endswith(b": "):
            os.write(terminal, answers.pop(0).encode() + b"\n")
        elif not answers:
            echoes = bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
    _, status = os.waitpid(process, 0)
    return shown.decode(), os.waitstatus_to_exitcode(status), echoes


def check(holds, what):
    if not holds:
        sys.exit(f"party_terminal.py: {what}")


def main(guise):
    os.environ.pop("GUISE_PASSPHRASE_FILE", None)
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "north")
        shown, code, echoes = typed([guise, "party", "new", name, "--passphrase"], ["open sesame", "open sesame"])
        check(code == 0 and shown.count(": ") >= 2 and "fingerprint" in shown and echoes, f"new: {code} {shown}")
        check("sesame" not in shown, f"shows the passphrase: {shown}")
        fingerprint = shown[shown.index("fingerprint"):].split("\r\n")[0]
        shown, code, echoes = typed([guise, "party", "show", f"{name}.secret"], ["open sesame"])
        check(code == 0 and fingerprint in shown and "sesame" not in shown and echoes, f"show: {code} {shown}")
        shown, code, echoes = typed([guise, "party", "show", f"{name}.secret"], ["open barley"])
        check(code == 2 and "the passphrase does not open" in shown and echoes, f"wrong: {code} {shown}")
        for answers, said in ((["a", "b"], "the two passphrases differ"), ([""], "the passphrase is empty")):
            shown, code, echoes = typed([guise, "party", "new", f"{name}2", "--passphrase"], answers)
            check(code == 2 and said in shown and echoes, f"{answers}: {code} {shown}")
        check(sorted(os.listdir(folder)) == ["north.pub", "north.secret"], f"left: {os.listdir(folder)}")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
