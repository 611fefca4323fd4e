// SPDX-License-Identifier: Apache-2.0
#include "jobs/card_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise::jobs {
namespace fs = std::filesystem;
namespace {

/// Removes a name for good: a crash of the machine does not bring it back.
void remove_name(const fs::path& file) {
  if (::unlink(file.c_str()) != 0) fail("{} cannot be replaced: {}", file.string(), std::strerror(errno));
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);  // some file systems cannot, and then there is nothing to be done
  ::close(descriptor);
}

}  // namespace

void CardFile::prepare(const Card& card) {
  if (path_.empty()) return;
  file_.emplace(path_);
  file_->write(to_json(card).dump(2) + "\n");
  file_->flush();
  if (!fs::is_regular_file(path_)) return;
  old_ = table::read_file(path_);
  remove_name(path_);
}

void CardFile::commit() {
  old_.reset();  // it described what is no longer there
  if (file_) file_->commit();
  file_.reset();
}

CardFile::~CardFile() {
  file_.reset();
  if (!old_) return;
  try {
    table::write_file(path_, *old_);
  } catch (const std::exception&) {  // a release without a card is still no lie
  }
}

}  // namespace guise::jobs
