#include "repositories/lifecycle/moving.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

Result<void> move_repository(db::Transaction& tx, StoredRepository& repository, std::int64_t owner_id,
                             const std::string& name)
{
    TRY(check_repository_name(name));
    const auto lower = text::to_lower(name);
    const auto old_lower = text::to_lower(repository.name);
    if (owner_id != repository.owner_id || lower != old_lower) {
        if (find_repository(tx, owner_id, name))
            return fail(Errc::unprocessable, "there is a repository named " + name + " already");
        tx.run("DELETE FROM repository_redirect WHERE owner_id = $1 AND lower_name = $2", owner_id, lower);
        tx.run("INSERT INTO repository_redirect (owner_id, lower_name, repository_id) VALUES ($1, $2, $3)"
               " ON CONFLICT (owner_id, lower_name) DO UPDATE SET repository_id = $3",
               repository.owner_id, old_lower, repository.id);
    }
    tx.run("UPDATE repository SET owner_id = $2, name = $3, lower_name = $4, updated_at = $5 WHERE id = $1",
           repository.id, owner_id, name, lower, Time::now());
    repository.owner_id = owner_id;
    repository.name = name;
    return {};
}

namespace {

// Of this one alone.
void set_privacy(const api::Site& site, db::Transaction& tx, StoredRepository& repository,
                 const accounts::Account& owner, bool becomes_private)
{
    const bool turns_private = becomes_private && !repository.private_;
    repository.private_ = becomes_private;
    repository.audience = static_cast<std::int64_t>(access::audience_of(becomes_private, owner.visibility));
    tx.run("UPDATE repository SET private = $2, audience = $3 WHERE id = $1", repository.id, becomes_private,
           repository.audience);
    if (!turns_private) return;
    forget_followers(tx, repository.id);
    repository.stars_count = repository.watchers_count = 0;
    site.events.tell(tx, events::AccessLost{.repository_id = repository.id, .owner_id = owner.id});
}

} // namespace

void change_privacy(const api::Site& site, db::Transaction& tx, StoredRepository& repository,
                    const accounts::Account& owner, bool becomes_private)
{
    const bool changed = repository.private_ != becomes_private;
    set_privacy(site, tx, repository, owner, becomes_private);
    if (!changed) return;
    std::vector<std::int64_t> bases{repository.id};
    while (!bases.empty()) {
        const auto base = bases.back();
        bases.pop_back();
        for (auto& fork : tx.all<StoredRepository>("SELECT * FROM repository WHERE fork_of = $1", base)) {
            const auto fork_owner = accounts::find_account(tx, fork.owner_id);
            if (fork.private_ == becomes_private || !fork_owner) continue;
            if (!becomes_private && fork.owner_id != repository.owner_id) continue;
            set_privacy(site, tx, fork, *fork_owner, becomes_private);
            bases.push_back(fork.id);
        }
    }
}

} // namespace cairn::repositories
