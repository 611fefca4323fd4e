// SPDX-License-Identifier: Apache-2.0
// The search for masks within limits (docs/advisor.md): closed form, screening on a small sample, the race on a larger one.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "audit/advise_sample.h"
#include "audit/candidates.h"
#include "audit/evaluator.h"

namespace guise::audit {

class MaskSearch {
 public:
  MaskSearch(const AdviceRequest& request, const std::vector<Limit>& limits, const SeenSample& seen, const Auditor& auditor);

  /// Races all levels of risk, as far as the time goes; false when it was not enough.
  bool run();

  const Evaluator& evaluator() const { return evaluator_; }
  std::vector<std::string> notes() const;  ///< schemes that the table is not fit for

  std::string scheme_of(const std::string& mask) const;
  /// The mask so many steps further on its path (weaker: back), where there is one.
  std::optional<std::string> stronger(const std::string& mask, std::ptrdiff_t steps) const;

  /// Leaves the schemes of these masks out, which did not hold what they promised, and races the others again.
  void set_aside(const std::vector<std::string>& masks);
  /// What was raced, of schemes that were not set aside.
  std::vector<Point> running() const;

 private:
  struct Entry {  // a scheme in the race
    const Path* path;
    std::size_t from;
    Point screened;
  };
  bool runs(const Path& path) const { return !refused_.contains(&path) && !aside_.contains(&path); }
  std::size_t closed_start(const Path& path, double target) const;
  std::optional<std::size_t> screen(const Path& path, double target);
  std::vector<Entry> screen_all(double target);
  void race(double target);
  std::pair<const Path*, std::size_t> place_of(const std::string& mask) const;

  const AdviceRequest& request_;
  const std::vector<Limit>& limits_;
  Matrix covariance_;
  std::vector<Path> paths_;
  Evaluator evaluator_;
  std::map<const Path*, std::string> refused_ = {};  // schemes that the table is not fit for, and why
  std::set<const Path*> aside_ = {};
};

}  // namespace guise::audit
