// SPDX-License-Identifier: Apache-2.0
#include "release/composition.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/matrix.h"
#include "theory/gaussian_privacy.h"

namespace guise::release {
namespace {

// Rounding of sums and roots: four releases of mu = 0.5 make mu = 1.
constexpr double kRounding = 1e-9;

/// The part with Gaussian noise, or the sums over records, as one certificate.
Certificate as_certificate(const Composition& together) {
  Certificate out{.unit = together.unit, .extra_delta = together.extra_delta};
  if (together.sketch) {
    out.kind = Guarantee::sketch;
    out.sketch = together.sketch;
  } else {
    out.kind = together.grid ? Guarantee::grid : Guarantee::gaussian;
    out.mu = together.mu;
  }
  return out;
}

Composition none(std::string reason) {
  Composition out;
  out.reason = std::move(reason);
  return out;
}

}  // namespace

Composition compose(std::span<const Certificate> certificates, std::span<const std::string> names) {
  assert(certificates.size() == names.size());
  Composition out;
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    const Certificate& each = certificates[i];
    if (!each.holds()) return none(fmt::format("{} has none", names[i]));
    // A second release with the same matrix tells more of the matrix, too; and one record added is another promise than one
    // replaced.
    if (each.kind == Guarantee::sketch && certificates.size() > 1)
      return none(
          fmt::format("{} rests on a secret matrix of the key that is used once, and there are other releases", names[i]));
    out.unit = each.unit;
    out.mu = std::hypot(out.mu, each.mu.value_or(0));
    out.grid = out.grid || each.kind == Guarantee::grid;
    out.pure += each.epsilon.value_or(0);
    out.sketch = each.sketch;
    out.extra_delta += each.extra_delta;
  }
  return out;
}

std::optional<double> certified_epsilon(const Composition& together, double delta) {
  if (!together.holds() || delta <= together.extra_delta) return {};
  if (together.mu == 0 && !together.sketch) return together.pure;
  return together.pure + *certified_epsilon(as_certificate(together), delta);
}

std::string describe(const Composition& together) {
  if (!together.holds()) return "no formal guarantee, since " + together.reason;
  const std::string mu = together.mu > 0 && together.pure == 0 ? fmt::format("mu = {:.4g}, ", together.mu) : "";
  const std::optional<double> epsilon = certified_epsilon(together, kStatedDelta);
  if (!epsilon) return mu + "no epsilon at so small a delta";
  const bool is_pure = together.mu == 0 && !together.sketch;
  return fmt::format("{}epsilon = {:.4g}{}", mu, *epsilon, is_pure ? "" : fmt::format(" at delta = {:g}", kStatedDelta));
}

std::string Budget::text() const {
  return is_mu ? fmt::format("mu = {:g}", most) : fmt::format("epsilon = {:g} at delta = {:g}", most, kStatedDelta);
}

Budget parse_budget(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals), number = equals == text.npos ? "" : text.substr(equals + 1);
  double most = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), most);
  require((name == "mu" || name == "epsilon") && error == std::errc() && end == number.data() + number.size() && most > 0 &&
              std::isfinite(most),
          "a budget is mu=NUMBER or epsilon=NUMBER, greater than 0, such as mu=1; got '{}'", text);
  return {.is_mu = name == "mu", .most = most};
}

bool exceeds(const Composition& together, const Budget& budget) {
  const double most = budget.most * (1 + kRounding);
  if (!together.holds()) return true;
  if (!budget.is_mu) return certified_epsilon(together, kStatedDelta).value_or(INFINITY) > most;
  return together.pure > 0 || together.sketch || together.mu > most;  // other promises have no mu
}

}  // namespace guise::release
