# SPDX-License-Identifier: Apache-2.0
"""Two owners and a miner: each owner masks a part of the records, and the miner learns from both releases together."""
import numpy

import guise

rng = numpy.random.default_rng(11)
everyone = rng.multivariate_normal([10, 20], [[4, 3], [3, 9]], size=4000)
north, south = everyone[:1500], everyone[1500:]

# Each owner masks on their own, with noise of a public size. Cards say so; keys stay with the owners.
releases = [guise.mask(part, "noise(sd=2)") for part in (north, south)]

# The miner has the releases and their cards only. Noise of known size can be taken out of moments.
found = guise.mine("covariance", *releases, seed=1)
together = numpy.vstack([release.table for release in releases])
naive = numpy.cov(together.T)
print(f"the releases' own covariance is off by {abs(naive - numpy.cov(everyone.T)).max():.2f}")
mined = numpy.array(found["estimates"][0]["value"])
print(f"the one that is mined from both releases, by {abs(mined - numpy.cov(everyone.T)).max():.2f}")
assert abs(naive[0, 0] - 8) < 1  # 4 of the data and 4 of the noise
assert abs(mined - numpy.cov(everyone.T)).max() < 1.5
