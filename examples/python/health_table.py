# SPDX-License-Identifier: Apache-2.0
"""Sharing a health table: which noise hides enough, and what does it cost?"""
import numpy

import guise

rng = numpy.random.default_rng(7)
patients = 3000
age = rng.uniform(20, 90, patients)
pressure = 100 + 0.5 * age + rng.normal(0, 12, patients)
cholesterol = 150 + 0.8 * age + rng.normal(0, 30, patients)
table = numpy.column_stack([age, pressure, cholesterol])

# 1. Look at the table first: what should be minded before masking?
found = guise.inspect(table)
print(f"{found['records']} records; {len(found.notes)} notes")

# 2. Audit two strengths of noise, from weak to strong.
masks = ["noise(snr=10)", "noise(snr=0.05)"]
audit = guise.audit(table, masks=masks, seed=1, brief=True, effort="quick", keys=2)
for mask in masks:
    print(f"{mask}: {audit.verdict[mask]}")
assert audit.grade["noise(snr=10)"] == "do not publish"
assert audit.grade["noise(snr=0.05)"] != "do not publish"

# 3. Release by the stronger one, and keep the report for those who sign.
release = guise.mask(table, masks[1])
audit.save("report")
error = guise.measure(table, release.table)["nrmse"]
print(f"a value of the release is {error:.1f} standard deviations off; means are kept within {abs(release.table.mean(0) - table.mean(0)).max():.1f}")
