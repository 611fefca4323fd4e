// SPDX-License-Identifier: Apache-2.0
#include "audit/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "audit/results.h"
#include "audit/score.h"

namespace guise::audit {
namespace {

using attacks::Fact;

// A curve is a rough picture of where a mask breaks: three keys tell luck from knowledge.
constexpr int kMostKeys = 3;

bool has_curve(const AttackerKind& kind) {
  return kind.has(Fact::pairs) != kind.has(Fact::population);
}

/// 1, 2, 4, … and twice the attributes for pairs. Of other people's records one more than there are attributes, all there are,
/// and one between: attacks with such a sample take long to learn.
std::vector<std::int64_t> counts_of(const AttackerKind& kind, Index attributes, std::int64_t most) {
  const std::int64_t end = std::min(curve_end(kind, attributes), most), start = kind.has(Fact::pairs) ? 1 : attributes + 1;
  const double step = kind.has(Fact::pairs) ? 2 : std::sqrt(static_cast<double>(end) / static_cast<double>(start));
  std::vector<std::int64_t> counts;
  for (double count = static_cast<double>(start); count < 0.999 * static_cast<double>(end); count *= step)
    counts.push_back(std::llround(count));
  if (end > 0) counts.push_back(end);
  return counts;
}

/// The sample in two halves, of which one chooses the attack and the other reports it.
Compared halved(const Matrix& truth, const Matrix& guess, const Vector& sd) {
  const Index half = truth.rows() / 2;
  Compared out{measures::Comparison(sd), measures::Comparison(sd)};
  out.choice.add_sums(truth.topRows(half), guess.topRows(half));
  out.report.add_sums(truth.bottomRows(truth.rows() - half), guess.bottomRows(truth.rows() - half));
  return out;
}

CurvePoint point_of(const AttackerResult& result) {
  CurvePoint point{.count = result.attacker.count, .attack = {}, .gets = {}, .status = result.status()};
  if (result.worst < 0) return point;
  const Trial& worst = result.trials[static_cast<std::size_t>(result.worst)];
  point.attack = worst.attack;
  point.gets = {1 - worst.calibrated.value, 1 - worst.calibrated.high, 1 - worst.calibrated.low};
  return point;
}

}  // namespace

std::int64_t curve_end(const AttackerKind& kind, Index attributes) {
  if (!has_curve(kind)) return 0;
  return kind.has(Fact::pairs) ? 2 * attributes : std::numeric_limits<std::int64_t>::max();
}

std::vector<std::vector<Curve>> curves(const LookedAt& at, const std::vector<Attacker>& asked, const Plan& learnt) {
  const std::vector<std::string>& columns = at.request.selection.attributes;
  const auto attributes = static_cast<Index>(columns.size());
  std::vector<Attacker> attackers{{.kind = &all_attackers().front()}};
  for (const Attacker& each : asked) {
    const bool again = std::any_of(attackers.begin(), attackers.end(), [&](const Attacker& a) { return a.kind == each.kind; });
    if (again || !has_curve(*each.kind)) continue;
    const Index most = each.kind->has(Fact::pairs) ? at.draws.known_of_one : at.draws.population.rows();
    for (const std::int64_t count : counts_of(*each.kind, attributes, most))
      attackers.push_back({.kind = each.kind, .count = count});
  }
  std::vector<std::vector<Curve>> out(at.request.releases());
  if (attackers.size() == 1 || at.request.effort == Effort::quick) return out;

  const Told told(at.request, at.variants, at.draws, at.pass);
  const Plan plan = plan_attacks(at.request, at.variants, told, attackers, {.most_keys = kMostKeys, .learnt = &learnt});
  const Vector sd = measures::telling_sd(at.pass.truth);
  std::vector<Compared> compared;
  for (const auto& guesser : plan.guessers) {
    const SeenGuess seen = see(at, *guesser);
    compared.push_back(halved(seen.truth, seen.guess.values, sd));
  }
  for (std::size_t m = 0; m < out.size(); ++m) {
    CurvePoint start{.count = 0, .attack = {}, .gets = {}, .status = Status::not_assessed};
    for (std::size_t a = 0; a < attackers.size(); ++a) {
      AttackerResult result = result_of(m, a, attackers, plan, compared, columns);
      score(result);
      if (a == 0) {
        start = point_of(result);
        continue;
      }
      const std::string name(attackers[a].kind->name);
      if (out[m].empty() || out[m].back().known != name) out[m].push_back({.known = name, .points = {start}});
      out[m].back().points.push_back(point_of(result));
    }
  }
  return out;
}

}  // namespace guise::audit
