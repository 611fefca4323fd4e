// SPDX-License-Identifier: Apache-2.0
// Runs a command and lets one of its system calls fail, or kills it there:
//   inject RECORD list           COMMAND…     every call: "main openat 17 file.csv", the 17th of its name
//   inject RECORD fail NAME N    COMMAND…     the Nth call of this name is not made and fails with an error that such a call
//   can have inject RECORD from NAME N    COMMAND…     … and so does every later one of its kind: a disk that stays full,
//   memory that is gone inject RECORD kill NAME N    COMMAND…     SIGKILL instead of that call inject RECORD deny NAME ERR
//   COMMAND…     every call of this name fails with this errno: a file system that lacks something inject RECORD stop COMMAND…
//   waits before the end for a line on standard input; RECORD has the process id
// Calls of all threads are counted together, those that cannot fail are left out: they change no file, so that a kill there is
// one at the next. RECORD gets what was listed, or the line of the call that was hit. The exit code is the command's, or 128
// and its signal.
#include <elf.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

namespace {

enum class Kind { memory, disk, other, never };

struct Call {
  const char* name;
  int error;      // what it fails with
  Kind kind;      // what runs out together
  int path = -1;  // argument that names a file
};

const std::map<long, Call>& calls() {
  static const std::map<long, Call> all = {
      {SYS_read, {"read", EIO, Kind::other}},
      {SYS_pread64, {"pread64", EIO, Kind::other}},
      {SYS_readv, {"readv", EIO, Kind::other}},
      {SYS_write, {"write", ENOSPC, Kind::disk}},
      {SYS_pwrite64, {"pwrite64", ENOSPC, Kind::disk}},
      {SYS_writev, {"writev", ENOSPC, Kind::disk}},
      {SYS_fsync, {"fsync", EIO, Kind::other}},
      {SYS_fdatasync, {"fdatasync", EIO, Kind::other}},
#ifdef SYS_sync_file_range
      {SYS_sync_file_range, {"sync_file_range", EIO, Kind::other}},
#endif
#ifdef SYS_open
      {SYS_open, {"open", EMFILE, Kind::other, 0}},
      {SYS_rename, {"rename", EIO, Kind::other, 1}},
      {SYS_link, {"link", EIO, Kind::other, 1}},
      {SYS_unlink, {"unlink", EIO, Kind::other, 0}},
      {SYS_mkdir, {"mkdir", ENOSPC, Kind::disk, 0}},
      {SYS_rmdir, {"rmdir", EIO, Kind::other, 0}},
      {SYS_access, {"access", EIO, Kind::other, 0}},
      {SYS_readlink, {"readlink", EIO, Kind::other, 0}},
      {SYS_stat, {"stat", EIO, Kind::other, 0}},
      {SYS_arch_prctl, {"arch_prctl", 0, Kind::never}},
#endif
      {SYS_openat, {"openat", EMFILE, Kind::other, 1}},
      {SYS_renameat, {"renameat", EIO, Kind::other, 3}},
      {SYS_renameat2, {"renameat2", EIO, Kind::other, 3}},
      {SYS_linkat, {"linkat", EIO, Kind::other, 3}},
      {SYS_unlinkat, {"unlinkat", EIO, Kind::other, 1}},
      {SYS_mkdirat, {"mkdirat", ENOSPC, Kind::disk, 1}},
      {SYS_ftruncate, {"ftruncate", ENOSPC, Kind::disk}},
      {SYS_fallocate, {"fallocate", ENOSPC, Kind::disk}},
      {SYS_fchmod, {"fchmod", EPERM, Kind::other}},
      {SYS_fchown, {"fchown", EPERM, Kind::other}},
      {SYS_fstat, {"fstat", EIO, Kind::other}},
      {SYS_newfstatat, {"newfstatat", EIO, Kind::other, 1}},
      {SYS_statx, {"statx", EIO, Kind::other, 1}},
      {SYS_statfs, {"statfs", EIO, Kind::other, 0}},
      {SYS_lseek, {"lseek", EINVAL, Kind::other}},
      {SYS_getdents64, {"getdents64", EIO, Kind::other}},
      {SYS_flock, {"flock", ENOLCK, Kind::other}},
      {SYS_fcntl, {"fcntl", ENOLCK, Kind::other}},
      {SYS_mmap, {"mmap", ENOMEM, Kind::memory}},
      {SYS_brk, {"brk", ENOMEM, Kind::memory}},
      {SYS_mremap, {"mremap", ENOMEM, Kind::memory}},
      {SYS_mprotect, {"mprotect", ENOMEM, Kind::memory}},
      {SYS_madvise, {"madvise", EAGAIN, Kind::other}},
      {SYS_mlock, {"mlock", ENOMEM, Kind::other}},
      {SYS_munlock, {"munlock", ENOMEM, Kind::other}},
      {SYS_clone, {"clone", EAGAIN, Kind::other}},
      {SYS_clone3, {"clone3", EAGAIN, Kind::other}},
      {SYS_prctl, {"prctl", EPERM, Kind::other}},
      {SYS_prlimit64, {"prlimit64", EPERM, Kind::other}},
      {SYS_ioctl, {"ioctl", ENOTTY, Kind::other}},
      {SYS_getcwd, {"getcwd", EIO, Kind::other}},
      {SYS_sched_getaffinity, {"sched_getaffinity", EPERM, Kind::other}},
      {SYS_sched_setaffinity, {"sched_setaffinity", EPERM, Kind::other}},
      {SYS_sysinfo, {"sysinfo", EPERM, Kind::other}},
      {SYS_fadvise64, {"fadvise64", EINVAL, Kind::other}},
      // Those that the kernel does not refuse, or that glibc relies on without asking.
      {SYS_execve, {"execve", 0, Kind::never}},
      {SYS_close, {"close", 0, Kind::never}},
      {SYS_munmap, {"munmap", 0, Kind::never}},
      {SYS_futex, {"futex", 0, Kind::never}},
      {SYS_getrandom, {"getrandom", 0, Kind::never}},
      {SYS_exit, {"exit", 0, Kind::never}},
      {SYS_exit_group, {"exit_group", 0, Kind::never}},
      {SYS_rt_sigaction, {"rt_sigaction", 0, Kind::never}},
      {SYS_rt_sigprocmask, {"rt_sigprocmask", 0, Kind::never}},
      {SYS_rt_sigreturn, {"rt_sigreturn", 0, Kind::never}},
      {SYS_sigaltstack, {"sigaltstack", 0, Kind::never}},
      {SYS_tgkill, {"tgkill", 0, Kind::never}},
      {SYS_kill, {"kill", 0, Kind::never}},
      {SYS_getpid, {"getpid", 0, Kind::never}},
      {SYS_gettid, {"gettid", 0, Kind::never}},
      {SYS_getuid, {"getuid", 0, Kind::never}},
      {SYS_geteuid, {"geteuid", 0, Kind::never}},
      {SYS_getgid, {"getgid", 0, Kind::never}},
      {SYS_getegid, {"getegid", 0, Kind::never}},
      {SYS_uname, {"uname", 0, Kind::never}},
      {SYS_umask, {"umask", 0, Kind::never}},
      {SYS_set_tid_address, {"set_tid_address", 0, Kind::never}},
      {SYS_set_robust_list, {"set_robust_list", 0, Kind::never}},
      {SYS_rseq, {"rseq", 0, Kind::never}},
      {SYS_sched_yield, {"sched_yield", 0, Kind::never}},
      {SYS_nanosleep, {"nanosleep", 0, Kind::never}},
      {SYS_clock_nanosleep, {"clock_nanosleep", 0, Kind::never}},
      {SYS_clock_gettime, {"clock_gettime", 0, Kind::never}},
      {SYS_getcpu, {"getcpu", 0, Kind::never}},
      {SYS_times, {"times", 0, Kind::never}},
      {SYS_getrusage, {"getrusage", 0, Kind::never}},
  };
  return all;
}

Call call_of(std::uint64_t number) {
  const auto found = calls().find(static_cast<long>(number));
  return found == calls().end() ? Call{"other", EIO, Kind::other} : found->second;
}

std::string text_at(pid_t process, std::uint64_t address) {
  char bytes[256];
  std::string text;
  iovec here{bytes, sizeof bytes}, there{reinterpret_cast<void*>(address), sizeof bytes};
  ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
  if (got < 0) {  // up to the end of the page
    there.iov_len = 4096 - address % 4096;
    got = process_vm_readv(process, &here, 1, &there, 1, 0);
  }
  for (ssize_t i = 0; i < got && bytes[i] != '\0'; ++i) text += bytes[i];
  return text;
}

/// The call is not made: number -1. At its exit the result is set.
void skip_call(pid_t thread) {
#if defined(__x86_64__)
  ptrace(PTRACE_POKEUSER, thread, offsetof(user_regs_struct, orig_rax), -1L);
#elif defined(__aarch64__)
  int none = -1;
  iovec part{&none, sizeof none};
  ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &part);
#endif
}

