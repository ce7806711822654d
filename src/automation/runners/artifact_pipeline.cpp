// Artifacts by the protocol that actions/upload-artifact@v3, download-artifact@v3 and their forks speak: a container is
// made for an artifact, its files are sent to it one by one, in ranges of bytes, and a last call says that this was
// all. Several jobs of a run may add to the same artifact.
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/compression.hpp"
#include "runners/artifact_file.hpp"
#include "runners/tables.hpp"
#include "runners/task_at_work.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

constexpr std::string_view archive_item = "archive";

struct PipelinePath {
    std::int64_t run = 0;
};
BOOST_DESCRIBE_STRUCT(PipelinePath, (), (run))

struct ContainerPath : PipelinePath {
    std::int64_t artifact = 0;
};
BOOST_DESCRIBE_STRUCT(ContainerPath, (PipelinePath), (artifact))

struct ItemPath : ContainerPath {
    std::string item;
};
BOOST_DESCRIBE_STRUCT(ItemPath, (ContainerPath), (item))

struct NewContainer {
    std::string Type;
    std::string Name;
    std::int64_t RetentionDays = 0;
};
BOOST_DESCRIBE_STRUCT(NewContainer, (), (Type, Name, RetentionDays))

struct Container {
    std::string containerId;
    std::int64_t size = 0;
    std::optional<std::string> signedContent; // null: nothing is signed
    std::string fileContainerResourceUrl;
    std::string type;
    std::string name;
    std::string url;
    Time expiresOn;
};
BOOST_DESCRIBE_STRUCT(Container, (),
                      (containerId, size, signedContent, fileContainerResourceUrl, type, name, url, expiresOn))

struct Containers {
    std::int64_t count = 0;
    std::vector<Container> value;
};
BOOST_DESCRIBE_STRUCT(Containers, (), (count, value))

struct ContainerItem {
    std::string containerId;
    std::string scopeIdentifier;
    std::string path;
    std::string itemType;
    std::string status;
    std::int64_t fileLength = 0;
    std::int64_t fileEncoding = 1;
    std::int64_t fileType = 1;
    Time dateCreated;
    Time dateLastModified;
    std::string itemLocation;
    std::string contentLocation;
    std::string contentId;
};
BOOST_DESCRIBE_STRUCT(ContainerItem, (),
                      (containerId, scopeIdentifier, path, itemType, status, fileLength, fileEncoding, fileType,
                       dateCreated, dateLastModified, itemLocation, contentLocation, contentId))

struct ContainerItems {
    std::int64_t count = 0;
    std::vector<ContainerItem> value;
};
BOOST_DESCRIBE_STRUCT(ContainerItems, (), (count, value))

struct FinalSize {
    std::int64_t Size = 0;
};
BOOST_DESCRIBE_STRUCT(FinalSize, (), (Size))

struct NameQuery {
    std::string artifactName;
};
BOOST_DESCRIBE_STRUCT(NameQuery, (), (artifactName))

struct ItemQuery {
    std::string itemPath;
};
BOOST_DESCRIBE_STRUCT(ItemQuery, (), (itemPath))

Result<void> check_run(const RuntimeClaims& task, const PipelinePath& path)
{
    if (path.run != task.run_id) return fail(Errc::forbidden, "this is not the run that the task is in");
    return {};
}

std::string address_of(const Call& call, const Artifact& artifact)
{
    return call.settings().server.root_url + "api/actions_pipeline/_apis/pipelines/workflows/"
        + std::to_string(artifact.run_id) + "/artifacts/" + std::to_string(artifact.id);
}

Container show(const Call& call, const Artifact& artifact)
{
    const auto address = address_of(call, artifact);
    return {.containerId = std::to_string(artifact.id),
            .size = artifact.state == ArtifactState::uploading ? -1 : artifact.size,
            .signedContent = {},
            .fileContainerResourceUrl = address,
            .type = "actions_storage",
            .name = artifact.name,
            .url = address,
            .expiresOn = artifact.expires_at};
}

