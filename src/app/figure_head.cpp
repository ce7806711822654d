#include "app/figure_head.hpp"

#include <iterator>

#include <fmt/format.h>

namespace cairn::app {

void append_figure_head(std::string& out, std::string_view name, std::string_view type, std::string_view help)
{
    fmt::format_to(std::back_inserter(out), "# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
}

} // namespace cairn::app
