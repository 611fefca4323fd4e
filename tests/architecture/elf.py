#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What is built, as the loader sees it: elf.py BUILD GUISE [--hardened].

Library paths of every program and library in the build folder have no empty and no relative element, which the loader would
take for the folder where the program is called. A library that lies in that folder, under the name of one that guise links,
is not loaded. The program is position-independent, and all its relocations are done and read-only before it starts.
--hardened: functions check their stack, copies their bounds and containers their indices.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def linked_files(build):
    """Programs and shared libraries below the folder."""
    for path in sorted(pathlib.Path(build).rglob("*")):
        if path.suffix in (".o", ".a", ".cpp") or path.is_symlink() or not path.is_file() or path.stat().st_size < 64:
            continue
        if is_elf(path) and re.search(r"Type: +(DYN|EXEC)", run("readelf", "-hW", str(path))):
            yield path


def bad_elements(dynamic):
    """Elements of library paths in the output of readelf -d that depend on the folder a program is called in."""
    bad = []
    for path in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic):
        bad += [each for each in path.split(":") if not each.startswith(("/", "$ORIGIN", "${ORIGIN}"))]
    return bad


def check_paths(build):
    problems, count = [], 0
    for path in linked_files(build):
        count += 1
        problems += [f"{path}: its library path has the element '{each}'" for each in bad_elements(run("readelf", "-dW", str(path)))]
    assert count > 0, f"nothing is built in {build}"
    return problems


def check_planted(guise):
    """A library that says so when it is loaded lies where the program is called."""
    needed = re.findall(r"\(NEEDED\).*\[(liblinear\..*)\]", run("readelf", "-dW", guise))
    assert needed, f"{guise} does not link liblinear; plant another library here"
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "planted.c")
        source.write_text('#include <unistd.h>\n'
                          '__attribute__((constructor)) static void run(void) { if (write(2, "planted\\n", 8)) _exit(99); }\n')
        run(compiler, "-shared", "-fPIC", "-o", os.path.join(folder, needed[0]), str(source))
        environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}

        def loads_it():  # it has none of the functions: where all are bound first, the loader gives up instead of running it
            called = subprocess.run([guise, "--version"], cwd=folder, env=environment, capture_output=True, text=True)
            return called.returncode != 0 or "planted" in called.stderr

        if loads_it():
            return [f"{guise} loads {needed[0]} from the folder it is called in"]
        environment["LD_LIBRARY_PATH"] = folder
        assert loads_it(), f"{guise} does not load {needed[0]} from a folder it is told to: this test cannot fail"
    return []


def check_linking(guise):
    problems = []

    def want(holds, what):
        if not holds:
            problems.append(f"{guise}: {what}")

    dynamic, segments = run("readelf", "-dW", guise), run("readelf", "-lW", guise)
    want(re.search(r"Type: +DYN", run("readelf", "-hW", guise)), "is not position-independent (PIE)")
    want("GNU_RELRO" in segments, "has no read-only relocations (RELRO)")
    want(re.search(r"BIND_NOW|\bNOW\b", dynamic), "binds functions when they are called (no BIND_NOW)")
    want(not re.search(r"GNU_STACK.*RWE", segments), "has an executable stack")
    want(not re.search(r"LOAD.*RWE", segments), "has memory that is both writable and executable")
    return problems


def check_compiling(build):
    """In guise's own code: a static library that it links may have the same checks."""
    own = "".join(run("nm", "-u", str(library)) for library in sorted(pathlib.Path(build).glob("libguise_*.a")))
    wanted = ((r"__stack_chk_fail", "stack protector"), (r"__glibcxx_assert_fail", "checks of the standard library"),
              (r"__(mem|str|sn?printf|vsnprintf|read|pread).*_chk\b", "checked copies (FORTIFY)"))
    return [f"{build} has no {what} ({symbol})" for symbol, what in wanted if not re.search(symbol, own)]


def main():
    build, guise = sys.argv[1], sys.argv[2]
    assert bad_elements(" 0x1d (RUNPATH) Library runpath: [/a/lib:]") == [""]
    assert bad_elements(" 0x1d (RUNPATH) Library runpath: [lib:$ORIGIN/../lib]") == ["lib"]
    problems = check_paths(build) + check_planted(guise) + check_linking(guise)
    if "--hardened" in sys.argv:
        problems += check_compiling(build)
    for problem in problems:
        print(f"elf: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
