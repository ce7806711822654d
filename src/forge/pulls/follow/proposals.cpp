#include "pulls/follow/proposals.hpp"

#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "issues/show.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/opening.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::pulls {

using access::Unit;
using git::ObjectId;

namespace {

constexpr std::string_view proposals = "refs/for/";

struct Target {
    std::string base;
    std::string topic; // empty: the options have it
};

// refs/for/BRANCH or refs/for/BRANCH/TOPIC: the longest name that is a branch's.
Result<Target> find_target(db::Queries& db, const PushedProposal& pushed)
{
    const auto path = pushed.reference.substr(proposals.size());
    for (auto end = path.size(); end != path.npos && end > 0; end = path.rfind('/', end - 1)) {
        auto branch = path.substr(0, end);
        if (!repositories::find_branch(db, pushed.repository.id, branch)) continue;
        return Target{.base = std::move(branch), .topic = end == path.size() ? std::string() : path.substr(end + 1)};
    }
    return not_found("a branch for refs/for/" + path);
}

std::string option(const PushedProposal& pushed, std::string_view name)
{
    for (const std::string_view given : pushed.options)
        if (given.starts_with(name) && given.substr(name.size()).starts_with('=') && is_text(given))
            return std::string(text::trim(given.substr(name.size() + 1)));
    return {};
}

bool has_option(const PushedProposal& pushed, std::string_view name)
{
    for (const std::string_view given : pushed.options)
        if (given == name || given == std::string(name) + "=true") return true;
    return false;
}

// Several people may have the same idea: the topic bears the name of its author.
Result<std::string> topic_of(const PushedProposal& pushed, const Target& target, const accounts::Account& poster)
{
    const auto given = target.topic.empty() ? option(pushed, "topic") : target.topic;
    if (given.empty()) return fail(Errc::unprocessable, "name a topic: -o topic=NAME");
    const auto prefix = text::to_lower(poster.name) + "/";
    auto topic = given.starts_with(prefix) ? given : prefix + given;
    if (!git::is_branch_name(topic)) return fail(Errc::unprocessable, "\"" + given + "\" cannot be a topic");
    return topic;
}

struct Words {
    std::string title;
    std::string body;
};

// What the first of its commits says, unless the push says it.
Words words_of(const git::Repository& repository, const PushedProposal& pushed, const Assessment& found)
{
    Words words{.title = option(pushed, "title"), .body = option(pushed, "description")};
    auto first = pushed.commit;
    if (const auto page = git::walk(repository, {.from = found.head, .without = {found.merge_base}, .limit = 1000});
        page && !page->commits.empty())
        first = page->commits.back();
    const auto commit = git::read_commit(repository, first);
    if (!commit || !is_text(commit->message)) return words;
    const auto message = text::trim(commit->message);
    const auto line = message.find('\n');
    if (words.title.empty()) words.title = text::trim(message.substr(0, line));
    if (words.body.empty() && line != message.npos) words.body = text::trim(message.substr(line));
    return words;
}

Result<StoredIssue> open(const api::Site& site, const git::Repository& repository, const PushedProposal& pushed,
                         const accounts::Account& poster, const std::string& base, const std::string& topic)
{
    const auto found = TRY(assess(repository, TRY(git::find_branch(repository, base)), pushed.commit));
    auto words = words_of(repository, pushed, found);
    auto title = issues::clean_title(words.title);
    if (title.empty()) title = topic;
    return open_pull(site, repository,
                     {.poster = poster,
                      .repository = pushed.repository,
                      .base_branch = base,
                      .head_repository_id = pushed.repository.id,
                      .head_branch = topic,
                      .by_push = true,
                      .found = found,
                      .title = std::move(title),
                      .body = std::move(words.body)});
}

Result<StoredIssue> bring_to(const api::Site& site, const git::Repository& repository, const PushedProposal& pushed,
                             std::int64_t issue_id)
{
    const PullLock turn(issue_id);
    auto known = find_known(site.db, issue_id);
    if (!known || known->issue.closed) return not_found("the pull request");
    // A name may have been somebody else's when the topic got it.
    if (known->issue.poster_id != pushed.account_id)
        return fail(Errc::forbidden, "the pull request of this topic is somebody else's");
    const auto before = ObjectId::parse(known->pull.head_sha).value_or(ObjectId{});
    if (!has_option(pushed, "force-push") && !TRY(git::descends_from(repository, pushed.commit, before)))
        return fail(Errc::conflict, "the pull request would lose commits; -o force-push allows that");
    TRY(move_to(site, *known, repository, pushed.commit, pushed.account_id));
    return known->issue;
}

} // namespace

Result<void> check_proposal(const api::Site& site, const PushedProposal& pushed)
{
    if (pushed.account_id == 0) return fail(Errc::forbidden, "a deploy key cannot open pull requests");
    if (pushed.repository.archived()) return fail(Errc::locked, "the repository is archived");
    if (!pushed.access.reads(Unit::pulls) || !pushed.access.reads(Unit::code))
        return fail(Errc::forbidden, "there are no pull requests here");
    if (accounts::is_blocked(site.db, pushed.owner.id, pushed.account_id))
        return fail(Errc::forbidden, "the owner has blocked you");
    TRY(find_target(site.db, pushed));
    return {};
}

Result<Proposed> propose(const api::Site& site, const git::Repository& repository, const PushedProposal& pushed)
{
    const auto poster = accounts::find_account(site.db, pushed.account_id);
    if (!poster) return fail(Errc::forbidden, "nobody knows you");
    const auto target = TRY(find_target(site.db, pushed));
    const auto topic = TRY(topic_of(pushed, target, *poster));
    const auto there = find_open_pull(site.db, pushed.repository.id, topic, pushed.repository.id, target.base, true);
    const auto issue = there ? TRY(bring_to(site, repository, pushed, *there))
                             : TRY(open(site, repository, pushed, *poster, target.base, topic));
    return Proposed{.reference = head_reference(issue.number),
                    .page = issues::page_of(
                        site.settings(),
                        {.id = pushed.repository.id, .owner = pushed.owner.name, .name = pushed.repository.name},
                        issue),
                    .is_new = !there};
}

} // namespace cairn::pulls
