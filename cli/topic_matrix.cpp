// SPDX-License-Identifier: Apache-2.0
// Topics about the structure of a projection matrix: what a linear filter separates, what the equations hide. Paper 000,
// sections IV.B and VI.A.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/topic.h"
#include "theory/decomposability.h"
#include "theory/secure.h"

namespace guise::cli {
namespace {

constexpr TopicOption matrix_options[] = {
    {"matrix", "FILE", "the matrix: a row per released column, a column per attribute"},
    {"k", "N", "without --matrix: released columns of any matrix drawn from a continuous law"},
    {"attributes", "M", "without --matrix: attributes"}};

/// Whether --matrix was given; otherwise the size must have been, and not both.
bool has_matrix(const Given& given) {
  const bool matrix = given.has("matrix"), size = given.has("k") && given.has("attributes");
  require(matrix != (given.has("k") || given.has("attributes")) && (matrix || size),
          "give either --matrix FILE or both --k and --attributes");
  return matrix;
}

/// Attributes counted from 1, as people do.
std::vector<Index> from_one(std::vector<Index> columns) {
  for (Index& column : columns) ++column;
  return columns;
}

std::string counted(std::int64_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string separation(std::int64_t groups, std::int64_t attributes) {
  if (groups == 0) return "One attribute does not reach the release, so the definition does not apply.";
  if (groups == 1) return "No linear filter separates any attributes: every output mixes all of them.";
  if (groups == attributes)
    return "A linear filter separates all attributes. Independent component analysis can find it, up to the order, signs and "
           "scales of "
           "the attributes.";
  return fmt::format("A linear filter separates the attributes into {} groups, and no further.", groups);
}

Answer decompose(const Given& given) {
  Answer out;
  if (!has_matrix(given)) {
    const std::int64_t k = given.count("k"), attributes = given.count("attributes");
    require(k <= attributes, "a projection releases at most as many columns as there are attributes ({}), got --k {}",
            attributes, k);
    const std::int64_t groups = theory::generic_groups(k, attributes);
    out.sentence = separation(groups, attributes);
    out.figures = {{"groups", groups}, {"two_row_decomposable", groups >= 2}};
    return out;
  }
  const Matrix r = given.matrix("matrix");
  const theory::Decomposition found = theory::decompose(r);
  out.sentence = separation(static_cast<std::int64_t>(found.groups.size()), r.cols());
  std::vector<std::vector<Index>> groups;
  for (const auto& group : found.groups) groups.push_back(from_one(group));
  out.figures = {{"groups", groups.size()},
                 {"two_row_decomposable", groups.size() >= 2},
                 {"attributes_of_groups", groups},
                 {"separable_attributes", from_one(found.separable)}};
  return out;
}

std::string secrecy(const theory::SecureLevel& found) {
  const std::string unknowns = counted(found.level + 1, "unknown");
  if (!found.disclosed.empty())
    return fmt::format("An attacker who knows the matrix reads {} off the release: 0-secure.",
                       counted(static_cast<std::int64_t>(found.disclosed.size()), "attribute"));
  if (found.exact) return fmt::format("Every equation has at least {}: {}-secure.", unknowns, found.level);
  if (!found.exposed.empty())
    return fmt::format(
        "An equation has {} only: at most {}-secure. The matrix has too many columns to try all; others may have fewer.",
        unknowns, found.level);
  return fmt::format(
      "The matrix has too many columns to try all: at most {}-secure, which a matrix drawn from a continuous law is; no row "
      "and no "
      "two rows tried make it less.",
      found.level);
}

Answer secure(const Given& given) {
  Answer out;
  if (!has_matrix(given)) {
    const std::int64_t k = given.count("k"), attributes = given.count("attributes");
    const std::int64_t level = theory::generic_secure_level(k, attributes);
    out.sentence = fmt::format("Every equation that {} give has {}: {}-secure.", counted(k, "released number"),
                               counted(level + 1, "unknown"), level);
    std::vector<std::int64_t> unknowns;
    for (std::int64_t e = 1; e <= std::min<std::int64_t>(k, 100); ++e)
      unknowns.push_back(theory::generic_unknowns(k, attributes, e));
    out.figures = {{"level", level}, {"fewest_unknowns_by_equations", unknowns}};
    return out;
  }
  const theory::SecureLevel found = theory::secure_level(given.matrix("matrix"));
  out.sentence =
      fmt::format("{} Entries below {:g} of the length of their column count as 0.", secrecy(found), found.tolerance);
  out.figures = {{"level", found.level},
                 {"exact", found.exact},
                 {"tolerance", found.tolerance},
                 {"rank", found.rank},
                 {"attributes_read_off", from_one(found.disclosed)},
                 {"attributes_of_shortest_equation", from_one(found.exposed)},
                 {"fewest_unknowns_by_equations", found.unknowns}};
  return out;
}

}  // namespace

extern const Topic decompose_topic, secure_topic;
const Topic decompose_topic = {.name = "decompose",
                               .summary = "into how many groups a linear filter separates the attributes",
                               .paper = "Liu, Kargupta and Ryan 2006, Definition 4.2, Theorems 4.3 and 4.4",
                               .params = matrix_options,
                               .example = "guise theory decompose --k 3 --attributes 4",
                               .work_out = decompose};
const Topic secure_topic = {.name = "secure",
                            .summary = "behind how many unknowns each value stays hidden when the matrix is known",
                            .paper = "Liu, Kargupta and Ryan 2006, section VI.A and Theorem 6.1",
                            .params = matrix_options,
                            .example = "guise theory secure --matrix r.csv",
                            .work_out = secure};

}  // namespace guise::cli
