// Releases: as the database holds them, as the API shows them, and who sees drafts.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "attachments/attachment.hpp"
#include "events/events.hpp"
#include "repositories/guards.hpp"

namespace cairn::releases {

using attachments::Attachment;
using repositories::RepositoryContext;

struct ReleasePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ReleasePath, (), (id))
constexpr auto notes(const ReleasePath*) { return std::array{Note{"id", "the release's id"}}; }

struct ReleaseTagPath {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(ReleaseTagPath, (), (tag))
constexpr auto notes(const ReleaseTagPath*) { return std::array{Note{"tag", "the name of its tag"}}; }

struct StoredRelease {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string tag_name;
    std::string target; // what the tag was, or will be, made at
    std::string title;
    std::string note;
    std::int64_t author_id = 0; // 0: the account is gone
    std::string commit_id;      // empty while there is no tag
    bool draft = false;
    bool prerelease = false;
    bool tag_only = false; // was deleted, and its tag was not
    Time created_at;       // of the tagged commit, or of the draft
    Time published_at;
};
BOOST_DESCRIBE_STRUCT(StoredRelease, (),
                      (id, repository_id, tag_name, target, title, note, author_id, commit_id, draft, prerelease,
                       tag_only, created_at, published_at))

struct Release {
    std::int64_t id = 0;
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    std::string url;
    std::string html_url;
    std::string tarball_url;
    std::string zipball_url;
    std::string upload_url;
    bool draft = false;
    bool prerelease = false;
    Time created_at;
    std::optional<Time> published_at;
    std::optional<accounts::User> author;
    std::vector<Attachment> assets;
};
BOOST_DESCRIBE_STRUCT(Release, (),
                      (id, tag_name, target_commitish, name, body, url, html_url, tarball_url, zipball_url, upload_url,
                       draft, prerelease, created_at, published_at, author, assets))
constexpr auto notes(const Release*)
{
    return std::array{
        Note{"", "A version that was given out, with its notes and files"},
        Note{"target_commitish", "what the tag is made at, if it is not there"},
        Note{"draft", "seen only by those who may write releases"},
        Note{"prerelease", "not for everybody: never the latest"},
        Note{"created_at", "the date of the tagged commit; of a draft, its own"},
        Note{"published_at", "null for a draft"},
        Note{"author", "null if the account is gone"},
    };
}

// Whether the caller sees drafts: whoever may write releases, with a credential that may write.
bool sees_drafts(const api::Call&, const RepositoryContext&);

// With their authors and files: one query each for all of them.
std::vector<Release> show_releases(const api::View&, const RepositoryContext&, std::span<const StoredRelease>);
Release show_release(const api::View&, const RepositoryContext&, const StoredRelease&);

// The files of a release with addresses by name, where no two have the same.
std::vector<Attachment> assets_of(const api::Call&, const RepositoryContext&, const StoredRelease&);

struct ListReleases : Paging {
    std::optional<bool> draft;
    std::optional<bool> pre_release;
    std::string tag_filter;
};
BOOST_DESCRIBE_STRUCT(ListReleases, (Paging), (draft, pre_release, tag_filter))
constexpr auto notes(const ListReleases*)
{
    return std::array{
        Note{"draft", "only drafts, or none; for those who may write releases"},
        Note{.member = "pre_release", .doc = "only pre-releases, or none", .alias = "pre-release"},
        Note{"tag_filter", "a part of the tag's name, with * for anything"},
    };
}

// The page of the releases that the caller sees and that fit, the newest first.
Page<StoredRelease> releases_of(const api::Call&, const RepositoryContext&, const ListReleases&);

// By id or, in any case, by tag; one that was deleted counts only where it is asked for. Errc::not_found.
Result<StoredRelease> find_release(db::Queries&, const RepositoryContext&, std::int64_t id, bool also_deleted = false);
Result<StoredRelease> find_release_of(db::Queries&, const RepositoryContext&, const std::string& tag_name);

// By id, but a draft is there for those alone who see drafts. Errc::not_found.
Result<StoredRelease> seen_release(const api::Call&, const RepositoryContext&, std::int64_t id,
                                   bool also_deleted = false);

// By its tag, but a draft is there for those alone who may write releases: the account's rights count, and not how far
// a token's go, as clients know it. Errc::not_found.
Result<StoredRelease> seen_release_of(const api::Call&, const RepositoryContext&, const std::string& tag_name);

// The newest that is for everybody. Errc::not_found.
Result<StoredRelease> find_latest_release(db::Queries&, const RepositoryContext&);

// A tag that was deleted by a push takes its release back to being a draft.
void follow_tags(db::Transaction&, const events::Pushed&);

// The guards of the operations on releases.
namespace question {
Result<void> reads(const api::Call&, const RepositoryContext&);
Result<void> writes(const api::Call&, const RepositoryContext&);
} // namespace question
inline constexpr api::Guard reads_releases =
    repositories::repository_guard<question::reads>("reads releases", {403, 404});
inline constexpr api::Guard writes_releases =
    repositories::repository_guard<question::writes>("writes releases", {401, 403, 404});

} // namespace cairn::releases

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::releases::Release>();
