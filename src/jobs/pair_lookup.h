// SPDX-License-Identifier: Apache-2.0
// Looks the released records of known pairs up in the release while it is read, in memory for the pairs alone.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::jobs {

class PairLookup {
 public:
  /// `wanted`: a row for each pair, as the file has it; empty where there are none.
  explicit PairLookup(const Matrix& wanted);

  /// Records of the release, in any order and from several threads.
  void see(const MatrixRef& rows);

  /// Refuses pairs that were not seen: they are of another release.
  void require_all(const std::string& pairs_file, const std::string& release) const;

 private:
  void compare(const MatrixRef& rows, Index row);

  Matrix wanted_;             // sorted by the column below
  std::vector<Index> order_;  // where each stood
  Vector allowed_;            // how far a number may be off: rounding
  Index column_ = 0;          // the one that tells most of them apart
  std::vector<char> seen_;
  std::mutex mutex_;
};

}  // namespace guise::jobs
