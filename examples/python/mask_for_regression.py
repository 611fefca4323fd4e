# SPDX-License-Identifier: Apache-2.0
"""Choosing a mask for a regression: what does each leave of the model, and of the secret?"""
import numpy

import guise

rng = numpy.random.default_rng(5)
features = rng.normal(size=(2000, 4)) @ rng.normal(size=(4, 4))
target = features @ [1.0, -2.0, 0.5, 3.0] + rng.normal(0, 0.5, 2000)


def explained(x):
    design = numpy.column_stack([x, numpy.ones(len(x))])
    return 1 - ((target - design @ numpy.linalg.lstsq(design, target, rcond=None)[0]).var() / target.var())


rows = {}
for mask in ["rotate", "noise(snr=1)"]:
    release = guise.mask(features, mask)
    # The columns of a rotated release are mixed, so its values are no guess of the originals'.
    audit = guise.audit(features, masks=mask, seed=1, brief=True, effort="quick", keys=2)
    rows[mask] = explained(release.table), audit.verdict
    print(f"{mask}: the regression explains {rows[mask][0]:.1%} ({explained(features):.1%} of the originals). {audit.verdict}")
assert abs(rows["rotate"][0] - explained(features)) < 1e-9  # least squares are the same on rotated columns
assert rows["noise(snr=1)"][0] < rows["rotate"][0]
