// A file of a package on its way to whoever asked for it.
#pragma once

#include "api/operation.hpp"
#include "packages/package.hpp"

namespace cairn::packages {

// Errc::not_found where the storage has lost it.
Result<api::Raw> send_file(const api::Site&, const StoredFile&);

} // namespace cairn::packages
