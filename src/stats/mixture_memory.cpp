// SPDX-License-Identifier: Apache-2.0
#include "stats/mixture_memory.h"

#include <tbb/task_arena.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/digest.h"

namespace guise::stats {
namespace {

/// One fit: who comes second waits for it.
struct Slot {
  std::mutex mutex = {};
  std::optional<Mixture> mixture = {};
};

std::atomic<int> holders = 0;
std::mutex mutex;  // of what follows
std::map<Bytes32, std::shared_ptr<Slot>> fitted;

template <typename Number>
void add(Digest& digest, const Number* numbers, Index count) {
  digest.add(std::span(reinterpret_cast<const std::uint8_t*>(numbers), static_cast<std::size_t>(count) * sizeof(Number)));
}

Bytes32 name_of(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const random::Rng& rng) {
  const std::int64_t sizes[] = {observed.rows(), observed.cols(), how.components, how.iterations, rng.step()};
  Digest digest;
  add(digest, sizes, std::ssize(sizes));
  add(digest, observed.data(), observed.size());
  add(digest, noise.data(), noise.size());
  digest.add(rng.key());
  return digest.finish();
}

}  // namespace

MixtureMemory::MixtureMemory() {
  ++holders;
}

MixtureMemory::~MixtureMemory() {
  const std::lock_guard lock(mutex);
  if (--holders == 0) fitted.clear();
}

Mixture remembered(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const random::Rng& rng,
                   const std::function<Mixture()>& fit) {
  if (holders == 0) return fit();
  const Bytes32 name = name_of(observed, noise, how, rng);
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex);
    auto& there = fitted[name];
    if (!there) there = std::make_shared<Slot>();
    slot = there;
  }
  const std::lock_guard lock(slot->mutex);
  // Isolated: a thread that waits inside the fit must not begin another attack, which could wait for this very fit.
  if (!slot->mixture) tbb::this_task_arena::isolate([&] { slot->mixture = fit(); });
  return *slot->mixture;
}

}  // namespace guise::stats
