// SPDX-License-Identifier: Apache-2.0
// Topics about random projections: how many columns, which errors, what simple guesses reach. Paper 000, sections V and VI.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.h"
#include "cli/topic.h"
#include "theory/johnson_lindenstrauss.h"
#include "theory/projection_error.h"
#include "theory/projection_guesses.h"

namespace guise::cli {
namespace {

constexpr TopicOption kEps = {"eps", "X", "relative tolerance, between 0 and 1", true};
constexpr TopicOption kK = {"k", "N", "released columns", true};
constexpr TopicOption kLaw = {"law", "LAW", "of the matrix: gaussian, sign, sparse, very-sparse or orthonormal"};
constexpr TopicOption kSparsity = {"sparsity", "S", "of sparse signs: one entry in S is not zero (default 3)"};

constexpr TopicOption jl_options[] = {{"records", "N", "number of records", true}, kEps, {"k", "N", "released columns"}};

Answer jl(const Given& given) {
  const std::int64_t records = given.count("records");
  const double epsilon = given.number("eps");
  const std::int64_t least = theory::johnson_lindenstrauss_dimension(records, epsilon);
  const std::int64_t k = given.has("k") ? given.count("k") : least;
  const double every = theory::every_pair_probability(records, epsilon, k);
  Answer out;
  out.sentence =
      records == 1
          ? "One record has no distances to keep: 1 column is enough, whatever the tolerance."
          : fmt::format(
                "{} columns are enough to keep all squared distances between {} records to {:.4g} %, whatever the number of "
                "attributes. A Gaussian matrix with {} column{} does so with probability {:.4g} or more.",
                least, records, 100 * epsilon, k, k == 1 ? "" : "s", every);
  out.figures = {{"columns_enough", least},
                 {"k", k},
                 {"one_pair_probability", theory::gaussian_distance_probability(epsilon, k)},
                 {"every_pair_probability_at_least", every}};
  return out;
}

theory::ProjectionLaw law_of(const Given& given, std::int64_t attributes) {
  const std::string law = given.text("law", "gaussian");
  require(law == "sparse" || !given.has("sparsity"), "--sparsity goes with --law sparse");
  return theory::projection_law(law, given.number("sparsity", 3), attributes);
}

constexpr TopicOption inner_options[] = {{"x", "LIST|FILE", "a record", true},
                                         {"y", "LIST|FILE", "another record", true},
                                         kK,
                                         kLaw,
                                         kSparsity,
                                         {"eps", "X", "also the chance that the squared distance is right to this tolerance"}};

Answer inner(const Given& given) {
  const Vector x = given.vector("x"), y = given.vector("y");
  const std::int64_t k = given.count("k");
  const theory::ProjectionLaw law = law_of(given, x.size());
  const double variance = theory::inner_product_variance(x, y, k, law);
  const double distance = (x - y).squaredNorm(), distance_variance = theory::distance_variance(x - y, k, law);
  require(std::isfinite(variance) && std::isfinite(distance_variance),
          "--x and --y hold numbers above about 1e77, which have no fourth powers; divide both by a power of ten");
  // Nearly normal for k above about 10: the mean of |error| is sqrt(2/pi) of its standard deviation.
  const double mean_error = std::sqrt(2 / std::numbers::pi);
  Answer out;
  out.sentence = fmt::format(
      "After projection to {} columns the inner product {:.6g} is seen with an error of standard deviation {:.4g}, and the "
      "squared distance {:.6g} with one of {:.4g}; both are right on average.",
      k, x.dot(y), std::sqrt(variance), distance, std::sqrt(distance_variance));
  out.figures = {{"inner_product", x.dot(y)},
                 {"inner_product_variance", variance},
                 {"inner_product_mean_error_about", mean_error * std::sqrt(variance)},
                 {"squared_distance", distance},
                 {"squared_distance_variance", distance_variance},
                 {"squared_distance_mean_error_about", mean_error * std::sqrt(distance_variance)}};
  if (!given.has("eps")) return out;
  const double epsilon = given.number("eps");
  const bool gaussian = given.text("law", "gaussian") == "gaussian";
  if (law.orthonormal || gaussian)
    out.figures["within_eps_probability"] = law.orthonormal ? theory::orthonormal_distance_probability(epsilon, k, x.size())
                                                            : theory::gaussian_distance_probability(epsilon, k);
  if (gaussian) out.figures["within_eps_paper_bound"] = theory::distance_bound(epsilon, k);
  if (!law.orthonormal && !gaussian)
    out.sentence += " (No exact probability is known for this law: it depends on the records.)";
  return out;
}

constexpr TopicOption guesses_options[] = {kK, {"attributes", "M", "attributes of a record", true}, kLaw, kSparsity};

Answer guesses(const Given& given) {
  const std::int64_t k = given.count("k"), attributes = given.count("attributes");
  const theory::ProjectionLaw law = law_of(given, attributes);
  const theory::GuessErrors errors = theory::guess_errors(k, attributes, law);
  Answer out;
  out.sentence = fmt::format(
      "An attacker who knows only the matrix misses {}{:.3g} % of the squared length of a record projected from {} to {} "
      "columns, with the minimum-norm guess. An attacker who guesses the matrix too does worse than answering zero. A sample "
      "of "
      "other records makes both guesses far better (guise attack --with bayes).",
      law.continuous ? "" : "at least ", 100 * errors.minimum_norm, attributes, k);
  out.figures = {{"answering_zero", 1.0},
                 {"transpose", errors.transpose},
                 {"transpose_best_scaled", errors.scaled_transpose},
                 {law.continuous ? "minimum_norm" : "minimum_norm_at_least", errors.minimum_norm},
                 {"guessed_matrix", errors.guessed_matrix}};
  return out;
}

}  // namespace

extern const Topic jl_topic, inner_topic, guesses_topic;
const Topic jl_topic = {.name = "jl",
                        .summary = "how many released columns keep all distances",
                        .paper = "Liu, Kargupta and Ryan 2006, Lemma 5.1",
                        .params = jl_options,
                        .example = "guise theory jl --records 100 --eps 0.5",
                        .work_out = jl};
const Topic inner_topic = {.name = "inner",
                           .summary = "errors of inner products and distances after a projection",
                           .paper = "Liu, Kargupta and Ryan 2006, Lemmas 5.6 and 5.7, corrected",
                           .params = inner_options,
                           .example = "guise theory inner --x 1,-2,0.5,3 --y 2,1,-1,0.5 --k 5",
                           .work_out = inner};
const Topic guesses_topic = {.name = "guesses",
                             .summary = "the error of simple guesses from a projection, with the matrix known or not",
                             .paper = "Liu, Kargupta and Ryan 2006, section VI, corrected",
                             .params = guesses_options,
                             .example = "guise theory guesses --k 4 --attributes 10",
                             .work_out = guesses};

}  // namespace guise::cli
