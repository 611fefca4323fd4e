// SPDX-License-Identifier: Apache-2.0
// Which numbers of the shared half of a key each step of a mask gets: docs/random-format.md, section 4. In format 1 the place
// of a step in its chain was all that counted, so that translate(sd=5) and translate(sd=10) had one shift in two sizes, and
// sums over the records of two months one matrix. Format 2 binds the numbers to what is done with them.
#pragma once
#include <string>
#include <vector>

#include "masks/mask.h"

namespace guise::masks {

/// A step with all parameters that have a value, those left out too: by name, numbers as the 16 digits of their bits.
std::string bound_text(const Mask::Link& link);

/// Whether some step releases sums over records, whose matrix belongs to a round.
bool sums_records(const Mask& mask);

/// Refuses a label that two owners could spell in two ways.
void check_round(const std::string& round);

class SharedDraws {
 public:
  /// `attributes` of the originals; `round`: label of sums over records, empty where there are none.
  SharedDraws(int format, const Mask& mask, const std::vector<std::string>& attributes, const std::string& round);
  /// Of a release; by its steps, whatever else the card says of its mask.
  explicit SharedDraws(const Card& card);

  random::Rng of(const random::Key& key, std::size_t step) const;
  /// Public: two releases with one key and equal tags have these numbers in common. Empty in format 1.
  std::string tag(std::size_t step) const;

 private:
  int format_;
  std::vector<Bytes32> bindings_;  // one for each step
};

}  // namespace guise::masks
