#include "runners/artifact.hpp"

#include <algorithm>

#include "accounts/account.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "crypto/running_digest.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "repositories/repository.hpp"
#include "runners/artifacts.hpp"
#include "storage/storage.hpp"

namespace cairn::runners {

namespace {

constexpr std::int64_t seconds_signed = 3600;
constexpr std::int64_t longest_upload = 24 * 3600; // seconds; what has not become something by then was given up
constexpr std::size_t longest_name = 255;
constexpr std::uint64_t bytes_at_once = 1U << 20;

struct TooLarge { };

std::string stored_name(std::string_view uuid)
{
    return "artifacts/" + std::string(uuid.substr(0, 2)) + "/" + std::string(uuid);
}

crypto::Sealer sealer(const config::Settings& settings, Purpose purpose)
{
    return {settings.security.secret_key, purpose == Purpose::upload ? "artifact uploads" : "artifact downloads"};
}

// As the tools that make them have it: what no file system could hold is none.
Result<void> check_name(std::string_view name)
{
    if (name.empty() || name.size() > longest_name || !is_text(name)
        || name.find_first_of("\":<>|*?\r\n\\/") != name.npos)
        return fail(Errc::bad_request,
                    "an artifact has a name of at most 255 characters, none of them \" : < > | * ? \\ /");
    return {};
}

bool is_uploading(db::Queries& db, std::int64_t artifact_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_artifact WHERE id = $1 AND state = 'uploading')"
                           " AS value",
                           artifact_id);
}

// What is there already, and how many pieces that is.
struct Held {
    std::int64_t size = 0;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(Held, (), (size, count))

Held held(db::Queries& db, std::int64_t artifact_id)
{
    return db.one<Held>("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS size, count(*) AS count FROM artifact_piece"
                        " WHERE artifact_id = $1",
                        artifact_id);
}

Result<void> place(db::Transaction& tx, std::int64_t artifact_id, std::string_view block, Placing placing,
                   const Piece& piece)
{
    if (!is_uploading(tx, artifact_id)) return not_found("the artifact");
    if (placing == Placing::whole) tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1", artifact_id);
    if (placing == Placing::block)
        tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1 AND block = $2", artifact_id, block);
    const auto before = held(tx, artifact_id);
    if (before.count >= most_pieces) return fail(Errc::too_large, "an artifact comes in at most 10000 pieces");
    if (before.size + piece.size > largest_artifact) return fail(Errc::too_large, "an artifact has at most 4 GiB");
    const auto position = placing == Placing::block ? std::optional<std::int64_t>() : std::optional(before.count);
    tx.run("INSERT INTO artifact_piece (uuid, artifact_id, block, position, size) VALUES ($1, $2, $3, $4, $5)",
           piece.uuid, artifact_id, block, position, piece.size);
    tx.run("DELETE FROM doomed_artifact_piece WHERE uuid = $1", piece.uuid);
    return {};
}

// Reads it all again: what was sent in pieces has been seen by nobody as a whole.
std::optional<std::string> digest_of(const api::Site& site, std::span<const Piece> pieces)
{
    crypto::RunningSha256 digest;
    for (const Piece& piece : pieces)
        for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(piece.size); at += bytes_at_once) {
            const auto part = site.storage.read(stored_name(piece.uuid), {.offset = at, .length = bytes_at_once});
            if (!part) return {};
            digest.add(*part);
        }
    return "sha256:" + digest.hex();
}

} // namespace

std::optional<Artifact> find_artifact(db::Queries& db, std::int64_t id)
{
    return db.first<Artifact>("SELECT a.*, r.head_sha FROM action_artifact a JOIN action_run r ON r.id = a.run_id"
                              " WHERE a.id = $1",
                              id);
}

std::optional<Artifact> find_artifact(db::Queries& db, std::int64_t run_id, std::string_view name)
{
    return db.first<Artifact>("SELECT a.*, r.head_sha FROM action_artifact a JOIN action_run r ON r.id = a.run_id"
                              " WHERE a.run_id = $1 AND a.name = $2",
                              run_id, name);
}

