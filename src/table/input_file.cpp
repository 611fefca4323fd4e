// SPDX-License-Identifier: Apache-2.0
#include "table/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "table/atomic_file.h"

namespace guise::table {
namespace {

constexpr std::size_t kMostNames = 10'000;  // of a folder that are looked at

/// Slips seldom hit the first letter and the last. A name without an ending is no table.
bool could_be_meant(const std::string& given, const std::filesystem::path& there) {
  const std::string stem = there.stem().string();
  return there.has_extension() && !stem.empty() && !given.empty() &&
         (stem.front() == given.front() || stem.back() == given.back());
}

/// The name nearest to one that is not there. Endings are alike too often to count.
std::string meant_file(const std::filesystem::path& path) {
  std::vector<std::string> names, stems;
  std::error_code failed;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end && names.size() < kMostNames;
       at.increment(failed)) {
    if (!could_be_meant(path.stem().string(), at->path())) continue;
    names.push_back(at->path().filename().string());
    stems.push_back(at->path().stem().string());
  }
  const std::string stem = nearest_name(path.stem().string(), std::vector<std::string_view>(stems.begin(), stems.end()));
  if (stem.empty()) return "; check the name and the folder";
  std::vector<std::string_view> alike;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (stems[i] == stem) alike.push_back(names[i]);
  const std::string nearest = nearest_name(path.filename().string(), alike);
  return fmt::format("; did you mean '{}'?", nearest.empty() ? std::string(alike.front()) : nearest);
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : name_(path.string()) {
  // Without O_NONBLOCK a named pipe would be waited for; a regular file does not mind.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    require(errno != ENOENT, "{} does not exist{}", name_, meant_file(path));
    require(errno != EACCES, "{} cannot be read: permission denied", name_);
    fail("{} cannot be read: {}", name_, std::strerror(errno));
  }
  struct stat info {};
  ::fstat(descriptor_, &info);
  try {
    require(!S_ISDIR(info.st_mode), "{} is a folder; name a file in it", name_);
    require(S_ISREG(info.st_mode), "{} is not a regular file; pass '-' to read CSV from a pipe", name_);
    require(info.st_size > 0, "{} is empty", name_);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

std::string InputFile::path() const {
  return fmt::format("{}{}", kDescriptors, descriptor_);
}

std::int64_t InputFile::size() const {
  return size_of_file(descriptor_, name_);
}

void InputFile::read(void* to, std::size_t count, std::int64_t offset) const {
  read_at(descriptor_, to, count, offset, name_);
}

std::int64_t size_of_file(int descriptor, const std::string& name) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) fail("{} cannot be read: {}", name, std::strerror(errno));
  return info.st_size;
}

void read_at(int descriptor, void* to, std::size_t count, std::int64_t offset, const std::string& name) {
  auto* out = static_cast<char*>(to);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor, out, count, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("{} cannot be read: {}", name, std::strerror(errno));
    if (got == 0) fail("{} became shorter while it was read", name);
    out += got;
    offset += got;
    count -= static_cast<std::size_t>(got);
  }
}

std::string read_file(const std::filesystem::path& file) {
  const InputFile input(file);
  std::string bytes(static_cast<std::size_t>(input.size()), '\0');
  input.read(bytes.data(), bytes.size(), 0);
  return bytes;
}

}  // namespace guise::table
