// SPDX-License-Identifier: Apache-2.0
#include "table/standard_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"

namespace guise::table {
namespace {

int unlinked_file() {
  const std::string folder = std::filesystem::temp_directory_path().string();
  const int direct = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (direct >= 0) return direct;
  std::string name = folder + "/guise-XXXXXX";  // file systems without O_TMPFILE
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) fail("no temporary file can be made in {}: {}", folder, std::strerror(errno));
  ::unlink(name.c_str());
  return descriptor;
}

void write_all(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t done = ::write(descriptor, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0)
      fail("standard input cannot be kept in {}: {}", std::filesystem::temp_directory_path().string(), std::strerror(errno));
    bytes += done;
    count -= static_cast<std::size_t>(done);
  }
}

}  // namespace

std::unique_ptr<InputFile> spool_standard_input() {
  auto file = std::make_unique<InputFile>(unlinked_file(), "standard input");
  std::vector<char> buffer(1 << 20);
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("standard input cannot be read: {}", std::strerror(errno));
    if (got == 0) break;
    write_all(file->descriptor(), buffer.data(), static_cast<std::size_t>(got));
  }
  require(file->size() > 0, "standard input is empty");
  return file;
}

}  // namespace guise::table
