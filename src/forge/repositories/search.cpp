#include "repositories/search.hpp"

#include <algorithm>

#include "access/organizations.hpp"
#include "accounts/user_search.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "cache/id_list_cache.hpp"
#include "repositories/listing.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::SearchPatterns;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

constexpr std::size_t most_words = 20;

void add_like(db::Composition& query, Piece text, const std::string& pattern)
{
    query << text << " LIKE " << bound(pattern) << " ESCAPE '\\'";
}

void add_words(db::Composition& query, const SearchRepositories& wanted)
{
    auto words = text::split_list(wanted.q);
    if (words.empty()) return;
    if (words.size() > most_words) words.resize(most_words);
    const auto places = wanted.topic ? WordPlaces::topics_alone
        : wanted.includeDesc         ? WordPlaces::topics_and_description
                                     : WordPlaces::topics;
    query << " AND (";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) query << " OR ";
        add_word(query, words[i], places);
    }
    query << ")";
}

void add_of_account(db::Composition& query, const SearchRepositories& wanted, bool only_public)
{
    if (wanted.uid == 0) return;
    query << " AND (";
    const bool shared_alone = wanted.mode == SearchMode::collaborative;
    if (!shared_alone) query << "r.owner_id = " << bound(wanted.uid);
    if (!shared_alone && !wanted.exclusive) query << " OR ";
    if (shared_alone || !wanted.exclusive) add_collaborates(query, wanted.uid, only_public);
    query << ")";
}

void add_of_team(db::Composition& query, const SearchRepositories& wanted, const access::Viewer& viewer)
{
    if (wanted.team_id == 0) return;
    query << " AND r.id IN (SELECT tr.repository_id FROM team_repository tr JOIN team t ON t.id = tr.team_id"
             " JOIN account o ON o.id = t.organization_id WHERE t.id = "
          << bound(wanted.team_id) << " AND ";
    access::add_sees_team(query, viewer);
    query << ")";
}

void add_flags(db::Composition& query, const SearchRepositories& wanted)
{
    const auto add = [&](Piece column, std::optional<bool> value) {
        if (value) query << " AND " << column << " = " << bound(*value);
    };
    add("r.private", wanted.is_private);
    add("r.template", wanted.template_);
    add("(r.archived_at <> 0)", wanted.archived);
    if (wanted.starredBy != 0)
        query << " AND r.id IN (SELECT s.repository_id FROM star s WHERE s.account_id = " << bound(wanted.starredBy)
              << ")";
    if (wanted.mode == SearchMode::source) query << " AND r.fork_of IS NULL AND NOT r.mirror";
    if (wanted.mode == SearchMode::fork) query << " AND r.fork_of IS NOT NULL";
    if (wanted.mode == SearchMode::mirror) query << " AND r.mirror";
}

Piece column_of(SearchSort sort)
{
    switch (sort) {
    case SearchSort::alpha: return "o.lower_name";
    case SearchSort::created: return "r.created_at";
    case SearchSort::updated: return "r.updated_at";
    case SearchSort::size: return "r.git_size + r.lfs_size";
    case SearchSort::git_size: return "r.git_size";
    case SearchSort::lfs_size: return "r.lfs_size";
    case SearchSort::id: return "r.id";
    case SearchSort::stars: return "r.stars_count";
    case SearchSort::forks: return "r.forks_count";
    }
    std::unreachable();
}

void add_order(db::Composition& query, const SearchRepositories& wanted)
{
    query << " ORDER BY ";
    if (wanted.priority_owner_id != 0)
        query << "CASE WHEN r.owner_id = " << bound(wanted.priority_owner_id) << " THEN 0 ELSE r.owner_id END, ";
    if (!wanted.sort) {
        query << "r.lower_name, r.id";
        return;
    }
    const Piece direction = wanted.order == "desc" ? Piece(" DESC") : Piece("");
    query << column_of(*wanted.sort) << direction;
    if (wanted.sort == SearchSort::alpha) query << ", r.lower_name" << direction;
    else query << ", r.id" << direction;
}

// Whether what the search finds, and in which order, follows from what is noted in repository_change.
bool is_kept(const SearchRepositories& wanted)
{
    if (wanted.starredBy != 0 || wanted.team_id != 0 || wanted.q.contains('/')) return false;
    return !wanted.sort || wanted.sort == SearchSort::created || wanted.sort == SearchSort::id;
}

} // namespace

void add_word(db::Composition& query, std::string_view word, WordPlaces places)
{
    const SearchPatterns patterns(word);
    if (patterns.hopeless) {
        query << "FALSE";
        return;
    }
    if (places == WordPlaces::topics_alone) {
        query << "r.id IN (SELECT rt.repository_id FROM repository_topic rt JOIN topic ON topic.id = rt.topic_id"
                 " WHERE topic.name = "
              << bound(patterns.lower) << ")";
        return;
    }
    query << "((";
    if (patterns.indexed)
        query << "r.id IN (SELECT s.rowid FROM repository_search s WHERE s.text LIKE " << bound(patterns.rough)
              << ") AND (";
    add_like(query, "r.lower_name", patterns.exact);
    query << " OR ";
    // A word has no comma, so it is found inside of one topic or not at all.
    add_like(query, "r.topics", patterns.exact);
    if (places == WordPlaces::topics_and_description) {
        query << " OR ";
        add_like(query, "folded(r.description)", patterns.exact);
    }
    if (patterns.indexed) query << ")";
    query << ")";
    if (std::ranges::count(word, '/') == 1) {
        query << " OR (";
        add_like(query, "o.lower_name", SearchPatterns(word.substr(0, word.find('/'))).exact);
        query << " AND ";
        add_like(query, "r.lower_name", SearchPatterns(word.substr(word.find('/') + 1)).exact);
        query << ")";
    }
    query << ")";
}

Result<Page<std::int64_t>> search_repositories(const View& view, const SearchRepositories& wanted)
{
    if (wanted.sort && !wanted.order.empty() && wanted.order != "asc" && wanted.order != "desc")
        return fail(Errc::unprocessable, "[order]: one of asc, desc is expected");
    const auto viewer = access::Viewer::of(view.caller);
    const bool only_public = viewer.anonymous() || !wanted.private_.value_or(true);

    // Counting is what costs most among many, and twice as much with the owners, whom few questions are about.
    const bool asks_for_owners = wanted.sort == SearchSort::alpha || wanted.q.contains('/');
    db::Composition ids("SELECT r.id FROM repository r");
    if (asks_for_owners) ids << " JOIN account o ON o.id = r.owner_id";
    ids << " WHERE ";
    access::add_sees(ids, viewer);
    if (!wanted.private_.value_or(true)) ids << " AND r.audience = 0";
    add_words(ids, wanted);
    add_of_account(ids, wanted, only_public);
    add_of_team(ids, wanted, viewer);
    add_flags(ids, wanted);
    add_order(ids, wanted);
    if (!is_kept(wanted)) return view.db().page<std::int64_t>(wanted, ids);
    return cache::page_of_ids(view.db(), wanted, cache::versions_in(view.db(), "repository_change"), ids);
}

} // namespace cairn::repositories
