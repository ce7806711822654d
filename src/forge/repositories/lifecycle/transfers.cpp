// The operations by which somebody is asked to take a repository, and answers.
#include "accounts/unlimited.hpp"
#include "db/database.hpp"
#include "repositories/lifecycle/transfer.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

Result<Repository> show(Call& call, std::int64_t repository_id)
{
    const auto repository = find_repository(call.db(), repository_id);
    const auto owner = repository ? accounts::find_account(call.db(), repository->owner_id) : std::nullopt;
    if (!owner) return not_found("the repository");
    return show_repository(call, *repository, *owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts()));
}

Result<Answered<Repository>> transfer(Call& call, const RepositoryContext& place, Body<TransferRepoOption> body)
{
    const bool at_once = TRY(transfer_repository(call, place, body.value)) == Transferred::at_once;
    auto shown = TRY(show(call, place.repository.id));
    // Clients know it as it was before whoever gave it away watched it.
    shown.watchers_count = place.repository.watchers_count;
    return Answered<Repository>{std::move(shown), at_once ? 202 : 201};
}

Result<Repository> accept(Call& call, const RepositoryContext& place)
{
    const auto recipient = TRY(accept_transfer(call, place));
    const auto repository = find_repository(call.db(), place.repository.id);
    if (!repository) return not_found("the repository");
    // Clients are told what they could do when they asked.
    return show_repository(call, *repository, recipient, place.access);
}

Result<Repository> reject(Call& call, const RepositoryContext& place)
{
    TRY(reject_transfer(call, place));
    auto repository = place.repository;
    repository.transferring = false;
    return show_repository(call, repository, place.owner, place.access);
}

// clang-format off
constexpr Operation transfer_operations[] = {
    {POST, "/repos/{owner}/{repo}/transfer",        scope::repository, accounts::unlimited<owns_repository>,           handle<transfer>, 202, "repoTransfer",       "Give a repository to another owner, or offer it", {409, 422}},
    {POST, "/repos/{owner}/{repo}/transfer/accept", scope::repository, accounts::unlimited<sees_repository_signed_in>, handle<accept>,   202, "acceptRepoTransfer", "Take a repository that was offered", {403, 422}},
    {POST, "/repos/{owner}/{repo}/transfer/reject", scope::repository, sees_repository_signed_in,                      handle<reject>,   200, "rejectRepoTransfer", "Refuse a repository that was offered", {403}},
};
// clang-format on
static_assert(well_formed(transfer_operations));

} // namespace

const Table transfer_table{"repository", transfer_operations};

} // namespace cairn::repositories
