// Lists of repositories. The page is found as ids, which sort and count cheaply, and its rows are read in one more
// query.
#pragma once

#include "repositories/written.hpp"

namespace cairn::repositories {

struct ListRepositories : Paging { };
BOOST_DESCRIBE_STRUCT(ListRepositories, (Paging), ())

// The repositories of these ids, which the caller sees, in their order.
Page<Written<Repository>> list_repositories(const api::View&, const Page<std::int64_t>& found);

// The same, with the permissions of somebody else: in lists of what an account likes, clients are shown that account's.
Page<Written<Repository>> list_repositories(const api::View&, const Page<std::int64_t>& found,
                                            const access::Viewer& permissions_of);
access::Viewer viewer_of(const accounts::Account&);

// Adds to `query` the condition that the account has something to do with the repository `r` beside owning it: it was
// let in, one of its teams was, or it belongs to the organization and the repository is not private. Where only what is
// public counts, an organization that the account does not show its membership of does not.
void add_collaborates(db::Composition& query, std::int64_t account_id, bool only_public);

// The ids of a page of what an account owns or has something to do with and the caller sees, by name.
Page<std::int64_t> accessible_to(const api::View&, const accounts::Account&, const Paging&);

// The ids of a page of what an account owns and the caller sees, in the order in which they were made.
Page<std::int64_t> owned_by(const api::View&, std::int64_t owner_id, const Paging&);

// How many repositories an account owns, whoever sees them; and how many of them are not private.
std::int64_t count_owned(db::Queries&, std::int64_t owner_id);
std::int64_t count_public(db::Queries&, std::int64_t owner_id);

} // namespace cairn::repositories
