#include "git/references/ref_name.hpp"

#include <string>

namespace cairn::git {

namespace {

// Longer ones do not fit into a path of the file system together with their folder and ".lock".
constexpr std::size_t longest = 1024;
constexpr std::size_t longest_part = 250;

bool is_part(std::string_view part)
{
    return !part.empty() && part.size() <= longest_part && part.front() != '.' && !part.ends_with(".lock");
}

bool has_only_good_characters(std::string_view name)
{
    for (const auto c : name)
        if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f' || std::string_view("~^:?*[\\").contains(c))
            return false;
    return !name.contains("..") && !name.contains("@{");
}

bool is_below_prefix(std::string_view prefix, std::string_view name)
{
    return !name.starts_with('-') && name != "HEAD" && is_ref_name(std::string(prefix).append(name));
}

} // namespace

bool is_ref_name(std::string_view name)
{
    if (!name.starts_with("refs/") || name.size() > longest || name.ends_with('.') || !has_only_good_characters(name))
        return false;
    while (true) {
        const auto slash = name.find('/');
        if (!is_part(name.substr(0, slash))) return false;
        if (slash == name.npos) return true;
        name.remove_prefix(slash + 1);
    }
}

bool is_branch_name(std::string_view name) { return is_below_prefix(heads, name); }

bool is_tag_name(std::string_view name) { return is_below_prefix(tags, name); }

bool is_never_received(std::string_view name)
{
    return name.starts_with("refs/replace/") || name.starts_with("refs/original/");
}

} // namespace cairn::git
