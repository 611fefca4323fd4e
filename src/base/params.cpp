// SPDX-License-Identifier: Apache-2.0
#include "base/params.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/names.h"

namespace guise {
namespace {

// Up to here a double holds every integer, and it fits 64 bits.
constexpr double kMostInteger = 9007199254740992.0;

std::vector<std::string_view> words_of(std::string_view choices) {
  std::vector<std::string_view> words;
  for (std::size_t start = 0; start <= choices.size();) {
    const std::size_t end = std::min(choices.find('|', start), choices.size());
    words.push_back(choices.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::string range_of(const Param& param) {
  const std::string_view letter = "N";
  if (param.positive) return param.most ? fmt::format("0 < {} <= {}", letter, *param.most) : fmt::format("{} > 0", letter);
  if (param.least && param.most) return fmt::format("{} <= {} <= {}", *param.least, letter, *param.most);
  if (param.least) return fmt::format("{} >= {}", letter, *param.least);
  if (param.most) return fmt::format("{} <= {}", letter, *param.most);
  return "";
}

double parse_number(const Param& param, std::string_view text, const std::string& owner) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = param.kind != Param::Kind::integer || value == std::floor(value);
  require(error == std::errc() && end == text.data() + text.size() && std::isfinite(value) && whole,
          "{}: {} must be a {}, got '{}'", owner, param.name, param.kind == Param::Kind::integer ? "whole number" : "number",
          text);
  require(param.kind != Param::Kind::integer || std::abs(value) <= kMostInteger, "{}: {} must be between {} and {:.0f}, got {}",
          owner, param.name, param.least.value_or(-kMostInteger), std::min(kMostInteger, param.most.value_or(kMostInteger)),
          text);
  const bool inside =
      !(param.positive && value <= 0) && !(param.least && value < *param.least) && !(param.most && value > *param.most);
  require(inside, "{}: {} must satisfy {}, got {}", owner, param.name, range_of(param), text);
  return value;
}

std::vector<double> parse_numbers(const Param& param, std::string_view text, const std::string& owner) {
  if (text.front() != '[') return {parse_number(param, text, owner)};
  require(text.back() == ']', "{}: {} is a list without its closing ], got '{}'", owner, param.name, text);
  std::vector<double> values;
  for (std::size_t start = 1; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size() - 1);
    values.push_back(parse_number(param, text.substr(start, end - start), owner));
    start = end + 1;
  }
  return values;
}

/// A list, or something that begins like a number and is no name of a file.
bool holds_numbers(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return text.front() == '[' || (error == std::errc() && end == text.data() + text.size());
}

}  // namespace

Params check_params(std::span<const Param> declared, const Call& call, std::string_view what) {
  Params params;
  params.owner_ = fmt::format("{} '{}'", what, call.name);
  std::vector<std::string_view> names;
  for (const Param& param : declared) {
    names.push_back(param.name);
    if (param.fallback) params.numbers_[std::string(param.name)] = {*param.fallback};
    if (param.kind == Param::Kind::choice) params.words_[std::string(param.name)] = words_of(param.choices).front();
  }
  for (const auto& [name, text] : call.arguments) {
    const auto param =
        std::find_if(declared.begin(), declared.end(), [&wanted = name](const Param& p) { return p.name == wanted; });
    require(param != declared.end(), "{} has no parameter '{}'{} (it has {})", params.owner_, name, did_you_mean(name, names),
            names.empty() ? "none" : enumerate(names));
    params.given_.push_back(name);
    if (param->kind == Param::Kind::choice) {
      const auto words = words_of(param->choices);
      require(std::find(words.begin(), words.end(), text) != words.end(), "{}: {} must be one of {}, got '{}'{}", params.owner_,
              name, enumerate(words), text, did_you_mean(text, words));
      params.words_[name] = text;
    } else if (param->kind == Param::Kind::table && !holds_numbers(text)) {
      params.words_[name] = text;
    } else {
      params.numbers_[name] = param->kind == Param::Kind::numbers || param->kind == Param::Kind::table
                                  ? parse_numbers(*param, text, params.owner_)
                                  : std::vector{parse_number(*param, text, params.owner_)};
    }
  }
  return params;
}

bool Params::has(std::string_view name) const {
  return std::find(given_.begin(), given_.end(), name) != given_.end();
}

double Params::number(std::string_view name) const {
  const auto found = numbers_.find(name);
  require(found != numbers_.end(), "{} needs the parameter {}=", owner_, name);
  return found->second.front();
}

std::int64_t Params::integer(std::string_view name) const {
  return static_cast<std::int64_t>(number(name));
}

const std::string& Params::choice(std::string_view name) const {
  const auto found = words_.find(name);
  assert(found != words_.end() && "not declared as a choice");
  return found->second;
}

std::vector<double> Params::numbers(std::string_view name, std::size_t attributes) const {
  const auto found = numbers_.find(name);
  require(found != numbers_.end(), "{} needs the parameter {}=", owner_, name);
  if (found->second.size() == 1) return std::vector<double>(attributes, found->second.front());
  require(found->second.size() == attributes, "{}: {} lists {} values for {} attributes; give one value, or one for each",
          owner_, name, found->second.size(), attributes);
  return found->second;
}

std::vector<double> Params::list(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::vector<double>() : found->second;
}

const std::string* Params::file(std::string_view name) const {
  const auto found = words_.find(name);
  return found == words_.end() ? nullptr : &found->second;
}

std::vector<std::string> describe(std::span<const Param> declared) {
  std::vector<std::string> lines;
  for (const Param& param : declared) {
    if (param.kind == Param::Kind::choice) {
      lines.push_back(
          fmt::format("{}={}  {} (default {})", param.name, param.choices, param.help, words_of(param.choices).front()));
      continue;
    }
    if (param.kind == Param::Kind::table) {
      lines.push_back(fmt::format("{}=FILE  {} (a file, or a list [1,2,…])", param.name, param.help));
      continue;
    }
    std::string facts = range_of(param);
    if (param.kind == Param::Kind::numbers) facts += facts.empty() ? "or a list [1,2,…]" : ", or a list [1,2,…]";
    if (param.fallback) facts += fmt::format("{}default {}", facts.empty() ? "" : ", ", *param.fallback);
    lines.push_back(fmt::format("{}=N  {}{}", param.name, param.help, facts.empty() ? "" : fmt::format(" ({})", facts)));
  }
  return lines;
}

}  // namespace guise
