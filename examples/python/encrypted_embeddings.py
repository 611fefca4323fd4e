# SPDX-License-Identifier: Apache-2.0
"""Auditing a vendor's "encrypted" embeddings: vectors are said to be safe because they were multiplied by a secret rotation."""
import numpy

import guise

rng = numpy.random.default_rng(3)
originals = rng.normal(size=(2000, 8)) @ rng.normal(size=(8, 8))
secret = numpy.linalg.qr(rng.normal(size=(8, 8)))[0]
vendor = originals @ secret  # what the vendor publishes; guise is not told how

# Somebody who knows a few originals with their encrypted vectors solves for the rotation.
known = 12
pairs = (originals[:known], vendor[:known])
found = guise.attack(vendor, "regress", card=False, knows={"pairs": pairs}, truth=originals, seed=1)
error = guise.measure(originals, found.guess)["nrmse"]
print(f"an attacker who knows {known} pairs recovers all other vectors with an error of {error:.2g} standard deviations")
assert error < 1e-6
