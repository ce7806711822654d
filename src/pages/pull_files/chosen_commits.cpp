#include "pages/pull_files/chosen_commits.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "git/objects/walk.hpp"
#include "pages/kit.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pages {

using api::Call;
using git::ObjectId;
using pulls::PullContext;
using words::Phrase;

namespace {

constexpr std::uint64_t most_offered = 30;
constexpr std::size_t brief = 10;

Result<ObjectId> commit_of(const git::Repository& repository, std::string_view digits)
{
    const bool is_id = digits.size() >= 4 && digits.size() <= 64
        && std::ranges::all_of(digits, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
    if (!is_id) return not_found("the commit");
    const auto id = repository.find_id(digits);
    if (!id) return not_found("the commit");
    return repository.peel(*id, git::Kind::commit);
}

std::string subject_of(std::string_view message) { return to_text(text::trim(message.substr(0, message.find('\n')))); }

Result<void> read_range(const git::Repository& repository, std::string_view range, ChosenCommits& chosen)
{
    const auto dots = range.find("..");
    if (dots != range.npos) {
        auto last = range.substr(dots + 2);
        if (last.starts_with('.')) last.remove_prefix(1);
        chosen.sides = {.before = TRY(commit_of(repository, range.substr(0, dots))).hex(),
                        .after = TRY(commit_of(repository, last)).hex()};
        return {};
    }
    const auto id = TRY(commit_of(repository, range));
    const auto commit = TRY(git::read_commit(repository, id));
    // What begins a history has nothing before it, and shows all that it has.
    chosen.sides = {.before = commit.parents.empty() ? std::string() : commit.parents.front().hex(),
                    .after = commit.id.hex()};
    return {};
}

void offer_commits(const PullContext& at, const git::Repository& repository, const std::string& files,
                   ChosenCommits& chosen)
{
    const auto base = ObjectId::parse(at.pull.merge_base);
    const auto head = ObjectId::parse(at.pull.head_sha);
    if (!base || !head) return;
    const auto found = git::walk(repository, {.from = *head, .without = {*base}, .limit = most_offered});
    if (!found) return;
    chosen.more = found->more;
    for (const auto& id : found->commits) {
        const auto commit = git::read_commit(repository, id);
        if (!commit) continue;
        const bool current = !chosen.all && id.hex() == chosen.sides.after && !commit->parents.empty()
            && commit->parents.front().hex() == chosen.sides.before;
        chosen.commits.push_back({.sha = id.hex(),
                                  .subject = subject_of(commit->message),
                                  .address = files + "/" + id.hex(),
                                  .current = current});
    }
}

} // namespace

Result<ChosenCommits> choose_commits(const Call& call, const PullContext& at, const git::Repository& repository,
                                     std::string_view range)
{
    const auto& in = language_of(call);
    const auto files = pull_address(at) + "/files";
    ChosenCommits chosen{.sides = {.before = at.pull.merge_base, .after = at.pull.head_sha}};
    chosen.all_address = files;
    chosen.more_address = pull_address(at) + "/commits";
    if (!range.empty()) {
        chosen.all = false;
        TRY(read_range(repository, range, chosen));
    }
    offer_commits(at, repository, files, chosen);
    if (const auto seen = pulls::last_reviewed(call.db(), at.issue.id, call.caller.anonymous() ? 0 : call.caller.id);
        !seen.empty() && seen != at.pull.head_sha) {
        chosen.since_address = files + "/" + seen + ".." + at.pull.head_sha;
        chosen.since_review = !chosen.all && chosen.sides.before == seen && chosen.sides.after == at.pull.head_sha;
    }
    const auto current = std::ranges::find(chosen.commits, true, &OfferedCommit::current);
    if (chosen.all) chosen.words = in.say(Phrase("All commits"));
    else if (chosen.since_review) chosen.words = in.say(Phrase("Since your last review"));
    else if (current != chosen.commits.end()) chosen.words = current->sha.substr(0, brief);
    else chosen.words = chosen.sides.before.substr(0, brief) + ".." + chosen.sides.after.substr(0, brief);
    return chosen;
}

} // namespace cairn::pages
