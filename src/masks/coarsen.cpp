// SPDX-License-Identifier: Apache-2.0
// Top and bottom codes, and significant digits: values beyond a code are released as the code, and all values with fewer
// digits. The codes are public, or the values beyond which a share of the records lies. What is left of the values beyond a
// code is their tail: attacks/tails. Beyond-2 section 1.5.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "masks/learnt.h"
#include "masks/whole_table.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "top", .help = "values above it are released as it", .kind = Param::Kind::numbers},
    {.name = "bottom", .help = "values below it are released as it", .kind = Param::Kind::numbers},
    {.name = "share",
     .help = "both codes are computed from the data, so that this share of the records lies beyond each",
     .most = 0.5,
     .positive = true},
    {.name = "digits", .help = "significant digits of what is released", .kind = Param::Kind::integer, .least = 1, .most = 15},
};

Learn learns(const Params& given) {
  const bool codes = given.has("top") || given.has("bottom");
  require(codes || given.has("share") || given.has("digits"),
          "step 'coarsen' needs what to do; give top=, bottom=, share= or digits=");
  require(!(codes && given.has("share")),
          "step 'coarsen': share= computes both codes from the data; leave top= and bottom= out, or share=");
  return given.has("share") ? Learn::table : Learn::nothing;
}

/// Halves of the last digit to the even one, as the decimal text of the number is rounded.
double rounded(double x, int digits) {
  char text[40];
  const auto [end, error] = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific, digits - 1);
  double out = x;
  if (error == std::errc()) std::from_chars(text, end, out);
  return out;
}

/// The value that this share of a column is below.
double quantile(const Matrix& values, Index column, double share) {
  Vector sorted = values.col(column);
  const auto at = static_cast<Index>(share * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + at, sorted.end());
  return sorted[at];
}

struct Codes {
  std::vector<double> low, high;  // empty: none
};

Codes codes_of(const StepInput& input) {
  const std::size_t m = input.columns.size();
  Codes codes;
  if (input.params.has("bottom")) codes.low = input.params.numbers("bottom", m);
  if (input.params.has("top")) codes.high = input.params.numbers("top", m);
  if (input.params.has("share")) {
    require_varied(input, "coarsen", 2);
    const double share = input.params.number("share");
    for (std::size_t j = 0; j < m; ++j) {
      codes.low.push_back(quantile(input.table->values, static_cast<Index>(j), share));
      codes.high.push_back(quantile(input.table->values, static_cast<Index>(j), 1 - share));
    }
  }
  for (std::size_t j = 0; j < std::min(codes.low.size(), codes.high.size()); ++j)
    require(codes.low[j] < codes.high[j], "step 'coarsen': the bottom code {} of column '{}' must be below its top code {}",
            codes.low[j], input.columns[j], codes.high[j]);
  return codes;
}

bool whole(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == std::floor(x); });
}

Plan plan(const StepInput& input) {
  const Codes codes = codes_of(input);
  const int digits = input.params.has("digits") ? static_cast<int>(input.params.integer("digits")) : 0;
  Plan made;
  made.columns = input.columns;
  made.apply = [codes, digits](table::Chunk& chunk) {
    for (Index j = 0; j < chunk.values.cols(); ++j)
      for (double& x : chunk.values.col(j)) {
        if (digits > 0) x = rounded(x, digits);
        if (!codes.low.empty()) x = std::max(x, codes.low[static_cast<std::size_t>(j)]);
        if (!codes.high.empty()) x = std::min(x, codes.high[static_cast<std::size_t>(j)]);
      }
  };
  made.keeps_integers = whole(codes.low) && whole(codes.high);
  made.card.effect = Effect::limits;
  made.card.low = codes.low;
  made.card.high = codes.high;
  made.card.digits = digits;
  made.card.learnt = input.table != nullptr;
  if (made.card.learnt) made.notes.emplace_back(kVoidsCertificate);
  if (codes.low.empty() && codes.high.empty())
    made.notes.emplace_back("fewer digits hide nothing but the last ones: who knows a value roughly still finds its record");
  else
    made.notes.emplace_back("all values between the codes are released as they are");
  return made;
}

}  // namespace

extern const Step coarsen = {.name = "coarsen",
                             .summary = "release values beyond a code as the code, or with fewer digits",
                             .paper = "",
                             .params = params,
                             .learns = learns,
                             .plan = plan};

}  // namespace guise::masks::steps
