// Tags, which releases are made of: finding them in any case of their letters, and making them.
#pragma once

#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "repositories/guards.hpp"

namespace cairn::releases {

struct FoundTag {
    std::string name; // as git has it
    git::ObjectId target;
    git::ObjectId commit;
};

// The tag of that name in any case of its letters, the exact one before others. Nothing when there is none.
Result<std::optional<FoundTag>> find_any_tag(const git::Repository&, std::string_view name);

// A tag with what it is sorted by.
struct DatedTag {
    Time committed;
    Time tagged;
    FoundTag tag;
};
// All that name a commit, the newest first.
Result<std::vector<DatedTag>> dated_tags(const git::Repository&);

// Whether the caller may make and delete it. Errc::unprocessable if it is protected, Errc::locked in an archived
// repository.
Result<void> check_tag(const api::Call&, const repositories::RepositoryContext&, std::string_view name);

struct NewTag {
    std::string name;
    std::string target;  // any name of a commit; blank: the default branch
    std::string message; // empty: a tag without an object of its own
};

// Makes it and records that. Errc::not_found for a target that is none, Errc::unprocessable for a name that none can
// have and for a protected one, Errc::conflict where there is such a tag.
Result<FoundTag> make_tag(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                          const NewTag&);

} // namespace cairn::releases
