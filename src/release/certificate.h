// SPDX-License-Identifier: Apache-2.0
// What may be claimed formally of a release, from its public card: differential privacy where noise was added to records that
// public numbers bound, and nothing where not. Attacks give lower bounds on what leaks; this is the upper bound beside them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/card.h"
#include "stats/step_secret.h"
#include "theory/sketch_privacy.h"

namespace guise::release {

enum class Guarantee {
  none,
  gaussian,  ///< mu-Gaussian differential privacy
  grid,      ///< discrete noise: zero-concentrated, rho = mu^2 / 2
  laplace,   ///< pure epsilon
  sketch     ///< secret random sums over records, plus noise
};
std::string_view guarantee_name(Guarantee kind);

struct Certificate {
  Guarantee kind = Guarantee::none;
  std::string unit = {};                      ///< what is protected: "one record, replaced by any other"
  std::optional<double> mu = {};              ///< gaussian, grid
  std::optional<double> epsilon = {};         ///< laplace
  std::optional<theory::Sketch> sketch = {};  ///< sketch
  double extra_delta = 0;                     ///< on top of every delta, for noise drawn as floating-point numbers
  std::vector<std::string> reasons = {};      ///< why there is none, or what it rests on
  std::string sentence = {};                  ///< for people
  bool holds() const { return kind != Guarantee::none; }
};

// The delta of the sentence: below one in the number of records of most tables.
inline constexpr double kStatedDelta = 1e-6;

/// The least epsilon that is certified at this delta; nothing where there is no guarantee or its extra_delta is more.
std::optional<double> certified_epsilon(const Certificate& certificate, double delta);

/// How often who would be right with probability `prior` without the release can be right with it; nothing where there is no
/// guarantee.
std::optional<double> certified_success(const Certificate& certificate, double prior);

/// `secrets`: the maps of the card's steps, as facts_from takes them: the bounds of matrices with normal entries are in them
/// alone. The guarantee itself holds against who has them too, but for `sketch`.
Certificate certify(const Card& card, const std::vector<stats::StepSecret>& secrets = {});

Certificate no_guarantee(std::string_view reason);
/// A reason that no card tells.
inline constexpr std::string_view kFilledWithMeans =
    "missing values were filled with means of the data, so each record influenced what is released of all others";

/// The one that promises less, at kStatedDelta.
const Certificate& weaker(const Certificate& one, const Certificate& other);

}  // namespace guise::release
