// SPDX-License-Identifier: Apache-2.0
#include "papers/small_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "papers/draw.h"
#include "papers/flowers.h"

namespace guise::papers {
namespace {

constexpr const char* kPackaged = "/usr/lib/python3/dist-packages/sklearn/datasets/data";

struct Source {
  const char* name;
  std::vector<const char*> files;  ///< the same data under different names
};
const Source kSources[] = {{"iris", {"iris.csv"}},
                           {"wine", {"wine_data.csv"}},
                           {"breast cancer", {"breast_cancer.csv", "breast_cancer_wisconsin_diagnostic.csv"}}};

std::filesystem::path find(const Source& source, const Settings& settings) {
  if (settings.data.empty() || !std::filesystem::is_directory(settings.data)) return {};
  for (const std::filesystem::path& folder : {settings.data, std::filesystem::path(kPackaged)})
    for (const char* file : source.files)
      if (std::filesystem::exists(folder / file)) return folder / file;
  return {};
}

Matrix standardised(const Matrix& data) {
  const Matrix off = data.rowwise() - data.colwise().mean();
  const Eigen::RowVectorXd sd = (off.colwise().squaredNorm() / static_cast<double>(data.rows())).cwiseSqrt();
  return (off.array().rowwise() / sd.array()).matrix() / std::sqrt(static_cast<double>(data.cols()));
}

/// The first line is a heading (scikit-learn's has counts in it and fits no column), the last field of every other the class.
SmallTable read(const char* name, const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::vector<double>> rows;
  std::map<std::string, int> numbers;
  SmallTable out{.name = name, .records = {}, .classes = {}};
  std::string line, field;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<double> row;
    std::istringstream fields(line.substr(0, line.rfind(',')));
    while (std::getline(fields, field, ',')) row.push_back(std::stod(field));
    rows.push_back(std::move(row));
    out.classes.push_back(
        numbers.try_emplace(line.substr(line.rfind(',') + 1), static_cast<int>(numbers.size())).first->second);
  }
  Matrix data(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < data.rows(); ++i)
    data.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[static_cast<std::size_t>(i)].data(), data.cols());
  out.records = standardised(data);
  return out;
}

}  // namespace

std::vector<SmallTable> generated_tables(const random::Rng& rng) {
  SmallTable cube{.name = "cube", .records = Matrix(300, 3), .classes = {}};
  for (Index j = 0; j < 3; ++j)
    cube.records.col(j) = uniform(cube.records.rows(), -1, 1, rng.fork("cube").with_step(static_cast<std::uint32_t>(j)));
  for (Index i = 0; i < cube.records.rows(); ++i)
    cube.classes.push_back((cube.records(i, 0) > 0) + 2 * (cube.records(i, 1) > 0) + 4 * (cube.records(i, 2) > 0));
  SmallTable like_iris{.name = "flowers", .records = standardised(flowers(rng.fork("flowers"))), .classes = {}};
  for (int i = 0; i < static_cast<int>(like_iris.records.rows()); ++i) like_iris.classes.push_back(i / 50);
  return {std::move(cube), std::move(like_iris)};
}

double relative_error(const Matrix& guess, const Matrix& truth, const Matrix& all) {
  const Eigen::RowVectorXd error = (guess - truth).array().square().colwise().mean(),
                           variance = (all.rowwise() - all.colwise().mean()).array().square().colwise().mean();
  return (error.array() / variance.array()).mean();
}

std::vector<SmallTable> real_tables(const Settings& settings, Report& report) {
  std::vector<SmallTable> out;
  for (const Source& source : kSources) {
    const std::filesystem::path file = find(source, settings);
    if (file.empty())
      report.skipped.push_back(
          fmt::format("{}: {} is neither in the data folder nor in {}", source.name, source.files[0], kPackaged));
    else
      out.push_back(read(source.name, file));
  }
  return out;
}

}  // namespace guise::papers
