// SPDX-License-Identifier: Apache-2.0
// guise party — who you are to your partners: make an identity, show one, sign files and check signatures. And projects of
// several owners (party_project.h).
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/identity_file.h"
#include "cli/party_project.h"
#include "cli/passphrase.h"
#include "jobs/files_in_use.h"
#include "parties/signature.h"
#include "table/atomic_file.h"
#include "table/input_file.h"

namespace guise::cli {
namespace {

namespace fs = std::filesystem;
using parties::PublicIdentity;
using parties::SecretIdentity;

constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes of a file that are hashed at a time

struct Options {
  std::string verb, file, as, from;
  bool passphrase = false;
  ProjectWords project;
};

void print(const PublicIdentity& party, const std::string& about, const Common& common) {
  if (common.json)
    fmt::print("{}\n", json_text(nlohmann::json{{"name", party.name}, {"fingerprint", party.fingerprint()}}));
  else
    fmt::print("{}{}", wrap(about, 2), wrap(fmt::format("fingerprint: {}", party.fingerprint()), 15, 2));
}

int make(const Options& options, const Common& common) {
  const std::string name = fs::path(options.file).filename().string(), secret = options.file + ".secret",
                    open = options.file + ".pub";
  require(!fs::exists(open), "{} exists, and identities are never overwritten; choose another name", open);
  if (fs::exists(secret)) {  // a run was stopped between both
    const SecretIdentity found = read_secret_identity(secret);
    table::write_file(open, found.open().text(), table::kPublic, false);
    print(found.open(), fmt::format("{} was there without its public file: wrote {}.", secret, open), common);
    return 0;
  }
  const SecretIdentity made = SecretIdentity::create(name);
  if (options.passphrase)
    table::write_file(secret, made.text(ask_new_passphrase(secret)), table::kPrivate, false);
  else
    table::write_file(secret, made.text(), table::kPrivate, false);
  table::write_file(open, made.open().text(), table::kPublic, false);
  print(made.open(), fmt::format("Wrote {}, which stays with you, and {} for your partners.", secret, open), common);
  if (!common.quiet && !common.json)
    fmt::print("{}", wrap("Read the fingerprint to each partner over the telephone before they use the file.", 2, 2));
  return 0;
}

int show(const Options& options, const Common& common) {
  const bool secret = is_secret_identity(options.file);
  const PublicIdentity party = secret ? read_secret_identity(options.file).open() : read_public_identity(options.file);
  print(party, fmt::format("{}: '{}'", options.file, party.name), common);
  return 0;
}

parties::Bytes64 hash_of(const std::string& name) {
  const table::InputFile file(name);
  parties::ContentHash hash;
  std::vector<std::uint8_t> piece(kPiece);
  const auto size = static_cast<std::size_t>(file.size());
  for (std::size_t at = 0; at < size; at += kPiece) {
    const std::size_t count = std::min(kPiece, size - at);
    file.read(piece.data(), count, static_cast<std::int64_t>(at));
    hash.add(std::span(piece).first(count));
  }
  return hash.finish();
}

int sign(const Options& options, const Common& common) {
  require(!options.as.empty() && options.from.empty(), "guise party sign takes a file and --as ME.secret");
  const std::string out = options.file + ".minisig";
  jobs::FilesInUse files;
  files.reads({options.file, options.as});
  files.writes("the signature", out);
  const SecretIdentity me = read_secret_identity(options.as);
  const std::string comment =  // as minisign writes it
      fmt::format("timestamp:{}\tfile:{}\thashed", std::time(nullptr), fs::path(options.file).filename().string());
  table::write_file(out, parties::signature_text(me, hash_of(options.file), comment));
  if (!common.quiet) fmt::print("{}", wrap(fmt::format("{}: signed by '{}'", out, me.open().name), 2));
  return 0;
}

int verify(const Options& options, const Common& common) {
  require(!options.from.empty() && options.as.empty(), "guise party verify takes a file and --from PARTNER.pub");
  const std::string signature = options.file + ".minisig";
  const parties::VerifyingKey key = parties::read_verifying_key(read_short_text(options.from), options.from);
  std::string comment = parties::verified_comment(read_short_text(signature), signature, key, hash_of(options.file));
  if (common.json) {
    fmt::print("{}\n", json_text(nlohmann::json{{"file", options.file}, {"signed_by", options.from}, {"comment", comment}}));
    return 0;
  }
  std::replace(comment.begin(), comment.end(), '\t', ' ');
  fmt::print("{}", wrap(fmt::format("{}: signed with the key of {} ({})", options.file, options.from, comment), 2));
  return 0;
}

int run(const Options& options, const Common& common) {
  if (is_project_verb(options.verb)) {
    require(options.from.empty() && !options.passphrase, "--from and --passphrase are for other verbs of guise party");
    return run_project(options.verb, options.file, options.as, options.project, common);
  }
  const bool signs = options.verb == "sign" || options.verb == "verify";
  require(signs || (options.as.empty() && options.from.empty()), "--as and --from are for guise party sign and verify");
  require(options.verb == "new" || !options.passphrase, "--passphrase is for guise party new");
  if (options.verb == "new") return make(options, common);
  if (options.verb == "show") return show(options, common);
  if (options.verb == "sign") return sign(options, common);
  require(options.verb == "verify",
          "guise party does 'new', 'show', 'sign', 'verify', 'plan', 'next', 'run', 'status', 'restart' or 'threat', not '{}'",
          options.verb);
  return verify(options, common);
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("VERB", options->verb,
                 "new: make an identity (never over another one); show: print name and fingerprint of one; sign: write "
                 "FILE.minisig; verify: check it; plan: begin a project of several owners; next: say what is due; run: the "
                 "same over HTTPS until the end; status: which "
                 "party said what; restart: go on without silent owners; threat: what partners get of your table")
      .required()
      .type_name("");
  app.add_option("FILE", options->file,
                 "new: the name, of NAME.secret and NAME.pub; show: one of these; sign, verify: any file; else the project's "
                 "folder")
      .required()
      .type_name("");
  app.add_flag("--passphrase", options->passphrase,
               "new: protect the secret file; asks on the terminal, or reads the file that GUISE_PASSPHRASE_FILE names");
  app.add_option("--as", options->as, "sign, next, run, restart: your own secret identity").type_name("ME.secret");
  app.add_option("--from", options->from, "verify: the signer's public file, of guise or of minisign").type_name("PARTNER.pub");
  declare_project(app, options->project);
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command party_command;
const Command party_command = {.name = "party",
                               .summary = "identities, signatures and joint projects of several owners",
                               .examples =
                                   "  guise party new north\n  guise party show south.pub\n"
                                   "  guise party sign north-masked.csv --as north.secret\n"
                                   "  guise party verify north-masked.csv --from north.pub\n"
                                   "  guise party plan study --owner north.pub --owner south.pub --miner lab.pub \\\n"
                                   "      --columns age,sugar --center 55,115 --scale 20,25 --mask rotate \\\n"
                                   "      --task \"kmeans(k=3)\"\n"
                                   "  guise party next study --as north.secret --table north.csv",
                               .declare = declare};

}  // namespace guise::cli
