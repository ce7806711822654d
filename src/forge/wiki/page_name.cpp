#include "wiki/page_name.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::wiki {

namespace {

constexpr std::string_view ending = ".md";
constexpr std::string_view mark = ".-"; // dashes are dashes

std::string replace(std::string_view text, char from, char to)
{
    std::string replaced(text);
    std::ranges::replace(replaced, from, to);
    return replaced;
}

// A title as an address. One that would not survive the way back gets the mark.
std::string escaped(std::string_view title, bool marked)
{
    if (marked || title.contains('-') || title.ends_with(ending))
        return http::encode_query(std::string(title).append(mark));
    return http::encode_query(replace(title, ' ', '-'));
}

std::string unescaped(std::string_view address)
{
    const auto plain = address.ends_with(mark) ? std::string(address.substr(0, address.size() - mark.size()))
                                               : replace(address, '-', ' ');
    return http::decode_query(plain).value_or(plain);
}

// Without empty parts, "." and "..", as a path that cannot lead out of the wiki.
std::string clean(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (const auto part : text::split(path, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..") parts.push_back(part);
        else if (!parts.empty()) parts.pop_back();
    }
    return text::join(parts, "/");
}

} // namespace

PageName PageName::of_title(std::string_view title)
{
    auto address = clean(escaped(text::trim(title), false));
    if (address.empty()) address = "unnamed";
    return PageName(std::move(address));
}

PageName PageName::of_request(std::string_view escaped_path)
{
    std::string address;
    for (const char c : clean(escaped_path)) {
        if (c == '/') address += "%2F";
        else address += c;
    }
    return PageName(std::move(address));
}

std::optional<PageName> PageName::of_file(std::string_view file)
{
    if (!file.ends_with(ending) || file.size() == ending.size()) return std::nullopt;
    const auto name = file.substr(0, file.size() - ending.size());
    return PageName(escaped(unescaped(name), name.ends_with(mark)));
}

std::string PageName::title() const
{
    std::string_view address = address_;
    if (!address.ends_with(ending)) return unescaped(address);
    address.remove_suffix(ending.size());
    return unescaped(http::decode_path_segment(address).value_or(std::string(address)));
}

std::string PageName::file() const
{
    if (address_.ends_with(ending)) return clean(http::decode_path_segment(address_).value_or(address_));
    auto name = escaped(unescaped(address_), address_.ends_with(mark));
    // A blank is harmless in a file's name.
    return replace(name, '+', ' ').append(ending);
}

std::vector<std::string> PageName::files() const
{
    std::vector<std::string> all{file()};
    for (auto other : {http::decode_path_segment(all.front()).value_or(""), title().append(ending)})
        if (!other.empty() && std::ranges::find(all, other) == all.end()) all.push_back(std::move(other));
    return all;
}

bool PageName::is_reserved() const
{
    constexpr std::array<std::string_view, 4> reserved{"_pages", "_new", "_edit", "raw"};
    return std::ranges::find(reserved, address_) != reserved.end();
}

} // namespace cairn::wiki
