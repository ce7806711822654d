#include "migrations/source.hpp"

#include <thread>

#include "base/text.hpp"
#include "http/url.hpp"
#include "remotes/credentials.hpp"

namespace cairn::migrations {

namespace {

constexpr std::uint64_t largest_answer = 64ULL << 20;

bool is_worth_another_try(const Result<remotes::Reply>& reply)
{
    if (!reply) return reply.error().code == Errc::unavailable;
    return reply->status == 429 || reply->status >= 500;
}

} // namespace

Result<Source> Source::of(const config::Settings& settings, const remotes::Remote& remote,
                          std::function<bool()> goes_on)
{
    std::string_view path = remote.address.path;
    while (path.ends_with('/')) path.remove_suffix(1);
    if (path.ends_with(".git")) path.remove_suffix(4);
    const auto name = path.rfind('/');
    const auto owner = name == path.npos || name == 0 ? path.npos : path.rfind('/', name - 1);
    if (owner == path.npos || remote.address.scheme == "git")
        return fail(Errc::unprocessable, "the address must end in the repository's owner and name");
    // A server may be below another path than the root.
    auto server = remote.address;
    server.path = path.substr(0, owner);
    return Source(settings, remote, server.text() + "/api/v1", path.substr(owner), std::move(goes_on));
}

std::vector<std::string> Source::headers() const
{
    std::vector<std::string> headers{"Accept: application/json"};
    if (remote_.credentials.name == "oauth2") headers.push_back("Authorization: token " + remote_.credentials.secret);
    return headers;
}

Result<SourceUser> Source::user(const std::string& login) const
{
    const auto reply = TRY(ask(api_ + "/users/" + http::encode_path_segment(login)));
    SourceUser user;
    TRY(understand(type_of<SourceUser>(), reply.body, &user));
    return user;
}

Result<remotes::Reply> Source::ask(const std::string& url) const
{
    const bool has_token = remote_.credentials.name == "oauth2";
    const remotes::Question question{.url = url,
                                     .headers = headers(),
                                     .credentials = has_token ? remotes::Credentials{} : remote_.credentials,
                                     .most_bytes = largest_answer,
                                     .seconds = 120,
                                     .goes_on = goes_on_};
    auto reply = client_.get(question);
    for (std::int64_t tries = 1; tries < settings_.max_attempts && is_worth_another_try(reply); ++tries) {
        std::this_thread::sleep_for(std::chrono::seconds(settings_.retry_backoff));
        reply = client_.get(question);
    }
    if (!reply) {
        reply.error().message = remotes::without_secrets(reply.error().message, remote_.credentials);
        return reply;
    }
    if (reply->status == 404) return not_found("the other server's answer");
    if (reply->status != 200)
        return fail(reply->status == 403 ? Errc::forbidden : Errc::unprocessable,
                    "the other server's API answers " + std::to_string(reply->status) + " to "
                        + url.substr(0, url.find('?')));
    return reply;
}

Result<> Source::understand(const Type& type, const std::string& json, void* into)
{
    auto read = api::decode_json(type, json, into);
    if (read) return {};
    return fail(Errc::unprocessable,
                "the other server's API answers something else than expected: " + read.error().message);
}

std::int64_t Source::count(const std::string& total) { return text::parse_integer(total, 0).value_or(0); }

Result<> Source::download(const std::string& url, std::uint64_t most_bytes,
                          const std::function<void(std::string_view)>& receive) const
{
    const auto file = remotes::parse_remote(url.substr(0, url.find('?')));
    const bool is_theirs = file && file->address.authority() == remote_.address.authority()
        && file->address.scheme == remote_.address.scheme;
    remotes::Question question{
        .url = url, .most_bytes = most_bytes, .seconds = 3600, .goes_on = goes_on_, .receive = receive};
    if (is_theirs && remote_.credentials.name == "oauth2") question.headers = headers();
    else if (is_theirs) question.credentials = remote_.credentials;
    const auto reply = TRY(client_.get(question));
    if (reply.status == 200) return {};
    const bool is_kept_from_us =
        reply.status == 401 || reply.status == 403 || reply.status == 404 || reply.status == 410;
    return fail(is_kept_from_us ? Errc::not_found : Errc::unprocessable,
                "the other server answers " + std::to_string(reply.status));
}

} // namespace cairn::migrations
