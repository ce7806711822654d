// What people do with runs: cancel, run again, approve, delete; and with what they have left.
#include "actions/run_change.hpp"
#include "db/database.hpp"
#include "pages/actions/run_view.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "runners/artifact.hpp"

namespace cairn::pages {

using namespace api;
using actions::reads_actions;
using actions::RunPath;
using actions::starts_actions;
using actions::writes_actions;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice run_cancelled{"run-cancelled", Phrase("The run is cancelled.")};
const Notice run_started{"run-started", Phrase("The run has begun again.")};
const Notice job_started{"job-started", Phrase("The job has begun again, and so have those that wait for it.")};
const Notice run_approved{"run-approved", Phrase("The run is approved and begins.")};
const Notice run_deleted{"run-deleted", Phrase("The run is deleted.")};
const Notice artifact_deleted{"artifact-deleted", Phrase("The artifact is deleted.")};

struct RunJobFormPath : RunPath {
    std::int64_t job = 0;
};
BOOST_DESCRIBE_STRUCT(RunJobFormPath, (RunPath), (job))
constexpr auto notes(const RunJobFormPath*) { return std::array{Note{"job", "the id of the job"}}; }

struct RunArtifactPath : RunPath {
    std::int64_t artifact_id = 0;
};
BOOST_DESCRIBE_STRUCT(RunArtifactPath, (RunPath), (artifact_id))
constexpr auto notes(const RunArtifactPath*) { return std::array{Note{"artifact_id", "the id of the artifact"}}; }

struct DeleteRunView {
    PageHead head{};
    RepositoryPlace place;
    RunSummary run;
    std::int64_t artifacts = 0;
};
BOOST_DESCRIBE_STRUCT(DeleteRunView, (), (head, place, run, artifacts))

struct DeleteArtifactView {
    PageHead head{};
    RepositoryPlace place;
    RunSummary run;
    RunArtifact artifact;
};
BOOST_DESCRIBE_STRUCT(DeleteArtifactView, (), (head, place, run, artifact))

Result<Done> cancel(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(actions::cancel_run(call, place, path->run));
    return done(run_address(place, path->run), run_cancelled);
}

Result<Done> rerun(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(actions::rerun_all(call, place, path->run));
    return done(run_address(place, path->run), run_started);
}

Result<Done> rerun_failed(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(actions::rerun_failed(call, place, path->run));
    return done(run_address(place, path->run), run_started);
}

Result<Done> rerun_job(Call& call, const RepositoryContext& place, Path<RunJobFormPath> path)
{
    const auto job = TRY(actions::rerun_job(call, place, path->run, path->job));
    return done(run_address(place, path->run) + "/jobs/" + std::to_string(job), job_started);
}

Result<Done> approve(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(actions::approve_run(call, place, path->run));
    return done(run_address(place, path->run), run_approved);
}

Result<DeleteRunView> show_delete(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    return DeleteRunView{.head = {.values = {{"run", std::to_string(run.id)}}},
                         .place = repository_place(call, place, RepositoryTab::actions),
                         .run = run_summary(call, place, run),
                         .artifacts = runners::artifacts_of(call.db(), place.repository.id, run.id, {}).total};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(actions::delete_run(call, place, path->run));
    return done(repository_address(place) + "/actions", run_deleted);
}

Result<runners::Artifact> artifact_of_run(const Call& call, const RepositoryContext& place, const RunArtifactPath& path)
{
    auto artifact = TRY(runners::artifact_of_repository(call.db(), place.repository.id, path.artifact_id));
    if (artifact.run_id != path.run) return not_found("the artifact");
    return artifact;
}

// Leads to the file, at an address that is good for an hour.
Result<Raw> download(Call& call, const RepositoryContext& place, Path<RunArtifactPath> path)
{
    const auto artifact = TRY(artifact_of_run(call, place, path.value));
    return Raw{.body = {},
               .content_type = {},
               .status = 303,
               .headers = {{"Location", TRY(runners::address_of_file(call, artifact))}, {"Cache-Control", "no-store"}}};
}

Result<DeleteArtifactView> show_delete_artifact(Call& call, const RepositoryContext& place, Path<RunArtifactPath> path)
{
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    const auto artifact = TRY(artifact_of_run(call, place, path.value));
    return DeleteArtifactView{.head = {.values = {{"artifact_id", std::to_string(artifact.id)}}},
                              .place = repository_place(call, place, RepositoryTab::actions),
                              .run = run_summary(call, place, run),
                              .artifact = {.id = artifact.id,
                                           .name = artifact.name,
                                           .size = artifact.size,
                                           .expired = artifact.state == runners::ArtifactState::expired,
                                           .expires_at = artifact.expires_at}};
}

Result<Done> remove_artifact(Call& call, const RepositoryContext& place, Path<RunArtifactPath> path)
{
    runners::delete_artifact(call.site, TRY(artifact_of_run(call, place, path.value)));
    return done(run_address(place, path->run), artifact_deleted);
}

constexpr auto& delete_page = shows<show_delete, "actions/delete_run", "GetWorkflowRun deleteActionRun">;
constexpr auto& delete_artifact_page =
    shows<show_delete_artifact, "actions/delete_artifact", "getArtifact deleteArtifact">;

// clang-format off
constexpr Operation run_form_operations[] = {
    {POST, "/{owner}/{repo}/actions/runs/{run}/cancel",                         scope::none, writes_actions, does<cancel>,          303, "siteCancelRun",       "Cancel a run"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/rerun",                          scope::none, starts_actions, does<rerun>,           303, "siteRerun",           "Run all jobs of a run again"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/rerun-failed",                   scope::none, starts_actions, does<rerun_failed>,    303, "siteRerunFailed",     "Run the jobs again that have failed"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}/rerun",               scope::none, starts_actions, does<rerun_job>,       303, "siteRerunJob",        "Run a job again"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/approve",                        scope::none, starts_actions, does<approve>,         303, "siteApproveRun",      "Let a run from a fork begin"},
    {GET,  "/{owner}/{repo}/actions/runs/{run}/delete",                         scope::none, writes_actions, delete_page,           200, "siteDeleteRun",       "Ask whether to delete a run"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/delete",                         scope::none, writes_actions, does<remove>,          303, "siteRunDeleted",      "Delete a run"},
    {GET,  "/{owner}/{repo}/actions/runs/{run}/artifacts/{artifact_id}",        scope::none, reads_actions,  handle<download>,      303, "siteArtifact",        "Download an artifact"},
    {GET,  "/{owner}/{repo}/actions/runs/{run}/artifacts/{artifact_id}/delete", scope::none, writes_actions, delete_artifact_page,  200, "siteDeleteArtifact",  "Ask whether to delete an artifact"},
    {POST, "/{owner}/{repo}/actions/runs/{run}/artifacts/{artifact_id}/delete", scope::none, writes_actions, does<remove_artifact>, 303, "siteArtifactDeleted", "Delete an artifact"},
};
// clang-format on
static_assert(well_formed(run_form_operations));

} // namespace

const Table run_forms_table{"site", run_form_operations, Door::site, refuse_page};

} // namespace cairn::pages
