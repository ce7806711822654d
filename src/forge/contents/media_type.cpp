#include "contents/media_type.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::contents {

using namespace std::string_view_literals;

std::string shown_type(std::string_view beginning)
{
    const auto type = media_type_of(beginning);
    const bool is_archive = type.starts_with("application/") && type != "application/pdf" && type != "application/ogg";
    return std::string(is_archive ? "application/octet-stream" : type);
}

std::string inline_disposition(std::string_view name)
{
    const auto is_plain = [](char c) { return text::is_alpha(c) || text::is_digit(c) || "-_."sv.contains(c); };
    if (!name.empty() && std::ranges::all_of(name, is_plain)) return "inline; filename=" + std::string(name);
    std::string quoted;
    for (const char c : name) quoted += c == '"' || c == '\\' || c < ' ' || c > '~' ? '_' : c;
    return "inline; filename=\"" + quoted + "\"; filename*=UTF-8''" + http::encode_path_segment(name);
}

} // namespace cairn::contents
