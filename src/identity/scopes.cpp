#include "identity/scopes.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/reflect.hpp"
#include "base/text.hpp"

namespace cairn::identity {

using api::Category;
using api::Level;
using api::ScopeSet;

namespace {

struct Learned {
    std::string_view name;
    std::string_view words;
};
// OpenID Connect Core, 5.4, and groups.
constexpr std::array learned{
    Learned{"openid", "Know who you are: the number of your account"},
    Learned{"profile", "See your name, picture, website and language"},
    Learned{"email", "See your e-mail address"},
    Learned{"groups", "See which organizations and teams you are in"},
    Learned{"userinfo", "See your name and picture"}, // not of the standard, but asked for beside public-only
};

bool is_learned(std::string_view name) { return std::ranges::find(learned, name, &Learned::name) != learned.end(); }

std::vector<std::string> rights_asked_for(std::string_view scope)
{
    auto names = split_scope(scope);
    std::erase_if(names, is_learned);
    return names;
}

struct Opened {
    Category category;
    std::string_view things;
};
constexpr std::array opened{
    Opened{Category::repository, "repositories that you can see"},
    Opened{Category::issue, "issues, comments, labels and milestones"},
    Opened{Category::organization, "your organizations and teams"},
    Opened{Category::user, "your account, its settings and keys"},
    Opened{Category::notification, "your notifications"},
    Opened{Category::package, "packages"},
    Opened{Category::admin, "the administration of this site, if you are an administrator"},
    Opened{Category::misc, "what is not about anybody in particular"},
    Opened{Category::activitypub, "the exchange with other sites"},
};

constexpr std::string_view words_of_everything = "Do everything that you can do here, in your name";
constexpr std::string_view words_of_limit = "All of it only as far as it is public";

std::string words_of(const ScopeSet& rights, Category category, std::string_view things)
{
    if (rights.allows(category, Level::write)) return "Read and change " + std::string(things);
    if (rights.allows(category, Level::read)) return "Read " + std::string(things);
    return {};
}

// Of a single name.
std::string words_of(std::string_view name)
{
    if (const auto known = std::ranges::find(learned, name, &Learned::name); known != learned.end())
        return std::string(known->words);
    const auto rights = ScopeSet::parse(std::vector{std::string(name)});
    if (!rights) return "Not known here";
    if (rights->public_only()) return std::string(words_of_limit);
    if (rights->contains(ScopeSet::everything())) return std::string(words_of_everything);
    for (const auto& [category, things] : opened)
        if (auto words = words_of(*rights, category, things); !words.empty()) return words;
    return {};
}

} // namespace

std::vector<std::string> scopes_supported()
{
    std::vector<std::string> names;
    for (const auto& scope : learned)
        if (scope.name != "userinfo") names.emplace_back(scope.name);
    for (const auto& [category, things] : opened)
        for (const Level level : {Level::read, Level::write}) names.push_back(api::scope_name(category, level));
    names.emplace_back("public-only");
    names.emplace_back("all");
    return names;
}

std::vector<std::string> split_scope(std::string_view scope)
{
    std::vector<std::string> names;
    for (const auto name : text::split_list(scope, ' '))
        if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
    return names;
}

bool has_scope(std::string_view scope, std::string_view name)
{
    return std::ranges::any_of(std::views::split(scope, ' '),
                               [&](const auto& part) { return std::string_view(part.begin(), part.end()) == name; });
}

bool same_scopes(std::string_view a, std::string_view b)
{
    auto ours = split_scope(a);
    auto theirs = split_scope(b);
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    return ours == theirs;
}

bool opens_userinfo(std::string_view scope, const ScopeSet& rights)
{
    const bool signs_on = has_scope(scope, "openid") && rights.public_only() && rights.empty();
    return signs_on || rights.allows(Category::user, Level::read);
}

bool names_rights(std::string_view scope)
{
    const auto names = rights_asked_for(scope);
    return !names.empty() && ScopeSet::parse(names);
}

ScopeSet rights_of(std::string_view scope)
{
    const auto names = rights_asked_for(scope);
    if (names.empty()) return ScopeSet::everything();
    const auto known = ScopeSet::parse(names);
    return known ? *known : ScopeSet::everything();
}

ScopeSet rights_of_part(std::string_view part, std::string_view granted)
{
    if (rights_asked_for(part).empty() && !rights_asked_for(granted).empty()) return {};
    return rights_of(part);
}

std::optional<std::string> narrow_scope(std::string_view granted, std::string_view wanted)
{
    static const std::string limit = "public-only";
    const auto all = split_scope(granted);
    const auto rights = names_rights(granted) ? rights_of(granted) : ScopeSet();
    const bool limited = rights.public_only() || has_scope(granted, limit);
    const auto includes = [&](const std::string& name) {
        if (std::ranges::find(all, name) != all.end()) return true;
        const auto right = limited ? ScopeSet::parse(std::vector{name, limit}) : ScopeSet::parse(std::vector{name});
        return !is_learned(name) && right && !right->empty() && rights.contains(*right);
    };
    auto names = split_scope(wanted);
    if (!std::ranges::all_of(names, includes)) return {};
    if (limited && !has_scope(wanted, limit)) names.push_back(limit);
    return text::join(names, " ");
}

Result<void> check_known(std::string_view scope)
{
    for (const auto& name : rights_asked_for(scope))
        if (!ScopeSet::parse(std::vector{name}))
            return fail(Errc::bad_request, "the scope '" + name + "' is not known");
    return {};
}

std::vector<std::string> in_words(std::string_view scope)
{
    std::vector<std::string> lines;
    for (const auto& [name, words] : learned)
        if (has_scope(scope, name)) lines.emplace_back(words);
    const auto rights = rights_of(scope);
    if (rights.contains(ScopeSet::everything())) {
        lines.emplace_back(words_of_everything);
        return lines;
    }
    for (const auto& [category, things] : opened)
        if (auto words = words_of(rights, category, things); !words.empty()) lines.push_back(std::move(words));
    if (rights.public_only()) lines.emplace_back(words_of_limit);
    return lines;
}

std::vector<ExplainedScope> explain(std::string_view scope)
{
    std::vector<ExplainedScope> lines;
    for (const auto& part : split_scope(scope))
        for (const auto name : text::split_list(part, ','))
            if (ExplainedScope line{std::string(name), words_of(name)}; std::ranges::find(lines, line) == lines.end())
                lines.push_back(std::move(line));
    if (!names_rights(scope)) lines.push_back({"", std::string(words_of_everything)});
    return lines;
}

} // namespace cairn::identity
