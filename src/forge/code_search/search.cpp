#include "code_search/search.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "access/repositories.hpp"
#include "api/view.hpp"
#include "base/case_folding.hpp"
#include "base/deadline.hpp"
#include "base/glob.hpp"
#include "base/text.hpp"
#include "code_search/trigrams.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "languages/language.hpp"

namespace cairn::code_search {

using db::bound;
using db::Composition;

namespace {

using Clock = std::chrono::steady_clock;

// What one search may cost.
constexpr auto longest_search = std::chrono::milliseconds(800);
constexpr std::int64_t most_read = 64LL << 20;
constexpr std::int64_t most_at_once = 4LL << 20; // bytes of texts in memory
constexpr std::size_t most_files_at_once = 64;
// For a total that is exact: of what the index has found so many are looked at, and more while that is quick.
constexpr std::size_t looked_at = 200;
constexpr auto quick_search = std::chrono::milliseconds(20);
constexpr std::int64_t largest_page = 50;

struct Candidate {
    std::int64_t text_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t bytes = 0;
    std::string path;
    std::string language;
};
BOOST_DESCRIBE_STRUCT(Candidate, (), (text_id, repository_id, bytes, path, language))

struct Text {
    std::int64_t id = 0;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Text, (), (id, text))

struct Place {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
    std::string branch;
    std::string commit_id;
};
BOOST_DESCRIBE_STRUCT(Place, (), (id, owner, name, branch, commit_id))

// A filter of paths: a pattern for all of it (of the last part alone where it has no slash), or a piece of it.
class PathFilter {
public:
    explicit PathFilter(const Filter& filter) : excludes_(filter.excludes), folded_(fold_case(filter.text))
    {
        if (folded_.starts_with('/')) folded_.erase(0, 1);
        if (Glob::is_pattern(folded_)) glob_ = Glob::parse(folded_.contains('/') ? folded_ : "{**/,}" + folded_, "/");
    }

    bool lets_pass(std::string_view path) const
    {
        const auto folded = fold_case(path);
        return (glob_ ? glob_->matches(folded) : folded.contains(folded_)) != excludes_;
    }

    // For LIKE: all that the filter lets pass, and maybe more. Empty: anything.
    std::string rough() const
    {
        if (excludes_) return {};
        std::string pattern = "%";
        int depth = 0;
        for (std::size_t i = 0; i < folded_.size(); ++i) {
            const char c = folded_[i];
            if (glob_ && (c == '[' || c == '{')) ++depth;
            const bool plain = depth == 0 && !(glob_ && std::string_view("*?]}\\").contains(c));
            if (glob_ && (c == ']' || c == '}')) depth = std::max(depth - 1, 0);
            if (plain && (c == '%' || c == '_' || c == '\\')) pattern += '\\';
            if (plain) pattern += c;
            else if (pattern.back() != '%') pattern += '%';
            if (glob_ && c == '\\') ++i;
        }
        return pattern + '%';
    }

private:
    bool excludes_;
    std::string folded_;
    std::optional<Glob> glob_;
};

void add_repositories(Composition& query, const std::vector<Filter>& filters, bool excluded)
{
    bool any = false;
    for (const auto& filter : filters) {
        if (filter.excludes != excluded) continue;
        const auto name = fold_case(filter.text);
        const auto slash = name.find('/');
        if (!any) query << (excluded ? Composition::Piece(" AND NOT (") : Composition::Piece(" AND ("));
        else query << " OR ";
        any = true;
        query << "(r.lower_name = " << bound(name.substr(slash + 1))
              << " AND r.owner_id IN (SELECT o.id FROM account o WHERE o.lower_name = " << bound(name.substr(0, slash))
              << "))";
    }
    if (any) query << ")";
}

void add_languages(Composition& query, const std::vector<Filter>& filters, bool excluded)
{
    std::vector<std::string> names;
    for (const auto& filter : filters) {
        if (filter.excludes != excluded) continue;
        const auto* language = languages::find_language(filter.text);
        names.emplace_back(language == nullptr ? std::string_view(filter.text) : language->group);
    }
    if (names.empty()) return;
    query << (excluded ? Composition::Piece(" AND f.language NOT IN ") : Composition::Piece(" AND f.language IN "))
          << bound(names);
}

Engine engine_of(const config::Settings& settings)
{
    return settings.database.db_type == config::DatabaseType::sqlite3 ? Engine::sqlite : Engine::postgres;
}

class Search {
public:
    Search(const api::View& view, const Query& query, const Searcher& searcher, std::int64_t repository_id)
        : view_(view), query_(query), searcher_(searcher), repository_id_(repository_id),
          pieces_(indexed_pieces(query, engine_of(view.settings())))
    {
        for (const auto& filter : query.paths) paths_.emplace_back(filter);
    }

