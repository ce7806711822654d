// Giving a repository to another owner: at once, or when that one has said yes.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

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

enum class Transferred : std::uint8_t { at_once, offered };

// Gives the repository away: at once where the caller speaks for the new owner, otherwise it is offered.
// Errc::not_found for a new owner who is not there, Errc::forbidden where one of the two has blocked the other and for
// teams of others, Errc::conflict while it waits for somebody else, Errc::unprocessable for an owner who has it or one
// of its name, and for teams that there are not.
Result<Transferred> transfer_repository(const api::Call&, const RepositoryContext&, const TransferRepoOption&);

// Takes what was offered, for the recipient, who is its owner then. Errc::not_found where nothing was offered,
// Errc::forbidden for who does not speak for the recipient, Errc::unprocessable as for give_away().
Result<accounts::Account> accept_transfer(const api::Call&, const RepositoryContext&);

// Refuses it; whoever owns the repository may also think better of it. Errc::not_found, Errc::forbidden.
Result<void> reject_transfer(const api::Call&, const RepositoryContext&);

// The steps of that.

struct StoredTransfer {
    std::int64_t repository_id = 0;
    std::int64_t doer_id = 0;
    std::int64_t recipient_id = 0;
    std::string teams; // the ids of those that will get it, joined by commas
};
BOOST_DESCRIBE_STRUCT(StoredTransfer, (), (repository_id, doer_id, recipient_id, teams))

std::optional<StoredTransfer> find_transfer(db::Queries&, std::int64_t repository_id);

// Writes down that the repository waits for its new owner, and lets those read it who may accept.
void begin_transfer(db::Transaction&, const StoredTransfer&);

// It waits no longer, and those who could read it because of that cannot.
void end_transfer(db::Transaction&, std::int64_t repository_id);

// Gives the repository to another owner with all that follows from who owns it. Errc::unprocessable when that one has a
// repository of the same name.
Result<void> give_away(const api::Site&, db::Transaction&, StoredRepository&, const accounts::Account& recipient,
                       std::int64_t doer_id, std::span<const std::int64_t> teams);

} // namespace cairn::repositories
