// SPDX-License-Identifier: Apache-2.0
// Topics of theory for programs in other languages: guise_theory() of guise.h. Settings are the options of `guise theory`, with
// _ for -.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/error.h"
#include "base/json_text.h"
#include "base/names.h"
#include "cli/topic.h"
#include "door/guarded.h"

namespace guise::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string spelled_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// A number, a text, or a list of numbers, as the option's text.
std::string text_of(const std::string& name, const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  require(value.is_array() && !value.empty(), "‘{}’ takes a number, a text or a list of numbers, got {}", name, value.dump());
  std::vector<std::string> parts;
  for (const json& each : value) {
    require(each.is_number(), "‘{}’ takes a list of numbers, got {}", name, value.dump());
    parts.push_back(fmt::format("{}", each.get<double>()));
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

Given given_to(const Topic& topic, const json& settings) {
  require(settings.is_object(), "the settings of a topic are an object, got {}", settings.dump());
  std::vector<std::string> takes;
  for (const TopicOption& option : topic.params) takes.push_back(spelled_name(std::string(option.name)));
  const std::vector<std::string_view> known(takes.begin(), takes.end());
  std::map<std::string, std::string> given;
  for (const auto& [name, value] : settings.items()) {
    const auto found = std::find(takes.begin(), takes.end(), spelled_name(name));
    require(found != takes.end(), "topic {} has no setting '{}'{} (it takes {})", topic.name, name, did_you_mean(name, known),
            fmt::join(takes, ", "));
    given.emplace(topic.params[static_cast<std::size_t>(found - takes.begin())].name, text_of(name, value));
  }
  for (const TopicOption& option : topic.params)
    require(!option.required || given.contains(std::string(option.name)), "topic {} needs ‘{}’ ({})", topic.name,
            spelled_name(std::string(option.name)), option.help);
  return Given(std::move(given));
}

/// Topics name their options as flags, which are settings here.
std::string without_flags(const std::string& sentence) {
  static const std::regex flag("--([a-z][a-z-]*)");
  std::string out;
  auto at = sentence.begin();
  for (std::sregex_iterator found(sentence.begin(), sentence.end(), flag), end; found != end; ++found) {
    out.append(at, sentence.begin() + found->position());
    out += "‘" + spelled_name((*found)[1]) + "’";
    at = sentence.begin() + found->position() + found->length();
  }
  return out.append(at, sentence.end());
}

ordered_json worked_out(const std::string& name, const json& settings) {
  try {
    const Topic& topic = find_topic(name);
    const Answer answer = topic.work_out(given_to(topic, settings));
    return {{"topic", topic.name}, {"paper", topic.paper}, {"text", answer.sentence}, {"figures", answer.figures}};
  } catch (const Error& error) {
    throw Error(without_flags(error.what()), error.fault());
  }
}

}  // namespace
}  // namespace guise::cli

guise_status guise_theory(guise_session* session, const char* topic, const char* settings, char** result) {
  using namespace guise;
  return door::guarded(session, [&] {
    require(result != nullptr, "the place for the result is NULL");
    const std::string text = session->with_paths(door::text_from(settings, "the settings"));
    const auto document = nlohmann::json::parse(text, nullptr, false);
    require(!document.is_discarded(), "the settings of the topic are not JSON: {}", text);
    door::note_work();
    const auto answer = cli::worked_out(door::text_from(topic, "the name of the topic"), document);
    *result = door::handed_over(session->with_names(json_text(answer)));
  });
}

const char* guise_topics(void) {
  static const std::string text = [] {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const guise::cli::Topic* topic : guise::cli::all_topics()) {
      nlohmann::ordered_json settings = nlohmann::ordered_json::array();
      for (const guise::cli::TopicOption& option : topic->params) {
        nlohmann::ordered_json each{
            {"name", guise::cli::spelled_name(std::string(option.name))}, {"value", option.value}, {"help", option.help}};
        if (option.required) each["required"] = true;
        settings.push_back(std::move(each));
      }
      out.push_back({{"name", topic->name}, {"summary", topic->summary}, {"paper", topic->paper}, {"settings", settings}});
    }
    return out.dump();
  }();
  return text.c_str();
}
