// Files on their way out.
#pragma once

#include "api/call.hpp"
#include "attachments/attachment.hpp"

namespace cairn::attachments {

// The file, for whoever may read what it belongs to; one that belongs to nothing so far is its uploader's alone.
// Errc::not_found for everybody else.
Result<StoredAttachment> find_readable(const api::Call&, std::string_view uuid);

// The file as an answer, sent without being held in memory, whole or the part that was asked for; it counts as a
// download. Whether the caller may have it was decided before. Errc::not_found where the storage has lost it.
Result<api::Raw> serve(const api::Call&, const StoredAttachment&);

} // namespace cairn::attachments
