// SPDX-License-Identifier: Apache-2.0
// Standard input, output and error, which may be closed, full or a pipe that nobody reads.
#pragma once
#include <string_view>

namespace guise::cli {

/// Gives the descriptors 0, 1 and 2 that are closed to nothing that can be read or written: a file that is opened later must
/// not be taken for standard error. A pipe that nobody reads becomes an error instead of the end of the process.
void secure_streams();

/// To standard error, as far as it goes: a remark that cannot be made changes nothing about the work.
void complain(std::string_view text) noexcept;

/// Throws std::system_error where something that was printed did not reach standard output.
void finish_output();
/// Whether printing failed before.
bool output_failed();

/// Ends the process as a pipe without a reader ends others.
[[noreturn]] void end_by_broken_pipe();

}  // namespace guise::cli
