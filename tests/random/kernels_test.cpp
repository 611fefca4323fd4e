// SPDX-License-Identifier: Apache-2.0
#include "random/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "base/error.h"
#include "random/draws.h"
#include "random/laws.h"
#include "random/math.h"
#include "random/matrices.h"

namespace guise::random {
namespace kernels_test {

using Fill = std::function<void(const Rng&, std::uint32_t, std::uint64_t, std::span<double>)>;

struct NamedFill {
  const char* name;
  Fill fill;
};

std::vector<NamedFill> every_law() {
  const auto added = [](Law law) {
    return [law](const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = 0.1 * static_cast<double>(i);
      add_noise(law, rng, stream, first, 0.3, out);
    };
  };
  const auto of_law = [](Law law) {
    return [law](const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
      fill_law(law, rng, stream, first, out);
    };
  };
  return {{"u", fill_uniform},
          {"gaussian", of_law(Law::gaussian)},
          {"uniform", of_law(Law::uniform)},
          {"laplace", of_law(Law::laplace)},
          {"truncated", fill_truncated_normal},
          {"sign", fill_sign},
          {"added gaussian", added(Law::gaussian)},
          {"added uniform", added(Law::uniform)},
          {"added laplace", added(Law::laplace)},
          {"sparse", [](const Rng& rng, std::uint32_t stream, std::uint64_t first,
                        std::span<double> out) { fill_sparse_sign(rng, stream, first, 3, out); }},
          {"discrete", [](const Rng& rng, std::uint32_t stream, std::uint64_t first, std::span<double> out) {
             fill_discrete_gaussian(rng, stream, first, 30.5, out.first(std::min<std::size_t>(out.size(), 50)));
           }}};
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(Kernels, GiveTheSameBitsForEveryLawAtOddLengthsAndOffsets) {
  const KernelGuard guard;
  const Rng rng = Rng::from_seed(11).with_step(2);
  for (const NamedFill& law : every_law())
    for (const std::size_t count : {1u, 2u, 3u, 5u, 63u, 64u, 65u, 1023u, 1024u, 1025u, 100'003u})
      for (const std::uint64_t first : {0u, 1u, 7u, 8u, 13u, 1021u}) {
        force_kernel(Kernel::portable);
        const auto expected = draw(law.fill, rng, 3, first, count);
        for (const Kernel kernel : usable_kernels()) {
          force_kernel(kernel);
          ASSERT_TRUE(same_bits(draw(law.fill, rng, 3, first, count), expected))
              << law.name << ", " << kernel_name(kernel) << ", " << count << " numbers from " << first;
        }
      }
}

TEST(Kernels, AnyRangeIsAPartOfTheWhole) {
  const KernelGuard guard;
  const Rng rng = Rng::from_seed(12);
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    for (const Fill& fill :
         {Fill(fill_uniform), Fill(fill_normal), Fill(fill_laplace), Fill(fill_truncated_normal), Fill(fill_sign)}) {
      const auto whole = draw(fill, rng, 1, 0, 5000);
      for (const auto& [first, count] : {std::pair{0u, 1u}, {1u, 1u}, {9u, 1500u}, {1000u, 63u}, {1023u, 3u}, {4000u, 1000u}})
        EXPECT_TRUE(same_bits(draw(fill, rng, 1, first, count), {whole.begin() + first, whole.begin() + first + count}));
    }
  }
}

TEST(Kernels, NormalsAreTheQuantilesOfTheUniforms) {
  const KernelGuard guard;
  const Rng rng = Rng::from_seed(13);
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    const auto u = draw(fill_uniform, rng, 0, 0, 200'000), z = draw(fill_normal, rng, 0, 0, 200'000);
    for (std::size_t i = 0; i < u.size(); ++i)
      ASSERT_EQ(z[i], normal_quantile(u[i])) << kernel_name(kernel) << ", u = " << u[i];
  }
}

// Where u or 1 - u is below e^-25 a third approximation is used, once in 4e10 numbers; these two were found by a search.
TEST(Kernels, TheFarTailIsTheQuantileToo) {
  const KernelGuard guard;
  const Rng rng = Rng::from_seed(13);
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    for (const auto& [stream, position] : {std::pair{1u, std::uint64_t{21'373'294'569}}, {0u, 22'748'042'098}}) {
      const auto u = draw(fill_uniform, rng, stream, position - 20, 41), z = draw(fill_normal, rng, stream, position - 20, 41);
      ASSERT_GT(z[20], 6.6);
      for (std::size_t i = 0; i < u.size(); ++i)
        ASSERT_EQ(z[i], normal_quantile(u[i])) << kernel_name(kernel) << ", u = " << u[i];
    }
  }
}

TEST(Kernels, NeverWriteOutsideTheGivenRange) {
  const KernelGuard guard;
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    for (const NamedFill& law : every_law())
      for (std::size_t count = 0; count < 40; ++count) {
        std::vector<double> guarded(count + 32, -77);
        law.fill(Rng::from_seed(1), 0, 5, std::span(guarded).subspan(16, count));
        for (std::size_t i = 0; i < 16; ++i) {
          ASSERT_EQ(guarded[i], -77) << law.name;
          ASSERT_EQ(guarded[16 + count + i], -77) << law.name;
        }
      }
  }
}

TEST(Kernels, GiveTheSameMatrices) {
  const KernelGuard guard;
  force_kernel(Kernel::portable);
  const Matrix expected = haar_orthogonal(37, Rng::from_seed(3));
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    EXPECT_TRUE((haar_orthogonal(37, Rng::from_seed(3)).array() == expected.array()).all()) << kernel_name(kernel);
  }
}

TEST(Kernels, PortableIsAlwaysUsableAndTheFastestIsLast) {
  ASSERT_FALSE(usable_kernels().empty());
  EXPECT_EQ(usable_kernels().front(), Kernel::portable);
  if (std::getenv("GUISE_KERNEL") == nullptr) {
    EXPECT_EQ(current_kernel(), usable_kernels().back());
  }
}

TEST(Kernels, RefusesAKernelThatThisCpuLacks) {
  const auto usable = usable_kernels();
  for (const Kernel kernel : {Kernel::portable, Kernel::avx2, Kernel::avx512})
    if (std::find(usable.begin(), usable.end(), kernel) == usable.end()) {
      EXPECT_THROW(force_kernel(kernel), Error) << kernel_name(kernel);
    }
}

/// The choice is made once in a process, so it is watched in a fresh one.
TEST(KernelsDeathTest, TheEnvironmentChooses) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  ::setenv("GUISE_KERNEL", "portable", 1);
  EXPECT_EXIT(std::exit(current_kernel() == Kernel::portable ? 0 : 1), testing::ExitedWithCode(0), "");
  ::setenv("GUISE_KERNEL", "abacus", 1);
  const auto refused = [] {
    try {
      current_kernel();
    } catch (const Error& error) {
      std::fputs(error.what(), stderr);
      std::exit(2);
    }
  };
  EXPECT_EXIT(refused(), testing::ExitedWithCode(2), "GUISE_KERNEL must be one of portable.*got 'abacus'");
  ::unsetenv("GUISE_KERNEL");
}

}  // namespace kernels_test
}  // namespace guise::random
