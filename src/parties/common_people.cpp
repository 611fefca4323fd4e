// SPDX-License-Identifier: Apache-2.0
#include "parties/common_people.h"

#include <sodium.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

using random::bytes_of;
using random::ByteSpan;
using random::SecretBytes;

static_assert(crypto_core_ristretto255_BYTES == sizeof(Point) && crypto_core_ristretto255_SCALARBYTES == sizeof(Bytes32));
static_assert(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES + crypto_aead_xchacha20poly1305_ietf_ABYTES == kHiddenBytes);
constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;

/// Two hashes of 32 bytes beside each other, as from_hash wants 64.
Point hashed_to_point(const std::string& identifier, const Bytes32& setup) {
  std::array<std::uint8_t, crypto_core_ristretto255_HASHBYTES> wide{};
  for (std::uint8_t half = 0; half < 2; ++half) {
    const Bytes32 hash =
        random::hash_fields({}, {bytes_of("guise/people/v1"), setup, ByteSpan(&half, 1), bytes_of(identifier)});
    std::copy(hash.begin(), hash.end(), wide.begin() + half * sizeof(Bytes32));
  }
  Point point{};
  crypto_core_ristretto255_from_hash(point.data(), wide.data());
  return point;
}

void require_different(std::vector<Point> points) {
  std::sort(points.begin(), points.end());
  require(std::adjacent_find(points.begin(), points.end()) == points.end(), "a person stands in a list twice");
}

void key_of(const SecretBytes& secret, std::string_view purpose, const Bytes32& setup, Bytes32& out) {
  random::hash_fields(secret, {bytes_of(purpose), setup}, out);
}

}  // namespace

PeopleSecret::PeopleSecret(const SecretBytes& contribution, const Bytes32& setup) {
  std::array<std::uint8_t, crypto_core_ristretto255_NONREDUCEDSCALARBYTES> wide{};
  for (std::uint8_t half = 0; half < 2; ++half) {
    random::Secret hash;
    random::hash_fields(contribution,
                        std::initializer_list<ByteSpan>{bytes_of("guise/people-number/v1"), setup, ByteSpan(&half, 1)},
                        hash.bytes);
    std::copy(hash.bytes.begin(), hash.bytes.end(), wide.begin() + half * sizeof(Bytes32));
  }
  crypto_core_ristretto255_scalar_reduce(scalar_.bytes().data(), wide.data());
  random::wipe(wide);
}

std::vector<Point> PeopleSecret::points(std::span<const std::string> identifiers, const Bytes32& setup) const {
  std::vector<Point> out(identifiers.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = hashed_to_point(identifiers[i], setup);
  return raised(out);
}

std::vector<Point> PeopleSecret::raised(std::span<const Point> points) const {
  std::vector<Point> out(points.size());
  for (std::size_t i = 0; i < out.size(); ++i)  // refuses what is no point, and the point at which all numbers look alike
    require(crypto_scalarmult_ristretto255(out[i].data(), scalar_.data(), points[i].data()) == 0,
            "entry {} of a list of people is no point of the curve", i + 1);
  sodium_stackzero(4096);
  require_different(out);
  return out;
}

std::vector<std::uint8_t> hidden_points(std::span<const Point> points, const SecretBytes& secret, const Bytes32& setup,
                                        ByteSpan beside) {
  const ByteSpan content(reinterpret_cast<const std::uint8_t*>(points.data()), points.size() * sizeof(Point));
  random::Secret key, once;
  key_of(secret, "guise/people-key/v1", setup, key.bytes);
  random::hash_fields(key.bytes, {beside, content}, once.bytes);  // of the content: never one nonce for two lists
  std::vector<std::uint8_t> out(content.size() + kHiddenBytes);
  std::copy_n(once.bytes.begin(), kNonce, out.begin());
  crypto_aead_xchacha20poly1305_ietf_encrypt(out.data() + kNonce, nullptr, content.data(), content.size(), beside.data(),
                                             beside.size(), nullptr, out.data(), key.bytes.data());
  sodium_stackzero(4096);
  return out;
}

std::optional<std::vector<Point>> shown_points(ByteSpan hidden, const SecretBytes& secret, const Bytes32& setup,
                                               ByteSpan beside) {
  if (hidden.size() < kHiddenBytes || (hidden.size() - kHiddenBytes) % sizeof(Point) != 0) return {};
  random::Secret key;
  key_of(secret, "guise/people-key/v1", setup, key.bytes);
  std::vector<Point> points((hidden.size() - kHiddenBytes) / sizeof(Point));
  std::vector<std::uint8_t> content(hidden.size() - kHiddenBytes);
  const bool opened = crypto_aead_xchacha20poly1305_ietf_decrypt(content.data(), nullptr, nullptr, hidden.data() + kNonce,
                                                                 hidden.size() - kNonce, beside.data(), beside.size(),
                                                                 hidden.data(), key.bytes.data()) == 0;
  sodium_stackzero(4096);
  if (!opened) return {};
  if (!content.empty()) std::memcpy(points.data(), content.data(), content.size());
  return points;
}

std::vector<std::size_t> common_in_order(std::span<const Point> mine, std::span<const std::vector<Point>> all,
                                         const SecretBytes& secret, const Bytes32& setup) {
  std::map<Point, std::size_t> lists;
  for (const std::vector<Point>& each : all)
    for (const Point& point : each) ++lists[point];
  random::Secret key;
  key_of(secret, "guise/people-order/v1", setup, key.bytes);
  std::map<Bytes32, std::size_t> ordered;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const auto found = lists.find(mine[i]);
    if (found != lists.end() && found->second == all.size()) ordered.emplace(random::hash_fields(key.bytes, {mine[i]}), i);
  }
  std::vector<std::size_t> places;
  for (const auto& [tag, place] : ordered) places.push_back(place);
  return places;
}

}  // namespace guise::parties
