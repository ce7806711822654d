#include "api/scope.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace cairn::api {

namespace {

// In the order of Category, which is the order of the normal form.
constexpr std::array<std::string_view, category_count> category_names{
    "activitypub", "admin", "misc", "notification", "organization", "package", "issue", "repository", "user"};

constexpr std::string_view all_name = "all";
constexpr std::string_view public_only_name = "public-only";

// Of a name that nobody knows, so that an answer does not carry a client's megabyte back.
constexpr std::size_t longest_quote = 64;

constexpr std::uint16_t every_category = (1U << category_count) - 1;

std::optional<std::uint16_t> category_bit(std::string_view name)
{
    for (std::size_t i = 0; i < category_count; ++i)
        if (category_names[i] == name) return static_cast<std::uint16_t>(1U << i);
    return {};
}

// Calls `visit` for each part between commas that is not empty, until it returns false.
template <class Visit> void split(std::string_view joined, Visit visit)
{
    while (!joined.empty()) {
        const auto name = joined.substr(0, joined.find(','));
        joined.remove_prefix(std::min(name.size() + 1, joined.size()));
        if (!name.empty() && !visit(name)) return;
    }
}

} // namespace

std::string scope_name(Category category, Level level)
{
    std::string name(level == Level::write ? "write:" : "read:");
    name += category_names[static_cast<std::size_t>(category)];
    return name;
}

bool ScopeSet::add(std::string_view name)
{
    if (name == public_only_name) {
        public_only_ = true;
        return true;
    }
    if (name == all_name) {
        read_ = write_ = every_category;
        return true;
    }
    const auto colon = name.find(':');
    if (colon == name.npos) return false;
    const auto level = name.substr(0, colon);
    const auto bit = category_bit(name.substr(colon + 1));
    if (!bit || (level != "read" && level != "write")) return false;
    read_ |= *bit;
    if (level == "write") write_ |= *bit;
    return true;
}

Result<ScopeSet> ScopeSet::parse(std::span<const std::string> names)
{
    ScopeSet set;
    std::string_view unknown;
    for (const std::string& joined : names) {
        split(joined, [&](std::string_view name) {
            if (set.add(name)) return true;
            unknown = name;
            return false;
        });
        if (!unknown.empty())
            return fail(Errc::bad_request, "unknown scope \"" + std::string(unknown.substr(0, longest_quote)) + "\"");
    }
    return set;
}

ScopeSet ScopeSet::from_stored(std::string_view joined)
{
    // A name that this version does not know opens nothing, so a row of a newer version still signs in.
    ScopeSet set;
    split(joined, [&](std::string_view name) {
        set.add(name);
        return true;
    });
    return set;
}

bool ScopeSet::contains(const ScopeSet& other) const
{
    if (public_only_ && !other.public_only_) return false;
    return (other.read_ & ~read_) == 0 && (other.write_ & ~write_) == 0;
}

std::vector<std::string> ScopeSet::names() const
{
    std::vector<std::string> names;
    if (public_only_) names.emplace_back(public_only_name);
    if (write_ == every_category) {
        names.emplace_back(all_name);
        return names;
    }
    for (std::size_t i = 0; i < category_count; ++i) {
        const auto category = static_cast<Category>(i);
        if (allows(category, Level::read))
            names.push_back(scope_name(category, allows(category, Level::write) ? Level::write : Level::read));
    }
    return names;
}

std::string ScopeSet::stored() const
{
    std::string joined;
    for (const std::string& name : names()) {
        if (!joined.empty()) joined += ',';
        joined += name;
    }
    return joined;
}

std::vector<std::string> ScopeSet::missing(Scope needed, Level level) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < category_count; ++i) {
        const auto category = static_cast<Category>(i);
        if (needed.has(category) && !allows(category, level)) names.push_back(scope_name(category, level));
    }
    return names;
}

} // namespace cairn::api
