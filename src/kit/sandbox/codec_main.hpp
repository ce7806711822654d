// A codec process from inside: a process of this program that runs one codec for the server and can do nothing else. It
// has one descriptor, over which requests come and answers go; no files, no network, and no other processes; and limits
// of memory and time. It is started as `PROGRAM --codec CODEC`, which is nothing for people.
#pragma once

#include <span>
#include <string_view>

#include "sandbox/codec.hpp"

namespace cairn::sandbox {

inline constexpr std::string_view codec_argument = "--codec";

// How a codec process has ended that says why.
enum CodecExit : int { exit_unknown_codec = 2, exit_out_of_memory = 3, exit_not_confined = 4, exit_failed = 5 };

// The first thing in main(): does not return where the line says that this process is a codec process, but works and
// exits.
void become_codec_if_told(int argc, char** argv, std::span<const Codec* const> codecs);

} // namespace cairn::sandbox
