#include "runners/runner.hpp"

#include <algorithm>

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
