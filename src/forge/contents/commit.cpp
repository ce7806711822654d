#include "contents/commit.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "base/time.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/person_dates.hpp"

namespace cairn::contents {

using api::Call;
using api::View;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

// What is beyond is told as null: nobody reads it, and whoever made it must not make others wait for it.
constexpr std::uint64_t most_files = 50'000;

std::string_view status_of(git::Change change)
{
    switch (change) {
    case git::Change::added: return "added";
    case git::Change::removed: return "removed";
    default: return "modified";
    }
}

// What a commit changed, against its first parent.
Result<std::vector<git::FileChange>> changes_of(const git::Repository& repository, const git::Commit& commit)
{
    return TRY(git::Diff::of_commit(repository, commit.id, {.most_files = most_files})).files();
}

template <class T> Result<std::optional<T>> unless_too_large(Result<T> made)
{
    if (made) return std::optional(std::move(*made));
    if (made.error().code == Errc::too_large) return std::nullopt;
    return std::unexpected(std::move(made).error());
}

Result<CommitStats> stats_of(const git::Repository& repository, const ObjectId& id)
{
    const auto stats =
        TRY(TRY(git::Diff::of_commit(repository, id, {.renames = true, .most_files = most_files})).stats());
    return CommitStats{.total = static_cast<std::int64_t>(stats.additions + stats.deletions),
                       .additions = static_cast<std::int64_t>(stats.additions),
                       .deletions = static_cast<std::int64_t>(stats.deletions)};
}

Result<std::vector<CommitAffectedFiles>> files_of(const git::Repository& repository, const git::Commit& commit)
{
    std::vector<CommitAffectedFiles> files;
    for (auto& file : TRY(changes_of(repository, commit)))
        files.push_back({.filename = std::move(file.path), .status = std::string(status_of(file.change))});
    return files;
}

// Commits of a page and all that has to be asked of the database to show them.
struct Batch {
    std::vector<git::Commit> commits;
    People people;
};

Result<Batch> read(const View& view, const git::Repository& repository, std::span<const ObjectId> ids)
{
    Batch batch;
    std::vector<std::string> emails;
    for (const auto& id : ids) {
        const auto& commit = batch.commits.emplace_back(TRY(git::read_commit(repository, id)));
        emails.push_back(commit.author.email);
        emails.push_back(commit.committer.email);
    }
    batch.people = People(view.db(), view.settings(), emails);
    return batch;
}

PayloadUser show_payload_user(const git::Person& person, const People& people)
{
    const auto* account = people.find(person.email);
    return {.name = person.name, .email = person.email, .username = account != nullptr ? account->name : ""};
}

Result<PayloadCommitVerification> verify_one(const api::Site& site, Signatures& signatures,
                                             const git::Repository& repository, const ObjectId& id)
{
    const auto committer = TRY(git::read_commit(repository, id)).committer;
    return signatures.verify(TRY(git::commit_signature(repository, id)), committer,
                             People(site.db, site.settings(), {&committer.email, 1}));
}

Result<std::vector<std::optional<git::Signature>>> signatures_of(const git::Repository& repository,
                                                                 std::span<const git::Commit> commits)
{
    std::vector<std::optional<git::Signature>> read;
    read.reserve(commits.size());
    for (const auto& commit : commits) read.push_back(TRY(git::commit_signature(repository, commit.id)));
    return read;
}

} // namespace

Addresses::Addresses(const config::Settings& settings, const RepositoryContext& place)
    : api(settings.server.root_url + "api/v1/repos/" + place.owner.name + "/" + place.repository.name),
      web(settings.server.root_url + place.owner.name + "/" + place.repository.name)
{
}

std::string Addresses::commit(const ObjectId& id) const { return api + "/git/commits/" + id.hex(); }
std::string Addresses::tree(const ObjectId& id) const { return api + "/git/trees/" + id.hex(); }
std::string Addresses::page(const ObjectId& id) const { return web + "/commit/" + id.hex(); }
CommitMeta Addresses::meta(const ObjectId& id) const { return {.url = commit(id), .sha = id.hex()}; }

CommitUser show_person(const git::Person& person)
{
    return {.name = person.name, .email = person.email, .date = git::written_date(person)};
}

