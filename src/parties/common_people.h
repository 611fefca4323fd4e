// SPDX-License-Identifier: Apache-2.0
// The people that all owners have in common, by Diffie and Hellman over ristretto255 (Meadows 1986; Huberman, Franklin and Hogg
// 1999). Each identifier is hashed to a point of the session. Each owner multiplies its points by a secret number and passes
// them on, until every owner has multiplied every list. People in two lists then have one point, and no owner can try names.
// An owner's own list leaves it sorted by points, which is no order of its table. Others keep that order, as its owner could
// not find its records again otherwise. All owners see all complete lists: each learns which of its people each other has.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "parties/agreement.h"
#include "random/secret.h"

namespace guise::parties {

using Point = Bytes32;

/// An owner's secret number, of this session only.
class PeopleSecret {
 public:
  PeopleSecret(const random::SecretBytes& contribution, const Bytes32& setup);
  /// The points of identifiers, in their order. Refuses identifiers that are there twice.
  std::vector<Point> points(std::span<const std::string> identifiers, const Bytes32& setup) const;
  /// Another owner's points, in their order. Refuses what is no point, and points that are there twice.
  std::vector<Point> raised(std::span<const Point> points) const;

 private:
  random::SecretBytes scalar_;
};

/// For owners only: under a key derived from their secret, so that the miner does not see who has how many people in common.
std::vector<std::uint8_t> hidden_points(std::span<const Point> points, const random::SecretBytes& secret, const Bytes32& setup,
                                        std::span<const std::uint8_t> beside);
/// Nothing where it was changed, or made under another secret.
std::optional<std::vector<Point>> shown_points(std::span<const std::uint8_t> hidden, const random::SecretBytes& secret,
                                               const Bytes32& setup, std::span<const std::uint8_t> beside);
inline constexpr std::size_t kHiddenBytes = 40;  ///< that hiding adds

/// The places in `mine` of points that stand in every list, in an order that the secret makes: the same people at every owner.
std::vector<std::size_t> common_in_order(std::span<const Point> mine, std::span<const std::vector<Point>> all,
                                         const random::SecretBytes& secret, const Bytes32& setup);

}  // namespace guise::parties
