// SPDX-License-Identifier: Apache-2.0
// Damaged models of every kind: each is refused before anything is computed from it, with the place of the damage.
#include "mining/model_check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/model_fields.h"
#include "mining/task.h"

namespace guise::mining {
namespace model_check_test {

using nlohmann::json;

json document(const char* task, const char* parameters) {
  return {{"guise_model", 1},
          {"task", task},
          {"columns", {"age", "income"}},
          {"mask", "rotate"},
          {"key_fingerprint", ""},
          {"label", {{"column", "ill"}, {"classes", {"no", "yes"}}}},
          {"draws", {"rotation"}},
          {"parameters", json::parse(parameters)}};
}

/// A model of every kind, two columns, two labels.
std::map<std::string, json> models() {
  const char* density = R"({"low": 0, "width": 0.5, "probability": [0.5, 0.5]})";
  return {
      {"linear", document("svm", R"({"classes": [0, 1], "weights": [[1, 2], [3, 4]], "intercept": [0, 1]})")},
      {"kernel", document("svm", R"({"kernel": "rbf", "gamma": 0.5, "degree": 3, "classes": [0, 1], "center": [0, 0],
        "scale": [1, 2], "vectors": [[1, 2], [3, 4], [5, 6]], "sizes": [1, 2], "coefficients": [[1], [-0.5], [-0.5]],
        "rho": [0.1]})")},
      {"voted", document("voted", R"({"classes": [0, 1], "problems": [{"vectors": [[1, 2], [0, 1], [1, 1]],
        "bias": [0, 0, 1], "counts": [3, 2, 1]}]})")},
      {"centres", document("kmeans", R"({"centres": [[0, 0], [1, 1], [2, 5]], "origin": [0.5, 0.5]})")},
      {"components", document("pca", R"({"mean": [1, 2], "directions": [[1], [0]]})")},
      {"slopes", document("regression", R"({"slopes": [1, 2], "intercept": 3})")},
      {"gaussians", document("naive-bayes", R"({"model": "gaussian", "records of classes": [3, 0], "mean": [[1, 2], []],
        "variance": [[1, 1], []], "least variance": 1e-9, "noise": [0, 0.1], "cell": [0, 0], "law": "gaussian",
        "records": "released"})")},
      {"densities", document("naive-bayes", fmt::format(R"({{"model": "density", "records of classes": [3, 4],
        "densities": [{0}, {0}, {0}, {0}], "noise": [0, 0.1], "cell": [0, 0], "law": "uniform", "records": "original"}})",
                                                        density)
                                                .c_str())},
      {"tree",
       document("tree", fmt::format(R"({{"nodes": [{{"records": [5, 3], "attribute": 1, "border": 2, "left": 1, "right": 2}},
        {{"records": [5, 0]}}, {{"records": [0, 3], "attribute": 0, "border": 1, "left": 3, "right": 4}},
        {{"records": [0, 1]}}, {{"records": [0, 2]}}],
        "attributes": [{{"borders": [0.5], "noise": 0}}, {{"borders": [0.2, 0.4], "noise": 0.1, "density": {}}}],
        "law": "laplace", "records": "released"}})",
                                    density)
                            .c_str())},
  };
}

Matrix applied(const json& model) {
  check_model(model, "m");
  Matrix rows(5, 2);
  rows << 0, 0, 1, 1, -1e300, 1e300, 0.3, 0.3, 1e308, -1e308;
  return find_task(model["task"].get<std::string>()).load(model["parameters"]).apply(rows);
}

