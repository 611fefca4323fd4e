// SPDX-License-Identifier: Apache-2.0
// A table of people in a folder of its own, for jobs to read.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "jobs/mask.h"
#include "table/atomic_file.h"

namespace guise::jobs {

/// 600 records of three columns that move together.
class People : public testing::Test {
 protected:
  People() {
    std::filesystem::create_directories(folder_);
    std::ofstream csv(path("people.csv"));
    csv << "age,income,tax\n";
    for (int i = 0; i < 600; ++i) {
      const double age = 20 + (i * 37 % 600) / 10.0, own = (i * 101 % 97) / 97.0;
      csv << age << ',' << 1000 + 50 * age + 300 * own << ',' << 100 + 8 * age + 90 * own * own << '\n';
    }
  }
  ~People() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string bytes(const std::string& name) const { return table::read_file(path(name)); }

  MaskResult masked(const std::string& mask = "noise(snr=2)") const {
    MaskRequest request;
    request.in.path = path("people.csv");
    request.out = path("masked.csv");
    request.mask = mask;
    return run(request, Work{});
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / fmt::format("jobs-{}", ::getpid());
};

}  // namespace guise::jobs
