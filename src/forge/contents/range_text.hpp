// Differences as text that people read and git takes, for answers: what is short is made at once, and what is not while
// it is sent. Past the budget it ends with words that say so.
#pragma once

#include <memory>

#include "api/call.hpp"
#include "git/repository.hpp"
#include "git/store/repositories.hpp"
#include "http/message.hpp"

namespace cairn::contents {

// A repository that is read for as long as an answer takes.
using SharedRepository = std::shared_ptr<const git::Repository>;
SharedRepository share(git::Repositories::Handle);

// What lies between two commits, as `git diff` has it. too_large where there are too many files.
Result<http::Body> diff_text(const api::Call&, SharedRepository, const git::ObjectId& base, const git::ObjectId& head,
                             bool binaries = true);

// Each commit that `head` has and `base` has not, the oldest first, as a message that `git am` takes; merges have none.
Result<http::Body> patch_text(const api::Call&, SharedRepository, const git::ObjectId& base, const git::ObjectId& head);

// What a commit has changed, in both ways. `head` comes before it.
Result<http::Body> diff_text_of(const api::Call&, SharedRepository, const git::ObjectId& commit, std::string head);
Result<http::Body> patch_text_of(const api::Call&, SharedRepository, const git::ObjectId& commit);

} // namespace cairn::contents
