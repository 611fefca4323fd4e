// SPDX-License-Identifier: Apache-2.0
#include "masks/number_file.h"

#include <bit>
#include <filesystem>

#include "base/digest.h"
#include "base/error.h"
#include "table/table.h"

namespace guise::masks {
namespace {

constexpr std::size_t kDigestBytes = 8;

Matrix read(const std::string& file) {
  require(
      std::filesystem::is_regular_file(file),
      "a step of the mask takes numbers from the file '{}', which is not there. Names of such files have no spaces, commas or "
      "brackets; the card of a release names them without their folder, so that they are looked for in the current one",
      file);
  const table::Table in = table::Table::open(file);
  for (const table::Column& column : in.schema().columns)
    require(column.type == table::Type::number || column.type == table::Type::integer,
            "{} must hold numbers alone, column '{}' does not", file, column.name);
  return table::read_all(in, {.attributes = in.schema().numeric(), .kept = {}, .missing = table::Missing::refuse});
}

std::string digest_of(const Matrix& numbers) {
  Digest digest;
  digest.add("guise/numbers/v1");
  digest.add(fmt::format("{} {}", numbers.rows(), numbers.cols()));
  for (Index i = 0; i < numbers.rows(); ++i)
    for (Index j = 0; j < numbers.cols(); ++j)
      digest.add(fmt::format("{:016x}", std::bit_cast<std::uint64_t>(numbers(i, j) == 0 ? 0.0 : numbers(i, j))));
  const Bytes32 whole = digest.finish();
  return to_hex(std::span(whole).first(kDigestBytes));
}

}  // namespace

std::string_view digest_of_file(std::string_view text) {
  const std::size_t at = text.rfind('#');
  return at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
}

std::string with_digest(const std::string& file) {
  return digest_of_file(file).empty() ? fmt::format("{}#{}", file, digest_of(read(file))) : file;
}

std::string without_folder(std::string_view text) {
  const std::size_t at = text.rfind('/');
  return std::string(at == std::string_view::npos ? text : text.substr(at + 1));
}

Matrix read_numbers(const std::string& text) {
  const std::string_view told = digest_of_file(text);
  const std::string file = text.substr(0, text.size() - told.size() - 1);
  Matrix numbers = read(file);
  require(digest_of(numbers) == told, "the numbers in {} are not those of this mask: their digest is {}, the mask says {}",
          file, digest_of(numbers), told);
  return numbers;
}

}  // namespace guise::masks
