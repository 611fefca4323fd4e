// SPDX-License-Identifier: Apache-2.0
#include "table/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <thread>

#include "scratch.h"
#include "table/leftovers.h"

namespace guise::table {
namespace atomic_file_test {

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  {
    AtomicFile file(path, 0600);
    file.write("secret");
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(file.temporary().parent_path(), scratch.path());
  }
  EXPECT_EQ(scratch.files(), 0u) << "a file that is not committed leaves nothing";
  write_file(path, "secret", 0600);
  EXPECT_EQ(read_file(path), "secret");
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(AtomicFile, NeverReplacesWhereItMustNot) {
  const Scratch scratch;
  const std::string path = scratch / "key";
  write_file(path, "first", 0600, false);
  EXPECT_SAYS(sentence_of([&] { write_file(path, "second", 0600, false); }), "exists already");
  EXPECT_EQ(read_file(path), "first");
  EXPECT_EQ(scratch.files(), 1u);
  write_file(path, "third");
  EXPECT_EQ(read_file(path), "third");
}

TEST(AtomicFile, ClearsWhatDeadRunsLeftAndNothingElse) {
  const Scratch scratch;
  scratch.put(".out.csv.guise-1-0badcafe.tmp", "stale");
  scratch.put(".out.csv.guise-1-0badcafe.tmp.db", "stale");
  std::filesystem::create_directory(scratch.path() / ".out.csv.guise-1-0badcafe.tmp.spill");
  scratch.put(".other.csv.guise-1-0badcafe.tmp", "of another target");
  AtomicFile mine(scratch / "out.csv");
  AtomicFile theirs(scratch / "out.csv");
  EXPECT_TRUE(std::filesystem::exists(mine.temporary())) << "a run that is alive keeps its file";
  EXPECT_EQ(scratch.files(), 3u);
  EXPECT_TRUE(std::filesystem::exists(scratch / ".other.csv.guise-1-0badcafe.tmp"));
}

TEST(AtomicFile, ClearsAnotherNameThatAKilledRunLeftOfAKey) {
  const Scratch scratch;
  scratch.put("my.key", "secret");
  std::filesystem::create_hard_link(scratch / "my.key", scratch / ".my.key.guise-1-0badcafe.tmp");
  clear_leftovers(scratch / "my.key");
  EXPECT_EQ(scratch.files(), 1u);
  EXPECT_EQ(read_file(scratch / "my.key"), "secret");
}

unsigned mode_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

TEST(AtomicFile, KeepsThePermissionsOfWhatItReplacesAndNeverWidensThem) {
  const Scratch scratch;
  const std::string path = scratch / "out";
  write_file(path, "new");
  EXPECT_EQ(mode_of(path), 0644u);
  for (const unsigned mode : {0600U, 0640U, 0664U, 0400U}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    write_file(path, "again");
    EXPECT_EQ(mode_of(path), mode);
  }
  ASSERT_EQ(::chmod(path.c_str(), 04755), 0);
  write_file(path, "again");
  EXPECT_EQ(mode_of(path), 0755u) << "nothing that runs as its owner";
}

TEST(AtomicFile, IsTheOwnersAloneWherePrivateWhateverWasThere) {
  const Scratch scratch;
  const std::string path = scratch / "guess";
  write_file(path, "new", kPrivate);
  EXPECT_EQ(mode_of(path), 0600u);
  ASSERT_EQ(::chmod(path.c_str(), 0666), 0);
  write_file(path, "again", kPrivate);
  EXPECT_EQ(mode_of(path), 0600u);
}

TEST(AtomicFile, TakesNoMoreOverFromAnotherOwnerThanANewFileAllows) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make files of others";
  const Scratch scratch;
  const std::string path = scratch / "theirs";
  const auto after = [&](unsigned mode) {
    scratch.put("theirs", "x");
    EXPECT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_EQ(::chmod(path.c_str(), mode), 0);
    write_file(path, "mine");
    return mode_of(path);
  };
  EXPECT_EQ(after(0666), 0644u);
  EXPECT_EQ(after(0640), 0600u) << "the group is another one";
  EXPECT_EQ(after(0600), 0600u);
}

TEST(AtomicFile, IsTakenAwayWithItsCompanionsWhenTheProcessIsStopped) {
  const Scratch scratch;
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile committed(scratch / "whole.csv"), open(scratch / "out.csv");
    committed.write("whole");
    committed.commit();
    open.write("half");
    std::filesystem::create_directory(open.temporary().string() + ".spill");
    scratch.put("out.csv.note", "somebody else's");
    remove_temporaries();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(scratch.files(), 2u);
  EXPECT_EQ(read_file(scratch / "whole.csv"), "whole");
}

TEST(AtomicFile, SaysWhatIsWrongWithATarget) {
  const Scratch scratch;
  EXPECT_SAYS(sentence_of([&] { AtomicFile file(scratch / "no/such/out.csv"); }), "does not exist; make it first");
  EXPECT_SAYS(sentence_of([&] { AtomicFile file(scratch.path()); }), "is a folder");
  scratch.put("plain", "x");
  EXPECT_SAYS(sentence_of([&] { AtomicFile file(scratch / "plain/out.csv"); }), "is not a folder");
  EXPECT_SAYS(sentence_of([&] { read_file(scratch / "nothing"); }), "does not exist");
  if (::geteuid() != 0) {
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    EXPECT_SAYS(sentence_of([&] { AtomicFile file(scratch / "out.csv"); }), "cannot be written");
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::owner_all);
  }
}

