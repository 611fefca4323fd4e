// SPDX-License-Identifier: Apache-2.0
// Naive Bayes: the class under which the values of a record are likeliest, attribute by attribute. The distributions are those
// of the originals, reconstructed for every class from the noisy release (Agrawal and Srikant 2000, section 4, "ByClass"):
// these are what a miner wants to know, what an unmasked record is told by, and, with the noise added again, what a masked one
// is told by. model=density takes any shape and is the default, as nothing says that attributes are Gaussian; model=gaussian is
// better where a class has some dozen records only.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/attribute_noise.h"
#include "mining/class_counts.h"
#include "mining/class_likelihood.h"
#include "mining/cross_validation.h"
#include "mining/two_records.h"

namespace guise::mining::tasks {
namespace {

using nlohmann::json;

constexpr Param params[] = {
    {.name = "model",
     .help = "distribution of an attribute within a class: reconstructed, or a gaussian with its moments",
     .kind = Param::Kind::choice,
     .choices = "density|gaussian"},
    {.name = "cells",
     .help = "of a reconstructed distribution; 0: 2 n^(1/3) for n records, 4 to 100",
     .kind = Param::Kind::integer,
     .fallback = 0,
     .least = 0,
     .most = 1000},
    kRecords,
    kFolds,
};

std::vector<double> list(const Vector& values) {
  return {values.begin(), values.end()};
}

/// Rice's rule for the number of cells, within what makes sense.
int cells_for(double records) {
  return static_cast<int>(std::clamp(std::ceil(2 * std::cbrt(records)), 4.0, 100.0));
}

json learn_densities(const Data& data, const AttributeNoise& noise, const Params& given) {
  const ClassCounts counts = count_classes(data);
  const auto classes = static_cast<Index>(counts.of.size()), m = noise.sd.size();
  std::vector<json> found(static_cast<std::size_t>(classes * m));
  tbb::parallel_for(Index{0}, classes * m, [&](Index task) {
    const auto c = static_cast<std::size_t>(task / m), j = static_cast<std::size_t>(task % m);
    if (counts.of[c][j].count() == 0) return;
    const auto wanted = static_cast<int>(given.integer("cells"));
    const stats::Density density =
        original_density(counts.of[c][j], noise, task % m, {.cells = wanted > 0 ? wanted : cells_for(counts.records[c])});
    found[static_cast<std::size_t>(task)] = {
        {"low", density.low}, {"width", density.width}, {"probability", list(density.probability)}};
  });
  return {{"model", "density"}, {"records of classes", counts.records}, {"densities", found}};
}

json learn_gaussians(const Data& data) {
  const ClassMoments found = moments_of_classes(data);
  json out = {{"model", "gaussian"}, {"mean", json::array()}, {"variance", json::array()}};
  for (const stats::Moments& each : found.of) {
    out["records of classes"].push_back(static_cast<double>(each.count()));
    out["mean"].push_back(each.count() > 0 ? list(each.mean()) : std::vector<double>());
    out["variance"].push_back(each.count() > 0 ? list(each.variance()) : std::vector<double>());
  }
  // As scikit-learn's GaussianNB: so that a constant attribute has a likelihood.
  out["least variance"] = 1e-9 * found.all().variance().maxCoeff();
  return out;
}

json learn(const Data& data, const AttributeNoise& noise, const Params& given) {
  json out = given.choice("model") == "gaussian" ? learn_gaussians(data) : learn_densities(data, noise, given);
  out["noise"] = list(noise.sd);
  out["cell"] = list(noise.cell);
  out["law"] = random::law_name(noise.law);
  out["records"] = given.choice("records");
  return out;
}

/// Adds the log-likelihoods of a column under every class.
using Score = std::function<void(const MatrixRef& rows, Matrix& scores)>;

Score density_scores(const json& learnt, bool released) {
  const auto noise = learnt.at("noise").get<std::vector<double>>();
  const auto records = learnt.at("records of classes").get<std::vector<double>>();
  const random::Law law = random::law_by_name(learnt.at("law").get<std::string>());
  const auto m = static_cast<Index>(noise.size()), classes = static_cast<Index>(records.size());
  std::vector<Curve> curves(static_cast<std::size_t>(m * classes));
  tbb::parallel_for(Index{0}, m, [&](Index j) {
    std::vector<Learnt> of(records.size());
    for (Index c = 0; c < classes; ++c) {
      const json& each = learnt.at("densities")[static_cast<std::size_t>(c * m + j)];
      if (each.is_null()) continue;
      const auto p = each.at("probability").get<std::vector<double>>();
      of[static_cast<std::size_t>(c)] = {
          {each.at("low"), each.at("width"), Eigen::Map<const Vector>(p.data(), static_cast<Index>(p.size()))},
          records[static_cast<std::size_t>(c)]};
    }
    const Span span = span_of(of);
    for (Index c = 0; c < classes; ++c)
      if (of[static_cast<std::size_t>(c)].records > 0)
        curves[static_cast<std::size_t>(c * m + j)] =
            log_likelihood(of[static_cast<std::size_t>(c)], span, law, released ? noise[static_cast<std::size_t>(j)] : 0);
  });
  return [curves = std::move(curves), m](const MatrixRef& rows, Matrix& scores) {
    for (Index c = 0; c < scores.cols(); ++c)
      for (Index j = 0; j < m; ++j) {
        const Curve& curve = curves[static_cast<std::size_t>(c * m + j)];
        if (curve.value.size() == 0) continue;
        for (Index i = 0; i < rows.rows(); ++i) scores(i, c) += curve(rows(i, j));
      }
  };
}

/// Variance of the originals from that of the release; a hundredth of it at least, as the difference of two estimates can be
/// anything.
double without_noise(double variance, double noise_sd, double cell) {
  constexpr double kLeastShare = 0.01;
  return std::max(variance - square(noise_sd) - square(cell) / 12, kLeastShare * variance);
}

Score gaussian_scores(const json& learnt, bool released) {
  const auto noise = learnt.at("noise").get<std::vector<double>>(), cell = learnt.at("cell").get<std::vector<double>>();
  const double least = learnt.at("least variance");
  const auto m = static_cast<Index>(noise.size()), classes = static_cast<Index>(learnt.at("mean").size());
  Matrix mean = Matrix::Zero(m, classes), variance = Matrix::Ones(m, classes);
  for (Index c = 0; c < classes; ++c) {
    const auto means = learnt.at("mean")[static_cast<std::size_t>(c)].get<std::vector<double>>();
    const auto variances = learnt.at("variance")[static_cast<std::size_t>(c)].get<std::vector<double>>();
    for (std::size_t j = 0; j < means.size(); ++j) {
      const double here = released ? variances[j] : without_noise(variances[j], noise[j], cell[j]);
      mean(static_cast<Index>(j), c) = means[j];
      variance(static_cast<Index>(j), c) = std::max(here + least, std::numeric_limits<double>::min());
    }
  }
  return [mean, variance](const MatrixRef& rows, Matrix& scores) {
    for (Index c = 0; c < scores.cols(); ++c)
      for (Index j = 0; j < mean.rows(); ++j) {
        const double half_log = 0.5 * std::log(variance(j, c)), rate = 0.5 / variance(j, c);
        scores.col(c).array() -= (rows.col(j).array() - mean(j, c)).square() * rate + half_log;
      }
  };
}

Model make_model(const json& learnt, bool released) {
  const auto records = learnt.at("records of classes").get<std::vector<double>>();
  Vector prior = Eigen::Map<const Vector>(records.data(), static_cast<Index>(records.size()));
  prior = (prior / prior.sum()).array().log();  // minus infinity for a class that was not there
  const Score score = learnt.at("model") == "gaussian" ? gaussian_scores(learnt, released) : density_scores(learnt, released);
  Model out{.outputs = {"class"}, .classes = true};
  out.apply = [prior, score](const MatrixRef& rows) {
    Matrix scores = prior.transpose().replicate(rows.rows(), 1), said(rows.rows(), 1 + prior.size());
    score(rows, scores);
    for (Index i = 0; i < rows.rows(); ++i) {
      Index best = 0;
      for (Index c = 1; c < scores.cols(); ++c)
        if (scores(i, c) > scores(i, best)) best = c;
      said(i, 0) = static_cast<double>(best);
      const Eigen::RowVectorXd odds = (scores.row(i).array() - scores(i, best)).exp();  // of the best: 1
      said.row(i).rightCols(odds.size()) = odds / odds.sum();
    }
    return said;
  };
  out.parameters = std::make_shared<const json>(learnt);
  return out;
}

constexpr TwoRecords kTask = {.learn = learn, .make = make_model};

Model load(const json& parameters) {
  return load_two_records(parameters, kTask);
}

Findings run(const Data& data, const Params& given, const random::Rng& rng) {
  return learn_two_records(data, given, rng, kTask);
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  return compare_classifiers(truth, release, kTask);
}

}  // namespace

extern const Task naive_bayes = {.name = "naive-bayes",
                                 .summary = "predict classes by the distributions of the attributes, without the noise",
                                 .paper = "Agrawal and Srikant 2000, section 4",
                                 .needs = Needs::own_columns,
                                 .target = Target::classes,
                                 .params = params,
                                 .streams = true,
                                 .mine = run,
                                 .compare = compare,
                                 .load = load};

}  // namespace guise::mining::tasks
