# SPDX-License-Identifier: Apache-2.0
# Written by python/make_fields.py from python/stub_head.pyi and what the library says of itself; do not edit __init__.pyi.
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from . import keys as keys

__version__: str

class Error(ValueError):
    kind: str
    advice: list[tuple[str, str | None]]

class LimitError(Error): ...
class Warning(UserWarning): ...

class Found:
    document: dict[str, Any]
    notes: list[str]
    def __getitem__(self, name: str) -> Any: ...
    def __contains__(self, name: str) -> bool: ...
    def to_json(self, indent: int | None = ...) -> str: ...

class Audit(Found):
    summary: dict[str, Any]
    masks: list[dict[str, Any]]
    grade: Any
    verdict: Any
    next: Any
    exceeded: list[dict[str, Any]]
    def to_frame(self) -> Any: ...
    def save(self, folder: str | os.PathLike[str]) -> None: ...
    def fail_above(self) -> Audit: ...

class Attack(Found):
    guess: Any
    sd: Any

class Measures(Found):
    def to_frame(self) -> Any: ...

class Inspection(Found):
    def to_frame(self) -> Any: ...

class Advice(Found):
    mask: str | None

class Mined(Found):
    predictions: Any
    model: str | None

class Release:
    table: Any
    card: dict[str, Any]
    def __init__(self, table: Any, card: dict[str, Any]) -> None: ...

class Mask:
    mask: str
    card_: dict[str, Any]
    n_features_in_: int
    feature_names_in_: Any
    def __init__(self, mask: str = ..., *, key: str | os.PathLike[str] | None = ..., columns: Sequence[str] | None = ...,
                 keep: Sequence[str] | None = ..., missing: Literal["error", "drop", "mean"] = ..., threads: int | None = ...) -> None: ...
    def fit(self, X: Any, y: Any = ...) -> Mask: ...
    def transform(self, X: Any) -> Any: ...
    def fit_transform(self, X: Any, y: Any = ..., **_: Any) -> Any: ...
    def get_feature_names_out(self, input_features: Any = ...) -> Any: ...
    def get_params(self, deep: bool = ...) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Mask: ...
    def set_output(self, *, transform: Literal["default", "pandas", "polars"] | None = ...) -> Mask: ...
    def save_key(self, path: str | os.PathLike[str]) -> None: ...

def progress(show: bool) -> None: ...
def list(what: str | None = ...) -> Any: ...

