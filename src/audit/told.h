// SPDX-License-Identifier: Apache-2.0
// What each attacker of an audit is told of each release: knowledge, evidence, and which columns are its view of the release.
#pragma once
#include "audit/baselines.h"
#include "audit/draws.h"
#include "audit/passes.h"
#include "measures/measure.h"

namespace guise::audit {

class Told {
 public:
  Told(const Request& request, const Variants& variants, const Draws& draws, const FirstPass& pass)
      : request_(request), variants_(variants), draws_(draws), pass_(pass) {}

  attacks::Knowledge knowledge(const Attacker& attacker, std::size_t variant) const;
  attacks::Evidence evidence(const Attacker& attacker, std::size_t variant) const;
  View view(const Attacker& attacker, std::size_t variant) const;

  /// Guesses that an attacker could make without the release (audit/baselines.h), with their names.
  std::vector<UnaidedGuess> without_release(const Attacker& attacker) const;

  /// Share of the attacker's known records whose first link is right, with its interval. Equal released rows are one group of
  /// k: to find it counts 1/k, the chance of the right person.
  measures::Value linked(const Attacker& attacker, std::size_t variant, const std::vector<attacks::Link>& links) const;

 private:
  /// What the kept columns say of the first of these records; nothing where no columns are kept.
  std::vector<std::string> kept_of(const std::vector<std::int64_t>& records, Index count) const;
  /// Columns in clear of the sampled records: kept ones, and those that the attacker knows.
  void add_side(attacks::Evidence& evidence, const std::vector<Index>& known) const;
  bool as_insider(const Attacker& attacker, std::size_t variant) const;
  const Request& request_;
  const Variants& variants_;
  const Draws& draws_;
  const FirstPass& pass_;
};

}  // namespace guise::audit
