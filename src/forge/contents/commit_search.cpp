#include "contents/commit_search.hpp"

#include "base/text.hpp"
#include "contents/revision.hpp"
#include "git/objects/walk_where.hpp"

namespace cairn::contents {

namespace {

constexpr std::size_t most_words = 10;

// "2026-11-15", or a whole time.
std::optional<Time> time_of(std::string_view text, std::string_view hour)
{
    constexpr std::size_t day_size = 10;
    return parse_rfc3339(text.size() == day_size ? std::string(text) + std::string(hour) : std::string(text));
}

// Words by blanks; what is in quotes is one.
std::vector<std::string> parts_of(std::string_view text)
{
    std::vector<std::string> parts;
    std::string part;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        else if (text::is_space(c) && !quoted) {
            if (!part.empty()) parts.push_back(std::move(part));
            part.clear();
        } else part += c;
    }
    if (!part.empty()) parts.push_back(std::move(part));
    return parts;
}

bool has(const std::string& lower, std::string_view word) { return lower.find(word) != std::string::npos; }

} // namespace

CommitSearch CommitSearch::parse(std::string_view text)
{
    CommitSearch search;
    for (auto& part : parts_of(text)) {
        const auto colon = part.find(':');
        const auto name = colon == std::string::npos ? std::string() : part.substr(0, colon);
        const auto value = colon == std::string::npos ? std::string() : part.substr(colon + 1);
        if (name == "author" && !value.empty()) search.author = text::to_lower(value);
        else if (name == "path" && !value.empty()) search.path = clean_path(value).value_or(std::string());
        else if (const auto since = name == "since" ? time_of(value, "T00:00:00Z") : std::nullopt) search.since = since;
        else if (const auto until = name == "until" ? time_of(value, "T23:59:59Z") : std::nullopt) search.until = until;
        else if (search.words.size() < most_words) search.words.push_back(text::to_lower(part));
    }
    return search;
}

Result<git::WalkPage> search_commits(const git::Repository& repository, const git::ObjectId& from,
                                     const CommitSearch& search, const Paging& paging)
{
    const git::Walk walk{.from = from,
                         .path = search.path,
                         .since = search.since,
                         .until = search.until,
                         .skip = static_cast<std::uint64_t>(paging.offset()),
                         .limit = static_cast<std::uint64_t>(paging.limit)};
    if (search.words.empty() && search.author.empty()) return git::walk(repository, walk);
    return git::walk_where(repository, walk, [&](const git::Commit& commit) {
        if (!search.author.empty() && !has(text::to_lower(commit.author.name), search.author)
            && !has(text::to_lower(commit.author.email), search.author))
            return false;
        const auto message = text::to_lower(commit.message);
        return std::ranges::all_of(search.words, [&](const auto& word) {
            return has(message, word) || (word.size() >= 7 && commit.id.hex().starts_with(word));
        });
    });
}

} // namespace cairn::contents
