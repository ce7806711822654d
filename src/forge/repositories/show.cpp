#include "repositories/show.hpp"

#include <map>

#include "accounts/shown_accounts.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "http/url.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::repositories {

using access::Level;
using access::Unit;
using accounts::ShownAccount;
using api::View;
using organizations::StoredTeam;

namespace {

std::vector<std::string> split(std::string_view list)
{
    std::vector<std::string> parts;
    for (const auto part : text::split_list(list)) parts.emplace_back(part);
    return parts;
}

std::string ssh_address(const config::Settings& settings, const std::string& full_name)
{
    const auto& server = settings.server;
    const std::string user_and_host = server.ssh_user + "@" + server.ssh_domain;
    if (server.ssh_port == 22) return user_and_host + ":" + full_name + ".git";
    return "ssh://" + user_and_host + ":" + std::to_string(server.ssh_port) + "/" + full_name + ".git";
}

void show_units(Repository& shown, const StoredRepository& stored)
{
    const auto units = stored.enabled();
    shown.has_code = units.has(Unit::code);
    shown.has_issues = units.has(Unit::issues) || units.has(Unit::ext_issues);
    if (units.has(Unit::ext_issues))
        shown.external_tracker = {stored.external_tracker_url, stored.external_tracker_format,
                                  stored.external_tracker_style, stored.external_tracker_pattern};
    else if (units.has(Unit::issues))
        shown.internal_tracker = {stored.time_tracker, stored.only_contributors_track_time, stored.issue_dependencies};
    shown.has_wiki = units.has(Unit::wiki) || units.has(Unit::ext_wiki);
    if (units.has(Unit::ext_wiki)) shown.external_wiki = {stored.external_wiki_url};
    shown.has_projects = units.has(Unit::projects);
    shown.projects_mode = word_of(stored.projects_mode);
    shown.has_releases = units.has(Unit::releases);
    shown.has_packages = units.has(Unit::packages);
    shown.has_actions = units.has(Unit::actions);
}

// Without pull requests nothing can be merged; that a merge by hand could still be noted is what clients are told then.
void show_merging(Repository& shown, const StoredRepository& stored)
{
    shown.has_pull_requests = stored.enabled().has(Unit::pulls);
    shown.default_merge_style = word_of(MergeStyle::merge);
    shown.default_update_style = word_of(UpdateStyle::merge);
    shown.allow_manual_merge = true;
    if (!shown.has_pull_requests) return;
    shown.ignore_whitespace_conflicts = stored.ignore_whitespace_conflicts;
    shown.allow_merge_commits = stored.allow_merge_commits;
    shown.allow_rebase = stored.allow_rebase;
    shown.allow_rebase_explicit = stored.allow_rebase_explicit;
    shown.allow_squash_merge = stored.allow_squash_merge;
    shown.allow_fast_forward_only_merge = stored.allow_fast_forward_only_merge;
    shown.allow_merge_update = stored.allow_merge_update;
    shown.allow_rebase_update = stored.allow_rebase_update;
    shown.allow_manual_merge = stored.allow_manual_merge;
    shown.autodetect_manual_merge = stored.autodetect_manual_merge;
    shown.default_delete_branch_after_merge = stored.default_delete_branch_after_merge;
    shown.default_merge_style = word_of(stored.default_merge_style);
    shown.default_update_style = word_of(stored.default_update_style);
    shown.default_allow_maintainer_edit = stored.default_allow_maintainer_edit;
}

// What the viewer may do, and whether that is more than something in single units.
struct Rights {
    Permission permissions;
    bool whole = false;
};

Rights rights_of(const access::Access& access)
{
    return {.permissions = {.admin = access.administers(),
                            .push = access.writes(Unit::code),
                            .pull = access.reads(Unit::code)},
            .whole = access.whole() != Level::none};
}

// Into a repository where nothing has been told of yet: lists have many, and they are large.
void show(Repository& shown, const View& view, const StoredRepository& stored, const ShownAccount& owner,
          const Rights& rights)
{
    const auto& settings = view.settings();
    const std::string& root = settings.server.root_url;
    const std::string full_name = owner.name + "/" + stored.name;
    shown.id = stored.id;
    shown.owner = accounts::show_user_plainly(owner, rights.whole, settings);
    shown.name = stored.name;
    shown.full_name = full_name;
    shown.description = stored.description;
    shown.empty = stored.empty;
    shown.private_ = stored.private_;
    shown.fork = stored.fork_of != 0;
    shown.template_ = stored.template_;
    shown.mirror = stored.mirror;
    shown.size = (stored.git_size + stored.lfs_size) / 1024;
    shown.language = stored.language;
    shown.html_url = root + full_name;
    shown.url = root + "api/v1/repos/" + full_name;
    shown.languages_url = shown.url + "/languages";
    shown.ssh_url = ssh_address(settings, full_name);
    shown.clone_url = shown.html_url + ".git";
    shown.original_url = stored.original_url;
    shown.website = stored.website;
    shown.stars_count = stored.stars_count;
    shown.forks_count = stored.forks_count;
    shown.watchers_count = stored.watchers_count;
    shown.branch_count = stored.branch_count;
    shown.open_issues_count = stored.open_issues_count;
    shown.open_pr_counter = stored.open_pulls_count;
    shown.release_counter = stored.release_count;
    shown.default_branch = stored.default_branch;
    shown.default_target_branch = stored.default_target_branch;
    shown.archived = stored.archived();
    shown.created_at = stored.created_at;
    shown.updated_at = stored.updated_at;
    shown.archived_at = stored.archived_at;
    shown.permissions = rights.permissions;
    shown.topics = split(stored.topics);
    shown.licenses = split(stored.licenses);
    show_units(shown, stored);
    show_merging(shown, stored);
    if (!stored.avatar.empty()) shown.avatar_url = root + "repo-avatars/" + stored.avatar;
    shown.internal = !stored.private_ && owner.visibility == config::Visibility::private_;
    shown.object_format_name = word_of(stored.object_format);
    shown.mirror_updated = shown.mirror_last_sync_at = Time::never();
}

// What a fork was made from.
struct Parent {
    StoredRepository repository;
    bool seen = false; // by the caller
};
using Parents = std::map<std::int64_t, Parent>;

// What forks were made from, and which of it the caller may know of because of a fork.
struct ParentIds {
    std::vector<std::int64_t> all;
    std::vector<std::int64_t> known;

