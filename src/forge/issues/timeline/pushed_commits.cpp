#include "issues/timeline/pushed_commits.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"
#include "git/store/repositories.hpp"
#include "http/url.hpp"
#include "issues/changes.hpp"
#include "issues/timeline/references.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::issues {

using repositories::StoredRepository;

namespace {

constexpr std::uint64_t most_commits = 500; // of one push that are read, the newest
constexpr std::int64_t most_attempts = 3;
constexpr std::string_view branches = "refs/heads/";

struct UnreadPush {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::int64_t pusher_id = 0;
    std::string ref;
    std::string before_id;
    std::string after_id;
    std::int64_t attempts = 0;
};
BOOST_DESCRIBE_STRUCT(UnreadPush, (), (id, repository_id, pusher_id, ref, before_id, after_id, attempts))

bool is_absent(std::string_view id) { return id.find_first_not_of('0') == id.npos; }

// Who has pushed what where.
struct Push {
    const api::Site& site;
    const StoredRepository& repository;
    const accounts::Account& owner;
    const accounts::Account& pusher;
    std::string branch;
};

// What a new branch has in common with the others is not new.
std::vector<git::ObjectId> known_before(const api::Site& site, const UnreadPush& unread)
{
    std::vector<git::ObjectId> known;
    const auto add = [&](std::string_view hex) {
        if (const auto id = git::ObjectId::parse(hex); id && !is_absent(hex)) known.push_back(*id);
    };
    add(unread.before_id);
    if (is_absent(unread.before_id))
        for (const auto& id :
             site.db.all<std::string>("SELECT commit_id FROM branch WHERE repository_id = $1 AND name <> $2 LIMIT 1000",
                                      unread.repository_id, unread.ref.substr(branches.size())))
            add(id);
    return known;
}

// Oldest first, as they have happened.
Result<std::vector<git::Commit>> read_commits(const api::Site& site, const StoredRepository& repository,
                                              const UnreadPush& unread)
{
    const auto after = git::ObjectId::parse(unread.after_id);
    if (!after) return std::vector<git::Commit>();
    auto known = known_before(site, unread);
    // A first push: the walk goes through all of it.
    auto& repositories = site.get<git::Repositories>();
    const auto handle =
        TRY(known.empty() ? repositories.open_apart(repository.storage) : repositories.open(repository.storage));
    const auto page = TRY(git::walk(*handle, {.from = *after, .without = std::move(known), .limit = most_commits}));
    std::vector<git::Commit> commits;
    for (const auto& id : page.commits) commits.push_back(TRY(git::read_commit(*handle, id)));
    std::ranges::reverse(commits);
    return commits;
}

std::string link_to(const Push& push, const git::Commit& commit)
{
    const auto title = std::string_view(commit.message).substr(0, commit.message.find('\n'));
    const std::string& root = push.site.settings().server.root_url;
    const auto path = root.find('/', root.find("://") + 3);
    return "<a href=\"" + (path == root.npos ? "/" : root.substr(path)) + push.owner.name + "/" + push.repository.name
        + "/commit/" + commit.id.hex() + "\">" + text::escape_html(text::trim(title)) + "</a>";
}

// On the default branch, or on the one that the issue says it is about.
bool acts_on(const Push& push, const StoredIssue& issue)
{
    if (push.branch == push.repository.default_branch) return true;
    return issue.repository_id == push.repository.id
        && (issue.ref == push.branch || issue.ref == std::string(branches) + push.branch);
}

void refer(db::Transaction& tx, const Push& push, const git::Commit& commit, const Target& target)
{
    auto issue = find_issue(tx, target.issue.id);
    const auto sha = commit.id.hex();
    if (!issue
        || tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM comment WHERE issue_id = $1 AND kind = 'commit_ref'"
                           " AND commit_sha = $2) AS value",
                           issue->id, sha))
        return;
    const Change change{tx, push.site.events, push.pusher.id, *issue};
    auto event = change.event(EventKind::commit_ref);
    event.body = link_to(push, commit);
    event.commit_sha = sha;
    add_event(tx, std::move(event));
    if (target.action == RefAction::none || !acts_on(push, *issue)) return;
    // What still depends on others stays open, and the reference says what was meant.
    static_cast<void>(set_closed(change, target.action == RefAction::closes, sha));
}

void read_push(const Push& push, const UnreadPush& unread)
{
    const auto commits = read_commits(push.site, push.repository, unread);
    if (!commits) {
        log::warn("the commits of a push could not be read",
                  {{"repository", push.repository.id}, {"error", commits.error().message}});
        return;
    }
    const Writer writer{.account = push.pusher, .repository = push.repository};
    for (const auto& commit : *commits) {
        const auto meaning = read_meaning(commit.message, push.site.settings().server.root_url, Form::plain);
        const auto targets = find_targets(push.site.db, writer, meaning.references);
        if (targets.empty()) continue;
        push.site.db.write([&](db::Transaction& tx) {
            for (const auto& target : targets) refer(tx, push, commit, target);
        });
    }
}

} // namespace

void note_push(db::Transaction& tx, const events::Pushed& pushed)
{
    if (pushed.pusher_id == 0) return;
    for (const auto& change : pushed.changes)
        // What a queue tries out may never come to be; what does is pushed to its base.
        if (change.name.starts_with(branches) && !is_absent(change.after)
            && !repositories::is_queue_reference(change.name))
            tx.run("INSERT INTO unread_push (repository_id, pusher_id, ref, before_id, after_id)"
                   " VALUES ($1, $2, $3, $4, $5)",
                   pushed.repository_id, pushed.pusher_id, change.name, change.before, change.after);
}

Result<bool> read_next_push(const api::Site& site, std::int64_t repository_id)
{
    // Looked for first, because there is mostly none and a write costs everybody.
    if (!site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM unread_push WHERE repository_id = $1) AS value",
                              repository_id))
        return false;
    const auto taken = site.db.write([&](db::Transaction& tx) {
        return tx.first<UnreadPush>("UPDATE unread_push SET attempts = attempts + 1 WHERE id ="
                                    " (SELECT MIN(id) FROM unread_push WHERE repository_id = $1) RETURNING *",
                                    repository_id);
    });
    if (!taken) return false;
    const auto repository = repositories::find_repository(site.db, taken->repository_id);
    const auto pusher = accounts::find_account(site.db, taken->pusher_id);
    const auto owner = repository ? accounts::find_account(site.db, repository->owner_id) : std::nullopt;
    if (owner && pusher && taken->attempts <= most_attempts)
        read_push({site, *repository, *owner, *pusher, taken->ref.substr(branches.size())}, *taken);
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM unread_push WHERE id = $1", taken->id); });
    return true;
}

} // namespace cairn::issues
