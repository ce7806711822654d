#include "repositories/lifecycle/transfer.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "organizations/team.hpp"
#include "repositories/lifecycle/moving.hpp"
#include "repositories/social/team_access.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

using access::Level;
using access::Levels;
using accounts::Account;

namespace {

// Whoever had rights because of the old owner, or its teams, has to be looked at again.
void tell_losses(const api::Site& site, db::Transaction& tx, std::int64_t repository_id, std::int64_t old_owner_id,
                 const std::vector<std::int64_t>& affected)
{
    for (const auto account_id : affected)
        site.events.tell(
            tx, events::AccessLost{.account_id = account_id, .repository_id = repository_id, .owner_id = old_owner_id});
}

} // namespace

std::optional<StoredTransfer> find_transfer(db::Queries& db, std::int64_t repository_id)
{
    return db.first<StoredTransfer>("SELECT * FROM repository_transfer WHERE repository_id = $1", repository_id);
}

void begin_transfer(db::Transaction& tx, const StoredTransfer& transfer)
{
    tx.run("INSERT INTO repository_transfer (repository_id, doer_id, recipient_id, teams, created_at)"
           " VALUES ($1, $2, $3, $4, $5)",
           transfer.repository_id, transfer.doer_id, transfer.recipient_id, transfer.teams, Time::now());
    tx.run("UPDATE repository SET transferring = TRUE WHERE id = $1", transfer.repository_id);
    for (const auto reader :
         tx.all<std::int64_t>("SELECT id FROM account WHERE id = $1 AND kind = 'individual'"
                              " UNION SELECT tm.account_id FROM team t JOIN team_member tm ON tm.team_id = t.id"
                              " WHERE t.organization_id = $1 AND t.can_create_org_repo",
                              transfer.recipient_id))
        tx.run("INSERT INTO collaboration (repository_id, account_id, levels, temporary, created_at)"
               " VALUES ($1, $2, $3, TRUE, $4) ON CONFLICT DO NOTHING",
               transfer.repository_id, reader, Levels::everywhere(Level::read).stored(), Time::now());
}

void end_transfer(db::Transaction& tx, std::int64_t repository_id)
{
    tx.run("DELETE FROM repository_transfer WHERE repository_id = $1", repository_id);
    tx.run("DELETE FROM collaboration WHERE repository_id = $1 AND temporary", repository_id);
    tx.run("UPDATE repository SET transferring = FALSE WHERE id = $1", repository_id);
}

Result<void> give_away(const api::Site& site, db::Transaction& tx, StoredRepository& repository,
                       const Account& recipient, std::int64_t doer_id, std::span<const std::int64_t> teams)
{
    const auto old_owner = accounts::find_account(tx, repository.owner_id);
    const std::string old_place = (old_owner ? old_owner->name : "") + "/" + repository.name;
    auto affected = tx.all<std::int64_t>("SELECT DISTINCT tm.account_id FROM team_repository tr"
                                         " JOIN team_member tm ON tm.team_id = tr.team_id WHERE tr.repository_id = $1",
                                         repository.id);
    if (old_owner) affected.push_back(old_owner->id);

    end_transfer(tx, repository.id);
    TRY(move_repository(tx, repository, recipient.id, repository.name));
    change_privacy(site, tx, repository, recipient, repository.private_);
    tx.run("DELETE FROM team_repository WHERE repository_id = $1", repository.id);
    tx.run("DELETE FROM collaboration WHERE repository_id = $1 AND account_id = $2", repository.id, recipient.id);
    for (const auto& team :
         tx.all<organizations::StoredTeam>("SELECT * FROM team WHERE organization_id = $1", recipient.id))
        if (team.includes_all_repositories || std::ranges::find(teams, team.id) != teams.end())
            give_to_team(site, tx, team, repository.id);
    tx.run("INSERT INTO activity (actor_id, repository_id, kind, content, created_at)"
           " VALUES ($1, $2, 'transfer_repo', $3, $4)",
           doer_id, repository.id, old_place, Time::now());
    if (site.settings().service.auto_watch_new_repos) watch(tx, doer_id, repository.id);
    site.events.tell(tx,
                     events::RepositoryGivenAway{.repository_id = repository.id,
                                                 .old_owner_id = old_owner ? old_owner->id : 0,
                                                 .new_owner_id = recipient.id});
    tell_losses(site, tx, repository.id, old_owner ? old_owner->id : 0, affected);
    repository.transferring = false;
    return {};
}

} // namespace cairn::repositories
