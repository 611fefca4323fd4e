// SPDX-License-Identifier: Apache-2.0
#include "projects/own_table.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/names.h"
#include "jobs/input.h"
#include "masks/record_order.h"
#include "table/atomic_file.h"
#include "table/pipeline.h"

namespace guise::projects {
namespace {

using Take = std::function<void(table::Chunk&&)>;

/// All records in their order; missing values of the columns are refused.
void read(const OwnTable& own, const std::vector<std::string>& kept, const jobs::Work& work, const Take& take) {
  const jobs::Input in{.path = own.path, .columns = own.columns, .keep = kept};
  const table::Table table = in.open();
  table::run_pipeline<table::Chunk>(
      table.reader(), in.select(table, work), work, [](table::Chunk&& chunk) { return std::move(chunk); }, take);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (const char letter : text) out.append(letter == '"' ? 2 : 1, letter);
  return out + "\"";
}

OwnTable::OwnTable(const std::string& file, const parties::ProjectPlan& plan, const std::string& owner)
    : path(file), columns(plan.columns_of(owner)), keep(plan.kept_by(owner)), by(plan.by) {
  const table::Table table = table::Table::open(path);
  const auto names = table.schema().names();
  std::vector<std::string> wanted = columns;
  wanted.insert(wanted.end(), keep.begin(), keep.end());
  if (!by.empty()) wanted.push_back(by);
  for (const std::string& name : wanted)
    require(table.schema().find(name).has_value(), "{} has no column '{}', which the plan names{}", path, name,
            did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())));
  table::choose_attributes(table.schema(), columns, keep, path);
}

parties::ColumnSums OwnTable::sums(const jobs::Work& work) const {
  parties::ColumnSums sums(columns.size());
  read(*this, {}, work, [&](table::Chunk&& chunk) {
    for (Index i = 0; i < chunk.records(); ++i) {
      sums.add_record();
      for (Index j = 0; j < chunk.values.cols(); ++j) sums.add(static_cast<std::size_t>(j), chunk.values(i, j));
    }
  });
  return sums;
}

std::vector<std::string> OwnTable::identifiers(const jobs::Work& work) const {
  std::vector<std::string> all;
  std::set<std::string> seen;
  const std::vector<std::string> kept = by.empty() ? std::vector<std::string>() : std::vector<std::string>{by};
  read(*this, kept, work, [&](table::Chunk&& chunk) {
    for (Index i = 0; i < chunk.records(); ++i) {
      const std::size_t number = all.size() + 1;
      if (by.empty()) {
        all.push_back(std::to_string(number));
        continue;
      }
      require(!chunk.kept.front().null[static_cast<std::size_t>(i)],
              "record {} of {} has no '{}'; fill it or leave the record out", number, path, by);
      all.push_back(masks::identifier_text(table::text_at(chunk.kept.front(), i)));
      require(seen.insert(all.back()).second, "record {} of {} has a '{}' that an earlier record has too: '{}'", number, path,
              by, all.back());
    }
  });
  return all;
}

void OwnTable::write(const std::vector<std::size_t>& records, const std::filesystem::path& to, const jobs::Work& work) const {
  std::vector<std::string> kept = keep;
  if (!by.empty()) kept.push_back(by);
  std::vector<std::string> rows;
  read(*this, kept, work, [&](table::Chunk&& chunk) {
    for (Index i = 0; i < chunk.records(); ++i) {
      std::string row;
      for (const table::TextColumn& column : chunk.kept)
        row += (row.empty() ? "" : ",") + csv_field(std::string(table::text_at(column, i)));
      for (Index j = 0; j < chunk.values.cols(); ++j) row += fmt::format("{}{}", row.empty() ? "" : ",", chunk.values(i, j));
      rows.push_back(std::move(row));
    }
  });
  table::AtomicFile file(to, table::kPrivate);
  std::vector<std::string> header = kept;
  header.insert(header.end(), columns.begin(), columns.end());
  for (std::string& name : header) name = csv_field(name);
  file.write(fmt::format("{}\n", fmt::join(header, ",")));
  for (const std::size_t each : records) file.write(rows[each] + "\n");
  file.commit();
}

}  // namespace guise::projects
