// SPDX-License-Identifier: Apache-2.0
#include "cli/streams.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace guise::cli {

void secure_streams() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file over the limit: the write says so
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      // open() takes the lowest descriptor, which is this one.
      if (::open("/", O_PATH) != stream) std::_Exit(EXIT_FAILURE);  // without a word: there is nowhere to say it
    }
}

void complain(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t done = ::write(STDERR_FILENO, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

void finish_output() {
  errno = EIO;  // where an earlier write failed, its reason is gone
  if (std::fflush(stdout) != 0 || output_failed()) throw std::system_error(errno, std::generic_category());
}

bool output_failed() {
  return std::ferror(stdout) != 0;
}

void end_by_broken_pipe() {
  ::signal(SIGPIPE, SIG_DFL);
  ::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

}  // namespace guise::cli
