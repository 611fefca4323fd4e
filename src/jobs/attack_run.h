// SPDX-License-Identifier: Apache-2.0
// One attack on one release: what is known is gathered, the release is read once to learn from and once to guess.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "jobs/attack.h"
#include "jobs/clear_columns.h"
#include "jobs/knows.h"
#include "table/transform.h"

namespace guise::jobs {

class AttackRun {
 public:
  AttackRun(const AttackRequest& request, random::Rng rng, const table::Work& work);

  /// Writes the guess, and its standard deviations where these are asked for.
  table::Written run();

  std::vector<std::string> notes;
  std::vector<attacks::Link> links;

 private:
  attacks::Evidence evidence();
  void add_kept(attacks::Evidence& seen);
  table::Written write(const attacks::Reconstruction& reconstruction, const table::Output& out, bool sd) const;
  table::Table everybody() const;
  attacks::Guess guess(const attacks::Reconstruction& reconstruction, const table::Window& window, bool sd) const;

  // What was read, by whose it is: columns of the release, known columns, the second release, columns in clear.
  MatrixRef released(const MatrixRef& rows, bool original_units, Matrix& changed) const;
  Matrix known(const MatrixRef& rows) const;
  Matrix second(const MatrixRef& rows) const;
  Matrix side(const MatrixRef& rows) const;  ///< columns in clear, then known ones; empty where no attack looks at them

  const AttackRequest& options_;
  random::Rng rng_;
  Call call_;
  const attacks::Attack& attack_;
  Params params_;
  table::Table release_;
  table::Work work_;
  std::vector<std::string> columns_;  // of the release
  table::Selection selection_;        // these, and what is known beside them
  std::optional<std::int64_t> card_records_;
  Known known_;
  ClearColumns clear_;
};

}  // namespace guise::jobs
