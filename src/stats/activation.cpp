// SPDX-License-Identifier: Apache-2.0
#include "stats/activation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "random/kernels.h"
#include "stats/activation_table.h"

namespace guise::stats {
namespace {

// The same code as in the kernels, on single numbers.
using Real = double;
using Bits = std::uint64_t;
inline Bits bits_of(Real x) {
  return std::bit_cast<Bits>(x);
}
inline Real from_bits(Bits x) {
  return std::bit_cast<Real>(x);
}
#include "stats/activation_body.h"

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr ActivationFacts kActivations[] = {
    {Activation::tanh, "tanh", "(e^x - e^-x) / (e^x + e^-x)", true, true, true, 1},
    {Activation::sigmoid, "sigmoid", "1 / (1 + e^-x)", false, true, true, 0.25},
    {Activation::identity, "identity", "x", true, false, true, 1},
    {Activation::step, "step", "-1, 0 or 1, the sign of x", true, true, false, kInfinity},
    {Activation::relu, "relu", "x where positive, otherwise 0", false, false, false, 1},
    {Activation::clip, "clip", "x between -1 and 1, otherwise the nearer of the two", true, true, false, 1}};

double step(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}
double rectified(double x) {
  return x < 0 ? 0 : x;
}
double clipped(double x) {
  return x > 1 ? 1 : x < -1 ? -1 : x;
}

const ActivationTable& current_table() {
#if defined(__x86_64__)
  if (random::current_kernel() == random::Kernel::avx2) return avx2::table;
  if (random::current_kernel() == random::Kernel::avx512) return avx512::table;
#endif
  return portable::table;
}

}  // namespace

std::span<const ActivationFacts> all_activations() {
  return kActivations;
}

const ActivationFacts& facts_of(Activation f) {
  return kActivations[static_cast<std::size_t>(f)];
}

Activation find_activation(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ActivationFacts& facts : kActivations) {
    if (facts.name == name) return facts.kind;
    names.push_back(facts.name);
  }
  refuse("no function f named '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

double activate(Activation f, double x) {
  switch (f) {
    case Activation::tanh:
      return hyperbolic_tangent(x);
    case Activation::sigmoid:
      return logistic(x);
    case Activation::identity:
      return x;
    case Activation::step:
      return step(x);
    case Activation::relu:
      return rectified(x);
    case Activation::clip:
      return clipped(x);
  }
  return x;
}

void activate(Activation f, MutableMatrixRef values) {
  const ActivationTable& table = current_table();
  for (Index j = 0; j < values.cols(); ++j) {
    auto column = values.col(j);
    const auto rows = static_cast<std::size_t>(column.size());
    switch (f) {
      case Activation::tanh:
        table.tanh(column.data(), rows);
        break;
      case Activation::sigmoid:
        table.sigmoid(column.data(), rows);
        break;
      case Activation::identity:
        break;
      case Activation::step:
        for (double& x : column) x = step(x);
        break;
      case Activation::relu:
        for (double& x : column) x = rectified(x);
        break;
      case Activation::clip:
        for (double& x : column) x = clipped(x);
        break;
    }
  }
}

double slope(Activation f, double x) {
  switch (f) {
    case Activation::tanh:  // 1 - tanh^2 without cancellation
      return 4 * logistic(2 * x) * logistic(-2 * x);
    case Activation::sigmoid:
      return logistic(x) * logistic(-x);
    case Activation::identity:
      return 1;
    case Activation::step:
      return 0;
    case Activation::relu:
      return x >= 0 ? 1 : 0;
    case Activation::clip:
      return x >= -1 && x < 1 ? 1 : 0;
  }
  return 0;
}

std::optional<double> preimage(Activation f, double value) {
  switch (f) {
    case Activation::tanh:
      if (std::fabs(value) < 1) return std::atanh(value);
      break;
    case Activation::sigmoid:
      if (value > 0 && value < 1) return std::log(value) - std::log1p(-value);
      break;
    case Activation::identity:
      return value;
    case Activation::step:
      if (value == 0) return 0;
      break;
    case Activation::relu:
      if (value > 0) return value;
      break;
    case Activation::clip:
      if (std::fabs(value) < 1) return value;
      break;
  }
  return {};
}

double nearest_preimage(Activation f, double value) {
  switch (f) {
    case Activation::tanh:  // the last number below 1 is 18.4 away
      return std::atanh(std::clamp(value, -1 + 0x1p-53, 1 - 0x1p-53));
    case Activation::sigmoid:
      return *preimage(f, std::clamp(value, 0x1p-1022, 1 - 0x1p-53));
    case Activation::step:
      return value > 0 ? 1 : value < 0 ? -1 : 0;
    case Activation::relu:
      return std::max(value, 0.0);
    case Activation::clip:
      return std::clamp(value, -1.0, 1.0);
    case Activation::identity:
      return value;
  }
  return value;
}

}  // namespace guise::stats
