#include "lfs/collection.hpp"

#include <unordered_map>

#include "api/call.hpp"
#include "base/log.hpp"
#include "db/database.hpp"
#include "git/objects/all_objects.hpp"
#include "git/objects/objects.hpp"
#include "git/store/repositories.hpp"
#include "lfs/object_list.hpp"
#include "lfs/pointer_text.hpp"
#include "repositories/repository.hpp"

namespace cairn::lfs {

using repositories::StoredRepository;

namespace {

constexpr std::int64_t grace_seconds = 7 * 24 * 3600;

// By name; what is found to be pointed to is taken out.
using Candidates = std::unordered_map<std::string, Pointer>;

Candidates candidates_of(db::Queries& db, std::int64_t repository_id, Time before)
{
    Candidates found;
    for (auto& pointer : db.all<Pointer>("SELECT o.oid, c.size FROM lfs_object o JOIN lfs_content c ON c.oid = o.oid"
                                         " WHERE o.repository_id = $1 AND o.created_at < $2",
                                         repository_id, before))
        found.emplace(pointer.oid, pointer);
    return found;
}

// First by the names that the usual texts have in git, which is cheap; only if some are missing, by looking at all that
// could be a text. Errors keep everything: what cannot be read may point to anything.
Result<> spare_referenced(const api::Site& site, const std::string& storage, Candidates& candidates)
{
    if (storage.empty() || candidates.empty()) return {};
    const auto repository = TRY(site.get<git::Repositories>().open_apart(storage));
    std::erase_if(candidates, [&](const auto& candidate) {
        return git::object_info(*repository, name_in_git(candidate.second)).has_value();
    });
    if (candidates.empty()) return {};
    return git::for_each_blob(*repository, longest_pointer, [&](std::string_view text) {
        if (const auto pointer = pointer_in(text)) candidates.erase(pointer->oid);
        return !candidates.empty();
    });
}

void unlink(const api::Site& site, std::int64_t repository_id, const Candidates& unreferenced, Time before)
{
    site.db.write([&](db::Transaction& tx) {
        for (const auto& [oid, pointer] : unreferenced)
            // Somebody may have asked for it meanwhile, and then it is young again.
            if (tx.run("DELETE FROM lfs_object WHERE repository_id = $1 AND oid = $2 AND created_at < $3",
                       repository_id, oid, before)
                > 0)
                tx.run("UPDATE repository SET lfs_size = lfs_size - $2 WHERE id = $1", repository_id, pointer.size);
    });
}

Result<> collect_in(const api::Site& site, const StoredRepository& repository, Time before)
{
    auto candidates = candidates_of(site.db, repository.id, before);
    TRY(spare_referenced(site, repository.storage, candidates));
    TRY(spare_referenced(site, repository.wiki_storage, candidates));
    if (!candidates.empty()) unlink(site, repository.id, candidates, before);
    return {};
}

} // namespace

void collect_unreferenced(const api::Site& site, const std::stop_token& stop)
{
    const Time before{Time::now().seconds - grace_seconds};
    for (const auto id : site.db.all<std::int64_t>("SELECT DISTINCT repository_id AS value FROM lfs_object"
                                                   " WHERE created_at < $1 ORDER BY 1",
                                                   before)) {
        if (stop.stop_requested()) return;
        const auto repository = repositories::find_repository(site.db, id);
        if (!repository) continue;
        if (const auto done = collect_in(site, *repository, before); !done)
            log::warn("large files that nobody needs could not be found",
                      {{"repository", id}, {"error", done.error().message}});
    }
    remove_unused(site, stop);
}

Result<OrphanedObjects> find_orphaned(const api::Site& site, const StoredRepository& repository, std::int64_t most)
{
    OrphanedObjects found{.objects = site.db.all<ListedObject>(
                              "SELECT o.oid, c.size, o.created_at FROM lfs_object o JOIN lfs_content c ON c.oid = o.oid"
                              " WHERE o.repository_id = $1 ORDER BY o.created_at, o.oid LIMIT $2",
                              repository.id, most + 1)};
    found.all = std::ssize(found.objects) <= most;
    if (!found.all) found.objects.pop_back();
    for (const auto& storage : {repository.storage, repository.wiki_storage}) {
        if (storage.empty() || found.objects.empty()) continue;
        const auto opened = TRY(site.get<git::Repositories>().open_apart(storage));
        std::erase_if(found.objects, [&](const auto& object) {
            return git::object_info(*opened, name_in_git({.oid = object.oid, .size = object.size})).has_value();
        });
    }
    return found;
}

} // namespace cairn::lfs
