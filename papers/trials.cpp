// SPDX-License-Identifier: Apache-2.0
#include "papers/trials.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "linalg/blas.h"
#include "papers/report.h"

namespace guise::papers {

Trials::Trials(int count, const random::Rng& rng, const std::function<std::vector<double>(const random::Rng&)>& trial) {
  linalg::use_one_blas_thread();
  std::vector<std::vector<double>> found(static_cast<std::size_t>(count));
  tbb::parallel_for(0, count,
                    [&](int i) { found[static_cast<std::size_t>(i)] = trial(rng.fork("trial " + std::to_string(i))); });
  values_.resize(count, static_cast<Index>(found[0].size()));
  for (Index i = 0; i < count; ++i)
    values_.row(i) = Eigen::Map<Eigen::RowVectorXd>(found[static_cast<std::size_t>(i)].data(), values_.cols());
}

double Trials::sd(Index figure) const {
  if (values_.rows() < 2) return 0;
  const Vector off = values_.col(figure).array() - mean(figure);
  return std::sqrt(off.squaredNorm() / static_cast<double>(off.size() - 1));
}

double Trials::error(Index figure) const {
  return sd(figure) / std::sqrt(static_cast<double>(values_.rows()));
}

double Trials::median(Index figure) const {
  Vector values = values_.col(figure);
  std::ranges::sort(values);
  const Index n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double Trials::share_above(Index figure, double limit) const {
  return (values_.col(figure).array() > limit).cast<double>().mean();
}

std::vector<double> Trials::means() const {
  const Eigen::RowVectorXd means = values_.colwise().mean();
  return {means.begin(), means.end()};
}

std::string Trials::text(Index figure) const {
  return fmt::format("{} ± {}", number(mean(figure)), number(sd(figure)));
}

}  // namespace guise::papers
