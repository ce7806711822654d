// The merge queues of a repository: who waits to get into which branch, and how far that has come.
#include "accounts/shown_accounts.hpp"
#include "config/settings.hpp"
#include "contents/status.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull/tables.hpp"
#include "pulls/queue/merge_queue.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::ListedQueued;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

struct QueueRow {
    std::int64_t number = 0;
    std::string title{};
    std::string address{};
    std::int64_t position = 0;
    std::string login{}; // who has put it there
    std::string avatar{};
    Time since{};
    std::string tone{}; // "good", "bad" or "wait"
    std::string state{};
    std::string commit{}; // what the branch will be at; empty: not made yet
    std::string commit_address{};
    bool may_leave = false;
};
BOOST_DESCRIBE_STRUCT(QueueRow, (),
                      (number, title, address, position, login, avatar, since, tone, state, commit, commit_address,
                       may_leave))

struct QueueGroup {
    std::string branch;
    std::vector<QueueRow> rows{};
};
BOOST_DESCRIBE_STRUCT(QueueGroup, (), (branch, rows))

struct QueueView {
    RepositoryPlace place;
    std::vector<QueueGroup> groups{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(QueueView, (), (place, groups, pager))

// What the checks of its commit have come to.
void say_state(const Call& call, QueueRow& row, const ListedQueued& queued, const std::string& checks)
{
    const auto& in = language_of(call);
    row.tone = "wait";
    if (!queued.announced) row.state = in.say(Phrase("Waits for its turn"));
    else if (checks == "failure") {
        row.tone = "bad";
        row.state = in.say(Phrase("A check failed"));
    } else if (checks == "success") {
        row.tone = "good";
        row.state = in.say(Phrase("Checks passed"));
    } else row.state = in.say(Phrase("Is being checked"));
}

Result<QueueView> show(Call& call, const RepositoryContext& place, Query<Paging> query)
{
    if (!call.settings().repository_pull_request.merge_queue) return not_found("a merge queue");
    const auto queued = pulls::list_queue(call.db(), place.repository.id, query.value);
    QueueView view{.place = repository_place(call, place, RepositoryTab::pulls),
                   .pager = pager(call, query.value, queued.total)};
    std::vector<std::int64_t> ids;
    std::vector<std::string> commits;
    for (const auto& one : queued.items) {
        ids.push_back(one.account_id);
        if (!one.commit_sha.empty()) commits.push_back(one.commit_sha);
    }
    const accounts::ShownAccounts people(call.db(), std::move(ids));
    const auto states = contents::combined_states(call.db(), place.repository.id, commits);
    const pulls::QueueRights rights(call, place);
    const auto repository = repository_address(place);
    for (const auto& one : queued.items) {
        const auto& person = people.at(one.account_id);
        QueueRow row{.number = one.number,
                     .title = one.title,
                     .address = repository + "/pulls/" + std::to_string(one.number),
                     .position = one.position,
                     .login = person.name,
                     .avatar = avatar_address(person),
                     .since = one.created_at,
                     .commit = one.commit_sha,
                     .commit_address = repository + "/commit/" + one.commit_sha,
                     .may_leave = rights.may_take_out(one)};
        const auto found = states.find(one.commit_sha);
        say_state(call, row, one, found != states.end() ? found->second : std::string());
        if (view.groups.empty() || view.groups.back().branch != one.base_branch)
            view.groups.push_back({.branch = one.base_branch});
        view.groups.back().rows.push_back(std::move(row));
    }
    return view;
}

constexpr auto& queue_page = shows<show, "pull/queue", "repoListPullRequests">;

// clang-format off
constexpr Operation queue_operations[] = {
    {GET, "/{owner}/{repo}/pulls/queue", scope::none, pulls::reads_pulls, queue_page, 200, "sitePullQueue", "Show the merge queues of a repository"},
};
// clang-format on
static_assert(well_formed(queue_operations));

} // namespace

const Table pull_queue_table{"site", queue_operations, Door::site, refuse_page};

} // namespace cairn::pages
