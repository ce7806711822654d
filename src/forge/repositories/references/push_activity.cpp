#include "repositories/references/push_activity.hpp"

#include "api/operation.hpp"
#include "base/utf8.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/person_dates.hpp"
#include "git/objects/walk.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::repositories {

// The content of a feed's entry. The names are those that today's clients read.
struct FeedCommit {
    std::string Sha1;
    std::string Message;
    std::string AuthorEmail;
    std::string AuthorName;
    std::string CommitterEmail;
    std::string CommitterName;
    std::string Timestamp;
};
BOOST_DESCRIBE_STRUCT(FeedCommit, (),
                      (Sha1, Message, AuthorEmail, AuthorName, CommitterEmail, CommitterName, Timestamp))

struct FeedCommits {
    std::vector<FeedCommit> Commits;
    std::optional<FeedCommit> HeadCommit;
    std::string CompareURL;
    std::int64_t Len = 0;
};
BOOST_DESCRIBE_STRUCT(FeedCommits, (), (Commits, HeadCommit, CompareURL, Len))

namespace {

constexpr std::size_t most_references = 20;
constexpr std::uint64_t most_commits = 5;
constexpr std::uint64_t most_counted = 1000;
constexpr std::size_t longest_message = 4096;

Result<FeedCommit> describe(const git::Repository& repository, const git::ObjectId& id)
{
    const auto commit = TRY(git::read_commit(repository, id));
    return FeedCommit{.Sha1 = id.hex(),
                      .Message = to_text(std::string_view(commit.message).substr(0, longest_message)),
                      .AuthorEmail = to_text(commit.author.email),
                      .AuthorName = to_text(commit.author.name),
                      .CommitterEmail = to_text(commit.committer.email),
                      .CommitterName = to_text(commit.committer.name),
                      .Timestamp = git::written_date(commit.committer)};
}

// The commits that are new in the branch. Of a new branch, its last.
Result<std::string> commits_of(const git::Repository& repository, std::string_view full_name,
                               const git::RefUpdate& change)
{
    git::Walk walk{.from = change.after, .limit = change.before.is_zero() ? 1 : most_counted, .most_steps = 10'000};
    FeedCommits told;
    if (!change.before.is_zero()) {
        if (repository.contains(change.before)) walk.without.push_back(change.before);
        told.CompareURL = std::string(full_name)
                              .append("/compare/")
                              .append(change.before.hex())
                              .append("...")
                              .append(change.after.hex());
    }
    const auto page = TRY(git::walk(repository, walk));
    for (const auto& id : page.commits) {
        if (told.Commits.size() == most_commits) break;
        told.Commits.push_back(TRY(describe(repository, id)));
    }
    told.HeadCommit = TRY(describe(repository, change.after));
    told.Len = static_cast<std::int64_t>(page.commits.size());
    return api::to_json(type_of<FeedCommits>(), &told);
}

std::string_view kind_of(const git::RefUpdate& change, bool is_branch, bool mirrored)
{
    if (mirrored)
        return change.after.is_zero() ? "mirror_sync_delete"
            : change.before.is_zero() ? "mirror_sync_create"
                                      : "mirror_sync_push";
    if (change.after.is_zero()) return is_branch ? "delete_branch" : "delete_tag";
    return is_branch ? "commit_repo" : "push_tag";
}

} // namespace

std::vector<PushActivity> activities_of(const git::Repository& repository, std::string_view full_name,
                                        std::span<const git::RefUpdate> changes, bool mirrored)
{
    std::vector<PushActivity> activities;
    for (const auto& change : changes.first(std::min(changes.size(), most_references))) {
        const bool is_branch = change.name.starts_with(git::heads);
        if ((!is_branch && !change.name.starts_with(git::tags)) || !is_text(change.name)) continue;
        if (is_queue_reference(change.name)) continue;
        PushActivity activity{
            .kind = std::string(kind_of(change, is_branch, mirrored)), .ref_name = change.name, .content = {}};
        if (is_branch && !change.after.is_zero())
            activity.content = commits_of(repository, full_name, change).value_or(std::string());
        activities.push_back(std::move(activity));
    }
    return activities;
}

} // namespace cairn::repositories
