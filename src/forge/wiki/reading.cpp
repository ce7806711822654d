#include "wiki/reading.hpp"

#include <algorithm>

#include "base/case_folding.hpp"
#include "base/deadline.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/objects/objects.hpp"

namespace cairn::wiki {

using api::Call;
using git::ObjectId;

namespace {

constexpr std::uint64_t longest_read = 1 << 20;

struct PageFile {
    PageName name;
    git::TreeEntry entry;
};

Result<std::vector<PageFile>> pages_in(const OpenedWiki& opened)
{
    std::vector<PageFile> pages;
    const auto tree = TRY(opened.repository->peel(opened.commit, git::Kind::tree));
    for (auto& entry : TRY(git::read_tree(*opened.repository, tree)))
        if (auto name = PageName::of_file(entry.name); name && entry.is_file())
            pages.push_back({std::move(*name), std::move(entry)});
    return pages;
}

template <class T> std::span<T> slice(std::span<T> all, const Paging& paging)
{
    const auto total = static_cast<std::int64_t>(all.size());
    const auto first = paging.page > total ? total : std::min(paging.offset(), total);
    return all.subspan(static_cast<std::size_t>(first),
                       static_cast<std::size_t>(std::min(paging.limit, total - first)));
}

bool has_all(std::string_view folded, std::span<const std::string> words)
{
    return std::ranges::all_of(words, [&](const std::string& word) { return folded.contains(word); });
}

// The lines that have one of the words.
std::vector<std::string> lines_with(std::string_view text, std::span<const std::string> words)
{
    constexpr std::size_t most_lines = 3;
    constexpr std::size_t longest_line = 200;
    std::vector<std::string> found;
    for (const auto line : text::split(text, '\n')) {
        const auto folded = fold_case(line);
        if (!std::ranges::any_of(words, [&](const std::string& word) { return folded.contains(word); })) continue;
        found.push_back(shortened(to_text(text::trim(line)), longest_line));
        if (found.size() == most_lines) break;
    }
    return found;
}

std::vector<std::string> folded_words(std::string_view words)
{
    constexpr std::size_t most_words = 10;
    std::vector<std::string> folded;
    for (const auto word : text::split(words, ' '))
        if (!text::trim(word).empty() && folded.size() < most_words) folded.push_back(fold_case(text::trim(word)));
    return folded;
}

} // namespace

PageName sent_name(const Call& call, int own_segments)
{
    auto rest = call.request.path();
    for (int segment = 0; segment < own_segments; ++segment) {
        while (rest.starts_with('/')) rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find('/'), rest.size()));
    }
    return PageName::of_request(rest);
}

Result<PageText> read_page(const git::Repository& repository, const ObjectId& commit, const PageName& name)
{
    const auto entry = TRY(find_page(repository, TRY(repository.peel(commit, git::Kind::tree)), name));
    PageText page{.file = entry.name, .sha = entry.id.hex()};
    auto bytes = git::read_blob(repository, entry.id, longest_read);
    if (!bytes && bytes.error().code != Errc::too_large) return std::unexpected(std::move(bytes).error());
    page.unreadable = !bytes || !is_text(*bytes);
    if (!page.unreadable) page.text = std::move(*bytes);
    return page;
}

Result<std::vector<PageName>> names_of_pages(const OpenedWiki& opened, std::size_t most)
{
    std::vector<PageName> names;
    for (auto& page : TRY(pages_in(opened))) {
        if (names.size() == most) break;
        names.push_back(std::move(page.name));
    }
    return names;
}

Result<Page<ListedPage>> list_only_pages(const OpenedWiki& opened, const Paging& paging)
{
    auto pages = TRY(pages_in(opened));
    const auto shown = slice(std::span(pages), paging);
    std::vector<std::string> files;
    for (const auto& page : shown) files.push_back(page.entry.name);
    const auto last = TRY(last_changes(*opened.repository, opened.commit, files));
    Page<ListedPage> listed{.items = {}, .total = static_cast<std::int64_t>(pages.size())};
    for (std::size_t i = 0; i < files.size(); ++i)
        listed.items.push_back({std::move(shown[i].name), TRY(git::read_commit(*opened.repository, last[i]))});
    return listed;
}

Result<WikiFiles> files_beside(const OpenedWiki& opened, std::size_t most)
{
    constexpr std::uint64_t looked_at = 5000;
    const auto tree = TRY(opened.repository->peel(opened.commit, git::Kind::tree));
    const auto listing = TRY(git::list_tree(*opened.repository, tree, 0, looked_at));
    WikiFiles files{.cut = listing.total > looked_at};
    for (const auto& entry : listing.entries) {
        if (entry.kind() != git::Kind::blob || entry.name.ends_with(".md")) continue;
        if (files.paths.size() == most) {
            files.cut = true;
            break;
        }
        files.paths.push_back(entry.name);
    }
    return files;
}

Result<FoundPages> find_pages(const OpenedWiki& opened, std::string_view words, const Paging& paging)
{
    constexpr std::size_t most_pages = 2000;
    constexpr std::size_t most_bytes = 16 << 20;
    const auto wanted = folded_words(words);
    FoundPages found;
    if (wanted.empty()) return found;
    std::vector<FoundPage> by_title;
    std::vector<FoundPage> by_text;
    std::size_t bytes = 0;
    std::size_t looked_at = 0;
    for (auto& page : TRY(pages_in(opened))) {
        if (++looked_at > most_pages || bytes > most_bytes || !Deadline::is_ahead_now()) {
            found.cut = true;
            break;
        }
        auto text = git::read_blob(*opened.repository, page.entry.id, longest_read);
        if (!text) text = std::string();
        bytes += text->size();
        const bool in_title = has_all(fold_case(page.name.title()), wanted);
        if (!in_title && !has_all(fold_case(*text), wanted)) continue;
        (in_title ? by_title : by_text)
            .push_back({.name = std::move(page.name), .in_title = in_title, .lines = lines_with(*text, wanted)});
    }
    by_title.insert(by_title.end(), std::make_move_iterator(by_text.begin()), std::make_move_iterator(by_text.end()));
    found.total = static_cast<std::int64_t>(by_title.size());
    for (auto& page : slice(std::span(by_title), paging)) found.items.push_back(std::move(page));
    return found;
}

} // namespace cairn::wiki
