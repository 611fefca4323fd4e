// SPDX-License-Identifier: Apache-2.0
#include "attacks/line_columns.h"

#include <algorithm>
#include <cmath>

#include "attacks/component_match.h"
#include "attacks/sparse_lines.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Index kLevels = 99;    // quantiles compared
constexpr double kSparse = 0.3;  // share of records on lines from which data counts as sparse
constexpr double kActive = 0.1;  // of a standard deviation away from the usual value
constexpr Index kFewValues = 5;  // on a line, to know its distribution

/// Signed values of an attribute, or along a line, in units of their root mean square.
struct Active {
  Vector quantiles;
  double size = 0;
  Index count = 0;
};

Active active(const Vector& values, double threshold) {
  std::vector<double> some;
  for (const double value : values)
    if (std::abs(value) > threshold) some.push_back(value);
  Active out{.quantiles = {}, .size = 0, .count = static_cast<Index>(some.size())};
  if (out.count < kFewValues) return out;
  const Vector kept = Eigen::Map<const Vector>(some.data(), out.count);
  out.size = std::sqrt(kept.squaredNorm() / static_cast<double>(out.count));
  out.quantiles = stats::quantiles(kept / out.size, kLevels);
  return out;
}

/// Values along each line of the records that lie on it.
std::vector<Active> along_lines(const Matrix& records, const Matrix& directions) {
  const Matrix along = records * directions.transpose();
  const Vector least = on_line() * records.rowwise().norm();
  std::vector<Active> out;
  for (Index j = 0; j < directions.rows(); ++j)
    out.push_back(active((along.col(j).array().abs() >= least.array()).select(along.col(j), 0), 0));
  return out;
}

/// Values of each attribute away from its usual one.
std::vector<Active> of_attributes(const Matrix& sample) {
  std::vector<Active> out;
  for (Index i = 0; i < sample.cols(); ++i) {
    const Vector centred = sample.col(i).array() - stats::usual_value(sample.col(i));
    out.push_back(active(centred, kActive * centred.norm() / std::sqrt(static_cast<double>(centred.size()))));
  }
  return out;
}

/// Distances of every line (row) to every attribute, as they are or with the line's values mirrored.
Matrix distances(const std::vector<Active>& lines, const std::vector<Active>& attributes, bool mirror) {
  Matrix out(static_cast<Index>(lines.size()), static_cast<Index>(attributes.size()));
  for (std::size_t j = 0; j < lines.size(); ++j)
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const Vector values = mirror ? stats::mirrored(lines[j].quantiles) : lines[j].quantiles;
      out(static_cast<Index>(j), static_cast<Index>(i)) = stats::quantile_distance(values, attributes[i].quantiles);
    }
  return out;
}

/// Of these distances: values along a line and of an attribute are fewer than the records.
Matrix sampling_errors(const std::vector<Active>& lines, const std::vector<Active>& attributes) {
  Matrix out(static_cast<Index>(lines.size()), static_cast<Index>(attributes.size()));
  for (std::size_t j = 0; j < lines.size(); ++j)
    for (std::size_t i = 0; i < attributes.size(); ++i)
      out(static_cast<Index>(j), static_cast<Index>(i)) = sampling_error(lines[j].count, attributes[i].count);
  return out;
}

bool too_few(const std::vector<Active>& all) {
  return std::any_of(all.begin(), all.end(), [](const Active& each) { return each.count < kFewValues; });
}

}  // namespace

std::optional<LineColumns> columns_from_lines(const Matrix& released, const stats::Whitening& white, const Matrix& sample,
                                              const random::Rng& rng) {
  if (white.rank() < 2) return {};
  Vector usual(released.cols());
  for (Index j = 0; j < usual.size(); ++j) usual[j] = stats::usual_value(released.col(j));
  const Matrix records = (released.rowwise() - usual.transpose()) * white.to;
  const SparseLines lines = sparse_lines(records, sample.cols(), rng);
  if (lines.directions.rows() < sample.cols() || lines.share < kSparse) return {};
  const std::vector<Active> found = along_lines(records, lines.directions), wanted = of_attributes(sample);
  if (too_few(found) || too_few(wanted)) return {};
  const Matrix plain = distances(found, wanted, false), mirrored = distances(found, wanted, true);
  ComponentMatch match = match_components(plain, mirrored, sampling_error(released.rows(), sample.rows()));
  Matrix columns(white.rank(), sample.cols());
  for (Index i = 0; i < columns.cols(); ++i) {
    const Index line = match.component[static_cast<std::size_t>(i)];
    const double scale = found[static_cast<std::size_t>(line)].size / wanted[static_cast<std::size_t>(i)].size;
    columns.col(i) = match.sign[i] * scale * lines.directions.row(line).transpose();
  }
  match.doubtful = swappable(plain.cwiseMin(mirrored), sampling_errors(found, wanted), match.component);
  return LineColumns{white.from.transpose() * columns, lines.share, notes_on(match)};
}

}  // namespace guise::attacks
