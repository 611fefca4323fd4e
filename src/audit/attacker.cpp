// SPDX-License-Identifier: Apache-2.0
#include "audit/attacker.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"

namespace guise::audit {
namespace {

using attacks::Fact;

constexpr AttackerKind kinds[] = {
    {.name = "outsider",
     .summary = "has the release and its public card",
     .subject = "anybody with the release",
     .fact = Fact::noise_size,
     .outsider = true},
    {.name = "attributes",
     .summary = "also knows some columns of every record",
     .subject = "somebody who knows",
     .fact = Fact::columns},
    {.name = "repeat",
     .summary = "also has a second release of the same records",
     .subject = "somebody with a second release",
     .fact = Fact::repeat},
    {.name = "thief", .summary = "has the whole key", .subject = "a thief of the key", .fact = Fact::key},
};

// Three known columns are the most an audit tries by itself: more is a file the user names.
constexpr std::size_t kMostKnown = 3;

/// Variance of each attribute that is left when the attributes of `known` are regressed out.
Vector left_over(const Matrix& covariance, const std::vector<Index>& known) {
  if (known.empty()) return covariance.diagonal();
  Matrix within = covariance(known, known);
  within.diagonal().array() += 1e-12 * within.diagonal().mean();  // duplicate columns among the known ones
  const Matrix across = covariance(known, Eigen::all);
  const Matrix solved = within.ldlt().solve(across);
  return (covariance.diagonal() - (across.cwiseProduct(solved)).colwise().sum().transpose()).cwiseMax(0.0);
}

Vector share_left(const Matrix& covariance, const std::vector<Index>& known) {
  Vector left = left_over(covariance, known);
  for (Index j = 0; j < left.size(); ++j) left[j] = covariance(j, j) > 0 ? left[j] / covariance(j, j) : 0.0;
  for (const Index j : known) left[j] = 0.0;
  return left;
}

}  // namespace

std::span<const AttackerKind> all_attackers() {
  return kinds;
}

std::string Attacker::text() const {
  std::string out(kind->name);
  for (std::size_t i = 0; i < known.size(); ++i) out += (i == 0 ? "=" : "+") + known[i];
  return out;
}

std::vector<Index> positions(const std::vector<std::string>& some, const std::vector<std::string>& columns) {
  std::vector<Index> found;
  for (const std::string& name : some) found.push_back(std::find(columns.begin(), columns.end(), name) - columns.begin());
  return found;
}

Attacker parse_attacker(std::string_view text, const std::vector<std::string>& columns) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const AttackerKind& k) { return k.name == name; });
  if (kind == std::end(kinds)) {
    std::vector<std::string_view> names;
    for (const AttackerKind& k : kinds) names.push_back(k.name);
    refuse("no attacker named '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
  }
  Attacker attacker{.kind = kind, .known = {}};
  if (equals == std::string_view::npos) return attacker;
  require(kind->fact == Fact::columns && !kind->outsider, "attacker '{}' takes no value, got '{}'", name, text);
  const std::vector<std::string_view> known_names(columns.begin(), columns.end());
  for (std::size_t start = equals + 1; start <= text.size();) {
    const std::size_t end = std::min(text.find('+', start), text.size());
    const std::string column(text.substr(start, end - start));
    require(std::find(columns.begin(), columns.end(), column) != columns.end(), "attacker '{}': no masked column named '{}'{}",
            text, column, did_you_mean(column, known_names));
    attacker.known.push_back(column);
    start = end + 1;
  }
  require(attacker.known.size() < columns.size(), "attacker '{}' knows every column; leave at least one to be guessed", text);
  return attacker;
}

std::vector<Attacker> expand(const std::vector<Attacker>& attackers, const stats::Moments& truth,
                             const std::vector<std::string>& columns) {
  std::vector<Attacker> all;
  for (const Attacker& attacker : attackers) {
    if (attacker.kind->outsider || attacker.kind->fact != Fact::columns || !attacker.known.empty()) {
      all.push_back(attacker);
      continue;
    }
    const Matrix covariance = truth.covariance();
    std::vector<Index> known;
    Attacker growing = attacker;
    while (known.size() < std::min(kMostKnown, columns.size() - 1)) {
      Index best = -1;
      double least = std::numeric_limits<double>::infinity();
      for (Index candidate = 0; candidate < covariance.rows(); ++candidate) {
        if (std::find(known.begin(), known.end(), candidate) != known.end()) continue;
        auto with = known;
        with.push_back(candidate);
        const double left = share_left(covariance, with).sum();
        if (left < least) {
          least = left;
          best = candidate;
        }
      }
      known.push_back(best);
      growing.known.push_back(columns[static_cast<std::size_t>(best)]);
      all.push_back(growing);
    }
  }
  return all;
}

Vector baseline_nrmse(const Attacker& attacker, const stats::Moments& truth, const std::vector<std::string>& columns) {
  return share_left(truth.covariance(), positions(attacker.known, columns)).cwiseSqrt();
}

}  // namespace guise::audit
