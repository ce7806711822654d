#include "migrations/large_files.hpp"

#include <map>

#include "api/codec.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/all_objects.hpp"
#include "git/repositories.hpp"
#include "lfs/pointer_text.hpp"
#include "migrations/waypoint.hpp"
#include "remotes/client.hpp"
#include "remotes/credentials.hpp"

namespace cairn::migrations {

using lfs::Pointer;

namespace {

constexpr std::string_view media_type = "application/vnd.git-lfs+json";
constexpr std::size_t most_pointers = 200'000;
constexpr std::size_t asked_at_once = 50;

struct LfsQuestion {
    std::string operation = "download";
    std::vector<std::string> transfers{"basic"};
    std::vector<Pointer> objects;
};
BOOST_DESCRIBE_STRUCT(LfsQuestion, (), (operation, transfers, objects))

struct LfsAction {
    std::string href;
    std::map<std::string, std::string> header;
};
BOOST_DESCRIBE_STRUCT(LfsAction, (), (href, header))

struct LfsObject {
    std::string oid;
    std::map<std::string, LfsAction> actions;
};
BOOST_DESCRIBE_STRUCT(LfsObject, (), (oid, actions))

struct LfsAnswer {
    std::vector<LfsObject> objects;
};
BOOST_DESCRIBE_STRUCT(LfsAnswer, (), (objects))

class Copying {
public:
    Copying(const api::Site& site, const repositories::StoredRepository& repository, const remotes::Remote& remote,
            std::string endpoint, const remotes::Watch& watch)
        : site_(site), repository_(repository), remote_(remote), endpoint_(std::move(endpoint)), watch_(watch),
          client_(site.settings.migrations)
    {
        if (!endpoint_.empty()) return;
        auto address = remote.address.text();
        while (address.ends_with('/')) address.pop_back();
        endpoint_ = address + (address.ends_with(".git") ? "" : ".git") + "/info/lfs";
    }

    Result<> run()
    {
        const auto wanted = TRY(missing());
        for (std::size_t at = 0; at < wanted.size(); at += asked_at_once) {
            const auto part = std::span(wanted).subspan(at, std::min(asked_at_once, wanted.size() - at));
            const auto answer = TRY(ask(part));
            for (const auto& pointer : part) {
                TRY(fetch(pointer, answer));
                progress_.done++;
                if (!watch_(progress_)) return fail(Errc::conflict, "it was stopped");
            }
        }
        return {};
    }

private:
    bool fits(const Pointer& pointer) const
    {
        const auto largest = site_.settings.server.lfs_max_file_size;
        return largest == 0 || pointer.size <= largest;
    }

    Result<std::vector<Pointer>> missing()
    {
        std::map<std::string, Pointer> found;
        {
            const auto opened = TRY(site_.open_repositories.open_apart(repository_.storage));
            TRY(git::for_each_blob(*opened, lfs::longest_pointer, [&](std::string_view text) {
                if (const auto pointer = lfs::pointer_in(text); pointer && fits(*pointer))
                    found.emplace(pointer->oid, *pointer);
                return found.size() <= most_pointers;
            }));
        }
        if (found.size() > most_pointers) return fail(Errc::unprocessable, "the repository has too many large files");
        std::vector<Pointer> wanted;
        for (auto& [oid, pointer] : found)
            if (!lfs::find_object(site_.db, repository_.id, oid)) wanted.push_back(std::move(pointer));
        progress_.total = static_cast<std::int64_t>(wanted.size());
        return wanted;
    }

    Result<LfsAnswer> ask(std::span<const Pointer> part) const
    {
        const LfsQuestion question{.objects = {part.begin(), part.end()}};
        const auto place = remotes::parse_remote(endpoint_);
        // What lets us in there is for nobody else.
        const bool is_theirs = place && place->address.scheme == remote_.address.scheme
            && place->address.authority() == remote_.address.authority();
        auto reply =
            client_.get({.url = endpoint_ + "/objects/batch",
                         .headers = {"Accept: " + std::string(media_type), "Content-Type: " + std::string(media_type)},
                         .credentials = is_theirs ? remote_.credentials : remotes::Credentials{},
                         .post = api::to_json(type_of<LfsQuestion>(), &question),
                         .goes_on = [this] { return watch_(progress_); }});
        if (!reply) {
            reply.error().message = remotes::without_secrets(reply.error().message, remote_.credentials);
            return std::unexpected(reply.error());
        }
        LfsAnswer answer;
        if (reply->status != 200 || !api::decode_json(type_of<LfsAnswer>(), reply->body, &answer))
            return fail(Errc::unprocessable,
                        "the other server does not give its large files: it answers " + std::to_string(reply->status));
        return answer;
    }

    Result<> fetch(const Pointer& pointer, const LfsAnswer& answer) const
    {
        const LfsAction* action = nullptr;
        for (const auto& object : answer.objects)
            if (const auto found = object.actions.find("download");
                object.oid == pointer.oid && found != object.actions.end())
                action = &found->second;
        if (action == nullptr) {
            log::info("the other server does not have a large file",
                      {{"repository", repository_.id}, {"object", pointer.oid}});
            return {};
        }
        Waypoint file;
        remotes::Question question{.url = action->href,
                                   .most_bytes = static_cast<std::uint64_t>(pointer.size),
                                   .seconds = 6 * 3600,
                                   .goes_on = [this] { return watch_(progress_); },
                                   .receive = [&](std::string_view bytes) { file.write(bytes); }};
        for (const auto& [name, value] : action->header)
            if (name.find_first_of("\r\n:") == name.npos && value.find_first_of("\r\n") == value.npos)
                question.headers.push_back(name + ": " + value);
        const auto reply = TRY(client_.get(question));
        if (reply.status != 200)
            return fail(Errc::unprocessable,
                        "the other server answers " + std::to_string(reply.status) + " to a large file");
        file.rewind();
        return lfs::receive_object(site_, repository_.id, pointer,
                                   [&](std::span<char> into) { return file.read(into); });
    }

    const api::Site& site_;
    const repositories::StoredRepository& repository_;
    const remotes::Remote& remote_;
    std::string endpoint_;
    const remotes::Watch& watch_;
    remotes::Client client_;
    remotes::Progress progress_{.stage = "large files"};
};

} // namespace

Result<> copy_large_files(const api::Site& site, const repositories::StoredRepository& repository,
                          const remotes::Remote& remote, const std::string& endpoint, const remotes::Watch& watch)
{
    // Where nobody could fetch them, nobody needs them.
    if (!site.settings.server.lfs_start_server || (remote.address.scheme == "git" && endpoint.empty())) return {};
    return Copying(site, repository, remote, endpoint, watch).run();
}

} // namespace cairn::migrations
