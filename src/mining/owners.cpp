// SPDX-License-Identifier: Apache-2.0
#include "mining/owners.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/names.h"
#include "mining/kept_alike.h"
#include "mining/legal.h"
#include "table/join.h"

namespace guise::mining {
namespace {

/// Errors of several owners' records, each counted by its share of them.
void average_noise(Data& all, const std::vector<Data>& parts, const std::vector<Owner>& owners) {
  double total = 0;
  for (const Owner& owner : owners) total += static_cast<double>(owner.card ? owner.card->records : 0);
  if (total == 0) return;
  const double first_power = parts.front().geometry.noise.sum();
  all.geometry.noise.setZero();
  if (all.facts.noise_covariance) all.facts.noise_covariance->setZero();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double share = static_cast<double>(owners[i].card->records) / total;
    all.geometry.noise += share * parts[i].geometry.noise;
    if (all.facts.noise_covariance) *all.facts.noise_covariance += share * *parts[i].facts.noise_covariance;
    // Noises of two laws or sizes are no longer one law.
    const release::Facts &first = parts.front().facts, &each = parts[i].facts;
    if (each.noise_covariance != first.noise_covariance || each.noise_law != first.noise_law) all.facts.noise_law.reset();
  }
  const double power = all.geometry.noise.sum();
  if (!(power > 0 && first_power > 0)) return;
  release::scale_errors(all.geometry, power / first_power);
  std::int64_t end = 0;
  for (std::size_t i = 0; i < parts.size(); ++i)
    all.owners.push_back({.end = end += owners[i].card->records, .factor = parts[i].geometry.noise.sum() / power});
}

Data below(std::vector<Owner> owners, const std::vector<Data>& parts) {
  Data all = parts.front();
  all.name.clear();
  std::vector<table::Table> tables;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    all.name += (i == 0 ? "" : i + 1 == owners.size() ? " and " : ", ") + owners[i].path;
    tables.push_back(std::move(*owners[i].table));
  }
  all.table = std::make_shared<const table::Table>(table::Table::below(std::move(tables)));
  all.selection.first_record = 0;
  average_noise(all, parts, owners);
  all.facts.ordered = std::all_of(parts.begin(), parts.end(), [](const Data& part) { return part.facts.ordered; });
  return all;
}

/// Matrices one after the other on the diagonal.
Matrix block_diagonal(const Matrix& a, const Matrix& b) {
  Matrix out = Matrix::Zero(a.rows() + b.rows(), a.cols() + b.cols());
  out.topLeftCorner(a.rows(), a.cols()) = a;
  out.bottomRightCorner(b.rows(), b.cols()) = b;
  return out;
}

Vector joined(const Vector& a, const Vector& b) {
  Vector out(a.size() + b.size());
  out << a, b;
  return out;
}

/// One geometry and one law of noise must hold for all columns that lie beside each other.
void require_one_geometry(const Data& a, const Data& b) {
  require(std::abs(a.geometry.scale / b.geometry.scale - 1) < 1e-12,
          "{} and {} multiply squared lengths by different numbers ({} and {}), so that parts of a record cannot be added up; "
          "mask both with scaled=yes",
          a.name, b.name, a.geometry.scale, b.geometry.scale);
  for (const Data* each : {&a, &b})
    require(each->facts.noise_similarity == 0 && !each->facts.factor,
            "{} has noise shaped like its own columns, or factors; what these do to columns of several owners together is not "
            "known",
            each->name);
}

/// What is known of columns of `a` beside those of `b`.
void join_facts(Data& a, const Data& b) {
  require_one_geometry(a, b);
  const auto covariance = [](const Data& data) {
    const auto m = static_cast<Index>(data.columns.size());
    return data.facts.noise_covariance.value_or(Matrix::Zero(m, m));
  };
  if (a.facts.noise_covariance || b.facts.noise_covariance) {
    a.facts.noise_covariance = block_diagonal(covariance(a), covariance(b));
    if (a.facts.noise_law != b.facts.noise_law) a.facts.noise_law.reset();
  }
  if (a.facts.cells || b.facts.cells) {
    const auto none = [](const Data& data) {
      const auto m = static_cast<Index>(data.columns.size());
      return release::Cells{Vector::Zero(m), Vector::Zero(m)};
    };
    const release::Cells left = a.facts.cells.value_or(none(a)), right = b.facts.cells.value_or(none(b));
    a.facts.cells = release::Cells{joined(left.width, right.width), joined(left.origin, right.origin)};
  }
  a.facts.mixed = a.facts.mixed || b.facts.mixed;
  a.facts.ordered = a.facts.ordered && b.facts.ordered;
  a.facts.attributes += b.facts.attributes;
  a.facts.matrix_law.reset();
  a.geometry.noise = joined(a.geometry.noise, b.geometry.noise);
  a.geometry.noise_known = a.geometry.noise_known && b.geometry.noise_known;
  a.geometry.centred = a.geometry.centred && b.geometry.centred;
  for (const auto& [mine, theirs] : {std::pair(&a.geometry.no_products, &b.geometry.no_products),
                                     std::pair(&a.geometry.no_distances, &b.geometry.no_distances)})
    if (mine->empty()) *mine = *theirs;
  if (a.geometry.of_records) release::join_geometry(a.geometry, b.geometry);
}

