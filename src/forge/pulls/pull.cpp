#include "pulls/pull.hpp"

#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::pulls {

using api::Call;
using db::bound;

std::optional<StoredPull> find_pull(db::Queries& db, std::int64_t issue_id)
{
    static constexpr auto by_id = select_pulls + " WHERE p.issue_id = $1";
    return db.first<StoredPull>(by_id.text, issue_id);
}

std::vector<StoredPull> find_pulls(db::Queries& db, const std::vector<std::int64_t>& issue_ids)
{
    if (issue_ids.empty()) return {};
    db::Composition query(select_pulls.text);
    query << " WHERE p.issue_id IN " << bound(issue_ids) << " ORDER BY p.issue_id";
    return db.all<StoredPull>(query);
}

std::optional<std::int64_t> find_open_pull(db::Queries& db, std::int64_t head_repository_id, const std::string& head,
                                           std::int64_t repository_id, const std::string& base, bool by_push)
{
    return db.first<std::int64_t>(
        "SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id WHERE p.head_repository_id = $1"
        " AND p.head_branch = $2 AND p.repository_id = $3 AND p.base_branch = $4 AND p.by_push = $5 AND NOT i.closed"
        " ORDER BY p.issue_id DESC LIMIT 1",
        head_repository_id, head, repository_id, base, by_push);
}

std::string head_reference(std::int64_t number) { return "refs/pull/" + std::to_string(number) + "/head"; }

Result<PullContext> find_pull_at(Call& call, RepositoryContext place)
{
    const auto number = text::parse_integer(call.segment("index"), 1);
    if (!number) return not_found("the pull request");
    return find_pull_at(call, std::move(place), *number);
}

Result<PullContext> find_pull_at(Call& call, RepositoryContext place, std::int64_t number)
{
    auto issue = issues::find_issue(call.db(), place.repository.id, number);
    auto pull = issue && issue->is_pull ? find_pull(call.db(), issue->id) : std::nullopt;
    if (!pull) return not_found("the pull request");
    return PullContext{{.place = std::move(place), .issue = std::move(*issue)}, std::move(*pull)};
}

namespace question {

Result<void> has_pulls(const Call&, const RepositoryContext& place)
{
    if (!issues::reads_pulls(place) || place.repository.empty) return not_found("the repository's pull requests");
    return {};
}

Result<void> reads_pulls(const Call& call, const RepositoryContext& place)
{
    TRY(has_pulls(call, place));
    return repositories::question::reads_or_forbidden(call, place, access::Unit::code);
}

Result<void> signed_in(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::signed_in(call, place));
    return reads_pulls(call, place);
}

Result<void> changeable(const Call& call, const RepositoryContext& place)
{
    TRY(signed_in(call, place));
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    return {};
}

} // namespace question

} // namespace cairn::pulls

template <> const cairn::Type& cairn::type_of<cairn::pulls::StoredPull>()
{
    return detail::type<cairn::pulls::StoredPull>;
}
