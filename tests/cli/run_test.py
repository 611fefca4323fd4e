#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs command-line tests written as text: run_test.py FILE.test [--show].

A test file is read from top to bottom; its commands share one fresh folder and run in bash.

    # a comment
    < people.csv            a file with the lines that follow, up to an empty line
    age,income
    31,2400

    $ guise measure people.csv guess.csv
    records  1              an expected line of standard output, exactly
    ~ rmse +[0-9.]+         a line that the regular expression matches as a whole
    ...                     any lines, or none
    ! guise: no such file   an expected line of standard error; "!~ REGEX" and "!..." likewise
    = 2                     the exit code; 0 when not given

An empty line at the end of the expected output does not count. A backslash in front takes a line as it is: "\\# not a comment".
Standard error must be empty unless expected. In a command, $SOURCE is the root of the repository.
--show runs the commands and prints what they really print, in this format: a start for a new test.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIMEOUT = 120  # seconds for one command; a hanging one must not hang the whole run
ANY = object()


class Line:
    """An expected line: literal, or a regular expression."""

    def __init__(self, text, regex=False):
        self.text, self.regex = text, regex

    def matches(self, actual):
        return re.fullmatch(self.text, actual) is not None if self.regex else self.text == actual

    def __str__(self):
        return f"~ {self.text}" if self.regex else self.text


class Command:
    def __init__(self, number, text):
        self.number, self.text = number, text
        self.out, self.err, self.code = [], [], 0


def expected_line(text):
    """(stream, Line or ANY) for a line below a command."""
    stream = "out"
    if text.startswith("!"):
        stream, text = "err", text[1:]
        text = text[1:] if text.startswith(" ") else text
    if text == "...":
        return stream, ANY
    if text.startswith("~ "):
        return stream, Line(text[2:], regex=True)
    return stream, Line(text[1:] if text.startswith("\\") else text)


def parse(lines):
    """The steps of a test: ("file", name, content) and Commands, in order."""
    steps, content = [], None
    for number, text in enumerate(lines, 1):
        if content is not None:
            if text:
                content.append(text)
                continue
            content = None
        elif text.startswith("< "):
            content = []
            steps.append(("file", text[2:].strip(), content))
        elif text.startswith("$ "):
            steps.append(Command(number, text[2:]))
        elif text.startswith("#"):
            pass
        elif not steps or not isinstance(steps[-1], Command):
            if text:
                raise SystemExit(f"line {number}: '{text}' stands before any command")
        elif re.fullmatch(r"= \d+", text):
            steps[-1].code = int(text[2:])
        else:
            stream, line = expected_line(text)
            getattr(steps[-1], stream).append(line)
    for step in steps:
        if isinstance(step, Command):
            for lines in (step.out, step.err):
                while lines and lines[-1] is not ANY and lines[-1].text == "":
                    lines.pop()
    return steps


def align(expected, actual):
    """The cheapest way to read `actual` as `expected`: rows (mark, text), where "-" is missing and "+" is too much."""
    best = {(len(expected), len(actual)): (0, None)}
    for i in range(len(expected), -1, -1):
        for j in range(len(actual), -1, -1):
            ways = []
            if i < len(expected) and expected[i] is ANY:
                ways.append((best[i + 1, j][0], (i + 1, j, None)))
                if j < len(actual):
                    ways.append((best[i, j + 1][0], (i, j + 1, (" ", actual[j]))))
            elif i < len(expected):
                if j < len(actual) and expected[i].matches(actual[j]):
                    ways.append((best[i + 1, j + 1][0], (i + 1, j + 1, (" ", actual[j]))))
                ways.append((best[i + 1, j][0] + 1, (i + 1, j, ("-", str(expected[i])))))
            if j < len(actual):
                ways.append((best[i, j + 1][0] + 1, (i, j + 1, ("+", actual[j]))))
            if ways:
                best[i, j] = min(ways, key=lambda way: way[0])
    rows, step = [], best[0, 0][1]
    while step:
        if step[2]:
            rows.append(step[2])
        step = best[step[0], step[1]][1]
    return rows


def lines_of(raw):
    lines = raw.decode(errors="backslashreplace").split("\n")
    while lines and lines[-1] == "":
        lines.pop()
    return lines


def execute(command, folder):
    """(stdout lines, stderr lines, exit code)"""
    here = pathlib.Path(__file__).resolve()
    environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", TZ="UTC", COLUMNS="80", NO_COLOR="1", SOURCE=str(here.parents[2]))
    try:
        done = subprocess.run(["bash", "-c", command.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired as late:
        return lines_of(late.stdout or b""), lines_of(late.stderr or b"") + [f"(stopped after {TIMEOUT} s)"], -1
    return lines_of(done.stdout), lines_of(done.stderr), done.returncode


def complaints(command, out, err, code):
    """What is wrong with the outcome of a command, as lines of text; empty when nothing is."""
    said = []
    for stream, expected, actual in (("standard output", command.out, out), ("standard error", command.err, err)):
        rows = align(expected, actual)
        if any(mark != " " for mark, _ in rows):
            said.append(f"  {stream} (- expected, + found):")
            said += [f"  {mark} {text}" for mark, text in rows]
    if code != command.code:
        said.append(f"  exit code {code}, expected {command.code}")
    return [f"line {command.number}: $ {command.text}"] + said if said else []


def as_written(text, stream):
    """A line of output in the format of test files."""
    escaped = "\\" + text if re.match(r"[#~!=<$\\]|\.\.\.$", text) else text
    return f"! {escaped}" if stream == "err" else escaped


def run(path, show=False):
    """Prints the complaints, or with `show` what happened; returns whether all was as expected."""
    good, commands = True, 0
    with tempfile.TemporaryDirectory(prefix="guise-cli-") as folder:
        for step in parse(path.read_text().splitlines()):
            if not isinstance(step, Command):
                file = pathlib.Path(folder) / step[1]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("".join(line + "\n" for line in step[2]))
                continue
            commands += 1
            out, err, code = execute(step, folder)
            if show:
                print(f"$ {step.text}", *(as_written(line, "out") for line in out), *(as_written(line, "err") for line in err), sep="\n")
                print(f"= {code}\n" if code else "")
                continue
            said = complaints(step, out, err, code)
            good = good and not said
            print(*(f"{path.name}: {line}" if line.startswith("line") else line for line in said), sep="\n", end="\n" if said else "")
    if not commands:
        print(f"{path.name}: has no command")
    return good and commands > 0


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--show"]
    results = [run(pathlib.Path(argument), show="--show" in sys.argv) for argument in arguments]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
