// SPDX-License-Identifier: Apache-2.0
#include "table/transform_unkept.h"

#include "scratch.h"

namespace guise::table {
namespace transform_unkept_test {

/// Kept text is read beside the numbers, and only what `work` returns is written.
TEST(TransformUnkept, ReadsKeptColumnsAndDoesNotWriteThem) {
  const Scratch scratch;
  const Table in = Table::query("SELECT i::DOUBLE AS x, repeat('a', (i % 7)::INTEGER) AS note FROM range(5000) t(i)");
  const Selection selection{.attributes = {"x"}, .kept = {"note"}};
  const Windows windows{.columns = 2, .prepare = [](Chunk& chunk) {
                          chunk.values.conservativeResize(Eigen::NoChange, 2);
                          for (Index i = 0; i < chunk.records(); ++i)
                            chunk.values(i, 1) = static_cast<double>(text_at(chunk.kept[0], i).size());
                          chunk.kept.clear();
                        }};
  const std::string path = scratch / "out.csv";
  const Written written = transform_unkept(
      in, selection, {.threads = 2}, windows, {.path = path, .columns = {"length"}},
      [](const Window& window) { return Matrix(window.values.middleRows(window.before, window.count).col(1)); });
  EXPECT_EQ(written.records, 5000);
  const Table out = Table::open(path);
  ASSERT_EQ(out.schema().names(), std::vector<std::string>{"length"});
  out.scan({.attributes = {"length"}}, {.threads = 1}, [&](const Chunk& chunk) {
    for (Index i = 0; i < chunk.records(); ++i)
      EXPECT_EQ(chunk.values(i, 0), static_cast<double>((chunk.first_record + i) % 7));
  });
}

}  // namespace transform_unkept_test
}  // namespace guise::table
