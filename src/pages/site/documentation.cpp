#include "pages/site/documentation.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/case_folding.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "pages/built_html.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t most_found = 50;
constexpr std::size_t excerpt_bytes = 240;
constexpr std::size_t bytes_before = 60;

const EmbeddedFile& file(std::string_view name)
{
    for (const EmbeddedFile& each : docs_files::embedded_files())
        if (each.name == name) return each;
    throw std::logic_error("web/data/docs has no " + std::string(name));
}

// Its lines, each cut at the tabs into exactly so many fields.
std::vector<std::vector<std::string_view>> lines(std::string_view name, std::size_t fields)
{
    std::vector<std::vector<std::string_view>> found;
    for (const auto line : text::split(file(name).bytes, '\n')) {
        if (line.empty()) continue;
        found.push_back(text::split(line, '\t'));
        if (found.back().size() != fields) throw std::logic_error("web/data/docs/" + std::string(name));
    }
    return found;
}

std::vector<DocsPage> read()
{
    std::vector<DocsPage> pages;
    for (const auto& line : lines("pages.txt", 4))
        pages.push_back({.name = line[0],
                         .icon = line[1],
                         .group = line[2],
                         .title = line[3],
                         .html = built_html(file(std::string(line[0]) + ".html"))});
    for (const auto& line : lines("sections.txt", 5)) {
        const auto page = std::ranges::find(pages, line[0], &DocsPage::name);
        if (page == pages.end()) throw std::logic_error("web/data/docs/sections.txt: " + std::string(line[0]));
        page->sections.push_back({.anchor = line[1],
                                  .level = static_cast<int>(text::parse_integer(line[2]).value()),
                                  .title = line[3],
                                  .text = line[4]});
    }
    return pages;
}

// As it is compared.
struct Words {
    explicit Words(std::string_view typed) : folded(fold_case(typed)), each(text::split_list(folded, ' ')) { }

    const std::string folded;
    const std::vector<std::string_view> each; // of `folded`
};

// 0: not all of the words are there.
int rank(const DocsSection& section, const Words& words)
{
    const auto title = fold_case(section.title);
    const auto text = fold_case(section.text);
    int points = 1;
    for (const auto word : words.each) {
        const bool in_title = title.contains(word);
        if (!in_title && !text.contains(word)) return 0;
        if (in_title) points += 10;
    }
    // A title that is little more than the words is about them.
    if (title.size() < words.folded.size() + 4) points += 5;
    return points;
}

} // namespace

std::span<const DocsPage> documentation()
{
    static const std::vector<DocsPage> pages = read();
    return pages;
}

const DocsPage* find_docs_page(std::string_view name)
{
    const auto found = std::ranges::find(documentation(), name, &DocsPage::name);
    return found == documentation().end() ? nullptr : &*found;
}

std::vector<FoundSection> search_docs(std::string_view typed)
{
    const Words words(typed);
    if (words.each.empty()) return {};
    std::vector<std::pair<int, FoundSection>> ranked;
    for (const DocsPage& page : documentation())
        for (const DocsSection& section : page.sections)
            if (const int points = rank(section, words); points > 0) ranked.push_back({points, {&page, &section}});
    std::ranges::stable_sort(ranked, std::ranges::greater(), [](const auto& one) { return one.first; });
    std::vector<FoundSection> found;
    for (const auto& [points, one] : ranked) {
        if (found.size() == most_found) break;
        found.push_back(one);
    }
    return found;
}

std::string excerpt(const DocsSection& section, std::string_view typed)
{
    const Words words(typed);
    // Folding may change how many bytes a letter has; then the place is not exact, and the word near it.
    const auto folded = fold_case(section.text);
    std::size_t first = section.text.size();
    for (const auto word : words.each) first = std::min(first, folded.find(word));
    if (first >= section.text.size() || first <= excerpt_bytes / 2) return shortened(section.text, excerpt_bytes);
    const auto blank = section.text.find(' ', first - bytes_before); // where no letter is cut in two
    if (blank == section.text.npos) return shortened(section.text, excerpt_bytes);
    return "… " + shortened(section.text.substr(blank + 1), excerpt_bytes);
}

} // namespace cairn::pages
