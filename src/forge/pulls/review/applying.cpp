// Suggestions become a commit on the branch that a pull request comes from.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "contents/commit.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"
#include "git/store/store.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/follow/maintainers.hpp"
#include "pulls/merge/approvals.hpp"
#include "pulls/review/conversation.hpp"
#include "pulls/review/suggestions.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;
using repositories::StoredRepository;

namespace {

constexpr std::uint64_t largest_file = 8 << 20;
constexpr std::size_t longest_message = 4'096;

struct Proposal {
    StoredLineComment remark;
    std::string text;
};

Result<std::vector<Proposal>> find_proposals(const Call& call, const PullContext& at, std::vector<std::int64_t> ids)
{
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    if (ids.empty()) return fail(Errc::unprocessable, "no suggestion was chosen");
    if (ids.size() > most_suggestions) return fail(Errc::unprocessable, "these are too many suggestions at once");
    std::vector<Proposal> proposals;
    for (auto& remark : line_comments_named(call.db(), ids)) {
        if (remark.issue_id != at.issue.id || (remark.in_draft && remark.poster_id != call.caller.id)) continue;
        auto text = suggestion_of(remark.body);
        if (!text) return fail(Errc::unprocessable, "this remark suggests nothing");
        if (remark.in_draft) return fail(Errc::unprocessable, "this suggestion is a draft: submit your review first");
        if (remark.side != Side::new_file || remark.line == 0)
            return fail(Errc::unprocessable, "this suggestion is not about lines that can be changed");
        proposals.push_back({.remark = std::move(remark), .text = std::move(*text)});
    }
    if (proposals.size() != ids.size()) return not_found("the suggestion");
    return proposals;
}

Error changed(const std::string& path)
{
    return {.code = Errc::conflict, .message = "the lines in " + path + " have changed since they were spoken of"};
}

// Where the remark's lines are at the tip: all of them, as they were, one after the other.
Result<Replacement> place_at(const git::Repository& repository, const ObjectId& tip, const Proposal& proposal)
{
    const auto& remark = proposal.remark;
    std::vector<StoredLineComment> lines;
    for (auto line = remark.first(); line <= remark.line; ++line) {
        auto& one = lines.emplace_back(remark);
        one.id = line;
        one.line = line;
        one.body.clear();
        one.diff_hunk.clear();
    }
    const auto now = lines_in(repository, {.before = remark.commit_id, .after = tip.hex()}, lines);
    const auto first = now.at(remark.first());
    if (!first) return std::unexpected(changed(remark.path));
    for (const auto& [was, is] : now)
        if (!is || *is - *first != was - remark.first()) return std::unexpected(changed(remark.path));
    return Replacement{.first = *first, .last = *first + (remark.line - remark.first()), .text = proposal.text};
}

Result<ObjectId> make_tree(const git::Repository& repository, const ObjectId& tip,
                           const std::vector<Proposal>& proposals)
{
    std::map<std::string, std::vector<Replacement>> by_path;
    for (const auto& proposal : proposals)
        by_path[proposal.remark.path].push_back(TRY(place_at(repository, tip, proposal)));
    const auto tree = TRY(repository.peel(tip, git::Kind::tree));
    git::TreeEdit edit(repository, tree);
    for (auto& [path, replacements] : by_path) {
        const auto entry = edit.find(path);
        if (!entry || !entry->is_file()) return std::unexpected(changed(path));
        const auto before = TRY(git::read_blob(repository, entry->id, largest_file));
        const auto after = TRY(with_replacements(before, std::move(replacements)));
        TRY(edit.put(path, {.mode = entry->mode, .id = TRY(git::write_blob(repository, after))}));
    }
    const auto made = TRY(edit.write());
    if (made == tree) return fail(Errc::unprocessable, "the suggestions change nothing");
    return made;
}

// With those whose they are, but for the one who commits them.
std::string message_of(const Call& call, const std::vector<Proposal>& proposals, std::string_view wanted)
{
    std::string message(text::trim(wanted.substr(0, longest_message)));
    if (message.empty())
        message = proposals.size() == 1 ? "Apply a suggestion to " + proposals.front().remark.path
                                        : "Apply " + std::to_string(proposals.size()) + " suggestions";
    message += "\n";
    std::set<std::int64_t> authors;
    for (const auto& proposal : proposals) authors.insert(proposal.remark.poster_id);
    authors.erase(call.caller.id);
    bool first = true;
    for (const auto id : authors)
        if (const auto author = accounts::find_account(call.db(), id)) {
            const auto person = repositories::author_of(*author, call.settings());
            message += (std::exchange(first, false) ? "\nCo-authored-by: " : "Co-authored-by: ") + person.name + " <"
                + person.email + ">\n";
        }
    return message;
}

Result<ObjectId> land_on(const Call& call, const Known& known, const StoredRepository& head,
                         const std::vector<Proposal>& proposals, std::string_view message)
{
    const auto repository = TRY(git::Repository::open(call.site.get<git::Store>().path(head.storage)));
    const auto person = repositories::author_of(accounts::account_of(call.caller), call.settings());
    const auto write = repositories::signing_writer(call.site,
                                                    {.conditions = call.settings().repository_signing.crud_actions,
                                                     .account_id = call.caller.id,
                                                     .verifies = contents::verifier(call.site, head, repository),
                                                     .approved = !approvers(call.db(), known.issue.id).empty()});
    const auto make = [&](const ObjectId& tip) -> Result<ObjectId> {
        if (tip.is_zero()) return fail(Errc::unprocessable, "the branch of the pull request is gone");
        return write(repository,
                     {.tree = TRY(make_tree(repository, tip, proposals)),
                      .parents = {tip},
                      .author = person,
                      .committer = person,
                      .message = message_of(call, proposals, message)});
    };
    const auto done = TRY(git::land(repository, {.branch = known.pull.head_branch, .make = make}));
    repositories::record_push(call.site, head, repository, {.pusher_id = call.caller.id, .changes = {done}});
    return done.after;
}

} // namespace

bool may_apply(const Call& call, const PullContext& at)
{
    if (call.caller.anonymous() || at.issue.closed || at.pull.by_push) return false;
    const auto head = repositories::find_repository(call.db(), at.pull.head_repository_id);
    if (!head) return false;
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    return may_update(call.db(), known, *head, accounts::account_of(call.caller), UpdateStyle::merge);
}

Result<ObjectId> apply_suggestions(const Call& call, const PullContext& at, const ApplySuggestions& wanted)
{
    if (at.issue.closed) return fail(Errc::unprocessable, "the pull request is merged or closed");
    const auto head = repositories::find_repository(call.db(), at.pull.head_repository_id);
    if (!head || at.pull.by_push) return fail(Errc::unprocessable, "the pull request has no branch");
    if (!may_apply(call, at)) return fail(Errc::forbidden, "you may not push to the branch of this pull request");
    const auto proposals = TRY(find_proposals(call, at, wanted.id));
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    const auto made = TRY(land_on(call, known, *head, proposals, wanted.message));
    for (const auto& proposal : proposals) resolve_comment(call, {at, proposal.remark});
    if (auto fresh = find_known(call.db(), at.issue.id)) static_cast<void>(follow(call.site, *fresh));
    return made;
}

} // namespace cairn::pulls
