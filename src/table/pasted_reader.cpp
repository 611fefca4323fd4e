// SPDX-License-Identifier: Apache-2.0
// Tables of the same records side by side, read in step.
#include <algorithm>

#include "base/error.h"
#include "table/reader.h"

namespace guise::table {
namespace {

class PastedReader final : public Reader {
 public:
  PastedReader(Table first, std::vector<Table> others) {
    name_ = first.name();
    schema_ = first.schema();
    parts_.push_back(std::move(first));
    for (Table& other : others) {
      for (const Column& column : other.schema().columns)
        schema_.columns.push_back({beside_name(other.name(), column.name), column.type, column.sql_type});
      require(!parts_.front().records() || !other.records() || parts_.front().records() == other.records(),
              "{} and {} have different numbers of records ({} and {}); they must be the same records in the same order "
              "(guise audit and guise mine also match them by a column, ‘by’)",
              name_, other.name(), parts_.front().records().value_or(0), other.records().value_or(0));
      parts_.push_back(std::move(other));
    }
  }
  std::optional<std::int64_t> records() const override {
    for (const Table& part : parts_)
      if (part.records()) return part.records();
    return {};
  }
  Bytes32 digest(const Bytes32& secret) const override { return parts_.front().digest(secret); }
  std::vector<std::filesystem::path> files() const override {
    std::vector<std::filesystem::path> all;
    for (const Table& part : parts_) {
      const auto some = part.reader().files();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;
  const std::vector<Table>& parts() const { return parts_; }

  /// Which part a column is of, and its name there.
  std::pair<std::size_t, std::string> place(const std::string& column) const {
    if (parts_.front().schema().find(column)) return {0, column};
    for (std::size_t part = 1; part < parts_.size(); ++part)
      for (const Column& theirs : parts_[part].schema().columns)
        if (beside_name(parts_[part].name(), theirs.name) == column) return {part, theirs.name};
    return {0, column};  // which refuses it
  }

 private:
  std::vector<Table> parts_;
};

class PastedSource final : public Source {
 public:
  PastedSource(const PastedReader& reader, const Selection& selection, std::int64_t chunk, int threads) : reader_(reader) {
    std::vector<Selection> selections(reader.parts().size());
    for (Selection& some : selections) some.first_record = selection.first_record;
    for (const std::string& name : selection.attributes) {
      const auto [part, theirs] = reader.place(name);
      places_.emplace_back(part, static_cast<Index>(selections[part].attributes.size()));
      selections[part].attributes.push_back(theirs);
    }
    for (const std::string& name : selection.kept) {
      const auto [part, theirs] = reader.place(name);
      kept_.emplace_back(part, selections[part].kept.size());
      selections[part].kept.push_back(theirs);
    }
    for (std::size_t part = 0; part < selections.size(); ++part)
      sources_.push_back(reader.parts()[part].reader().source(selections[part], chunk, threads));
  }

  std::function<Chunk()> next() override {
    std::vector<std::function<Chunk()>> parsers;
    for (const auto& source : sources_) parsers.push_back(source->next());
    for (std::size_t part = 1; part < parsers.size(); ++part)
      require_in_step(static_cast<bool>(parsers[part]) == static_cast<bool>(parsers.front()), part);
    if (!parsers.front()) return {};
    return [this, parsers = std::move(parsers)] {
      std::vector<Chunk> chunks;
      for (const auto& parse : parsers) chunks.push_back(parse());
      for (std::size_t part = 1; part < chunks.size(); ++part)
        require_in_step(chunks[part].records() == chunks.front().records(), part);
      Matrix values(chunks.front().records(), static_cast<Index>(places_.size()));
      for (std::size_t j = 0; j < places_.size(); ++j)
        values.col(static_cast<Index>(j)) = chunks[places_[j].first].values.col(places_[j].second);
      std::vector<TextColumn> kept;
      for (const auto& [part, place] : kept_) kept.push_back(std::move(chunks[part].kept[place]));
      chunks.front().values = std::move(values);
      chunks.front().kept = std::move(kept);
      return std::move(chunks.front());
    };
  }

 private:
  void require_in_step(bool same, std::size_t part) const {
    require(same,
            "{} and {} have different numbers of records; they must be the same records in the same order "
            "(guise audit and guise mine also match them by a column, ‘by’)",
            reader_.name(), reader_.parts()[part].name());
  }
  const PastedReader& reader_;
  std::vector<std::pair<std::size_t, Index>> places_;      // of each attribute: part, column of its selection
  std::vector<std::pair<std::size_t, std::size_t>> kept_;  // and of each kept column
  std::vector<std::unique_ptr<Source>> sources_;
};

std::unique_ptr<Source> PastedReader::source(const Selection& selection, std::int64_t chunk, int threads) const {
  return std::make_unique<PastedSource>(*this, selection, chunk, threads);
}

}  // namespace

std::string beside_name(const std::string& table, const std::string& column) {
  return table + ": " + column;
}

std::unique_ptr<Reader> paste(Table first, std::vector<Table> others) {
  return std::make_unique<PastedReader>(std::move(first), std::move(others));
}

}  // namespace guise::table
