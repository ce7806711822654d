#include "markup/language_class.hpp"

#include "base/text.hpp"

namespace cairn::markup {

std::string language_class(std::string_view info)
{
    std::string name(info.substr(0, info.find_first_of(" \t{")));
    for (char& c : name)
        if (!text::is_alpha(c) && !text::is_digit(c) && c != '-' && c != '_') c = '_';
    return "language-" + (name.empty() ? "text" : name);
}

} // namespace cairn::markup
