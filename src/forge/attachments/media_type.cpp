#include "attachments/media_type.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::attachments {

std::string_view safe_type(std::string_view beginning)
{
    const auto type = media_type_of(beginning);
    return type == "image/svg+xml" ? "text/plain; charset=utf-8" : type;
}

bool is_allowed(std::span<const std::string> types, std::string_view name, std::string_view media_type)
{
    const auto plain = media_type.substr(0, media_type.find(';'));
    const auto lower = text::to_lower(name);
    return types.empty() || std::ranges::any_of(types, [&](const std::string& entry) {
               const auto type = text::to_lower(text::trim(entry));
               if (type == "*/*") return true;
               if (type.starts_with('.')) return lower.ends_with(type);
               if (type.ends_with("/*")) return plain.starts_with(std::string_view(type).substr(0, type.size() - 1));
               return type == plain;
           });
}

} // namespace cairn::attachments
