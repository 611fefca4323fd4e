// SPDX-License-Identifier: Apache-2.0
#include "jobs/error_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "jobs/knows.h"

namespace guise::jobs {
namespace error_json_test {

using nlohmann::json;

TEST(ErrorJson, CarriesItsAdviceAsData) {
  EXPECT_EQ(error_json(Error("column 'id' holds text; leave it out with ‘columns’, or carry it through with ‘keep=id’")),
            (json{{"kind", "usage"},
                  {"sentence", "column 'id' holds text; leave it out with ‘columns’, or carry it through with ‘keep=id’"},
                  {"advice", {{{"field", "columns"}}, {{"field", "keep"}, {"value", "id"}}}}}));
  EXPECT_EQ(error_json(Error("the disk is full", Fault::environment)),
            (json{{"kind", "environment"}, {"sentence", "the disk is full"}, {"advice", json::array()}}));
}

TEST(ErrorJson, AFactThatIsMissingIsNamedSoThatItCanBeSupplied) {
  const auto advice = error_json(Error(std::string(attacks::fact_advice(attacks::Fact::pairs))))["advice"];
  EXPECT_EQ(advice, json::array({json{{"field", "knows"}, {"value", "pairs=ORIGINALS:RELEASED"}}}));
}

}  // namespace error_json_test
}  // namespace guise::jobs
