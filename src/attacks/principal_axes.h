// SPDX-License-Identifier: Apache-2.0
// Orthonormal axes of a release and of a sample of other people that should be the same axes of the same population: an axis
// and its partner have the same number, their signs are open.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

/// A table of records seen along orthonormal axes, longest first.
struct Axes {
  Vector center;
  Vector variance;   ///< along each axis; below 0 when more noise was taken off than there was
  Matrix vectors;    ///< one in each column
  Matrix records;    ///< some of the table
  double count;      ///< records that the axes were computed from
  Matrix blur = {};  ///< noise to be added to what the records show along the axes; empty for none

  Matrix scores() const;  ///< of the records, blurred, each axis brought to standard deviation 1
};

/// Standard deviation of the angle, in radian, by which sampling turns each axis towards the others. Anderson (1963): sum over
/// j of l_i l_j / (l_i - l_j)^2 / n. Both tables have their share.
Vector angular_errors(const Axes& sample, const Axes& release);

/// Axes of nearly the same length are turned by sampling as it likes. Inside each run of such axes both tables are turned to
/// their independent components and these are matched, where that brings their joint distributions closer.
std::vector<std::string> turn_tied_axes(Axes& sample, Axes& release, const random::Rng& rng);

}  // namespace guise::attacks