    void add(const StoredRepository& fork, const access::Access& access)
    {
        if (fork.fork_of == 0) return;
        all.push_back(fork.fork_of);
        // Who administers a fork knows what it was made from, also when that has become private since.
        if (access.administers()) known.push_back(fork.fork_of);
    }
};

void add_seen(Parents& parents, const View& view, const ParentIds& ids, const access::Viewer& viewer)
{
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << db::bound(ids.all) << " AND ";
    access::add_sees(query, viewer);
    for (const auto& parent : view.db().all<StoredRepository>(query))
        parents.emplace(parent.id, Parent{.repository = parent, .seen = true});
}

// One that has moved since is not known by its new name, and a credential that is limited knows of nothing more.
void add_known(Parents& parents, const View& view, const ParentIds& ids, const access::Viewer& viewer)
{
    if (viewer.public_only || viewer.token_id != 0) return;
    std::vector<std::int64_t> unseen;
    for (const auto id : ids.known)
        if (!parents.contains(id)) unseen.push_back(id);
    if (unseen.empty()) return;
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << db::bound(unseen) << " AND NOT EXISTS (SELECT 1 FROM repository_redirect m WHERE m.repository_id = r.id)";
    for (const auto& parent : view.db().all<StoredRepository>(query))
        parents.emplace(parent.id, Parent{.repository = parent});
}

Parents load_parents(const View& view, const ParentIds& ids)
{
    Parents parents;
    if (ids.all.empty()) return parents;
    const auto viewer = access::Viewer::of(view.caller);
    add_seen(parents, view, ids, viewer);
    add_known(parents, view, ids, viewer);
    return parents;
}

// What whoever has only a fork knows of the repository that it was made from: where it is, and what came along.
StoredRepository known_from(const StoredRepository& fork, const StoredRepository& parent)
{
    auto known = fork;
    known.id = parent.id;
    known.owner_id = parent.owner_id;
    known.name = parent.name;
    known.private_ = parent.private_;
    known.audience = parent.audience;
    known.units = parent.units;
    known.anonymous_levels = parent.anonymous_levels;
    known.everyone_levels = parent.everyone_levels;
    known.fork_of = parent.fork_of;
    known.forks_count = parent.forks_count;
    known.created_at = parent.created_at;
    known.avatar.clear();
    known.template_ = false;
    known.archived_at = {};
    known.stars_count = known.watchers_count = 0;
    known.open_issues_count = known.open_pulls_count = known.release_count = 0;
    return known;
}

// The fork's parent as the caller may know it, if at all.
std::optional<StoredRepository> parent_of(const Parents& parents, const StoredRepository& fork,
                                          const access::Access& access)
{
    const auto found = parents.find(fork.fork_of);
    if (found == parents.end()) return {};
    if (found->second.seen) return found->second.repository;
    if (!access.administers()) return {};
    return known_from(fork, found->second.repository);
}

struct PendingTransfer {
    std::int64_t repository_id = 0;
    std::int64_t doer_id = 0;
    std::int64_t recipient_id = 0;
    std::string teams;
};
BOOST_DESCRIBE_STRUCT(PendingTransfer, (), (repository_id, doer_id, recipient_id, teams))

std::map<std::int64_t, RepoTransfer> load_transfers(const View& view, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, RepoTransfer> shown;
    if (ids.empty()) return shown;
    db::Composition query("SELECT * FROM repository_transfer WHERE repository_id IN ");
    query << db::bound(ids);
    const auto pending = view.db().all<PendingTransfer>(query);
    std::vector<std::int64_t> account_ids;
    std::vector<std::int64_t> team_ids;
    for (const auto& transfer : pending) {
        account_ids.insert(account_ids.end(), {transfer.doer_id, transfer.recipient_id});
        for (const auto id : text::split_list(transfer.teams)) team_ids.push_back(text::parse_integer(id).value_or(0));
    }
    const accounts::ShownAccounts people(view.db(), std::move(account_ids));
    db::Composition of_teams("SELECT * FROM team WHERE id IN ");
    of_teams << db::bound(team_ids);
    const auto teams = team_ids.empty() ? std::vector<StoredTeam>() : view.db().all<StoredTeam>(of_teams);
    for (const auto& transfer : pending) {
        auto& last = shown[transfer.repository_id];
        last.doer = accounts::show_user_plainly(people.at(transfer.doer_id), false, view.settings());
        last.recipient = accounts::show_user_plainly(people.at(transfer.recipient_id), false, view.settings());
        for (const auto id : text::split_list(transfer.teams))
            for (const auto& team : teams)
                if (team.id == text::parse_integer(id)) last.teams.push_back(organizations::show_team(team));
    }
    return shown;
}

} // namespace

