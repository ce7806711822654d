// The files of a release: adding, finding, renaming and deleting them. src/forge/attachments has the files themselves.
#pragma once

#include "attachments/upload.hpp"
#include "releases/release.hpp"

namespace cairn::releases {

// A file of a release that the caller sees. Errc::not_found.
Result<attachments::StoredAttachment> find_asset(const api::Call&, const RepositoryContext&, std::int64_t release_id,
                                                 std::int64_t id);

// Adds the file that is sent. Errc::not_found, also where the release is gone when the file is there, and what
// attachments::receive() says.
Result<attachments::StoredAttachment> add_asset(const api::Call&, const RepositoryContext&, std::int64_t release_id,
                                                http::BodyReader&);

// The rules for such files.
attachments::UploadRules asset_rules(const api::Call&);

// Keeps the file that is sent for a release that is still written (attachments/pending.hpp).
Result<attachments::StoredAttachment> add_pending_asset(const api::Call&, const RepositoryContext&, http::BodyReader&);

// Gives it another name; an empty one changes nothing. Errc::not_found.
Result<attachments::StoredAttachment> edit_asset(const api::Call&, const RepositoryContext&, std::int64_t release_id,
                                                 std::int64_t id, const attachments::EditAttachmentOptions&);

// Errc::not_found.
Result<void> delete_asset(const api::Call&, const RepositoryContext&, std::int64_t release_id, std::int64_t id);

// By the names of tag and file, as people see it: a tag that is called latest is meant before the latest release.
// Errc::not_found.
Result<attachments::StoredAttachment> find_asset_named(const api::Call&, const RepositoryContext&,
                                                       const std::string& tag, const std::string& name);

} // namespace cairn::releases