/// The message for a model with one value replaced.
std::string refusal(const char* kind, const char* place, const json& value) {
  json model = models().at(kind);
  model[json::json_pointer(place)] = value;
  try {
    applied(model);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(ModelCheck, LetsAModelOfEveryKindPass) {
  const auto all = models();
  EXPECT_EQ(all.size(), model_kinds().size());
  for (const ModelKind& kind : model_kinds()) {
    ASSERT_TRUE(all.contains(std::string(kind.name))) << kind.name;
    const json& model = all.at(std::string(kind.name));
    EXPECT_EQ(applied(model).rows(), 5) << kind.name;
    EXPECT_EQ(model_kind(model["task"].get<std::string>(), model["parameters"]), &kind);
  }
}

TEST(ModelCheck, KnowsEveryTaskThatHasAModel) {
  for (const Task* task : all_tasks()) {
    const bool known = std::any_of(model_kinds().begin(), model_kinds().end(),
                                   [&](const ModelKind& kind) { return is_among(kind.tasks, task->name); });
    EXPECT_EQ(known, task->load != nullptr) << task->name;
  }
}

TEST(ModelCheck, RefusesListsOfAnotherLengthThanTheyMustHave) {
  const std::pair<const char*, const char*> empty[] = {{"linear", "/parameters/classes"},
                                                       {"linear", "/parameters/weights"},
                                                       {"linear", "/parameters/intercept"},
                                                       {"linear", "/parameters/weights/1"},
                                                       {"kernel", "/parameters/vectors"},
                                                       {"kernel", "/parameters/coefficients/0"},
                                                       {"kernel", "/parameters/rho"},
                                                       {"kernel", "/parameters/sizes"},
                                                       {"kernel", "/parameters/center"},
                                                       {"voted", "/parameters/problems"},
                                                       {"voted", "/parameters/problems/0/bias"},
                                                       {"voted", "/parameters/problems/0/vectors/2"},
                                                       {"centres", "/parameters/centres"},
                                                       {"centres", "/parameters/origin"},
                                                       {"components", "/parameters/directions/0"},
                                                       {"slopes", "/parameters/slopes"},
                                                       {"gaussians", "/parameters/mean/0"},
                                                       {"gaussians", "/parameters/noise"},
                                                       {"densities", "/parameters/densities"},
                                                       {"densities", "/parameters/densities/2/probability"},
                                                       {"tree", "/parameters/nodes"},
                                                       {"tree", "/parameters/attributes"},
                                                       {"tree", "/parameters/nodes/0/records"},
                                                       {"tree", "/columns"},
                                                       {"linear", "/label/classes"}};
  for (const auto& [kind, place] : empty)
    EXPECT_NE(refusal(kind, place, json::array()).find("damaged model"), std::string::npos) << place;
  EXPECT_NE(refusal("linear", "/parameters/weights/0", {1, 2, 3})
                .find("parameters/weights/0 is a list of 3, and there are 2 columns"),
            std::string::npos);
}

TEST(ModelCheck, RefusesNumbersOutOfTheirRange) {
  const std::tuple<const char*, const char*, json> wrong[] = {
      {"linear", "/parameters/classes/0", 2},
      {"linear", "/parameters/classes/0", -1},
      {"linear", "/parameters/classes/0", 4294967296},
      {"linear", "/parameters/classes/0", 1},  // twice
      {"linear", "/parameters/classes/0", 0.5},
      {"linear", "/parameters/intercept/0", nullptr},
      {"linear", "/parameters/intercept/0", std::numeric_limits<double>::infinity()},
      {"kernel", "/parameters/sizes/0", 2},
      {"kernel", "/parameters/sizes/0", -1},
      {"kernel", "/parameters/scale/0", 0},
      {"kernel", "/parameters/degree", 1000000000},
      {"kernel", "/parameters/kernel", "sigmoid"},
      {"voted", "/parameters/problems/0/counts/0", -1},
      {"gaussians", "/parameters/variance/0/0", -1},
      {"gaussians", "/parameters/records of classes/0", 0},
      {"densities", "/parameters/densities/0", nullptr},
      {"densities", "/parameters/densities/0/width", 0},
      {"densities", "/parameters/densities/0/width", 1e308},
      {"densities", "/parameters/law", "cauchy"},
      {"tree", "/parameters/nodes/0/left", 1000000000},
      {"tree", "/parameters/nodes/0/left", 0},   // a cycle
      {"tree", "/parameters/nodes/2/left", 1},   // a second parent
      {"tree", "/parameters/nodes/2/right", 2},  // itself
      {"tree", "/parameters/nodes/0/attribute", 77777777},
      {"tree", "/parameters/nodes/0/border", 3},
      {"tree", "/parameters/nodes/0/border", 0},
      {"tree", "/parameters/nodes/1/records/0", 0},  // an empty leaf
      {"tree", "/parameters/attributes/1/borders/0", 1},
      {"tree", "/parameters/attributes/1/density/width", 5e-324},
      {"tree", "/parameters/more", 1},
      {"tree", "/task", "distances"},
      {"tree", "/task", 7},
      {"tree", "/guise_model", 2},
      {"tree", "/parameters", 5}};
  for (const auto& [kind, place, value] : wrong)
    EXPECT_NE(refusal(kind, place, value).find("damaged model"), std::string::npos) << kind << place << value;
}

TEST(ModelCheck, RefusesWhatIsMissing) {
  for (const auto& [kind, whole] : models())
    for (const json* object : {&whole, &whole["parameters"]})
      for (const auto& [name, value] : object->items()) {
        if (name == "draws" || (name == "label" && (kind == "centres" || kind == "components"))) continue;
        json model = whole;
        (object == &whole ? model : model["parameters"]).erase(name);
        EXPECT_THROW(applied(model), Error) << kind << " without " << name;
      }
}

// A chain of nodes as deep as the stack would be gone down by recursion.
TEST(ModelCheck, RefusesATreeDeeperThanTreesAreGrown) {
  json model = models().at("tree"), nodes = json::array();
  for (int i = 0; i < 100; i += 2) {
    nodes.push_back({{"records", {1, 1}}, {"attribute", 0}, {"border", 1}, {"left", i + 1}, {"right", i + 2}});
    nodes.push_back({{"records", {1, 1}}});
  }
  nodes.push_back({{"records", {1, 1}}});
  model["parameters"]["nodes"] = nodes;
  try {
    applied(model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("questions deep"), std::string::npos) << error.what();
  }
}

TEST(ModelCheck, SaysTheSameAsTheSchemaInTheRepository) {
  std::ifstream file(GUISE_SOURCE "/schema/model.schema.json");
  const auto written = nlohmann::ordered_json::parse(file, nullptr, false);
  EXPECT_EQ(written, model_schema()) << "schema/model.schema.json must be:\n" << model_schema().dump(2);
}

}  // namespace model_check_test
}  // namespace guise::mining
