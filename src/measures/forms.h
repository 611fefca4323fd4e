// SPDX-License-Identifier: Apache-2.0
// Comparisons in binary form (base/form.h).
#pragma once
#include "measures/comparison.h"
#include "stats/forms.h"

namespace guise::measures {

template <typename Form>
void fields(Form& form, GroupSums& sums) {
  form(sums.truth, sums.guess, sums.truth_square, sums.guess_square, sums.cross, sums.error, sums.squared_error);
  for (std::int64_t& each : sums.within) form(each);
  for (std::int64_t& each : sums.recovered) form(each);
}

template <typename Form>
void fields(Form& form, Groups& groups) {
  form(groups.records_, groups.attributes_, groups.sums_);
  form.check(groups.records_ >= 0 && groups.sums_.size() % kGroups == 0 && groups.sums_.size() / kGroups == groups.attributes_,
             "groups in it have impossible sizes");
}

template <typename Form>
void fields(Form& form, Comparison::Attribute& attribute) {
  form(attribute.sd, attribute.error, attribute.squared_error, attribute.cross);
  for (std::int64_t& each : attribute.within) form(each);
  for (std::int64_t& each : attribute.recovered) form(each);
  form(attribute.truth, attribute.guess, attribute.absolute_error);
}

template <typename Form>
void fields(Form& form, Comparison& comparison) {
  form.kind("comparison", 1);
  Comparison::Held& held = Form::kReads ? comparison.own() : *comparison.held_;
  form(held.attributes, held.truth, held.guess, held.groups, held.whole, held.exact);
  const auto m = static_cast<Index>(held.attributes.size());
  form.check(held.truth.count() == held.guess.count() &&
                 (held.truth.count() == 0 || (held.truth.attributes() == m && held.guess.attributes() == m &&
                                              held.groups.attributes() == m && held.groups.records() == held.truth.count())),
             "a comparison in it has parts of different sizes");
}

inline bool alike(const Comparison& a, const Comparison& b) {
  return a.attributes().size() == b.attributes().size();
}

}  // namespace guise::measures