std::vector<Repository> show_repositories(const View& view, std::span<const StoredRepository> rows,
                                          std::span<const access::Access> access)
{
    ParentIds parent_ids;
    std::vector<std::int64_t> owner_ids;
    std::vector<std::int64_t> transferring;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        parent_ids.add(rows[i], access[i]);
        owner_ids.push_back(rows[i].owner_id);
        if (rows[i].transferring) transferring.push_back(rows[i].id);
    }
    const auto parents = load_parents(view, parent_ids);
    for (const auto& [id, parent] : parents) owner_ids.push_back(parent.repository.owner_id);
    const accounts::ShownAccounts owners(view.db(), std::move(owner_ids));
    const auto transfers = load_transfers(view, transferring);

    std::vector<Repository> shown;
    shown.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        const auto rights = rights_of(access[i]);
        auto& last = shown.emplace_back();
        show(last, view, row, owners.at(row.owner_id), rights);
        // Clients are told of the parent what they may do with the fork.
        if (const auto parent = parent_of(parents, row, access[i])) {
            last.parent = std::make_shared<Repository>();
            show(*last.parent, view, *parent, owners.at(parent->owner_id), rights);
        }
        if (const auto transfer = transfers.find(row.id); transfer != transfers.end())
            last.repo_transfer = transfer->second;
    }
    show_mirrors(view.db(), shown);
    return shown;
}

std::vector<Repository> show_repositories(const View& view, std::span<const StoredRepository> rows,
                                          const access::Viewer& permissions_of)
{
    std::vector<access::RepositoryFacts> facts;
    facts.reserve(rows.size());
    for (const auto& row : rows) facts.push_back(row.facts());
    return show_repositories(view, rows, access::access_to(view.db(), permissions_of, facts));
}

Repository show_repository(const View& view, const StoredRepository& stored, const ShownAccount& owner,
                           const access::Access& access)
{
    const auto rights = rights_of(access);
    Repository shown;
    show(shown, view, stored, owner, rights);
    show_mirrors(view.db(), {&shown, 1});
    if (stored.transferring) {
        const auto transfers = load_transfers(view, {stored.id});
        if (!transfers.empty()) shown.repo_transfer = transfers.begin()->second;
    }
    if (stored.fork_of == 0) return shown;
    ParentIds parent_ids;
    parent_ids.add(stored, access);
    const auto parent = parent_of(load_parents(view, parent_ids), stored, access);
    if (!parent) return shown;
    if (const auto parent_owner = accounts::find_account(view.db(), parent->owner_id)) {
        shown.parent = std::make_shared<Repository>();
        show(*shown.parent, view, *parent, *parent_owner, rights);
    }
    return shown;
}

} // namespace cairn::repositories

template <> const cairn::Type& cairn::type_of<cairn::repositories::Repository>()
{
    return detail::type<cairn::repositories::Repository>;
}
