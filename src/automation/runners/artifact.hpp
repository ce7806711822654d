// An artifact and the pieces in which it came: rows, files, and addresses that open without credentials for a while.
// Today's tools send an archive; older ones send files (runners/artifact_file.hpp). Whoever fetches one as a whole gets
// an archive in both cases.
#pragma once

#include "api/call.hpp"
#include "runners/artifact_piece.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

enum class ArtifactState : std::uint8_t { uploading, finished, expired };
BOOST_DESCRIBE_ENUM(ArtifactState, uploading, finished, expired)

enum class ArtifactForm : std::uint8_t { archive, files };
BOOST_DESCRIBE_ENUM(ArtifactForm, archive, files)

// A row of action_artifact, and what its run was about.
struct Artifact {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::int64_t run_id = 0;
    std::string name;
    ArtifactState state = ArtifactState::uploading;
    std::int64_t size = 0;
    std::string digest;
    Time created_at;
    Time updated_at;
    Time expires_at;
    ArtifactForm form = ArtifactForm::archive;
    std::string head_sha;
};
BOOST_DESCRIBE_STRUCT(Artifact, (),
                      (id, repository_id, run_id, name, state, size, digest, created_at, updated_at, expires_at, form,
                       head_sha))

inline constexpr std::int64_t most_artifacts_of_run = 500;

std::optional<Artifact> find_artifact(db::Queries&, std::int64_t id);
std::optional<Artifact> find_artifact(db::Queries&, std::int64_t run_id, std::string_view name);
// One of a repository that has come wholly; its time may be over. Errc::not_found.
Result<Artifact> artifact_of_repository(db::Queries&, std::int64_t repository_id, std::int64_t id);
// Where whoever may read it can fetch it for an hour. Errc::not_found for one whose time is over.
Result<std::string> address_of_file(const api::Call&, const Artifact&);

struct ListArtifacts : Paging {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListArtifacts, (Paging), (name))
constexpr auto notes(const ListArtifacts*) { return std::array{Note{"name", "only those of exactly this name"}}; }

// The page of those of a repository, or of one of its runs, that have come wholly: the oldest first. Those whose time
// is over are among them.
Page<Artifact> artifacts_of(db::Queries&, std::int64_t repository_id, std::optional<std::int64_t> run_id,
                            const ListArtifacts&);

// What the tasks of a run may fetch: the oldest first, and without head_sha.
struct ArtifactFilter {
    std::optional<std::string> name{};
    std::optional<std::int64_t> id{};
};
std::vector<Artifact> finished_artifacts(db::Queries&, std::int64_t run_id, const ArtifactFilter& = {});
// Errc::not_found
Result<Artifact> finished_artifact(db::Queries&, std::int64_t run_id, std::string_view name);

// Those that make it up, in order.
std::vector<Piece> pieces_of(db::Queries&, std::int64_t artifact_id);

struct NewArtifact {
    std::int64_t repository_id = 0;
    std::int64_t run_id = 0;
    std::string name{};
    std::optional<Time> expires_at{}; // but not later than [actions] ARTIFACT_RETENTION_DAYS from now
    ArtifactForm form = ArtifactForm::archive;
};

// A new one, in place of what the run has under that name; but files are added to those that other jobs of the run have
// sent. Errc::bad_request for a name that cannot be a file's and for one artifact too many.
Result<Artifact> begin_artifact(const api::Site&, const NewArtifact&);

// What a piece is to its artifact.
enum class Placing : std::uint8_t {
    block, // one of those that a list will name
    next,  // it follows those that are there
    whole, // it is all there is
};

// Takes a piece in. Errc::too_large, Errc::not_found when the artifact is finished or gone.
Result<void> receive_piece(const api::Site&, std::int64_t artifact_id, std::string_view block, Placing,
                           http::BodyReader&);

// The pieces of these names, in this order, make up the artifact. Errc::bad_request for one that did not come.
Result<void> order_pieces(const api::Site&, std::int64_t artifact_id, std::span<const std::string> blocks);

// All has come: `size` bytes and, if it is not empty, with that digest. Errc::bad_request when that is not so.
Result<Artifact> finish_artifact(const api::Site&, Artifact, std::int64_t size, std::string_view digest);

// Its files go with the next clean-up.
void delete_artifact(const api::Site&, const Artifact&);

// For an answer. Nothing when a file is missing.
std::optional<http::Body> open_artifact(const api::Site&, const Artifact&);

// What an address may be used for.
enum class Purpose : std::uint8_t { upload, download };

// The value of `sig` in such an address, and the artifact that one was made for.
std::string sign_address(const config::Settings&, Purpose, std::int64_t artifact_id);
std::optional<std::int64_t> signed_artifact(const config::Settings&, Purpose, std::string_view signature, Time now);

// Where anybody may fetch it for an hour.
std::string download_address(const config::Settings&, db::Queries&, const Artifact&);

} // namespace cairn::runners
