// SPDX-License-Identifier: Apache-2.0
// Classes that were changed at random (post-randomisation, Gouweleeuw et al. 1998). A changed class is no noise on a number:
// either nothing is left of it, or all. Records are taken for hidden kinds, within which columns are independent
// (stats/latent_classes.h); columns in clear and released numbers help to tell the kinds. The guess is the mean of the classes
// a value may have had.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/attribute_noise.h"
#include "attacks/known_columns.h"
#include "stats/class_columns.h"
#include "stats/latent_classes.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Fact uses[] = {Fact::side, Fact::columns};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr std::size_t kMostClasses = 30, kMostSide = 50;
constexpr Index kLeastRows = 100, kLearnt = 2000, kMostColumns = 60;
// Columns of which more is kept are not worth a model.
constexpr double kKept = 0.97, kLeastKept = 0.02;

/// Steps of numbers that are multiples of one, about: 0 where they are not.
double step_of(const std::vector<double>& values) {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t v = 1; v < values.size(); ++v) step = std::min(step, values[v] - values[v - 1]);
  for (const double value : values) {
    const double steps = (value - values.front()) / step;
    if (std::abs(steps - std::round(steps)) > 1e-3) return 0;
  }
  return step;
}

/// Share of the values that were kept, and the original value of each class.
struct Kept {
  double share = 1;
  Vector values = {};
};

/// A class that is kept with probability p and else drawn has slope p along the original, so that values in the originals'
/// units are 1 / p apart where the classes were whole numbers. Else the noise is 1 - p of the variance where classes keep their
/// shares, and 1 - p^2 where values were put in the originals' units.
Kept kept_of(const stats::ClassColumn& column, double mean, double noise, double variance) {
  if (!column.exact) return {};
  const std::vector<double>& values = column.values;
  const double left = std::clamp(1 - noise / std::max(variance, 1e-300), 0.0, 1.0), step = step_of(values);
  Kept out{left, Eigen::Map<const Vector>(values.data(), std::ssize(values))};
  if (step > 0 && std::abs(step - std::round(step)) < 1e-6) return out;  // in units of their own
  if (step > 1 && 1 / step > kLeastKept) {
    const double first = std::round(mean + (values.front() - mean) / step);
    for (Index v = 0; v < out.values.size(); ++v)
      out.values[v] = first + std::round((values[static_cast<std::size_t>(v)] - values.front()) / step);
    out.share = 1 / step;
  } else {
    out.share = std::sqrt(left);
  }
  return out;
}

struct Learnt {
  std::vector<stats::ClassColumn> released = {}, side = {};
  std::vector<Index> used_released = {}, used_side = {};  ///< columns of the model, in its order
  std::vector<Kept> kept = {};                            ///< of each released one
  std::shared_ptr<const stats::LatentClasses> model = {};
  std::vector<ExactColumn> known = {};

  Eigen::MatrixXi seen(const MatrixRef& rows, const Matrix& beside) const {
    Eigen::MatrixXi out(rows.rows(), std::ssize(used_released) + std::ssize(used_side));
    Index at = 0;
    for (const Index j : used_released) out.col(at++) = stats::classes_of({released[static_cast<std::size_t>(j)]}, rows.col(j));
    for (const Index j : used_side) out.col(at++) = stats::classes_of({side[static_cast<std::size_t>(j)]}, beside.col(j));
    return out;
  }

  Guess operator()(const Observed& observed) const {
    const MatrixRef rows = own_rows(observed.released, observed);
    const Matrix beside = used_side.empty() ? Matrix() : Matrix(observed.side.middleRows(observed.before, observed.count));
    const Eigen::MatrixXi of = seen(rows, beside);
    Guess out{.values = rows};
    for (std::size_t c = 0; c < used_released.size(); ++c) {
      if (kept[c].values.size() > 0)
        out.values.col(used_released[c]) = model->posterior(of, static_cast<Index>(c)) * kept[c].values;
    }
    place_known(known, observed, out);
    return out;
  }
};

