#include "repositories/exploring.hpp"

#include <algorithm>

#include "access/repositories.hpp"
#include "base/text.hpp"
#include "cache/id_list_cache.hpp"
#include "repositories/search.hpp"

namespace cairn::repositories {

using api::View;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

constexpr std::size_t most_words = 10;
constexpr std::size_t most_topics_asked = 5;
constexpr std::size_t most_languages = 20;
constexpr std::int64_t most_counted = 10'000;

enum class Except : std::uint8_t { nothing, languages, kinds };

bool asks_for_owners(const Exploring& wanted)
{
    return std::ranges::any_of(wanted.words, [](const auto& word) { return word.contains('/'); });
}

Piece condition_of(RepositoryKind kind)
{
    switch (kind) {
    case RepositoryKind::source: return "(r.fork_of IS NULL AND NOT r.mirror)";
    case RepositoryKind::fork: return "r.fork_of IS NOT NULL";
    case RepositoryKind::mirror: return "r.mirror";
    case RepositoryKind::template_: return "r.template";
    case RepositoryKind::archived: return "r.archived_at <> 0";
    }
    std::unreachable();
}

void add_filters(db::Composition& query, const Exploring& wanted, Except except)
{
    for (const auto& word : wanted.words) {
        query << " AND ";
        add_word(query, word, WordPlaces::topics_and_description);
    }
    for (const auto& topic : wanted.topics) {
        query << " AND ";
        add_word(query, topic, WordPlaces::topics_alone);
    }
    if (!wanted.languages.empty() && except != Except::languages) {
        std::vector<std::string> names;
        for (const auto& name : wanted.languages) names.push_back(text::to_lower(name));
        query << " AND lower(r.language) IN " << bound(names);
    }
    if (!wanted.kinds.empty() && except != Except::kinds) {
        query << " AND (";
        for (std::size_t i = 0; i < wanted.kinds.size(); ++i)
            query << (i > 0 ? Piece(" OR ") : Piece("")) << condition_of(wanted.kinds[i]);
        query << ")";
    }
}

// " FROM repository r ... WHERE ..."
void add_source(db::Composition& query, const View& view, const Exploring& wanted, Except except = Except::nothing)
{
    query << " FROM repository r";
    if (asks_for_owners(wanted)) query << " JOIN account o ON o.id = r.owner_id";
    query << " WHERE ";
    access::add_sees(query, access::Viewer::of(view.caller));
    if (wanted.owner_id != 0) query << " AND r.owner_id = " << bound(wanted.owner_id);
    if (wanted.starred_by != 0) {
        query << " AND r.id IN (SELECT s.repository_id FROM star s WHERE s.account_id = " << bound(wanted.starred_by)
              << ")";
        if (wanted.starred_by != view.caller.id) query << " AND r.audience = 0";
    }
    add_filters(query, wanted, except);
}

Piece column_of(ExploreSort sort)
{
    switch (sort) {
    case ExploreSort::updated: return "r.updated_at";
    case ExploreSort::created: return "r.created_at";
    case ExploreSort::name: return "r.lower_name";
    case ExploreSort::forks: return "r.forks_count";
    case ExploreSort::size: return "r.git_size + r.lfs_size";
    case ExploreSort::best:
    case ExploreSort::stars: return "r.stars_count";
    }
    std::unreachable();
}

void add_order(db::Composition& query, const Exploring& wanted)
{
    query << " ORDER BY ";
    if (wanted.sort == ExploreSort::best && !wanted.words.empty()) {
        const auto& word = wanted.words.front();
        query << "CASE WHEN r.lower_name = " << bound(text::to_lower(word.substr(word.find('/') + 1)))
              << " THEN 0 ELSE 1 END, ";
    }
    // Names go up by themselves, everything else down.
    const bool down = (wanted.sort != ExploreSort::name) != wanted.reversed;
    const Piece direction = down ? Piece(" DESC") : Piece("");
    query << column_of(wanted.sort) << direction << ", r.id" << direction;
}

// What is noted in repository_change does not have the languages, and not the stars.
std::int64_t count_found(const View& view, const Exploring& wanted)
{
    db::Composition query("SELECT count(*) AS value");
    add_source(query, view, wanted);
    if (!wanted.languages.empty() || wanted.starred_by != 0 || asks_for_owners(wanted))
        return view.db().first<std::int64_t>(query).value_or(0);
    return cache::count(view.db(), cache::versions_in(view.db(), "repository_change"), query);
}

} // namespace

