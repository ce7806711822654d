// The question that every transfer of large files begins with: which of these are to be sent or fetched, and where.
#include "api/error_body.hpp"
#include "config/settings.hpp"
#include "lfs/tables.hpp"
#include "lfs/transfer.hpp"

namespace cairn::lfs {

using namespace api;
using enum Method;
using repositories::RepositoryPath;

namespace {

struct BatchRequest {
    std::string operation;
    std::string hash_algo;
    std::vector<Pointer> objects;
};
BOOST_DESCRIBE_STRUCT(BatchRequest, (), (operation, hash_algo, objects))

struct Action {
    std::string href;
    std::map<std::string, std::string> header;
};
BOOST_DESCRIBE_STRUCT(Action, (), (href, header))
constexpr auto notes(const Action*) { return std::array{Note{.member = "header", .omit_empty = true}}; }

struct ObjectError {
    std::int64_t code = 0;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(ObjectError, (), (code, message))

struct ObjectAnswer {
    std::string oid;
    std::int64_t size = 0;
    std::map<std::string, Action> actions;
    std::optional<ObjectError> error;
};
BOOST_DESCRIBE_STRUCT(ObjectAnswer, (), (oid, size, actions, error))
constexpr auto notes(const ObjectAnswer*)
{
    return std::array{Note{.member = "actions", .omit_empty = true}, Note{.member = "error", .omit_empty = true}};
}

struct BatchAnswer {
    std::optional<std::vector<ObjectAnswer>> objects;
};
BOOST_DESCRIBE_STRUCT(BatchAnswer, (), (objects))

Result<void> check_batch(Call& call)
{
    TRY(check_offered(call));
    TRY(check_accepts(call));
    auto asked = TRY(read_lfs_body<BatchRequest>(call));
    Batch batch;
    if (asked.operation == "upload") batch.direction = Direction::upload;
    else if (asked.operation != "download")
        return fail(Errc::bad_request, "the operation has to be upload or download");
    batch.place = TRY(find_lfs_place(call, batch.direction == Direction::upload ? Need::write : Need::read));
    if (!asked.hash_algo.empty() && asked.hash_algo != "sha256")
        return fail(Errc::conflict, "objects are known by their SHA-256 here");
    const auto most = call.settings().server.lfs_max_batch_size;
    if (most > 0 && asked.objects.size() > static_cast<std::size_t>(most))
        return fail(Errc::too_large, "ask for at most " + std::to_string(most) + " objects at once");
    batch.objects = std::move(asked.objects);
    call.load(std::move(batch));
    return {};
}

std::map<std::string, std::string> credentials(const Call& call)
{
    const auto sent = call.request.header("Authorization");
    if (sent.empty()) return {};
    return {{"Authorization", std::string(sent)}};
}

ObjectAnswer show(const Call& call, const std::string& address, const Transfer& transfer)
{
    const auto& [oid, size] = transfer.object;
    ObjectAnswer shown{.oid = oid, .size = size};
    switch (transfer.step) {
    case Transfer::Step::none: break;
    case Transfer::Step::refused: shown.error = {http_status(transfer.refusal.code), transfer.refusal.message}; break;
    case Transfer::Step::fetch:
        shown.actions["download"] = {.href = address + "/objects/" + oid, .header = credentials(call)};
        break;
    case Transfer::Step::send: {
        auto upload = credentials(call);
        upload["Transfer-Encoding"] = "chunked";
        auto verify = credentials(call);
        verify["Accept"] = std::string(media_type) + ";q=0.9, */*;q=0.8";
        shown.actions["upload"] = {.href = address + "/objects/" + oid + "/" + std::to_string(size),
                                   .header = std::move(upload)};
        shown.actions["verify"] = {.href = address + "/verify", .header = std::move(verify)};
        break;
    }
    }
    return shown;
}

Result<Raw> answer_batch(Call& call, const Batch& batch)
{
    const auto address = batch.place.address(call.settings());
    BatchAnswer answer;
    for (const auto& transfer : plan_transfers(call, batch)) {
        if (!answer.objects) answer.objects.emplace();
        answer.objects->push_back(show(call, address, transfer));
    }
    return Raw{.body = to_json(type_of<BatchAnswer>(), &answer), .content_type = std::string(media_type)};
}

constexpr Guard asks{.name = "transfers large files",
                     .path = &type_of<RepositoryPath>(),
                     .loads = &tag<Batch>,
                     .errors = {400, 401, 403, 404},
                     .check = &check_batch,
                     .reads_body = true};

// clang-format off
constexpr Operation batch_operations[] = {
    {POST, "/{owner}/{repo}/info/lfs/objects/batch", scope::none, asks, handle<answer_batch>, 200, "lfsBatch", "Ask how large files are transferred"},
};
// clang-format on
static_assert(well_formed(batch_operations));

} // namespace

// Whoever is not signed in is asked to by the guards themselves, as git is.
const Table batch_table{"lfs", batch_operations, Door::site, &refuse_object, Listens{true, false, true}};

} // namespace cairn::lfs
