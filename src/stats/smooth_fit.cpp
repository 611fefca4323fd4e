// SPDX-License-Identifier: Apache-2.0
#include "stats/smooth_fit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "linalg/products.h"
#include "stats/memory.h"
#include "stats/ridge_path.h"

namespace guise::stats {
namespace {

constexpr Index kCosines = 160, kTriedCosines = 100;
// Rows that reaches are tried on, evenly spread.
constexpr Index kTriedRows = 2000;
constexpr double kWidths[] = {0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2};
constexpr std::size_t kMostReaches = 2;

Matrix some_rows(const Matrix& rows, Index most) {
  if (rows.rows() <= most) return rows;
  std::vector<Index> chosen(static_cast<std::size_t>(most));
  for (Index i = 0; i < most; ++i) chosen[static_cast<std::size_t>(i)] = i * rows.rows() / most;
  return rows(chosen, Eigen::all);
}

Matrix gram_of(const Matrix& rows) {
  Matrix gram = Matrix::Zero(rows.cols(), rows.cols());
  linalg::add_gram(rows, gram);
  return gram.selfadjointView<Eigen::Lower>();
}

Question question_of(std::string_view what, const Matrix& inputs, const Reach& reach) {
  Question question(what);
  question.add(inputs).add(std::bit_cast<std::int64_t>(reach.width)).add(static_cast<std::int64_t>(reach.ranks));
  return question;
}

/// Terms of few rows, to try a reach with.
struct Trial {
  Matrix terms;  ///< about their mean
  RidgePath path;
};

std::shared_ptr<const Trial> trial_of(const Matrix& inputs, const Reach& reach) {
  return remembered<std::shared_ptr<const Trial>>(
      [&] { return question_of("reach", inputs, reach); },
      [&] {
        Matrix terms = SmoothTerms(inputs, reach, kTriedCosines).of(inputs);
        terms.rowwise() -= terms.colwise().mean().eval();
        RidgePath path(gram_of(terms), terms.rows());
        return std::make_shared<const Trial>(Trial{std::move(terms), std::move(path)});
      });
}

}  // namespace

std::vector<Reach> SmoothFit::choose(const Matrix& all_inputs, const Matrix& all_targets) {
  const Matrix inputs = some_rows(all_inputs, kTriedRows), rows = some_rows(all_targets, kTriedRows);
  const Matrix targets = rows.rowwise() - rows.colwise().mean();
  const Vector squares = targets.colwise().squaredNorm();
  std::vector<Reach> tried;
  std::vector<Vector> errors;
  for (const bool ranks : {false, true})
    for (const double width : kWidths) {
      tried.push_back({width, ranks});
      const auto trial = trial_of(inputs, tried.back());
      errors.push_back(trial->path.solve(trial->terms.transpose() * targets, squares).error);
    }
  const auto best_of = [&](Index j, const std::vector<std::size_t>& among) {
    return *std::min_element(among.begin(), among.end(),
                             [&](std::size_t a, std::size_t b) { return errors[a][j] < errors[b][j]; });
  };
  std::vector<std::size_t> every(tried.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  std::vector<int> votes(tried.size(), 0);
  for (Index j = 0; j < targets.cols(); ++j) ++votes[best_of(j, every)];
  std::stable_sort(every.begin(), every.end(), [&](std::size_t a, std::size_t b) { return votes[a] > votes[b]; });
  every.resize(std::min(kMostReaches, every.size()));
  std::vector<Reach> out;
  for (Index j = 0; j < targets.cols(); ++j) out.push_back(tried[best_of(j, every)]);
  return out;
}

/// Of every fold what the other rows say of the terms.
struct SmoothFolds::Basis {
  struct Fold {
    Vector center;
    RidgePath path;
  };
  std::shared_ptr<const SmoothTerms> terms;
  std::vector<Fold> folds;
};

std::shared_ptr<const SmoothFolds::Basis> SmoothFolds::basis_of(const Matrix& inputs, const std::vector<std::size_t>& fold,
                                                                std::size_t folds, const Reach& reach) {
  const auto answer = [&]() -> std::shared_ptr<const Basis> {
    Basis basis{.terms = std::make_shared<const SmoothTerms>(inputs, reach, kCosines), .folds = {}};
    const Matrix terms = basis.terms->of(inputs);
    std::vector<std::vector<Index>> rows(folds);
    for (std::size_t i = 0; i < fold.size(); ++i) rows[fold[i]].push_back(static_cast<Index>(i));
    std::vector<Matrix> grams;
    std::vector<Vector> sums;
    for (const std::vector<Index>& own : rows) {
      const Matrix some = terms(own, Eigen::all);
      grams.push_back(gram_of(some));
      sums.emplace_back(some.colwise().sum());
    }
    for (std::size_t f = 0; f < folds; ++f) {
      Matrix gram = Matrix::Zero(terms.cols(), terms.cols());
      Vector sum = Vector::Zero(terms.cols());
      Index count = 0;
      for (std::size_t other = 0; other < folds; ++other) {
        if (other == f && folds > 1) continue;
        gram += grams[other];
        sum += sums[other];
        count += std::ssize(rows[other]);
      }
      const Vector center = sum / static_cast<double>(std::max<Index>(count, 1));
      basis.folds.push_back({center, RidgePath(gram - sum * center.transpose(), count)});
    }
    return std::make_shared<const Basis>(std::move(basis));
  };
  const auto question = [&] {
    Question out = question_of("smooth", inputs, reach);
    for (const std::size_t f : fold) out.add(static_cast<std::int64_t>(f));
    return out;
  };
  return remembered<std::shared_ptr<const Basis>>(question, answer);
}

SmoothFolds::SmoothFolds(const Matrix& inputs, std::vector<std::size_t> fold, std::size_t folds, std::vector<Reach> reaches)
    : fold_(std::move(fold)), reaches_(std::move(reaches)) {
  for (const Reach& reach : reaches_) {
    if (std::any_of(seen_.begin(), seen_.end(), [&](const Seen& each) { return each.reach == reach; })) continue;
    std::shared_ptr<const Basis> basis = basis_of(inputs, fold_, folds, reach);
    Matrix terms = basis->terms->of(inputs);
    seen_.push_back({reach, std::move(basis), std::move(terms)});
  }
}

SmoothFit SmoothFolds::fit(std::size_t fold, const Matrix& targets, Matrix& fitted) const {
  const bool only = seen_.empty() || seen_.front().basis->folds.size() == 1;
  Vector learnt = Vector::Ones(targets.rows());
  for (Index i = 0; i < targets.rows(); ++i)
    if (!only && fold_[static_cast<std::size_t>(i)] == fold) learnt[i] = 0;
  SmoothFit out(Vector((learnt.transpose() * targets).transpose() / std::max(learnt.sum(), 1.0)));
  const Matrix centred = learnt.asDiagonal() * (targets.rowwise() - out.mean_.transpose());
  const Vector squares = centred.colwise().squaredNorm();
  fitted = out.mean_.transpose().replicate(targets.rows(), 1);
  for (const Seen& seen : seen_) {
    const Basis::Fold& basis = seen.basis->folds[fold];
    SmoothFit::Part part{seen.basis->terms, basis.center, {}, {}};
    for (std::size_t j = 0; j < reaches_.size(); ++j)
      if (reaches_[j] == seen.reach) part.targets.push_back(static_cast<Index>(j));
    const Matrix own = centred(Eigen::all, part.targets);
    part.weights = basis.path.solve(seen.terms.transpose() * own, squares(part.targets)).weights;
    part.add(seen.terms, fitted);
    out.parts_.push_back(std::move(part));
  }
  return out;
}

void SmoothFit::Part::add(const Matrix& terms_of_rows, Matrix& out) const {
  const Matrix found = (terms_of_rows * weights).rowwise() - center.transpose() * weights;
  for (std::size_t k = 0; k < targets.size(); ++k) out.col(targets[k]) += found.col(static_cast<Index>(k));
}

SmoothFit::SmoothFit(const Matrix& inputs, const Matrix& targets, const std::vector<Reach>& reaches) {
  Matrix fitted;
  *this = SmoothFolds(inputs, std::vector<std::size_t>(static_cast<std::size_t>(inputs.rows()), 0), 1, reaches)
              .fit(0, targets, fitted);
}

Matrix SmoothFit::predict(const Matrix& inputs) const {
  Matrix out = mean_.transpose().replicate(inputs.rows(), 1);
  for (const Part& part : parts_) part.add(part.terms->of(inputs), out);
  return out;
}

}  // namespace guise::stats
