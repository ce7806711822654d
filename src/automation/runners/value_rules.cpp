#include "runners/value_rules.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::runners {

namespace {

constexpr std::size_t longest_name = 255;

bool is_identifier(std::string_view name)
{
    const auto starts = [](char c) { return text::is_alpha(c) || c == '_'; };
    return !name.empty() && starts(name.front())
        && std::ranges::all_of(name, [&](char c) { return starts(c) || text::is_digit(c); });
}

} // namespace

Result<std::string> read_value_name(std::string_view name)
{
    constexpr std::array<std::string_view, 3> reserved{"CAIRN_", "GITEA_", "GITHUB_"};
    if (!is_identifier(name))
        return fail(Errc::bad_request, "a name has letters, digits and underscores, and does not begin with a digit");
    if (name.size() > longest_name) return fail(Errc::bad_request, "a name has at most 255 characters");
    for (const auto prefix : reserved)
        if (text::istarts_with(name, prefix))
            return fail(Errc::bad_request, "names that begin with " + std::string(prefix) + " are the site's own");
    if (text::iequals(name, "CI")) return fail(Errc::bad_request, "CI is set for every job and cannot be another");
    return text::to_upper(name);
}

Result<std::string> read_value(std::string_view value)
{
    std::string kept;
    kept.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '\r') kept += value[i];
        else if (i + 1 == value.size() || value[i + 1] != '\n') kept += '\n';
    }
    if (kept.size() > longest_value) return fail(Errc::bad_request, "a value has at most 65536 bytes");
    return kept;
}

std::string read_description(std::string_view description)
{
    std::size_t end = 0;
    for (std::size_t count = 0; end < description.size() && count < longest_description; ++count)
        end += std::max<std::size_t>(utf8_sequence(description.substr(end)), 1);
    return std::string(description.substr(0, end));
}

} // namespace cairn::runners
