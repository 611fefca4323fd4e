// SPDX-License-Identifier: Apache-2.0
// A lower bound on what a mask tells of a record, measured: two records that a certificate is about are masked many times each,
// and told apart by what comes out. Beside the certificate, which is an upper bound, it shows how much that gives away; above
// it, that one of the two is wrong.
#pragma once
#include <cstdint>
#include <string>

#include "base/matrix.h"
#include "masks/mask.h"
#include "release/certificate.h"

namespace guise::audit {

struct MeasuredPrivacy {
  double epsilon;  ///< at least, at `delta`; 0 where nothing is shown
  double delta;
  double right, wrong;  ///< shares: "it was this record", said of it (at least) and of the other one (at most)
  std::int64_t draws;   ///< of each of the two records; half of them were learnt from, half counted
};

/// Draws of each record; fewer where records are wide.
inline constexpr std::int64_t kPrivacyDraws = 20'000;

/// Whether there is something to be told apart: a certificate of records one by one, which are released one by one.
bool is_measurable(const masks::Prepared& mask, const release::Certificate& certificate);

/// `records`: some of the table, to be tried as pairs too. An event is chosen on one half of the draws and counted on the other
/// (Ding et al., "Detecting Violations of Differential Privacy", CCS 2018), with exact bounds of the shares (Jagielski, Ullman
/// and Oprea 2020).
MeasuredPrivacy measure_privacy(const masks::Prepared& mask, const release::Certificate& certificate, const Matrix& records,
                                const random::Rng& rng, std::int64_t draws = kPrivacyDraws);

/// "Measured: epsilon is at least …; certified: at most …."
std::string measured_sentence(const MeasuredPrivacy& measured, const release::Certificate& certificate);

/// Fails where more was measured than is certified: of the two one is wrong, and nothing of the audit can be trusted.
void require_certified(const MeasuredPrivacy& measured, const release::Certificate& certificate, const std::string& mask);

}  // namespace guise::audit
