// Releases: making, changing and deleting them. Git comes first: a tag that was made stays, whatever follows.
#pragma once

#include "releases/release.hpp"

namespace cairn::releases {

struct CreateReleaseOption {
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    std::string tag_message;
    bool draft = false;
    bool prerelease = false;
};
BOOST_DESCRIBE_STRUCT(CreateReleaseOption, (), (tag_name, target_commitish, name, body, tag_message, draft, prerelease))
constexpr auto notes(const CreateReleaseOption*)
{
    return std::array{
        Note{.member = "tag_name", .doc = "the tag; it is made if it is not there", .required = true},
        Note{"target_commitish", "what a new tag is made at; the default branch unless said otherwise"},
        Note{"tag_message", "with one, a new tag has an object of its own"},
        Note{"draft", "keeps it from readers, and makes no tag"},
        Note{"prerelease", "not for everybody: never the latest"},
    };
}

struct EditReleaseOption {
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    std::optional<bool> draft;
    std::optional<bool> prerelease;
};
BOOST_DESCRIBE_STRUCT(EditReleaseOption, (), (tag_name, target_commitish, name, body, draft, prerelease))
constexpr auto notes(const EditReleaseOption*)
{
    return std::array{Note{"", "What is left out or empty stays as it is"},
                      Note{"tag_name", "another tag; it is made if it is not there"}};
}

// Makes a release, and its tag unless that is there or the release is a draft. Errc::unprocessable for an empty
// repository and for a name that no tag can have, Errc::conflict where the tag has a release, and what make_tag() says.
// `files`: those that wait for it, by their uuids.
Result<StoredRelease> create_release(const api::Call&, const RepositoryContext&, const CreateReleaseOption&,
                                     std::span<const std::string> files = {});

// Changes a release, or publishes a draft, with the same errors; Errc::not_found.
Result<StoredRelease> edit_release(const api::Call&, const RepositoryContext&, std::int64_t id,
                                   const EditReleaseOption&);

// The same with all that a release has: what is empty becomes empty, and the files that wait for it (uuids) are its
// from now on. A release that is out keeps its tag, and what the tag was made at.
Result<StoredRelease> replace_release(const api::Call&, const RepositoryContext&, std::int64_t id,
                                      const CreateReleaseOption&, std::span<const std::string> files = {});

// Its files go. The tag stays, and the release's row with it; a draft had none, and nothing of it is left.
void delete_release(const api::Call&, const RepositoryContext&, StoredRelease);

// Whether the caller may have the tag deleted with it: writes code, and the tag is not protected. Errc::forbidden,
// Errc::unprocessable, Errc::locked.
Result<void> check_tag_of(const api::Call&, const RepositoryContext&, const StoredRelease&);
// Both, or neither where the tag may not go.
Result<void> delete_release_and_tag(const api::Call&, const RepositoryContext&, const StoredRelease&);

} // namespace cairn::releases
