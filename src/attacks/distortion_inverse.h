// SPDX-License-Identifier: Apache-2.0
// The records behind a release of a non-linear distortion whose matrices are known.
#pragma once
#include "attacks/damped_newton.h"

namespace guise::attacks {

class DistortionInverse {
 public:
  DistortionInverse(DistortionReading reading, const random::Rng& rng);

  struct Found {
    Matrix values;
    Index settled = 0;  ///< records whose search came to rest, or that fit to the last digits
    Index fitting = 0;  ///< … of them those that fit to the last digits
  };
  /// Safe to call from several threads.
  Found find(const MatrixRef& released) const;

  const DistortionReading& reading() const { return reading_; }
  /// Hidden units can be read one by one and f undone in each: no search.
  bool closed_form() const { return way_back_.size() > 0; }

 private:
  Matrix solve_closed(const Matrix& readings) const;
  NewtonPoint search(const Vector& reading, const Vector& start) const;
  NewtonPoint search_from(const Vector& reading, Vector start) const;

  DistortionReading reading_;
  linalg::RecordMap linear_;  // to z: where searches start
  Matrix way_back_;           // hidden x attributes, where there is a closed form
  double size_ = 1;           // of the readings
};

}  // namespace guise::attacks
