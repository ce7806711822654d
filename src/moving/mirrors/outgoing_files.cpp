#include "mirrors/outgoing_files.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mirrors/lfs_server.hpp"

namespace cairn::mirrors {

using lfs::Pointer;
using lfs::StoredObject;

namespace {

constexpr std::uint64_t piece = 1U << 20U;

std::vector<StoredObject> next_objects(db::Queries& db, std::int64_t repository_id, Time since,
                                       const std::string& after)
{
    return db.all<StoredObject>("SELECT c.oid, c.uuid, c.size, TRUE AS here, TRUE AS readable FROM lfs_object o"
                                " JOIN lfs_content c ON c.oid = o.oid WHERE o.repository_id = $1 AND o.created_at >= $2"
                                " AND o.oid > $3 ORDER BY o.oid LIMIT $4",
                                repository_id, since, after, static_cast<std::int64_t>(asked_at_once));
}

// Gives the bytes from any place on: whoever sends them may have to begin anew.
remotes::Reading reading(const api::Site& site, const StoredObject& object)
{
    return [&site, &object, held = std::string(), begin = std::uint64_t{}](std::uint64_t offset,
                                                                           std::span<char> into) mutable {
        if (offset < begin || offset >= begin + held.size()) {
            held = lfs::read_object(site, object, {.offset = offset, .length = piece}).value_or("");
            begin = offset;
        }
        const auto count = std::min(into.size(), held.size() - static_cast<std::size_t>(offset - begin));
        std::copy_n(held.begin() + static_cast<std::ptrdiff_t>(offset - begin), count, into.begin());
        return count;
    };
}

Result<> send(const api::Site& site, const LfsServer& server, const StoredObject& object,
              const LfsServer::Actions& asked)
{
    const auto found = asked.find(object.oid);
    if (found == asked.end()) return {};
    const auto& actions = found->second;
    const auto upload = actions.find("upload");
    if (upload == actions.end()) return {}; // it has that one
    const Pointer pointer{.oid = object.oid, .size = object.size};
    TRY(server.upload(upload->second, pointer, reading(site, object)));
    if (const auto verify = actions.find("verify"); verify != actions.end())
        TRY(server.verify(verify->second, pointer));
    return {};
}

} // namespace

Result<std::int64_t> send_large_files(const api::Site& site, const repositories::StoredRepository& repository,
                                      const remotes::Remote& remote, Time since, const remotes::Watch& watch)
{
    std::int64_t looked_at = 0;
    // A server of git's own protocol says nothing of where its large files are.
    if (!site.settings().server.lfs_start_server || remote.address.scheme == "git") return looked_at;
    remotes::Progress progress{.stage = "large files"};
    const auto goes_on = [&] { return !watch || watch(progress); };
    const LfsServer server(site.settings(), remote, {}, goes_on);
    std::string after;
    for (auto objects = next_objects(site.db, repository.id, since, after); !objects.empty();
         objects = next_objects(site.db, repository.id, since, after)) {
        std::vector<Pointer> pointers;
        for (const auto& object : objects) pointers.push_back({.oid = object.oid, .size = object.size});
        const auto asked = TRY(server.ask("upload", pointers));
        for (const auto& object : objects) {
            TRY(send(site, server, object, asked));
            progress.done = ++looked_at;
            if (!goes_on()) return fail(Errc::conflict, "it was stopped");
        }
        after = objects.back().oid;
    }
    return looked_at;
}

} // namespace cairn::mirrors
