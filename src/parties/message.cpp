// SPDX-License-Identifier: Apache-2.0
#include "parties/message.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

using random::bytes_of;
using random::ByteSpan;

constexpr std::string_view kFamily = "guise-message-", kVersion = "1";
constexpr std::string_view kSteps[] = {"plan",   "commit", "freeze",  "reveal", "confirm", "units",
                                       "people", "matrix", "release", "result", "rows",    "abort"};
constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Bytes of the body, where the step fixes them.
std::optional<std::size_t> body_size(Step step) {
  switch (step) {
    case Step::plan:
      return 0;
    case Step::commit:
    case Step::freeze:
    case Step::matrix:
      return sizeof(Bytes32);
    case Step::reveal:
      return sizeof(Bytes32) + sizeof(Bytes64) + kSealBytes;
    case Step::confirm:
      return sizeof(Bytes16);
    default:
      return {};
  }
}

Bytes32 signed_hash(const Message& message, const SessionSetup& setup) {
  const Bytes32 from = setup.party(message.from).digest(), whole = setup.digest();
  const Bytes32 to = message.to ? setup.party(*message.to).digest() : Bytes32{};
  return random::hash_fields({}, {bytes_of("guise/message/v1"), whole, bytes_of(step_name(message.step)), from,
                                  message.to ? ByteSpan(to) : ByteSpan(), message.body});
}

std::optional<std::size_t> party_named(std::string_view name, const SessionSetup& setup) {
  for (std::size_t i = 0; i < setup.parties(); ++i)
    if (setup.party(i).name == name) return i;
  return {};
}

/// The miner agrees to the plan and says what it found; owners say everything else, and results where there is no miner.
bool may_say(Step step, std::size_t from, const SessionSetup& setup) {
  const bool owner = from < setup.owners.size();
  if (step == Step::plan || step == Step::abort) return true;
  if (step == Step::result) return owner != setup.miner.has_value();
  return (step == Step::rows) != owner;
}

std::optional<std::vector<std::uint8_t>> read_body(std::string_view text, std::size_t most) {
  std::vector<std::uint8_t> body(std::min(most, text.size() / 4 * 3));
  std::size_t size = 0;
  if (sodium_base642bin(body.data(), body.size(), text.data(), text.size(), nullptr, &size, nullptr,
                        sodium_base64_VARIANT_ORIGINAL) != 0)
    return {};
  body.resize(size);
  return body;
}

std::optional<Step> read_step(Lines& lines, std::size_t bytes) {
  const auto step = lines.take("step=");
  const auto* const named = std::find(std::begin(kSteps), std::end(kSteps), step.value_or(""));
  if (named == std::end(kSteps)) return {};
  const auto found = static_cast<Step>(named - std::begin(kSteps));
  require(bytes <= most_message(found), "it has {} bytes, and no message of the step '{}' has more than {}", bytes, *named,
          most_message(found));
  return found;
}

/// Nothing where a line is missing or holds something else.
std::optional<Message> read_fields(Lines& lines, const SessionSetup& setup, std::size_t bytes, Bytes64& signature) {
  const auto step = read_step(lines, bytes);
  const auto from = lines.take("from="), to = lines.take("for="), body = lines.take("body="),
             signing = lines.take("signature=");
  if (!step || !from || !to || !body || !signing || !lines.done() || !read_base64(*signing, signature)) return {};
  auto content = read_body(*body, most_body(*step));
  if (!content) return {};
  Message out{.step = *step, .body = std::move(*content)};
  const auto sender = party_named(*from, setup);
  require(sender.has_value(), "it is from '{}', who is no party of the plan", shorten(*from, 40));
  out.from = *sender;
  require(may_say(*step, out.from, setup), "'{}' has nothing to say in the step '{}'", *from, step_name(*step));
  out.to = party_named(*to, setup);
  const bool addressed = *step == Step::reveal || *step == Step::rows
                             ? out.to && *out.to != out.from && *out.to < setup.owners.size()
                             : to->empty();
  if (!addressed || out.body.size() != body_size(*step).value_or(out.body.size())) return {};
  return out;
}

}  // namespace

Bytes32 SessionSetup::digest() const {
  const Bytes32 hash = plan_hash(plan);
  std::vector<Bytes32> digests;
  for (const PublicIdentity& owner : owners) digests.push_back(owner.digest());
  std::vector<ByteSpan> fields{bytes_of("guise/setup/v1"), session, hash};
  fields.insert(fields.end(), digests.begin(), digests.end());
  const Bytes32 mining = miner ? miner->digest() : Bytes32{};
  if (miner) fields.insert(fields.end(), {bytes_of("miner"), ByteSpan(mining)});
  Bytes32 out{};
  random::hash_fields({}, fields, out);
  return out;
}

std::size_t most_body(Step step) {
  switch (step) {
    case Step::units:
    case Step::release:
      return kMiB / 2;
    case Step::people:
    case Step::result:
    case Step::rows:
      return 10 * kMiB;
    default:
      return 512;
  }
}

std::size_t most_message(Step step) {
  return (most_body(step) + 2) / 3 * 4 + 1364;  // base64, and the other lines: 2048 bytes around 512
}

std::string_view step_name(Step step) {
  return kSteps[static_cast<std::size_t>(step)];
}

std::string message_text(const Message& message, const SessionSetup& setup, const SecretIdentity& by) {
  const Bytes64 signature = by.sign(signed_hash(message, setup));
  return fmt::format("{}{}\nsession={}\nsetup={}\nstep={}\nfrom={}\nfor={}\nbody={}\nsignature={}\n", kFamily, kVersion,
                     to_hex(setup.session), to_hex(setup.digest()), step_name(message.step), setup.party(message.from).name,
                     message.to ? setup.party(*message.to).name : "", to_base64(message.body), to_base64(signature));
}

Message read_message(std::string_view text, const SessionSetup& setup) {
  require(text.size() <= most_message(Step::rows), "it has {} bytes, and no message has more than {}", text.size(),
          most_message(Step::rows));
  require(text.starts_with(kFamily), "it is no message of a session");
  Lines lines(text);
  const auto version = lines.take(kFamily), session = lines.take("session="), agreed = lines.take("setup=");
  require(!version || *version == kVersion, "it has version '{}'; this version of guise reads version {}",
          printable(version.value_or("")), kVersion);
  require(version && session && agreed, "it is damaged or cut short");
  require(*session == to_hex(setup.session), "it belongs to another session");
  require(*agreed == to_hex(setup.digest()), "it is about another plan or other owners");
  Bytes64 signature{};
  const auto message = read_fields(lines, setup, text.size(), signature);
  require(message.has_value(), "it is damaged or cut short");
  const Bytes32 hash = signed_hash(*message, setup);
  require(crypto_sign_verify_detached(signature.data(), hash.data(), hash.size(),
                                      setup.party(message->from).verifying.key.data()) == 0,
          "it is not signed by '{}'", setup.party(message->from).name);
  return *message;
}

}  // namespace guise::parties
