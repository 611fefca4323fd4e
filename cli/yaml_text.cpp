// SPDX-License-Identifier: Apache-2.0
#include "cli/yaml_text.h"

#include <yaml-cpp/eventhandler.h>

#include <sstream>

#include "base/error.h"

namespace guise::cli {
namespace {

/// Follows the nesting while the parser walks: it goes into the next level only after it has told of it.
class DepthLimit final : public YAML::EventHandler {
 public:
  DepthLimit(const std::string& origin, std::string_view what) : origin_(origin), what_(what) {}
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override { enter(); }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override { enter(); }
  void OnMapEnd() override { --depth_; }

 private:
  void enter() {
    require(++depth_ <= kYamlDepth, "{} is nested more than {} levels deep; a {} is lines of 'field: value'", origin_,
            kYamlDepth, what_);
  }
  const std::string& origin_;
  std::string_view what_;
  int depth_ = 0;
};

}  // namespace

YAML::Node load_yaml(const std::string& text, const std::string& origin, std::string_view what) {
  require(text.size() <= kYamlBytes, "{} has {} bytes; a {} has at most {}", origin, text.size(), what, kYamlBytes);
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DepthLimit limit(origin, what);
  // No further than a second document: the parser finds them without end where one begins with a comma.
  const bool several = parser.HandleNextDocument(limit) && parser.HandleNextDocument(limit);
  YAML::Node document = YAML::Load(text);
  require(document.IsDefined() && !document.IsNull(), "the {} {} is empty, or does not begin with a field", what, origin);
  require(!several, "the {} {} holds several documents; a {} is one", what, origin, what);
  return document;
}

}  // namespace guise::cli
