// SPDX-License-Identifier: Apache-2.0
// Whole numbers behind a known projection are found exactly. Paper 000, section VI.A, says that no element can be (erratum 10).
#include <fmt/format.h>

#include "attacks/in_memory.h"
#include "papers/credit_data.h"
#include "papers/masked.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

/// Share of the records of which every attribute is found.
double found_exactly(const Matrix& truth, const Matrix& guess) {
  return ((guess - truth).cwiseAbs().rowwise().maxCoeff().array() < 1e-6).cast<double>().mean();
}

void judge(const std::string& whose, const Matrix& data, const Settings& settings, Report& report) {
  for (const Index k : {2, 1}) {
    const Trials trials(settings.times(20, 5), settings.rng.fork(fmt::format("{} {}", whose, k)), [&](const random::Rng& rng) {
      const Masked release = masked(fmt::format("project(k={})", k), data, rng.fork("mask"));
      attacks::Knowledge known = release.insider;
      known.sample = data;
      const auto share = [&](const char* attack) {
        return found_exactly(data, attacks::reconstruct(attack, release.released, known, {}, {}, rng).values.array().round());
      };
      return std::vector<double>{share("integers"), share("bayes")};
    });
    report.check(fmt::format("{}, {} of 3 columns released: records found exactly, least over matrices", whose, k),
                 "impossible (erratum 10)", at_least(1), trials.least(0));
    report.inform("… by rounding the MAP estimate", "", k == 2 ? "0.31" : "", trials.text(1));
  }
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("whole numbers")};
  Report report;
  judge("generated people", generated_attributes(own.rng.fork("attributes")), own, report);
  if (const std::optional<Matrix> real = german_attributes(own, report)) judge("German credit", *real, own, report);
  return report;
}

}  // namespace

extern const Experiment whole_numbers_experiment = {
    .name = "000-integers",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section VI.A",
    .title = "whole numbers behind a known matrix",
    .claim = "it is impossible to find the exact value of any element, even with the matrix known.",
    .run = run};

}  // namespace guise::papers
