// SPDX-License-Identifier: Apache-2.0
// Rosenblatt's perceptron over a stream: the weights are what is held, and the records go by once per epoch. Several classes
// are learnt one against the rest in the same pass.
#pragma once
#include "mining/classifier.h"

namespace guise::mining {

/// Vectors of one problem and how many records each of them was right on (Freund and Schapire 1999, figure 1).
struct Survivors {
  std::vector<double> vectors = {};  ///< one after the other
  std::vector<double> counts = {};
};

struct PerceptronSettings {
  std::int64_t epochs = 10;
  bool bias = true;              ///< an attribute that is always 1 comes last
  bool shuffled = true;          ///< within blocks, anew in every epoch
  std::size_t most_vectors = 0;  ///< of all problems together; with more of them none is kept
};

/// Two classes are one problem, the second against the first; more are one problem each, against the rest.
struct Perceptrons {
  Matrix last;                       ///< weights x problems, after the last record
  Matrix sum;                        ///< of the weights that each record was judged with
  std::vector<Survivors> survivors;  ///< per problem; empty with more than most_vectors
  std::vector<bool> seen;            ///< which classes there were
  double mistakes = 0;               ///< of all problems and epochs
  std::int64_t blocks = 0;           ///< of the table
  std::vector<int> classes() const;  ///< those seen
  bool one_problem() const;          ///< for two classes
};

Perceptrons learn_perceptrons(const Data&, const PerceptronSettings&, const random::Rng&);

/// Scores of the classes that were seen, from a column of weights per problem.
LinearScores scores_of(const Perceptrons&, const Matrix& weights, bool bias);

/// Parameters of both tasks.
inline constexpr Param kPerceptronParams[] = {
    {.name = "epochs",
     .help = "passes over the records",
     .kind = Param::Kind::integer,
     .fallback = 10,
     .least = 1,
     .most = 10000},
    {.name = "bias", .help = "also learn a constant", .kind = Param::Kind::choice, .choices = "yes|no"},
    {.name = "shuffle",
     .help = "shuffle records within runs of 1024 anew in every epoch",
     .kind = Param::Kind::choice,
     .choices = "yes|no"},
    kFolds};
PerceptronSettings perceptron_settings(const Params&);

/// What the order of a long table does to a perceptron.
void note_order(const Perceptrons&, const PerceptronSettings&, Findings&);

}  // namespace guise::mining
