// SPDX-License-Identifier: Apache-2.0
#include "table/write_behind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "base/error.h"
#include "scratch.h"

namespace guise::table {
namespace write_behind_test {

std::string some_bytes(std::size_t count) {
  std::mt19937_64 random(count);
  std::string bytes(count, ' ');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

/// A new file, closed in the end.
struct File {
  explicit File(const std::string& path) : descriptor(::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600)) {}
  ~File() { ::close(descriptor); }
  int descriptor;
};

// Through the system's cache, past it from the second piece on, and from the first; where there is a file system in memory,
// which has no way past it, there too.
TEST(WriteBehind, WritesEveryByteInItsPlace) {
  const std::string bytes = some_bytes((11 << 20) + 4321);
  const Scratch scratch;
  std::vector<std::string> folders{scratch.path()};
  if (::access("/dev/shm", W_OK) == 0) folders.push_back("/dev/shm");
  for (const std::string& folder : folders)
    for (const std::int64_t through_cache : {WriteBehind::kThroughCache, std::int64_t{4} << 20, std::int64_t{0}}) {
      const std::string path = folder + "/guise-write-behind-test." + std::to_string(::getpid());
      {
        const File file(path);
        WriteBehind out(file.descriptor, path, through_cache);
        std::string_view left = bytes;
        for (std::size_t length = 1; !left.empty(); length = length * 3 + 1) {
          out.write(left.substr(0, length));
          left.remove_prefix(std::min(length, left.size()));
        }
        out.drain();
      }
      EXPECT_TRUE(slurp(path) == bytes) << folder << ", " << through_cache;
      ::unlink(path.c_str());
    }
}

TEST(WriteBehind, GoesOnAfterItWasDrained) {
  const std::string bytes = some_bytes(19 << 20);
  const Scratch scratch;
  {
    const File file(scratch / "out");
    WriteBehind out(file.descriptor, "out", 0);
    for (std::size_t at = 0; at < bytes.size(); at += 5'000'000) {
      out.write(std::string_view(bytes).substr(at, 5'000'000));
      out.drain();
      struct stat info {};
      ASSERT_EQ(::fstat(file.descriptor, &info), 0);
      EXPECT_EQ(static_cast<std::size_t>(info.st_size), std::min(at + 5'000'000, bytes.size()));
    }
  }
  EXPECT_TRUE(slurp(scratch / "out") == bytes);
}

/// A limit on the size of files stands for a full disk: of which piece, it is told in the end.
TEST(WriteBehind, SaysThatTheDiskIsFull) {
  for (const std::int64_t through_cache : {WriteBehind::kThroughCache, std::int64_t{0}}) {
    const Scratch scratch;
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const struct rlimit limit { 5'000'000, 5'000'000 };
      ::setrlimit(RLIMIT_FSIZE, &limit);
      const File file(scratch / "out");
      WriteBehind out(file.descriptor, "the release", through_cache);
      try {
        out.write(some_bytes(9 << 20));
        out.drain();
      } catch (const Error& error) {
        ::_exit(std::string(error.what()).starts_with("the release cannot be written: ") ? 0 : 4);
      }
      ::_exit(3);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
}

}  // namespace write_behind_test
}  // namespace guise::table
