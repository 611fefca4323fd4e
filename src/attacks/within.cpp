// SPDX-License-Identifier: Apache-2.0
// Records that were masked group by group: with a secret constant or factor of each town, day or batch, or with noise whose
// size differs between them. Groups are seen in kept and known columns, and in the order of the file. A constant goes with the
// group's mean; a factor with its spread; behind noise of its own size each group has a Bayes estimate of its own (paper 002,
// section 6), under the covariance of the group that varies least. Which of these it was the release does not say: they are
// variants.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/known_columns.h"
#include "attacks/record_groups.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

constexpr Fact uses[] = {Fact::side, Fact::columns};
constexpr Want wants[] = {Want::moments, Want::sample, Want::head};
constexpr std::string_view variants[] = {"within(spread=equal)", "within(spread=widened)"};
constexpr Param params[] = {{.name = "spread",
                             .help = "of a group: kept about a mean that is taken off, made equal as well, or widened by noise",
                             .kind = Param::Kind::choice,
                             .choices = "kept|equal|widened"}};
constexpr Index kLeastOfGroup = 5;   // records from which on a group has moments of its own
constexpr Index kLeastOfCore = 30;   // … of the group that shows the originals' covariance
constexpr Index kMostRows = 10'000;  // that groups are compared by
constexpr double kRidge = 1e-9;      // of variances

struct Moments {
  Vector mean;
  Matrix covariance;
  double count;
};

Moments moments_of(const Matrix& rows) {
  Moments out{rows.colwise().mean(), {}, static_cast<double>(rows.rows())};
  const Matrix centred = rows.rowwise() - out.mean.transpose();
  out.covariance = centred.transpose() * centred / std::max(out.count - 1, 1.0);
  return out;
}

/// Moments of every group; of few records those of all.
std::vector<Moments> group_moments(const stats::Classes& classes, const Matrix& released) {
  std::vector<std::vector<Index>> rows(static_cast<std::size_t>(classes.count()));
  for (Index i = 0; i < released.rows(); ++i) rows[static_cast<std::size_t>(classes.of()[i])].push_back(i);
  const Moments all = moments_of(released);
  std::vector<Moments> out;
  for (const auto& own : rows) out.push_back(std::ssize(own) < kLeastOfGroup ? all : moments_of(released(own, Eigen::all)));
  return out;
}

/// The guess of a group is `shift` + (y - mean) weight.
struct Way {
  Vector mean, shift;
  Matrix weight;
};

Vector sd_of(const Matrix& covariance) {
  return covariance.diagonal().cwiseSqrt();
}

/// Constants go; with `equal` every group gets the usual spread of all.
std::vector<Way> without_constants(const std::vector<Moments>& groups, const Vector& center, bool equal) {
  const Index m = center.size();
  Vector usual = Vector::Zero(m);
  double records = 0;
  for (const Moments& group : groups) usual += group.count * sd_of(group.covariance), records += group.count;
  usual /= records;
  std::vector<Way> out;
  for (const Moments& group : groups) {
    Vector factor = Vector::Ones(m);
    for (Index j = 0; equal && j < m; ++j)
      if (group.covariance(j, j) > 0) factor[j] = usual[j] / std::sqrt(group.covariance(j, j));
    out.push_back({group.mean, center, factor.asDiagonal()});
  }
  return out;
}

/// How much group means vary beyond chance, for each column: each weighs as much as it is sure.
Vector variance_of_means(const std::vector<Moments>& groups, const Vector& center) {
  Vector sum = Vector::Zero(center.size()), weights = sum;
  for (const Moments& group : groups) {
    const Vector chance = group.covariance.diagonal().cwiseMax(1e-300) / group.count;
    const Vector weight = chance.array().square().inverse();
    sum += weight.cwiseProduct((group.mean - center).cwiseAbs2() - chance);
    weights += weight;
  }
  return sum.cwiseQuotient(weights).cwiseMax(0);
}

