// What is wrong with a template: a mistake of ours, which the unit tests find.
#pragma once

#include <stdexcept>
#include <string>

namespace cairn::pages {

struct TemplateError : std::logic_error {
    TemplateError(const std::string& file, int line, const std::string& what)
        : std::logic_error(file + ":" + std::to_string(line) + ": " + what)
    {
    }
};

} // namespace cairn::pages
