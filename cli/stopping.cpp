// SPDX-License-Identifier: Apache-2.0
#include "cli/stopping.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "cli/streams.h"
#include "table/temporaries.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace guise::cli {
namespace {

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Removing files takes more than a signal handler may do: it wakes a thread.
sem_t stopped;
volatile std::sig_atomic_t by_signal = 0;

void wake(int signal) {
  const int error = errno;
  by_signal = signal;
  ::sem_post(&stopped);
  errno = error;
}

std::atomic<bool> softly = false;
const std::shared_ptr<std::atomic<bool>> soft_stop = std::make_shared<std::atomic<bool>>(false);

/// Whether this signal is the first that asks to end with what is there.
bool first_soft() {
  if (by_signal != SIGINT || !softly || soft_stop->exchange(true)) return false;
  complain("guise: ending with what is done, which may take a moment; interrupt again to end at once\n");
  return true;
}

void clean_up() {
  do {
    while (::sem_wait(&stopped) != 0) {  // another signal
    }
  } while (first_soft());
  table::remove_temporaries();
  const int signal = by_signal;
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  ::_exit(128 + signal);
}

}  // namespace

void clean_up_when_stopped() {
  ::sem_init(&stopped, 0, 0);
  try {
    std::thread(clean_up).detach();
  } catch (const std::system_error&) {
    return;  // no thread to be had: what a signal leaves the next run clears away
  }
  struct sigaction action {};
  action.sa_handler = wake;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU})
    if (!is_ignored(signal)) ::sigaction(signal, &action, nullptr);
}

std::shared_ptr<const std::atomic<bool>> stop_softly() {
  softly = true;
  return soft_stop;
}

void end_in_a_sentence() {
  std::set_terminate([] {
    bool memory = false;
    try {
      if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      memory = true;
    } catch (...) {
    }
    complain(memory ? "guise: out of memory; try fewer columns or a smaller --chunk\n"
                    : "guise: a library that guise uses broke down; check the limits on memory, open files and threads\n");
    table::remove_temporaries();
    ::_exit(static_cast<int>(Fault::environment));
  });
}

void keep_memory_private() {
  const struct rlimit none {};
  ::setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

}  // namespace guise::cli
