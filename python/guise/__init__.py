# SPDX-License-Identifier: Apache-2.0
"""guise: mask numeric tables, attack releases, measure leaks, mine releases, and say whether to publish."""
from . import keys
from ._error import Error, LimitError, Warning
from ._fields import VERSION as __version__
from ._jobs import advise, attack, audit, inspect, mask, measure, mine, predict, theory
from ._mask import Mask
from ._objects import Release
from ._session import progress
from ._stream import Stream, stream

__all__ = ["Error", "LimitError", "Mask", "Release", "Stream", "Warning", "advise", "attack", "audit", "inspect", "keys", "list", "mask", "measure",
           "mine", "predict", "progress", "stream", "theory"]


def list(what=None):  # noqa: A001 - as the command is called
    """What there is: masks, attacks, measures, tasks, attackers or topics of theory, each with its name, summary and parameters; all of them by default."""
    import json

    from ._library import library
    everything = json.loads(library().guise_describe().decode())
    del everything["version"], everything["jobs"]
    everything["theory"] = json.loads(library().guise_topics().decode())
    if what is None:
        return everything
    if what not in everything:
        raise Error(f"there is no list of {what!r} (there are {', '.join(everything)})")
    return everything[what]