std::vector<Piece> pieces_of(db::Queries& db, std::int64_t artifact_id)
{
    return db.all<Piece>("SELECT uuid, size FROM artifact_piece WHERE artifact_id = $1 AND position IS NOT NULL"
                         " ORDER BY position",
                         artifact_id);
}

Result<Artifact> begin_artifact(db::Transaction& tx, std::int64_t repository_id, std::int64_t run_id,
                                std::string_view name, Time expires_at)
{
    TRY(check_name(name));
    tx.run("DELETE FROM action_artifact WHERE run_id = $1 AND name = $2", run_id, name);
    if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_artifact WHERE run_id = $1", run_id)
        >= most_artifacts_of_run)
        return fail(Errc::bad_request, "a run has at most 500 artifacts");
    const auto now = Time::now();
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO action_artifact (repository_id, run_id, name, state, created_at, updated_at, expires_at)"
        " VALUES ($1, $2, $3, 'uploading', $4, $5, $6) RETURNING id",
        repository_id, run_id, name, now, now, expires_at);
    return *find_artifact(tx, id);
}

Result<void> receive_piece(const api::Site& site, std::int64_t artifact_id, std::string_view block, Placing placing,
                           http::BodyReader& body)
{
    if (!is_uploading(site.db, artifact_id)) return not_found("the artifact");
    Piece piece{.uuid = crypto::random_uuid()};
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_artifact_piece (uuid, since) VALUES ($1, $2)", piece.uuid, Time::now());
    });
    const auto room = placing == Placing::whole ? largest_artifact : largest_artifact - held(site.db, artifact_id).size;
    try {
        site.storage.put(stored_name(piece.uuid), [&](std::span<char> into) {
            const auto got = body.read(into);
            piece.size += static_cast<std::int64_t>(got);
            if (piece.size > room) throw TooLarge{};
            return got;
        });
    } catch (const TooLarge&) {
        return fail(Errc::too_large, "an artifact has at most 4 GiB");
    }
    return site.db.write([&](db::Transaction& tx) { return place(tx, artifact_id, block, placing, piece); });
}

Result<void> order_pieces(db::Transaction& tx, std::int64_t artifact_id, std::span<const std::string> blocks)
{
    if (!is_uploading(tx, artifact_id)) return not_found("the artifact");
    if (static_cast<std::int64_t>(blocks.size()) > most_pieces)
        return fail(Errc::too_large, "an artifact comes in at most 10000 pieces");
    tx.run("UPDATE artifact_piece SET position = NULL WHERE artifact_id = $1", artifact_id);
    std::int64_t position = 0;
    for (const auto& block : blocks)
        if (tx.run("UPDATE artifact_piece SET position = $3 WHERE artifact_id = $1 AND block = $2 AND position IS NULL",
                   artifact_id, block, position++)
            != 1)
            return fail(Errc::bad_request, "the list names a block that did not come, or names one twice");
    tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1 AND position IS NULL", artifact_id);
    return {};
}

Result<Artifact> finish_artifact(const api::Site& site, Artifact artifact, std::int64_t size, std::string_view digest)
{
    const auto pieces = pieces_of(site.db, artifact.id);
    std::int64_t came = 0;
    for (const Piece& piece : pieces) came += piece.size;
    if (came != size)
        return fail(Errc::bad_request,
                    std::to_string(size) + " bytes were announced and " + std::to_string(came) + " came");
    if (!digest.empty() && digest_of(site, pieces) != text::to_lower(digest))
        return fail(Errc::bad_request, "the digest is not that of what came");
    artifact.state = ArtifactState::finished;
    artifact.size = came;
    artifact.digest = text::to_lower(digest);
    artifact.updated_at = Time::now();
    const bool finished = site.db.write([&](db::Transaction& tx) {
        return tx.run("UPDATE action_artifact SET state = 'finished', size = $2, digest = $3, updated_at = $4"
                      " WHERE id = $1 AND state = 'uploading'",
                      artifact.id, artifact.size, artifact.digest, artifact.updated_at)
            > 0;
    });
    if (!finished) return not_found("the artifact");
    return artifact;
}