/// Rows of both beside each other are each read in their own units.
std::function<void(Matrix&)> read_both(std::function<void(Matrix&)> left, Index left_columns,
                                       std::function<void(Matrix&)> right) {
  if (!left && !right) return {};
  return [left = std::move(left), right = std::move(right), left_columns](Matrix& values) {
    Matrix mine = values.leftCols(left_columns), theirs = values.rightCols(values.cols() - left_columns);
    if (left) left(mine);
    if (right) right(theirs);
    values << mine, theirs;
  };
}

/// Names that tell columns of several owners apart: the file's where two have the same.
std::vector<std::string> telling_names(const std::vector<Data>& parts) {
  std::map<std::string, int> seen;
  for (const Data& part : parts)
    for (const std::string& column : part.columns) ++seen[column];
  std::vector<std::string> out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const std::string& column : parts[i].columns)
      out.push_back(seen[column] == 1 ? column : fmt::format("{}.{}", i + 1, column));
  return out;
}

std::vector<std::string> in_clear(const Owner& owner) {
  return owner.card ? owner.card->kept : owner.kept;
}

Data beside(std::vector<Owner> owners, const std::vector<Data>& parts, const std::string& by) {
  Data all = parts.front();
  std::vector<table::Part> joined;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (i > 0) {
      all.to_original = read_both(all.to_original, static_cast<Index>(all.columns.size()), parts[i].to_original);
      join_facts(all, parts[i]);
      all.name += (i + 1 == owners.size() ? " and " : ", ") + owners[i].path;
      all.columns.insert(all.columns.end(), parts[i].columns.begin(), parts[i].columns.end());
    }
    joined.push_back({owners[i].path, owners[i].table, parts[i].selection.attributes, in_clear(owners[i])});
    for (const std::string& name : joined.back().kept) all.kept.push_back({name, "", owners[i].path});
  }
  all.columns = telling_names(parts);
  table::Joined together = by.empty() ? table::join_in_order(std::move(joined)) : table::join_by(joined, by);
  all.table = std::make_shared<const table::Table>(std::move(together.table));
  all.selection.attributes = std::move(together.attributes);
  for (std::size_t i = 0; i < all.kept.size(); ++i) all.kept[i].in_table = together.kept[i];
  if (!by.empty()) all.facts.ordered = false, all.selection.first_record = 0;
  return all;
}

}  // namespace

Data data_of(const Owner& owner) {
  Data data;
  data.table = owner.table;
  data.name = owner.path;
  data.selection.missing = table::Missing::error_or_drop;
  if (!owner.card) {
    data.selection.attributes = table::choose_attributes(owner.table->schema(), {}, owner.kept, owner.path);
    data.columns = data.selection.attributes;
    data.facts.attributes = static_cast<Index>(data.columns.size());
    data.geometry.noise = Vector::Zero(data.facts.attributes);
    return data;
  }
  release::CardFacts read = release::facts_from(*owner.card);
  data.geometry = release::geometry_of(*owner.card, read);
  data.facts = std::move(read.facts);
  data.to_original = std::move(read.to_original);
  data.selection.attributes = owner.card->columns;
  data.selection.first_record = owner.card->first_record;
  data.columns = data.facts.mixed ? owner.card->columns : owner.card->attributes;
  return data;
}

Data combine(std::vector<Owner> owners, const std::string& by) {
  std::vector<Data> parts;
  for (const Owner& owner : owners) parts.push_back(data_of(owner));
  require(by.empty() || owners.size() > 1, "‘by={}’ says which records of several releases belong together; there is one", by);
  const Split split = split_of(owners);
  if (split == Split::none) return parts.front();
  if (split == Split::records) {
    require(by.empty(), "‘by={}’: the releases hold other records of the same attributes, which are not joined", by);
    require_stackable(owners);
    return below(std::move(owners), parts);
  }
  const bool verified = require_joinable(owners, by);
  const std::string unverified = verified ? "" : why_unverified(owners);
  Data all = beside(std::move(owners), parts, by);
  require_kept_alike(all, unverified);
  return all;
}

void choose_columns(Data& data, const std::vector<std::string>& columns) {
  require(!data.facts.mixed, "‘columns’: {} has mixed columns; there are none of the originals' to choose from", data.name);
  std::vector<Index> places;
  for (const std::string& column : columns) {
    const auto at = std::find(data.columns.begin(), data.columns.end(), column);
    if (at == data.columns.end())
      refuse("{} has no masked column '{}'{}", data.name, column,
             did_you_mean(column, std::vector<std::string_view>(data.columns.begin(), data.columns.end())));
    places.push_back(at - data.columns.begin());
  }
  if (data.facts.noise_covariance) data.facts.noise_covariance = Matrix((*data.facts.noise_covariance)(places, places));
  if (data.facts.noise_scale.size() > 0) data.facts.noise_scale = Vector(data.facts.noise_scale(places));
  if (data.facts.cells) data.facts.cells = release::Cells{data.facts.cells->width(places), data.facts.cells->origin(places)};
  if (data.facts.factor) data.facts.factor->sd = Vector(data.facts.factor->sd(places));
  data.geometry.noise = Vector(data.geometry.noise(places));
  data.geometry.behind.reset();
  data.facts.attributes = static_cast<Index>(places.size());
  data.to_original = [whole = data.to_original, places](Matrix& values) {
    if (whole) whole(values);
    values = Matrix(values(Eigen::all, places));
  };
  data.columns = columns;
}

}  // namespace guise::mining
