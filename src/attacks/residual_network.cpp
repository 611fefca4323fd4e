// SPDX-License-Identifier: Apache-2.0
#include "attacks/residual_network.h"

#include <algorithm>
#include <cmath>

#include "random/matrices.h"
#include "stats/activation.h"
#include "stats/lbfgs.h"
#include "stats/ridge.h"

namespace guise::attacks {
namespace {

// Weights are held back by this share of the mean square of what is left to learn: enough against single records, too little
// to bend the fit.
constexpr double kDecay = 1e-4;
// Steps without a better check after which learning ends.
constexpr std::ptrdiff_t kPatience = 60;

Matrix with_ones(const Matrix& rows) {
  Matrix out(rows.rows(), rows.cols() + 1);
  out << rows, Vector::Ones(rows.rows());
  return out;
}

Matrix bent(const Matrix& inputs, const Matrix& inner) {
  Matrix units = inputs * inner;
  stats::activate(stats::Activation::tanh, units);
  return units;
}

/// The weights of both layers in one vector, as the minimiser wants them.
struct Weights {
  Index inputs, units, targets;
  Index size() const { return inputs * units + units * targets; }
  auto inner(const Vector& all) const { return Eigen::Map<const Matrix>(all.data(), inputs, units); }
  auto outer(const Vector& all) const { return Eigen::Map<const Matrix>(all.data() + inputs * units, units, targets); }
};

/// Mean squared error and decay, by back-propagation.
double loss(const Weights& w, const Matrix& inputs, const Matrix& left, double decay, const Vector& all, Vector& gradient) {
  const double n = static_cast<double>(inputs.rows());
  const Matrix units = bent(inputs, w.inner(all)), away = units * w.outer(all) - left;
  const Matrix back = (away * w.outer(all).transpose()).cwiseProduct((1 - units.array().square()).matrix());
  gradient = decay * all;
  Eigen::Map<Matrix>(gradient.data(), w.inputs, w.units) += inputs.transpose() * back / n;
  Eigen::Map<Matrix>(gradient.data() + w.inputs * w.units, w.units, w.targets) += units.transpose() * away / n;
  return 0.5 * (away.squaredNorm() / n + decay * all.squaredNorm());
}

}  // namespace

Matrix ResidualNetwork::linear(const MatrixRef& features) const {
  return ((features.rowwise() - center_.transpose()) * slope_).rowwise() + shift_.transpose();
}

Matrix ResidualNetwork::operator()(const MatrixRef& features) const {
  return linear(features) + bent(with_ones(features), inner_) * outer_;
}

ResidualNetwork::ResidualNetwork(const Lessons& lessons, Index units, int steps, const random::Rng& rng, Check* check) {
  const auto& [u, x] = lessons;
  center_ = u.colwise().mean();
  shift_ = x.colwise().mean();
  const Matrix centred = u.rowwise() - center_.transpose();
  slope_ = centred.transpose() * stats::leave_one_out_ridge(stats::gram_of_features(centred), x).weights;
  const Matrix left = x - linear(u), inputs = with_ones(u);
  const Weights w{inputs.cols(), units, x.cols()};
  // The outer layer begins at 0: the network is then the linear fit. Inner weights of variance 1 over the number of inputs put
  // its units where tanh begins to bend.
  Vector start = Vector::Zero(w.size());
  Eigen::Map<Matrix>(start.data(), w.inputs, units) =
      random::gaussian_matrix(w.inputs, units, rng) / std::sqrt(static_cast<double>(u.cols()));
  const Matrix check_inputs = check ? with_ones(check->records.features) : Matrix();
  const Matrix check_left = check ? Matrix(check->records.targets - linear(check->records.features)) : Matrix();
  if (check) check->errors = {check_left.squaredNorm()};
  // What is left is learnt in its own size, so that decay and steps mean the same whatever the linear fit leaves.
  const double size = std::sqrt(left.squaredNorm() / static_cast<double>(left.size()));
  const auto slope = [&, scaled = Matrix(left / (size > 0 ? size : 1))](const Vector& all, Vector& gradient) {
    return loss(w, inputs, scaled, kDecay / static_cast<double>(units), all, gradient);
  };
  const auto look = [&](int, const Vector& all) {
    if (!check) return true;
    check->errors.push_back((size * bent(check_inputs, w.inner(all)) * w.outer(all) - check_left).squaredNorm());
    const auto best = std::min_element(check->errors.begin(), check->errors.end());
    return check->errors.end() - best <= kPatience;
  };
  const Vector found = stats::minimize(slope, start, steps, look);
  inner_ = w.inner(found);
  outer_ = size * w.outer(found);
}

}  // namespace guise::attacks
