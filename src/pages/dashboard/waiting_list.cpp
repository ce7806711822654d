#include "pages/dashboard/waiting_list.hpp"

#include "http/url.hpp"
#include "pages/places/repository_address.hpp"
#include "pulls/listed_pulls.hpp"

namespace cairn::pages {

using api::View;
using notifications::Waiting;
using notifications::WaitingRow;

namespace {

// So many of each kind are shown; the list has the others.
constexpr std::size_t shown_at_once = 8;

ListedState state_of(const WaitingRow& row)
{
    if (row.is_pull && row.merged_at.seconds != 0) return ListedState::merged;
    if (row.closed) return ListedState::closed;
    return row.is_pull && row.draft ? ListedState::draft : ListedState::open;
}

TodoKind kind_of(Waiting kind)
{
    switch (kind) {
    case Waiting::asked: return TodoKind::asked;
    case Waiting::unsent: return TodoKind::unsent;
    case Waiting::own_pull: return TodoKind::stuck;
    case Waiting::assigned: return TodoKind::assigned;
    case Waiting::mentioned: break;
    }
    return TodoKind::mentioned;
}

TodoRow show(const WaitingRow& row, const pulls::ListedPull* pull)
{
    const auto home = repository_address(row.owner, row.repository);
    TodoRow shown{.is_pull = row.is_pull,
                  .state = state_of(row),
                  .title = row.title,
                  .address = home + (row.is_pull ? "/pulls/" : "/issues/") + std::to_string(row.number),
                  .repository = row.owner + "/" + row.repository,
                  .repository_address = home,
                  .number = row.number,
                  .since = row.since,
                  .due = row.deadline_at,
                  .overdue = row.deadline_at.seconds != 0 && row.deadline_at < Time::now(),
                  .notification_id = row.notification_id};
    if (pull == nullptr) return shown;
    shown.additions = pull->additions;
    shown.deletions = pull->deletions;
    shown.failed = pull->checks == "failure";
    shown.changes = pull->review == pulls::ReviewSummary::changes;
    shown.conflict = pull->conflict;
    return shown;
}

bool is_stuck(const TodoRow& row) { return row.failed || row.changes || row.conflict; }

std::string list_of(TodoKind kind, const std::string& lists)
{
    const auto line = [&](std::string_view path, std::string_view query) {
        return lists + std::string(path) + "?q=" + http::encode_query(query);
    };
    switch (kind) {
    case TodoKind::asked: return line("/pulls", "is:open review:mine sort:updated");
    case TodoKind::unsent:
    case TodoKind::stuck: return line("/pulls", "is:open author:me sort:updated");
    case TodoKind::assigned: return line("/issues", "is:open assignee:me sort:updated");
    case TodoKind::mentioned: break;
    }
    return "/notifications";
}

} // namespace

WaitingList waiting_list(const View& view, const notifications::WaitingPlace& place, const std::string& lists)
{
    const auto rows = notifications::waiting_for(view, place);
    // What checks and reviewers say is asked for where it decides, or is shown.
    std::vector<std::int64_t> ids;
    std::size_t asked = 0;
    for (const auto& row : rows)
        if (row.kind() == Waiting::own_pull || (row.kind() == Waiting::asked && asked++ < shown_at_once))
            ids.push_back(row.issue_id);
    const auto pulls = pulls::listed_pulls(view, ids);
    WaitingList list;
    for (const auto& row : rows) {
        const auto pull = pulls.find(row.issue_id);
        auto shown = show(row, pull == pulls.end() ? nullptr : &pull->second);
        if (row.kind() == Waiting::own_pull && !is_stuck(shown)) continue;
        const auto kind = kind_of(row.kind());
        if (list.groups.empty() || list.groups.back().kind != kind) list.groups.push_back({.kind = kind});
        auto& group = list.groups.back();
        if (group.rows.size() < shown_at_once) group.rows.push_back(std::move(shown));
        else ++group.more;
        ++list.total;
    }
    for (auto& group : list.groups)
        if (group.more > 0) group.all = list_of(group.kind, lists);
    return list;
}

} // namespace cairn::pages
