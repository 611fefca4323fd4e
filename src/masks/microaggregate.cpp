// SPDX-License-Identifier: Apache-2.0
// Microaggregation: every value becomes the mean of a group of at least k. By records, groups of similar records (MDAV,
// masks/groups); by columns, neighbours in the order of each column (individual ranking). Domingo-Ferrer and Mateo-Sanz (2002).
// Nothing is drawn: the same table gives the same release under every key. What an attacker makes of it is in attacks/members.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "masks/groups.h"
#include "masks/whole_table.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "k", .help = "members of a group, at least", .kind = Param::Kind::integer, .fallback = 3, .least = 2, .most = 1e9},
    {.name = "by",
     .help =
         "records, all columns together in groups of similar records; or columns, each by itself, which hides next to nothing",
     .kind = Param::Kind::choice,
     .choices = "records|columns"},
};

Learn learns(const Params&) {
  return Learn::table;
}

void release_means(const std::vector<std::vector<Index>>& groups, const Matrix& values, Index column, Matrix& released) {
  for (const std::vector<Index>& group : groups) {
    double sum = 0;
    for (const Index row : group) sum += values(row, column);
    for (const Index row : group) released(row, column) = sum / static_cast<double>(group.size());
  }
}

/// Columns weigh the same, whatever their units.
Matrix standardized(const Matrix& values) {
  const Eigen::RowVectorXd mean = values.colwise().mean();
  Matrix out = values.rowwise() - mean;
  for (Index j = 0; j < out.cols(); ++j) out.col(j) /= std::sqrt(out.col(j).squaredNorm() / static_cast<double>(out.rows()));
  return out;
}

Plan plan(const StepInput& input) {
  const Index k = input.params.integer("k");
  require_varied(input, "microaggregate", k);
  const Matrix& values = input.table->values;
  const bool together = input.params.choice("by") == "records";
  Matrix released(values.rows(), values.cols());
  if (together) {
    const auto groups = similar_groups(standardized(values), k);
    for (Index j = 0; j < values.cols(); ++j) release_means(groups, values, j, released);
  } else {
    for (Index j = 0; j < values.cols(); ++j) release_means(neighbour_groups(by_rank(values, j), k), values, j, released);
  }
  Plan made = table_plan(input, std::move(released), "microaggregate");
  made.undo = {};  // the key has no part in it
  made.card.effect = Effect::groups;
  made.card.group = k;
  made.card.share = together ? "record" : "";
  if (together && values.rows() > kWholeGroups)
    made.notes.push_back(
        fmt::format("groups were formed within parts of the table, which has more than {} records", kWholeGroups));
  if (!together)
    made.notes.emplace_back(
        "each value lies between the means of the neighbouring groups of its column: a copy but for the last digits");
  made.notes.push_back(
      fmt::format("an attacker who knows all but one member of a group computes the last one exactly; k={}", k));
  return made;
}

}  // namespace

extern const Step microaggregate = {.name = "microaggregate",
                                    .summary = "replace values by the means of groups of similar records",
                                    .paper = "Domingo-Ferrer and Mateo-Sanz 2002",
                                    .params = params,
                                    .learns = learns,
                                    .plan = plan};

}  // namespace guise::masks::steps
