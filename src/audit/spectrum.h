// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "audit/passes.h"

namespace guise::audit {

/// Of a release with a row for every record; nothing otherwise.
std::optional<Spectrum> spectrum_of(const Variant&, const Gathered&, const stats::Moments& truth);

/// The most that the release of a record tells of it, in bits, where that is known.
std::optional<double> information_bound(const Variant&, const stats::Moments& truth);

}  // namespace guise::audit
