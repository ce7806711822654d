// The question that every transfer of large files begins with: which of these are to be sent or fetched, and where.
#include <algorithm>
#include <unordered_map>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "lfs/guards.hpp"
#include "lfs/object.hpp"
#include "lfs/tables.hpp"

namespace cairn::lfs {

using namespace api;
using enum Method;
using repositories::RepositoryPath;

namespace {

enum class Direction : std::uint8_t { upload, download };

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

// What the guard leaves: what is asked has to be read before it is clear who may ask it.
struct Batch {
    LfsContext place;
    Direction direction = Direction::download;
    std::vector<Pointer> objects;
};

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

class Answering {
public:
    Answering(const Call& call, const Batch& batch)
        : call_(call), batch_(batch), address_(batch.place.address(call.settings()))
    {
        std::vector<std::string> names;
        for (const auto& pointer : batch.objects)
            if (pointer.is_valid()) names.push_back(pointer.oid);
        for (auto& object : find_objects(call.db(), batch.place.repository.id, batch.place.viewer, names))
            found_.emplace(object.oid, std::move(object));
    }

    ObjectAnswer answer(const Pointer& pointer)
    {
        ObjectAnswer answer{.oid = pointer.oid, .size = pointer.size};
        const auto at = found_.find(pointer.oid);
        auto* object = at == found_.end() ? nullptr : &at->second;
        if (!pointer.is_valid())
            answer.error = {422, "an object is named by the SHA-256 of its content, and its size is not negative"};
        else if (object != nullptr && object->here && object->size != pointer.size)
            answer.error = {422, "the object has " + std::to_string(object->size) + " bytes"};
        else if (batch_.direction == Direction::download) fetch(answer, object);
        else send(answer, object);
        return answer;
    }

    // What the caller may read elsewhere, the repository has from now on. What it has and a push is about to point to
    // counts as new, so that it is not collected before that.
    void note()
    {
        const auto repository_id = batch_.place.repository.id;
        const bool renews = is_any_old(call_.db(), repository_id, to_renew_);
        if (to_link_.empty() && !renews) return;
        call_.db().write([&](db::Transaction& tx) {
            for (const auto& oid : to_link_) link_object(tx, repository_id, oid);
            if (renews) renew_objects(tx, repository_id, to_renew_);
        });
    }

private:
    void fetch(ObjectAnswer& answer, const StoredObject* object) const
    {
        if (object == nullptr || !object->here) {
            answer.error = {404, "the repository does not have the object"};
            return;
        }
        answer.actions["download"] = {.href = address_ + "/objects/" + answer.oid, .header = credentials()};
    }

    void send(ObjectAnswer& answer, const StoredObject* object)
    {
        const auto largest = call_.settings().server.lfs_max_file_size;
        if (object != nullptr && object->here) {
            to_renew_.push_back(answer.oid);
            return;
        }
        if (largest > 0 && answer.size > largest) {
            answer.error = {422, "an object must not have more than " + std::to_string(largest) + " bytes"};
            return;
        }
        if (object != nullptr && object->readable && object->size == answer.size) {
            to_link_.push_back(answer.oid);
            return;
        }
        auto upload = credentials();
        upload["Transfer-Encoding"] = "chunked";
        auto verify = credentials();
        verify["Accept"] = std::string(media_type) + ";q=0.9, */*;q=0.8";
        answer.actions["upload"] = {.href = address_ + "/objects/" + answer.oid + "/" + std::to_string(answer.size),
                                    .header = std::move(upload)};
        answer.actions["verify"] = {.href = address_ + "/verify", .header = std::move(verify)};
    }

    std::map<std::string, std::string> credentials() const
    {
        const auto sent = call_.request.header("Authorization");
        if (sent.empty()) return {};
        return {{"Authorization", std::string(sent)}};
    }

    const Call& call_;
    const Batch& batch_;
    const std::string address_;
    std::unordered_map<std::string, StoredObject> found_;
    std::vector<std::string> to_link_;
    std::vector<std::string> to_renew_;
};

Result<Raw> answer_batch(Call& call, const Batch& batch)
{
    Answering answering(call, batch);
    BatchAnswer answer;
    for (const auto& pointer : batch.objects) {
        if (!answer.objects) answer.objects.emplace();
        answer.objects->push_back(answering.answer(pointer));
    }
    answering.note();
    return Raw{.body = to_json(type_of<BatchAnswer>(), &answer), .content_type = std::string(media_type)};
}

constexpr Guard asks{.name = "transfers large files",
                     .path = &type_of<RepositoryPath>(),
                     .loads = &tag<Batch>,
                     .errors = {400, 401, 403, 404},
                     .check = &check_batch};

// clang-format off
constexpr Operation operations[] = {
    {POST, "/{owner}/{repo}/info/lfs/objects/batch", scope::none, asks, handle<answer_batch>, 200, "lfsBatch", "Ask how large files are transferred"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

// Whoever is not signed in is asked to by the guards themselves, as git is.
const Table batch_table{"lfs", operations, Door::site, &refuse_object, Listens{true, false, true}};

} // namespace cairn::lfs
