// SPDX-License-Identifier: Apache-2.0
// Are the attributes of a table independent of each other? Paper 004, section 4: first whether their covariance is diagonal,
// then whether more than it depends. The paper takes the mutual information for the second; distances between records see more.
#pragma once
#include <cstdint>

#include "base/matrix.h"
#include "stats/resampling.h"

namespace guise::stats {

/// Each test's p-value is its own; only the last one, of all together, holds its level.
struct Independence {
  Significance covariance;   ///< the largest |correlation| of two attributes
  Significance pairs;        ///< the largest squared distance correlation of two attributes' normal scores
  Significance joint;        ///< distance multivariance: what only three to five attributes together show
  Significance information;  ///< mutual information of cells of equal counts, in nats
  int cells = 0;             ///< of that, per attribute
  std::int64_t cell_pairs =
      0;  ///< 0: of all attributes at once. Otherwise summed over so many pairs, where records do not suffice
  Index distance_records = 0;  ///< records whose distances were taken
  Index attributes = 0;        ///< that were tested: of more than 400 as many, spread over the table
  double p_value = 1;          ///< of all tests together: the chance that any of them finds as much in independent attributes
};

/// Multiplications the distances may take in all shuffles together: about half a second on one core, and a tenth of that.
constexpr double kThoroughWork = 1e9, kQuickWork = 1e8;

/// Every statistic is compared with that of the same columns after shuffling each by itself (the plug-in information is never
/// zero, erratum 53), and the least p-value of all with the least p-values of the shuffles (Westfall and Young 1993): the level
/// holds exactly for any number of records, attributes and ties. Records are taken for draws independent of each other.
/// Distances are taken of as many records, spread over the table, as the work allows; everything else of all of them. Of more
/// than 400 attributes only 400 are tested, spread over the table: dependence of the others goes unseen.
Independence test_independence(const Matrix& records, int shuffles, const random::Rng& rng, double work = kThoroughWork);

}  // namespace guise::stats
