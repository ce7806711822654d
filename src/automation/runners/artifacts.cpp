// Artifacts as people and tools find them: of a repository, of a run, and as files.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "repositories/guards.hpp"
#include "runners/artifact.hpp"
#include "runners/tables.hpp"
#include "runners/workflow_run.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;
using access::Unit;
using repositories::repository_guard;
using repositories::RepositoryContext;

namespace {

constexpr Guard reads_actions =
    repository_guard<repositories::question::reads_openly<Unit::actions>>("reads actions", {403, 404});
constexpr Guard writes_actions =
    repository_guard<repositories::question::writes_unit<Unit::actions>>("writes actions", {401, 403, 404});

struct ActionArtifact {
    std::int64_t id = 0;
    std::string name;
    std::int64_t size_in_bytes = 0;
    std::string url;
    std::string archive_download_url;
    bool expired = false;
    ActionWorkflowRun workflow_run;
    Time created_at;
    Time updated_at;
    Time expires_at;
};
BOOST_DESCRIBE_STRUCT(ActionArtifact, (),
                      (id, name, size_in_bytes, url, archive_download_url, expired, workflow_run, created_at,
                       updated_at, expires_at))
constexpr auto notes(const ActionArtifact*)
{
    return std::array{Note{"", "A file that a run has left"}, Note{"archive_download_url", "leads to the file itself"},
                      Note{"expired", "whether its time is over and the file is gone"},
                      Note{"workflow_run", "the run, only by its id, repository and commit"},
                      Note{"expires_at", "when the file will be deleted"}};
}

struct ActionArtifactsResponse {
    std::vector<ActionArtifact> artifacts;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionArtifactsResponse, (), (artifacts, total_count))
constexpr auto notes(const ActionArtifactsResponse*)
{
    return std::array{Note{"", "A page of artifacts"}, Note{"total_count", "how many there are in all"}};
}

struct ArtifactPath {
    std::string artifact_id;
};
BOOST_DESCRIBE_STRUCT(ArtifactPath, (), (artifact_id))
constexpr auto notes(const ArtifactPath*) { return std::array{Note{"artifact_id", "the id of the artifact"}}; }

struct RunPath {
    std::int64_t run = 0;
};
BOOST_DESCRIBE_STRUCT(RunPath, (), (run))
constexpr auto notes(const RunPath*) { return std::array{Note{"run", "the id of the run"}}; }

ActionArtifact show(const Call& call, const RepositoryContext& place, const Artifact& artifact)
{
    ActionArtifact shown{.id = artifact.id,
                         .name = artifact.name,
                         .size_in_bytes = artifact.size,
                         .url = call.settings().server.root_url + "api/v1/repos/" + place.owner.name + "/"
                             + place.repository.name + "/actions/artifacts/" + std::to_string(artifact.id),
                         .expired = artifact.state == ArtifactState::expired,
                         .workflow_run = {},
                         .created_at = artifact.created_at,
                         .updated_at = artifact.updated_at,
                         .expires_at = artifact.expires_at};
    shown.archive_download_url = shown.url + "/zip";
    auto& run = shown.workflow_run;
    run.id = artifact.run_id;
    run.repository_id = artifact.repository_id;
    run.head_sha = artifact.head_sha;
    run.created_at = run.updated_at = run.started_at = run.completed_at = Time::never();
    return shown;
}

Result<ActionArtifactsResponse> list(const Call& call, const RepositoryContext& place, const ListArtifacts& wanted,
                                     std::optional<std::int64_t> run)
{
    const auto found = artifacts_of(call.db(), place.repository.id, run, wanted);
    ActionArtifactsResponse answer{.artifacts = {}, .total_count = found.total};
    for (const Artifact& artifact : found.items) answer.artifacts.push_back(show(call, place, artifact));
    return answer;
}

Result<ActionArtifactsResponse> list_of_repository(Call& call, const RepositoryContext& place,
                                                   Query<ListArtifacts> query)
{
    return list(call, place, query.value, {});
}

Result<ActionArtifactsResponse> list_of_run(Call& call, const RepositoryContext& place, Path<RunPath> path,
                                            Query<ListArtifacts> query)
{
    return list(call, place, query.value, path->run);
}

Result<Artifact> artifact_at(const Call& call, const RepositoryContext& place, const ArtifactPath& path)
{
    const auto id = text::parse_integer(path.artifact_id, 1);
    if (!id) return not_found("the artifact");
    return artifact_of_repository(call.db(), place.repository.id, *id);
}

Result<ActionArtifact> get(Call& call, const RepositoryContext& place, Path<ArtifactPath> path)
{
    return show(call, place, TRY(artifact_at(call, place, path.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<ArtifactPath> path)
{
    delete_artifact(call.site, TRY(artifact_at(call, place, path.value)));
    return {};
}

Result<Raw> lead_to_file(Call& call, const RepositoryContext& place, Path<ArtifactPath> path)
{
    const auto artifact = TRY(artifact_at(call, place, path.value));
    const auto address = TRY(address_of_file(call, artifact));
    return Raw{.body = "<a href=\"" + text::escape_html(address) + "\">It is here.</a>\n",
               .content_type = "text/html;charset=utf-8",
               .headers = {{"Location", address}, {"Cache-Control", "no-store"}}};
}

struct SignedQuery {
    std::string sig;
};
BOOST_DESCRIBE_STRUCT(SignedQuery, (), (sig))

struct FilePath {
    std::string owner; // these two are only there to be read by people
    std::string repo;
    std::string artifact_id;
};
BOOST_DESCRIBE_STRUCT(FilePath, (), (owner, repo, artifact_id))

// Whoever has the address may have the file: it was given to somebody who may.
Result<Raw> download(Call& call, Path<FilePath> path, Query<SignedQuery> query)
{
    const auto id = signed_artifact(call.settings(), Purpose::download, query->sig, Time::now());
    if (!id || std::to_string(*id) != path->artifact_id)
        return fail(Errc::unauthorized, "this address is not valid (any more): ask for a new one");
    const auto artifact = find_artifact(call.db(), *id);
    if (!artifact || artifact->state != ArtifactState::finished) return not_found("the artifact");
    auto body = open_artifact(call.site, *artifact);
    if (!body) return not_found("the file");
    return Raw{.body = std::move(*body),
               .content_type = "application/zip",
               .headers = {{"Content-Disposition",
                            "attachment; filename*=UTF-8''" + http::encode_path_segment(artifact->name + ".zip")},
                           {"Cache-Control", "private, no-store"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

// clang-format off
constexpr Operation artifact_operations[] = {
    {GET,    "/repos/{owner}/{repo}/actions/artifacts",                   scope::repository, reads_actions,  handle<list_of_repository>, 200, "getArtifacts",      "List the artifacts of a repository", {400}, "ArtifactsList"},
    {GET,    "/repos/{owner}/{repo}/actions/runs/{run}/artifacts",        scope::repository, reads_actions,  handle<list_of_run>,        200, "getArtifactsOfRun", "List the artifacts of a run", {400}, "ArtifactsList"},
    {GET,    "/repos/{owner}/{repo}/actions/artifacts/{artifact_id}",     scope::repository, reads_actions,  handle<get>,                200, "getArtifact",       "Get an artifact", {400}, "Artifact"},
    {DELETE, "/repos/{owner}/{repo}/actions/artifacts/{artifact_id}",     scope::repository, writes_actions, handle<remove>,             204, "deleteArtifact",    "Delete an artifact", {400}},
    {GET,    "/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip", scope::repository, reads_actions,  handle<lead_to_file>,       302, "downloadArtifact",  "Get the file of an artifact, from an address that needs no credentials", {400}},
};
// Not among the documented: nobody makes up such an address.
constexpr Operation files[] = {
    {GET,    "/api/v1/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip/raw", scope::none, unguarded, handle<download>, 200, "downloadArtifactFile", "Get the file of an artifact"},
};
// clang-format on
static_assert(well_formed(artifact_operations));
static_assert(well_formed(files));

} // namespace

const Table artifact_table{"repository", artifact_operations};
const Table artifact_file_table{"runners", files, Door::site, nullptr, Listens{true, false, true}};

} // namespace cairn::runners
