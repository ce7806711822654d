#include "contents/status_report.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"

namespace cairn::contents {

using namespace api;
using db::bound;
using repositories::RepositoryContext;

namespace {

// Clients know these orders by names that say the opposite of what they do.
db::Composition::Piece order_of(std::string_view sort)
{
    if (sort == "oldest" || sort == "leastupdate") return " ORDER BY created_at, number";
    if (sort == "leastindex") return " ORDER BY number DESC";
    if (sort == "highestindex") return " ORDER BY number";
    return " ORDER BY created_at DESC, number DESC";
}

bool is_filter(std::string_view state)
{
    constexpr std::array<std::string_view, 5> known{"pending", "success", "error", "failure", "warning"};
    return std::ranges::find(known, state) != known.end();
}

} // namespace

Result<StoredStatus> report_status(const Call& call, const RepositoryContext& place, const std::string& sha,
                                   const CreateStatusOption& wanted)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto commit = TRY(git::find_commit(*repository, sha));
    auto status = call.db().write([&](db::Transaction& tx) {
        auto added = add_status(tx,
                                {.repository_id = place.repository.id,
                                 .commit_id = commit.hex(),
                                 .state = std::string(text::trim(wanted.state)),
                                 .context = std::string(text::trim(wanted.context)),
                                 .description = std::string(text::trim(wanted.description)),
                                 .target_url = std::string(text::trim(wanted.target_url)),
                                 .creator_id = call.caller.id});
        call.site.events.tell(tx,
                              events::StatusReported{.repository_id = place.repository.id,
                                                     .actor_id = call.caller.id,
                                                     .status_id = added.id,
                                                     .commit_id = added.commit_id});
        return added;
    });
    return status;
}

Page<StoredStatus> statuses_of(const Call& call, const RepositoryContext& place, const std::string& commit,
                               const ListStatuses& query)
{
    db::Composition wanted("SELECT * FROM commit_status WHERE repository_id = ");
    wanted << bound(place.repository.id) << " AND commit_id = " << bound(commit);
    if (is_filter(query.state)) wanted << " AND state = " << bound(query.state);
    wanted << order_of(query.sort);
    return call.db().page<StoredStatus>(query, wanted);
}

} // namespace cairn::contents
