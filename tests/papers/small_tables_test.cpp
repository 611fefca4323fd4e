// SPDX-License-Identifier: Apache-2.0
#include "papers/small_tables.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

namespace guise::papers {
namespace small_tables_test {

TEST(GeneratedTables, HaveRecordsOfMeanSquaredLengthOne) {
  for (const SmallTable& table : generated_tables(random::Rng::from_seed(1))) {
    EXPECT_EQ(static_cast<Index>(table.classes.size()), table.records.rows()) << table.name;
    // The cube's is that of a sample: 300 records with a variance of 3 (1/5 - 1/9) each.
    EXPECT_NEAR(table.records.rowwise().squaredNorm().mean(), 1, 4 * std::sqrt(3 * (1.0 / 5 - 1.0 / 9) / 300)) << table.name;
  }
}

/// A data folder of its own, gone in the end.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("guise-small-tables-" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(RealTables, ReadTheHeadingOfCountsAndTheClassInTheLastField) {
  const Folder folder;
  std::ofstream(folder.path / "iris.csv") << "4,2,one,two\n1,10,0\n3,10,0\n1,30,1\n3,30,1\n";
  std::ofstream(folder.path / "wine_data.csv") << "a,b,class\n1,10,red\n3,10,red\n1,30,white\n3,30,white\n";
  Report report;
  const std::vector<SmallTable> tables = real_tables({.data = folder.path}, report);
  ASSERT_GE(tables.size(), 2u);
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(tables[i].classes, (std::vector<int>{0, 0, 1, 1})) << tables[i].name;
    const Matrix signs = (Matrix(4, 2) << -1, -1, 1, -1, -1, 1, 1, 1).finished();
    EXPECT_LT((tables[i].records - signs / std::sqrt(2)).norm(), 1e-14) << tables[i].name;
  }
}

TEST(RealTables, AreNamedWhenMissing) {
  Report report;
  EXPECT_TRUE(real_tables({.data = "no such folder"}, report).empty());
  EXPECT_EQ(report.skipped.size(), 3u);
}

}  // namespace small_tables_test
}  // namespace guise::papers
