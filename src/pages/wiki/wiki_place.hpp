// What all pages of a wiki share: where it is, what the reader may do there, its texts as HTML, and its revisions.
#pragma once

#include <span>

#include "base/html.hpp"
#include "pages/places/repository_place.hpp"
#include "wiki/reading.hpp"

namespace cairn::pages {

// The segments of a path before the name of a page: the owner, the repository, wiki.
inline constexpr int before_wiki_page = 3;

struct WikiPlace {
    std::string base;    // "/ada/tool/wiki"
    std::string https{}; // for git; empty: it is not heard there
    std::string ssh{};   // for git
    bool may_change = false;
    bool follows = false; // another wiki, whose next update replaces what is written here
};
BOOST_DESCRIBE_STRUCT(WikiPlace, (), (base, https, ssh, may_change, follows))

std::string wiki_address(const repositories::RepositoryContext&);
// Of a page, and of what is done with it: "_edit". Empty: the page itself.
std::string wiki_address(const repositories::RepositoryContext&, const wiki::PageName&, std::string_view action = {});

WikiPlace wiki_place(const api::Call&, const repositories::RepositoryContext&);

// The title as people read it: the name of a file that only git can have made need not be UTF-8.
std::string wiki_title(const wiki::PageName&);

// The name as the API's operations take it, for the drawer.
std::string wiki_drawer_name(const wiki::PageName&);

// Nothing for what is too long to be rendered.
std::optional<Html> wiki_text(const api::Call&, const repositories::RepositoryContext&, std::string_view text);

struct WikiRevision {
    std::string sha;
    std::string message{};
    std::string name{};  // of the author, as git has it
    std::string login{}; // of the author's account; empty: there is none
    std::string avatar{};
    Time written_at{};
};
BOOST_DESCRIBE_STRUCT(WikiRevision, (), (sha, message, name, login, avatar, written_at))

// In their order, with one look at the accounts.
std::vector<WikiRevision> show_revisions(const api::Call&, std::span<const git::Commit>);
WikiRevision show_revision(const api::Call&, const git::Commit&);

} // namespace cairn::pages
