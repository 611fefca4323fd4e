// SPDX-License-Identifier: Apache-2.0
#include "cli/tree_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace guise::cli {
namespace {

using nlohmann::json;

constexpr int kDeepest = 4;  // levels shown
constexpr std::size_t kMostLines = 40;

class TreeText {
 public:
  explicit TreeText(const jobs::MineResult& result) : result_(result), learnt_(*result.findings.model->parameters) {}

  std::string text() {
    lines(0, 0, "");
    if (count_ > kMostLines || deeper_) out_ += "… the whole tree: --save MODEL\n";
    return out_ + "\n";
  }

 private:
  void line(int depth, const std::string& text) {
    if (++count_ <= kMostLines) out_ += std::string(2 * static_cast<std::size_t>(depth), ' ') + text + "\n";
  }

  /// "no, 93 % of 112 records"
  std::string leaf(const json& node) const {
    const auto records = node.at("records").get<std::vector<double>>();
    const double all = std::accumulate(records.begin(), records.end(), 0.0);
    const auto most = std::max_element(records.begin(), records.end());
    const auto of_class = static_cast<std::size_t>(most - records.begin());
    return fmt::format("{}, {:.0f} % of {:.0f} records",
                       of_class < result_.classes.size() ? result_.classes[of_class] : fmt::format("{}", of_class),
                       all > 0 ? 100 * *most / all : 0, all);
  }

  void lines(std::size_t number, int depth, const std::string& question) {
    const json& node = learnt_.at("nodes").at(number);
    const int attribute = node.value("attribute", -1);
    if (attribute < 0 || depth == kDeepest) {
      deeper_ = deeper_ || attribute >= 0;
      return line(depth, question + (question.empty() ? "" : ": ") + leaf(node));
    }
    if (!question.empty()) line(depth, question);
    const auto& borders = learnt_.at("attributes").at(static_cast<std::size_t>(attribute)).at("borders");
    const double border = borders.at(node.at("border").get<std::size_t>() - 1).get<double>();
    const std::string& name = result_.columns.at(static_cast<std::size_t>(attribute));
    const int below = depth + !question.empty();
    lines(node.at("left").get<std::size_t>(), below, fmt::format("{} < {:.5g}", name, border));
    lines(node.at("right").get<std::size_t>(), below, fmt::format("{} >= {:.5g}", name, border));
  }

  const jobs::MineResult& result_;
  const json& learnt_;
  std::string out_;
  std::size_t count_ = 0;
  bool deeper_ = false;
};

}  // namespace

std::string tree_text(const jobs::MineResult& result) {
  const auto& model = result.findings.model;
  if (!model || !model->parameters || !model->parameters->contains("nodes") || result.columns.empty()) return "";
  return TreeText(result).text();
}

}  // namespace guise::cli
