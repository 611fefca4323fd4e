// SPDX-License-Identifier: Apache-2.0
// Gathers the evidence of a release block by block, from several threads; the result does not depend on their order.
#pragma once
#include <set>

#include "attacks/attack.h"
#include "stats/forms.h"
#include "stats/histograms.h"
#include "stats/keyed_sample.h"
#include "stats/ordered_merge.h"

namespace guise::attacks {

class Gatherer {
 public:
  Gatherer(std::vector<std::string> columns, std::set<Want> wants, const random::Rng& rng);

  /// Records of one aligned block of the release (see table::kBlock), those left out already removed, with what else is known
  /// of them. `numbers` are theirs where some were left out, empty when they are consecutive.
  void add(std::int64_t first_record, const MatrixRef& released, const MatrixRef& known, const MatrixRef& second,
           const std::vector<std::int64_t>& numbers = {});

  Evidence finish();

  /// In binary form (base/form.h), and what other records add.
  template <typename Form>
  void write(Form& form) const {
    form.kind("evidence", 1);
    sample_.write(form);
    histograms_.write(form);
    merge_.write(form);
  }
  template <typename Form>
  void join(Form& form) {
    form.kind("evidence", 1);
    sample_.join(form);
    histograms_.join(form);
    const auto width = static_cast<Index>(columns_.size());
    form.check(sample_.width() == 0 || sample_.width() == width, "its sample is of another table");
    merge_.join(form, [&](const Partial& partial) { return partial.fits(width); });
  }

 private:
  struct Partial {
    std::int64_t records = 0;
    stats::Moments moments, joint;
    Matrix head;
    Stretches stretches;
    void merge(const Partial& later);
    bool fits(Index width) const {
      return (moments.count() == 0 || moments.attributes() == width) && (joint.count() == 0 || joint.attributes() >= width) &&
             (head.rows() == 0 || head.cols() == width) && stretches.of_width(width);
    }

    template <typename Form>
    friend void fields(Form& form, Partial& partial) {
      form(partial.records, partial.moments, partial.joint, partial.head, partial.stretches);
      form.check(partial.records >= 0, "it counts a negative number of records");
    }
    friend bool alike(const Partial& a, const Partial& b) { return alike(a.moments, b.moments) && alike(a.joint, b.joint); }
  };
  std::vector<std::string> columns_;
  std::set<Want> wants_;
  stats::KeyedSample sample_;
  stats::Histograms histograms_;
  stats::OrderedMerge<Partial> merge_;
};

/// What any of these attacks wants.
std::set<Want> wants_of(std::span<const Attack* const> attacks);

}  // namespace guise::attacks
