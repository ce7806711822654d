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
using words::Phrase;

namespace {

struct Learned {
    std::string_view name;
    Phrase words;
};
// OpenID Connect Core, 5.4, and groups.
constexpr std::array learned{
    Learned{"openid", Phrase("Know who you are: the number of your account")},
    Learned{"profile", Phrase("See your name, picture, website and language")},
    Learned{"email", Phrase("See your e-mail address")},
    Learned{"groups", Phrase("See which organizations and teams you are in")},
    Learned{"userinfo", Phrase("See your name and picture")}, // not of the standard, but asked for beside public-only
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
    Phrase read;
    Phrase change;
};
// clang-format off
constexpr std::array opened{
    Opened{Category::repository, Phrase("Read repositories that you can see"), Phrase("Read and change repositories that you can see")},
    Opened{Category::issue, Phrase("Read issues, comments, labels and milestones"), Phrase("Read and change issues, comments, labels and milestones")},
    Opened{Category::organization, Phrase("Read your organizations and teams"), Phrase("Read and change your organizations and teams")},
    Opened{Category::user, Phrase("Read your account, its settings and keys"), Phrase("Read and change your account, its settings and keys")},
    Opened{Category::notification, Phrase("Read your notifications"), Phrase("Read and change your notifications")},
    Opened{Category::package, Phrase("Read packages"), Phrase("Read and change packages")},
    Opened{Category::admin, Phrase("Read the administration of this site, if you are an administrator"), Phrase("Read and change the administration of this site, if you are an administrator")},
    Opened{Category::misc, Phrase("Read what is not about anybody in particular"), Phrase("Read and change what is not about anybody in particular")},
    Opened{Category::activitypub, Phrase("Read the exchange with other sites"), Phrase("Read and change the exchange with other sites")},
};
// clang-format on

constexpr Phrase words_of_everything("Do everything that you can do here, in your name");
constexpr Phrase words_of_limit("All of it only as far as it is public");

// Empty: nothing of it.
Phrase words_of(const ScopeSet& rights, const Opened& what)
{
    if (rights.allows(what.category, Level::write)) return what.change;
    if (rights.allows(what.category, Level::read)) return what.read;
    return {};
}

// Of a single name.
Phrase words_of(std::string_view name)
{
    if (const auto known = std::ranges::find(learned, name, &Learned::name); known != learned.end())
        return known->words;
    const auto rights = ScopeSet::parse(std::vector{std::string(name)});
    if (!rights) return Phrase("Not known here");
    if (rights->public_only()) return words_of_limit;
    if (rights->contains(ScopeSet::everything())) return words_of_everything;
    for (const auto& what : opened)
        if (const auto words = words_of(*rights, what); !words.empty()) return words;
    return {};
}

} // namespace

std::vector<std::string> scopes_supported()
{
    std::vector<std::string> names;
    for (const auto& scope : learned)
        if (scope.name != "userinfo") names.emplace_back(scope.name);
    for (const auto& what : opened)
        for (const Level level : {Level::read, Level::write}) names.push_back(api::scope_name(what.category, level));
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

std::vector<std::string> in_words(std::string_view scope, const words::Language& in)
{
    std::vector<std::string> lines;
    for (const auto& [name, words] : learned)
        if (has_scope(scope, name)) lines.emplace_back(in.text(words));
    const auto rights = rights_of(scope);
    if (rights.contains(ScopeSet::everything())) {
        lines.emplace_back(in.text(words_of_everything));
        return lines;
    }
    for (const auto& what : opened)
        if (const auto words = words_of(rights, what); !words.empty()) lines.emplace_back(in.text(words));
    if (rights.public_only()) lines.emplace_back(in.text(words_of_limit));
    return lines;
}

std::vector<ExplainedScope> explain(std::string_view scope, const words::Language& in)
{
    std::vector<ExplainedScope> lines;
    for (const auto& part : split_scope(scope))
        for (const auto name : text::split_list(part, ','))
            if (ExplainedScope line{std::string(name), std::string(in.text(words_of(name)))};
                std::ranges::find(lines, line) == lines.end())
                lines.push_back(std::move(line));
    if (!names_rights(scope)) lines.push_back({"", std::string(in.text(words_of_everything))});
    return lines;
}

} // namespace cairn::identity
