// SPDX-License-Identifier: Apache-2.0
// The topic of rotations: how likely a record is given away by known ones.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/topic.h"
#include "theory/breach.h"

namespace guise::cli {
namespace {

constexpr TopicOption breach_options[] = {
    {"eps", "X", "how near a guess must come, relative to the length of the record", true},
    {"known", "LIST|FILE", "originals the attacker has with their released records"},
    {"targets", "LIST|FILE", "records to ask about, with the same columns"},
    {"attributes", "M", "without files: attributes of a record"},
    {"pairs", "N", "without files: known records"},
    {"outside", "X", "without files: share of the record's length outside the span of the known ones (default 1)"}};

Answer without_data(const Given& given, double epsilon) {
  const std::int64_t attributes = given.count("attributes"), pairs = given.count("pairs");
  const double outside = given.number("outside", 1);
  require(outside >= 0 && outside <= 1, "--outside is a share, between 0 and 1, got {}", outside);
  const std::int64_t free = std::max<std::int64_t>(0, attributes - pairs);
  const double probability = theory::breach_probability(outside, free, epsilon);
  Answer out;
  out.sentence = fmt::format(
      "An attacker who knows {} records and their rotated rows guesses another record within {:.4g} % of its length with "
      "probability {:.4g}.",
      pairs, 100 * epsilon, probability);
  out.figures = {{"probability", probability}, {"free_dimensions", free}, {"outside", outside}};
  return out;
}

Answer breach(const Given& given) {
  const double epsilon = given.number("eps");
  const bool files = given.has("known") && given.has("targets"), sizes = given.has("attributes") && given.has("pairs");
  require(files != sizes, "give either --known and --targets, or --attributes and --pairs");
  if (sizes) return without_data(given, epsilon);
  const Records known = given.records("known"), targets = given.records("targets", known.columns);
  const theory::Breach found = theory::breach_probabilities(known.values, targets.values, epsilon);
  const auto records = static_cast<double>(found.probability.size());
  const double lost = static_cast<double>((found.outside.array() <= epsilon).count()) / records;
  Answer out;
  out.sentence = fmt::format(
      "An attacker who knows these records and their rotated rows guesses a target within {:.4g} % of its length with "
      "probability {:.4g} on average and {:.4g} at worst. {:.4g} % of the targets lie that near to the span of the known "
      "records "
      "and are recovered in any case.",
      100 * epsilon, found.probability.mean(), found.probability.maxCoeff(), 100 * lost);
  out.figures = {{"mean_probability", found.probability.mean()},
                 {"largest_probability", found.probability.maxCoeff()},
                 {"share_lost_anyway", lost},
                 {"known_dimensions", found.known_rank},
                 {"probability", std::vector<double>(found.probability.begin(), found.probability.end())},
                 {"outside", std::vector<double>(found.outside.begin(), found.outside.end())}};
  return out;
}

}  // namespace

extern const Topic breach_topic;
const Topic breach_topic = {.name = "breach",
                            .summary = "how likely an attacker who knows some records of a rotation recovers another",
                            .paper = "Giannella, Liu and Kargupta 2013; closed form",
                            .params = breach_options,
                            .example = "guise theory breach --attributes 10 --pairs 8 --eps 0.2",
                            .work_out = breach};

}  // namespace guise::cli
