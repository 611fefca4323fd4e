// SPDX-License-Identifier: Apache-2.0
// 95 % intervals hold the truth in about 95 % of many audits: of one table, masked with ever new keys.
#include <gtest/gtest.h>

#include <map>

#include "audit/given.h"
#include "audit/score.h"

namespace guise::audit {
namespace {

using testing::audit_mask;
using testing::originals;
using testing::request_of;
using testing::worst;

constexpr int kAudits = 200, kKeysOfTruth = 400;

using Figures = std::map<std::string, Spread>;

/// What `shrink` gets out of noise as large as the data: its error has a part of the records and one of the keys.
Figures figures(const Matrix& x, int keys, int seed) {
  Request request = request_of({"outsider"}, keys, static_cast<std::uint64_t>(seed));
  request.attacks = {"shrink"};
  request.work.threads = 1;
  const Result result = audit_mask(x, "noise(snr=1)", request);
  const Trial& trial = worst(result.masks[0].attackers[0]);
  Figures out{{"nrmse", trial.nrmse},
              {"within0.1", pooled(trial, "within", "0.1")},
              {"recovery0.1", pooled(trial, "recovery", "0.1")},
              {"residual", trial.residual},
              {"calibrated", trial.calibrated}};
  for (std::size_t j = 0; j < 4; ++j) {
    const std::string attribute = result.columns[j];
    out["nrmse of " + attribute] = of_attribute(trial, "nrmse", j);
    out["within0.1 of " + attribute] = of_attribute(trial, "within", j, "0.1");
    out["calibrated of " + attribute] = calibrated(trial, j);
  }
  return out;
}

/// Shares of audits whose interval holds the mean over very many keys.
std::map<std::string, double> coverage(const Matrix& x, int keys) {
  const Figures truth = figures(x, kKeysOfTruth, 1'000'000);
  std::map<std::string, double> covered;
  for (int seed = 1; seed <= kAudits; ++seed)
    for (const auto& [name, found] : figures(x, keys, seed)) {
      const double value = truth.at(name).value;
      covered[name] += (found.low <= value && value <= found.high) / static_cast<double>(kAudits);
    }
  return covered;
}

// 200 audits tell a coverage of .95 to a standard error of .015.
void expect_covering(const Matrix& x, int keys) {
  for (const auto& [name, share] : coverage(x, keys)) {
    EXPECT_GE(share, 0.91) << name;
    EXPECT_LE(share, 0.98) << name;
  }
}

TEST(Coverage, OfFiveKeysIsThatOfTheWholeTable) {
  expect_covering(originals(600, 1), 5);
}

TEST(Coverage, OfFiveKeysOnTooFewRecordsToSplit) {
  expect_covering(originals(80, 2), 5);
}

// Within a key records count as drawn, which those of a given table are only in part, and what the attack learnt from this key
// does not count: the two nearly cancel. Of all attributes together the intervals hold under any dependence between them, and
// are wider than most need (measures/figure.h).
TEST(Coverage, OfOneKeyIsThatOfSingleAttributes) {
  double sum = 0, count = 0;
  for (const auto& [name, share] : coverage(originals(600, 1), 1)) {
    const bool of_one = name.find(" of ") != std::string::npos;
    EXPECT_GE(share, of_one ? 0.88 : 0.95) << name;
    sum += of_one ? share : 0;
    count += of_one;
  }
  EXPECT_GE(sum / count, 0.93);
  EXPECT_LE(sum / count, 0.98);
}

}  // namespace
}  // namespace guise::audit
