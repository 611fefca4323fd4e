// SPDX-License-Identifier: Apache-2.0
#include "parties/joint_units.h"

#include <sodium.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <cmath>

#include "base/error.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

using boost::multiprecision::cpp_int;

constexpr std::size_t kWideBytes = sizeof(Wide);

void add_to(Wide& to, const Wide& from) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::uint64_t sum = to[i] + from[i], whole = sum + carry;
    carry = (sum < to[i] ? 1U : 0U) | (whole < sum ? 1U : 0U);
    to[i] = whole;
  }
}

Wide negative_of(Wide number) {
  for (std::uint64_t& part : number) part = ~part;
  add_to(number, Wide{1});
  return number;
}

/// By halves, as there is no number of 128 bits in the language.
Wide square_of(std::uint64_t x) {
  const std::uint64_t low = x & 0xFFFFFFFFU, high = x >> 32;
  Wide out{low * low};
  add_to(out, {(low * high) << 33, (low * high) >> 31});
  add_to(out, {0, high * high});
  return out;
}

void write(const Wide& number, std::uint8_t* to) {
  for (std::size_t i = 0; i < kWideBytes; ++i) to[i] = static_cast<std::uint8_t>(number[i / 8] >> (8 * (i % 8)));
}

Wide read(const std::uint8_t* from) {
  Wide number{};
  for (std::size_t i = 0; i < kWideBytes; ++i) number[i / 8] |= std::uint64_t{from[i]} << (8 * (i % 8));
  return number;
}

cpp_int signed_of(const Wide& number) {
  cpp_int out = 0;
  for (std::size_t i = number.size(); i-- > 0;) out = (out << 64) | number[i];
  return (number[3] >> 63) != 0 ? cpp_int(out - (cpp_int(1) << 256)) : out;
}

/// The masks between two owners: ChaCha20 under their secret, the session and the round.
std::vector<std::uint8_t> pair_mask(const SessionSetup& setup, const SecretIdentity& me, const PublicIdentity& other,
                                    std::uint32_t round, std::size_t bytes) {
  const Bytes32 whole = setup.digest();
  std::vector<std::uint8_t> purpose(whole.begin(), whole.end());
  for (const char letter : std::string_view("guise/units/v1")) purpose.push_back(static_cast<std::uint8_t>(letter));
  for (int i = 0; i < 4; ++i) purpose.push_back(static_cast<std::uint8_t>(round >> (8 * i)));
  random::Secret key;
  require(me.pair_secret(other, purpose, key.bytes), "the public file of '{}' holds no valid key", other.name);
  std::vector<std::uint8_t> mask(bytes);
  const std::array<std::uint8_t, crypto_stream_chacha20_ietf_NONCEBYTES> nonce{};
  crypto_stream_chacha20_ietf(mask.data(), mask.size(), nonce.data(), key.bytes.data());
  sodium_stackzero(4096);
  return mask;
}

/// Four digits of the sd, and the mean to the same place.
void round_units(JointUnits& units) {
  for (std::size_t j = 0; j < units.sd.size(); ++j) {
    const int place = 3 - static_cast<int>(std::floor(std::log10(units.sd[j])));
    const double grid = place < 0 ? std::pow(10.0, -place) : 0;
    const auto text = [&](double value) {
      return fmt::format("{:.{}f}", grid > 0 ? std::round(value / grid) * grid : value, std::max(0, place));
    };
    units.scale.push_back(text(units.sd[j]));
    units.center.push_back(text(units.mean[j]));
  }
}

}  // namespace

void ColumnSums::add(std::size_t place, std::uint64_t magnitude, bool negative) {
  const Wide number{magnitude};
  add_to(numbers_[place], negative ? negative_of(number) : number);
}

void ColumnSums::add(std::size_t column, double value) {
  require(std::abs(value) < kMostValue, "joint units hold values between -2.7e11 and 2.7e11, got {}; change the column's unit",
          value);
  const double steps = std::nearbyint(std::ldexp(std::abs(value), kFractionBits));
  const auto magnitude = static_cast<std::uint64_t>(steps);
  add(1 + 2 * column, magnitude, value < 0);
  add_to(numbers_[2 + 2 * column], square_of(magnitude));
}

std::vector<std::uint8_t> masked_sums(const ColumnSums& own, const SessionSetup& setup, std::size_t place,
                                      const SecretIdentity& me, std::uint32_t round) {
  std::vector<Wide> numbers = own.numbers();
  for (std::size_t other = 0; other < setup.owners.size(); ++other) {
    if (other == place) continue;
    std::vector<std::uint8_t> mask = pair_mask(setup, me, setup.owners[other], round, numbers.size() * kWideBytes);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Wide one = read(mask.data() + i * kWideBytes);
      add_to(numbers[i], place < other ? one : negative_of(one));  // the other one of both subtracts it
    }
    random::wipe(mask);
  }
  std::vector<std::uint8_t> out(numbers.size() * kWideBytes);
  for (std::size_t i = 0; i < numbers.size(); ++i) write(numbers[i], out.data() + i * kWideBytes);
  return out;
}

JointUnits joint_units(std::span<const std::vector<std::uint8_t>> sent, const std::vector<std::string>& columns) {
  std::vector<Wide> total(1 + 2 * columns.size());
  for (const std::vector<std::uint8_t>& body : sent) {
    require(body.size() == total.size() * kWideBytes, "a message of the step 'units' is of other columns than the plan's");
    for (std::size_t i = 0; i < total.size(); ++i) add_to(total[i], read(body.data() + i * kWideBytes));
  }
  const cpp_int records = signed_of(total[0]);
  require(records >= 2 && records < (cpp_int(1) << 40),
          "joint units need two records or more, and fewer than 2^40; the sums do not fit");
  JointUnits units{.records = records.convert_to<std::uint64_t>(), .mean = {}, .sd = {}, .center = {}};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const cpp_int sum = signed_of(total[1 + 2 * j]), squares = signed_of(total[2 + 2 * j]);
    const cpp_int spread = records * squares - sum * sum;  // n² times the variance, exactly
    require(spread >= 0, "the sums of column '{}' cannot be those of records: an owner sent something else", columns[j]);
    require(spread > 0, "column '{}' is constant over all owners; leave it out of the plan", columns[j]);
    const auto n = records.convert_to<double>();
    units.mean.push_back(std::ldexp(sum.convert_to<double>() / n, -kFractionBits));
    units.sd.push_back(std::ldexp(std::sqrt(spread.convert_to<double>() / (n * (n - 1))), -kFractionBits));
  }
  round_units(units);
  return units;
}

}  // namespace guise::parties
