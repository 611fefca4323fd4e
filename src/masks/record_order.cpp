// SPDX-License-Identifier: Apache-2.0
#include "masks/record_order.h"

#include <charconv>
#include <cmath>

#include "base/digest.h"
#include "base/error.h"
#include "base/names.h"
#include "table/pipeline.h"
#include "table/repeats.h"

namespace guise::masks {
namespace {

void add_number(Digest& digest, std::int64_t number) {
  std::uint8_t bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> (8 * i));
  digest.add(std::span<const std::uint8_t>(bytes));
}

void require_column(const table::Table& in, const std::string& by) {
  const auto names = in.schema().names();
  if (!in.schema().find(by))
    refuse("‘by={}’: {} has no such column{}", by, in.name(),
           did_you_mean(by, std::vector<std::string_view>(names.begin(), names.end())));
}

}  // namespace

std::string identifier_text(std::string_view field) {
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  while (!field.empty() && field.back() == ' ') field.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  const bool whole = error == std::errc() && end == field.data() + field.size() && value == std::floor(value);
  if (whole && std::abs(value) < 0x1p53) return std::to_string(static_cast<std::int64_t>(value));
  return std::string(field);
}

std::string order_tag(const table::Table& in, const table::Selection& selection, const table::Work& work, const std::string& by,
                      bool sums, const std::string& round, const random::Key& key) {
  require_column(in, by);
  table::Selection identified = selection;
  identified.kept = {by};
  Digest digest;
  table::Repeats repeats;
  table::run_pipeline<table::Chunk>(
      in.reader(), identified, work, [](table::Chunk&& chunk) { return std::move(chunk); },
      [&](table::Chunk&& chunk) {
        for (Index i = 0; i < chunk.records(); ++i) {
          const auto at = static_cast<std::size_t>(i);
          if (!chunk.dropped.empty() && chunk.dropped[at]) continue;
          const std::int64_t number = chunk.first_record + i;
          require(!chunk.kept.front().null[at],
                  "‘by={}’: record {} of {} has no identifier there; fill it or name another column", by,
                  number - selection.first_record + 1, in.name());
          const std::string text = identifier_text(table::text_at(chunk.kept.front(), i));
          if (sums) add_number(digest, number);
          digest.add(text);
          repeats.add(text);
        }
      });
  require(!repeats.found(),
          "‘by={}’: several records of {} have the identifier '{}'; name a column in which every record has a value of its own",
          by, in.name(), repeats.text());
  return key.shared_tag(sums ? "order of sums" : "order", round, digest.finish());
}

std::string count_tag(std::int64_t records, const std::string& round, const random::Key& key) {
  Digest digest;
  add_number(digest, records);
  return key.shared_tag("count", round, digest.finish());
}

}  // namespace guise::masks
