// Who wrote issues and comments that were taken over from another server. Their poster here is nobody; so only of those
// without one has anybody to ask.
#pragma once

#include <map>
#include <span>

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::issues {

struct ImportedAuthor {
    std::int64_t issue_id = 0;
    std::int64_t comment_id = 0; // 0: of the issue itself
    std::string name;
    std::int64_t account_id = 0; // there
};
BOOST_DESCRIBE_STRUCT(ImportedAuthor, (), (issue_id, comment_id, name, account_id))

void remember_author(db::Transaction&, const ImportedAuthor&);

// By the ids of the issues, and of the comments.
std::map<std::int64_t, ImportedAuthor> authors_of_issues(db::Queries&, const std::vector<std::int64_t>& ids);
std::map<std::int64_t, ImportedAuthor> authors_of_comments(db::Queries&, const std::vector<std::int64_t>& ids);

} // namespace cairn::issues
