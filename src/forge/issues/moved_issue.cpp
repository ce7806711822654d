#include "issues/moved_issue.hpp"

#include "api/routes.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::issues {

using api::Call;
using db::bound;

namespace {

struct FormerRow {
    std::int64_t event_id = 0;
    std::int64_t number = 0;
    std::string owner;
    std::string name;
    bool readable = false;
};
BOOST_DESCRIBE_STRUCT(FormerRow, (), (event_id, number, owner, name, readable))

using Values = std::vector<std::pair<std::string_view, std::string_view>>;

// Where an issue is now, for those who may read it there. The words are those for what never was.
Error lead_to(const Call& call, const std::optional<StoredIssue>& issue, std::string_view missing,
              std::string_view number_segment)
{
    auto refused = not_found(missing).error();
    const auto repository = issue ? repositories::find_repository(call.db(), issue->repository_id) : std::nullopt;
    if (!repository) return refused;
    const auto viewer = access::Viewer::of(call.caller);
    if (!access::access_to(call.db(), viewer, repository->facts()).reads(issue->unit())) return refused;
    const auto owner = accounts::find_account(call.db(), repository->owner_id);
    if (!owner) return refused;
    const auto number = std::to_string(issue->number);
    Values values{{"owner", owner->name}, {"repo", repository->name}};
    if (!number_segment.empty()) values.emplace_back(number_segment, number);
    // What is sent must not be lost, so that it is sent again, there.
    const bool asks = call.request.method == "GET" || call.request.method == "HEAD";
    return elsewhere(asks ? Errc::moved : Errc::moved_for_now, api::address_with(call, values)).error();
}

} // namespace

std::vector<FormerPlace> former_places(const api::View& view, const StoredIssue& issue)
{
    if ((issue.belongings & belonging::former_places) == 0) return {};
    db::Composition query("SELECT m.event_id, m.number, o.name AS owner, r.name, ");
    access::add_reads(query, access::Viewer::of(view.caller), issue.unit());
    query << " AS readable FROM moved_issue m JOIN repository r ON r.id = m.repository_id"
             " JOIN account o ON o.id = r.owner_id WHERE m.issue_id = "
          << bound(issue.id) << " ORDER BY m.event_id";
    std::vector<FormerPlace> places;
    for (const auto& row : view.db().all<FormerRow>(query))
        places.push_back({.event_id = row.event_id,
                          .repository = row.readable ? row.owner + "/" + row.name : std::string(),
                          .number = row.number});
    return places;
}

Error lead_on(const Call& call, const RepositoryContext& place, std::int64_t number, std::string_view segment)
{
    const auto id = call.db().first<std::int64_t>(
        "SELECT issue_id AS value FROM moved_issue WHERE repository_id = $1 AND number = $2", place.repository.id,
        number);
    return lead_to(call, id ? find_issue(call.db(), *id) : std::nullopt, "the issue", segment);
}

Error lead_on_to_comment(const Call& call, const RepositoryContext& place, std::int64_t issue_id)
{
    const bool was_here = call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM moved_issue WHERE issue_id = $1 AND repository_id = $2) AS value", issue_id,
        place.repository.id);
    return lead_to(call, was_here ? find_issue(call.db(), issue_id) : std::nullopt, "the comment", {});
}

void keep_former_place(db::Transaction& tx, const StoredIssue& before, std::int64_t event_id)
{
    tx.run("INSERT INTO moved_issue (repository_id, number, issue_id, event_id) VALUES ($1, $2, $3, $4)",
           before.repository_id, before.number, before.id, event_id);
    tx.run("UPDATE issue SET belongings = belongings | $2 WHERE id = $1", before.id, belonging::former_places);
}

} // namespace cairn::issues
