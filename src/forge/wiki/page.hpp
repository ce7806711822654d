// Wiki pages as the API shows them, and how they are found in the wiki's repository.
#pragma once

#include "contents/commit.hpp"
#include "wiki/page_name.hpp"

namespace cairn::wiki {

using contents::CommitUser;

struct WikiCommit {
    std::string sha;
    CommitUser author;
    CommitUser commiter; // so today's clients spell it
    std::string message;
};
BOOST_DESCRIBE_STRUCT(WikiCommit, (), (sha, author, commiter, message))
constexpr auto notes(const WikiCommit*) { return std::array{Note{"", "A revision of a page"}}; }

struct WikiPageMetaData {
    std::string title;
    std::string html_url;
    std::string sub_url;
    std::optional<WikiCommit> last_commit;
};
BOOST_DESCRIBE_STRUCT(WikiPageMetaData, (), (title, html_url, sub_url, last_commit))
constexpr auto notes(const WikiPageMetaData*)
{
    return std::array{Note{"", "A page without its content"}, Note{"sub_url", "the name that addresses have of it"}};
}

struct WikiPage {
    std::string title;
    std::string html_url;
    std::string sub_url;
    std::optional<WikiCommit> last_commit;
    std::string content_base64;
    std::int64_t commit_count = 0;
    std::string sidebar;
    std::string footer;
};
BOOST_DESCRIBE_STRUCT(WikiPage, (),
                      (title, html_url, sub_url, last_commit, content_base64, commit_count, sidebar, footer))
constexpr auto notes(const WikiPage*)
{
    return std::array{
        Note{"", "A page of a wiki"},
        Note{"sub_url", "the name that addresses have of it"},
        Note{"sidebar", "the page _Sidebar in Base64; empty without one"},
        Note{"footer", "the page _Footer in Base64; empty without one"},
    };
}

struct WikiCommitList {
    std::vector<WikiCommit> commits;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(WikiCommitList, (), (commits, count))
constexpr auto notes(const WikiCommitList*)
{
    return std::array{Note{"", "Revisions of a page, the newest first"}, Note{"count", "how many there are in all"}};
}

WikiCommit show_revision(const git::Commit&);
WikiPageMetaData show_meta(const api::Call&, const repositories::RepositoryContext&, const PageName&,
                           const git::Commit& last);

// The file of a page in a tree; not_found. Any of its PageName::files() will do.
Result<git::TreeEntry> find_page(const git::Repository&, const git::ObjectId& tree, const PageName&);

// The page as it is in the commit.
Result<WikiPage> show_page(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                           const git::ObjectId& commit, const PageName&);

// For each of these files in the root of the commit's tree the commit that gave it the content it has. One way through
// the history for all of them.
Result<std::vector<git::ObjectId>> last_changes(const git::Repository&, const git::ObjectId& commit,
                                                std::span<const std::string> files);

} // namespace cairn::wiki
