// Lists of repositories. The page is found as ids, which sort and count cheaply, and its rows are read in one more
// query.
#pragma once

#include "repositories/written.hpp"

namespace cairn::repositories {

struct ListRepositories : Paging { };
BOOST_DESCRIBE_STRUCT(ListRepositories, (Paging), ())

// `ids` selects the ids of repositories that the caller sees, in their order.
Page<Written<Repository>> list_repositories(const api::View&, const Paging&, const db::Composition& ids);

// The same, with the permissions of somebody else: in lists of what an account likes, clients are shown that account's.
Page<Written<Repository>> list_repositories(const api::View&, const Paging&, const db::Composition& ids,
                                            const access::Viewer& permissions_of);
access::Viewer viewer_of(const accounts::Account&);

// The same for a page of ids that was found in another way.
Page<Written<Repository>> list_repositories(const api::View&, const Page<std::int64_t>& found);

// Adds to `query` the condition that the account has something to do with the repository `r` beside owning it: it was
// let in, one of its teams was, or it belongs to the organization and the repository is not private. Where only what is
// public counts, an organization that the account does not show its membership of does not.
void add_collaborates(db::Composition& query, std::int64_t account_id, bool only_public);

} // namespace cairn::repositories
