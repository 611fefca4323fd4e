# SPDX-License-Identifier: Apache-2.0
"""Key files: secrets that a table is masked with."""
import json
import os

from ._session import Session


def new(path):
    """Makes a key file, readable by its owner only and never over another one; gives its public fingerprint."""
    with Session() as session:
        return json.loads(session.text("guise_key_new", os.fspath(path).encode()))["fingerprint"]


def show(path):
    """The public fingerprint of a key file."""
    with Session() as session:
        return json.loads(session.text("guise_key_show", os.fspath(path).encode()))["fingerprint"]
