// SPDX-License-Identifier: Apache-2.0
// A mask: a chain of steps, and the same prepared for one table and one key.
#pragma once
#include <string>
#include <vector>

#include "base/card.h"
#include "masks/step.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::masks {

/// Steps joined by |, checked. text() is canonical: the same mask has the same text.
class Mask {
 public:
  static Mask parse(std::string_view spec);
  std::string text() const;
  struct Link {
    const Step* step;
    Call call;
    Params params;
  };
  const std::vector<Link>& links() const { return links_; }

 private:
  std::vector<Link> links_;
};

/// Ready to be applied, any number of times, to any run of records of the table it was prepared for.
class Prepared {
 public:
  void apply(table::Chunk& chunk) const;
  bool undo(table::Chunk& chunk) const;             ///< the thief's way back, as far as it goes; false when a step has none
  const std::vector<std::string>& columns() const;  ///< of the release
  bool any_run() const;
  bool keeps_integers() const;
  std::vector<std::string> notes() const;
  Card card() const;  ///< records, digest and fingerprint are for the caller to fill

 private:
  friend Prepared prepare(const Mask&, const table::Table&, const table::Selection&, const table::Work&, const random::Key&);
  std::string text_;
  std::vector<Plan> plans_;
};

/// Learns what the steps want (a pass over the table for each that wants anything) and makes their plans.
Prepared prepare(const Mask&, const table::Table&, const table::Selection&, const table::Work&, const random::Key&);

}  // namespace guise::masks
