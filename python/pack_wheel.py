#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs a folder that holds the package guise into a wheel for every Python 3 of this platform: pack_wheel.py FOLDER OUT."""
import base64
import hashlib
import pathlib
import re
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    return re.search(r"project\(guise VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def metadata():
    readme = (ROOT / "python/README.md").read_text()
    return (f"Metadata-Version: 2.1\nName: guise\nVersion: {version()}\nSummary: Mask numeric tables, attack releases, measure leaks, and decide whether to publish\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\nProvides-Extra: all\nRequires-Dist: numpy; extra == 'all'\nRequires-Dist: pandas; extra == 'all'\n"
            f"Requires-Dist: tqdm; extra == 'all'\nDescription-Content-Type: text/markdown\n\n{readme}")


def main(folder, out):
    folder, out = pathlib.Path(folder), pathlib.Path(out)
    tag = "py3-none-" + re.sub(r"[.-]", "_", sysconfig.get_platform())
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted((folder / "guise").rglob("*")) if path.is_file()}
    info = f"guise-{version()}.dist-info/"
    files[info + "METADATA"] = metadata().encode()
    files[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: guise\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[info + "entry_points.txt"] = b"[console_scripts]\nguise = guise.__main__:main\n"
    for name in ("LICENSE", "NOTICE"):
        files[info + "licenses/" + name] = (ROOT / name).read_bytes()
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n" for name, content in files.items())
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / f"guise-{version()}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)  # the same bytes from the same files
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.startswith(("guise/lib/", "guise/bin/")) else 0o644) << 16
            wheel.writestr(entry, content)


if __name__ == "__main__":
    main(*sys.argv[1:])