Result<Artifact> artifact_at(const Call& call, const RuntimeClaims& task, const ContainerPath& path)
{
    TRY(check_run(task, path));
    auto found = find_artifact(call.db(), path.artifact);
    if (!found || found->run_id != task.run_id || found->state == ArtifactState::expired)
        return not_found("the artifact");
    return std::move(*found);
}

Result<Container> create(Call& call, const RuntimeClaims& task, Path<PipelinePath> path, Body<NewContainer> body)
{
    constexpr std::int64_t seconds_of_day = 24 * 3600;
    TRY(check_run(task, path.value));
    NewArtifact wanted{.repository_id = task.repository_id,
                       .run_id = task.run_id,
                       .name = body->Name,
                       .expires_at = {},
                       .form = ArtifactForm::files};
    if (const auto days = body->RetentionDays; days > 0 && days < call.settings().actions.artifact_retention_days)
        wanted.expires_at = Time{Time::now().seconds + days * seconds_of_day};
    return show(call, TRY(begin_artifact(call.site, wanted)));
}

Result<Containers> list(Call& call, const RuntimeClaims& task, Path<PipelinePath> path)
{
    TRY(check_run(task, path.value));
    Containers answer;
    for (const auto& artifact : finished_artifacts(call.db(), task.run_id))
        answer.value.push_back(show(call, artifact));
    answer.count = static_cast<std::int64_t>(answer.value.size());
    return answer;
}

// The size that is sent along counts what its sender has sent, and others may have sent more.
Result<Container> finish(Call& call, const RuntimeClaims& task, Path<PipelinePath> path, Query<NameQuery> query,
                         Body<FinalSize>)
{
    TRY(check_run(task, path.value));
    return show(call, TRY(finish_files(call.site, task.run_id, query->artifactName)));
}

Result<Chunk> read_chunk(const Call& call)
{
    const auto header = [&](std::string_view name) { return text::trim(call.request.header(name)); };
    Chunk chunk;
    if (const auto range = header("Content-Range"); !range.empty()) {
        const auto read = read_content_range(range);
        if (!read) return fail(Errc::bad_request, "Content-Range says which bytes of how many: bytes 0-99/250");
        chunk = *read;
    } else {
        const auto length = text::parse_integer(header("Content-Length"), 0);
        if (!length) return fail(Errc::bad_request, "either Content-Range or Content-Length says how much comes");
        chunk.count = chunk.total = *length;
    }
    chunk.size = chunk.total;
    const auto coding = header("Content-Encoding");
    if (text::iequals(coding, "gzip")) {
        const auto size = text::parse_integer(header("x-tfs-filelength"), 0);
        if (!size) return fail(Errc::bad_request, "x-tfs-filelength says how large a file is that comes packed");
        chunk.packed = true;
        chunk.size = *size;
    } else if (!coding.empty() && !text::iequals(coding, "identity")) {
        return fail(Errc::unsupported_media_type, "a file comes as it is, or packed with gzip");
    }
    if (const auto md5 = header("x-actions-results-md5"); !md5.empty()) {
        constexpr std::size_t digest_bytes = 16;
        const auto bytes = base64_decode(md5);
        if (!bytes || bytes->size() != digest_bytes)
            return fail(Errc::bad_request, "x-actions-results-md5 is a digest in base64");
        chunk.md5 = hex_encode(*bytes);
    }
    return chunk;
}

Result<Raw> upload(Call& call, const RuntimeClaims& task, Path<ContainerPath> path, Query<ItemQuery> query, Upload sent)
{
    const auto artifact = TRY(artifact_at(call, task, path.value));
    if (artifact.form != ArtifactForm::files) return not_found("the artifact");
    const auto file = TRY(read_item_path(query->itemPath, artifact.name));
    TRY(receive_chunk(call.site, artifact.id, file, TRY(read_chunk(call)), *sent.body));
    return Raw{.body = std::string(R"({"message":"success"})"), .content_type = "application/json"};
}

