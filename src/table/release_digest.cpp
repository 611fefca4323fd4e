// SPDX-License-Identifier: Apache-2.0
#include "table/release_digest.h"

#include "base/digest.h"

namespace guise::table {
namespace {

/// The sums under the published key find collisions for everybody who looks for them; those under a secret one do not.
std::vector<Bytes32> keys_of(const std::optional<Bytes32>& secret) {
  std::vector<Bytes32> keys{published_key()};
  if (secret) keys.push_back(*secret);
  return keys;
}

}  // namespace

ReleaseDigest::ReleaseDigest(std::size_t values, std::size_t kept, const std::optional<Bytes32>& secret)
    : has_kept_(kept > 0),
      sealed_(secret.has_value()),
      values_(static_cast<Index>(values), keys_of(secret)),
      kept_(kept, keys_of(secret)) {}

Written ReleaseDigest::finish(std::int64_t rows) {
  const std::vector<Bytes32> values = values_.finish(rows), kept = kept_.finish(rows);
  Written out{.records = rows, .digest = values[0]};
  if (has_kept_) out.kept_digest = kept[0];
  if (!sealed_) return out;
  Digest both;
  both.add("guise sealed 1");
  both.add(values[1]);
  if (has_kept_) both.add(kept[1]);
  out.sealed = both.finish();
  return out;
}

}  // namespace guise::table
