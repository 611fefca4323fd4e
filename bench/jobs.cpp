// SPDX-License-Identifier: Apache-2.0
// guise_bench JOB IN.npy OUT.npy [ARGUMENT]: does one job in memory, writes the answer, prints the best time of five in
// seconds.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "attacks/in_memory.h"
#include "base/error.h"
#include "base/large_matrix.h"
#include "linalg/blas.h"
#include "masks/mask.h"
#include "mining/nearest_records.h"
#include "random/key.h"
#include "random/laws.h"
#include "stats/density.h"
#include "stats/fast_ica.h"
#include "stats/kmeans.h"
#include "stats/moments.h"
#include "table/table.h"
#include "table/transform.h"

namespace {

using guise::Index;
using guise::Matrix;

constexpr int kRuns = 5;

double best_of(const std::function<void()>& job) {
  double best = 1e300;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    job();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Pieces of a column per task: long enough that the start of a task costs nothing.
constexpr Index kPiece = 1 << 17;

/// Calls work(column, first, values) for pieces of every column, in parallel.
void for_pieces(Matrix& values, const std::function<void(Index, Index, std::span<double>)>& work) {
  const Index pieces = (values.rows() + kPiece - 1) / kPiece;
  tbb::parallel_for(Index{0}, pieces * values.cols(), [&](Index task) {
    const Index column = task / pieces, first = task % pieces * kPiece, count = std::min(kPiece, values.rows() - first);
    work(column, first, {values.col(column).data() + first, static_cast<std::size_t>(count)});
  });
}

double normals(const Matrix&, Matrix& out, const std::string& count) {
  const auto rng = guise::random::Rng::from_seed(1);
  out.resize(std::stol(count), 1);
  return best_of([&] {
    for_pieces(out, [&](Index, Index first, std::span<double> values) {
      guise::random::fill_normal(rng, 0, static_cast<std::uint64_t>(first), values);
    });
  });
}

double add_noise(const Matrix& in, Matrix& out, const std::string&) {
  const auto rng = guise::random::Rng::from_seed(1);
  out = in;
  return best_of([&] {
    for_pieces(out, [&](Index column, Index first, std::span<double> values) {
      guise::random::add_noise(guise::random::Law::gaussian, rng, static_cast<std::uint32_t>(column),
                               static_cast<std::uint64_t>(first), 1.0, values);
    });
  });
}

double covariance(const Matrix& in, Matrix& out, const std::string&) {
  return best_of([&] { out = guise::stats::moments_of(in).covariance(); });
}

double attack(const Matrix& in, Matrix& out, const std::string& spec) {
  guise::attacks::Knowledge knowledge;
  knowledge.noise_law = guise::random::Law::gaussian;
  knowledge.noise_covariance = Matrix::Identity(in.cols(), in.cols());
  return best_of([&] { out = guise::attacks::reconstruct(spec, in, knowledge).values; });
}

/// Nobody can tell from outside whether a distortion is right: some records by the formula and the C library.
void check_distortion(const guise::stats::DistortionMap& map, const Matrix& in, const Matrix& out) {
  for (Index i = 0; i < in.rows(); i += 1 + in.rows() / 1000) {
    const guise::Vector inner = (map.w * in.row(i).transpose() + map.a).unaryExpr([](double u) { return std::tanh(u); });
    const double off = (map.q * inner + map.b - out.row(i).transpose()).cwiseAbs().maxCoeff();
    guise::require(off < 1e-9, "record {} is off by {}", i, off);
  }
}

std::vector<std::string> column_names(Index count) {
  std::vector<std::string> names;
  for (Index j = 0; j < count; ++j) names.push_back(fmt::format("c{}", j));
  return names;
}

/// A mask of a matrix, as a program that links guise applies it.
double mask(const Matrix& in, Matrix& out, const std::string& spec) {
  namespace masks = guise::masks;
  const auto names = column_names(in.cols());
  const auto table = guise::table::Table::from_matrix(in, names);
  const guise::table::Selection selection{.attributes = names, .kept = {}};
  const auto prepared = masks::prepare(masks::Mask::parse(spec), table, selection, {}, guise::random::Key::create());
  if (prepared.folds()) return best_of([&] { out = masks::released(prepared, table, selection, {}); });
  out = guise::large_matrix(in.rows(), static_cast<Index>(prepared.columns().size()));
  const double seconds = best_of([&] { masks::mask_records(prepared, 0, in, out); });
  if (const auto secret = prepared.secrets()[0].distortion) check_distortion(*secret, in, out);
  return seconds;
}

/// The same of records in single precision.
double mask_singles(const Matrix& in, Matrix& out, const std::string& spec) {
  namespace masks = guise::masks;
  const auto names = column_names(in.cols());
  const auto table = guise::table::Table::from_matrix(in.topRows(1), names);
  const auto prepared =
      masks::prepare(masks::Mask::parse(spec), table, {.attributes = names, .kept = {}}, {}, guise::random::Key::create());
  const guise::Singles singles = in.cast<float>();
  guise::Singles masked(in.rows(), static_cast<Index>(prepared.columns().size()));
  const double seconds = best_of([&] { masks::mask_records(prepared, 0, singles, masked); });
  out = masked.cast<double>();
  return seconds;
}

Matrix read(const std::string& path) {
  const auto table = guise::table::Table::open(path);
  return guise::table::read_all(table, {.attributes = table.schema().numeric(), .kept = {}});
}

/// Independent components from one random start; the answer is the unmixing matrix.
double ica(const Matrix& in, Matrix& out, const std::string&) {
  const auto rng = guise::random::Rng::from_seed(1);
  return best_of([&] { out = guise::stats::fast_ica(in, {.starts = 1}, rng).unmixing; });
}

/// Attack 'sparse' on records of mean 0 and variance 1 that went through the matrix in that file.
double sparse(const Matrix& in, Matrix& out, const std::string& matrix) {
  guise::attacks::Knowledge knowledge;
  const Matrix map = read(matrix);
  const Index k = map.rows(), m = map.cols();
  knowledge.mixed = true;
  knowledge.attributes = m;
  knowledge.channel = guise::linalg::Affine{map, guise::Vector::Zero(k), Matrix::Zero(k, k)};
  knowledge.prior_mean = guise::Vector::Zero(m);
  knowledge.prior_covariance = Matrix::Identity(m, m);
  return best_of([&] { out = guise::attacks::reconstruct("sparse", in, knowledge).values; });
}

/// Thirty passes of k-means from the centres in that file; the answer is where they end.
double kmeans(const Matrix& in, Matrix& out, const std::string& start) {
  const Matrix centres = read(start);
  const guise::Vector origin = in.colwise().mean();
  return best_of([&] {
    out = guise::stats::lloyd(guise::stats::blocks_of(in), centres, origin, {.iterations = 30, .remember = true}).centres;
  });
}

/// The distribution behind Gaussian noise of standard deviation 1: 100 cells, 50 iterations. The answer: low ends,
/// probabilities.
double density(const Matrix& in, Matrix& out, const std::string&) {
  guise::stats::Density found;
  const double seconds = best_of([&] {
    guise::stats::Histogram histogram;
    histogram.add({in.data(), static_cast<std::size_t>(in.size())});
    found = guise::stats::reconstruct_density(histogram, guise::random::Law::gaussian, 1, {.cells = 100, .iterations = 50});
  });
  out.resize(found.probability.size(), 2);
  for (Index i = 0; i < out.rows(); ++i) out.row(i) << found.center(i) - found.width / 2, found.probability(i);
  return seconds;
}

/// The ten nearest of the first records, that many; their places.
double neighbours(const Matrix& in, Matrix& out, const std::string& count) {
  std::vector<Index> asked(static_cast<std::size_t>(std::stol(count)));
  std::iota(asked.begin(), asked.end(), Index{0});
  guise::mining::NearestRecords found;
  const double seconds = best_of([&] { found = guise::mining::nearest_records(in, asked, 10, guise::mining::Search::exact); });
  out = found.places.cast<double>();
  return seconds;
}

const std::map<std::string, double (*)(const Matrix&, Matrix&, const std::string&)> jobs = {
    {"normals", normals}, {"add_noise", add_noise},       {"covariance", covariance}, {"attack", attack},
    {"mask", mask},       {"mask_singles", mask_singles}, {"sparse", sparse},         {"ica", ica},
    {"kmeans", kmeans},   {"density", density},           {"neighbours", neighbours}};

void write(const std::string& path, Matrix values) {
  const auto names = column_names(values.cols());
  const auto table = guise::table::Table::from_matrix(std::move(values), names);
  guise::table::transform(table, {.attributes = names, .kept = {}}, {}, {.path = path, .columns = names},
                          [](guise::table::Chunk&) {});
}

}  // namespace

int main(int argc, char** argv) {
  try {
    guise::require(argc >= 4 && jobs.contains(argv[1]), "usage: guise_bench JOB IN.npy OUT.npy [ARGUMENT]");
    guise::linalg::use_one_blas_thread();
    const std::string input = argv[2];
    Matrix out;
    const double seconds = jobs.at(argv[1])(input == "-" ? Matrix() : read(input), out, argc > 4 ? argv[4] : "");
    write(argv[3], std::move(out));
    fmt::print("{}\n", seconds);
    return 0;
  } catch (const guise::Error& error) {
    fmt::print(stderr, "guise_bench: {}\n", error.what());
    return 1;
  }
}
