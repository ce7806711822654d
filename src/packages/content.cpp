#include "packages/content.hpp"

#include <utility>

#include "api/call.hpp"
#include "crypto/random.hpp"
#include "crypto/running_digest.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "packages/cleanup.hpp"

namespace cairn::packages {

namespace {

constexpr std::int64_t longest_upload = 24 * 3600; // seconds; bytes without a row that are older were given up
constexpr std::int64_t looked_at_once = 500;

struct TooLarge { };

// All the digests that clients may compare with, of one passage.
class Digests {
public:
    void add(std::string_view bytes)
    {
        for (auto* digest : {&md5_, &sha1_, &sha256_, &sha512_}) digest->add(bytes);
    }
    void write_to(Received& received)
    {
        received.md5 = md5_.hex();
        received.sha1 = sha1_.hex();
        received.sha256 = sha256_.hex();
        received.sha512 = sha512_.hex();
    }

private:
    crypto::RunningDigest md5_{crypto::DigestName::md5};
    crypto::RunningDigest sha1_{crypto::DigestName::sha1};
    crypto::RunningDigest sha256_{crypto::DigestName::sha256};
    crypto::RunningDigest sha512_{crypto::DigestName::sha512};
};

void remove_idle(const api::Site& site, const std::stop_token& stop)
{
    for (;;) {
        const auto idle = site.db.all<std::int64_t>(
            "SELECT content_id FROM idle_package_content ORDER BY content_id LIMIT $1", looked_at_once);
        for (const auto id : idle) {
            if (stop.stop_requested()) return;
            site.db.write([&](db::Transaction& tx) {
                tx.run("DELETE FROM idle_package_content WHERE content_id = $1", id);
                tx.run("DELETE FROM package_content WHERE id = $1"
                       " AND NOT EXISTS (SELECT 1 FROM package_file f WHERE f.content_id = $1)",
                       id);
            });
        }
        if (std::cmp_less(idle.size(), looked_at_once)) return;
    }
}

} // namespace

std::string stored_name(std::string_view uuid)
{
    return "packages/" + std::string(uuid.substr(0, 2)) + "/" + std::string(uuid);
}

Result<Received> receive(const api::Site& site, const storage::Source& source, std::int64_t largest)
{
    Received received{.uuid = crypto::random_uuid()};
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_package_content (uuid, since) VALUES ($1, $2)", received.uuid, Time::now());
    });
    Digests digests;
    try {
        site.get<storage::Storage>().put(stored_name(received.uuid), [&](std::span<char> into) {
            const auto got = source(into);
            received.size += static_cast<std::int64_t>(got);
            if (largest >= 0 && received.size > largest) throw TooLarge{};
            digests.add({into.data(), got});
            return got;
        });
    } catch (const TooLarge&) {
        give_up(site, received);
        return fail(Errc::too_large, "there is only room for " + std::to_string(largest) + " bytes");
    }
    digests.write_to(received);
    return received;
}

Result<std::int64_t> keep(db::Transaction& tx, const Received& received)
{
    const auto made = tx.first<std::int64_t>(
        "INSERT INTO package_content (uuid, size, md5, sha1, sha256, sha512, created_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (sha512) DO NOTHING RETURNING id",
        received.uuid, received.size, received.md5, received.sha1, received.sha256, received.sha512, Time::now());
    if (!made) {
        tx.run("UPDATE doomed_package_content SET since = 0 WHERE uuid = $1", received.uuid);
        return tx.scalar<std::int64_t>("SELECT id AS value FROM package_content WHERE sha512 = $1", received.sha512);
    }
    if (tx.run("DELETE FROM doomed_package_content WHERE uuid = $1", received.uuid) == 0)
        return fail(Errc::unavailable, "the upload took too long: send the file again");
    return *made;
}

void give_up(const api::Site& site, const Received& received)
{
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE doomed_package_content SET since = 0 WHERE uuid = $1", received.uuid);
    });
}

std::optional<http::Body> open_content(const api::Site& site, std::string_view uuid)
{
    return site.get<storage::Storage>().open(stored_name(uuid));
}

void clean_up(const api::Site& site, const std::stop_token& stop)
{
    apply_cleanup_rules(site, stop);
    remove_idle(site, stop);
    if (db::files_are_held(site.db)) return;
    for (const auto& uuid : site.db.all<std::string>("SELECT uuid FROM doomed_package_content WHERE since < $1",
                                                     Time::now().seconds - longest_upload)) {
        if (stop.stop_requested()) return;
        site.get<storage::Storage>().remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_package_content WHERE uuid = $1", uuid); });
    }
}

} // namespace cairn::packages
