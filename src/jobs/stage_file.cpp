// SPDX-License-Identifier: Apache-2.0
#include "jobs/stage_file.h"

#include <nlohmann/json.hpp>

#include "base/checksum.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/form.h"
#include "jobs/version.h"
#include "table/block_sums.h"

namespace guise::jobs {

template <typename Form>
void fields(Form& form, StageDone& done) {
  form(done.name, done.sums, done.files);
}

namespace {

constexpr std::string_view kMark = "guise stage\n";
constexpr std::int32_t kFormat = 1;
enum class Kind : std::uint8_t { state = 1, part = 2 };

template <typename Form>
void put_bytes(Form& form, Bytes32& bytes) {
  for (std::uint8_t& each : bytes) form(each);
}

std::string sum_of(std::string_view bytes) {
  Checksum sum(table::published_key());
  sum.add({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  const Bytes16 found = sum.finish();
  return {found.begin(), found.end()};
}

/// Mark, format, kind, length and checksum in front of the content, which begins with the version of guise.
template <typename Describe>
std::string framed(Kind kind, const Describe& describe) {
  FormWriter content;
  content(std::string(version()));
  describe(content);
  const std::string bytes = content.take();
  FormWriter frame;
  frame(kFormat, kind, sum_of(bytes), bytes);
  return std::string(kMark) + frame.take();
}

template <typename Describe>
void read_framed(Kind kind, const StageFile& file, const Describe& describe) {
  const char* const what = kind == Kind::state ? "state" : "partial result";
  require(file.bytes.starts_with(kMark), "{} is no {} of a job in stages (guise part, guise merge)", file.origin, what);
  FormReader frame(std::string_view(file.bytes).substr(kMark.size()), file.origin);
  std::int32_t format = 0;
  frame(format);
  require(format == kFormat, "{} has format {} of stages, and guise here reads format {}; use one version of guise everywhere",
          file.origin, format, kFormat);
  Kind found{};
  std::string sum, bytes;
  frame(found, sum, bytes);
  frame.finish();
  require(found == kind, "{} is a {}, not a {}", file.origin, found == Kind::state ? "state" : "partial result", what);
  frame.check(sum == sum_of(bytes), "its checksum is wrong");
  FormReader content(bytes, file.origin);
  std::string by;
  content(by);
  require(by == version(), "{} was made by guise {}, and guise here is {}; use one version for all stages of a job",
          file.origin, by, version());
  describe(content);
  content.finish();
}

void require_request(const Bytes32& found, const Bytes32& request, const std::string& origin) {
  require(found == request, "{} belongs to another request; give the one that it was made for", origin);
}

}  // namespace

std::string to_bytes(const StageState& state) {
  return framed(Kind::state, [&](FormWriter& form) {
    Bytes32 request = state.request;
    put_bytes(form, request);
    form(state.done);
  });
}

std::string to_bytes(const StagePart& part) {
  return framed(Kind::part, [&](FormWriter& form) {
    Bytes32 request = part.request, state = part.state;
    put_bytes(form, request);
    put_bytes(form, state);
    form(part.stage, part.first, part.end, part.sums);
  });
}

StageState read_state(const StageFile& file, const Bytes32& request) {
  StageState state;
  read_framed(Kind::state, file, [&](FormReader& form) {
    put_bytes(form, state.request);
    require_request(state.request, request, file.origin);
    form(state.done);
  });
  return state;
}

StagePart read_part(const StageFile& file, const Bytes32& request) {
  StagePart part;
  read_framed(Kind::part, file, [&](FormReader& form) {
    put_bytes(form, part.request);
    require_request(part.request, request, file.origin);
    put_bytes(form, part.state);
    form(part.stage, part.first, part.end, part.sums);
    form.check(0 <= part.first && part.first < part.end, "it stands for no records");
  });
  part.origin = file.origin;
  part.digest = to_hex(digest_of_bytes(file.bytes));
  return part;
}

Bytes32 digest_of_request(const nlohmann::json& request) {
  return digest_of_bytes(request.dump());
}

Bytes32 digest_of_bytes(const std::string& bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.finish();
}

}  // namespace guise::jobs