/// The Bayes estimate of every group behind noise of its own, under the covariance of the group that varies least.
std::vector<Way> behind_noise(const std::vector<Moments>& groups, const Vector& sd) {
  const Moments* core = nullptr;
  const auto width = [&](const Moments& group) { return group.covariance.diagonal().cwiseQuotient(sd.cwiseAbs2()).sum(); };
  for (const Moments& group : groups)
    if (group.count >= static_cast<double>(std::max(kLeastOfCore, 3 * sd.size())) && (!core || width(group) < width(*core)))
      core = &group;
  if (!core) return {};
  const Vector center = core->mean, between = variance_of_means(groups, center);
  std::vector<Way> out;
  for (const Moments& group : groups) {
    Matrix noise = linalg::positive_part(group.covariance - core->covariance);
    noise.diagonal() += kRidge * group.covariance.diagonal();
    const Vector chance = group.covariance.diagonal() / group.count;
    const Vector kept = between.array() / (between + chance).array().max(1e-300);
    out.push_back({group.mean, center + kept.cwiseProduct(group.mean - center),
                   linalg::solve_symmetric(core->covariance + noise, core->covariance)});
  }
  return out;
}

struct Learnt {
  Grouping grouping;
  stats::Classes classes;
  std::vector<Way> ways;  ///< of each class, and of all others
  std::vector<ExactColumn> known;

  Guess operator()(const Observed& observed) const {
    const MatrixRef rows = own_rows(observed.released, observed);
    const Matrix side = observed.side.cols() > 0 ? Matrix(observed.side.middleRows(observed.before, observed.count)) : Matrix();
    std::vector<std::int64_t> records;
    for (Index i = 0; i < observed.count; ++i) records.push_back(record_of(observed, i));
    const Vector of = grouping.of(side, records);
    Guess out{.values = Matrix(rows.rows(), rows.cols())};
    for (Index i = 0; i < rows.rows(); ++i) {
      const int group = classes.of(of[i]);
      const Way& way = group < 0 ? ways.back() : ways[static_cast<std::size_t>(group)];
      out.values.row(i) = way.shift.transpose() + (rows.row(i) - way.mean.transpose()) * way.weight;
    }
    place_known(known, observed, out);
    return out;
  }
};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.shape) return Outcome::not_assessed("the card says what the mask is: the same for all groups of records");
  const Index rows = std::min(
      kMostRows, evidence.side.cols() > 0 ? std::min(evidence.side.rows(), evidence.sample.rows()) : evidence.sample.rows());
  if (rows < 2 * kLeastOfCore) return Outcome::not_assessed(fmt::format("{} records are too few to compare groups", rows));
  const Matrix released = evidence.sample.topRows(rows);
  GroupsThatDiffer differ = groups_that_differ(evidence, released);
  const bool kept = given.choice("spread") == "kept", widened = given.choice("spread") == "widened";
  std::optional<RecordGroups>& groups = kept ? differ.in_mean : differ.in_spread;
  if (!groups)
    return Outcome::not_assessed(fmt::format("no groups of records differ clearly in their {}", kept ? "means" : "spread"));
  const std::vector<Moments> moments = group_moments(groups->classes, released);
  const Moments all = moments_of(released);
  std::vector<Way> ways =
      widened ? behind_noise(moments, sd_of(all.covariance).cwiseMax(1e-300)) : without_constants(moments, all.mean, !kept);
  if (ways.empty()) return Outcome::not_assessed("no group has enough records to show how the originals vary");
  ways.push_back({all.mean, all.mean, Matrix::Identity(all.mean.size(), all.mean.size())});
  std::vector<std::string> notes{fmt::format("{} groups by {}", groups->classes.count(), groups->grouping.name)};
  auto learnt = std::make_shared<const Learnt>(
      Learnt{groups->grouping, std::move(groups->classes), std::move(ways), exact_columns(known)});
  return {.reconstruction = Reconstruction{.guess = [learnt](const Observed& observed) { return (*learnt)(observed); },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack within_attack = {.name = "within",
                                     .alias = "",
                                     .summary = "undo constants, factors and noise that differ between groups of records",
                                     .paper = "002 section 6; Levene 1960",
                                     .needs = {},
                                     .wants = wants,
                                     .params = params,
                                     .uses = uses,
                                     .variants = variants,
                                     .learn = learn};

}  // namespace guise::attacks
