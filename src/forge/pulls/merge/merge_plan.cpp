#include "pulls/merge/merge_plan.hpp"

#include <ranges>

#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "git/objects/walk.hpp"
#include "issues/show.hpp"
#include "pulls/merge/approvals.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

struct ClosingWord {
    std::int64_t number = 0;
    bool closes = true;
};
BOOST_DESCRIBE_STRUCT(ClosingWord, (), (number, closes))

MergeFacts facts_of(const api::Site& site, const Known& known)
{
    const auto& [repository, issue, pull] = known;
    const auto owner = accounts::find_account(site.db, repository.owner_id);
    const auto poster = accounts::find_account(site.db, issue.poster_id);
    MergeFacts facts{.number = issue.number,
                     .title = issue.title,
                     .description = issue.body,
                     .poster = poster ? poster->name : std::string(),
                     .base_owner = owner ? owner->name : std::string(),
                     .base_repository = repository.name,
                     .base_branch = pull.base_branch,
                     .head_branch = pull.head_branch,
                     .from_fork = pull.head_repository_id != repository.id};
    if (const auto head = repositories::find_repository(site.db, pull.head_repository_id)) {
        const auto head_owner = accounts::find_account(site.db, head->owner_id);
        facts.head_owner = head_owner ? head_owner->name : std::string();
        facts.head_repository = head->name;
    }
    facts.page = issues::page_of(
        site.settings(), {.id = repository.id, .owner = facts.base_owner, .name = facts.base_repository}, issue);
    for (const auto& approver : approvers(site.db, issue.id))
        facts.approvers.push_back(repositories::author_of(approver, site.settings()));
    for (const auto& word : site.db.all<ClosingWord>(
             "SELECT i.number, c.ref_action = 'closes' AS closes FROM comment c JOIN issue i ON i.id = c.issue_id"
             " WHERE c.ref_issue_id = $1 AND c.ref_comment_id = 0 AND c.ref_action IN ('closes', 'reopens')"
             " AND i.repository_id = $2 ORDER BY c.id",
             issue.id, repository.id))
        facts.closing.push_back((word.closes ? "close #" : "reopen #") + std::to_string(word.number));
    return facts;
}

std::string title_for(const git::Repository& repository, const Known& known, const MergeWish& wish,
                      const MergeFacts& facts)
{
    if (!wish.title.empty()) return wish.title;
    const auto text = find_template(repository, known.repository.default_branch, wish.style);
    const auto title = text.empty() ? std::string() : expanded_title(text, facts);
    return title.empty() ? usual_title(wish.style, facts) : title;
}

// The first lines of its commits, the oldest first.
std::string subjects_of(const git::Repository& repository, const StoredPull& pull)
{
    constexpr std::uint64_t most = 50;
    const auto page =
        git::walk(repository, {.from = read_id(pull.head_sha), .without = {read_id(pull.merge_base)}, .limit = most});
    if (!page || page->commits.size() < 2) return {};
    std::string list;
    for (const auto& id : page->commits | std::views::reverse)
        if (const auto commit = git::read_commit(repository, id))
            list += "* " + commit->message.substr(0, commit->message.find('\n')) + "\n";
    return list;
}

} // namespace

MergePlan plan_for(const api::Site& site, const git::Repository& repository, const Known& known, const Merger& merger,
                   const MergeWish& wish)
{
    MergePlan plan{.style = wish.style,
                   .head = read_id(known.pull.head_sha),
                   .merger = repositories::author_of(merger.account, site.settings())};
    const auto poster = accounts::find_account(site.db, known.issue.poster_id);
    plan.author = poster ? repositories::author_of(*poster, site.settings()) : plan.merger;
    plan.message = join_message(title_for(repository, known, wish, facts_of(site, known)), wish.message);
    if (wish.style == MergeStyle::squash && poster && poster->id != merger.account.id)
        plan.message = add_trailer(plan.message, "Co-authored-by", plan.author);
    plan.write = repositories::signing_writer(site,
                                              {.conditions = site.settings().repository_signing.merges,
                                               .account_id = merger.account.id,
                                               .verifies = contents::verifier(site, known.repository, repository),
                                               .brought = plan.head,
                                               .approved = !approvers(site.db, known.issue.id).empty()});
    return plan;
}

MergeMessage usual_message(const api::Site& site, const git::Repository& repository, const Known& known,
                           MergeStyle style)
{
    const auto facts = facts_of(site, known);
    const auto text = find_template(repository, known.repository.default_branch, style);
    if (!text.empty()) {
        const auto title = expanded_title(text, facts);
        return {.title = title.empty() ? usual_title(style, facts) : title, .text = expanded_text(text, facts)};
    }
    return {.title = usual_title(style, facts),
            .text = style == MergeStyle::squash ? subjects_of(repository, known.pull) : std::string()};
}

} // namespace cairn::pulls
