// SPDX-License-Identifier: Apache-2.0
// The numbers of the published format. They never change: a failure here means that old keys no longer give their releases.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "random/draws.h"
#include "random/key.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::random {
namespace format_test {

std::string list(std::string_view name, const std::vector<double>& numbers) {
  std::string line = fmt::format("{:<12}", name);
  for (const double x : numbers) line += fmt::format(" {:.17g}", x);
  return line + "\n";
}

std::string words_line(std::string_view name, const Rng& rng, std::uint32_t stream, std::uint64_t first) {
  std::vector<std::uint64_t> words(4);
  rng.words(stream, first, words);
  std::string line = fmt::format("{:<12}", name);
  for (const std::uint64_t word : words) line += fmt::format(" {:016x}", word);
  return line + "\n";
}

std::string key_lines() {
  Bytes32 own = counting_key(), digest = counting_key();
  for (auto& byte : own) byte = static_cast<std::uint8_t>(byte + 0x20);
  for (auto& byte : digest) byte = static_cast<std::uint8_t>(byte + 0x40);
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("guise-format-" + to_hex(std::span(Rng::from_system().key()).first(8)));
  const std::string text =
      "guise-key-1\nshared=" + to_hex(counting_key()) + "\nown=" + to_hex(own) + "\ncheck=1099c66ede749e84\n";
  std::ofstream(file) << text;
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const Key key = Key::read(file);
  std::filesystem::remove(file);
  const Bytes32 salt = key.salt(digest, "noise(sd=5)");
  return fmt::format("{}fingerprint {}\nshared(2)   {}\nsalt        {}\nown(1)      {}\norder       {}\n", text,
                     key.fingerprint(), to_hex(key.shared(2).key()), to_hex(salt), to_hex(key.own(1, salt).key()),
                     to_hex(key.order(salt).key()));
}

std::string number_lines() {
  const Rng rng = Rng::from_key(counting_key());
  const auto uniform = [](auto&&... a) { fill_law(Law::uniform, a...); };
  return words_line("words", rng, 0, 0) + words_line("words far", rng.with_step(3), 7, (std::uint64_t{8} << 32) - 2) +
         list("u", draw(fill_uniform, rng, 0, 0, 4)) + list("gaussian", draw(fill_normal, rng, 0, 0, 4)) +
         list("gaussian far", draw(fill_normal, rng, 2, 1'000'000, 4)) + list("uniform", draw(uniform, rng, 0, 0, 4)) +
         list("laplace", draw(fill_laplace, rng, 0, 0, 4)) + list("truncated", draw(fill_truncated_normal, rng, 0, 0, 4)) +
         list("sign", draw(fill_sign, rng, 0, 0, 16)) + list("sparse 3", draw(fill_sparse_sign, rng, 0, 0, 8, 3.0)) +
         list("discrete", draw(fill_discrete_gaussian, rng, 0, 0, 12, 10.5)) +
         list("discrete far", draw(fill_discrete_gaussian, rng, 5, 1'000'000, 4, 1e6)) +
         fmt::format("fork noise   {}\nseed 42      {}\n", to_hex(rng.with_step(3).fork("noise").key()),
                     to_hex(Rng::from_seed(42).key()));
}

std::string matrix_lines() {
  const Matrix q = haar_orthogonal(3, Rng::from_key(counting_key()));
  std::string lines;
  for (Index i = 0; i < 3; ++i) lines += list(fmt::format("haar row {}", i), {q(i, 0), q(i, 1), q(i, 2)});
  return lines;
}

class RandomFormat : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(std::filesystem::path(__FILE__).parent_path() / "../../docs/random-format.md");
    document_.assign(std::istreambuf_iterator<char>(file), {});
    ASSERT_FALSE(document_.empty()) << "docs/random-format.md was not found";
  }
  void expect_documented(const std::string& lines) const {
    EXPECT_NE(document_.find("\n" + lines), std::string::npos) << "docs/random-format.md does not have\n" << lines;
  }
  std::string document_;
};

TEST_F(RandomFormat, GivesTheDocumentedNumbersUnderEveryKernel) {
  const KernelGuard guard;
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    expect_documented(number_lines());
    expect_documented(matrix_lines());
  }
}

TEST_F(RandomFormat, GivesTheDocumentedKeys) {
  expect_documented(key_lines());
}

}  // namespace format_test
}  // namespace guise::random
