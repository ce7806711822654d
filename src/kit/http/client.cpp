#include "http/client.hpp"

#include <mutex>
#include <vector>

#include "base/spending.hpp"
#include "base/text.hpp"
#include "http/curl.hpp"
#include "http/exchange.hpp"

namespace cairn::http {

namespace {

constexpr std::size_t most_idle = 32;

} // namespace

std::string_view OutgoingResponse::header(std::string_view name) const
{
    std::string_view found;
    for (const auto line : text::split(headers, '\n')) {
        const auto colon = line.find(':');
        if (colon != line.npos && text::iequals(line.substr(0, colon), name))
            found = text::trim(line.substr(colon + 1));
    }
    return found;
}

class Client::Idle {
public:
    Curl take()
    {
        const std::lock_guard lock(mutex_);
        if (handles_.empty()) return {};
        auto handle = std::move(handles_.back());
        handles_.pop_back();
        return handle;
    }

    void give_back(Curl handle)
    {
        handle.reset(); // it must not point to what is gone
        const std::lock_guard lock(mutex_);
        if (handles_.size() < most_idle) handles_.push_back(std::move(handle));
    }

private:
    std::mutex mutex_;
    std::vector<Curl> handles_;
};

Client::Client(OutgoingRules rules) : rules_(std::move(rules)), idle_(std::make_unique<Idle>()) { }

Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

std::string host_and_port(std::string_view url)
{
    const auto begin = url.find("://");
    if (begin == url.npos) return {};
    auto host = url.substr(begin + 3);
    host = host.substr(0, host.find_first_of("/?#\\"));
    if (const auto at = host.rfind('@'); at != host.npos) host.remove_prefix(at + 1);
    return text::to_lower(host);
}

Result<OutgoingResponse> Client::send(const OutgoingRequest& request, const OutgoingStreams& streams) const
{
    Step step(request.method, {.kind = Step::Kind::call});
    auto answer = send_now(request, streams);
    step.set_host(host_and_port(request.url));
    if (answer) step.set_number(answer->status);
    if (!answer || answer->status >= 400) step.fail();
    return answer;
}

Result<OutgoingResponse> Client::send_now(const OutgoingRequest& request, const OutgoingStreams& streams) const
{
    // Given back only after a good end: a handle with which something went wrong has nothing to keep.
    auto curl = rules_.hosts ? Curl() : idle_->take();
    std::optional<Result<OutgoingResponse>> over;
    {
        Exchange exchange(rules_, request, streams, curl);
        while (!over) {
            TRY(exchange.prepare());
            over = exchange.finish(curl_easy_perform(curl.get()));
        }
    }
    if (!rules_.hosts && *over) idle_->give_back(std::move(curl));
    return std::move(*over);
}

} // namespace cairn::http
