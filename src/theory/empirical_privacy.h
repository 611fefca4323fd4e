// SPDX-License-Identifier: Apache-2.0
// What an attack that was counted proves about a mask: lower bounds on its epsilon and mu. They never show that a mask achieves
// an epsilon; one above the certified value shows that the certificate, or what it rests on, is wrong.
#pragma once
#include <cstdint>

namespace guise::theory {

struct Count {
  std::int64_t hits, tries;
};

/// Clopper and Pearson's bounds of a share; each is wrong with probability at most `error`.
double share_at_least(const Count& count, double error);
double share_at_most(const Count& count, double error);

/// An attack that says "it was this record" for `right` of the releases with it and for `wrong` of those with another. With
/// confidence 1 - `error` the bounds hold: epsilon >= ln((right - delta) / wrong), mu >= Phi^-1(right) - Phi^-1(wrong), each
/// share at its end of its interval of error / 2.
struct EmpiricalPrivacy {
  double right, wrong;  ///< at least, at most
  double epsilon, mu;   ///< at least; 0 where nothing is shown
};
EmpiricalPrivacy empirical_privacy(const Count& right, const Count& wrong, double delta, double error = 0.05);

}  // namespace guise::theory
