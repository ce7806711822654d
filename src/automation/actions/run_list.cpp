#include "actions/run_list.hpp"

#include <algorithm>

#include "db/composition.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::actions {

using api::Call;
using db::bound;

namespace {

struct CountedState {
    Status status = Status::blocked;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(CountedState, (), (status, count))

struct RunFacts {
    std::string event;
    std::string ref;
    std::int64_t actor_id = 0;
};
BOOST_DESCRIBE_STRUCT(RunFacts, (), (event, ref, actor_id))

// All but the state.
void add_filters(const Call& call, db::Composition& query, const RepositoryContext& place, const ListedRuns& wanted)
{
    query << "a.repository_id = " << bound(place.repository.id);
    if (!wanted.workflow.empty()) query << " AND a.file = " << bound(wanted.workflow);
    if (!wanted.event.empty()) query << " AND a.event = " << bound(wanted.event);
    if (!wanted.branch.empty()) query << " AND a.ref = " << bound(std::string(git::heads) + wanted.branch);
    if (!wanted.head_sha.empty()) query << " AND a.head_sha = " << bound(wanted.head_sha);
    if (wanted.actor.empty()) return;
    const auto actor = accounts::find_account(call.db(), wanted.actor);
    query << " AND a.actor_id = " << bound(actor ? actor->id : std::int64_t{-1});
}

void add_once(std::vector<std::string>& to, std::string_view text)
{
    constexpr std::size_t most = 50;
    if (!text.empty() && to.size() < most && std::ranges::find(to, text) == to.end()) to.emplace_back(text);
}

} // namespace

Result<Page<StoredRun>> list_runs(const Call& call, const RepositoryContext& place, const ListedRuns& wanted)
{
    static constexpr auto beginning = "SELECT " + run_columns + " FROM action_run a WHERE ";
    db::Composition query;
    query << db::Composition::Piece::trusted(beginning.text);
    add_filters(call, query, place, wanted);
    if (!wanted.status.empty()) {
        const auto states = states_of(wanted.status);
        if (states.empty()) return fail(Errc::bad_request, "no run is \"" + wanted.status + "\"");
        query << " AND a.status IN " << bound(states);
    }
    query << " ORDER BY a.id DESC";
    return call.db().page<StoredRun>(wanted, query);
}

RunCounts count_runs(const Call& call, const RepositoryContext& place, const ListedRuns& wanted)
{
    db::Composition query("SELECT a.status, count(*) AS count FROM action_run a WHERE ");
    add_filters(call, query, place, wanted);
    query << " GROUP BY a.status";
    RunCounts counts;
    for (const auto& [status, count] : call.db().all<CountedState>(query)) {
        counts.all += count;
        if (is_at_work(status)) counts.running += count;
        else if (!is_over(status)) counts.waiting += count;
        else if (status == Status::success) counts.passed += count;
        else if (status == Status::failure) counts.failed += count;
    }
    return counts;
}

RunChoices choices_of_runs(db::Queries& db, std::int64_t repository_id)
{
    constexpr std::size_t most_people = 50;
    RunChoices choices;
    for (const auto& run : db.all<RunFacts>("SELECT DISTINCT event, ref, actor_id FROM (SELECT event, ref, actor_id"
                                            " FROM action_run WHERE repository_id = $1 ORDER BY id DESC LIMIT 500) t"
                                            " ORDER BY event, ref, actor_id",
                                            repository_id)) {
        add_once(choices.events, run.event);
        if (run.ref.starts_with(git::heads))
            add_once(choices.branches, std::string_view(run.ref).substr(git::heads.size()));
        if (choices.actors.size() < most_people
            && std::ranges::find(choices.actors, run.actor_id) == choices.actors.end())
            choices.actors.push_back(run.actor_id);
    }
    std::ranges::sort(choices.branches);
    return choices;
}

} // namespace cairn::actions
