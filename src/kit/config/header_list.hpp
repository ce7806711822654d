// Headers as one setting, in the form that OpenTelemetry has for them: NAME=VALUE, several separated by commas, and %XX
// in a value for what could not stand there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::config {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

// Nothing for what is none, or could not be sent.
std::optional<HeaderList> parse_header_list(std::string_view);

} // namespace cairn::config
