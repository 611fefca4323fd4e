// SPDX-License-Identifier: Apache-2.0
// Tries one mask after the other on samples of the table, and remembers what came out.
#pragma once
#include <chrono>
#include <map>

#include "audit/advise.h"
#include "audit/frontier.h"

namespace guise::audit {

/// How thoroughly a mask is tried (docs/advisor.md: few records, keys and attackers first).
struct Level {
  std::int64_t records;
  int keys;
  bool everybody;  ///< all attackers; else the outsider alone, whose attacks everybody else has too
};
inline constexpr Level kScreen = {.records = 1000, .keys = 1, .everybody = false};
inline constexpr Level kRace = {.records = 2000, .keys = 2, .everybody = true};

/// Thrown when the time of the search is over.
struct OutOfTime {};

/// Risk and loss of `mask`, one of the audit's. `limits` are not empty; those that nobody tested are left out where not
/// `everybody` was asked, and exceeded otherwise. A counted figure of utility without a value is destroyed: nothing of it is
/// kept.
Point point_of(const MaskResult& mask, const Result& audit, const std::vector<Limit>& limits,
               const std::vector<std::string>& counted, bool everybody);

Tradeoff tradeoff(const Point& point);
std::vector<Tradeoff> tradeoffs(const std::vector<Point>& points);

/// The figures of utility of which there is a share kept.
std::vector<std::string> measurable(const MaskResult& mask);

class Evaluator {
 public:
  /// `screen`, `race`: samples of the two levels.
  Evaluator(const AdviceRequest& request, std::vector<Limit> limits, Matrix screen, Matrix race, Auditor auditor);

  /// The figures that count: those that the weakest mask has, or those asked for. Refuses a name it does not have.
  void count_by(const std::string& weakest);
  const std::vector<std::string>& counted() const { return counted_; }

  const Point& try_mask(const std::string& mask, const Level& level);
  int tried() const { return tried_; }
  /// All points of the race so far, in the order of their masks.
  std::vector<Point> raced() const;

 private:
  Result audit_one(const std::string& mask, const Level& level) const;
  std::vector<std::string> columns() const;  // of the samples
  void report() const;

  const AdviceRequest& request_;
  std::vector<Limit> limits_;
  bool with_label_;  // the samples have it as their last column
  table::Table screen_, race_;
  Auditor auditor_;
  std::vector<std::string> counted_ = {};
  std::map<std::string, Point> screened_ = {}, raced_ = {};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int tried_ = 0;
  std::int64_t records_ = 0;  // masked so far
};

}  // namespace guise::audit
