// SPDX-License-Identifier: Apache-2.0
// Same key, same table, same release, in every version of guise: what each call of each step releases under a fixed key is kept
// in mask_vectors.txt, a line for each call and random format. GUISE_VECTORS=FILE writes the file anew, for steps that were
// added; lines that are there already never change.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/digest.h"
#include "masks/masked.h"

namespace guise::masks {
namespace masks_test {
Matrix small_table();
std::vector<std::string> every_call();
}  // namespace masks_test
namespace mask_vectors {

constexpr Index kRecords = 3000;
// Of numbers that come from products by BLAS or from statistics of the data: these differ between kinds of CPU in the last
// bits.
constexpr double kLastBits = 1e-9;
constexpr const char* kSums[] = {"project(k=3,side=records)", "project(k=3,side=records,law=sign)",
                                 "project(k=3,side=records,law=sparse)", "project(k=3,side=records,law=sketch)",
                                 "project(k=3,side=records,scaled=no,sd=0.3)"};

/// In steps of 1/64, so that it is the same whatever computed it.
Matrix originals() {
  return (masks_test::small_table().array() * 64).round() / 64;
}

Matrix release_of(const Prepared& mask, const table::Table& table) {
  if (mask.folds()) return released(mask, table, select_all(table, {}), {});
  table::Chunk chunk{.first_record = 0, .values = originals()};
  mask.apply(chunk);
  return chunk.values;
}

/// A digest where all bits are the same everywhere, else some of the numbers.
std::string line_of(const Matrix& values, bool exact) {
  if (exact) {
    Digest digest;
    digest.add(std::string_view(reinterpret_cast<const char*>(values.data()), static_cast<std::size_t>(values.size()) * 8));
    return to_hex(digest.finish());
  }
  const Index n = values.rows() - 1, k = values.cols() - 1;
  return fmt::format("{} {} {} {} {}", values(0, 0), values(n / 3, k), values(n / 2, 0), values(n, k), values.mean());
}

bool exact(const Prepared& mask, const Mask& spec) {
  for (const Mask::Link& link : spec.links())
    if (depends_on_data(link.step->learns(link.params))) return false;
  return mask.any_run();
}

/// Of both formats; of the first as it was drawn before the second, from a card and the key.
std::map<std::string, std::string> vectors_of(const std::string& call) {
  const table::Table table = table::Table::from_matrix(originals(), column_names(4));
  const Mask spec = Mask::parse(call);
  const random::Key key = fixed_key(1);
  const Prepared mask = prepare(spec, table, select_all(table, {}), {}, key, {});
  std::map<std::string, std::string> out{{"2 " + call, line_of(release_of(mask, table), exact(mask, spec))}};
  Card older = mask.card();
  older.format = 1;
  older.round.clear();
  older.records = kRecords;
  older.key_fingerprint = key.fingerprint();
  older.salt = std::string(64, '7');
  try {
    out["1 " + call] = line_of(release_of(prepare_from_card(older, key), table), exact(mask, spec));
  } catch (const Error&) {  // the card does not say what was computed from the data
  }
  return out;
}

bool same(const std::string& one, const std::string& other) {
  if (one == other) return true;
  std::istringstream a(one), b(other);
  double x = 0, y = 0;
  int numbers = 0;
  for (; a >> x && b >> y; ++numbers)
    if (!(std::abs(x - y) <= kLastBits * (std::abs(x) + 1))) return false;
  return numbers == 5;
}

std::map<std::string, std::string> kept() {
  std::map<std::string, std::string> out;
  std::ifstream in(std::filesystem::path(__FILE__).parent_path() / "mask_vectors.txt");
  for (std::string line; std::getline(in, line);)
    if (const std::size_t at = line.find('\t'); at != std::string::npos) out[line.substr(0, at)] = line.substr(at + 1);
  return out;
}

TEST(MaskVectors, AreReleasedAgainByEveryCallOfEveryStep) {
  std::map<std::string, std::string> made;
  std::vector<std::string> calls = masks_test::every_call();
  calls.insert(calls.end(), std::begin(kSums), std::end(kSums));
  for (const std::string& call : calls) made.merge(vectors_of(call));
  if (const char* file = std::getenv("GUISE_VECTORS")) {
    std::ofstream out(file);
    for (const auto& [name, line] : made) out << name << '\t' << line << '\n';
  }
  const std::map<std::string, std::string> known = kept();
  ASSERT_FALSE(known.empty());
  for (const auto& [name, line] : known) {
    ASSERT_TRUE(made.contains(name)) << name << " is not accepted any more";
    EXPECT_TRUE(same(line, made[name])) << name << "\n" << line << "\n" << made[name];
  }
}

}  // namespace mask_vectors
}  // namespace guise::masks
