#include "issues/alike.hpp"

#include <algorithm>
#include <array>

#include "accounts/user_search.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

using db::bound;

namespace {

constexpr std::size_t most_words = 8;
constexpr std::size_t shortest_word = 3; // bytes
constexpr std::int64_t most_with_word = 2000;
constexpr std::int64_t most_found = 5;
constexpr std::int64_t most_looked_at = 2000;

// What stands in every other title and says nothing of what it is about.
constexpr std::array<std::string_view, 38> small_words{
    "and",   "are",  "but",  "can",    "cannot", "does", "doesn", "don",   "for",   "from", "get",   "has",  "have",
    "how",   "into", "not",  "should", "that",   "the",  "then",  "there", "this",  "when", "where", "will", "with",
    "would", "you",  "your", "der",    "die",    "das",  "und",   "ist",   "nicht", "wenn", "eine",  "mit"};

std::vector<std::string> words_of(std::string_view title)
{
    const auto is_word = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    };
    std::vector<std::string> words;
    for (std::size_t at = 0; at < title.size() && words.size() < most_words;) {
        while (at < title.size() && !is_word(title[at])) ++at;
        auto end = at;
        while (end < title.size() && is_word(title[end])) ++end;
        auto word = text::to_lower(title.substr(at, end - at));
        at = end;
        if (word.size() < shortest_word || std::ranges::find(small_words, word) != small_words.end()
            || std::ranges::find(words, word) != words.end())
            continue;
        words.push_back(std::move(word));
    }
    return words;
}

} // namespace

std::vector<StoredIssue> alike_issues(const api::View& view, const RepositoryContext& place, std::string_view title)
{
    const auto words = words_of(title);
    if (words.empty()) return {};
    const auto enough = static_cast<std::int64_t>(words.size() + 1) / 2;
    db::Composition query("SELECT i.id AS value FROM (");
    for (std::size_t n = 0; const auto& word : words) {
        if (n++ > 0) query << " UNION ALL ";
        query << "SELECT * FROM (SELECT w.rowid AS id FROM issue_words(" << bound("\"" + word + "\"")
              << ") w ORDER BY w.rowid DESC LIMIT " << bound(most_with_word) << ") one";
    }
    query << ") f JOIN issue i ON i.id = f.id WHERE NOT i.is_pull AND i.repository_id = " << bound(place.repository.id)
          << " GROUP BY i.id, i.closed HAVING count(*) >= " << bound(enough)
          << " ORDER BY count(*) DESC, i.closed, i.id DESC LIMIT " << bound(most_found);
    return find_issues(view.db(), view.db().all<std::int64_t>(query));
}

std::vector<StoredIssue> proposed_issues(const api::View& view, const RepositoryContext& place, std::string_view q)
{
    db::Composition query("SELECT i.id AS value FROM (SELECT id, number, title, updated_at FROM issue"
                          " WHERE repository_id = ");
    query << bound(place.repository.id);
    if (!reads_issues(place)) query << " AND is_pull";
    if (!reads_pulls(place)) query << " AND NOT is_pull";
    query << " ORDER BY updated_at DESC, id DESC LIMIT " << bound(most_looked_at) << ") i";
    if (!q.empty()) {
        query << " WHERE folded(i.title) LIKE " << bound(accounts::SearchPatterns(q).exact) << " ESCAPE '\\'";
        if (std::ranges::all_of(q, text::is_digit))
            query << " OR CAST(i.number AS TEXT) LIKE " << bound(std::string(q) + "%");
    }
    query << " ORDER BY i.updated_at DESC, i.id DESC LIMIT " << bound(most_found);
    auto ids = view.db().all<std::int64_t>(query);
    // A number that is written out is meant, however long ago it was touched.
    if (const auto number = text::parse_integer(q, 1))
        if (const auto exact = find_issue(view.db(), place.repository.id, *number);
            exact && place.access.reads(exact->unit())) {
            std::erase(ids, exact->id);
            ids.insert(ids.begin(), exact->id);
        }
    return find_issues(view.db(), ids);
}

} // namespace cairn::issues
