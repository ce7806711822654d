#include "contents/status.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::contents {

StoredStatus add_status(db::Transaction& tx, StoredStatus status)
{
    tx.run("UPDATE commit_status SET latest = FALSE WHERE repository_id = $1 AND commit_id = $2 AND context = $3"
           " AND latest",
           status.repository_id, status.commit_id, status.context);
    return tx.one<StoredStatus>(
        "INSERT INTO commit_status (repository_id, commit_id, number, state, context, description, target_url,"
        " creator_id, latest, created_at) VALUES ($1, $2, (SELECT COALESCE(MAX(number), 0) + 1 FROM commit_status"
        " WHERE repository_id = $1 AND commit_id = $2), $3, $4, $5, $6, $7, TRUE, $8) RETURNING *",
        status.repository_id, status.commit_id, status.state, status.context, status.description, status.target_url,
        status.creator_id, Time::now());
}

Page<StoredStatus> latest_statuses(db::Queries& db, std::int64_t repository_id, const std::string& commit_id,
                                   const Paging& paging)
{
    return db.page<StoredStatus>(paging,
                                 "SELECT * FROM commit_status WHERE repository_id = $1 AND commit_id = $2 AND latest"
                                 " ORDER BY number DESC",
                                 repository_id, commit_id);
}

std::vector<StoredStatus> latest_statuses(db::Queries& db, std::int64_t repository_id, const std::string& commit_id)
{
    return db.all<StoredStatus>("SELECT * FROM commit_status WHERE repository_id = $1 AND commit_id = $2 AND latest"
                                " ORDER BY number DESC",
                                repository_id, commit_id);
}

std::map<std::string, std::string> combined_states(db::Queries& db, std::int64_t repository_id,
                                                   const std::vector<std::string>& commit_ids)
{
    std::map<std::string, std::string> states;
    if (commit_ids.empty()) return states;
    db::Composition query("SELECT * FROM commit_status WHERE latest AND repository_id = ");
    query << db::bound(repository_id) << " AND commit_id IN " << db::bound(commit_ids) << " ORDER BY commit_id";
    const auto all = db.all<StoredStatus>(query);
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::find_if(begin, all.end(), [&](const auto& s) { return s.commit_id != begin->commit_id; });
        states.emplace(begin->commit_id, combined_state({begin, end}));
        begin = end;
    }
    return states;
}

std::map<CommitOfRepository, std::string> combined_states(db::Queries& db,
                                                          const std::vector<CommitOfRepository>& commits)
{
    std::map<CommitOfRepository, std::string> states;
    if (commits.empty()) return states;
    std::vector<std::int64_t> repositories;
    std::vector<std::string> ids;
    for (const auto& [repository, id] : commits) {
        repositories.push_back(repository);
        ids.push_back(id);
    }
    make_distinct(repositories);
    make_distinct(ids);
    db::Composition query("SELECT * FROM commit_status WHERE latest AND repository_id IN ");
    query << db::bound(repositories) << " AND commit_id IN " << db::bound(ids) << " ORDER BY repository_id, commit_id";
    const auto all = db.all<StoredStatus>(query);
    for (auto begin = all.begin(); begin != all.end();) {
        const CommitOfRepository which{begin->repository_id, begin->commit_id};
        const auto end = std::find_if(begin, all.end(), [&](const StoredStatus& status) {
            return status.repository_id != which.first || status.commit_id != which.second;
        });
        states.emplace(which, combined_state({begin, end}));
        begin = end;
    }
    return states;
}

std::string_view combined_state(std::span<const StoredStatus> statuses)
{
    const auto is_bad = [](const StoredStatus& status) {
        return status.state == "error" || status.state == "failure" || status.state == "warning";
    };
    const auto is_good = [](const StoredStatus& status) {
        return status.state == "success" || status.state == "skipped";
    };
    if (std::ranges::any_of(statuses, is_bad)) return "failure";
    return !statuses.empty() && std::ranges::all_of(statuses, is_good) ? "success" : "pending";
}

Result<git::ObjectId> find_named_commit(const git::Repository& repository, std::string_view ref)
{
    constexpr std::size_t shortest_id = 7;
    if (ref.starts_with(git::heads)) return git::find_branch(repository, ref.substr(git::heads.size()));
    if (ref.starts_with(git::tags)) return git::find_tag(repository, ref.substr(git::tags.size()));
    if (auto tag = git::find_tag(repository, ref)) return tag;
    if (auto branch = git::find_branch(repository, ref)) return branch;
    if (ref.size() < shortest_id) return not_found(ref);
    return repository.peel(TRY(repository.find_id(ref)), git::Kind::commit);
}

} // namespace cairn::contents
