// SPDX-License-Identifier: Apache-2.0
#include "table/standard_input.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "table/unlinked_file.h"

namespace guise::table {
std::unique_ptr<InputFile> spool_standard_input() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  auto file = std::make_unique<InputFile>(unlinked_file(folder), "standard input");
  std::vector<char> buffer(1 << 20);
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("standard input cannot be read: {}", std::strerror(errno));
    if (got == 0) break;
    append_to(file->descriptor(), buffer.data(), static_cast<std::size_t>(got), "standard input", folder);
  }
  require(file->size() > 0, "standard input is empty");
  return file;
}

}  // namespace guise::table
