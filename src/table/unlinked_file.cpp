// SPDX-License-Identifier: Apache-2.0
#include "table/unlinked_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"

namespace guise::table {

int unlinked_file(const std::filesystem::path& folder) {
  const std::filesystem::path there = folder.empty() ? std::filesystem::path(".") : folder;
  const int direct = ::open(there.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (direct >= 0) return direct;
  std::string name = there.string() + "/.guise-XXXXXX";  // file systems without O_TMPFILE
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) fail("no temporary file can be made in {}: {}", there.string(), std::strerror(errno));
  ::unlink(name.c_str());
  return descriptor;
}

void append_to(int descriptor, const char* bytes, std::size_t count, const char* what, const std::filesystem::path& folder) {
  while (count > 0) {
    const ssize_t done = ::write(descriptor, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("{} cannot be kept in {}: {}", what, folder.string(), std::strerror(errno));
    bytes += done;
    count -= static_cast<std::size_t>(done);
  }
}

}  // namespace guise::table
