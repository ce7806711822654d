#include "remotes/client.hpp"

#include <stdexcept>

#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::remotes {

namespace {

http::OutgoingRules rules(const config::Settings& settings, Hosts hosts)
{
    http::OutgoingRules made{.hosts = std::move(hosts), .verify_tls = !settings.migrations.skip_tls_verify};
    if (!settings.proxy.proxy_enabled) return made;
    try {
        made.proxy = http::OutgoingProxy(settings.proxy.proxy_url, settings.proxy.proxy_hosts);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("[proxy] ") + error.what());
    }
    return made;
}

http::OutgoingRequest request_for(const Question& question)
{
    http::OutgoingRequest request{
        .method = question.put      ? "PUT"
            : question.post.empty() ? "GET"
                                    : "POST",
        .url = question.url,
        .headers = {{"User-Agent", "git/2 (cairn)"}},
        .body = question.post,
        .user = question.credentials.name,
        .password = question.credentials.secret,
        .timeout = std::chrono::seconds(question.seconds),
        .most_bytes = question.only_head ? 0 : question.most_bytes,
        .most_kept = question.only_head ? 0 : question.most_bytes,
    };
    for (const std::string_view line : question.headers) {
        const auto colon = line.find(':');
        request.headers.emplace_back(line.substr(0, colon),
                                     colon == line.npos ? "" : text::trim(line.substr(colon + 1)));
    }
    return request;
}

} // namespace

Client::Client(const config::Settings& settings) : Client(settings, Hosts(settings.migrations)) { }

Client::Client(const config::Settings& settings, Hosts hosts) : client_(rules(settings, std::move(hosts))) { }

Result<Reply> Client::get(const Question& question) const
{
    auto asked = client_.send(request_for(question),
                              {.upload = question.put, .receive = question.receive, .goes_on = question.goes_on});
    if (!asked && asked.error().code == Errc::unavailable)
        asked.error().message = "the server does not answer: " + asked.error().message;
    auto answer = TRY(std::move(asked));
    if (!answer.onward.empty())
        return fail(Errc::unavailable, "the server leads from one place to the next without an end");
    if (answer.cut_off && !question.only_head) return fail(Errc::too_large, "the server's answer is too large");
    return Reply{.status = answer.status,
                 .url = std::move(answer.url),
                 .ip = std::move(answer.ip),
                 .proxy = std::move(answer.proxy),
                 .type = std::string(answer.header("Content-Type")),
                 .total = std::string(answer.header("X-Total-Count")),
                 .body = std::move(answer.body)};
}

Result<> Client::check(const Address& address) const
{
    return client_.rules().check(address.host, address.port, address.scheme != "git");
}

Result<std::vector<std::string>> Client::resolve(const std::string& host, std::uint16_t port) const
{
    return client_.rules().resolve(host, port);
}

} // namespace cairn::remotes
