// Files and folders of a repository as the API shows them.
#pragma once

#include "contents/commit.hpp"
#include "contents/revision.hpp"

namespace cairn::contents {

struct FileLinksResponse {
    std::optional<std::string> self;
    std::optional<std::string> git;
    std::optional<std::string> html;
};
BOOST_DESCRIBE_STRUCT(FileLinksResponse, (), (self, git, html))
constexpr auto notes(const FileLinksResponse*) { return std::array{Note{"", "Where more is told of an entry"}}; }

struct ContentsResponse {
    std::string name;
    std::string path;
    std::string sha;
    std::string last_commit_sha;
    std::optional<std::string> last_committer_date;
    std::optional<std::string> last_author_date;
    std::string last_commit_message;
    std::string type;
    std::string mode;
    std::int64_t size = 0;
    std::optional<std::string> encoding;
    std::optional<std::string> content;
    std::optional<std::string> target;
    std::optional<std::string> url;
    std::optional<std::string> html_url;
    std::optional<std::string> git_url;
    std::optional<std::string> download_url;
    std::optional<std::string> submodule_git_url;
    std::optional<FileLinksResponse> links;
    std::string lfs_oid;
    std::int64_t lfs_size = 0;
};
BOOST_DESCRIBE_STRUCT(ContentsResponse, (),
                      (name, path, sha, last_commit_sha, last_committer_date, last_author_date, last_commit_message,
                       type, mode, size, encoding, content, target, url, html_url, git_url, download_url,
                       submodule_git_url, links, lfs_oid, lfs_size))
constexpr auto notes(const ContentsResponse*)
{
    return std::array{
        Note{"", "An entry of a repository: a file, a folder, a symbolic link or a submodule"},
        Note{.member = "last_commit_sha", .doc = "the last commit that touched it", .omit_empty = true},
        Note{.member = "last_committer_date", .format = "date-time", .omit_empty = true},
        Note{.member = "last_author_date", .format = "date-time", .omit_empty = true},
        Note{.member = "last_commit_message", .omit_empty = true},
        Note{"type", "file, dir, symlink or submodule"},
        Note{"mode", "as git has it, in octal digits"},
        Note{"size", "of a file, in bytes"},
        Note{"encoding", "base64 where there is a content"},
        Note{"content", "of a single file that is not too large"},
        Note{"target", "of a symbolic link"},
        Note{"submodule_git_url", "where the submodule is kept, as .gitmodules has it"},
        Note{.member = "links", .alias = "_links"},
        Note{.member = "lfs_oid", .doc = "of a pointer to a large file: which one", .omit_empty = true},
        Note{.member = "lfs_size", .doc = "and its size", .omit_empty = true},
    };
}

// The parts of an entry that cost more than the rest.
struct EntryParts {
    bool content = true;
    bool lfs = true;
    bool commit = true;                  // sha and dates of the last commit
    bool message = false;                // and its message
    std::optional<git::ObjectId> last{}; // the last commit, where it is known
};

// Larger files are shown without their content.
inline constexpr std::uint64_t largest_shown = 10 << 20;

// Shows what is in one commit. The repository must live as long.
class EntryView {
public:
    EntryView(const api::Call&, const repositories::RepositoryContext&, const git::Repository&, Revision);

    // not_found. The root and other folders are entries of their own here.
    Result<ContentsResponse> entry(const std::string& path, const EntryParts& = {});
    // What is in a folder, which may be "". not_found for anything else.
    Result<std::vector<ContentsResponse>> folder(const std::string& path, const EntryParts& = {});

    Result<git::TreeEntry> find(const std::string& path) const;
    const Revision& revision() const { return revision_; }

private:
    Result<ContentsResponse> show(const git::TreeEntry&, const std::string& path, const EntryParts&, bool single);
    Result<> show_blob(ContentsResponse&, const git::TreeEntry&, const EntryParts&, bool single);
    Result<> add_commit(ContentsResponse&, const git::ObjectId&, const EntryParts&);
    Result<> add_submodule(ContentsResponse&, const std::string& path);
    Result<git::ObjectId> tree() const;

    const api::Call& call_;
    const repositories::RepositoryContext& place_;
    const git::Repository& repository_;
    Revision revision_;
    Addresses addresses_;
    std::map<git::ObjectId, git::Commit> commits_;
    std::optional<std::map<std::string, std::string>> modules_; // url by path
};

} // namespace cairn::contents
