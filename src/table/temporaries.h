// SPDX-License-Identifier: Apache-2.0
// The temporary files and folders of this process, so that a program that is told to stop can take them away.
#pragma once
#include <filesystem>
#include <functional>

namespace guise::table {

/// A name that is in use as long as the object lives: of a file or folder that is there, or is made next. What other libraries
/// make for it has a longer name in the same folder, with this one in front, and is taken away with it.
class TemporaryName {
 public:
  explicit TemporaryName(std::filesystem::path path);
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  ~TemporaryName();

  /// `rename` gives the file its own name, and the temporary one is no longer in use; nothing is taken away in between.
  void give_up(const std::function<void()>& rename);

 private:
  std::filesystem::path path_;
};

/// Takes away whatever stands under a name in use, for a process that ends now: no name can be taken or given up any more, and
/// a thread that tries waits for ever. May be called once.
void remove_temporaries();

/// The file or folder, and everything beside it whose name begins with its name.
void remove_with_companions(const std::filesystem::path& path);

}  // namespace guise::table
