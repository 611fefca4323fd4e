// SPDX-License-Identifier: Apache-2.0
// How sparse must data be before the least-L1 reconstruction (UICA) beats the linear one (Gaussian MAP)? Beyond paper 004,
// which takes Laplace data for sparse (erratum 54). Attributes of figure 3a with sigma_1 = 0.4; a share of the values are the
// mean exactly. With sigma_1 = 1 the two are even on Laplace data, within 0.002 over 400 matrices.
#include <fmt/format.h>

#include <cmath>

#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/recovery.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kRecords = 1000, kAttributes = 3;

struct Law {
  const char* name;
  bool normal;
  double zeros;
  double reference;  ///< UICA - MAP
};
constexpr Law kLaws[] = {{"normal", true, 0, -0.041},
                         {"Laplace", false, 0, -0.009},
                         {"half zeros, else Laplace", false, 0.5, 0.040},
                         {"80 % zeros, else Laplace", false, 0.8, 0.046}};

/// Mean 0 and variance 1.
Matrix standard(const Law& law, const random::Rng& rng) {
  Matrix out =
      law.normal ? gaussian(kRecords, kAttributes, 1, rng.fork("values")) : laplace(kRecords, kAttributes, rng.fork("values"));
  for (Index j = 0; j < kAttributes; ++j) {
    const Vector place = uniform(kRecords, 0, 1, rng.fork("zeros").with_step(static_cast<std::uint32_t>(j)));
    out.col(j) = (place.array() < law.zeros).select(Vector::Zero(kRecords), out.col(j));
  }
  return out / std::sqrt(1 - law.zeros);
}

Report run(const Settings& settings) {
  const Vector mean{{0.3, 0.5, 0.8}}, sd{{0.4, 0.32, 0.12}};
  Report report;
  std::vector<double> leads;
  for (const Law& law : kLaws) {
    const Trials trials(settings.times(200, 100), settings.rng.fork("sparsity"), [&](const random::Rng& rng) {
      const Matrix truth = (standard(law, rng.fork("records")) * sd.asDiagonal()).rowwise() + mean.transpose();
      const Masked release = masked("project(k=2)", truth, rng.fork("mask"));
      const std::vector<double> rates =
          recovery_of({kUica, kMap}, truth, release.released,
                      with_moments(release.insider, mean, Matrix(sd.cwiseAbs2().asDiagonal())), rng.fork("attack"));
      return std::vector<double>{rates[kOneFifth] - rates[kTolerances.size() + kOneFifth]};
    });
    leads.push_back(trials.mean(0));
    report.inform(fmt::format("{}: rate of UICA - rate of MAP within 20 %, same matrices", law.name), "", number(law.reference),
                  trials.text(0));
  }
  report.check("the linear reconstruction is better on Laplace data", "UICA is for sparse, Laplace data (erratum 54)",
               at_most(0), leads[1]);
  report.check("UICA is better where half of the values are zero", "", at_least(0), leads[2]);
  return report;
}

}  // namespace

extern const Experiment sparsity_experiment = {
    .name = "004-sparsity",
    .paper = "Sang, Shen and Tian 2009 (004), section 5",
    .title = "from which sparsity on least L1 is the better guess",
    .claim = "UICA is for attributes that are independent and sparse, that is, Laplace.",
    .run = run};

}  // namespace guise::papers
