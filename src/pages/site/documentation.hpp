// Private to src/pages/site: the documentation, as web/steps/docs.js has made it of docs/. Read once, when it is asked
// for the first time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.hpp"
#include "base/html.hpp"

namespace cairn::pages {

namespace docs_files {
std::span<const EmbeddedFile> embedded_files(); // web/data/docs
} // namespace docs_files

// A heading with the words below it.
struct DocsSection {
    std::string_view anchor; // empty: the page's beginning
    int level = 1;           // of the heading: 1 is the page's title
    std::string_view title;
    std::string_view text; // without code
};

struct DocsPage {
    std::string_view name; // in its address; the first one's is "index"
    std::string_view icon;
    std::string_view group; // in the list of pages; empty: above the groups
    std::string_view title;
    Html html;                           // all but the title
    std::vector<DocsSection> sections{}; // in order
};

// In the order in which they are listed, the first page first.
std::span<const DocsPage> documentation();

// Null when there is no such page.
const DocsPage* find_docs_page(std::string_view name);

struct FoundSection {
    const DocsPage* page = nullptr;
    const DocsSection* section = nullptr;
};

// The sections that have all of these words, whatever their case, the best first: those whose titles have them before
// those that only tell of them. No words find nothing.
std::vector<FoundSection> search_docs(std::string_view words);

// A part of the section's text with the first of these words that it has; its beginning where it has none.
std::string excerpt(const DocsSection&, std::string_view words);

} // namespace cairn::pages
