#include "runners/artifact.hpp"

#include <algorithm>

#include "accounts/account.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/running_digest.hpp"
#include "crypto/sealed_text.hpp"
#include "db/composition.hpp"
#include "http/url.hpp"
#include "repositories/repository.hpp"
#include "runners/artifact_file.hpp"
#include "runners/artifacts.hpp"

namespace cairn::runners {

using db::bound;

namespace {

constexpr std::int64_t seconds_signed = 3600;
constexpr std::int64_t seconds_of_day = 24 * 3600;
constexpr std::size_t longest_name = 255;

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

Result<void> place(db::Transaction& tx, std::int64_t artifact_id, std::string_view block, Placing placing,
                   const Piece& piece)
{
    if (!is_uploading(tx, artifact_id)) return not_found("the artifact");
    if (placing == Placing::whole) tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1", artifact_id);
    if (placing == Placing::block)
        tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1 AND block = $2", artifact_id, block);
    PiecePosition at{.artifact_id = artifact_id, .block = std::string(block)};
    if (placing != Placing::block) at.position = held(tx, artifact_id).count;
    return keep_piece(tx, piece, at);
}

// Reads it all again: what was sent in pieces has been seen by nobody as a whole.
std::optional<std::string> digest_of(const api::Site& site, std::span<const Piece> pieces)
{
    crypto::RunningSha256 digest;
    try {
        read_pieces(site.get<storage::Storage>(), pieces, [&](std::string_view part) { digest.add(part); });
    } catch (const MissingPiece&) {
        return {};
    }
    return "sha256:" + digest.hex();
}

// [actions] ARTIFACT_RETENTION_DAYS from now.
Time latest_expiry(const config::Settings& settings)
{
    return {Time::now().seconds + settings.actions.artifact_retention_days * seconds_of_day};
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

Result<Artifact> artifact_of_repository(db::Queries& db, std::int64_t repository_id, std::int64_t id)
{
    auto found = find_artifact(db, id);
    if (!found || found->repository_id != repository_id || found->state == ArtifactState::uploading)
        return not_found("the artifact");
    return std::move(*found);
}

Result<std::string> address_of_file(const api::Call& call, const Artifact& artifact)
{
    if (artifact.state == ArtifactState::expired) return not_found("the file, whose time is over");
    return download_address(call.settings(), call.db(), artifact);
}

Page<Artifact> artifacts_of(db::Queries& db, std::int64_t repository_id, std::optional<std::int64_t> run_id,
                            const ListArtifacts& wanted)
{
    db::Composition query("SELECT a.*, r.head_sha FROM action_artifact a JOIN action_run r ON r.id = a.run_id"
                          " WHERE a.state <> 'uploading' AND a.repository_id = ");
    query << bound(repository_id);
    if (run_id) query << " AND a.run_id = " << bound(*run_id);
    if (!wanted.name.empty()) query << " AND a.name = " << bound(wanted.name);
    query << " ORDER BY a.id";
    return db.page<Artifact>(wanted, query);
}

std::vector<Artifact> finished_artifacts(db::Queries& db, std::int64_t run_id, const ArtifactFilter& filter)
{
    db::Composition query("SELECT a.*, '' AS head_sha FROM action_artifact a WHERE a.state = 'finished'"
                          " AND a.run_id = ");
    query << bound(run_id);
    if (filter.name) query << " AND a.name = " << bound(*filter.name);
    if (filter.id) query << " AND a.id = " << bound(*filter.id);
    query << " ORDER BY a.id";
    return db.all<Artifact>(query);
}

Result<Artifact> finished_artifact(db::Queries& db, std::int64_t run_id, std::string_view name)
{
    auto found = find_artifact(db, run_id, name);
    if (!found || found->state != ArtifactState::finished) return not_found("the artifact");
    return std::move(*found);
}

Result<Artifact> begin_artifact(const api::Site& site, const NewArtifact& wanted)
{
    TRY(check_name(wanted.name));
    return site.db.write([&](db::Transaction& tx) -> Result<Artifact> {
        auto known = find_artifact(tx, wanted.run_id, wanted.name);
        if (wanted.form == ArtifactForm::files && known && known->form == ArtifactForm::files
            && known->state != ArtifactState::expired)
            return std::move(*known);
        tx.run("DELETE FROM action_artifact WHERE run_id = $1 AND name = $2", wanted.run_id, wanted.name);
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_artifact WHERE run_id = $1", wanted.run_id)
            >= most_artifacts_of_run)
            return fail(Errc::bad_request, "a run has at most 500 artifacts");
        const auto now = Time::now();
        const auto latest = latest_expiry(site.settings());
        const auto id = tx.scalar<std::int64_t>(
            "INSERT INTO action_artifact (repository_id, run_id, name, state, form, created_at, updated_at, expires_at)"
            " VALUES ($1, $2, $3, 'uploading', $4, $5, $5, $6) RETURNING id",
            wanted.repository_id, wanted.run_id, wanted.name, wanted.form, now,
            std::min(latest, wanted.expires_at.value_or(latest)));
        return *find_artifact(tx, id);
    });
}

Result<void> receive_piece(const api::Site& site, std::int64_t artifact_id, std::string_view block, Placing placing,
                           http::BodyReader& body)
{
    if (!is_uploading(site.db, artifact_id)) return not_found("the artifact");
    const auto room = placing == Placing::whole ? largest_artifact : largest_artifact - held(site.db, artifact_id).size;
    const auto piece = TRY(store_piece(site, room, body));
    return site.db.write([&](db::Transaction& tx) { return place(tx, artifact_id, block, placing, piece); });
}

Result<void> order_pieces(const api::Site& site, std::int64_t artifact_id, std::span<const std::string> blocks)
{
    return site.db.write([&](db::Transaction& tx) -> Result<void> {
        if (!is_uploading(tx, artifact_id)) return not_found("the artifact");
        if (static_cast<std::int64_t>(blocks.size()) > most_pieces)
            return fail(Errc::too_large, "an artifact comes in at most 10000 pieces");
        tx.run("UPDATE artifact_piece SET position = NULL WHERE artifact_id = $1", artifact_id);
        std::int64_t position = 0;
        for (const auto& block : blocks)
            if (tx.run("UPDATE artifact_piece SET position = $3"
                       " WHERE artifact_id = $1 AND block = $2 AND position IS NULL",
                       artifact_id, block, position++)
                != 1)
                return fail(Errc::bad_request, "the list names a block that did not come, or names one twice");
        tx.run("DELETE FROM artifact_piece WHERE artifact_id = $1 AND position IS NULL", artifact_id);
        return {};
    });
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

void delete_artifact(const api::Site& site, const Artifact& artifact)
{
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM action_artifact WHERE id = $1", artifact.id); });
}

std::optional<http::Body> open_artifact(const api::Site& site, const Artifact& artifact)
{
    if (artifact.form == ArtifactForm::files) return open_as_archive(site, artifact);
    return open_pieces(site, pieces_of(site.db, artifact.id));
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
        tx.run("DELETE FROM artifact_file WHERE NOT complete AND updated_at < $1", now.seconds - longest_upload);
        tx.run("DELETE FROM artifact_piece WHERE artifact_id IN (SELECT id FROM action_artifact WHERE expires_at <= $1"
               " AND state <> 'expired')",
               now);
        tx.run("DELETE FROM artifact_file WHERE artifact_id IN (SELECT id FROM action_artifact WHERE expires_at <= $1"
               " AND state <> 'expired')",
               now);
        tx.run("UPDATE action_artifact SET state = 'expired' WHERE expires_at <= $1 AND state <> 'expired'", now);
    });
}

} // namespace cairn::runners
