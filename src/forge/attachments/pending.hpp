// Files that were sent before there is anything that they could belong to: a page takes them while somebody still
// writes. They are their uploader's alone, until what they belong to takes them in or a week has passed.
#pragma once

#include "attachments/upload.hpp"
#include "repositories/guards.hpp"

namespace cairn::attachments {

// What a page's script is told of a file.
struct PendingFile {
    std::string uuid;
};
BOOST_DESCRIBE_STRUCT(PendingFile, (), (uuid))

// Keeps a file that was received. Errc::unprocessable for who has too many of them already.
Result<StoredAttachment> keep_pending(const api::Call&, const repositories::RepositoryContext&, const Received&);

// Those of these that the caller has sent to this repository and that wait, in this order; the rest is passed over.
std::vector<StoredAttachment> find_pending(const api::Call&, const repositories::RepositoryContext&,
                                           std::span<const std::string> uuids);

// Gives them to a release, as far as they wait.
void give_to_release(db::Transaction&, const api::Call&, const repositories::RepositoryContext&,
                     std::span<const std::string> uuids, std::int64_t release_id);

// Gives them to an issue, or to a comment on it (0: to the issue itself), as far as they wait.
void give_to_issue(db::Transaction&, const api::Call&, const repositories::RepositoryContext&,
                   std::span<const std::string> uuids, std::int64_t issue_id, std::int64_t comment_id = 0);

// Those that nobody has taken in.
void forget_pending(const api::Site&);

} // namespace cairn::attachments