Result<std::vector<Commit>> show_commits(const Call& call, const RepositoryContext& place,
                                         const git::Repository& repository, std::span<const ObjectId> ids,
                                         const CommitParts& parts)
{
    const auto batch = TRY(read(call, repository, ids));
    const Addresses addresses(call.settings(), place);
    const auto show_account = [&](const git::Person& person) -> std::optional<accounts::User> {
        const auto* account = batch.people.find(person.email);
        if (account == nullptr) return {};
        return accounts::show_user_plainly(*account, false, call.settings());
    };
    std::vector<Commit> shown;
    shown.reserve(ids.size());
    std::vector<std::optional<git::Signature>> signatures;
    if (parts.verification) signatures = TRY(signatures_of(repository, batch.commits));
    Signatures known(call.site, place.repository);
    known.prepare(signatures);
    for (const auto& commit : batch.commits) {
        const auto url = addresses.commit(commit.id);
        auto& added =
            shown.emplace_back(Commit{.url = url,
                                      .sha = commit.id.hex(),
                                      .created = git::written_date(commit.committer),
                                      .html_url = addresses.page(commit.id),
                                      .commit = {.url = url,
                                                 .author = show_person(commit.author),
                                                 .committer = show_person(commit.committer),
                                                 .message = commit.message,
                                                 .tree = CommitMeta{.url = addresses.tree(commit.id),
                                                                    .sha = commit.id.hex(),
                                                                    .created = git::written_date(commit.committer)}},
                                      .author = show_account(commit.author),
                                      .committer = show_account(commit.committer)});
        for (const auto& parent : commit.parents) added.parents.push_back(addresses.meta(parent));
        if (parts.verification)
            added.commit.verification = known.verify(signatures[shown.size() - 1], commit.committer, batch.people);
        if (parts.files) added.files = TRY(unless_too_large(files_of(repository, commit)));
        if (parts.stat) added.stats = TRY(unless_too_large(stats_of(repository, commit.id)));
    }
    return shown;
}

Result<Commit> show_commit(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                           const ObjectId& id, const CommitParts& parts)
{
    return std::move(TRY(show_commits(call, place, repository, {&id, 1}, parts)).front());
}

Result<std::vector<PayloadCommit>> show_payload_commits(const View& view, const RepositoryContext& place,
                                                        const git::Repository& repository,
                                                        std::span<const ObjectId> ids, bool files)
{
    const auto batch = TRY(read(view, repository, ids));
    const Addresses addresses(view.settings(), place);
    std::vector<PayloadCommit> shown;
    shown.reserve(ids.size());
    for (const auto& commit : batch.commits) {
        auto& added = shown.emplace_back(PayloadCommit{.id = commit.id.hex(),
                                                       .message = commit.message,
                                                       .url = addresses.page(commit.id),
                                                       .author = show_payload_user(commit.author, batch.people),
                                                       .committer = show_payload_user(commit.committer, batch.people),
                                                       .timestamp = git::written_date(commit.author)});
        if (!files) continue;
        added.added.emplace();
        added.removed.emplace();
        added.modified.emplace();
        const auto changes = TRY(unless_too_large(changes_of(repository, commit)));
        if (!changes) continue;
        for (const auto& file : *changes) {
            auto& list = file.change == git::Change::added ? added.added
                : file.change == git::Change::removed      ? added.removed
                                                           : added.modified;
            list->push_back(file.path);
        }
    }
    return shown;
}

Result<PayloadCommitVerification> verify_commit(const api::Site& site, const repositories::StoredRepository& place,
                                                const git::Repository& repository, const ObjectId& id)
{
    Signatures signatures(site, place);
    return verify_one(site, signatures, repository, id);
}

repositories::Verifier verifier(const api::Site& site, const repositories::StoredRepository& place,
                                const git::Repository& repository)
{
    return [&site, signatures = std::make_shared<Signatures>(site, place),
            &repository](const ObjectId& id) -> Result<bool> {
        return TRY(verify_one(site, *signatures, repository, id)).verified;
    };
}

} // namespace cairn::contents

template <> const cairn::Type& cairn::type_of<cairn::contents::Commit>()
{
    return detail::type<cairn::contents::Commit>;
}
