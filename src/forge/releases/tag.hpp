// Tags, which releases are made of: finding them in any case of their letters, and making them.
#pragma once

#include <memory>

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
// All that name a commit, the newest first. Kept until one changes, for repositories with many of them: whoever shows a
// few, or says how many there are, need not look at each.
using DatedTags = std::shared_ptr<const std::vector<DatedTag>>;
Result<DatedTags> dated_tags(const git::Repository&);

// How many there are, also of those that name no commit, and the newest of them: for every page about code, so that it
// is found out once after each change.
struct TagSummary {
    std::int64_t count = 0;
    std::vector<std::string> newest{}; // where there are very many, those whose names come last
};
Result<TagSummary> tag_summary(const git::Repository&);

// Those whose names have all of these words in them, in any case of their letters, the last name first; at most so
// many.
Result<std::vector<std::string>> find_tag_names(const git::Repository&, std::string_view words, std::size_t most);

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

struct CreateTagOption {
    std::string tag_name;
    std::string message;
    std::string target;
};
BOOST_DESCRIBE_STRUCT(CreateTagOption, (), (tag_name, message, target))
constexpr auto notes(const CreateTagOption*)
{
    return std::array{Note{.member = "tag_name", .doc = "what it shall be called", .required = true},
                      Note{"message", "with one, the tag has an object of its own"},
                      Note{"target", "a branch, tag or commit; the default branch unless said otherwise"}};
}

// The tag of exactly that name. Errc::not_found.
Result<FoundTag> find_tag(const git::Repository&, const std::string& name);

// The same as make_tag(); Errc::conflict also where a tag or a release has the name in another case.
Result<FoundTag> create_tag(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                            const CreateTagOption&);

// Errc::not_found, Errc::conflict for the tag of a release, and what check_tag() says.
Result<void> delete_tag(const api::Call&, const repositories::RepositoryContext&, const std::string& name);

} // namespace cairn::releases