std::optional<http::Body> open_artifact(const api::Site& site, const Artifact& artifact)
{
    auto pieces = pieces_of(site.db, artifact.id);
    if (pieces.size() == 1) return site.storage.open(stored_name(pieces.front().uuid));
    for (const Piece& piece : pieces)
        if (!site.storage.exists(stored_name(piece.uuid))) return {};
    auto& storage = site.storage;
    return http::Producer{.produce =
                              [&storage, pieces = std::move(pieces)](http::BodyWriter& out) {
                                  for (const Piece& piece : pieces)
                                      for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(piece.size);
                                           at += bytes_at_once) {
                                          const auto part = storage.read(stored_name(piece.uuid),
                                                                         {.offset = at, .length = bytes_at_once});
                                          if (!part) return; // too short: the client will notice
                                          out.write(*part);
                                      }
                              },
                          .length = static_cast<std::uint64_t>(artifact.size)};
}

std::string sign_address(const config::Settings& settings, Purpose purpose, std::int64_t artifact_id)
{
    const auto until = Time::now().seconds + (purpose == Purpose::upload ? longest_upload : seconds_signed);
    return sealer(settings, purpose).seal(std::to_string(artifact_id) + " " + std::to_string(until), {});
}

std::optional<std::int64_t> signed_artifact(const config::Settings& settings, Purpose purpose,
                                            std::string_view signature, Time now)
{
    constexpr std::size_t longest = 512;
    if (signature.size() > longest) return {};
    const auto opened = sealer(settings, purpose).open(signature, {});
    if (!opened) return {};
    const auto parts = text::split(*opened, ' ');
    if (parts.size() != 2 || text::parse_integer(parts[1]).value_or(0) <= now.seconds) return {};
    return text::parse_integer(parts[0]);
}

std::string download_address(const config::Settings& settings, db::Queries& db, const Artifact& artifact)
{
    const auto repository = repositories::find_repository(db, artifact.repository_id);
    const auto owner = repository ? accounts::find_account(db, repository->owner_id) : std::nullopt;
    return settings.server.root_url + "api/v1/repos/" + (owner ? owner->name : "") + "/"
        + (repository ? repository->name : "") + "/actions/artifacts/" + std::to_string(artifact.id)
        + "/zip/raw?sig=" + http::encode_query(sign_address(settings, Purpose::download, artifact.id));
}

void remove_artifacts(db::Transaction& tx, std::int64_t run_id)
{
    tx.run("DELETE FROM action_artifact WHERE run_id = $1", run_id);
}

void expire_artifacts(const api::Site& site, const std::stop_token&)
{
    const auto now = Time::now();
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM action_artifact WHERE state = 'uploading' AND created_at < $1",
               now.seconds - longest_upload);
        tx.run("DELETE FROM artifact_piece WHERE artifact_id IN (SELECT id FROM action_artifact WHERE expires_at <= $1"
               " AND state <> 'expired')",
               now);
        tx.run("UPDATE action_artifact SET state = 'expired' WHERE expires_at <= $1 AND state <> 'expired'", now);
    });
}

void remove_leftover_artifacts(const api::Site& site, const std::stop_token& stop)
{
    for (const auto& uuid : site.db.all<std::string>("SELECT uuid FROM doomed_artifact_piece WHERE since < $1",
                                                     Time::now().seconds - longest_upload)) {
        if (stop.stop_requested()) return;
        site.storage.remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_artifact_piece WHERE uuid = $1", uuid); });
    }
}

} // namespace cairn::runners
