#include "webhooks/transfers.hpp"

namespace cairn::webhooks {

namespace {

constexpr std::uint64_t most_kept = 64UL * 1024;
constexpr std::uint64_t most_read = 8UL * 1024 * 1024;

// Whoever answers at too great length, or leads on and on, has answered.
CallOutcome outcome_of(http::OutgoingCalls::Finished finished)
{
    CallOutcome outcome{.duration = finished.duration};
    if (auto& answer = finished.outcome) {
        outcome.status = answer->status;
        outcome.headers = std::move(answer->headers);
        outcome.body = std::move(answer->body);
    } else if (finished.outcome.error().code == Errc::forbidden) {
        outcome.error = "[webhook] ALLOWED_HOST_LIST does not have the address";
    } else {
        outcome.error = std::move(finished.outcome.error().message);
    }
    return outcome;
}

} // namespace

Transfers::Transfers(Options options)
    : timeout_(options.timeout),
      calls_({.hosts = std::move(options.hosts), .proxy = std::move(options.proxy), .verify_tls = options.verify_tls})
{
}

void Transfers::begin(std::int64_t id, OutgoingCall call)
{
    if (!call.authorization.empty()) call.headers.emplace_back("Authorization", std::move(call.authorization));
    calls_.begin(id,
                 {.method = std::move(call.method),
                  .url = std::move(call.url),
                  .headers = std::move(call.headers),
                  .body = std::move(call.body),
                  .timeout = timeout_,
                  .connect_timeout = {},
                  .silence = {},
                  .most_bytes = most_read,
                  .most_kept = most_kept});
}

std::size_t Transfers::under_way() const { return calls_.under_way(); }

std::vector<std::pair<std::int64_t, CallOutcome>> Transfers::work(std::chrono::milliseconds at_most)
{
    std::vector<std::pair<std::int64_t, CallOutcome>> over;
    for (auto& finished : calls_.work(at_most)) {
        const auto id = finished.id;
        over.emplace_back(id, outcome_of(std::move(finished)));
    }
    return over;
}

void Transfers::wake() { calls_.wake(); }

} // namespace cairn::webhooks
