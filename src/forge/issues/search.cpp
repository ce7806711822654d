#include "issues/search.hpp"

#include "access/organizations.hpp"
#include "access/repositories.hpp"
#include "accounts/visibility.hpp"
#include "base/text.hpp"
#include "issues/issue_filter.hpp"
#include "issues/named_person.hpp"

namespace cairn::issues {

using access::Unit;
using api::View;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

std::vector<std::string> parts_of(std::string_view list)
{
    std::vector<std::string> parts;
    for (const auto part : text::split_list(list)) parts.emplace_back(part);
    return parts;
}

// Which repositories are looked in beside the rights of the caller.
struct Range {
    std::int64_t owner_id = 0;
    std::int64_t team_id = 0;
};

// An owner whom the caller does not see is like one who is not there, unless something of theirs is open to the caller.
bool is_known(const View& view, const accounts::Account& owner)
{
    if (accounts::may_see(view.db(), accounts::Viewer::of(view.caller), owner)) return true;
    db::Composition query("SELECT r.id FROM repository r WHERE r.owner_id = ");
    query << bound(owner.id) << " AND ";
    access::add_sees(query, access::Viewer::of(view.caller));
    query << " LIMIT 1";
    return view.db().first<std::int64_t>(query).has_value();
}

Result<Range> read_range(const View& view, const SearchIssues& wanted)
{
    Range range;
    if (wanted.owner.empty()) {
        if (!wanted.team.empty()) return fail(Errc::bad_request, "a team needs an owner");
        return range;
    }
    const auto owner = accounts::find_account(view.db(), wanted.owner);
    if (!owner || !is_known(view, *owner)) return fail(Errc::bad_request, "there is no owner " + wanted.owner);
    range.owner_id = owner->id;
    if (wanted.team.empty()) return range;
    db::Composition query("SELECT t.id FROM team t JOIN account o ON o.id = t.organization_id"
                          " WHERE t.organization_id = ");
    query << bound(owner->id) << " AND t.lower_name = " << bound(text::to_lower(wanted.team)) << " AND ";
    access::add_sees_team(query, access::Viewer::of(view.caller));
    const auto team = view.db().first<std::int64_t>(query);
    if (!team) return fail(Errc::bad_request, "there is no team " + wanted.team);
    range.team_id = *team;
    return range;
}

IssueFilter read_filter(const View& view, const SearchIssues& wanted, std::int64_t poster_id)
{
    IssueFilter filter;
    if (wanted.type == "issues") filter.is_pull = false;
    if (wanted.type == "pulls") filter.is_pull = true;
    filter.set_state(wanted.state);
    filter.set_words(wanted.q);
    filter.since = wanted.since;
    filter.before = wanted.before;
    filter.poster_id = poster_id;
    if (!view.caller.anonymous()) {
        if (wanted.created) filter.poster_id = view.caller.id;
        if (wanted.assigned) filter.assignee_id = view.caller.id;
        if (wanted.mentioned) filter.mentioned_id = view.caller.id;
        if (wanted.review_requested) filter.review_requested_id = view.caller.id;
        if (wanted.reviewed) filter.reviewer_id = view.caller.id;
    }
    return filter;
}

// The repositories that are looked in, of those whose issues (or pull requests) the caller may read. That they are
// switched off now hides nothing that was written before.
void add_repositories(db::Composition& query, const View& view, const Range& range, Unit unit)
{
    query << " FROM repository r WHERE ";
    access::add_may_read(query, access::Viewer::of(view.caller), unit);
    if (range.owner_id != 0) query << " AND r.owner_id = " << bound(range.owner_id);
    if (range.team_id != 0)
        query << " AND r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = "
              << bound(range.team_id) << ")";
}

// The plus keeps the planner from reading all issues of these repositories where the first of a longer list will do.
void add_in_repositories(db::Composition& query, const View& view, const Range& range, std::optional<bool> is_pull,
                         bool few)
{
    if (!is_pull) {
        query << "((NOT i.is_pull AND ";
        add_in_repositories(query, view, range, false, few);
        query << ") OR (i.is_pull AND ";
        add_in_repositories(query, view, range, true, few);
        query << "))";
        return;
    }
    query << (few ? Piece("i.repository_id IN (SELECT r.id") : Piece("+i.repository_id IN (SELECT r.id"));
    add_repositories(query, view, range, *is_pull ? Unit::pulls : Unit::issues);
    query << ")";
}

// All that there is, as the repositories count it.
std::int64_t count_plain(const View& view, const Range& range, const IssueFilter& filter)
{
    std::int64_t total = 0;
    for (const bool is_pull : {false, true}) {
        if (filter.is_pull.value_or(is_pull) != is_pull) continue;
        IssueFilter kind{.closed = filter.closed, .is_pull = is_pull};
        db::Composition query("SELECT COALESCE(sum(r.open_issues_count), 0) AS open_issues_count,"
                              " COALESCE(sum(r.closed_issues_count), 0) AS closed_issues_count,"
                              " COALESCE(sum(r.open_pulls_count), 0) AS open_pulls_count,"
                              " COALESCE(sum(r.closed_pulls_count), 0) AS closed_pulls_count");
        add_repositories(query, view, range, is_pull ? Unit::pulls : Unit::issues);
        total += kind.total_of(view.db().first<IssueCounts>(query).value_or(IssueCounts()));
    }
    return total;
}

// The versions of all that is looked at. Repositories that have none have no issues either. Whose issues may be read
// and whose pull requests are two questions, and a 0 stands between the answers.
std::vector<std::int64_t> read_versions(const View& view, const Range& range)
{
    std::vector<std::int64_t> versions;
    for (const auto unit : {Unit::issues, Unit::pulls}) {
        db::Composition query("SELECT c.id AS value FROM issue_change c WHERE c.repository_id IN (SELECT r.id");
        add_repositories(query, view, range, unit);
        query << ") ORDER BY c.id LIMIT 4001";
        const auto some = view.db().all<std::int64_t>(query);
        versions.push_back(0);
        versions.insert(versions.end(), some.begin(), some.end());
    }
    return versions;
}

// Names that nothing there has do not filter. One that something has is one of them, which is enough.
void read_names(const View& view, const Range& range, const SearchIssues& wanted, IssueFilter& filter)
{
    if (const auto names = parts_of(wanted.labels); !names.empty()) {
        db::Composition query("SELECT l.id FROM label l WHERE l.name IN ");
        query << bound(names) << " AND (l.repository_id IN (SELECT r.id";
        add_repositories(query, view, range, Unit::issues);
        query << ") OR l.organization_id IN (SELECT r.owner_id";
        add_repositories(query, view, range, Unit::issues);
        query << "))";
        if (auto ids = view.db().all<std::int64_t>(query); !ids.empty()) filter.labels.push_back(std::move(ids));
    }
    if (const auto titles = parts_of(wanted.milestones); !titles.empty()) {
        db::Composition query("SELECT m.id FROM milestone m WHERE m.title IN ");
        query << bound(titles) << " AND m.repository_id IN (SELECT r.id";
        add_repositories(query, view, range, Unit::issues);
        query << ")";
        filter.milestones = view.db().all<std::int64_t>(query);
    }
}

} // namespace

Result<Page<StoredIssue>> search_issues(const View& view, const SearchIssues& wanted)
{
    const auto range = TRY(read_range(view, wanted));
    const auto poster = TRY(find_named_person(view, wanted.created_by));
    auto filter = read_filter(view, wanted, poster.id);
    read_names(view, range, wanted, filter);
    const bool is_narrow = range.owner_id != 0 && !filter.is_ordered();
    const bool few = is_narrow && count_plain(view, range, {}) < 1000;
    const auto found = find_page(
        view.db(), wanted, filter, [&] { return read_versions(view, range); },
        [&](db::Composition& ask) {
            add_from(ask, filter);
            ask << " AND ";
            add_in_repositories(ask, view, range, filter.is_pull, few);
        },
        [&] { return count_plain(view, range, filter); });
    TRY(check_is_shown(poster, found.total));
    return Page<StoredIssue>{.items = find_issues(view.db(), found.items), .total = found.total};
}

} // namespace cairn::issues
