#include "mirrors/large_files.hpp"

#include <map>
#include <set>

#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/all_objects.hpp"
#include "git/objects/new_blobs.hpp"
#include "git/references/snapshot.hpp"
#include "git/store/repositories.hpp"
#include "lfs/pointer_text.hpp"
#include "mirrors/lfs_server.hpp"
#include "remotes/waypoint.hpp"

namespace cairn::mirrors {

using lfs::Pointer;

namespace {

constexpr std::size_t most_pointers = 200'000;
constexpr std::size_t most_noted = 5'000; // of places where a history was: fewer mean only that more is looked at again

class Copying {
public:
    Copying(const api::Site& site, const repositories::StoredRepository& repository, const remotes::Remote& remote,
            const std::string& endpoint, const remotes::Watch& watch)
        : site_(site), repository_(repository), watch_(watch),
          server_(site.settings(), remote, endpoint, [this] { return watch_(progress_); })
    {
    }

    // Of the whole history, or of what is new in it.
    Result<> run(const git::News* news)
    {
        const auto wanted = TRY(missing(news));
        for (std::size_t at = 0; at < wanted.size(); at += asked_at_once) {
            const auto part = std::span(wanted).subspan(at, std::min(asked_at_once, wanted.size() - at));
            const auto asked = TRY(server_.ask("download", part));
            for (const auto& pointer : part) {
                TRY(fetch(pointer, asked));
                progress_.done++;
                if (!watch_(progress_)) return stopped();
            }
        }
        return {};
    }

private:
    static std::unexpected<Error> stopped() { return fail(Errc::conflict, "it was stopped"); }

    bool fits(const Pointer& pointer) const
    {
        const auto largest = site_.settings().server.lfs_max_file_size;
        return largest == 0 || pointer.size <= largest;
    }

    using Found = std::map<std::string, Pointer>;

    Result<Found> find(const git::News* news) const
    {
        Found found;
        bool goes_on = true;
        const std::function<bool(std::string_view)> look = [&](std::string_view text) {
            if (const auto pointer = lfs::pointer_in(text); pointer && fits(*pointer))
                found.emplace(pointer->oid, *pointer);
            goes_on = watch_(progress_);
            return goes_on && found.size() <= most_pointers;
        };
        const auto opened = TRY(site_.get<git::Repositories>().open_apart(repository_.storage));
        const auto looked =
            news != nullptr ? git::for_each_new_blob(*opened, *news, lfs::longest_pointer, look) : Result<>();
        if (news == nullptr || (!looked && looked.error().code == Errc::too_large))
            TRY(git::for_each_blob(*opened, lfs::longest_pointer, look));
        else TRY(looked);
        if (!goes_on) return stopped();
        if (found.size() > most_pointers) return fail(Errc::unprocessable, "the repository has too many large files");
        return found;
    }

    Result<std::vector<Pointer>> missing(const git::News* news)
    {
        auto found = TRY(find(news));
        std::vector<Pointer> wanted;
        for (auto& [oid, pointer] : found)
            if (!lfs::find_object(site_.db, repository_.id, oid)) wanted.push_back(std::move(pointer));
        progress_.total = static_cast<std::int64_t>(wanted.size());
        return wanted;
    }

    Result<> fetch(const Pointer& pointer, const LfsServer::Actions& asked) const
    {
        const auto found = asked.find(pointer.oid);
        const auto* action =
            found != asked.end() && found->second.contains("download") ? &found->second.at("download") : nullptr;
        if (action == nullptr) {
            log::info("the other server does not have a large file",
                      {{"repository", repository_.id}, {"object", pointer.oid}});
            return {};
        }
        remotes::Waypoint file;
        TRY(server_.download(*action, pointer, [&](std::string_view bytes) { file.write(bytes); }));
        file.rewind();
        return lfs::receive_object(site_, repository_.id, pointer,
                                   [&](std::span<char> into) { return file.read(into); });
    }

    const api::Site& site_;
    const repositories::StoredRepository& repository_;
    const remotes::Watch& watch_;
    remotes::Progress progress_{.stage = "large files"};
    LfsServer server_;
};

// Where nobody could fetch them, nobody needs them.
bool can_be_had(const api::Site& site, const remotes::Remote& remote, const std::string& endpoint)
{
    return site.settings().server.lfs_start_server && (remote.address.scheme != "git" || !endpoint.empty());
}

Result<git::Snapshot> snapshot_of(const api::Site& site, const repositories::StoredRepository& repository)
{
    return git::take_snapshot(*TRY(site.get<git::Repositories>().open(repository.storage)));
}

std::string note(const git::Snapshot& snapshot)
{
    std::set<git::ObjectId> noted;
    std::string text;
    for (const auto& [name, id] : snapshot) {
        if (noted.size() == most_noted) break;
        if (noted.insert(id).second) text += id.hex() + "\n";
    }
    return text;
}

} // namespace

Result<> copy_large_files(const api::Site& site, const repositories::StoredRepository& repository,
                          const remotes::Remote& remote, const std::string& endpoint, const remotes::Watch& watch)
{
    if (!can_be_had(site, remote, endpoint)) return {};
    return Copying(site, repository, remote, endpoint, watch).run(nullptr);
}

void follow_large_files(db::Transaction& tx, std::int64_t repository_id, const std::string& endpoint, bool complete)
{
    tx.run("INSERT INTO pull_mirror_lfs (repository_id, endpoint, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
           repository_id, endpoint, complete ? std::nullopt : std::optional<std::string>(""));
}

Result<std::optional<LargeFiles>> expect_large_files(const api::Site& site,
                                                     const repositories::StoredRepository& repository)
{
    auto expected = site.db.first<LargeFiles>("SELECT endpoint, since FROM pull_mirror_lfs WHERE repository_id = $1",
                                              repository.id);
    if (!expected || expected->since) return expected;
    expected->since = note(TRY(snapshot_of(site, repository)));
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE pull_mirror_lfs SET since = $2 WHERE repository_id = $1", repository.id, *expected->since);
    });
    return expected;
}

Result<> fetch_large_files(const api::Site& site, const repositories::StoredRepository& repository,
                           const remotes::Remote& remote, const LargeFiles& expected, const remotes::Watch& watch)
{
    // Who switches LFS on later has not missed anything.
    if (!can_be_had(site, remote, expected.endpoint)) return {};
    git::News news;
    for (const auto& [name, id] : TRY(snapshot_of(site, repository))) news.tips.push_back(id);
    const auto since = expected.since.value_or("");
    for (const auto line : text::split_list(since, '\n'))
        if (const auto id = git::ObjectId::parse(line)) news.known.push_back(*id);
    TRY(Copying(site, repository, remote, expected.endpoint, watch).run(news.known.empty() ? nullptr : &news));
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE pull_mirror_lfs SET since = NULL WHERE repository_id = $1", repository.id);
    });
    return {};
}

} // namespace cairn::mirrors
