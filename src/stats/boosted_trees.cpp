// SPDX-License-Identifier: Apache-2.0
#include "stats/boosted_trees.h"

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/error.h"

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

BoostedTrees BoostedTrees::fit(const Matrix& features, const Vector& target, const Matrix& held_features,
                               const Vector& held_target, const TreeRules& rules) {
  BoostedTrees out;
  out.center_ = target.mean();
  const double spread = std::sqrt((target.array() - out.center_).square().mean());
  if (!(spread > 0) || features.cols() == 0 || held_target.size() == 0) return out;
  out.scale_ = spread;
  const auto standard = [&](const Vector& values) -> Vector { return (values.array() - out.center_) / out.scale_; };
  const Rows rows(features, standard(target)), held(held_features, standard(held_target));
  const auto booster = std::make_shared<Booster>(std::vector{rows.handle(), held.handle()});
  const double share = static_cast<double>(features.rows()) / static_cast<double>(kFewRows);
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
      {"min_child_weight", fmt::format("{}", std::max(kFewestPerLeaf, kRowsPerLeaf * std::min(1.0, share)))}};
  for (const auto& [name, value] : settings) booster->set(name, value);

  double least = standard(held_target).squaredNorm() / static_cast<double>(held_target.size());  // of predicting nothing
  for (int round = 0; round < kMostRounds && round < out.rounds_ + kPatience; ++round) {
    check(XGBoosterUpdateOneIter(booster->handle, round, rows.handle()));
    const char* config = R"({"type":0,"training":false,"iteration_begin":0,"iteration_end":0,"strict_shape":false})";
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* predicted = nullptr;
    check(XGBoosterPredictFromDMatrix(booster->handle, held.handle(), config, &shape, &dimensions, &predicted));
    const Vector guess = Eigen::Map<const Eigen::VectorXf>(predicted, held_target.size()).cast<double>();
    const double error = (standard(held_target) - guess).squaredNorm() / static_cast<double>(held_target.size());
    if (error < least) {
      least = error;
      out.rounds_ = round + 1;
    }
  }
  out.booster_ = booster;
  return out;
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
