// SPDX-License-Identifier: Apache-2.0
// A histogram that finds its own cells: widths are powers of two, cells are aligned to multiples of them, and neighbours are
// joined as the range grows. The result depends only on the numbers, not on their order, so partial histograms merge exactly.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace guise::stats {

class Histogram {
 public:
  static constexpr int kMostCells = 4096;
  explicit Histogram(int most_cells = kMostCells) : most_cells_(most_cells) {}
  void add(std::span<const double> values);  ///< NaN and infinities are left out
  void merge(const Histogram& other);        ///< made for as many cells, unless one of them is empty

  std::int64_t count() const { return count_; }
  double width() const;                 ///< of a cell
  double edge(std::size_t cell) const;  ///< its lower edge
  const std::vector<std::int64_t>& cells() const { return cells_; }
  double quantile(double share) const;  ///< linear within a cell; NaN when nothing was added

  template <typename Form>
  friend void fields(Form& form, Histogram& histogram);  ///< stats/forms.h

 private:
  void coarsen();                           // joins neighbours: cells twice as wide
  void make_room(double low, double high);  // for values between them
  int most_cells_;
  std::int64_t count_ = 0;
  int exponent_ = 0;        // width = 2^exponent_
  std::int64_t first_ = 0;  // cells_[0] covers [first_, first_ + 1) * width
  std::vector<std::int64_t> cells_;
};

}  // namespace guise::stats
