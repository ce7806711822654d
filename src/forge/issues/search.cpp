// Finding issues in all repositories that the caller may read.
#include "access/organizations.hpp"
#include "access/repositories.hpp"
#include "accounts/guards.hpp"
#include "api/links.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/issue_filter.hpp"
#include "issues/readable.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using access::Unit;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

struct SearchIssues : Paging {
    std::string state;
    std::string labels;
    std::string milestones;
    std::string q;
    std::string type;
    std::optional<Time> since;
    std::optional<Time> before;
    bool assigned = false;
    bool created = false;
    bool mentioned = false;
    bool review_requested = false;
    bool reviewed = false;
    std::string owner;
    std::string created_by;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(SearchIssues, (Paging),
                      (state, labels, milestones, q, type, since, before, assigned, created, mentioned,
                       review_requested, reviewed, owner, created_by, team))
constexpr auto notes(const SearchIssues*)
{
    return std::array{
        Note{"state", "open, closed or all; without it, open"},
        Note{"labels", "names of labels, joined by commas: one of them is enough"},
        Note{"milestones", "titles of milestones, joined by commas: one of them is enough"},
        Note{"q", "words of the title, the text or the comments, or a number"},
        Note{"type", "issues or pulls; without it, both"},
        Note{"since", "not updated before this time"},
        Note{"before", "not updated after this time"},
        Note{"assigned", "only what is assigned to you"},
        Note{"created", "only what you have opened"},
        Note{"mentioned", "only what mentions you"},
        Note{"review_requested", "only pull requests that you are asked to review"},
        Note{"reviewed", "only pull requests that you have reviewed"},
        Note{"owner", "only in repositories of this account"},
        Note{"created_by", "only what this person has opened"},
        Note{"team", "only in repositories of this team of the owner"},
    };
}

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

Result<Range> read_range(const Call& call, const SearchIssues& wanted)
{
    Range range;
    if (wanted.owner.empty()) {
        if (!wanted.team.empty()) return fail(Errc::bad_request, "a team needs an owner");
        return range;
    }
    const auto owner = accounts::find_account(call.db(), wanted.owner);
    if (!owner) return fail(Errc::bad_request, "there is no owner " + wanted.owner);
    range.owner_id = owner->id;
    if (wanted.team.empty()) return range;
    db::Composition query("SELECT t.id FROM team t JOIN account o ON o.id = t.organization_id"
                          " WHERE t.organization_id = ");
    query << bound(owner->id) << " AND t.lower_name = " << bound(text::to_lower(wanted.team)) << " AND ";
    access::add_sees_team(query, access::Viewer::of(call.caller));
    const auto team = call.db().first<std::int64_t>(query);
    if (!team) return fail(Errc::bad_request, "there is no team " + wanted.team);
    range.team_id = *team;
    return range;
}

Result<IssueFilter> read_filter(const Call& call, const SearchIssues& wanted)
{
    IssueFilter filter;
    if (wanted.type == "issues") filter.is_pull = false;
    if (wanted.type == "pulls") filter.is_pull = true;
    filter.set_state(wanted.state);
    filter.set_words(wanted.q);
    filter.since = wanted.since;
    filter.before = wanted.before;
    if (!wanted.created_by.empty()) {
        const auto person = accounts::find_account(call.db(), wanted.created_by);
        if (!person) return not_found("the account");
        filter.poster_id = person->id;
    }
    if (!call.caller.anonymous()) {
        if (wanted.created) filter.poster_id = call.caller.id;
        if (wanted.assigned) filter.assignee_id = call.caller.id;
        if (wanted.mentioned) filter.mentioned_id = call.caller.id;
        if (wanted.review_requested) filter.review_requested_id = call.caller.id;
        if (wanted.reviewed) filter.reviewer_id = call.caller.id;
    }
    return filter;
}

// The repositories that are looked in, of those whose issues (or pull requests) the caller may read. That they are
// switched off now hides nothing that was written before.
void add_repositories(db::Composition& query, const Call& call, const Range& range, Unit unit)
{
    query << " FROM repository r WHERE ";
    access::add_may_read(query, access::Viewer::of(call.caller), unit);
    if (range.owner_id != 0) query << " AND r.owner_id = " << bound(range.owner_id);
    if (range.team_id != 0)
        query << " AND r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = "
              << bound(range.team_id) << ")";
}

// The plus keeps the planner from reading all issues of these repositories where the first of a longer list will do.
void add_in_repositories(db::Composition& query, const Call& call, const Range& range, std::optional<bool> is_pull,
                         bool few)
{
    if (!is_pull) {
        query << "((NOT i.is_pull AND ";
        add_in_repositories(query, call, range, false, few);
        query << ") OR (i.is_pull AND ";
        add_in_repositories(query, call, range, true, few);
        query << "))";
        return;
    }
    query << (few ? Piece("i.repository_id IN (SELECT r.id") : Piece("+i.repository_id IN (SELECT r.id"));
    add_repositories(query, call, range, *is_pull ? Unit::pulls : Unit::issues);
    query << ")";
}

// All that there is, as the repositories count it.
std::int64_t count_plain(const Call& call, const Range& range, const IssueFilter& filter)
{
    std::int64_t total = 0;
    for (const bool is_pull : {false, true}) {
        if (filter.is_pull.value_or(is_pull) != is_pull) continue;
        IssueFilter kind{.closed = filter.closed, .is_pull = is_pull};
        db::Composition query("SELECT COALESCE(sum(r.open_issues_count), 0) AS open_issues_count,"
                              " COALESCE(sum(r.closed_issues_count), 0) AS closed_issues_count,"
                              " COALESCE(sum(r.open_pulls_count), 0) AS open_pulls_count,"
                              " COALESCE(sum(r.closed_pulls_count), 0) AS closed_pulls_count");
        add_repositories(query, call, range, is_pull ? Unit::pulls : Unit::issues);
        total += kind.total_of(call.db().first<IssueCounts>(query).value_or(IssueCounts()));
    }
    return total;
}

// The versions of all that is looked at. Repositories that have none have no issues either. Whose issues may be read
// and whose pull requests are two questions, and a 0 stands between the answers.
std::vector<std::int64_t> read_versions(const Call& call, const Range& range)
{
    std::vector<std::int64_t> versions;
    for (const auto unit : {Unit::issues, Unit::pulls}) {
        db::Composition query("SELECT c.id AS value FROM issue_change c WHERE c.repository_id IN (SELECT r.id");
        add_repositories(query, call, range, unit);
        query << ") ORDER BY c.id LIMIT 4001";
        const auto some = call.db().all<std::int64_t>(query);
        versions.push_back(0);
        versions.insert(versions.end(), some.begin(), some.end());
    }
    return versions;
}

// Names that nothing there has do not filter. One that something has is one of them, which is enough.
void read_names(const Call& call, const Range& range, const SearchIssues& wanted, IssueFilter& filter)
{
    if (const auto names = parts_of(wanted.labels); !names.empty()) {
        db::Composition query("SELECT l.id FROM label l WHERE l.name IN ");
        query << bound(names) << " AND (l.repository_id IN (SELECT r.id";
        add_repositories(query, call, range, Unit::issues);
        query << ") OR l.organization_id IN (SELECT r.owner_id";
        add_repositories(query, call, range, Unit::issues);
        query << "))";
        if (auto ids = call.db().all<std::int64_t>(query); !ids.empty()) filter.labels.push_back(std::move(ids));
    }
    if (const auto titles = parts_of(wanted.milestones); !titles.empty()) {
        db::Composition query("SELECT m.id FROM milestone m WHERE m.title IN ");
        query << bound(titles) << " AND m.repository_id IN (SELECT r.id";
        add_repositories(query, call, range, Unit::issues);
        query << ")";
        filter.milestones = call.db().all<std::int64_t>(query);
    }
}

// Clients know the Link of a negative limit as that of pages of one, though all is shown on one.
void add_links_of_negative_limit(Call& call, const Paging& paging, std::int64_t total)
{
    const auto* limit = call.parameter("limit");
    if (limit == nullptr || text::parse_integer(*limit).value_or(0) >= 0 || total > paging.limit) return;
    const auto address = call.settings().server.root_url + std::string(call.request.path().substr(1));
    for (auto& link : page_links(address, call.query, {.page = paging.page, .limit = 1}, total))
        call.reply_headers.emplace_back("Link", std::move(link));
}

Result<Page<Issue>> search(Call& call, Query<SearchIssues> query)
{
    const auto range = TRY(read_range(call, query.value));
    auto filter = TRY(read_filter(call, query.value));
    read_names(call, range, query.value, filter);
    const bool is_narrow = range.owner_id != 0 && !filter.is_ordered();
    const bool few = is_narrow && count_plain(call, range, {}) < 1000;
    const auto found = find_page(
        call.db(), query.value, filter, [&] { return read_versions(call, range); },
        [&](db::Composition& ask) {
            add_from(ask, filter);
            ask << " AND ";
            add_in_repositories(ask, call, range, filter.is_pull, few);
        },
        [&] { return count_plain(call, range, filter); });
    add_links_of_negative_limit(call, query.value, found.total);
    return Page<Issue>{.items = show_issues(call, find_issues(call.db(), found.items)), .total = found.total};
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/issues/search", scope::issue, accounts::anyone, handle<search>, 200, "issueSearchIssues", "Search issues and pull requests in all repositories", {400, 404, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table issue_search_table{"issue", operations};

} // namespace cairn::issues
