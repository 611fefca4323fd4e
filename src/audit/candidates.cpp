// SPDX-License-Identifier: Apache-2.0
#include "audit/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "linalg/solve.h"
#include "masks/mask.h"
#include "release/certificate.h"
#include "theory/gaussian_privacy.h"

namespace guise::audit {
namespace {

// Noise of a tenth of the attribute's spread hides nothing that a limit would be set on; ten times its spread hides all.
constexpr double kMostSnr = 100, kLeastSnr = 0.01;

/// From one number to another by equal factors, kPerDecade of them per factor of ten, each with three digits.
std::vector<double> log_spaced(double from, double to) {
  const double decades = std::log10(to / from);
  const int steps = static_cast<int>(std::lround(std::abs(decades) * kPerDecade));
  std::vector<double> values;
  for (int i = 0; i <= steps; ++i)
    values.push_back(std::stod(fmt::format("{:.3g}", from * std::pow(10, decades * i / std::max(steps, 1)))));
  return values;
}

std::string chained(const std::string& before, const std::string& mask) {
  return masks::Mask::parse(before.empty() ? mask : before + " | " + mask).text();
}

/// A path whose mask i is `write(values[i])`.
template <typename Write>
Path path_of(std::string scheme, const std::string& before, const std::vector<double>& values, const Write& write) {
  Path path{.scheme = std::move(scheme), .masks = {}};
  for (const double value : values) path.masks.push_back(chained(before, write(value)));
  return path;
}

Path noise_path(std::string scheme, const std::string& before, std::string_view format) {
  return path_of(std::move(scheme), before, log_spaced(kMostSnr, kLeastSnr),
                 [&](double snr) { return fmt::format(fmt::runtime(format), snr); });
}

Path closed_path(std::string scheme, const std::string& before, std::string_view format, Path::Closed closed) {
  Path path = noise_path(std::move(scheme), before, format);
  if (!before.empty()) return path;  // then the noise is in proportion to other moments than the table's
  path.closed = closed;
  path.snr = log_spaced(kMostSnr, kLeastSnr);
  return path;
}

/// Widths in proportion to the spread of each attribute, from a tenth of it to four times.
Path round_path(const stats::Moments& truth, const std::string& before) {
  const Vector sd = truth.variance().cwiseSqrt();
  return path_of("round", before, log_spaced(0.1, 4), [&](double factor) {
    std::string widths;
    for (const double each : sd)
      widths += fmt::format("{}{:.2g}", widths.empty() ? "" : ",", each > 0 ? factor * each : factor);
    return fmt::format("round(width=[{}])", widths);
  });
}

Path bin_path(const std::string& before) {
  return path_of("bin", before, {64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2},
                 [](double count) { return fmt::format("bin(count={})", count); });
}

/// The certificate of a mask that learns nothing from the data: a table of one record makes it.
release::Certificate certificate_of(const std::string& mask, const std::vector<std::string>& columns) {
  const table::Table one = table::Table::from_matrix(Matrix::Zero(1, static_cast<Index>(columns.size())), columns);
  const masks::Prepared prepared =
      masks::prepare(masks::Mask::parse(mask), one, {.attributes = columns}, {}, random::Key::create());
  return release::certify(prepared.card(), prepared.secrets());
}

// A grid of a thousandth of the noise costs next to nothing of the guarantee (docs/certificate.md).
std::string grid_noise(double sd) {
  return fmt::format("noise(sd={:.4g},grid={:.1g})", sd, sd / 1000);
}

}  // namespace

std::vector<Path> all_paths(const stats::Moments& truth, const std::string& before) {
  std::vector<Path> paths;
  paths.push_back(closed_path("noise", before, "noise(snr={})", Path::Closed::white));
  if (truth.attributes() > 1) {
    paths.push_back(closed_path("noise shaped like the data", before, "noise(snr={},shape=data)", Path::Closed::shaped));
    paths.push_back(noise_path("rotate | noise", before, "rotate | noise(snr={})"));
    for (const double rate : {0.75, 0.5})
      paths.push_back(noise_path(fmt::format("project({}) | noise", rate), before,
                                 fmt::format("project(rate={}) | noise(snr={{}})", rate)));
  }
  paths.push_back(round_path(truth, before));
  paths.push_back(bin_path(before));
  // Entries of W from 0.1, where tanh is nearly linear, to 10, where hidden units say little but their sign.
  paths.push_back(path_of("distort", before.empty() ? "standardize" : before, log_spaced(0.1, 10),
                          [](double sd) { return fmt::format("distort(sw={})", sd); }));
  // Factors 1 + sd T, |T| < 2, must stay above 0: sd below a half.
  paths.push_back(
      path_of("multiply", before, log_spaced(0.02, 0.49), [](double sd) { return fmt::format("multiply(sd={})", sd); }));
  return paths;
}

std::vector<Path> certified_paths(const std::vector<std::string>& columns, const std::string& before, double epsilon) {
  constexpr double kStrongest = 30;  // times the noise that is enough
  std::vector<Path> paths;
  for (const std::string_view between : {"", "rotate"}) {
    const std::string front = between.empty() ? before : chained(before, std::string(between));
    const auto enough = [&](double sd) {
      const auto found =
          release::certified_epsilon(certificate_of(chained(front, grid_noise(sd)), columns), release::kStatedDelta);
      return found && *found <= epsilon;
    };
    double low = 1e-9, high = 1e12;  // of what `before` leaves; far beyond any sensible scale
    const release::Certificate widest = certificate_of(chained(front, grid_noise(high)), columns);
    require(enough(high),
            "a limit on epsilon needs public bounds in front of the noise, such as ‘before’ "
            "\"standardize(center=...,scale=...) | clip(radius=2)\"; {}",
            widest.holds() ? "its epsilon is never so small" : widest.reasons[0]);
    while (high / low > 1.0005) (enough(std::sqrt(low * high)) ? high : low) = std::sqrt(low * high);
    paths.push_back(path_of(between.empty() ? "noise" : "rotate | noise", front, log_spaced(1, kStrongest), [&](double times) {
      return grid_noise(high * (times == 1 ? 1.001 : times));  // four digits may round down by 0.05 %
    }));
  }
  return paths;
}

Vector share_left(const Matrix& covariance, Path::Closed noise, double snr) {
  const Index m = covariance.rows();
  // shape=data keeps the total power of the noise, trace(Sx) / snr, and takes the shape of Sx: Sx / snr.
  if (noise == Path::Closed::shaped) return Vector::Constant(m, 1 / (1 + snr));
  Matrix released = covariance;
  released.diagonal() += covariance.diagonal() / snr;
  const Vector explained = covariance.cwiseProduct(linalg::solve_symmetric(released, covariance)).colwise().sum();
  Vector left = Vector::Ones(m);
  for (Index j = 0; j < m; ++j)
    if (covariance(j, j) > 0) left[j] = std::clamp(1 - explained[j] / covariance(j, j), 0.0, 1.0);
  return left;
}

std::optional<double> expected_figure(const Limit& limit, const Vector& left, const std::vector<std::string>& columns) {
  double least = 1;
  for (Index j = 0; j < left.size(); ++j)
    if (limit.attribute.empty() || limit.attribute == columns[static_cast<std::size_t>(j)]) least = std::min(least, left[j]);
  if (limit.kind == Limited::gets) return 1 - least;
  if (limit.measure == "information") return -0.5 * std::log2(least);
  if (limit.measure != "within") return {};
  return 2 * theory::normal_cdf(std::stod(limit.key) / std::sqrt(least)) - 1;
}

}  // namespace guise::audit
