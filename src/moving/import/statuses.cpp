// What builds and checks have said about commits.
#include <algorithm>

#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct StatusRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t index = 0;
    std::string state;
    std::string sha;
    std::string target_url;
    std::string description;
    std::string context;
    std::int64_t creator_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(StatusRow, (),
                      (id, repo_id, index, state, sha, target_url, description, context, creator_id, created_unix))

Outcome take(Batch& batch, StatusRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", {});
    constexpr std::array<std::string_view, 6> states{"pending", "success", "error", "failure", "warning", "skipped"};
    if (std::ranges::find(states, row.state) == states.end())
        return refuse("a state that there is none of here: " + row.state, {});
    const auto id = batch.id_for(row.id);
    batch.tx.run("UPDATE commit_status SET latest = FALSE WHERE repository_id = $1 AND commit_id = $2"
                 " AND context = $3 AND latest",
                 *repository, row.sha, row.context);
    if (batch.tx.run("INSERT INTO commit_status (id, repository_id, commit_id, number, state, context, description,"
                     " target_url, creator_id, latest, created_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, TRUE, $10) ON CONFLICT DO NOTHING",
                     id, *repository, row.sha, row.index, row.state, row.context, row.description, row.target_url,
                     batch.account(row.creator_id), row.created_unix)
        == 0)
        return refuse("the commit has two of one number", row.sha);
    return {};
}

} // namespace

const Kind statuses_kind{.name = "commit statuses",
                         .table = "commit_status",
                         .here = "commit_status",
                         .ids = Ids::ordered,
                         .run = &move_rows<StatusRow, &take>,
                         .needed = "id repo_id index state sha context"};

} // namespace cairn::import
