// Where the head of a comparison or a proposal is: in the repository itself, or in another one of its family.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"

namespace cairn::contents {

// Takes `owner:` or `owner/repo:` off the head's name; without either it is in `base`. not_found for an account or a
// repository that is not there or whose code the caller may not read, bad_request for one that has nothing to do with
// the base.
Result<repositories::RepositoryContext> find_head_context(const api::Call&, const repositories::RepositoryContext& base,
                                                          std::string& head);

} // namespace cairn::contents