TEST(AtomicFile, SaysThatTheDiskIsFull) {
  // A limit on the size of files stands for a full disk: the write fails part of the way.
  const Scratch scratch;
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit { 100'000, 100'000 };
    ::setrlimit(RLIMIT_FSIZE, &limit);
    int code = 3;
    try {
      write_file(scratch / "out.csv", std::string(1 << 20, 'x'));
    } catch (const Error& error) {
      const std::string sentence = error.what();
      code = sentence.find("out.csv cannot be written") != std::string::npos && error.fault() == Fault::environment ? 0 : 4;
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(Transform, KilledAtAnyMomentLeavesAWholeFileOrNone) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(60'000, 4);
  copy(matrix_table(values), {.attributes = names_of(4)}, scratch / "in.csv");
  copy(matrix_table(values), {.attributes = names_of(4)}, scratch / "whole.csv");
  const std::string whole = slurp(scratch / "whole.csv");
  int finished = 0;
  for (int round = 0; round < 12; ++round) {
    std::filesystem::remove(scratch / "out.csv");
    // The program starts again as its own child, because threads do not survive a fork.
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("GUISE_COPY_FROM", (scratch / "in.csv").c_str(), 1);
      ::setenv("GUISE_COPY_TO", (scratch / "out.csv").c_str(), 1);
      ::execl("/proc/self/exe", "test_table", "--gtest_filter=Child.CopiesWhatTheEnvironmentSays", "--gtest_brief=1", nullptr);
      ::_exit(9);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (std::filesystem::exists(scratch / "out.csv")) {
      ++finished;
      ASSERT_TRUE(slurp(scratch / "out.csv") == whole);
    }
  }
  copy(Table::open(scratch / "in.csv"), {.attributes = names_of(4)}, scratch / "out.csv");
  EXPECT_TRUE(slurp(scratch / "out.csv") == whole);
  EXPECT_EQ(scratch.files(), 3u) << "the next run clears what the killed ones left; " << finished << " had finished";
}

TEST(Child, CopiesWhatTheEnvironmentSays) {
  const char *from = std::getenv("GUISE_COPY_FROM"), *to = std::getenv("GUISE_COPY_TO");
  if (from == nullptr || to == nullptr) GTEST_SKIP() << "runs only as a child of another test";
  copy(Table::open(from), {.attributes = names_of(4)}, to);
}

}  // namespace atomic_file_test
}  // namespace guise::table