Result<ContainerItems> items(Call& call, const RuntimeClaims& task, Path<ContainerPath> path, Query<ItemQuery> query)
{
    const auto artifact = TRY(artifact_at(call, task, path.value));
    if (artifact.state != ArtifactState::finished) return not_found("the artifact");
    ContainerItems answer;
    const auto add = [&](const std::string& file, std::int64_t size, Time when, const std::string& id) {
        const auto location = address_of(call, artifact) + "/items/" + id;
        answer.value.push_back({.containerId = std::to_string(artifact.id),
                                .scopeIdentifier = "00000000-0000-0000-0000-000000000000",
                                .path = artifact.name + "/" + file,
                                .itemType = "file",
                                .status = "created",
                                .fileLength = size,
                                .dateCreated = when,
                                .dateLastModified = when,
                                .itemLocation = location,
                                .contentLocation = location,
                                .contentId = {}});
    };
    // Whoever asks for one artifact in the container of another gets what is there: nothing.
    if (const auto& wanted = query->itemPath; wanted.empty() || wanted == artifact.name) {
        if (artifact.form == ArtifactForm::archive)
            add(artifact.name + ".zip", artifact.size, artifact.updated_at, std::string(archive_item));
        else
            for (const auto& file : files_of(call.db(), artifact.id))
                add(file.path, file.size, file.updated_at, std::to_string(file.id));
    }
    answer.count = static_cast<std::int64_t>(answer.value.size());
    return answer;
}

Result<Raw> download(Call& call, const RuntimeClaims& task, Path<ItemPath> path)
{
    const auto artifact = TRY(artifact_at(call, task, path.value));
    if (artifact.state != ArtifactState::finished) return not_found("the artifact");
    Raw answer{.body = {},
               .content_type = "application/octet-stream",
               .headers = {{"Cache-Control", "private, no-store"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
    std::optional<http::Body> body;
    if (path->item == archive_item) {
        body = open_artifact(call.site, artifact);
    } else {
        const auto id = text::parse_integer(path->item, 1);
        const auto file = id ? find_file(call.db(), artifact.id, *id) : std::nullopt;
        if (!file) return not_found("the file");
        const bool as_stored = file->packed && http::accepts_gzip(call.request.header("Accept-Encoding"));
        if (as_stored) answer.headers.emplace_back("Content-Encoding", "gzip");
        answer.headers.emplace_back("Vary", "Accept-Encoding");
        body = open_file(call.site, *file, !as_stored);
    }
    if (!body) return not_found("the file");
    answer.body = std::move(*body);
    return answer;
}

// clang-format off
constexpr Operation artifact_pipeline_operations[] = {
    {POST,  "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts",                         scope::none, task_at_work, handle<create>,   201, "pipelineCreateArtifact", "Begin an artifact of files"},
    {GET,   "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts",                         scope::none, task_at_work, handle<list>,     200, "pipelineListArtifacts",  "List the artifacts of the run"},
    {PATCH, "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts",                         scope::none, task_at_work, handle<finish>,   200, "pipelineFinishArtifact", "End an artifact of files"},
    {PUT,   "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts/{artifact}",              scope::none, task_at_work, handle<upload>,   201, "pipelineUpload",         "Send a file of an artifact, or a part of it"},
    {GET,   "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts/{artifact}",              scope::none, task_at_work, handle<items>,    200, "pipelineListItems",      "List the files of an artifact"},
    {GET,   "/api/actions_pipeline/_apis/pipelines/workflows/{run}/artifacts/{artifact}/items/{item}", scope::none, task_at_work, handle<download>, 200, "pipelineDownload",       "Get a file of an artifact"},
};
// clang-format on
static_assert(well_formed(artifact_pipeline_operations));

} // namespace

const Table artifact_pipeline_table{"runners", artifact_pipeline_operations, Door::site, nullptr,
                                    Listens{true, false, true}};

} // namespace cairn::runners
