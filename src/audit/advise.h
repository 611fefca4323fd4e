// SPDX-License-Identifier: Apache-2.0
// The advisor: which mask loses least of what the table is good for while attackers stay below the limits. Masks are tried on
// samples; what looks best is confirmed on the whole table with fresh keys.
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/limits.h"

namespace guise::audit {

struct AdviceRequest {
  std::vector<Limit> limits;               ///< none: the knee of the frontier of `gets` is advised
  std::vector<std::string> attackers;      ///< as parse_attacker takes them; a thief is no use here
  std::vector<std::string> purposes = {};  ///< figures of utility that count; empty: all
  std::string before = {};                 ///< public steps in front of every mask tried
  std::string label = {};                  ///< kept column that is told from the release
  table::Selection selection;
  std::vector<std::string> kept = {};
  double seconds = 60;  ///< to search for; confirming takes as long as an audit of a few masks does
  int keys = 5;         ///< to confirm with
  table::Work work;
  random::Rng rng = random::Rng::from_system();
};

/// A mask that was tried.
struct Point {
  std::string scheme, mask;
  Spread risk = {};  ///< the figure that comes nearest to its limit, over that limit; without limits `gets`
  Spread loss = {};  ///< 1 - mean share kept of what counts
  double risk_error = 0, loss_error = 0;  ///< standard errors
  bool qualifies = false;                 ///< exceeds no limit, by the careful rule of check()
  bool confirmed = false;                 ///< with fresh keys on the whole table, not on a sample
  bool front = false;                     ///< nothing else among the points is better in both
  std::string refused = {};               ///< why the mask cannot be applied to this table; then nothing else is said
};

struct Advice {
  std::vector<Limit> limits;
  std::vector<Point> points;           ///< tried with all attackers, by rising risk
  std::optional<std::size_t> choice;   ///< of the points, confirmed; none: nothing qualifies
  std::optional<std::size_t> nearest;  ///< of the points, when there is no choice: the least risk
  std::vector<std::string> counted;    ///< figures of utility that the loss is made of
  std::vector<std::string> notes;      ///< schemes that fell out, and why
  Result audit;                        ///< of what was confirmed
  int tried = 0;                       ///< audits of samples
  std::int64_t sample = 0;             ///< records in the larger sample
  bool cut_short = false;              ///< the time ran out before the search had ended
};

/// What is asked of each mask; audit() itself but in tests.
using Auditor = std::function<Result(const table::Table&, const Request&)>;

Advice advise(const table::Table& originals, const AdviceRequest& request, const Auditor& auditor = audit);

/// The front as a table, the choice, and what to keep in mind; 80 columns. The command is the caller's.
std::string advice_text(const Advice& advice);
/// `frontier` of audit.json. `command`: of the choice, empty when there is none.
nlohmann::json frontier_json(const Advice& advice, const std::string& command);

}  // namespace guise::audit
