// SPDX-License-Identifier: Apache-2.0
// The variance of the difference (VoD) of Chen, Sun and Liu, which section 2 of paper 003 names as the measure of privacy and
// its empty section 7 would have used: of the release itself, and of what an attacker makes of it.
#include <fmt/format.h>

#include <cmath>

#include "attacks/in_memory.h"
#include "measures/measure.h"
#include "papers/chance.h"
#include "papers/distorted.h"
#include "papers/draw.h"
#include "papers/small_tables.h"
#include "stats/moments.h"

namespace guise::papers {
namespace {

/// Var(x_j - guess_j) over the variance of x_j, by guise's measure; the last is the least of the attributes.
std::vector<double> vod(const Matrix& truth, const Matrix& guess) {
  measures::Comparison comparison((truth.rowwise() - truth.colwise().mean()).colwise().norm().transpose() /
                                  std::sqrt(static_cast<double>(truth.rows())));
  comparison.add_sums(truth, guess);
  const measures::Figure found = measures::find_measure("vod").compute(comparison);
  std::vector<double> out;
  for (const auto& attribute : found.attributes) out.push_back(attribute[0].value);
  out.push_back(found.pooled[0].value);
  return out;
}

Matrix covariance_of(const Matrix& data) {
  const Matrix off = data.rowwise() - data.colwise().mean();
  return off.transpose() * off / static_cast<double>(data.rows());
}

/// A rotation R has Var(x_j - (R x)_j) = ((I - R) S (I - R)')_jj.
void of_a_rotation(const Matrix& data, const Settings& settings, Report& report) {
  double most = 0;
  for (int i = 0; i < 20; ++i) {
    const Masked release = masked("rotate", data, settings.rng.fork(fmt::format("rotation {}", i)));
    const Matrix covariance = covariance_of(data), rest = Matrix::Identity(data.cols(), data.cols()) - release.matrix;
    const Vector expected = (rest * covariance * rest.transpose()).diagonal().array() / covariance.diagonal().array();
    const std::vector<double> found = vod(data, release.released);
    for (Index j = 0; j < expected.size(); ++j)
      most = std::max(most, std::abs(found[static_cast<std::size_t>(j)] - expected[j]));
    most = std::max(most, std::abs(found.back() - expected.minCoeff()));
  }
  report.check("rotations: VoD of the release against ((I - R) Σ (I - R)')_jj / Σ_jj, largest difference of 20", "",
               at_most(1e-9), most);
}

/// Behind x* = B + Q (A + W x) with as many outputs as attributes the release is independent of x on average:
/// E Var(x_j - x*_j) = Var(x_j) + m sq^2 sw^2 tr S. An attacker with one pair more than there are attributes leaves nothing of
/// it.
void of_a_distortion(const SmallTable& table, const Settings& settings, Report& report) {
  const Matrix& data = table.records;
  const Index columns = data.cols();
  const theory::Distortion law{
      .f = stats::Activation::identity, .hidden = 10, .out = columns, .sw = 0.5, .sa = 1, .sq = 0.5, .sb = 1};
  const Trials trials(settings.times(2000, 500), settings.rng.fork("distortion " + table.name), [&](const random::Rng& rng) {
    const Masked release = distorted(law, data, rng);
    attacks::Knowledge known = release.outsider;
    known.pairs = attacks::Pairs{data.topRows(columns + 5), release.released.topRows(columns + 5)};
    std::vector<double> out = vod(data, release.released);
    const Matrix guess = attacks::reconstruct("regress", release.released, known).values;
    out.push_back(vod(data, guess).back());
    return out;
  });
  const Matrix covariance = covariance_of(data);
  const double added = 10 * square(0.5 * 0.5) * covariance.trace();
  for (const Index j : {Index{0}, columns - 1})
    report.check(fmt::format("{}: VoD of column {} of the release, mean of {} draws", table.name, j + 1, trials.count()), "",
                 mean_is(1 + added / covariance(j, j), trials, j), trials.mean(j));
  report.check(fmt::format("{}: least VoD after linear regression on {} known pairs, median draw", table.name, columns + 5),
               "a measure of privacy", at_most(1e-6), trials.median(columns + 1));
}

/// VoD of three guesses of a table behind tanh. The constant guess has 1, whatever is released.
void of_guesses(const SmallTable& table, const Settings& settings, Report& report) {
  const theory::Distortion law{.f = stats::Activation::tanh, .hidden = 50, .out = 50, .sw = 1, .sa = 1, .sq = 1, .sb = 1};
  const Masked release = masked(distort_call(law), table.records, settings.rng.fork("guesses " + table.name));
  const auto least = [&](const char* attack, const attacks::Knowledge& known) {
    return vod(table.records, attacks::reconstruct(attack, release.released, known).values).back();
  };
  attacks::Knowledge pairs = release.outsider, moments = release.outsider;
  pairs.pairs = attacks::Pairs{table.records.topRows(50), release.released.topRows(50)};
  moments = with_moments(moments, table.records.colwise().mean(), covariance_of(table.records));
  report.check(table.name + ": least VoD of the constant guess", "", near(1, 1e-9), least("mean", moments));
  report.inform(table.name + ": least VoD of newton, gram, network, kernel regression; 50 pairs, m = p = 50", "", "",
                numbers({least("newton", release.insider), least("gram", pairs), least("network", pairs),
                         least("regress(kind=kernel)", pairs)}));
  report.check(table.name + ": least VoD of newton", "", at_most(1e-9), least("newton", release.insider));
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("variance of difference")};
  Report report;
  const std::vector<SmallTable> tables = generated_tables(own.rng.fork("tables"));
  of_a_rotation(tables.back().records, own, report);
  for (const SmallTable& table : tables) {
    of_a_distortion(table, own, report);
    of_guesses(table, own, report);
  }
  return report;
}

}  // namespace

extern const Experiment variance_of_difference_experiment = {
    .name = "003-vod",
    .paper = "Random Non-linear Data Distortion (003), sections 2 and 7; Chen and Liu 2005",
    .title = "the variance of the difference, of a release and of guesses",
    .claim =
        "\"variance of difference (VoD), which measures the difference of the covariance matrix between each column\"; section "
        "7 is empty.",
    .run = run};

}  // namespace guise::papers
