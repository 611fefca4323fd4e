// SPDX-License-Identifier: Apache-2.0
#include "masks/record_order.h"

#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace record_order_test {

/// Other columns of people who are listed in this order.
table::Table people(const std::vector<std::string>& ids, double first) {
  std::string sql = "SELECT * FROM (VALUES ";
  for (std::size_t i = 0; i < ids.size(); ++i) sql += fmt::format("{}('{}', {}e0)", i ? ", " : "", ids[i], first + double(i));
  return table::Table::query(sql + ") t(id, x)");
}

std::string tag(const std::vector<std::string>& ids, bool sums = false, const std::string& round = "", std::uint8_t key = 1,
                double first = 1) {
  const table::Table table = people(ids, first);
  return order_tag(table, {.attributes = {"x"}}, {}, "id", sums, round, fixed_key(key));
}

const std::vector<std::string> kPeople = {"ann", "bob", "cid", "dee"};

TEST(OrderTag, IsTheSameForOtherColumnsOfTheSamePeopleInTheSameOrder) {
  EXPECT_EQ(tag(kPeople), tag(kPeople, false, "", 1, 100));
  EXPECT_EQ(tag(kPeople).size(), 32u);
}

TEST(OrderTag, TellsOtherOrdersPeopleRoundsAndKeys) {
  const std::string one = tag(kPeople);
  EXPECT_NE(tag({"bob", "ann", "cid", "dee"}), one);
  EXPECT_NE(tag({"ann", "bob", "cid"}), one);
  EXPECT_NE(tag({"ann", "bob", "cid", "eve"}), one);
  EXPECT_NE(tag(kPeople, true), one);
  EXPECT_NE(tag(kPeople, false, "spring"), one);
  EXPECT_NE(tag(kPeople, false, "", 2), one);
  EXPECT_NE(tag({"ab", "c"}), tag({"a", "bc"}));
}

TEST(OrderTag, RefusesIdentifiersThatDoNotIdentify) {
  EXPECT_THROW(tag({"ann", "bob", "ann"}), Error);
  EXPECT_THROW(tag({"7", "007"}), Error);
  const table::Table missing = table::Table::query("SELECT * FROM (VALUES ('ann', 1e0), (NULL, 2e0)) t(id, x)");
  EXPECT_THROW(order_tag(missing, {.attributes = {"x"}}, {}, "id", false, "", fixed_key(1)), Error);
  EXPECT_THROW(order_tag(missing, {.attributes = {"x"}}, {}, "name", false, "", fixed_key(1)), Error);
}

/// The same people; one owner lacks a value of the second.
TEST(OrderTag, IsOfTheRecordsThatAreReleased) {
  const table::Table gap = table::Table::query("SELECT * FROM (VALUES ('ann', 1e0), ('bob', NULL), ('cid', 3e0)) t(id, x)");
  const table::Selection drop{.attributes = {"x"}, .missing = table::Missing::drop};
  EXPECT_EQ(order_tag(gap, drop, {}, "id", false, "", fixed_key(1)), tag({"ann", "cid"}));
  // A sum gives every record the weight of its number, so that the gap moves those behind it.
  EXPECT_NE(order_tag(gap, drop, {}, "id", true, "", fixed_key(1)), tag({"ann", "cid"}, true));
}

TEST(OrderTag, ReadsNumbersHoweverTheyAreWritten) {
  EXPECT_EQ(identifier_text("007"), "7");
  EXPECT_EQ(identifier_text(" 7.0 "), "7");
  EXPECT_EQ(identifier_text("1e3"), "1000");
  EXPECT_EQ(identifier_text("-2"), "-2");
  EXPECT_EQ(identifier_text("7.5"), "7.5");
  EXPECT_EQ(identifier_text("9007199254740993"), "9007199254740993");  // a double does not hold it
  EXPECT_EQ(identifier_text("A-7"), "A-7");
  EXPECT_EQ(identifier_text(""), "");
}

/// The vectors of docs/random-format.md, which tests/cli/random_format.py computes by itself.
TEST(OrderTag, IsTheDocumentedOne) {
  Bytes32 shared, own;
  for (std::size_t i = 0; i < shared.size(); ++i)
    shared[i] = static_cast<std::uint8_t>(i), own[i] = static_cast<std::uint8_t>(i + 32);
  const auto file = std::filesystem::temp_directory_path() / fmt::format("guise-order-{}.key", ::getpid());
  table::write_file(file, random::key_file_text(shared, own), 0600);
  const random::Key key = random::Key::read(file);
  std::filesystem::remove(file);
  const table::Table table = people({"ann", "bob", "007", "A-7"}, 1);
  EXPECT_EQ(order_tag(table, {.attributes = {"x"}}, {}, "id", false, "", key), "7adf79fad5f268e3633ee0521e40da74");
  EXPECT_EQ(order_tag(table, {.attributes = {"x"}, .first_record = 5}, {}, "id", true, "2026-11", key),
            "dbae67987c502077db9b0795cd3f5ba4");
  EXPECT_EQ(count_tag(4, "2026-11", key), "7e31483a6579235ff2877a81a0da6e12");
}

TEST(CountTag, TellsHowManyRecordsAreSummed) {
  const random::Key key = fixed_key(1);
  EXPECT_EQ(count_tag(300, "r", key), count_tag(300, "r", fixed_key(1)));
  EXPECT_NE(count_tag(300, "r", key), count_tag(301, "r", key));
  EXPECT_NE(count_tag(300, "r", key), count_tag(300, "s", key));
  EXPECT_NE(count_tag(300, "r", key), count_tag(300, "r", fixed_key(2)));
}

}  // namespace record_order_test
}  // namespace guise::masks
