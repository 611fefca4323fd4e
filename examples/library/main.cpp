// SPDX-License-Identifier: Apache-2.0
// Three columns that follow one hidden number, masked with noise: how much of it does an outsider see through?
// The request is a value: the document that is printed last repeats this run with `guise run`.
#include <guise/jobs.h>

#include <cstdio>
#include <iostream>

int main() {
  using namespace guise;
  jobs::AuditRequest request;
  request.in.sql =
      "SELECT 100 + 5 * hidden + sin(7.1 * i) AS height, 90 + 5 * hidden + sin(3.7 * i * i) AS reach, "
      "80 + 5 * hidden + cos(5.3 * i) AS stride FROM (SELECT i, sin(i) + cos(0.37 * i * i) AS hidden FROM range(2000) t(i))";
  request.masks = {"noise(snr=1)"};
  request.attackers = {"outsider"};
  request.keys = 2;
  request.seed = 1;
  try {
    const jobs::AuditResult result = jobs::run(request, jobs::Work{});
    std::fputs(audit::verdict(result.found).c_str(), stdout);
    std::cout << "\nThe same again: " << result.request.dump() << '\n';
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.fault());
  }
}
