#include "issues/search.hpp"

#include "access/organizations.hpp"
#include "access/repositories.hpp"
#include "accounts/visibility.hpp"
#include "base/text.hpp"
#include "issues/named_person.hpp"
#include "issues/search_range.hpp"

namespace cairn::issues {

using access::Unit;
using api::View;
using db::bound;

namespace {

std::vector<std::string> parts_of(std::string_view list)
{
    std::vector<std::string> parts;
    for (const auto part : text::split_list(list)) parts.emplace_back(part);
    return parts;
}

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

Result<SearchRange> read_range(const View& view, const SearchIssues& wanted)
{
    SearchRange range;
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

// Names that nothing there has do not filter. One that something has is one of them, which is enough.
void read_names(const View& view, const SearchRange& range, const SearchIssues& wanted, IssueFilter& filter)
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
    const bool few = is_narrow && count_in_range(view, range, {}) < 1000;
    const auto found = find_page(
        view.db(), wanted, filter, [&] { return cache::Versions([&] { return versions_in_range(view, range); }); },
        [&](db::Composition& ask) {
            add_from(ask, filter);
            ask << " AND ";
            add_in_range(ask, view, range, filter.is_pull, few);
        },
        [&] { return count_in_range(view, range, filter); });
    TRY(check_is_shown(poster, found.total));
    return Page<StoredIssue>{.items = find_issues(view.db(), found.items), .total = found.total};
}

} // namespace cairn::issues
