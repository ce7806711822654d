// Giving a repository to another owner: at once, or when that one has said yes.
#pragma once

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

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