/// Shares of the classes that a changed value is drawn from: those that the release shows.
stats::ClassChannel channel_of(const Eigen::VectorXi& seen, int classes, double kept) {
  Vector drawn = Vector::Constant(classes, 1e-3);
  for (const int each : seen)
    if (each >= 0) drawn[each] += 1;
  return {kept, drawn / drawn.sum()};
}

/// Reads released columns; how many of them have classes of which some were changed.
int read_released(Learnt& learnt, const Evidence& evidence, const Knowledge& known) {
  const Vector noise = known.noise_covariance->diagonal(), mean = evidence.moments.mean(),
               variance = evidence.moments.variance();
  int changed = 0;
  for (Index j = 0; j < evidence.sample.cols() && j < kMostColumns; ++j) {
    learnt.released.push_back(stats::class_column(evidence.sample.col(j), true, kMostClasses));
    const stats::ClassColumn& column = learnt.released.back();
    if (column.values.empty()) continue;
    learnt.kept.push_back(kept_of(column, mean[j], noise[j], variance[j]));
    changed += learnt.kept.back().share < kKept;
    learnt.used_released.push_back(j);
  }
  return changed;
}

void read_side(Learnt& learnt, const Matrix& side, const std::vector<bool>& category) {
  for (Index j = 0; j < side.cols() && j < kMostColumns; ++j) {
    learnt.side.push_back(stats::class_column(side.col(j), !category[static_cast<std::size_t>(j)], kMostSide));
    if (!learnt.side.back().values.empty()) learnt.used_side.push_back(j);
  }
}

std::vector<stats::ClassChannel> channels_of(const Learnt& learnt, const Eigen::MatrixXi& seen) {
  std::vector<stats::ClassChannel> out;
  for (Index c = 0; c < seen.cols(); ++c) {
    const auto from = static_cast<std::size_t>(c);
    const bool own = from < learnt.used_released.size();
    const stats::ClassColumn& column =
        own ? learnt.released[static_cast<std::size_t>(learnt.used_released[from])]
            : learnt.side[static_cast<std::size_t>(learnt.used_side[from - learnt.used_released.size()])];
    out.push_back(channel_of(seen.col(c), column.classes(), own ? learnt.kept[from].share : 1));
  }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (known.shape) return Outcome::not_assessed("the card says what the mask is: it changes no classes at random");
  const Index rows = std::min(
      evidence.side.cols() > 0 ? std::min(evidence.side.rows(), evidence.sample.rows()) : evidence.sample.rows(), kLearnt);
  if (rows < kLeastRows) return Outcome::not_assessed(fmt::format("{} records are too few; it takes {}", rows, kLeastRows));
  auto learnt = std::make_shared<Learnt>();
  learnt->known = exact_columns(known);
  const int changed = read_released(*learnt, evidence, known);
  if (changed == 0) return Outcome::not_assessed("no released column has few values of which some were changed");
  const Matrix side = evidence.side.cols() > 0 ? Matrix(evidence.side.topRows(rows)) : Matrix(rows, 0);
  read_side(*learnt, side, known.side_is_category);
  const Eigen::MatrixXi seen = learnt->seen(evidence.sample.topRows(rows), side);
  learnt->model = std::make_shared<const stats::LatentClasses>(seen, channels_of(*learnt, seen), rng.fork("kinds"));
  std::vector<std::string> notes{
      fmt::format("{} hidden kinds; {} columns of classes, some of them changed at random", learnt->model->kinds(), changed)};
  return {.reconstruction = Reconstruction{.guess = [learnt](const Observed& observed) { return (*learnt)(observed); },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack classes_attack = {.name = "classes",
                                      .alias = "",
                                      .summary = "undo classes that were changed at random, by hidden kinds of records",
                                      .paper = "Goodman 1974; Gouweleeuw et al. 1998",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .uses = uses,
                                      .learn = learn};

}  // namespace guise::attacks
