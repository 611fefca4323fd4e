// SPDX-License-Identifier: Apache-2.0
#include "mining/model_rules.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <vector>

#include "base/error.h"

namespace guise::mining {
namespace {

using nlohmann::json;

/// Its cells must have places that differ: curves divide by their width.
void check_density(const json& density, const std::string& where) {
  const double low = density.at("low"), width = density.at("width");
  const auto cells = static_cast<double>(density.at("probability").size());
  require(std::isfinite(low + width * cells) && std::isfinite(width * cells) && std::isnormal(width / 1e6),
          "{} has cells from {} of width {}, which numbers cannot distinguish", where, low, width);
}

struct Parents {
  std::vector<int> of, depth;  ///< -1: none yet
};

/// Notes a child, which must be new.
void adopt(Parents& parents, std::size_t node, const json& child, const std::string& where) {
  const auto number = child.get<std::size_t>();
  require(number > node, "{} is {}: a child must stand behind its parent", where, number);
  require(parents.of[number] < 0, "{} is {}, which is a child of node {} already", where, number, parents.of[number]);
  parents.of[number] = static_cast<int>(node);
  parents.depth[number] = parents.depth[node] + 1;
  require(parents.depth[number] <= kDeepestWay, "{} lies {} questions deep, and trees have at most {}", where,
          parents.depth[number], kDeepestWay);
}

void check_leaf(const json& node, const std::string& where) {
  for (const char* field : {"border", "left", "right"})
    require(!node.contains(field), "{} has '{}' and no 'attribute'", where, field);
  const auto records = node.at("records").get<std::vector<double>>();
  const double all = std::accumulate(records.begin(), records.end(), 0.0);
  require(all > 0 && std::isfinite(all), "{} is a leaf of {} records", where, all);
}

}  // namespace

void check_classes(const json& parameters, const ModelSizes&) {
  const auto classes = parameters.at("classes").get<std::vector<int>>();
  require(std::set(classes.begin(), classes.end()).size() == classes.size(), "parameters/classes names a class twice");
}

void check_kernel_machine(const json& parameters, const ModelSizes& sizes) {
  check_classes(parameters, sizes);
  std::size_t sum = 0;
  for (const json& size : parameters.at("sizes")) sum += size.get<std::size_t>();
  require(sum == sizes.find("vectors"), "parameters/sizes add up to {}, and there are {} vectors", sum,
          sizes.find("vectors").value_or(0));
}

void check_voters(const json& parameters, const ModelSizes& sizes) {
  check_classes(parameters, sizes);
  const std::size_t classes = sizes.find("classes").value_or(0), problems = sizes.find("problems").value_or(0);
  require(problems == classes || (problems == 1 && classes == 2), "parameters/problems has {} of {} classes", problems,
          classes);
}

void check_gaussians(const json& parameters, const ModelSizes&) {
  const json &records = parameters.at("records of classes"), &mean = parameters.at("mean"),
             &variance = parameters.at("variance");
  double all = 0;
  for (std::size_t c = 0; c < records.size(); ++c) {
    all += records[c].get<double>();
    const bool seen = records[c].get<double>() > 0;
    require(mean[c].empty() != seen && variance[c].empty() != seen,
            "parameters/mean/{} and parameters/variance/{} must be empty for a label without records, and only then", c, c);
  }
  require(all > 0 && std::isfinite(all), "parameters/records of classes add up to {}", all);
}

void check_densities(const json& parameters, const ModelSizes& sizes) {
  const json &records = parameters.at("records of classes"), &densities = parameters.at("densities");
  const std::size_t columns = sizes.find("columns").value_or(0);
  double all = 0;
  for (std::size_t i = 0; i < densities.size(); ++i) {
    const bool seen = records[i / columns].get<double>() > 0;
    require(densities[i].is_null() != seen, "parameters/densities/{} must be null for a label without records, and only then",
            i);
    if (seen) check_density(densities[i], fmt::format("parameters/densities/{}", i));
  }
  for (const json& each : records) all += each.get<double>();
  require(all > 0 && std::isfinite(all), "parameters/records of classes add up to {}", all);
}

void check_tree(const json& parameters, const ModelSizes&) {
  const json &attributes = parameters.at("attributes"), &nodes = parameters.at("nodes");
  for (std::size_t j = 0; j < attributes.size(); ++j) {
    const std::string where = fmt::format("parameters/attributes/{}", j);
    const auto borders = attributes[j].at("borders").get<std::vector<double>>();
    require(std::is_sorted(borders.begin(), borders.end()), "{}/borders are not in ascending order", where);
    const bool noisy = attributes[j].at("noise").get<double>() > 0;
    require(attributes[j].contains("density") == noisy, "{} must have a density if it has noise, and only then", where);
    if (noisy) check_density(attributes[j].at("density"), where + "/density");
  }
  Parents parents{.of = std::vector<int>(nodes.size(), -1), .depth = std::vector<int>(nodes.size())};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string where = fmt::format("parameters/nodes/{}", i);
    const json& node = nodes[i];
    require(i == 0 || parents.of[i] >= 0, "{} is no node's child", where);
    if (!node.contains("attribute")) {
      check_leaf(node, where);
      continue;
    }
    for (const char* field : {"border", "left", "right"})
      require(node.contains(field), "{} has 'attribute' and no '{}'", where, field);
    const std::size_t borders = attributes[node.at("attribute").get<std::size_t>()].at("borders").size();
    require(node.at("border") <= borders, "{}/border is {}, and its attribute has {} borders", where,
            node.at("border").get<int>(), borders);
    adopt(parents, i, node.at("left"), where + "/left");
    adopt(parents, i, node.at("right"), where + "/right");
  }
}

}  // namespace guise::mining
