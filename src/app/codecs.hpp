// What is done in codec processes: the list of all codecs.
#pragma once

#include <memory>
#include <span>

#include "config/settings.hpp"
#include "sandbox/codec_processes.hpp"

namespace cairn::app {

std::span<const sandbox::Codec* const> codecs();

// They live as long as what is returned lives; nothing where the settings want none.
std::unique_ptr<sandbox::CodecProcesses> open_codec_processes(const config::Settings&);

// Tells the log what of it is not to be had, by the settings or by the kernel.
void tell_what_is_not_confined(const config::Settings&);

} // namespace cairn::app
