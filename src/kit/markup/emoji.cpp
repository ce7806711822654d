#include "markup/emoji.hpp"

#include "markup/names.hpp"

namespace cairn::markup {

std::string_view find_emoji(std::string_view name)
{
    static const NameTable names(emoji_files::embedded_files().front().bytes);
    return names.find(name);
}

} // namespace cairn::markup
