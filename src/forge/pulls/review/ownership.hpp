// The people whose files a pull request changes, as the CODEOWNERS file of the branch that it goes to says: they are
// asked for a review, and a protected branch may wait for them.
#pragma once

#include "git/repository.hpp"
#include "pulls/review/review_requests.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::pulls {

// Asks for the reviews of those whose files are changed and who were never asked. Nobody is while it is a draft.
void request_code_owners(const api::Site&, const repositories::StoredRepository&, const git::Repository&,
                         std::int64_t issue_id);

// The people among the owners of these files, as the branch says; each once.
std::vector<accounts::Account> owners_of_files(db::Queries&, const repositories::StoredRepository&,
                                               const git::Repository&, const std::string& branch,
                                               const std::vector<std::string>& files);

// Errc::method_not_allowed unless of the owners of every changed file at least one has approved.
Result<void> check_code_owners(db::Queries&, const repositories::StoredRepository&, const git::Repository&,
                               const StoredPull&);

} // namespace cairn::pulls
