// SPDX-License-Identifier: Apache-2.0
#include "base/form.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace guise {
namespace form_test {

struct Pair {
  int number = 0;
  std::string text;
};

template <typename Form>
void fields(Form& form, Pair& pair) {
  form.kind("pair", 2);
  form(pair.number, pair.text);
}

std::string bytes_of(const std::vector<Pair>& pairs, const Matrix& matrix) {
  FormWriter form;
  form(pairs, matrix, std::map<std::int64_t, Vector>{{7, Vector::Ones(2)}}, std::set<std::string>{"a", "b"}, true);
  return form.take();
}

void read(const std::string& bytes, std::vector<Pair>& pairs, Matrix& matrix) {
  FormReader form(bytes, "the file");
  std::map<std::int64_t, Vector> vectors;
  std::set<std::string> words;
  bool truth = false;
  form(pairs, matrix, vectors, words, truth);
  form.finish();
  EXPECT_EQ(vectors.at(7), Vector::Ones(2));
  EXPECT_EQ(words, (std::set<std::string>{"a", "b"}));
  EXPECT_TRUE(truth);
}

TEST(Form, ReadsWhatWasWritten) {
  Matrix matrix(2, 3);
  matrix << 1, 2, 3, 4, 5, 6;
  std::vector<Pair> pairs;
  Matrix again;
  read(bytes_of({{1, "one"}, {2, ""}}, matrix), pairs, again);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].text, "one");
  EXPECT_EQ(pairs[1].number, 2);
  EXPECT_EQ(again, matrix);
}

TEST(Form, RefusesBytesThatEndTooEarlyOrGoOn) {
  const std::string whole = bytes_of({{1, "one"}}, Matrix::Ones(3, 2));
  std::vector<Pair> pairs;
  Matrix matrix;
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(read(whole.substr(0, length), pairs, matrix), Error) << length;
  EXPECT_THROW(read(whole + "x", pairs, matrix), Error);
}

/// The sentence that a list is refused with whose length is claimed to be this.
template <typename T>
std::string refusal(std::initializer_list<std::int64_t> claimed) {
  FormWriter form;
  for (const std::int64_t each : claimed) form(each);
  const std::string bytes = form.take();
  FormReader reader(bytes, "the file");
  T value;
  try {
    reader(value);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Form, HoldsClaimedLengthsAgainstTheBytesThereAre) {
  constexpr auto huge = std::int64_t{1} << 61;
  EXPECT_NE(refusal<std::vector<double>>({huge}).find("claims to be longer than the file"), std::string::npos);
  EXPECT_NE(refusal<std::string>({-1}).find("claims to be longer than the file"), std::string::npos);
  EXPECT_NE(refusal<Vector>({huge}).find("claims to be longer than the file"), std::string::npos);
  EXPECT_NE(refusal<Matrix>({1 << 30, 1 << 30}).find("claims to be larger than the file"), std::string::npos);
  EXPECT_NE(refusal<Matrix>({huge, 0}).find("impossible size"), std::string::npos);
}

TEST(Form, NamesAKindOfALaterVersion) {
  FormWriter form;
  form.kind("pair", 3);
  const std::string bytes = form.take();
  FormReader reader(bytes, "the file");
  Pair pair;
  try {
    reader(pair);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "the file holds 'pair' of version 3, and guise here reads versions up to 2; use one version of guise everywhere");
  }
}

}  // namespace form_test
}  // namespace guise
