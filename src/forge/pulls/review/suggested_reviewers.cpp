#include "pulls/review/suggested_reviewers.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "contents/blame.hpp"
#include "contents/people.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::pulls {

using api::Call;

namespace {

constexpr std::size_t most_suggested = 6;
constexpr std::size_t most_blamed = 5; // files
constexpr std::size_t most_listed = 5'000;
constexpr std::uint64_t largest_file = 256 << 10;
constexpr std::chrono::milliseconds patience{1200};

using LinesByEmail = std::map<std::string, std::int64_t>;

bool is_changed(std::span<const git::Hunk> hunks, std::int64_t line)
{
    return std::ranges::any_of(hunks, [&](const git::Hunk& hunk) {
        return line >= hunk.old_start && line < hunk.old_start + std::max<std::int64_t>(hunk.old_count, 1);
    });
}

void count_lines(const Call& call, const repositories::StoredRepository& stored, const contents::Comparison& range,
                 const std::string& path, std::span<const git::Hunk> hunks, LinesByEmail& lines)
{
    const contents::BlameListener listener{
        .block = [&](const git::BlameBlock& block, std::span<const std::string_view>) {
            for (auto line = block.line; line < block.line + block.count; ++line)
                if (is_changed(hunks, line)) ++lines[block.commit->author.email];
        }};
    static_cast<void>(contents::blame_file(call.site, stored, *range.repository, range.from, path, listener));
}

} // namespace

std::vector<SuggestedReviewer> suggest_reviewers(const Call& call, const RepositoryContext& base,
                                                 const contents::Comparison& range)
{
    std::vector<SuggestedReviewer> suggested;
    const Deadline limit(patience);
    const auto before = range.repository->peel(range.from, git::Kind::tree);
    const auto after = range.repository->peel(range.head, git::Kind::tree);
    if (!before || !after) return suggested;
    const auto diff = git::Diff::between(*range.repository, *before, *after,
                                         {.context = 0, .largest_file = largest_file, .most_files = most_listed});
    if (!diff) return suggested;
    const auto files = diff->files();

    const auto add = [&](const accounts::Account& person, bool owner) {
        const bool there =
            std::ranges::any_of(suggested, [&](const SuggestedReviewer& one) { return one.person.id == person.id; });
        if (there || suggested.size() >= most_suggested || person.id == call.caller.id) return;
        if (!repositories::access_of(call.db(), person, base.repository).reads(access::Unit::pulls)) return;
        suggested.push_back({.person = person, .owner = owner});
    };
    std::vector<std::string> paths;
    for (const auto& file : files) paths.push_back(file.path);
    for (const auto& person : owners_of_files(call.db(), base.repository, *range.repository, range.base_name, paths))
        add(person, true);

    LinesByEmail lines;
    std::size_t blamed = 0;
    for (std::size_t i = 0; i < files.size() && blamed < most_blamed && Deadline::is_ahead_now(); ++i) {
        if (files[i].change != git::Change::modified) continue;
        const auto hunks = diff->hunks(i);
        if (!hunks || hunks->empty()) continue;
        ++blamed;
        count_lines(call, base.repository, range, files[i].path, *hunks, lines);
    }
    std::vector<std::string> emails;
    for (const auto& [email, count] : lines) emails.push_back(email);
    std::ranges::stable_sort(emails, std::greater{}, [&](const std::string& email) { return lines.at(email); });
    const contents::People people(call.db(), call.settings(), emails);
    for (const auto& email : emails)
        if (const auto* person = people.find(email)) add(*person, false);
    return suggested;
}

} // namespace cairn::pulls
