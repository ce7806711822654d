#include "runners/runner.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "crypto/digest.hpp"
#include "db/composition.hpp"

namespace cairn::runners {

using api::Call;
using db::bound;

namespace {

// A runner calls every few seconds: not each of its calls has to be written down.
constexpr std::int64_t seconds_between_notes = 10;

void add_held_by(db::Composition& query, const Owner& owner)
{
    if (owner.is_site()) query << "TRUE";
    else if (owner.account_id != 0) query << "account_id = " << bound(owner.account_id);
    else query << "repository_id = " << bound(owner.repository_id);
}

struct Holder {
    std::int64_t id = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Holder, (), (id, name))

} // namespace

std::vector<std::string_view> Runner::label_names() const { return text::split_list(labels, '\n'); }

bool Runner::has_labels(std::span<const std::string> wanted) const
{
    const auto mine = label_names();
    return std::ranges::all_of(wanted, [&](const std::string& label) {
        return std::ranges::any_of(mine, [&](std::string_view own) { return text::iequals(own, label); });
    });
}

Page<Runner> runners_of(const Call& call, const Owner& owner, const ListRunners& wanted)
{
    db::Composition query("SELECT * FROM action_runner WHERE ");
    add_held_by(query, owner);
    if (wanted.disabled) query << " AND disabled = " << bound(*wanted.disabled);
    query << " ORDER BY id";
    return call.db().page<Runner>(wanted, query);
}

Result<Runner> find_runner(const Call& call, const Owner& owner, std::int64_t id)
{
    db::Composition query("SELECT * FROM action_runner WHERE id = ");
    query << bound(id) << " AND ";
    add_held_by(query, owner);
    auto found = call.db().first<Runner>(query);
    if (!found) return not_found("the runner");
    return std::move(*found);
}

Result<Runner> edit_runner(const Call& call, const Owner& owner, std::int64_t id, const EditActionRunnerOption& wanted)
{
    db::Composition query("UPDATE action_runner SET disabled = ");
    query << bound(wanted.disabled) << " WHERE id = " << bound(id) << " AND ";
    add_held_by(query, owner);
    query << " RETURNING *";
    auto changed = call.db().write([&](db::Transaction& tx) { return tx.first<Runner>(query); });
    if (!changed) return not_found("the runner");
    return std::move(*changed);
}

Result<void> delete_runner(const Call& call, const Owner& owner, std::int64_t id)
{
    db::Composition query("DELETE FROM action_runner WHERE id = ");
    query << bound(id) << " AND ";
    add_held_by(query, owner);
    if (call.db().write([&](db::Transaction& tx) { return tx.run(query); }) == 0) return not_found("the runner");
    return {};
}

std::vector<Runner> runners_for(db::Queries& db, const repositories::StoredRepository& repository)
{
    return db.all<Runner>("SELECT * FROM action_runner WHERE NOT disabled AND (repository_id = $1 OR account_id = $2"
                          " OR (repository_id IS NULL AND account_id IS NULL)) ORDER BY seen_at DESC LIMIT 300",
                          repository.id, repository.owner_id);
}

std::vector<Runner> runners_in_use(db::Queries& db)
{
    return db.all<Runner>("SELECT * FROM action_runner WHERE NOT disabled ORDER BY seen_at DESC LIMIT 300");
}

std::vector<std::string> holders_of(db::Queries& db, std::span<const Runner> runners)
{
    std::vector<std::int64_t> accounts;
    std::vector<std::int64_t> repositories;
    for (const auto& runner : runners) {
        if (runner.account_id != 0) accounts.push_back(runner.account_id);
        if (runner.repository_id != 0) repositories.push_back(runner.repository_id);
    }
    std::map<std::int64_t, std::string> of_accounts;
    std::map<std::int64_t, std::string> of_repositories;
    const auto read = [&](const db::Composition& query, std::map<std::int64_t, std::string>& into) {
        for (auto& holder : db.all<Holder>(query)) into.emplace(holder.id, std::move(holder.name));
    };
    if (!accounts.empty()) {
        db::Composition query("SELECT id, name FROM account WHERE id IN ");
        query << bound(accounts);
        read(query, of_accounts);
    }
    if (!repositories.empty()) {
        db::Composition query("SELECT r.id, o.name || '/' || r.name AS name FROM repository r"
                              " JOIN account o ON o.id = r.owner_id WHERE r.id IN ");
        query << bound(repositories);
        read(query, of_repositories);
    }
    std::vector<std::string> names;
    for (const auto& runner : runners)
        names.push_back(runner.repository_id != 0    ? of_repositories[runner.repository_id]
                            : runner.account_id != 0 ? of_accounts[runner.account_id]
                                                     : std::string());
    return names;
}

Result<void> check_is_runner(Call& call)
{
    const auto uuid = call.request.header("x-runner-uuid");
    const auto token = call.request.header("x-runner-token");
    constexpr std::size_t longest = 100;
    auto runner = uuid.size() <= longest && is_text(uuid)
        ? call.db().first<Runner>("SELECT * FROM action_runner WHERE uuid = $1", uuid)
        : std::nullopt;
    // Compared in any case, so that the time taken does not tell which runners there are.
    const auto hash = crypto::sha256_hex(token);
    if (!crypto::equal_in_constant_time(hash, runner ? std::string_view(runner->token_hash) : std::string_view(hash))
        || !runner)
        return fail(Errc::unauthorized, "the runner is not known: register it (again)");
    if (const auto now = Time::now(); now.seconds - runner->seen_at.seconds >= seconds_between_notes) {
        runner->seen_at = now;
        call.db().write([&](db::Transaction& tx) {
            tx.run("UPDATE action_runner SET seen_at = $2 WHERE id = $1", runner->id, now);
        });
    }
    call.load(std::move(*runner));
    return {};
}

void note_work(db::Transaction& tx, const Runner& runner)
{
    const auto now = Time::now();
    if (now.seconds - runner.active_at.seconds < seconds_between_notes) return;
    tx.run("UPDATE action_runner SET active_at = $2 WHERE id = $1", runner.id, now);
}

void note_end(db::Transaction& tx, const Runner& runner)
{
    if (runner.ephemeral) tx.run("DELETE FROM action_runner WHERE id = $1", runner.id);
    else tx.run("UPDATE action_runner SET active_at = 0 WHERE id = $1", runner.id);
}

} // namespace cairn::runners
