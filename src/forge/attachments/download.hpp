// Files on their way out.
#pragma once

#include "api/call.hpp"
#include "attachments/attachment.hpp"

namespace cairn::attachments {

// The file as an answer, sent without being held in memory, whole or the part that was asked for; it counts as a
// download. Whether the caller may have it was decided before. Errc::not_found where the storage has lost it.
Result<api::Raw> serve(const api::Call&, const StoredAttachment&);

// The door /attachments/{uuid}, for whoever may read what the file belongs to.

} // namespace cairn::attachments
