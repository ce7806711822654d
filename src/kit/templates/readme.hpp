// The first words about a new repository.
#pragma once

#include <string>

#include "base/result.hpp"

namespace cairn::templates {

// The text of a README.md from the template of that name; `Default` is the only one.
inline Result<std::string> render_readme(std::string_view template_name, std::string_view repository,
                                         std::string_view description)
{
    if (template_name != "Default")
        return fail(Errc::bad_request, "there is no README template '" + std::string(template_name) + "'");
    std::string text = "# ";
    text.append(repository).append("\n\n").append(description);
    return text;
}

} // namespace cairn::templates
