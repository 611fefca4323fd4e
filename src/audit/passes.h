// SPDX-License-Identifier: Apache-2.0
// The two passes of an audit over the originals: gather evidence of every release, then guess and compare.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "audit/closeups.h"
#include "audit/draws.h"
#include "audit/halves.h"
#include "audit/known_view.h"
#include "audit/variant.h"
#include "table/absences.h"

namespace guise::audit {

/// What the first pass knows of one variant: the release alone, and jointly with originals or with the second release.
struct Gathered {
  attacks::Evidence evidence;
  std::optional<attacks::Evidence> insider;         ///< of the release as the insider reads it, where that is another
  stats::Moments with_originals;                    ///< of [release, originals]
  stats::Moments with_second;                       ///< of [release, second release]
  stats::Moments with_insider_second = {};          ///< the same as an insider reads both, where that is another
  std::optional<attacks::Evidence> both_sums = {};  ///< of the sums of both releases, for an insider
  std::optional<attacks::Evidence> overlap = {};    ///< of the mean of the release and the next one
};

struct FirstPass {
  stats::Moments truth;
  Matrix head;  ///< the first originals in order, for warnings about the table
  Closeup sample, start;
  Closeup beside;  ///< of the records that the releases' samples are made of: originals, then kept columns
  std::vector<Gathered> variants;
  /// What the kept columns say of the sampled and of the known records, by their numbers; empty where no columns are kept.
  std::map<std::int64_t, std::string> kept = {};
  table::Absences absences = {};  ///< records that are not in the release: windows begin behind them
};
/// The attacks to try, in the order of the registry.
std::vector<const attacks::Attack*> tried_attacks(const Request& request);

FirstPass gather(const table::Table& originals, const Request& request, const Variants& variants, const Draws& draws,
                 bool with_originals);

/// One reconstruction to be run in the second pass on one variant.
struct Guesser {
  std::size_t variant = 0;
  View view;
  attacks::Reconstruction reconstruction;
  KnownView known;  ///< columns of the originals the attacker sees
  bool second = false;
  bool side = false;  ///< looks at columns in clear: kept and known ones
};
using Guessers = std::vector<std::shared_ptr<const Guesser>>;

/// Columns in clear of rows whose first are the originals': the kept ones, then those that are known. `records`: their numbers.
Matrix side_of(const Matrix& wide, const View& kept, const KnownView& known, const std::vector<std::int64_t>& records);

/// What a guesser sees in rows of the wide matrix, all of them its own.
attacks::Observed observed_by(const Guesser& guesser, const Variants& variants, const Matrix& wide,
                              const std::vector<std::int64_t>& records);

/// Comparisons of all attributes: of the records that attacks are chosen by, and of those they are reported on.
struct Compared {
  measures::Comparison choice, report;
};
/// One per guesser, and last that of guessing the originals' mean.
std::vector<Compared> compare(const table::Table& originals, const Request& request, const Variants& variants,
                              const Draws& draws, const Halves& halves, const FirstPass& pass, const Guessers& guessers);

/// The records of the whole table that each of these guessers exposes most, in the columns that count for it; a pass.
std::vector<std::vector<Exposed>> expose(const table::Table& originals, const Request& request, const Variants& variants,
                                         const Draws& draws, const stats::Moments& truth,
                                         const std::vector<const Guesser*>& guessers,
                                         const std::vector<std::vector<Index>>& scored);

}  // namespace guise::audit
