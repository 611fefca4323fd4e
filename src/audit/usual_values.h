// SPDX-License-Identifier: Apache-2.0
// The value that most records of a kind are near to: the best guess by the kind alone where near misses count. A record's own
// value is never among those that its guess was learnt from.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "base/matrix.h"

namespace guise::audit {

/// Of these values the one with most others within `reach`: the middle of the shortest interval that holds so many.
double crowded_value(Vector values, double reach);

class UsualValues {
 public:
  /// `kinds`: a number that stands for each record's; `records`: their numbers.
  UsualValues(const Vector& kinds, const Vector& values, const std::vector<std::int64_t>& records, double reach);

  /// Of any record; that of all records for a kind of which too few were seen.
  double of(double kind, std::int64_t record) const;

 private:
  struct Fold {
    double all = 0;
    std::map<double, double> kinds = {};
  };
  std::vector<Fold> folds_;
};

/// Which of some 25 equal parts of `values` any value lies in: upper ends of all parts but the last, rising.
Vector cuts_of(Vector values);
double part_of(double value, const Vector& cuts);

}  // namespace guise::audit
