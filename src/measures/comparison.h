// SPDX-License-Identifier: Apache-2.0
// Truth against guess in one pass: everything the measures need, mergeable.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/matrix.h"
#include "measures/groups.h"
#include "stats/histogram.h"
#include "stats/moments.h"

namespace guise::measures {

/// A copy shares what it holds until one of the two is changed: many attackers have the same attacks.
class Comparison {
 public:
  Comparison() : held_(std::make_shared<Held>()) {}
  Comparison(const Comparison&) = default;  // and no move, which would leave one behind that holds nothing
  Comparison& operator=(const Comparison&) = default;
  /// `sd`: standard deviation of the truth per attribute (population form), known from an earlier pass.
  explicit Comparison(Vector sd, int cells = stats::Histogram::kMostCells);
  void add(const MatrixRef& truth, const MatrixRef& guess);
  void merge(const Comparison& later);
  /// The two halves of `add` and `merge`: sums depend on the order of the records in their last digits, histograms do not.
  void add_sums(const MatrixRef& truth, const MatrixRef& guess);
  void add_histograms(const MatrixRef& truth, const MatrixRef& guess);
  void merge_histograms(const Comparison& other);
  Comparison select(const std::vector<Index>& columns) const;  ///< of these attributes alone, in this order

  struct Attribute {
    double sd = 0;                        ///< of the truth; 0 for a constant attribute
    double error = 0, squared_error = 0;  ///< sums of e and e^2, e = truth - guess
    double cross = 0;                     ///< sum of (x - mean x)(guess - mean guess)
    std::int64_t within[std::size(kWithin)] = {}, recovered[std::size(kRecovery)] = {};
    stats::Histogram truth, guess, absolute_error;  ///< absolute_error in standard deviations
  };
  std::int64_t records() const { return held_->truth.count(); }
  const std::vector<Attribute>& attributes() const { return held_->attributes; }
  const stats::Moments& truth() const { return held_->truth; }
  const stats::Moments& guess() const { return held_->guess; }
  const Groups& groups() const { return held_->groups; }  ///< the same sums in parts: how far figures may be off
  /// Records of which every attribute is guessed within kWhole standard deviations, and of which every one is exact up to
  /// rounding. `select` keeps the counts of all attributes: of fewer they are at least that many.
  std::int64_t whole() const { return held_->whole; }
  std::int64_t exact() const { return held_->exact; }

  template <typename Form>
  friend void fields(Form& form, Comparison& comparison);  ///< measures/forms.h

 private:
  struct Held {
    std::vector<Attribute> attributes;
    stats::Moments truth, guess;
    Groups groups;
    std::int64_t whole = 0, exact = 0;
  };
  Held& own();  ///< what is held, by nobody else
  std::shared_ptr<Held> held_;
};

/// Standard deviations of the truth; 0 for columns that are constant but for rounding, which figures leave out: nothing about
/// them can be hidden or learnt.
Vector telling_sd(const stats::Moments& truth);

/// Tolerance of `whole`, in standard deviations.
inline constexpr double kWhole = 0.1;

}  // namespace guise::measures
