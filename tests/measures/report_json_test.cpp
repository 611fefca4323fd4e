// SPDX-License-Identifier: Apache-2.0
// The JSON of a comparison: the keys others rely on.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compared.h"
#include "random/matrices.h"

namespace guise::measures {
namespace report_json_test {

nlohmann::json sample() {
  Matrix truth = random::gaussian_matrix(200, 2, random::Rng::from_seed(1));
  truth.col(1).setConstant(4);
  return to_json(compared(truth, truth + 0.3 * random::gaussian_matrix(200, 2, random::Rng::from_seed(2))), {"age", "country"});
}

TEST(Json, HasTheAgreedKeysPooledAndPerAttribute) {
  const nlohmann::json json = sample();
  EXPECT_EQ(json["records"], 200);
  EXPECT_EQ(json["attributes"], 2);
  for (const char* key : {"rmse", "nrmse", "residual"}) {
    EXPECT_TRUE(json[key].is_number()) << key;
    EXPECT_EQ(json["by_attribute"]["age"][key], json[key]) << key;  // the other attribute is constant
    ASSERT_EQ(json["ci"][key].size(), 2u) << key;
    EXPECT_LT(json["ci"][key][0], json[key]);
    EXPECT_LT(json[key], json["ci"][key][1]);
  }
}

TEST(Json, KeysOfFamiliesAreDecimalStrings) {
  const nlohmann::json json = sample();
  for (const char* key : {"0.05", "0.1", "0.2", "0.5", "1"}) EXPECT_TRUE(json["within"][key].is_number()) << key;
  for (const char* key : {"0.05", "0.1", "0.2", "0.3", "0.4", "0.5"}) EXPECT_TRUE(json["recovery"][key].is_number()) << key;
  EXPECT_EQ(json["ci"]["within"]["0.1"].size(), 2u);
}

TEST(Json, WhatHasNoValueIsNull) {
  const nlohmann::json constant = sample()["by_attribute"]["country"];
  for (const char* key : {"rmse", "nrmse", "residual", "snr"}) EXPECT_TRUE(constant[key].is_null()) << key;
  EXPECT_TRUE(constant["within"]["0.1"].is_null());
  const Matrix truth = random::gaussian_matrix(20, 1, random::Rng::from_seed(1));
  EXPECT_TRUE(to_json(compared(truth, truth), {"x"})["snr"].is_null()) << "infinite";
}

TEST(Json, PrintsAndReadsBack) {
  EXPECT_EQ(nlohmann::json::parse(sample().dump()), sample());
}

}  // namespace report_json_test
}  // namespace guise::measures
