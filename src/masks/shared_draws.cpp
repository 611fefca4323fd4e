// SPDX-License-Identifier: Apache-2.0
#include "masks/shared_draws.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <map>

#include "base/digest.h"
#include "base/error.h"
#include "masks/number_file.h"

namespace guise::masks {
namespace {

constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kMostLabel = 64;  // letters of a label

bool mixes_records(const Mask::Link& link) {
  return link.step->sums_records && link.step->sums_records(link.params);
}

/// 5 and 5.0, 0 and -0 have the same bits.
std::string bits_of(double value) {
  return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
}

/// A number, or a list of numbers, which is one where all are equal. The text has been checked to be numbers.
std::string bits_of(std::string_view text) {
  if (text.front() == '[') text = text.substr(1, text.size() - 2);
  std::vector<std::string> values;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    double value = 0;
    std::from_chars(text.data() + start, text.data() + end, value);
    values.push_back(bits_of(value));
    start = end + 1;
  }
  const bool equal = std::all_of(values.begin(), values.end(), [&](const auto& each) { return each == values.front(); });
  return equal ? values.front() : fmt::format("[{}]", fmt::join(values, ","));
}

/// As it stands in a binding: a word as it is, numbers as their bits, a file as the digest of what is in it.
std::string value_of(const Param& param, const std::string& text, const Params& given) {
  if (param.kind == Param::Kind::choice) return text;
  if (given.file(param.name) != nullptr && param.kind == Param::Kind::table) return std::string(digest_of_file(text));
  return bits_of(text);
}

/// What stands before a step decides what its numbers are used on. Owners may choose the size of noise: it only adds to that.
std::string text_before(const Mask::Link& link) {
  return link.step->name == "noise" ? "noise" : bound_text(link);
}

Mask mask_of(const Card& card) {
  std::vector<std::string_view> texts;
  for (const StepCard& step : card.steps) texts.push_back(step.text);
  return Mask::of_card(fmt::format("{}", fmt::join(texts, " | ")));
}

}  // namespace

std::string bound_text(const Mask::Link& link) {
  std::map<std::string_view, std::string> values;
  for (const Param& param : link.step->params) {
    if (param.kind == Param::Kind::choice && !param.added)
      values[param.name] = param.choices.substr(0, param.choices.find('|'));
    if (param.fallback && !param.added) values[param.name] = bits_of(*param.fallback);
    for (const auto& [name, text] : link.call.arguments)
      if (name == param.name) values[param.name] = value_of(param, text, link.params);
  }
  std::vector<std::string> parts;
  for (const auto& [name, value] : values) parts.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}({})", link.step->name, fmt::join(parts, ","));
}

bool sums_records(const Mask& mask) {
  return std::any_of(mask.links().begin(), mask.links().end(), mixes_records);
}

void check_round(const std::string& round) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == ':'; };
  require(!round.empty() && round.size() <= kMostLabel && std::all_of(round.begin(), round.end(), plain),
          "the label of a round has 1 to {} letters a-z and A-Z, digits, or - _ . : and no others, got '{}'", kMostLabel,
          round);
}

SharedDraws::SharedDraws(int format, const Mask& mask, const std::vector<std::string>& attributes, const std::string& round)
    : format_(format) {
  std::vector<std::string> before;
  for (const Mask::Link& link : mask.links()) {
    Digest digest;
    if (mixes_records(link)) {
      digest.add("guise/sums/v2");
      digest.add(round);
    } else {
      digest.add("guise/binding/v2");
      digest.add(fmt::format("{}", attributes.size()));
      for (const std::string& name : attributes) digest.add(name);
      for (const std::string& text : before) digest.add(text);
    }
    digest.add(bound_text(link));
    bindings_.push_back(digest.finish());
    before.push_back(text_before(link));
  }
}

SharedDraws::SharedDraws(const Card& card) : SharedDraws(card.format, mask_of(card), card.attributes, card.round) {}

random::Rng SharedDraws::of(const random::Key& key, std::size_t step) const {
  assert(step < bindings_.size());
  const auto number = static_cast<std::uint32_t>(step);
  return format_ == 1 ? key.shared(number) : key.shared(number, bindings_[step]);
}

std::string SharedDraws::tag(std::size_t step) const {
  return format_ == 1 ? "" : to_hex(std::span(bindings_[step]).first(kTagBytes));
}

}  // namespace guise::masks
