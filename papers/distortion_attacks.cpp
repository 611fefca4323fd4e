// SPDX-License-Identifier: Apache-2.0
// A distorted table before three attackers: one with the four matrices, one with the public law and a few known pairs, one with
// more pairs and no law. Section 7 of paper 003, "Privacy Analysis", is empty; 003-privacy has the regressions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/distorted.h"
#include "papers/small_tables.h"
#include "random/matrices.h"

namespace guise::papers {
namespace {

constexpr Index kRecords = 150, kGramPairs = 8;

theory::Distortion law_of(double sw, std::int64_t hidden, std::int64_t out) {
  return {.f = stats::Activation::tanh, .hidden = hidden, .out = out, .sw = sw, .sa = 1, .sq = 1, .sb = 1};
}

/// Some records of the table in a random order.
Matrix drawn(const SmallTable& table, const random::Rng& rng) {
  std::vector<Index> order = random::permutation(table.records.rows(), rng);
  order.resize(static_cast<std::size_t>(std::min(kRecords, table.records.rows())));
  return table.records(order, Eigen::all);
}

/// `newton` has the matrices: exact where outputs are no fewer than attributes; else the most likely of the records that would
/// be released the same way.
void insider(const SmallTable& table, const Settings& settings, Report& report) {
  const auto columns = table.records.cols();
  const std::string few = distort_call(law_of(1, 20, columns - 1)), many = distort_call(law_of(1, 20, 20));
  const Trials trials(settings.times(20, 4), settings.rng.fork("newton " + table.name), [&](const random::Rng& rng) {
    const Matrix originals = drawn(table, rng.fork("order"));
    const Masked full = masked(many, originals, rng.fork("map")), part = masked(few, originals, rng.fork("map"));
    const Matrix exact = attacks::reconstruct("newton", full.released, full.insider).values;
    const Vector mean = originals.colwise().mean();
    const Matrix off = originals.rowwise() - mean.transpose();
    const Matrix likely =
        attacks::reconstruct("newton", part.released, with_moments(part.insider, mean, off.transpose() * off / kRecords))
            .values;
    Vector misfit = (masked(few, likely, rng.fork("map")).released - part.released).rowwise().norm().array() /
                    part.released.rowwise().norm().array();
    std::ranges::sort(misfit);
    return std::vector<double>{(exact - originals).cwiseAbs().maxCoeff(), misfit[misfit.size() / 2],
                               relative_error(likely, originals, originals)};
  });
  report.check(
      fmt::format("{}: newton, 20 outputs of {} attributes: largest error of any value, median draw", table.name, columns), "",
      at_most(1e-6), trials.median(0));
  report.check(fmt::format("{}: newton, {} outputs: its guess, distorted again, against the release, median record and draw",
                           table.name, columns - 1),
               "", at_most(1e-6), trials.median(1));
  report.inform(fmt::format("{}: … error of the most likely records, share of the variance", table.name), "", "below 1",
                trials.text(2));
}

double gram_error(const SmallTable& table, std::int64_t size, const random::Rng& rng) {
  const Matrix originals = drawn(table, rng.fork("order"));
  const Masked release = distorted(law_of(1, size, size), originals, rng.fork("map"));
  attacks::Knowledge known = release.outsider;
  known.pairs = attacks::Pairs{originals.topRows(kGramPairs), release.released.topRows(kGramPairs)};
  const Matrix guess = attacks::reconstruct("gram", release.released, known).values;
  const Index scored = originals.rows() - kGramPairs;
  return relative_error(guess.bottomRows(scored), originals.bottomRows(scored), originals);
}

/// `gram` has the law and 8 pairs. The error of inner products falls as 1 / size, that of the points with it.
void with_the_law(const SmallTable& table, const Settings& settings, Report& report) {
  const Trials trials(settings.times(20, 4), settings.rng.fork("gram " + table.name), [&](const random::Rng& rng) {
    const double few = gram_error(table, 100, rng), many = gram_error(table, 400, rng);
    return std::vector<double>{few, many, std::log(many / few)};
  });
  report.inform(fmt::format("{}: gram, {} pairs, m = p = 100 and 400: error, share of the variance", table.name, kGramPairs),
                "", "", numbers({trials.median(0), trials.median(1)}));
  if (table.name == "cube")  // the reference does not say of which data it is; three times its figure, as in 003-privacy
    report.check("cube: gram, 8 pairs, m = p = 400: median error", "", at_most(3 * 0.0097), trials.median(1));
  // To leading order; half is left for what 8 pairs do not settle.
  report.check(table.name + ": gram, logarithm of the error at 400 over that at 100, mean", "log(100 / 400) = -1.39",
               mean_is(std::log(0.25), trials, 2, 0.5), trials.mean(2));
}

/// `network` has pairs of two thirds of the records, and no law. Where weights are small the table is linear in disguise; where
/// they are large, networks of enough pairs bend with it.
void without_the_law(const SmallTable& table, const Settings& settings, Report& report) {
  const Index pairs = 2 * table.records.rows() / 3, scored = table.records.rows() - pairs;
  const Trials trials(settings.times(5, 1), settings.rng.fork("network " + table.name), [&](const random::Rng& rng) {
    const Matrix originals = table.records(random::permutation(table.records.rows(), rng.fork("order")), Eigen::all);
    std::vector<double> out;
    for (const double sw : {0.3, 3.0}) {
      const Masked release = distorted(law_of(sw, 50, 50), originals, rng.fork("map"));
      attacks::Knowledge known = release.outsider;
      known.pairs = attacks::Pairs{originals.topRows(pairs), release.released.topRows(pairs)};
      for (const char* attack : {"network", "regress"}) {
        const Matrix guess = attacks::reconstruct(attack, release.released, known, {}, {}, rng.fork("attack")).values;
        out.push_back(relative_error(guess.bottomRows(scored), originals.bottomRows(scored), originals));
      }
    }
    return out;
  });
  report.inform(fmt::format("{}: network and linear regression, {} pairs, σw = 0.3 and 3: error, share of the variance",
                            table.name, pairs),
                "", "", numbers(trials.means()));
  report.check(table.name + ": network, σw = 0.3, error", "", at_most(1e-3), trials.mean(0));
  report.check(table.name + ": network over linear regression, σw = 3", "", at_most(table.name == "cube" ? 0.7 : 1.1),
               trials.mean(2) / trials.mean(3));
  report.check(table.name + ": network, σw = 3, error", "", at_most(0.25), trials.mean(2));
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("distortion attacks")};
  Report report;
  std::vector<SmallTable> tables = generated_tables(own.rng.fork("tables"));
  for (SmallTable& table : real_tables(own, report))
    if (table.name == "iris") tables.push_back(std::move(table));
  for (const SmallTable& table : tables) {
    insider(table, own, report);
    with_the_law(table, own, report);
    without_the_law(table, own, report);
  }
  return report;
}

}  // namespace

extern const Experiment distortion_attacks_experiment = {
    .name = "003-attacks",
    .paper = "Random Non-linear Data Distortion (003), section 7, which is empty",
    .title = "a distorted table before attackers with the matrices, with the law, and with pairs alone",
    .claim = "none: the section has a heading only.",
    .run = run};

}  // namespace guise::papers
