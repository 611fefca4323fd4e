// SPDX-License-Identifier: Apache-2.0
#include "stats/boosted_trees.h"

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/stop.h"

namespace guise::stats {
namespace {

// Shallow trees and large leaves: targets are mostly noise. Chosen on house prices by place under ten times as much noise as
// data, where deeper trees, smaller leaves and slower learning predicted the same or less.
constexpr int kDepth = 6, kMostRounds = 150, kPatience = 8;
constexpr double kRate = 0.1, kRowsPerLeaf = 50;
constexpr Index kFewRows = 3000;  // fewer rows have proportionally smaller leaves, down to …
constexpr double kFewestPerLeaf = 5;

void check(int status) {
  if (status != 0) fail("boosted trees: {}", XGBGetLastError());
}

using Floats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Rows {
 public:
  explicit Rows(const Matrix& features) {
    const Floats values = features.cast<float>();
    check(XGDMatrixCreateFromMat(values.data(), static_cast<bst_ulong>(values.rows()), static_cast<bst_ulong>(values.cols()),
                                 std::numeric_limits<float>::quiet_NaN(), &handle_));
  }
  Rows(const Matrix& features, const Vector& target) : Rows(features) {
    const Eigen::VectorXf labels = target.cast<float>();
    check(XGDMatrixSetFloatInfo(handle_, "label", labels.data(), static_cast<bst_ulong>(labels.size())));
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { XGDMatrixFree(handle_); }
  DMatrixHandle handle() const { return handle_; }

 private:
  DMatrixHandle handle_ = nullptr;
};

}  // namespace

struct BoostedTrees::Booster {
  explicit Booster(const std::vector<DMatrixHandle>& rows) { check(XGBoosterCreate(rows.data(), rows.size(), &handle)); }
  Booster(const Booster&) = delete;
  Booster& operator=(const Booster&) = delete;
  ~Booster() { XGBoosterFree(handle); }
  void set(const char* name, const std::string& value) const { check(XGBoosterSetParam(handle, name, value.c_str())); }
  BoosterHandle handle = nullptr;
};

/// Rows to learn from and rows that are held back, targets with mean 0 and variance 1 on the former.
struct BoostedTrees::Lesson {
  Rows rows, held;
  Vector held_target;
  double share;  ///< of the rows from which on leaves are as large as they get
};

std::vector<BoostedTrees> BoostedTrees::fit(const Matrix& features, const Vector& target, const Matrix& held_features,
                                            const Vector& held_target, std::span<const TreeRules> rules) {
  std::vector<BoostedTrees> out(rules.size());
  const double center = target.mean(), spread = std::sqrt((target.array() - center).square().mean());
  for (BoostedTrees& each : out) each.center_ = center;
  if (!(spread > 0) || features.cols() == 0 || held_target.size() == 0) return out;
  const auto standard = [&](const Vector& values) -> Vector { return (values.array() - center) / spread; };
  const Lesson lesson{.rows = Rows(features, standard(target)),
                      .held = Rows(held_features, standard(held_target)),
                      .held_target = standard(held_target),
                      .share = std::min(1.0, static_cast<double>(features.rows()) / static_cast<double>(kFewRows))};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    out[i].scale_ = spread;
    out[i].learn(lesson, rules[i]);
  }
  return out;
}

void BoostedTrees::learn(const Lesson& lesson, const TreeRules& rules) {
  const auto booster = std::make_shared<Booster>(std::vector{lesson.rows.handle(), lesson.held.handle()});
  const std::pair<const char*, std::string> settings[] = {
      {"tree_method", "hist"},
      {"nthread", "1"},
      {"seed", "0"},
      {"verbosity", "0"},
      {"base_score", "0"},
      {"max_bin", "128"},
      {"gamma", fmt::format("{}", rules.least_gain)},
      {"subsample", fmt::format("{}", rules.rows)},
      {"max_depth", std::to_string(kDepth)},
      {"eta", fmt::format("{}", kRate)},
      {"min_child_weight", fmt::format("{}", std::max(kFewestPerLeaf, kRowsPerLeaf * lesson.share))}};
  for (const auto& [name, value] : settings) booster->set(name, value);

  const auto count = static_cast<double>(lesson.held_target.size());
  double least = lesson.held_target.squaredNorm() / count;  // of predicting nothing
  for (int round = 0; round < kMostRounds && round < rounds_ + kPatience; ++round) {
    check_stop();
    check(XGBoosterUpdateOneIter(booster->handle, round, lesson.rows.handle()));
    const char* config = R"({"type":0,"training":false,"iteration_begin":0,"iteration_end":0,"strict_shape":false})";
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* predicted = nullptr;
    check(XGBoosterPredictFromDMatrix(booster->handle, lesson.held.handle(), config, &shape, &dimensions, &predicted));
    const Vector guess = Eigen::Map<const Eigen::VectorXf>(predicted, lesson.held_target.size()).cast<double>();
    const double error = (lesson.held_target - guess).squaredNorm() / count;
    if (error < least) {
      least = error;
      rounds_ = round + 1;
    }
  }
  booster_ = booster;
}

Vector BoostedTrees::predict(const Matrix& features) const {
  if (rounds_ == 0) return Vector::Constant(features.rows(), center_);
  const Floats values = features.cast<float>();
  const std::string array = fmt::format(R"({{"data":[{},true],"shape":[{},{}],"typestr":"<f4","version":3}})",
                                        reinterpret_cast<std::uintptr_t>(values.data()), values.rows(), values.cols());
  const std::string config = fmt::format(
      R"({{"type":0,"training":false,"iteration_begin":0,"iteration_end":{},"strict_shape":false,"missing":NaN,"cache_id":0}})",
      rounds_);
  const bst_ulong* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* predicted = nullptr;
  check(XGBoosterPredictFromDense(booster_->handle, array.c_str(), config.c_str(), nullptr, &shape, &dimensions, &predicted));
  return (Eigen::Map<const Eigen::VectorXf>(predicted, features.rows()).cast<double>() * scale_).array() + center_;
}

}  // namespace guise::stats
