// SPDX-License-Identifier: Apache-2.0
// What each attacker of an audit is told of each release: knowledge, evidence, and which columns are its view of the release.
#pragma once
#include "audit/baselines.h"
#include "audit/draws.h"
#include "audit/passes.h"
#include "measures/measure.h"

namespace guise::audit {

/// People whom one attacker looks for: their originals, and where these are.
struct People {
  Matrix originals = {}, read = {};  ///< read: with a given release beside them
  std::vector<std::int64_t> records = {};
};

/// The register of a long table is one of so many records, drawn by key, and so is the release in which they are looked for.
constexpr std::int64_t kMostRegistered = 3000;

class Told {
 public:
  Told(const Request& request, const Variants& variants, const Draws& draws, const FirstPass& pass)
      : request_(request), variants_(variants), draws_(draws), pass_(pass) {}

  const FirstPass& pass() const { return pass_; }

  /// `turn`: several attackers who know so many records are played, each knows others (turns()).
  attacks::Knowledge knowledge(const Attacker& attacker, std::size_t variant, std::size_t turn = 0) const;
  attacks::Evidence evidence(const Attacker& attacker, std::size_t variant, std::size_t turn = 0) const;
  View view(const Attacker& attacker, std::size_t variant) const;
  KnownView known_view(const Attacker& attacker) const {
    return audit::known_view(attacker, request_.selection.attributes, pass_.truth, request_.rng);
  }

  /// Guesses that an attacker could make without the release (audit/baselines.h), with their names.
  std::vector<UnaidedGuess> without_release(const Attacker& attacker) const;

  /// How many attackers who know so many records look for people in a release, so that enough people are looked for.
  std::size_t turns(const Attacker& attacker) const;
  /// How many of them these links find. Where an attack lists several released records as equally near to a person, these are
  /// one candidate: the right group, and one over its size for the person.
  Found found(const Attacker& attacker, std::size_t variant, const std::vector<attacks::Link>& links,
              std::size_t turn = 0) const;

 private:
  People people(const Attacker& attacker, std::size_t variant, std::size_t turn) const;
  People known_people(const Attacker& attacker, std::size_t variant) const;
  People registered() const;
  /// What the kept columns say of the first of these records; nothing where no columns are kept.
  std::vector<std::string> kept_of(const std::vector<std::int64_t>& records, Index count) const;
  /// Columns in clear of the sampled records: kept ones, and those that the attacker knows.
  void add_side(attacks::Evidence& evidence, const KnownView& known) const;
  /// Of [release, known columns], as the attacker knows these.
  stats::Moments joint(const Gathered& gathered, const KnownView& known) const;
  bool as_insider(const Attacker& attacker, std::size_t variant) const;
  const Request& request_;
  const Variants& variants_;
  const Draws& draws_;
  const FirstPass& pass_;
};

}  // namespace guise::audit
