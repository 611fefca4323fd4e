// SPDX-License-Identifier: Apache-2.0
// (x - center) / scale, with public numbers or with the mean and standard deviation of the data.
#include "masks/learnt.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "center", .help = "public centre; the mean of the data when not given", .kind = Param::Kind::numbers},
    {.name = "scale",
     .help = "public scale; the standard deviation of the data when not given",
     .kind = Param::Kind::numbers,
     .positive = true},
};

Learn learns(const Params& given) {
  return given.has("center") && given.has("scale") ? Learn::nothing : Learn::moments;
}

Plan plan(const StepInput& input) {
  Plan made;
  made.columns = input.columns;
  made.card.effect = Effect::affine;
  made.card.learnt = input.moments != nullptr;
  // Only public numbers go on the card: learnt ones are statistics of the data.
  if (input.params.has("center")) made.card.center = input.params.numbers("center", input.columns.size());
  if (input.params.has("scale")) made.card.scale = input.params.numbers("scale", input.columns.size());
  const auto as_vector = [](const std::vector<double>& v) -> Vector {
    return Eigen::Map<const Vector>(v.data(), static_cast<Index>(v.size()));
  };
  const Vector center = input.params.has("center") ? as_vector(made.card.center) : input.moments->mean();
  const Vector scale =
      input.params.has("scale")
          ? as_vector(made.card.scale)
          : Vector(varying(input, *input.moments, "it cannot be divided by its standard deviation").cwiseSqrt());
  made.apply = [center, scale](table::Chunk& chunk) {
    for (Index j = 0; j < center.size(); ++j) chunk.values.col(j) = (chunk.values.col(j).array() - center[j]) / scale[j];
  };
  // The thief is given learnt numbers too: whoever knows roughly what the columns are knows them well enough.
  made.undo = [center, scale](table::Chunk& chunk) {
    for (Index j = 0; j < center.size(); ++j) chunk.values.col(j) = chunk.values.col(j).array() * scale[j] + center[j];
  };
  if (input.moments) made.notes.emplace_back(kVoidsCertificate);
  return made;
}

}  // namespace

extern const Step standardize = {.name = "standardize",
                                 .summary = "subtract a centre and divide by a scale",
                                 .paper = "",
                                 .params = params,
                                 .learns = learns,
                                 .plan = plan};

}  // namespace guise::masks::steps
