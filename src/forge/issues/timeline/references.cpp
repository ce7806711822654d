#include "issues/timeline/references.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

using access::Viewer;
using accounts::Account;
using db::bound;
using repositories::StoredRepository;

namespace {

Viewer viewer_of(const Account& account)
{
    return {.id = account.id, .admin = account.is_admin, .restricted = account.is_restricted};
}

std::optional<StoredRepository> find_home(db::Queries& db, const Writer& writer, const Reference& reference)
{
    if (reference.owner.empty()) return writer.repository;
    const auto owner = accounts::find_account(db, reference.owner);
    return owner ? repositories::find_repository(db, owner->id, reference.repo) : std::nullopt;
}

// Whether the writer could close or reopen the issue by hand.
bool may_act_on(const access::Access& access, const Writer& writer, const StoredIssue& issue)
{
    return !issue.is_pull && (access.writes(issue.unit()) || issue.poster_id == writer.account.id);
}

bool is_unwelcome(db::Queries& db, const Writer& writer, const StoredRepository& home, const StoredIssue& issue)
{
    return accounts::is_blocked(db, home.owner_id, writer.account.id)
        || (issue.poster_id != 0 && accounts::is_blocked(db, issue.poster_id, writer.account.id));
}

// The text's own references that still have force.
std::vector<StoredComment> find_references(db::Queries& db, const Source& source)
{
    return db.all<StoredComment>("SELECT * FROM comment WHERE ref_issue_id = $1 AND ref_comment_id = $2"
                                 " AND kind IN ('issue_ref', 'pull_ref', 'comment_ref') AND ref_action <> 'neutered'",
                                 source.issue.id, source.comment_id);
}

EventKind kind_of(const Source& source)
{
    if (source.comment_id != 0) return EventKind::comment_ref;
    return source.issue.is_pull ? EventKind::pull_ref : EventKind::issue_ref;
}

void set_action(db::Transaction& tx, std::int64_t event_id, RefAction action)
{
    tx.run("UPDATE comment SET ref_action = $2 WHERE id = $1", event_id, action);
}

} // namespace

std::vector<Target> find_targets(db::Queries& db, const Writer& writer, const std::vector<Reference>& references)
{
    std::vector<Target> targets;
    std::map<std::pair<std::string, std::string>, std::pair<std::optional<StoredRepository>, access::Access>> homes;
    for (const auto& reference : references) {
        const auto [at, is_new] = homes.try_emplace({text::to_lower(reference.owner), text::to_lower(reference.repo)});
        auto& [home, access] = at->second;
        if (is_new) {
            home = find_home(db, writer, reference);
            if (home) access = access::access_to(db, viewer_of(writer.account), home->facts());
        }
        if (!home) continue;
        auto issue = find_issue(db, home->id, reference.number);
        if (!issue || issue->id == writer.issue_id || !access.reads(issue->unit())) continue;
        if (std::ranges::any_of(targets, [&](const Target& known) { return known.issue.id == issue->id; })) continue;
        if (home->id != writer.repository.id && is_unwelcome(db, writer, *home, *issue)) continue;
        const auto action = may_act_on(access, writer, *issue) ? reference.action : RefAction::none;
        targets.push_back({.issue = std::move(*issue), .action = action});
    }
    return targets;
}

std::vector<std::int64_t> find_mentioned(db::Queries& db, const Writer& writer, bool is_pull,
                                         const std::vector<std::string>& names)
{
    if (names.empty()) return {};
    db::Composition query("SELECT a.* FROM account a WHERE a.kind = 'individual' AND a.is_active"
                          " AND NOT a.prohibit_login AND (a.lower_name IN ");
    query << bound(names);
    for (const auto& name : names)
        if (const auto slash = name.find('/'); slash != name.npos)
            query << " OR a.id IN (SELECT tm.account_id FROM team_member tm JOIN team t ON t.id = tm.team_id"
                     " JOIN account o ON o.id = t.organization_id WHERE t.organization_id = "
                  << bound(writer.repository.owner_id) << " AND o.lower_name = " << bound(name.substr(0, slash))
                  << " AND t.lower_name = " << bound(name.substr(slash + 1)) << ")";
    query << ") ORDER BY a.id LIMIT 1000";
    const auto unit = is_pull ? access::Unit::pulls : access::Unit::issues;
    std::vector<std::int64_t> mentioned;
    for (const auto& account : db.all<Account>(query))
        if (access::access_to(db, viewer_of(account), writer.repository.facts()).reads(unit)
            && !accounts::is_blocked(db, account.id, writer.account.id))
            mentioned.push_back(account.id);
    return mentioned;
}

Meant find_meant(const api::Call& call, const IssueContext& at, const std::string& text)
{
    const auto meaning = read_meaning(text, call.settings().server.root_url);
    const Writer writer{
        .account = accounts::account_of(call.caller), .repository = at.place.repository, .issue_id = at.issue.id};
    return {.targets = find_targets(call.db(), writer, meaning.references),
            .mentioned = find_mentioned(call.db(), writer, at.issue.is_pull, meaning.mentions)};
}

std::vector<std::int64_t> add_mentioned(db::Transaction& tx, std::int64_t issue_id,
                                        const std::vector<std::int64_t>& ids)
{
    std::vector<std::int64_t> added;
    for (const auto id : ids)
        if (tx.run("INSERT INTO issue_mention (issue_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", issue_id,
                   id)
            > 0)
            added.push_back(id);
    return added;
}

void write_references(db::Transaction& tx, const Source& source, const std::vector<Target>& targets, bool new_text)
{
    const auto action_of = [&](const Target& target) { return source.issue.is_pull ? target.action : RefAction::none; };
    std::set<std::int64_t> known;
    if (!new_text)
        for (const auto& event : find_references(tx, source)) {
            const auto target = std::ranges::find(targets, event.issue_id, [](const auto& t) { return t.issue.id; });
            if (target == targets.end()) set_action(tx, event.id, RefAction::neutered);
            else if (known.insert(event.issue_id).second && action_of(*target) != event.ref_action)
                set_action(tx, event.id, action_of(*target));
        }
    for (const auto& target : targets)
        if (!known.contains(target.issue.id))
            add_event(tx,
                      {.issue_id = target.issue.id,
                       .repository_id = target.issue.repository_id,
                       .kind = kind_of(source),
                       .poster_id = source.writer_id,
                       .ref_issue_id = source.issue.id,
                       .ref_comment_id = source.comment_id,
                       .ref_action = action_of(target)});
}

std::vector<std::int64_t> pulls_that_close(db::Queries& db, std::int64_t issue_id)
{
    return db.all<std::int64_t>("SELECT DISTINCT ref_issue_id AS value FROM comment WHERE issue_id = $1"
                                " AND kind = 'pull_ref' AND ref_action = 'closes' AND ref_issue_id IS NOT NULL"
                                " ORDER BY 1 DESC LIMIT 20",
                                issue_id);
}

void neuter_references(db::Transaction& tx, const Source& source)
{
    for (const auto& event : find_references(tx, source)) set_action(tx, event.id, RefAction::neutered);
}

} // namespace cairn::issues
