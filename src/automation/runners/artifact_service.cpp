// How tasks leave and fetch artifacts: github.actions.results.api.v1.ArtifactService, spoken in JSON over Twirp, and
// the address to which the file itself is sent, in blocks, as to a blob store.
#include "api/protobuf.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "runners/artifact.hpp"
#include "runners/connect.hpp"
#include "runners/tables.hpp"
#include "runners/task_at_work.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;
using protobuf::Timestamp;

namespace {

constexpr std::size_t largest_request = 64UL * 1024;
constexpr std::size_t largest_list = 2UL * 1024 * 1024;
constexpr std::string_view service = "twirp/github.actions.results.api.v1.ArtifactService/";

// What every request begins with: which run and job the task thinks it is in.
struct OfTask {
    std::string workflow_run_backend_id{};
    std::string workflow_job_run_backend_id{};
};
BOOST_DESCRIBE_STRUCT(OfTask, (), (workflow_run_backend_id, workflow_job_run_backend_id))

struct CreateArtifactRequest : OfTask {
    std::string name{};
    std::optional<Timestamp> expires_at{};
};
BOOST_DESCRIBE_STRUCT(CreateArtifactRequest, (OfTask), (name, expires_at))
struct CreateArtifactResponse {
    bool ok = true;
    std::string signed_upload_url{};
};
BOOST_DESCRIBE_STRUCT(CreateArtifactResponse, (), (ok, signed_upload_url))

struct FinalizeArtifactRequest : OfTask {
    std::string name{};
    std::int64_t size = 0;
    std::optional<std::string> hash{};
};
BOOST_DESCRIBE_STRUCT(FinalizeArtifactRequest, (OfTask), (name, size, hash))
struct ArtifactIdResponse {
    bool ok = true;
    std::int64_t artifact_id = 0;
};
BOOST_DESCRIBE_STRUCT(ArtifactIdResponse, (), (ok, artifact_id))

struct ListArtifactsRequest : OfTask {
    std::optional<std::string> name_filter{};
    std::optional<std::int64_t> id_filter{};
};
BOOST_DESCRIBE_STRUCT(ListArtifactsRequest, (OfTask), (name_filter, id_filter))
struct MonolithArtifact : OfTask {
    std::int64_t database_id = 0;
    std::string name{};
    std::int64_t size = 0;
    Timestamp created_at{};
    std::optional<std::string> digest{};
};
BOOST_DESCRIBE_STRUCT(MonolithArtifact, (OfTask), (database_id, name, size, created_at, digest))
struct ListArtifactsResponse {
    std::vector<MonolithArtifact> artifacts{};
};
BOOST_DESCRIBE_STRUCT(ListArtifactsResponse, (), (artifacts))

struct NamedRequest : OfTask {
    std::string name{};
};
BOOST_DESCRIBE_STRUCT(NamedRequest, (OfTask), (name))
struct GetSignedArtifactURLResponse {
    std::string signed_url{};
};
BOOST_DESCRIBE_STRUCT(GetSignedArtifactURLResponse, (), (signed_url))

Result<void> read_request(const Call& call, const Upload& sent, const Type& type, void* into)
{
    const auto content = call.request.header("Content-Type");
    if (!text::iequals(text::trim(content.substr(0, content.find(';'))), "application/json"))
        return fail(Errc::unsupported_media_type, "only application/json is spoken here");
    return protobuf::decode_json(type, TRY(read_all(sent, largest_request)), into);
}

// A call: it is about the run that the task is in, and about no other.
template <auto F> struct Rpc;
template <class Reply, class Request, Result<Reply> (*F)(Call&, const RuntimeClaims&, const Request&)> struct Rpc<F> {
    static Result<Raw> answer(Call& call, const RuntimeClaims& task, Upload sent)
    {
        Request request;
        TRY(read_request(call, sent, type_of<Request>(), &request));
        if (request.workflow_run_backend_id != std::to_string(task.run_id))
            return fail(Errc::forbidden, "this is not the run that the task is in");
        const Reply reply = TRY(F(call, task, request));
        return Raw{.body = protobuf::encode_json(type_of<Reply>(), &reply), .content_type = "application/json"};
    }
};
template <auto F> constexpr auto rpc = &Rpc<F>::answer;

Result<CreateArtifactResponse> create(Call& call, const RuntimeClaims& task, const CreateArtifactRequest& request)
{
    NewArtifact wanted{.repository_id = task.repository_id, .run_id = task.run_id, .name = request.name};
    if (request.expires_at) wanted.expires_at = request.expires_at->time();
    const auto artifact = TRY(begin_artifact(call.site, wanted));
    return CreateArtifactResponse{
        .signed_upload_url = call.settings().server.root_url + std::string(service)
            + "UploadArtifact?sig=" + http::encode_query(sign_address(call.settings(), Purpose::upload, artifact.id))};
}

Result<ArtifactIdResponse> finalize(Call& call, const RuntimeClaims& task, const FinalizeArtifactRequest& request)
{
    auto artifact = find_artifact(call.db(), task.run_id, request.name);
    if (!artifact || artifact->form != ArtifactForm::archive) return not_found("the artifact");
    const auto finished =
        TRY(finish_artifact(call.site, std::move(*artifact), request.size, request.hash.value_or(std::string())));
    return ArtifactIdResponse{.artifact_id = finished.id};
}

Result<ListArtifactsResponse> list(Call& call, const RuntimeClaims& task, const ListArtifactsRequest& request)
{
    ListArtifactsResponse answer;
    for (const auto& artifact :
         finished_artifacts(call.db(), task.run_id, {.name = request.name_filter, .id = request.id_filter})) {
        MonolithArtifact told;
        told.workflow_run_backend_id = request.workflow_run_backend_id;
        told.workflow_job_run_backend_id = request.workflow_job_run_backend_id;
        told.database_id = artifact.id;
        told.name = artifact.name;
        told.size = artifact.size;
        told.created_at = Timestamp::of(artifact.created_at);
        if (!artifact.digest.empty()) told.digest = artifact.digest;
        answer.artifacts.push_back(std::move(told));
    }
    return answer;
}

Result<GetSignedArtifactURLResponse> get_address(Call& call, const RuntimeClaims& task, const NamedRequest& request)
{
    const auto artifact = TRY(finished_artifact(call.db(), task.run_id, request.name));
    return GetSignedArtifactURLResponse{.signed_url = download_address(call.settings(), call.db(), artifact)};
}

Result<ArtifactIdResponse> remove(Call& call, const RuntimeClaims& task, const NamedRequest& request)
{
    const auto artifact = TRY(finished_artifact(call.db(), task.run_id, request.name));
    delete_artifact(call.site, artifact);
    return ArtifactIdResponse{.artifact_id = artifact.id};
}

// The text of each block's element, whichever of the three kinds it is of. The names of blocks are base64, so there is
// nothing in them that XML would have to escape.
std::vector<std::string> read_block_list(std::string_view xml)
{
    std::vector<std::string> blocks;
    for (auto at = xml.find('<'); at != xml.npos; at = xml.find('<', at + 1)) {
        const auto end = xml.find('>', at);
        if (end == xml.npos) break;
        const auto element = xml.substr(at + 1, end - at - 1);
        if (element == "Latest" || element == "Uncommitted" || element == "Committed")
            blocks.emplace_back(text::trim(xml.substr(end + 1, xml.find('<', end) - end - 1)));
    }
    return blocks;
}

struct UploadQuery {
    std::string sig;
    std::string comp;
    std::string blockid;
};
BOOST_DESCRIBE_STRUCT(UploadQuery, (), (sig, comp, blockid))

// Whoever has the address may send: it was given to the task alone.
Result<Raw> upload(Call& call, Query<UploadQuery> query, Upload sent)
{
    const auto id = signed_artifact(call.settings(), Purpose::upload, query->sig, Time::now());
    if (!id) return fail(Errc::unauthorized, "this address is not valid (any more): ask for a new one");
    constexpr std::size_t longest_block_name = 256;
    if (query->comp == "block") {
        if (query->blockid.empty() || query->blockid.size() > longest_block_name)
            return fail(Errc::bad_request, "a block has a name of at most 256 characters");
        TRY(receive_piece(call.site, *id, query->blockid, Placing::block, *sent.body));
    } else if (query->comp == "blocklist") {
        TRY(order_pieces(call.site, *id, read_block_list(TRY(read_all(sent, largest_list)))));
    } else if (query->comp == "appendBlock" || query->comp == "appendblock") {
        TRY(receive_piece(call.site, *id, {}, Placing::next, *sent.body));
    } else if (query->comp.empty()) {
        TRY(receive_piece(call.site, *id, {}, Placing::whole, *sent.body));
    } else {
        return fail(Errc::bad_request, "a file is sent whole or in blocks, not as " + query->comp);
    }
    return Raw{.body = {}, .content_type = {}};
}

struct TwirpError {
    std::string code;
    std::string msg;
};
BOOST_DESCRIBE_STRUCT(TwirpError, (), (code, msg))

http::Response refuse(const Call& call, const Error& error)
{
    auto response = refuse_call(call, error);
    const TwirpError words{.code = std::string(connect_code(error.code)), .msg = error.message};
    response.body = to_json(type_of<TwirpError>(), &words);
    return response;
}

// clang-format off
constexpr Operation artifact_service_operations[] = {
    {POST, "/twirp/github.actions.results.api.v1.ArtifactService/CreateArtifact",       scope::none, task_at_work, handle<rpc<create>>,      200, "createArtifact",       "Begin an artifact"},
    {POST, "/twirp/github.actions.results.api.v1.ArtifactService/FinalizeArtifact",     scope::none, task_at_work, handle<rpc<finalize>>,    200, "finalizeArtifact",     "End an artifact"},
    {POST, "/twirp/github.actions.results.api.v1.ArtifactService/ListArtifacts",        scope::none, task_at_work, handle<rpc<list>>,        200, "listArtifacts",        "List the artifacts of the run"},
    {POST, "/twirp/github.actions.results.api.v1.ArtifactService/GetSignedArtifactURL", scope::none, task_at_work, handle<rpc<get_address>>, 200, "getSignedArtifactURL", "Get the address of an artifact's file"},
    {POST, "/twirp/github.actions.results.api.v1.ArtifactService/DeleteArtifact",       scope::none, task_at_work, handle<rpc<remove>>,      200, "deleteRunArtifact",    "Delete an artifact of the run"},
    {PUT,  "/twirp/github.actions.results.api.v1.ArtifactService/UploadArtifact",       scope::none, unguarded,    handle<upload>,           201, "uploadArtifact",       "Send the file of an artifact, or a block of it"},
};
// clang-format on
static_assert(well_formed(artifact_service_operations));

} // namespace

const Table artifact_service_table{"runners", artifact_service_operations, Door::site, &refuse,
                                   Listens{true, false, true}};

} // namespace cairn::runners
