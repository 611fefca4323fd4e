# SPDX-License-Identifier: Apache-2.0
"""A mask as an estimator of scikit-learn, which need not be installed."""
import json
import os

from . import _results, _tables
from ._error import Error
from ._jobs import key_path
from ._session import Session


class Mask:
    """Masks tables by a chain of steps, such as "rotate | noise(snr=2)".

    One key serves all calls of an object, and of all objects that name its file: a matrix is the same in every release, and noise never repeats for another table. Every call of
    transform() makes a release of its own: a step that computes numbers from the data, such as standardize or noise(snr=2),
    computes them from the table that is masked.

    mask: steps joined by |. key: path of a key file (default: a key in memory, made by fit and gone with the object).
    columns: numeric columns to mask (default: all). keep: columns carried through unmasked. missing: records with missing
    values: error, drop or mean. threads: how many to use (default: all cores).
    After transform: card_ is the public card of the last release.
    """

    def __init__(self, mask="rotate", *, key=None, columns=None, keep=None, missing="error", threads=None):
        self.mask = mask
        self.key = key
        self.columns = columns
        self.keep = keep
        self.missing = missing
        self.threads = threads

    @property
    def card_(self):
        """The public card of the last release that transform made."""
        card = getattr(self, "_last", {}).get("card")
        if card is None:
            raise AttributeError("there is no card yet: transform makes a release")
        return card

    # What scikit-learn asks of an estimator
    _NAMES = ("mask", "key", "columns", "keep", "missing", "threads")

    def get_params(self, deep=True):
        return {name: getattr(self, name) for name in self._NAMES}

    def set_params(self, **params):
        for name, value in params.items():
            if name not in self._NAMES:
                raise ValueError(f"Invalid parameter {name!r} for estimator {self!r}. Valid parameters are: {list(self._NAMES)!r}.")
            setattr(self, name, value)
        return self

    def __repr__(self):
        standard = Mask()
        given = [repr(self.mask)] + [f"{name}={getattr(self, name)!r}" for name in self._NAMES[1:] if getattr(self, name) != getattr(standard, name)]
        return f"Mask({', '.join(given)})"

    def __sklearn_tags__(self):
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags
        return Tags(estimator_type="transformer", target_tags=TargetTags(required=False),
                    transformer_tags=TransformerTags(preserves_dtype=["float64", "float32"]), input_tags=InputTags())

    def _more_tags(self):  # scikit-learn before 1.6
        return {"preserves_dtype": ["float64", "float32"]}

    def __sklearn_is_fitted__(self):
        return hasattr(self, "n_features_in_")

    def __getstate__(self):
        state = dict(self.__dict__)
        if state.pop("_session", None) is not None:
            raise Error("a key in memory is never written anywhere, so a fitted Mask without a key file cannot be pickled; make one by guise.keys.new(path), and pass key=path")
        return state

    def set_output(self, *, transform=None):
        """transform: "default" (as what went in), "pandas" or "polars"."""
        if transform not in (None, "default", "pandas", "polars"):
            raise ValueError(f"transform takes 'default', 'pandas' or 'polars', got {transform!r}")
        if transform is not None:
            self._output = transform
        return self

    def fit(self, X, y=None):
        """Checks that the mask fits the table, and makes the key where none is named."""
        session = self._own_session()
        self._last = {}
        source, released, card = self._release(session, X, fitting=True)
        names, width = _names_of(X, source, card)
        self.n_features_in_ = width
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self._names_out = released.columns
        return self

    def transform(self, X):
        """The masked release of a table; card_ is then its public card."""
        self._require_fitted()
        session = self._own_session()
        self._check_columns(X)
        source, released, self._last["card"] = self._release(session, X)
        same = self.missing != "drop"
        wanted = getattr(self, "_output", None) or _configured()
        if wanted == "pandas":
            frame = released.to_pandas() if source.kind != "pandas" else _results.back(released, source, same)
            return frame
        if wanted == "polars":
            return released.to_polars() if source.kind != "polars" else _results.back(released, source, same)
        return _results.back(released, source, same) if source.kind != "file" else released

    def fit_transform(self, X, y=None, **_):
        return self.fit(X, y).transform(X)

    def get_feature_names_out(self, input_features=None):
        """Names of the columns of a release."""
        self._require_fitted()
        if input_features is not None:
            given = list(input_features)
            known = getattr(self, "feature_names_in_", None)
            if known is not None and list(known) != given:
                raise ValueError("input_features is not equal to feature_names_in_")
            if len(given) != self.n_features_in_:
                raise ValueError("input_features should have length equal to number of features")
        return _as_names(self._names_out)

    def save_key(self, path):
        """Writes the key that fit made to a file of its own, readable by its owner only and never over another one."""
        self._require_fitted()
        if getattr(self, "_session", None) is None:
            raise Error(f"the key is in {self.key} already")
        descriptor = os.open(os.fspath(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(self._session.get_text("mask.key"))

    # How it is done
    def _own_session(self):
        """With a key of its own where none is named, as long as the object lives."""
        if self.key is not None:
            key_path(self.key)
            self._session = None
            return Session(self.threads)
        if getattr(self, "_session", None) is None:
            session = Session(self.threads)
            session.text("guise_key_new", b"memory:mask.key")
            self._session = session
        return self._session

    def _require_fitted(self):
        if self.__sklearn_is_fitted__():
            return
        try:
            from sklearn.exceptions import NotFittedError
        except ImportError:
            raise Error("this Mask is not fitted yet; call fit first") from None
        raise NotFittedError("This Mask instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator.")

    def _check_columns(self, X):
        names, width = _shape_of(X)
        known = getattr(self, "feature_names_in_", None)
        if known is not None and names is not None and list(known) != list(names):
            unseen, missing = [n for n in names if n not in set(known)], [n for n in known if n not in set(names)]
            words = "The feature names should match those that were passed during fit.\n"
            if unseen:
                words += "Feature names unseen at fit time:\n" + "".join(f"- {n}\n" for n in sorted(map(str, unseen))[:5])
            if missing:
                words += "Feature names seen at fit time, yet now missing:\n" + "".join(f"- {n}\n" for n in sorted(map(str, missing))[:5])
            if not unseen and not missing:
                words += "Feature names must be in the same order as they were in fit.\n"
            raise Error(words)
        if width is not None and width != self.n_features_in_:
            raise Error(f"X has {width} features, but Mask is expecting {self.n_features_in_} features as input")

    def _release(self, session, X, fitting=False):
        for name in ("table", "release"):
            session.call("guise_drop", name.encode())
        source = _tables.add(session, "table", X, "X")
        fields = {"mask": self.mask, "out": session.place("release"), "missing": self.missing}
        if not isinstance(self.mask, str):
            raise Error(f"mask takes its steps as text, such as 'rotate | noise(snr=2)', got {self.mask!r}")
        for name in ("columns", "keep"):
            value = getattr(self, name)
            if value is not None:
                fields[name] = [str(each) for each in ([value] if isinstance(value, str) else value)]
        # A key file has its ledger of releases. Fitting releases nothing, so it must not leave an entry there.
        if self.key is None:
            fields["key"] = "memory:mask.key"
        elif fitting:
            fields["forget_key"] = True
        else:
            fields["key"] = key_path(self.key)
        card = session.run({"guise_request": 1, "job": "mask", "input": source.path, **fields})
        released = _results.Table(session, "release")
        session.held.clear()
        return source, released, card


def _configured():
    """What scikit-learn's set_config(transform_output=…) asks for."""
    import sys
    if "sklearn" not in sys.modules:
        return "default"
    import sklearn
    return sklearn.get_config().get("transform_output", "default")


def _shape_of(X):
    """(names, number of columns) of what has such; None else."""
    columns = getattr(X, "columns", None)
    if columns is not None and not callable(columns):
        names = list(columns)
        return (names if all(isinstance(name, str) for name in names) else None), len(names)
    shape = getattr(X, "shape", None)
    return None, (shape[1] if isinstance(shape, tuple) and len(shape) == 2 else None)


def _as_names(names):
    import sys
    if "numpy" in sys.modules:
        return sys.modules["numpy"].asarray(names, dtype=object)
    return list(names)


def _names_of(X, source, card):
    names, width = _shape_of(X)
    if width is None and source.kind == "numpy":
        width = source.original.shape[1]
    if width is None:
        width = len(json.loads(json.dumps(card)).get("attributes", []))
    return (None if names is None else _as_names(names)), width
