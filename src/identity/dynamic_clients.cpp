#include "identity/dynamic_clients.hpp"

#include <mutex>
#include <unordered_map>

#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "identity/audited.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t token_bytes = 32;
constexpr std::int64_t most_of_strangers = 10'000;
constexpr std::int64_t most_of_one_owner = 1000;
constexpr std::int64_t safe_seconds = 3600; // for so long one that is not used yet makes no place for others
constexpr std::int64_t deleted_at_once = 500;

constexpr double most_in_an_hour = 30; // of one address
constexpr std::size_t most_addresses = 8192;

// How many an address has registered, less what has drained away since.
struct Level {
    double level = 0;
    Time at;
};

Result<void> make_place(db::Transaction& tx, std::optional<std::int64_t> owner_id)
{
    const auto full = [] {
        return fail(Errc::too_many_requests, "too many applications have been registered this way");
    };
    if (owner_id) {
        const auto count = tx.scalar<std::int64_t>(
            "SELECT count(*) AS value FROM oauth2_application WHERE owner_id = $1 AND dynamic", *owner_id);
        if (count >= most_of_one_owner) return full();
        return {};
    }
    const auto count =
        tx.scalar<std::int64_t>("SELECT count(*) AS value FROM oauth2_application WHERE dynamic AND owner_id IS NULL");
    if (count < most_of_strangers) return {};
    // The one that has waited longest for somebody to use it.
    const auto gone = tx.run("DELETE FROM oauth2_application WHERE id = (SELECT p.id FROM oauth2_application p"
                             " WHERE p.dynamic AND p.owner_id IS NULL AND p.updated_at < $1 AND NOT EXISTS"
                             " (SELECT 1 FROM oauth2_grant g WHERE g.application_id = p.id)"
                             " ORDER BY p.updated_at LIMIT 1)",
                             Time{Time::now().seconds - safe_seconds});
    if (gone == 0) return full();
    return {};
}

} // namespace

Result<NewClient> register_client(db::Transaction& tx, std::optional<std::int64_t> owner_id,
                                  const ApplicationDraft& draft)
{
    TRY(make_place(tx, owner_id));
    NewClient client{.made = create_application(tx, owner_id, draft),
                     .registration_token = crypto::random_base64url(token_bytes)};
    tx.run("UPDATE oauth2_application SET dynamic = TRUE, registration_token = $2 WHERE id = $1",
           client.made.application.id, crypto::sha256_hex(client.registration_token));
    client.made.application.dynamic = true;
    return client;
}

std::optional<Application> find_managed(db::Queries& db, std::string_view client_id, std::string_view token)
{
    if (token.empty() || !is_text(client_id)) return {};
    auto found = find_application(db, client_id);
    const auto hash = crypto::sha256_hex(token); // also for nobody's, which shall not show in the time that it takes
    if (!found || !found->dynamic || !crypto::equal_in_constant_time(hash, found->registration_token)) return {};
    return found;
}

std::int64_t count_unused_strangers(db::Queries& db)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM oauth2_application p WHERE p.dynamic"
                                   " AND p.owner_id IS NULL AND NOT EXISTS"
                                   " (SELECT 1 FROM oauth2_grant g WHERE g.application_id = p.id)");
}

bool may_register_now(std::string_view address, Time now)
{
    static std::mutex mutex;
    static std::unordered_map<std::string, Level> levels;
    const std::lock_guard lock(mutex);
    if (levels.size() >= most_addresses)
        std::erase_if(levels, [&](const auto& entry) { return entry.second.at.seconds + 3600 <= now.seconds; });
    if (levels.size() >= most_addresses) levels.clear();
    auto& [level, at] = levels[std::string(address)];
    level = std::max(0.0, level - static_cast<double>(now.seconds - at.seconds) * most_in_an_hour / 3600);
    at = now;
    if (level + 1 > most_in_an_hour) return false;
    level += 1;
    return true;
}

void forget_unused_clients(const api::Site& site, const std::stop_token& stop)
{
    const Time before{Time::now().seconds - site.settings().oauth2.unused_client_expiration_time};
    std::size_t deleted = deleted_at_once;
    while (deleted == deleted_at_once && !stop.stop_requested())
        deleted = site.db.write([&](db::Transaction& tx) {
            // In use is what somebody approved lately, or has tokens that still live.
            const auto unused = tx.all<Application>(
                "DELETE FROM oauth2_application WHERE id IN (SELECT p.id FROM oauth2_application p WHERE p.dynamic"
                " AND p.updated_at < $1 AND NOT EXISTS (SELECT 1 FROM oauth2_grant g WHERE g.application_id = p.id"
                " AND (g.updated_at >= $1 OR EXISTS (SELECT 1 FROM oauth2_family f WHERE f.grant_id = g.id)))"
                " LIMIT $2) RETURNING *",
                before, deleted_at_once);
            for (const auto& application : unused) {
                accounts::AuditEvent event{.kind = accounts::AuditKind::application_deleted};
                event.account_id = application.owner_id.value_or(0);
                audit_application(tx, event, application, {.reason = "unused"});
            }
            return unused.size();
        });
}

} // namespace cairn::identity
