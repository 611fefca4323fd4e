// SPDX-License-Identifier: Apache-2.0
#include "table/parts_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "table/cut_out.h"
#include "table/parquet_folder.h"

namespace guise::table {
namespace fs = std::filesystem;

bool names_folder(const std::string& path) {
  return path.size() > 1 && path.ends_with('/');
}

std::string without_slash(const std::string& path) {
  return names_folder(path) ? path.substr(0, path.find_last_not_of('/') + 1) : path;
}

PartsFolder::PartsFolder(const std::string& path) : target_(without_slash(path)) {
  std::error_code ignored;
  require(!fs::exists(target_, ignored) || (fs::is_directory(target_, ignored) && fs::is_empty(target_, ignored)),
          "{} is there already, and a folder of part files replaces nothing; remove it or name another folder",
          target_.string());
  std::string pattern = fmt::format("{}.{}.guise-XXXXXX", target_.has_parent_path() ? target_.parent_path().string() + "/" : "",
                                    target_.filename().string());
  if (::mkdtemp(pattern.data()) == nullptr) fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
  temporary_ = pattern;
  name_.emplace(temporary_);
}

PartsFolder::~PartsFolder() {
  std::error_code ignored;
  if (name_) fs::remove_all(temporary_, ignored);
}

void PartsFolder::commit() {
  ::chmod(temporary_.c_str(), 0755);  // as a release in one file, for all whom the folder above lets in
  name_->give_up([&] {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
  });
  name_.reset();
}

namespace {

class PartsWriter final : public Writer {
 public:
  PartsWriter(const Release& release, const PartsFolder& folder) : release_(release), folder_(folder.temporary()) {}

  void write(Chunk&& chunk, std::string&&) override {
    for (Index from = 0; from < chunk.records();) {
      if (!part_) begin();
      const Index to = std::min<Index>(chunk.records(), from + static_cast<Index>(kPartRecords - in_part_));
      part_->write(cut_out(chunk, from, to), {});
      in_part_ += to - from;
      from = to;
      if (in_part_ == kPartRecords) end();
    }
  }
  void finish(std::int64_t records) override {
    if (!part_ && parts_.empty()) begin();
    if (part_) end();
    const nlohmann::json manifest{{"guise_parts", 1}, {"records", records}, {"parts", parts_}};
    write_file(folder_ / kManifest, manifest.dump(2) + "\n");
  }
  bool types_kept() const override { return true; }
  std::unique_ptr<Reader> as_read() const override { return open_parquet_folder(folder_); }

 private:
  void begin() {
    name_ = fmt::format("part-{:06}.parquet", parts_.size());
    file_.emplace(folder_ / name_);
    part_ = parquet_writer(release_, *file_);
    in_part_ = 0;
  }
  void end() {
    part_->finish(in_part_);
    part_.reset();
    file_->commit();
    file_.reset();
    parts_.push_back({{"file", name_}, {"records", in_part_}, {"bytes", fs::file_size(folder_ / name_)}});
  }

  const Release& release_;
  fs::path folder_;
  std::string name_;
  std::optional<AtomicFile> file_;
  std::unique_ptr<Writer> part_;
  std::int64_t in_part_ = 0;
  nlohmann::json parts_ = nlohmann::json::array();
};

}  // namespace

std::unique_ptr<Writer> parts_writer(const Release& release, const PartsFolder& folder) {
  return std::make_unique<PartsWriter>(release, folder);
}

}  // namespace guise::table