void set_result(pid_t thread, long result) {
#if defined(__x86_64__)
  ptrace(PTRACE_POKEUSER, thread, offsetof(user_regs_struct, rax), result);
#elif defined(__aarch64__)
  user_regs_struct registers;
  iovec whole{&registers, sizeof registers};
  ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &whole);
  registers.regs[0] = static_cast<std::uint64_t>(result);
  ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &whole);
#endif
}

class Injector {
 public:
  Injector(std::FILE* record, std::string mode, std::string name, long number)
      : record_(record), mode_(std::move(mode)), name_(std::move(name)), number_(number) {}

  void entry(pid_t thread, pid_t process, const __ptrace_syscall_info& info) {
    const Call call = call_of(info.entry.nr);
    // guise's first own call; what comes before is the loader's and its libraries'.
    in_brk_[thread] = info.entry.nr == SYS_brk;
    const bool begins = info.entry.nr == SYS_prctl && info.entry.args[0] == PR_SET_DUMPABLE;
    in_main_ = in_main_ || begins;
    if (mode_ == "stop") {
      if (begins) refuse(thread, EPERM);  // else only root could look into the process
      if (info.entry.nr == SYS_exit_group) wait_for_reader(process);
      return;
    }
    if (call.kind == Kind::never) return;
    const std::string name = call.name == std::string("other") ? "call-" + std::to_string(info.entry.nr) : call.name;
    const long count = ++counts_[name];
    const bool hit = name == name_ && count == number_;
    if (mode_ == "list" || (hit && mode_ != "deny")) note(process, info, call, name, count);
    if (mode_ == "kill" && hit) kill(process, SIGKILL);
    if (mode_ == "deny" && name == name_) refuse(thread, static_cast<int>(number_));
    if (mode_ == "from" && hit && call.kind != Kind::other) gone_ = call.kind;
    if ((mode_ == "fail" && hit) || (mode_ == "from" && gone_ == call.kind && !to_streams(info))) refuse(thread, call.error);
  }

