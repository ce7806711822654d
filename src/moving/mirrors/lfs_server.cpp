#include "mirrors/lfs_server.hpp"

#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "remotes/credentials.hpp"

namespace cairn::mirrors {

using lfs::Pointer;

namespace {

constexpr std::string_view media_type = "application/vnd.git-lfs+json";
constexpr std::int64_t longest_transfer = 6 * 3600; // seconds

struct LfsQuestion {
    std::string operation;
    std::vector<std::string> transfers{"basic"};
    std::vector<Pointer> objects;
};
BOOST_DESCRIBE_STRUCT(LfsQuestion, (), (operation, transfers, objects))

struct LfsAnswer {
    std::vector<LfsObject> objects;
};
BOOST_DESCRIBE_STRUCT(LfsAnswer, (), (objects))

std::string usual_endpoint(const remotes::Address& repository)
{
    auto address = repository.text();
    while (address.ends_with('/')) address.pop_back();
    return address + (address.ends_with(".git") ? "" : ".git") + "/info/lfs";
}

} // namespace

LfsServer::LfsServer(const config::Settings& settings, const remotes::Remote& remote, const std::string& endpoint,
                     std::function<bool()> goes_on)
    : remote_(remote), endpoint_(endpoint.empty() ? usual_endpoint(remote.address) : endpoint),
      goes_on_(std::move(goes_on)), client_(settings)
{
}

Result<LfsServer::Actions> LfsServer::ask(std::string_view operation, std::span<const Pointer> objects) const
{
    const LfsQuestion question{.operation = std::string(operation), .objects = {objects.begin(), objects.end()}};
    const auto place = remotes::parse_remote(endpoint_);
    // What lets us in there is for nobody else.
    const bool is_theirs = place && place->address.scheme == remote_.address.scheme
        && place->address.authority() == remote_.address.authority();
    auto reply =
        client_.get({.url = endpoint_ + "/objects/batch",
                     .headers = {"Accept: " + std::string(media_type), "Content-Type: " + std::string(media_type)},
                     .credentials = is_theirs ? remote_.credentials : remotes::Credentials{},
                     .post = api::to_json(type_of<LfsQuestion>(), &question),
                     .goes_on = goes_on_});
    if (!reply) {
        reply.error().message = remotes::without_secrets(reply.error().message, remote_.credentials);
        return std::unexpected(reply.error());
    }
    LfsAnswer answer;
    if (reply->status != 200 || !api::decode_json(type_of<LfsAnswer>(), reply->body, &answer))
        return fail(Errc::unprocessable,
                    "the other server does not speak of large files: it answers " + std::to_string(reply->status));
    Actions actions;
    for (auto& object : answer.objects) actions.insert_or_assign(object.oid, std::move(object.actions));
    return actions;
}

Result<> LfsServer::act(const LfsAction& action, remotes::Question question) const
{
    question.url = action.href;
    question.goes_on = goes_on_;
    for (const auto& [name, value] : action.header) {
        // How long it is, we know, and say so ourselves.
        const bool is_ours = text::iequals(name, "Transfer-Encoding") || text::iequals(name, "Content-Length");
        if (!is_ours && name.find_first_of("\r\n:") == name.npos && value.find_first_of("\r\n") == value.npos)
            question.headers.push_back(name + ": " + value);
    }
    const auto reply = TRY(client_.get(question));
    if (reply.status >= 200 && reply.status < 300) return {};
    return fail(Errc::unprocessable, "the other server answers " + std::to_string(reply.status) + " to a large file");
}

Result<> LfsServer::download(const LfsAction& action, const Pointer& object,
                             std::function<void(std::string_view)> receive) const
{
    return act(action,
               {.most_bytes = static_cast<std::uint64_t>(object.size),
                .seconds = longest_transfer,
                .receive = std::move(receive)});
}

Result<> LfsServer::upload(const LfsAction& action, const Pointer& object, remotes::Reading read) const
{
    return act(action,
               {.headers = {"Content-Type: application/octet-stream"},
                .seconds = longest_transfer,
                .put = remotes::Sending{.size = static_cast<std::uint64_t>(object.size), .read = std::move(read)}});
}

Result<> LfsServer::verify(const LfsAction& action, const Pointer& object) const
{
    return act(action,
               {.headers = {"Accept: " + std::string(media_type), "Content-Type: " + std::string(media_type)},
                .post = api::to_json(type_of<Pointer>(), &object)});
}

} // namespace cairn::mirrors
