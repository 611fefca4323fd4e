// SPDX-License-Identifier: Apache-2.0
// Means and standard deviations over the records of all owners, of which each owner and the miner learn the total only. Each
// owner sends its sums with masks that cancel when all are added (Bonawitz et al. 2017, without dropouts): one for each other
// owner, from a secret that only both of them have, the session and the round. All but one owner together learn the sums of the
// one that is left.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "parties/message.h"

namespace guise::parties {

using Wide = std::array<std::uint64_t, 4>;  ///< a number modulo 2^256, the lowest 64 bits first

inline constexpr int kFractionBits = 24;      ///< values are multiples of 2^-24 = 6e-8 …
inline constexpr double kMostValue = 0x1p38;  ///< … below 2.7e11

/// Of one owner, exact: in fixed point, so that no order of adding matters.
class ColumnSums {
 public:
  explicit ColumnSums(std::size_t columns) : numbers_(1 + 2 * columns) {}
  void add_record() { add(0, 1, false); }
  void add(std::size_t column, double value);  ///< refuses what fixed point cannot hold
  const std::vector<Wide>& numbers() const {
    return numbers_;
  }  ///< records, then the sum and the sum of squares of each column

 private:
  void add(std::size_t place, std::uint64_t magnitude, bool negative);
  std::vector<Wide> numbers_;
};

/// What `me` sends.
std::vector<std::uint8_t> masked_sums(const ColumnSums& own, const SessionSetup& setup, std::size_t place,
                                      const SecretIdentity& me, std::uint32_t round);

struct JointUnits {
  std::uint64_t records = 0;
  std::vector<double> mean, sd;                 ///< over all records
  std::vector<std::string> center, scale = {};  ///< the same to four digits of the sd, as a mask takes them and cards show them
};

/// Of what all owners sent. Refuses bodies that are not of these columns, and constant columns.
JointUnits joint_units(std::span<const std::vector<std::uint8_t>> sent, const std::vector<std::string>& columns);

}  // namespace guise::parties
