// What the text that Prometheus reads says of a figure before its values.
#pragma once

#include <string>
#include <string_view>

namespace cairn::app {

void append_figure_head(std::string& out, std::string_view name, std::string_view type, std::string_view help);

} // namespace cairn::app