  void exit(pid_t thread, long result) {
    const bool of_brk = in_brk_[thread];
    const auto found = failing_.find(thread);
    if (found != failing_.end()) {
      set_result(thread, of_brk ? heap_end_ : -found->second);  // brk() has no error: it gives the end of the heap as it was
      failing_.erase(found);
    } else if (of_brk) {
      heap_end_ = result;
    }
  }

 private:
  /// Standard output and error are no disk.
  static bool to_streams(const __ptrace_syscall_info& info) { return info.entry.nr == SYS_write && info.entry.args[0] <= 2; }
  void refuse(pid_t thread, int error) {
    skip_call(thread);
    failing_[thread] = error;
  }
  void note(pid_t process, const __ptrace_syscall_info& info, const Call& call, const std::string& name, long count) {
    const std::string path = call.path < 0 ? "" : text_at(process, info.entry.args[call.path]);
    std::fprintf(record_, "%s %s %ld %s\n", in_main_ ? "main" : "loader", name.c_str(), count, path.c_str());
    std::fflush(record_);
  }
  void wait_for_reader(pid_t process) {
    std::fprintf(record_, "%d\n", process);
    std::fflush(record_);
    std::getchar();
  }

  std::FILE* record_;
  std::string mode_, name_;
  long number_;
  std::map<std::string, long> counts_;
  bool in_main_ = false;
  Kind gone_ = Kind::never;
  std::map<pid_t, int> failing_;
  std::map<pid_t, bool> in_brk_;
  long heap_end_ = 0;
};

int run(pid_t child, Injector& injector) {
  int status = 0;
  waitpid(child, &status, 0);
  ptrace(PTRACE_SETOPTIONS, child, nullptr,
         PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
  ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
  std::set<pid_t> seen{child};
  for (;;) {
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return 1;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != child) continue;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
      signal = 0;
      __ptrace_syscall_info info{};
      ptrace(static_cast<__ptrace_request>(PTRACE_GET_SYSCALL_INFO), thread, sizeof info, &info);
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) injector.entry(thread, child, info);
      if (info.op == PTRACE_SYSCALL_INFO_EXIT) injector.exit(thread, info.exit.rval);
    } else if (signal == SIGTRAP && status >> 16 != 0) {
      signal = 0;  // a thread was started, or the program
    } else if (signal == SIGSTOP && seen.insert(thread).second) {
      signal = 0;  // a new thread says that it is there
    }
    ptrace(PTRACE_SYSCALL, thread, nullptr, signal);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 2 ? argv[2] : "";
  const bool alone = mode == "list" || mode == "stop";
  const int options = alone ? 3 : 5;
  if (argc <= options) {
    std::fprintf(stderr, "inject: RECORD list|stop|fail NAME N|from NAME N|kill NAME N|deny NAME ERRNO COMMAND…\n");
    return 2;
  }
  std::FILE* record = std::fopen(argv[1], "we");
  if (record == nullptr) return 2;
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    execvp(argv[options], argv + options);
    _exit(126);
  }
  Injector injector(record, mode, alone ? "" : argv[3], alone ? 0 : std::atol(argv[4]));
  return run(child, injector);
}
