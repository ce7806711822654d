// Asking somebody to take a repository, and their answer. What follows from a new owner is in transfer.cpp.
#include "access/organizations.hpp"
#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "organizations/team.hpp"
#include "repositories/lifecycle/offered_transfer.hpp"
#include "repositories/lifecycle/transfer.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;
using accounts::AccountKind;

namespace {

Result<Account> recipient_of(const Call& call, const RepositoryContext& place, const TransferRepoOption& wanted)
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

Result<void> check_teams(const Call& call, const Account& recipient, const std::vector<std::int64_t>& ids)
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
bool speaks_for(const Call& call, const Account& recipient)
{
    if (call.caller.admin || recipient.id == call.caller.id) return true;
    return recipient.kind == AccountKind::organization
        && access::may_create_repository(call.db(), access::Viewer::of(call.caller), recipient.id);
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

struct Pending {
    StoredTransfer transfer;
    Account recipient;
};

Result<Pending> pending_at(const Call& call, const RepositoryContext& place)
{
    const auto transfer = find_transfer(call.db(), place.repository.id);
    auto recipient = transfer ? accounts::find_account(call.db(), transfer->recipient_id) : std::nullopt;
    if (!recipient) return not_found("the transfer");
    return Pending{*transfer, std::move(*recipient)};
}

} // namespace

Result<Transferred> transfer_repository(const Call& call, const RepositoryContext& place,
                                        const TransferRepoOption& wanted)
{
    const auto recipient = TRY(recipient_of(call, place, wanted));
    TRY(check_teams(call, recipient, wanted.team_ids));
    if (recipient.id == place.owner.id) return fail(Errc::unprocessable, "the repository is theirs already");
    const bool at_once = speaks_for(call, recipient);
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        if (repository->transferring) return fail(Errc::conflict, "the repository waits for a new owner already");
        if (find_repository(tx, recipient.id, repository->name))
            return fail(Errc::unprocessable, recipient.name + " has a repository of that name already");
        if (at_once) return give_away(call.site, tx, *repository, recipient, call.caller.id, wanted.team_ids);
        begin_transfer(tx,
                       {.repository_id = repository->id,
                        .doer_id = call.caller.id,
                        .recipient_id = recipient.id,
                        .teams = join_ids(wanted.team_ids)});
        call.site.events.tell(tx,
                              events::TransferOffered{.repository_id = repository->id,
                                                      .recipient_id = recipient.id,
                                                      .actor_id = call.caller.id});
        return {};
    }));
    return at_once ? Transferred::at_once : Transferred::offered;
}

Result<Account> accept_transfer(const Call& call, const RepositoryContext& place)
{
    auto pending = TRY(pending_at(call, place));
    if (!speaks_for(call, pending.recipient)) return fail(Errc::forbidden, "the repository was offered to others");
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto repository = find_repository(tx, place.repository.id);
        if (!repository || !find_transfer(tx, place.repository.id)) return not_found("the transfer");
        return give_away(call.site, tx, *repository, pending.recipient, pending.transfer.doer_id,
                         read_ids(pending.transfer.teams));
    }));
    return std::move(pending.recipient);
}

Result<void> reject_transfer(const Call& call, const RepositoryContext& place)
{
    const auto pending = TRY(pending_at(call, place));
    if (!speaks_for(call, pending.recipient) && !place.access.owns())
        return fail(Errc::forbidden, "the repository was offered to others");
    call.db().write([&](db::Transaction& tx) { end_transfer(tx, place.repository.id); });
    return {};
}

std::optional<OfferedTransfer> offered_transfer(const Call& call, const RepositoryContext& place)
{
    if (!place.repository.transferring) return {};
    auto pending = pending_at(call, place);
    if (!pending) return {};
    const bool speaks = !call.caller.anonymous() && speaks_for(call, pending->recipient);
    return OfferedTransfer{
        .recipient = std::move(pending->recipient), .may_accept = speaks, .may_reject = speaks || place.access.owns()};
}

} // namespace cairn::repositories
