#include "pages/code/draft_notes.hpp"

#include "config/settings.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "git/objects/walk.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/kit.hpp"
#include "pulls/pull_list.hpp"
#include "releases/release.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

constexpr std::uint64_t most_commits = 2000; // looked at
constexpr std::size_t most_subjects = 50;    // of commits, where no pull request was merged

Result<ObjectId> end_of(const git::Repository& repository, const RepositoryContext& place, const std::string& tag,
                        const std::string& target)
{
    if (!tag.empty())
        if (const auto found = TRY(releases::find_any_tag(repository, tag)); found && !found->commit.is_zero())
            return found->commit;
    return contents::find_single_commit(repository, target.empty() ? place.repository.default_branch : target);
}

std::string lines_of(const std::vector<pulls::MergedPull>& merged)
{
    std::string lines;
    for (const auto& pull : merged)
        lines += "- " + pull.title + " (#" + std::to_string(pull.number)
            + (pull.poster.empty() ? "" : ", @" + pull.poster) + ")\n";
    return lines;
}

std::string lines_of(const git::Repository& repository, std::span<const ObjectId> commits)
{
    std::string lines;
    for (const auto& id : commits.first(std::min(commits.size(), most_subjects)))
        if (const auto commit = git::read_commit(repository, id))
            lines +=
                "- " + commit->message.substr(0, commit->message.find('\n')) + " (" + id.hex().substr(0, 10) + ")\n";
    return lines;
}

} // namespace

Result<std::string> draft_notes(const Call& call, const RepositoryContext& place, const std::string& tag,
                                const std::string& target)
{
    const auto repository = TRY(contents::open_repository(call, place));
    git::Walk wanted{.from = TRY(end_of(*repository, place, tag, target)), .limit = most_commits};
    auto previous = releases::find_latest_release(call.db(), place);
    if (previous && previous->tag_name == tag) previous = not_found("the release");
    if (previous)
        if (const auto commit = ObjectId::parse(previous->commit_id)) wanted.without.push_back(*commit);
    const auto found = TRY(git::walk(*repository, wanted));

    std::vector<std::string> ids;
    for (const auto& id : found.commits) ids.push_back(id.hex());
    const auto merged = place.access.reads(access::Unit::pulls)
        ? pulls::pulls_merged_as(call.db(), place.repository.id, ids)
        : std::vector<pulls::MergedPull>();
    const auto& in = language_of(call);
    auto lines = merged.empty() ? lines_of(*repository, found.commits) : lines_of(merged);
    if (lines.empty())
        return in.say(Phrase("Nothing has changed since {tag}."), {{"tag", previous ? previous->tag_name : tag}});
    std::string notes = "## " + in.say(Phrase("What has changed")) + "\n\n" + lines;
    if (previous && !tag.empty())
        notes += "\n" + in.say(Phrase("All changes")) + ": [" + previous->tag_name + "..." + tag + "]("
            + call.settings().server.root_url + repository_address(place).substr(1) + "/compare/"
            + contents::escape_path(previous->tag_name) + "..." + contents::escape_path(tag) + ")\n";
    return notes;
}

} // namespace cairn::pages
