// Tags as the API and pages show them.
#pragma once

#include <map>

#include "base/page.hpp"
#include "contents/commit.hpp"
#include "releases/tag.hpp"

namespace cairn::releases {

struct Tag {
    std::string name;
    std::string message;
    std::string id;
    contents::CommitMeta commit;
    std::string zipball_url;
    std::string tarball_url;
};
BOOST_DESCRIBE_STRUCT(Tag, (), (name, message, id, commit, zipball_url, tarball_url))
constexpr auto notes(const Tag*)
{
    return std::array{Note{"", "A tag, and the commit that it names"},
                      Note{"message", "of the tag or, if it has none, of the commit"},
                      Note{"id", "of the tag's object or, if it has none, of the commit"}};
}

Result<Tag> show_tag(const api::Call&, const repositories::RepositoryContext&, const git::Repository&, const FoundTag&);

// A page of those that name a commit, the newest first.
Result<Page<Tag>> tags_of(const api::Call&, const repositories::RepositoryContext&, const Paging&);

// The titles of the releases that the caller sees and that have one of these tags, by the tag in lower case.
std::map<std::string, std::string> release_titles(const api::Call&, const repositories::RepositoryContext&,
                                                  const std::vector<std::string>& tags);

} // namespace cairn::releases
