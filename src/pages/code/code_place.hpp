// Where in the code of a repository a page is: at which branch, tag or commit, in which folder or file; and the ways
// from there. Pages of files and folders have it as `code`, for {% include "repository/ref_menu" with code %} and
// {% include "repository/crumbs" with code %}.
#pragma once

#include "contents/revision.hpp"
#include "git/store/repositories.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

struct RefChoice {
    std::string name;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(RefChoice, (), (name, address, current))

struct Crumb {
    std::string name;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(Crumb, (), (name, address))

struct CodePlace {
    contents::RefKind kind = contents::RefKind::branch;
    std::string ref;          // the name of the branch or tag, or the commit's whole id
    std::string commit;       // its id
    std::string path{};       // empty: the root
    std::string name{};       // the last part of the path
    std::string repository{}; // the name of the repository, where crumbs begin
    std::string top{};        // addresses: of the root,
    std::string address{};    // of this, at the same ref,
    std::string permalink{};  // at the commit,
    std::string history{};    // of its commits,
    std::string blame{};      // of who wrote it,
    std::string find{};       // and of the page that finds files
    std::string branches_page{};
    std::string tags_page{};
    std::vector<Crumb> crumbs{};
    std::string refs_page{};           // finds branches and tags,
    std::string section{};             // and leads to this page of theirs: src, blame, commits, find
    std::vector<RefChoice> branches{}; // some
    std::vector<RefChoice> tags{};
    std::int64_t branch_count = 0;
    std::int64_t tag_count = 0;
};
BOOST_DESCRIBE_STRUCT(CodePlace, (),
                      (kind, ref, commit, path, name, repository, top, address, permalink, history, blame, find,
                       branches_page, tags_page, crumbs, refs_page, section, branches, tags, branch_count, tag_count))

// "/ann/work/blame/branch/main/src/a.c", escaped. The path may be empty.
std::string code_address(const repositories::RepositoryContext&, std::string_view section, const contents::Revision&,
                         std::string_view path);

// The same page at another branch or tag.
RefChoice ref_choice(const repositories::RepositoryContext&, std::string_view section, contents::RefKind,
                     const std::string& name, const std::string& path);

// `section` is the page's own, which the menu of branches leads to: src, blame, commits, find.
CodePlace code_place(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                     const contents::Revision&, const std::string& path, std::string_view section = "src");

// The ref and the path behind "…/src/branch/". Leads on from an id that is not whole; not_found. bad_request for what
// can be no path.
Result<contents::RevisionAndPath> find_code(const repositories::RepositoryContext&, const git::Repository&,
                                            contents::RefKind, std::string_view section, std::string_view ref_and_path);

// The rest of a path of ours.
struct CodePath {
    std::string at;
};
BOOST_DESCRIBE_STRUCT(CodePath, (), (at))
constexpr auto notes(const CodePath*)
{
    return std::array{Note{"at", "a branch, a tag or a commit, and the path of a file or a folder behind it"}};
}

} // namespace cairn::pages
