// The wiki as people read it in a browser: the text of a page at any revision, all of its pages, the files beside them,
// and what is found in it.
#pragma once

#include "wiki/wiki.hpp"

namespace cairn::wiki {

// The name of a page as a request has it, behind so many segments of the path. It is taken as it was sent, because
// names of pages differ by their escapes.
PageName sent_name(const api::Call&, int own_segments);

struct PageText {
    std::string file;        // where it is in the repository
    std::string sha;         // of that file
    std::string text{};      // empty where it cannot be read as one
    bool unreadable = false; // too large, or not UTF-8
};

// The page as it is in the commit. Errc::not_found.
Result<PageText> read_page(const git::Repository&, const git::ObjectId& commit, const PageName&);

// The titles of all pages, by their files. At most `most`.
Result<std::vector<PageName>> names_of_pages(const OpenedWiki&, std::size_t most);

// The pages alone, and how many of them there are.
Result<Page<ListedPage>> list_only_pages(const OpenedWiki&, const Paging&);

// What is no page, by its path from the root: pictures, mostly. At most `most`, and whether there are more.
struct WikiFiles {
    std::vector<std::string> paths{};
    bool cut = false;
};
Result<WikiFiles> files_beside(const OpenedWiki&, std::size_t most);

struct FoundPage {
    PageName name;
    bool in_title = false;
    std::vector<std::string> lines{}; // the first ones that have the words
};
struct FoundPages {
    std::vector<FoundPage> items{};
    std::int64_t total = 0;
    bool cut = false; // the wiki is larger than is read for one question
};

// Pages that have all of these words in their title or text, in any case; those that have them in the title come first.
Result<FoundPages> find_pages(const OpenedWiki&, std::string_view words, const Paging&);

} // namespace cairn::wiki
