// Asking somebody to take a repository, and their answer.
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "organizations/team.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/transfer.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::AccountKind;

namespace {

struct TransferRepoOption {
    std::string new_owner;
    std::vector<std::int64_t> team_ids;
};
BOOST_DESCRIBE_STRUCT(TransferRepoOption, (), (new_owner, team_ids))
constexpr auto notes(const TransferRepoOption*)
{
    return std::array{Note{"new_owner", "the name of the account that shall own it"},
                      Note{"team_ids", "where that is an organization: the teams that get it"}};
}

Result<Account> recipient_of(Call& call, const RepositoryContext& place, const TransferRepoOption& wanted)
{
    auto recipient = accounts::find_account(call.db(), wanted.new_owner);
    const auto viewer = access::Viewer::of(call.caller);
    if (!recipient
        || (recipient->kind == AccountKind::organization
            && !access::sees_organization(call.db(), viewer, {recipient->id, recipient->visibility})))
        return not_found("the new owner");
    if (accounts::is_blocked(call.db(), place.owner.id, recipient->id)
        || accounts::is_blocked(call.db(), recipient->id, call.caller.id))
        return fail(Errc::forbidden, "one of the two has blocked the other");
    return std::move(*recipient);
}

Result<void> check_teams(Call& call, const Account& recipient, const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    if (recipient.kind != AccountKind::organization) return fail(Errc::unprocessable, "only an organization has teams");
    for (const auto id : ids) {
        const auto team = organizations::find_team(call.db(), id);
        if (!team) return fail(Errc::unprocessable, "there is no team " + std::to_string(id));
        if (team->organization_id != recipient.id)
            return fail(Errc::forbidden, "team " + std::to_string(id) + " belongs to another organization");
    }
    return {};
}

// Whether the caller may say yes for the recipient.
bool speaks_for(Call& call, const Account& recipient)
{
    if (call.caller.admin || recipient.id == call.caller.id) return true;
    return recipient.kind == AccountKind::organization
        && access::may_create_repository(call.db(), access::Viewer::of(call.caller), recipient.id);
}

Result<Repository> show(Call& call, std::int64_t repository_id)
{
    const auto repository = find_repository(call.db(), repository_id);
    const auto owner = repository ? accounts::find_account(call.db(), repository->owner_id) : std::nullopt;
    if (!owner) return not_found("the repository");
    return show_repository(call, *repository, *owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts()));
}

std::vector<std::int64_t> read_ids(std::string_view list)
{
    std::vector<std::int64_t> ids;
    for (const auto part : text::split_list(list)) ids.push_back(text::parse_integer(part).value_or(0));
    return ids;
}

std::string join_ids(const std::vector<std::int64_t>& ids)
{
    std::string list;
    for (const auto id : ids) list += (list.empty() ? "" : ",") + std::to_string(id);
    return list;
}

Result<Answered<Repository>> transfer(Call& call, const RepositoryContext& place, Body<TransferRepoOption> body)
{
    const auto recipient = TRY(recipient_of(call, place, body.value));
    TRY(check_teams(call, recipient, body->team_ids));
    if (recipient.id == place.owner.id) return fail(Errc::unprocessable, "the repository is theirs already");
    const bool at_once = speaks_for(call, recipient);
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        if (repository->transferring) return fail(Errc::conflict, "the repository waits for a new owner already");
        if (find_repository(tx, recipient.id, repository->name))
            return fail(Errc::unprocessable, recipient.name + " has a repository of that name already");
        if (at_once) return give_away(call.site, tx, *repository, recipient, call.caller.id, body->team_ids);
        begin_transfer(tx,
                       {.repository_id = repository->id,
                        .doer_id = call.caller.id,
                        .recipient_id = recipient.id,
                        .teams = join_ids(body->team_ids)});
        call.site.events.tell(tx,
                              events::TransferOffered{.repository_id = repository->id,
                                                      .recipient_id = recipient.id,
                                                      .actor_id = call.caller.id});
        return {};
    }));
    auto shown = TRY(show(call, place.repository.id));
    // Clients know it as it was before whoever gave it away watched it.
    shown.watchers_count = place.repository.watchers_count;
    return Answered<Repository>{std::move(shown), at_once ? 202 : 201};
}

struct Pending {
    StoredTransfer transfer;
    Account recipient;
};

Result<Pending> pending_at(Call& call, const RepositoryContext& place)
{
    const auto transfer = find_transfer(call.db(), place.repository.id);
    auto recipient = transfer ? accounts::find_account(call.db(), transfer->recipient_id) : std::nullopt;
    if (!recipient) return not_found("the transfer");
    return Pending{*transfer, std::move(*recipient)};
}

Result<Repository> accept(Call& call, const RepositoryContext& place)
{
    const auto pending = TRY(pending_at(call, place));
    if (!speaks_for(call, pending.recipient)) return fail(Errc::forbidden, "the repository was offered to others");
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto repository = find_repository(tx, place.repository.id);
        if (!repository || !find_transfer(tx, place.repository.id)) return not_found("the transfer");
        return give_away(call.site, tx, *repository, pending.recipient, pending.transfer.doer_id,
                         read_ids(pending.transfer.teams));
    }));
    const auto repository = find_repository(call.db(), place.repository.id);
    if (!repository) return not_found("the repository");
    // Clients are told what they could do when they asked.
    return show_repository(call, *repository, pending.recipient, place.access);
}

// Whoever began it may also think better of it.
Result<Repository> reject(Call& call, const RepositoryContext& place)
{
    const auto pending = TRY(pending_at(call, place));
    if (!speaks_for(call, pending.recipient) && !place.access.owns())
        return fail(Errc::forbidden, "the repository was offered to others");
    call.db().write([&](db::Transaction& tx) { end_transfer(tx, place.repository.id); });
    auto repository = place.repository;
    repository.transferring = false;
    return show_repository(call, repository, place.owner, place.access);
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/transfer",        scope::repository, owns_repository,           handle<transfer>, 202, "repoTransfer",       "Give a repository to another owner, or offer it", {409, 422}},
    {POST, "/repos/{owner}/{repo}/transfer/accept", scope::repository, sees_repository_signed_in, handle<accept>,   202, "acceptRepoTransfer", "Take a repository that was offered", {403, 422}},
    {POST, "/repos/{owner}/{repo}/transfer/reject", scope::repository, sees_repository_signed_in, handle<reject>,   200, "rejectRepoTransfer", "Refuse a repository that was offered", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table transfer_table{"repository", operations};

} // namespace cairn::repositories