    FoundCode run(const Paging& paging)
    {
        const auto candidates = find_candidates();
        first_ = static_cast<std::size_t>(paging.offset());
        last_ = first_ + static_cast<std::size_t>(std::min(paging.limit, largest_page));
        std::size_t at = 0;
        while (at < candidates.size() && may_go_on(at)) at = look_at_some(candidates, at);
        found_.total = static_cast<std::int64_t>(fit_);
        if (at < candidates.size()) {
            found_.exact = false;
            // What the index has found nearly always fits; of what it knows nothing about, nothing is said.
            if (!pieces_.empty() || query_.terms.empty())
                found_.total += static_cast<std::int64_t>(candidates.size() - at);
        }
        if (candidates.size() == static_cast<std::size_t>(most_found)) found_.exact = false;
        name_places();
        return std::move(found_);
    }

private:
    std::vector<Candidate> find_candidates()
    {
        Composition query("SELECT f.text_id, f.repository_id, f.bytes, f.path, f.language FROM code_file f"
                          " JOIN repository r ON r.id = f.repository_id WHERE ");
        access::add_reads(query, access::Viewer::of(view_.caller), access::Unit::code);
        if (repository_id_ != 0) query << " AND f.repository_id = " << bound(repository_id_);
        if (!pieces_.empty()) query << " AND f.text_id IN (SELECT w.rowid FROM code_words(" << bound(pieces_) << ") w)";
        for (const bool excluded : {false, true}) {
            add_repositories(query, query_.repositories, excluded);
            add_languages(query, query_.languages, excluded);
        }
        for (const auto& path : paths_)
            if (const auto pattern = path.rough(); !pattern.empty())
                query << " AND folded(f.path) LIKE " << bound(pattern) << " ESCAPE '\\'";
        // Where the index has nothing to say, whatever comes first is taken, so that nobody sorts all there is.
        if (!pieces_.empty()) query << " ORDER BY f.lesser, CASE WHEN r.fork_of IS NULL THEN 0 ELSE 1 END, f.id";
        else query << " ORDER BY f.id";
        query << " LIMIT " << bound(most_found);
        auto candidates = view_.db().all<Candidate>(query);
        std::erase_if(candidates, [&](const Candidate& each) {
            return !std::ranges::all_of(paths_, [&](const auto& path) { return path.lets_pass(each.path); });
        });
        return candidates;
    }

    bool may_go_on(std::size_t at) const
    {
        if (fit_ >= last_ && (!pieces_.empty() || query_.terms.empty()) && at >= looked_at && Clock::now() > enough_)
            return false;
        return read_ < most_read && Clock::now() < end_ && Deadline::is_ahead_now();
    }

    std::size_t look_at_some(const std::vector<Candidate>& candidates, std::size_t at)
    {
        std::vector<std::int64_t> ids;
        std::int64_t bytes = 0;
        auto end = at;
        for (; end < candidates.size() && ids.size() < most_files_at_once && bytes < most_at_once; ++end) {
            ids.push_back(candidates[end].text_id);
            bytes += candidates[end].bytes;
        }
        read_ += bytes;
        std::map<std::int64_t, std::string> texts;
        Composition query("SELECT id, text FROM code_text WHERE id IN ");
        query << bound(ids);
        for (auto& text : view_.db().all<Text>(query)) texts.emplace(text.id, std::move(text.text));
        for (; at < end; ++at) {
            if (Clock::now() >= end_) return at;
            if (const auto text = texts.find(candidates[at].text_id); text != texts.end())
                look_at(candidates[at], text->second);
        }
        return end;
    }

    void look_at(const Candidate& candidate, const std::string& text)
    {
        if (fit_ < first_ || fit_ >= last_) {
            if (searcher_.fits(text, found_.gave_up)) ++fit_;
            return;
        }
        auto lines = query_.terms.empty() ? Searcher::beginning(text) : searcher_.find(text, found_.gave_up);
        if (!lines) return;
        ++fit_;
        found_.files.push_back({.repository_id = candidate.repository_id,
                                .path = candidate.path,
                                .language = candidate.language,
                                .lines = lines->lines,
                                .fragments = std::move(lines->fragments)});
    }

    void name_places()
    {
        if (found_.files.empty()) return;
        std::vector<std::int64_t> ids;
        for (const auto& file : found_.files)
            if (std::ranges::find(ids, file.repository_id) == ids.end()) ids.push_back(file.repository_id);
        Composition query(
            "SELECT r.id, o.name AS owner, r.name, r.default_branch AS branch,"
            " coalesce(i.commit_id, '') AS commit_id FROM repository r JOIN account o ON o.id = r.owner_id"
            " LEFT JOIN code_index i ON i.repository_id = r.id WHERE r.id IN ");
        query << bound(ids);
        std::map<std::int64_t, Place> places;
        for (auto& place : view_.db().all<Place>(query)) places.emplace(place.id, std::move(place));
        for (auto& file : found_.files) {
            const auto& place = places[file.repository_id];
            file.owner = place.owner;
            file.repository = place.name;
            file.branch = place.branch;
            file.commit_id = place.commit_id;
        }
        // Deleted in this moment.
        std::erase_if(found_.files, [](const FoundFile& file) { return file.owner.empty(); });
    }

    const api::View& view_;
    const Query& query_;
    const Searcher& searcher_;
    const std::int64_t repository_id_;
    const std::string pieces_;
    std::vector<PathFilter> paths_;
    const Clock::time_point enough_ = Clock::now() + quick_search;
    const Clock::time_point end_ = Clock::now() + longest_search;
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    std::size_t fit_ = 0;
    std::int64_t read_ = 0;
    FoundCode found_{};
};

} // namespace

Result<FoundCode> search_code(const api::View& view, const Query& query, const Paging& paging,
                              std::int64_t repository_id)
{
    if (query.is_empty()) return FoundCode{};
    const auto searcher = TRY(Searcher::of(query));
    return Search(view, query, searcher, repository_id).run(paging);
}

} // namespace cairn::code_search
