#include "http/outgoing_calls.hpp"

#include <map>
#include <new>
#include <stdexcept>

#include "http/curl.hpp"
#include "http/exchange.hpp"

namespace cairn::http {

namespace {

const OutgoingStreams no_streams;

struct CloseMulti {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

} // namespace

struct OutgoingCalls::Call {
    Call(const OutgoingRules& rules, std::int64_t caller_id, OutgoingRequest request)
        : id(caller_id), exchange(rules, std::move(request), no_streams, curl)
    {
    }

    std::int64_t id;
    Curl curl;
    Exchange exchange;
};

struct OutgoingCalls::State {
    explicit State(OutgoingRules given) : rules(std::move(given))
    {
        start_curl();
        multi.reset(curl_multi_init());
        if (!multi) throw std::bad_alloc();
    }

    OutgoingRules rules;
    std::unique_ptr<CURLM, CloseMulti> multi;
    std::map<CURL*, std::unique_ptr<Call>> calls;
    std::vector<Finished> over;

    void start(std::unique_ptr<Call> call)
    {
        if (auto ready = call->exchange.prepare(); !ready) return end(*call, std::unexpected(std::move(ready.error())));
        if (curl_multi_add_handle(multi.get(), call->curl.get()) != CURLM_OK)
            throw std::runtime_error("libcurl takes no further call");
        auto* const handle = call->curl.get();
        calls.emplace(handle, std::move(call));
    }

    void end(const Call& call, Result<OutgoingResponse> outcome)
    {
        over.push_back({.id = call.id, .outcome = std::move(outcome), .duration = call.exchange.elapsed()});
    }

    void collect()
    {
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const auto code = message->data.result;
            auto* const handle = message->easy_handle;
            curl_multi_remove_handle(multi.get(), handle); // the message is gone with it
            auto call = std::move(calls.extract(handle).mapped());
            if (auto outcome = call->exchange.finish(code)) end(*call, std::move(*outcome));
            else start(std::move(call));
        }
    }
};

OutgoingCalls::OutgoingCalls(OutgoingRules rules) : state_(std::make_unique<State>(std::move(rules))) { }

OutgoingCalls::~OutgoingCalls()
{
    for (const auto& [handle, call] : state_->calls) curl_multi_remove_handle(state_->multi.get(), handle);
    state_->calls.clear();
}

void OutgoingCalls::begin(std::int64_t id, OutgoingRequest request)
{
    state_->start(std::make_unique<Call>(state_->rules, id, std::move(request)));
}

std::size_t OutgoingCalls::under_way() const { return state_->calls.size() + state_->over.size(); }

std::vector<OutgoingCalls::Finished> OutgoingCalls::work(std::chrono::milliseconds at_most)
{
    const auto perform = [&] {
        int running = 0;
        curl_multi_perform(state_->multi.get(), &running);
        state_->collect();
    };
    perform();
    if (state_->over.empty()) {
        curl_multi_poll(state_->multi.get(), nullptr, 0, static_cast<int>(at_most.count()), nullptr);
        perform();
    }
    return std::exchange(state_->over, {});
}

void OutgoingCalls::wake() { curl_multi_wakeup(state_->multi.get()); }

} // namespace cairn::http
