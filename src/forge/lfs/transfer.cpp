#include "lfs/transfer.hpp"

#include <unordered_map>

#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::lfs {

using api::Call;

namespace {

using Found = std::unordered_map<std::string, StoredObject>;

Found find_all(const Call& call, const Batch& batch)
{
    std::vector<std::string> names;
    for (const auto& pointer : batch.objects)
        if (pointer.is_valid()) names.push_back(pointer.oid);
    Found found;
    for (auto& object : find_objects(call.db(), batch.place.repository.id, batch.place.viewer, names))
        found.emplace(object.oid, std::move(object));
    return found;
}

// What has to be written down with an upload.
struct Notes {
    std::vector<std::string> to_link;
    std::vector<std::string> to_renew;
};

Transfer refused(const Pointer& pointer, Errc code, std::string words)
{
    return {.object = pointer, .step = Transfer::Step::refused, .refusal = {code, std::move(words)}};
}

Transfer plan_upload(const Pointer& pointer, const StoredObject* object, std::int64_t largest, Notes& notes)
{
    if (object != nullptr && object->here) {
        notes.to_renew.push_back(pointer.oid);
        return {.object = pointer};
    }
    if (largest > 0 && pointer.size > largest)
        return refused(pointer, Errc::unprocessable,
                       "an object must not have more than " + std::to_string(largest) + " bytes");
    if (object != nullptr && object->readable && object->size == pointer.size) {
        notes.to_link.push_back(pointer.oid);
        return {.object = pointer};
    }
    return {.object = pointer, .step = Transfer::Step::send};
}

void write_down(const Call& call, std::int64_t repository_id, const Notes& notes)
{
    const bool renews = is_any_old(call.db(), repository_id, notes.to_renew);
    if (notes.to_link.empty() && !renews) return;
    call.db().write([&](db::Transaction& tx) {
        for (const auto& oid : notes.to_link) link_object(tx, repository_id, oid);
        if (renews) renew_objects(tx, repository_id, notes.to_renew);
    });
}

} // namespace

std::vector<Transfer> plan_transfers(const Call& call, const Batch& batch)
{
    const auto found = find_all(call, batch);
    const auto largest = call.settings().server.lfs_max_file_size;
    Notes notes;
    std::vector<Transfer> transfers;
    for (const auto& pointer : batch.objects) {
        const auto at = found.find(pointer.oid);
        const auto* object = at == found.end() ? nullptr : &at->second;
        const bool is_here = object != nullptr && object->here;
        if (!pointer.is_valid())
            transfers.push_back(
                refused(pointer, Errc::unprocessable,
                        "an object is named by the SHA-256 of its content, and its size is not negative"));
        else if (is_here && object->size != pointer.size)
            transfers.push_back(
                refused(pointer, Errc::unprocessable, "the object has " + std::to_string(object->size) + " bytes"));
        else if (batch.direction == Direction::upload)
            transfers.push_back(plan_upload(pointer, object, largest, notes));
        else if (is_here) transfers.push_back({.object = pointer, .step = Transfer::Step::fetch});
        else transfers.push_back(refused(pointer, Errc::not_found, "the repository does not have the object"));
    }
    write_down(call, batch.place.repository.id, notes);
    return transfers;
}

} // namespace cairn::lfs
