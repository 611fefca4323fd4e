// SPDX-License-Identifier: Apache-2.0
// Rosenblatt's perceptron. It sees records through inner products only, so that a rotation changes nothing and a projection
// little (paper 000, section VII.C).
#include "mining/compare.h"
#include "mining/perceptron_passes.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng& rng) {
  const PerceptronSettings settings = perceptron_settings(params);
  Perceptrons learnt;
  Findings out = learn_classes(data, params.integer("folds"), rng, [&](const Data& training) {
    learnt = learn_perceptrons(training, settings, rng);
    return linear_classifier(scores_of(learnt, learnt.last, settings.bias));
  });
  out.figures.push_back({"mistakes per epoch", learnt.mistakes / static_cast<double>(settings.epochs)});
  note_order(learnt, settings, out);
  return out;
}

}  // namespace

extern const Task perceptron = {.name = "perceptron",
                                .summary = "predict classes by the perceptron, one against the rest where there are several",
                                .paper = "000 section VII",
                                .needs = Needs::records,
                                .target = Target::classes,
                                .params = kPerceptronParams,
                                .streams = true,
                                .mine = run,
                                .compare = compare_accuracy,
                                .load = load_linear_classifier};

}  // namespace guise::mining::tasks
