// SPDX-License-Identifier: Apache-2.0
// Random format 2: numbers bound to their step. The vectors of the document were made by tests/cli/random_format.py.
#include "masks/shared_draws.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "masked.h"

namespace guise::masks {
namespace shared_draws_test {

const std::filesystem::path kHere = std::filesystem::path(__FILE__).parent_path();

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

random::Key key_of(std::string_view text) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("guise-draws-{}.key", ::getpid());
  std::filesystem::remove(file);
  table::write_file(file, text, 0600);
  random::Key key = random::Key::read(file);
  std::filesystem::remove(file);
  return key;
}

random::Key counting_key() {
  Bytes32 shared, own;
  for (std::size_t i = 0; i < 32; ++i) {
    shared[i] = static_cast<std::uint8_t>(i);
    own[i] = static_cast<std::uint8_t>(i + 32);
  }
  return key_of(random::key_file_text(shared, own));
}

const std::vector<std::string> kNames{"age", "income"};

/// The generator of the last step.
Bytes32 drawn(const std::string& spec, const std::vector<std::string>& names = kNames, const std::string& round = "") {
  const Mask mask = Mask::parse(spec);
  return SharedDraws(2, mask, names, round).of(counting_key(), mask.links().size() - 1).key();
}

std::string bound(const std::string& spec) {
  return bound_text(Mask::parse(spec).links().back());
}

TEST(SharedDraws, AreTheDocumentedOnes) {
  const std::string document = text_of(kHere / "../../docs/random-format.md");
  const std::string sums = "project(k=3,side=records)";
  Bytes32 digest;
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::uint8_t>(i + 64);
  const Mask both[] = {Mask::parse("translate(sd=5)"), Mask::parse(sums)};
  const auto tag = [&](int i) { return SharedDraws(2, both[i], kNames, i == 1 ? "2026-11" : "").tag(0); };
  for (const std::string& line :
       {fmt::format("\nstep         {}\nbinding      {}", bound("translate(sd=5)"), tag(0)),
        fmt::format("\nshared       {}\nshift ", to_hex(drawn("translate(sd=5)"))),
        fmt::format("\nbehind noise {}\n", to_hex(drawn("noise(sd=1) | rotate"))),
        fmt::format("\nsums         {}\nbinding      {}", bound(sums), tag(1)),
        fmt::format("\nshared       {}\nwords ", to_hex(drawn(sums, kNames, "2026-11"))),
        fmt::format("\nsalt         {}\n", to_hex(counting_key().salt(digest, "noise(sd=5)", ""))),
        fmt::format("\nsalt, round  {}\n", to_hex(counting_key().salt(digest, "noise(sd=5)", "2026-11")))})
    EXPECT_NE(document.find(line), std::string::npos) << line;
}

TEST(SharedDraws, AreTheSameHoweverTheStepIsSpelt) {
  const std::pair<const char*, const char*> same[] = {{"translate(sd=5)", "translate(sd=5.0)"},
                                                      {"translate(sd=5)", "translate(sd=[5,5e0])"},
                                                      {"translate(sd=5)", "translate(sd=[5])"},
                                                      {"scale", "scale(high=2,low=0.50)"},
                                                      {"project(k=2)", "project(law=gaussian,side=attributes,k=2,sd=1)"},
                                                      {"distort(sb=0)", "distort(sb=-0)"},
                                                      {"noise(sd=1) | rotate", "noise(sd=2,law=laplace) | rotate"}};
  for (const auto& [one, other] : same) EXPECT_EQ(drawn(one), drawn(other)) << one << " and " << other;
}

/// Each of these pairs opened the originals, or a column of them, or their difference, where its numbers were the same.
TEST(SharedDraws, AreOthersForEveryOtherUse) {
  const std::pair<const char*, const char*> others[] = {
      {"translate(sd=5)", "translate(sd=10)"},
      {"translate(sd=[5,6])", "translate(sd=[6,5])"},
      {"scale(low=1)", "scale(low=1.5)"},
      {"distort(sb=1)", "distort(sb=2)"},
      {"distort(f=tanh)", "distort(f=sigmoid)"},
      {"project(k=1)", "project(k=2)"},
      {"project(k=2,law=sign)", "project(k=2,law=sparse)"},
      {"standardize(center=0,scale=1) | translate(sd=5)", "standardize(center=0,scale=2) | translate(sd=5)"},
      {"scale(low=1) | translate(sd=5)", "scale(low=1.5) | translate(sd=5)"},
      {"rotate", "permute"}};
  for (const auto& [one, other] : others) EXPECT_NE(drawn(one), drawn(other)) << one << " and " << other;
  EXPECT_NE(drawn("rotate", {"age", "income"}), drawn("rotate", {"income", "age"}));
  EXPECT_NE(drawn("rotate", {"age", "income"}), drawn("rotate", {"ag", "eincome"}));
  EXPECT_NE(drawn("project(k=1)", {"age", "income"}), drawn("project(k=1)", {"age", "income", "rent"}));
}

TEST(SharedDraws, OfSumsBelongToTheRoundAndNotToTheColumns) {
  const std::string sums = "project(k=3,side=records)";
  EXPECT_EQ(drawn(sums, {"age"}, "one"), drawn(sums, {"rent", "income"}, "one"));
  EXPECT_NE(drawn(sums, {"age"}, "one"), drawn(sums, {"age"}, "two"));
  EXPECT_EQ(drawn("standardize(center=1,scale=2) | " + sums, {"age"}, "one"),
            drawn("standardize(center=7,scale=1) | " + sums, {"rent"}, "one"))
      << "owners may each bring their columns to public units";
}

TEST(SharedDraws, OfSumsWithoutALabelAreOfOneReleaseAlone) {
  const Matrix x = correlated(50, 2);
  Matrix next(51, 2);
  next << x, 1, 2;
  const std::string sums = "project(k=3,side=records)";
  const Card first = prepared(sums, x).card(), second = prepared(sums, next).card();
  EXPECT_EQ(first.round.size(), 32u);
  EXPECT_EQ(first.round, prepared(sums, x).card().round);
  EXPECT_NE(first.round, second.round);
  EXPECT_NE(first.steps[0].draws, second.steps[0].draws);
  EXPECT_EQ(prepared(sums, x, {.round = "a"}).card().steps[0].draws,
            prepared(sums, next, {.round = "a"}).card().steps[0].draws);
  EXPECT_EQ(prepared("rotate", x).card().round, "");
}

/// The same noise on sums with two matrices would cancel in their difference.
TEST(SharedDraws, OfTwoRoundsComeWithTwoNoises) {
  const Matrix x = correlated(50, 2);
  const std::string sums = "project(k=3,side=records) | noise(sd=1)";
  EXPECT_NE(prepared(sums, x, {.round = "a"}).card().salt, prepared(sums, x, {.round = "b"}).card().salt);
  EXPECT_NE(prepared("rotate | noise(sd=1)", x).salt(), fixed_key(1).salt({}, "rotate | noise(sd=1)"));
}

TEST(SharedDraws, RefuseLabelsThatCanBeSpeltInTwoWaysAndLabelsOfNothing) {
  const Matrix x = correlated(50, 2);
  for (const char* label : {"", "a b", "é", "a/b", "line\n"})
    EXPECT_NE(refusal([&] { check_round(label); }).find("the label of a round"), std::string::npos) << label;
  EXPECT_EQ(refusal([] { check_round("2026-11_a.B:3"); }), "");
  EXPECT_NE(refusal([] { check_round(std::string(65, 'a')); }), "");
  EXPECT_NE(refusal([&] { prepared("rotate", x, {.round = "a"}); }).find("makes none"), std::string::npos);
}

Matrix rows_of(const nlohmann::json& rows) {
  Matrix out(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j)
      out(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
  return out;
}

/// Releases that were made before format 2, with their cards and their key.
TEST(FormatOne, IsMadeAgainFromItsCardsAndKey) {
  const auto old = nlohmann::json::parse(text_of(kHere / "format_1.json"));
  const random::Key key = key_of(old["key"].get<std::string>());
  const Matrix originals = rows_of(old["originals"]);
  const table::Table table = table::Table::from_matrix(originals, column_names(originals.cols()));
  for (const auto& each : old["releases"]) {
    const Card card = card_from_json(each["card"].dump(), "the card");
    check_card(card, "the card");
    EXPECT_EQ(to_json(card), each["card"]) << "as it was written";
    const Prepared mask = prepare_from_card(card, key);
    EXPECT_EQ(mask.card().format, 1);
    Matrix released_again;
    if (mask.folds()) {
      released_again = released(mask, table, select_all(table, {}), {});
    } else {
      table::Chunk chunk{.first_record = 0, .values = originals};
      mask.apply(chunk);
      released_again = chunk.values;
    }
    EXPECT_LT((released_again - rows_of(each["values"])).cwiseAbs().maxCoeff(), 1e-12) << card.mask;
    EXPECT_EQ(secrets_from_card(card, key).size(), card.steps.size());
  }
}

TEST(FormatOne, IsNotWhatNewReleasesUse) {
  const Matrix x = correlated(5, 3);
  const Card card = prepared("rotate", x).card();
  EXPECT_EQ(card.format, 2);
  const Matrix q = prepared("rotate", x).secrets()[0].affine->map;
  EXPECT_NE(q, random::haar_orthogonal(3, fixed_key(1).shared(0)));
}

}  // namespace shared_draws_test
}  // namespace guise::masks
