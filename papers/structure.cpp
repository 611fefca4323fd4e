// SPDX-License-Identifier: Apache-2.0
// What a linear filter can separate and what known equations give away. Paper 000, sections IV.B and VI.A: Definition 4.2,
// Theorems 4.3, 4.4 and 6.1.
#include <fmt/format.h>
#include <Eigen/LU>

#include <cmath>

#include "papers/draw.h"
#include "papers/papers.h"
#include "random/matrices.h"
#include "theory/decomposability.h"
#include "theory/secure.h"

namespace guise::papers {
namespace {

void counted(Report& report, std::string what, std::string paper, int met, int all) {
  report.check(std::move(what), std::move(paper), fmt::format("{} of {}", all, all), fmt::format("{} of {}", met, all),
               met == all);
}

/// Every size up to 6 x 9 of matrices from a continuous law.
void generic_matrices(const Settings& settings, Report& report) {
  int sizes = 0, level = 0, groups = 0, alone = 0, wide = 0;
  for (Index k = 1; k <= 6; ++k) {
    for (Index m = k + 1; m <= 9; ++m, ++sizes) {
      const Matrix r = random::gaussian_matrix(k, m, settings.rng.fork(fmt::format("{} x {}", k, m)));
      level += theory::secure_level(r).level == m - k;
      const bool two = theory::decompose(r).groups.size() >= 2;
      groups += two == (m <= 2 * k - 2);
      wide += m >= 2 * k - 1 && !two;
      alone += theory::separable_columns(r).empty();
    }
  }
  counted(report, "generic k x m, k < m: (m-k)-secure", "(k-1)-secure for m = 2k-1 (erratum 14)", level, sizes);
  counted(report, "two-row decomposable exactly when m <= 2k-2", "not for m >= 2k-1; sharp (erratum 13)", groups, sizes);
  counted(report, "no column can be separated alone", "", alone, sizes);
  report.inform("Theorem 4.4: m >= 2k-1, none is two-row decomposable", "none", "", fmt::format("{} matrices", wide));
}

void named_sizes(const Settings& settings, Report& report) {
  std::string yes, no;
  for (const auto& [k, m] : {std::pair<Index, Index>{3, 4}, {4, 6}, {2, 3}, {3, 5}, {4, 7}}) {
    const Matrix r = random::gaussian_matrix(k, m, settings.rng.fork(fmt::format("named {} x {}", k, m)));
    std::string& list = theory::decompose(r).groups.size() >= 2 ? yes : no;
    list += fmt::format("{}{}x{}", list.empty() ? "" : " ", k, m);
  }
  report.check("two-row decomposable", "", "3x4 4x6", yes, yes == "3x4 4x6");
  report.check("not two-row decomposable", "", "2x3 3x5 4x7", no, no == "2x3 3x5 4x7");
}

/// Definition 4.2 for l = 2 itself: a B such that B R is a generalised partition matrix. Its first row must vanish on the
/// columns of the second group and on none of the first, and the other way round; a random vector of those that vanish on one
/// group misses a column of the other only if all of them do.
bool separates(const Matrix& r, unsigned members, const random::Rng& rng) {
  std::vector<Index> inside, outside;
  for (Index j = 0; j < r.cols(); ++j) ((members >> j & 1) != 0 ? inside : outside).push_back(j);
  Eigen::FullPivLU<Matrix> lu(Matrix(r(Eigen::all, outside).transpose()));
  lu.setThreshold(1e-9);
  if (lu.rank() == r.rows()) return false;  // only zero vanishes
  const Matrix kernel = lu.kernel();
  const Vector b = kernel * random::gaussian_matrix(kernel.cols(), 1, rng);
  return ((b.transpose() * r(Eigen::all, inside)).array().abs() > 1e-7).all();
}

bool two_row_decomposable(const Matrix& r, const random::Rng& rng) {
  const unsigned all = (1U << r.cols()) - 1;
  for (unsigned members = 1; members < all; ++members)
    if (separates(r, members, rng.fork("one")) && separates(r, all & ~members, rng.fork("other"))) return true;
  return false;
}

/// Small whole numbers: such matrices are often far from generic.
Matrix whole_numbers(Index k, Index m, const random::Rng& rng) {
  Matrix out(k, m);
  for (Index i = 0; i < k; ++i) out.row(i) = uniform(m, -1.5, 1.5, rng.with_step(static_cast<std::uint32_t>(i))).transpose();
  return out.array().round();
}

void definition_and_theorem(const Settings& settings, Report& report) {
  constexpr int kMatrices = 40;
  int agree = 0, decomposable = 0;
  for (int i = 0; i < kMatrices; ++i) {
    const random::Rng rng = settings.rng.fork(fmt::format("definition {}", i));
    const Matrix r = whole_numbers(2 + i % 3, 4 + i % 4, rng.fork("matrix"));
    const bool by_definition = two_row_decomposable(r, rng.fork("filter"));
    agree += by_definition == (theory::decompose(r).groups.size() >= 2);
    decomposable += by_definition;
  }
  counted(report, "Theorem 4.3 (as in erratum 13) against Definition 4.2", "equivalent", agree, kMatrices);
  report.inform("… of which two-row decomposable", "", "some, not all", fmt::format("{} of {}", decomposable, kMatrices));
}

/// l + 1 independent equations of an l-secure matrix involve at least 2l + 1 unknowns; generic matrices meet it with equality.
void fewest_unknowns(const Settings& settings, Report& report) {
  for (const auto& [k, m] : {std::pair<Index, Index>{3, 4}, {4, 6}}) {
    const theory::SecureLevel found =
        theory::secure_level(random::gaussian_matrix(k, m, settings.rng.fork(fmt::format("unknowns {} x {}", k, m))));
    const auto l = static_cast<std::size_t>(found.level);
    report.check(fmt::format("Theorem 6.1, {}x{}, l = {}: fewest unknowns of l+1 equations", k, m, l), "at least 2l+1",
                 fmt::format("{}", 2 * l + 1), fmt::format("{}", found.unknowns.at(l)),
                 found.unknowns.at(l) == static_cast<Index>(2 * l + 1));
  }
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("structure")};
  Report report;
  generic_matrices(own, report);
  named_sizes(own, report);
  definition_and_theorem(own, report);
  fewest_unknowns(own, report);
  return report;
}

}  // namespace

extern const Experiment structure_experiment = {
    .name = "000-structure",
    .paper = "Liu, Kargupta and Ryan 2006 (000), sections IV.B and VI.A, Theorems 4.3, 4.4 and 6.1",
    .title = "what linear filters can separate, and what known equations give away",
    .claim =
        "no filter separates a random k x m mixture into two groups when m >= 2k-1; with the matrix known each unknown is "
        "hidden behind k-1 others.",
    .run = run};

}  // namespace guise::papers
