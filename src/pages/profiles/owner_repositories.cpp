#include "pages/profiles/owner_repositories.hpp"

#include <algorithm>

#include "api/view.hpp"
#include "base/text.hpp"
#include "pages/kit.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using repositories::ExploreSort;
using repositories::Exploring;
using repositories::RepositoryKind;
using words::Phrase;

namespace {

struct OwnerSort {
    std::string_view value;
    Phrase words;
    ExploreSort sort;
    bool reversed = false;
};
// clang-format off
constexpr OwnerSort owner_sorts[] = {
    {"recentupdate",   Phrase("Latest change"),  ExploreSort::updated},
    {"alphabetically", Phrase("Name"),           ExploreSort::name},
    {"newest",         Phrase("Newest"),         ExploreSort::created},
    {"oldest",         Phrase("Oldest"),         ExploreSort::created, true},
    {"moststars",      Phrase("Most stars"),     ExploreSort::stars},
    {"size",           Phrase("Largest"),        ExploreSort::size},
};

struct OwnerKind {
    std::string_view value;
    Phrase words;
    RepositoryKind kind;
};
constexpr OwnerKind owner_kinds[] = {
    {"source",   Phrase("Sources"),   RepositoryKind::source},
    {"fork",     Phrase("Forks"),     RepositoryKind::fork},
    {"mirror",   Phrase("Mirrors"),   RepositoryKind::mirror},
    {"template", Phrase("Templates"), RepositoryKind::template_},
    {"archived", Phrase("Archived"),  RepositoryKind::archived},
};
// clang-format on

Exploring wanted_of(const WhoseRepositories& whose, const ProfileQuery& query)
{
    auto wanted = repositories::read_exploring(query.q);
    wanted.owner_id = whose.owner_id;
    wanted.starred_by = whose.starred_by;
    if (!query.language.empty()) wanted.languages.push_back(query.language);
    if (const auto* kind = std::ranges::find(owner_kinds, query.kind, &OwnerKind::value); kind != std::end(owner_kinds))
        wanted.kinds.push_back(kind->kind);
    const auto* sort = std::ranges::find(owner_sorts, query.sort, &OwnerSort::value);
    if (sort == std::end(owner_sorts)) sort = owner_sorts;
    wanted.sort = sort->sort;
    wanted.reversed = sort->reversed;
    return wanted;
}

} // namespace

OwnerRepositories owner_repositories(const api::Call& call, const WhoseRepositories& whose, const ProfileQuery& query,
                                     std::string path, std::string tab)
{
    const auto wanted = wanted_of(whose, query);
    const auto found = repositories::explore_repositories(call, wanted, query);
    const auto& in = language_of(call);
    OwnerRepositories list{.path = std::move(path),
                           .tab = std::move(tab),
                           .q = query.q,
                           .filtered = !wanted.words.empty() || !wanted.topics.empty() || !wanted.languages.empty()
                               || !wanted.kinds.empty(),
                           .repositories = show_repository_rows(call, found.items),
                           .pager = pager(call, query, found.total)};
    for (const auto& kind : owner_kinds)
        list.kinds.push_back({std::string(kind.value), in.say(kind.words), kind.value == query.kind});
    for (const auto& sort : owner_sorts)
        list.sorts.push_back({std::string(sort.value), in.say(sort.words), sort.value == query.sort});
    bool known = query.language.empty();
    for (const auto& language : repositories::languages_among(call, wanted, 12)) {
        const bool chosen = text::iequals(language.name, query.language);
        known = known || chosen;
        list.languages.push_back({language.name, language.name, chosen});
    }
    if (!known) list.languages.push_back({query.language, query.language, true});
    return list;
}

} // namespace cairn::pages
