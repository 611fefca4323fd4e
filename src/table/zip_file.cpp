// SPDX-License-Identifier: Apache-2.0
#include "table/zip_file.h"

#include <minizip/unzip.h>

#include "base/error.h"

namespace guise::table {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::size_t kMostMembers = 100'000;
constexpr std::size_t kLongestName = 1024;
constexpr std::uint64_t kMostDeflated = 1032;  // bytes that one byte of a deflated stream can stand for
constexpr int kEncrypted = 1;                  // flag of a member

unz_file_info64 info_of(void* archive, std::string* name = nullptr) {
  unz_file_info64 info{};
  char text[kLongestName + 1] = {};
  unzGetCurrentFileInfo64(archive, &info, text, kLongestName, nullptr, 0, nullptr, 0);
  if (name != nullptr) *name = text;
  return info;
}

/// An open member of an archive.
class Member {
 public:
  Member(void* archive, const std::string& what) : archive_(archive) {
    require(unzOpenCurrentFile(archive) == UNZ_OK, "{} is compressed in a way that guise does not read", what);
  }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  ~Member() {
    if (open_) unzCloseCurrentFile(archive_);
  }
  /// Whether what was read has the checksum that the archive claims.
  bool close() {
    open_ = false;
    return unzCloseCurrentFile(archive_) == UNZ_OK;
  }

 private:
  void* archive_;
  bool open_ = true;
};

}  // namespace

ZipFile::ZipFile(const InputFile& file, std::string_view kind) : file_(file), archive_(unzOpen64(file.path().c_str())) {
  require(archive_ != nullptr, "{} is not {}: it is no zip archive, or its end is missing", file.name(), kind);
}

ZipFile::~ZipFile() {
  unzClose(archive_);
}

std::vector<std::string> ZipFile::names() const {
  std::vector<std::string> out;
  for (int found = unzGoToFirstFile(archive_); found == UNZ_OK; found = unzGoToNextFile(archive_)) {
    require(out.size() < kMostMembers, "{} holds more than {} members", file_.name(), kMostMembers);
    info_of(archive_, &out.emplace_back());
  }
  return out;
}

bool ZipFile::has(const std::string& member) const {
  return unzLocateFile(archive_, member.c_str(), 2) == UNZ_OK;  // 2: capital letters make no difference
}

void ZipFile::read(const std::string& member, const std::function<void(std::string_view)>& take) const {
  const std::string what = fmt::format("{}: its member {}", file_.name(), member);
  require(has(member), "{} holds no member {}", file_.name(), member);
  const unz_file_info64 info = info_of(archive_);
  require((info.flag & kEncrypted) == 0, "{} is encrypted; save the file without a password", what);
  require(info.compressed_size <= static_cast<std::uint64_t>(file_.size()) &&
              info.uncompressed_size <= kMostDeflated * (info.compressed_size + 1),
          "{} claims {} bytes, more than can be compressed into {}", what, info.uncompressed_size, info.compressed_size);
  Member open(archive_, what);
  std::string piece(kPiece, '\0');
  std::uint64_t done = 0;
  for (int got = 0; (got = unzReadCurrentFile(archive_, piece.data(), kPiece)) != 0;) {
    require(got > 0, "{} is damaged", what);
    done += static_cast<std::uint64_t>(got);
    take(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
  }
  require(done == info.uncompressed_size, "{} is cut off", what);
  require(open.close(), "{} is damaged: its checksum is wrong", what);
}

std::string ZipFile::text(const std::string& member, std::size_t most) const {
  std::string out;
  read(member, [&](std::string_view piece) {
    require(out.size() + piece.size() <= most, "{}: its member {} has more than {} MiB", file_.name(), member, most >> 20);
    out += piece;
  });
  return out;
}

}  // namespace guise::table
