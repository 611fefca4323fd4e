// SPDX-License-Identifier: Apache-2.0
#include "cli/key_share.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/identity_file.h"
#include "jobs/chosen_key.h"
#include "jobs/files_in_use.h"
#include "jobs/ledger_file.h"
#include "parties/share.h"
#include "random/key_share.h"
#include "table/atomic_file.h"

namespace guise::cli {

void declare_handover(OptionSet& app, Handover& handover) {
  app.add_option("--for", handover.to, "share: the public file of the partner, who alone can open what is written")
      .type_name("PARTNER.pub");
  app.add_option("--as", handover.as, "share and accept: your own secret identity (guise party new)").type_name("ME.secret");
  app.add_option("--from", handover.from, "accept: the public file of the partner who shared the key").type_name("PARTNER.pub");
  app.add_option("-o,--out", handover.out, "share: the file to send (default: KEY.for-PARTNER.share); accept: the new key file")
      .type_name("FILE");
}

void require_none(const Handover& handover, const std::string& verb) {
  require(handover.to.empty() && handover.as.empty() && handover.from.empty() && handover.out.empty(),
          "guise key {} takes a key file and none of --for, --as, --from and -o", verb);
}

int share_key(const std::string& key_file, const Handover& given, const Common& common) {
  require(!given.to.empty() && !given.as.empty() && given.from.empty(),
          "guise key share takes --for PARTNER.pub and --as ME.secret, and no --from");
  const parties::PublicIdentity to = read_public_identity(given.to);
  const std::string out = given.out.empty() ? fmt::format("{}.for-{}.share", key_file, to.name) : given.out;
  jobs::FilesInUse files;
  files.reads_key(key_file);
  files.reads({given.to, given.as});
  files.writes("-o", out);
  const random::Key key = jobs::read_key(key_file);
  const parties::SecretIdentity me = read_secret_identity(given.as);
  table::write_file(out, parties::share_text(random::shared_half(key), me, to));
  const std::string fingerprint = key.fingerprint();
  if (common.json)
    fmt::print("{}\n", json_text(nlohmann::json{{"file", out}, {"for", to.name}, {"key_fingerprint", fingerprint}}));
  else
    fmt::print("{}", wrap(fmt::format("{}: the shared half of {}, which '{}' alone can open. The own half is not in it.", out,
                                      key_file, to.name),
                          2) +
                         fmt::format("  fingerprint of the key: {}\n", fingerprint));
  return 0;
}

int accept_key(const std::string& share, const Handover& given, const Common& common) {
  require(!given.from.empty() && !given.as.empty() && !given.out.empty() && given.to.empty(),
          "guise key accept takes --as ME.secret, --from PARTNER.pub and -o KEY, and no --for");
  const parties::PublicIdentity from = read_public_identity(given.from);
  const std::string text = read_short_text(share);
  const parties::SecretIdentity me = read_secret_identity(given.as);
  table::write_file(given.out, random::key_text_with(parties::open_share(text, share, me, from)), table::kPrivate, false);
  const random::Key key = jobs::read_key(given.out);
  jobs::write_first_anchor(given.out, key);
  const std::string fingerprint = key.fingerprint();
  if (common.json)
    fmt::print("{}\n", json_text(nlohmann::json{{"file", given.out}, {"from", from.name}, {"key_fingerprint", fingerprint}}));
  else
    fmt::print("{}", wrap(fmt::format("{}: a key with the shared half that '{}' signed, and an own half of yours.", given.out,
                                      from.name),
                          2) +
                         fmt::format("  fingerprint of the key: {}\n", fingerprint));
  return 0;
}

}  // namespace guise::cli
