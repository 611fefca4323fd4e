// SPDX-License-Identifier: Apache-2.0
// What attacks on additive noise must leave. Paper 002.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/topic.h"
#include "theory/reconstruction_error.h"

namespace guise::cli {
namespace {

constexpr TopicOption limit_options[] = {{"sd", "X", "standard deviation of the noise", true},
                                         kEigenvalues,
                                         kTable,
                                         {"kept", "P", "components the attack keeps (default: the best number)"}};

Answer noise_limit(const Given& given) {
  const double sd = given.number("sd");
  require(sd > 0, "--sd must be above 0, got {}", sd);
  const Vector eigenvalues = given.falling_eigenvalues();
  require(!given.has("kept") || given.count("kept") <= eigenvalues.size(), "--kept is at most the number of attributes, {}",
          eigenvalues.size());
  Index kept = given.has("kept") ? given.count("kept") : 0;
  if (!given.has("kept"))  // dropping a component costs its eigenvalue and saves the noise along it
    kept = (eigenvalues.array() > square(sd)).count();
  const double principal = theory::principal_error(eigenvalues, square(sd), kept);
  const double bayes = theory::bayes_error(eigenvalues, square(sd));
  Answer out;
  out.sentence = fmt::format(
      "The best linear attack takes the mean squared error per value from {:.6g}, the noise, down to {:.6g}; the {} leading "
      "principal components leave {:.6g}.",
      square(sd), bayes, kept, principal);
  out.figures = {{"noise", square(sd)},
                 {"bayes", bayes},
                 {"principal", principal},
                 {"principal_noise_part", theory::principal_noise_error(square(sd), kept, eigenvalues.size())},
                 {"kept", kept}};
  return out;
}

}  // namespace

extern const Topic noise_limit_topic;
const Topic noise_limit_topic = {.name = "noise-limit",
                                 .summary = "the error that the best attacks on additive noise must leave",
                                 .paper = "Huang, Du and Chen 2005, Theorem 5.2 and section 6",
                                 .params = limit_options,
                                 .example = "guise theory noise-limit --sd 5 --eigenvalues 400,400,1,1,1",
                                 .work_out = noise_limit};

}  // namespace guise::cli
