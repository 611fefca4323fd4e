// SPDX-License-Identifier: Apache-2.0
#include "table/same_file.h"

#include "scratch.h"

namespace guise::table {
namespace same_file_test {

namespace fs = std::filesystem;

TEST(SameFile, IsFoundThroughLinksAndOtherSpellings) {
  const Scratch scratch;
  const fs::path file = scratch.put("x.csv", "a\n1\n"), folder = scratch.path();
  fs::create_symlink(file, folder / "soft.csv");
  fs::create_hard_link(file, folder / "hard.csv");
  EXPECT_TRUE(same_file(file, folder / "soft.csv"));
  EXPECT_TRUE(same_file(file, folder / "hard.csv"));
  EXPECT_TRUE(same_file(file, folder / "." / "x.csv"));
  EXPECT_FALSE(same_file(file, scratch.put("y.csv", "a\n1\n"))) << "the same content is not the same file";
}

TEST(SameFile, IsToldOfFilesThatAreNotThereYet) {
  const Scratch scratch;
  const fs::path folder = scratch.path();
  fs::create_directory_symlink(folder, folder / "here");
  EXPECT_TRUE(same_file(folder / "new.csv", folder / "here" / "new.csv"));
  EXPECT_TRUE(same_file("new.csv", "./new.csv"));
  EXPECT_FALSE(same_file(folder / "new.csv", folder / "newer.csv"));
}

}  // namespace same_file_test
}  // namespace guise::table