Exploring read_exploring(std::string_view text)
{
    Exploring wanted;
    std::string blanks(text);
    std::ranges::replace_if(blanks, text::is_space, ' ');
    for (const auto part : text::split_list(blanks, ' ')) {
        const auto colon = part.find(':');
        const auto name = colon == part.npos ? std::string_view() : part.substr(0, colon);
        const auto value = colon == part.npos ? std::string_view() : part.substr(colon + 1);
        if (text::iequals(name, "topic") && !value.empty()) {
            if (wanted.topics.size() < most_topics_asked) wanted.topics.push_back(text::to_lower(value));
        } else if ((text::iequals(name, "language") || text::iequals(name, "lang")) && !value.empty()) {
            if (wanted.languages.size() < most_languages) wanted.languages.emplace_back(value);
        } else if (wanted.words.size() < most_words) wanted.words.emplace_back(part);
    }
    return wanted;
}

Page<std::int64_t> explore_repositories(const View& view, const Exploring& wanted, const Paging& paging)
{
    Page<std::int64_t> found{.items = {}, .total = count_found(view, wanted)};
    if (paging.offset() >= found.total) return found;
    db::Composition query("SELECT r.id AS value");
    add_source(query, view, wanted);
    add_order(query, wanted);
    query << " LIMIT " << bound(paging.limit) << " OFFSET " << bound(paging.offset());
    found.items = view.db().all<std::int64_t>(query);
    return found;
}

std::vector<LanguageChoice> languages_among(const View& view, const Exploring& wanted, std::int64_t most)
{
    db::Composition query("SELECT t.language AS name, count(*) AS count FROM (SELECT r.language");
    add_source(query, view, wanted, Except::languages);
    query << " AND r.language <> '' LIMIT " << bound(most_counted)
          << ") t GROUP BY t.language ORDER BY 2 DESC, 1 LIMIT " << bound(most);
    return view.db().all<LanguageChoice>(query);
}

KindCounts kinds_among(const View& view, const Exploring& wanted)
{
    db::Composition query("SELECT coalesce(sum(t.source), 0) AS sources, coalesce(sum(t.fork), 0) AS forks,"
                          " coalesce(sum(t.mirrored), 0) AS mirrors, coalesce(sum(t.pattern), 0) AS templates,"
                          " coalesce(sum(t.shelved), 0) AS archived FROM (SELECT"
                          " CASE WHEN r.fork_of IS NULL AND NOT r.mirror THEN 1 ELSE 0 END AS source,"
                          " CASE WHEN r.fork_of IS NOT NULL THEN 1 ELSE 0 END AS fork,"
                          " CASE WHEN r.mirror THEN 1 ELSE 0 END AS mirrored,"
                          " CASE WHEN r.template THEN 1 ELSE 0 END AS pattern,"
                          " CASE WHEN r.archived_at <> 0 THEN 1 ELSE 0 END AS shelved");
    add_source(query, view, wanted, Except::kinds);
    query << " LIMIT " << bound(most_counted) << ") t";
    return view.db().first<KindCounts>(query).value_or(KindCounts());
}

std::int64_t count_seen(const View& view) { return count_found(view, {}); }
std::int64_t count_explored(const View& view, const Exploring& wanted) { return count_found(view, wanted); }

} // namespace cairn::repositories
