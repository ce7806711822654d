#include "telemetry/exporter.hpp"

#include <algorithm>
#include <cmath>

#include "base/background.hpp"
#include "base/figures.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "http/date.hpp"

namespace cairn::telemetry {

using std::chrono::milliseconds;

namespace {

Counter sent_spans("cairn_tracing_spans_sent_total", "", "Spans that a collector has taken.");
constexpr std::string_view dropped_help =
    "Spans that were dropped: because too many waited, or no collector took them.";
Counter dropped_waiting("cairn_tracing_spans_dropped_total", R"(reason="waiting")", dropped_help);
Counter dropped_sending("cairn_tracing_spans_dropped_total", R"(reason="sending")", dropped_help);
Counter dropped_refused("cairn_tracing_spans_dropped_total", R"(reason="refused")", dropped_help);
Gauge waiting_bytes("cairn_tracing_waiting_bytes", "", "Memory of traces that wait to be sent.");

constexpr std::chrono::minutes told_every{1};
// The most that a collector may have us wait before the next try, whatever it says.
constexpr std::chrono::seconds longest_wish{60};

// The protocol's list. What is refused otherwise is refused again the next time.
bool is_for_now(int status) { return status == 429 || status == 502 || status == 503 || status == 504; }

// All of it at 1, which is no number of 64 bits.
std::uint64_t lot_of(double ratio)
{
    if (ratio >= 1) return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(std::ldexp(ratio, 64));
}

milliseconds wish_of(std::string_view retry_after)
{
    auto seconds = text::parse_integer(retry_after, 0);
    if (!seconds)
        if (const auto date = http::parse_date(retry_after)) seconds = date->seconds - Time::now().seconds;
    return std::clamp<std::chrono::seconds>(std::chrono::seconds(seconds.value_or(0)), std::chrono::seconds(0),
                                            longest_wish);
}

} // namespace

Exporter::Exporter(Options options)
    : options_(std::move(options)), lot_(lot_of(options_.ratio)), client_({.environment_proxy = true}),
      asked_(options_.asked_per_second), thread_([this] { work(); })
{
    install(this);
}

Exporter::~Exporter()
{
    install(nullptr);
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        end_ = Clock::now() + options_.at_the_end;
    }
    hurries_ = true;
    changed_.notify_all();
    thread_.join();
}

bool Exporter::wins_lot() const
{
    return lot_ == std::numeric_limits<std::uint64_t>::max() || tracing::random_number() < lot_;
}

std::shared_ptr<Trace> Exporter::begin_request(std::string_view traceparent, Clock::time_point begin)
{
    const auto parent = traceparent.empty() ? std::nullopt : tracing::read_traceparent(traceparent);
    if (parent && !parent->sampled) return nullptr;
    if (!wins_lot() && !(parent && asked_.take(Clock::now()))) return nullptr;
    return std::make_shared<Trace>(parent, begin);
}

// Whoever has put it was traced, and there were not too many of these.
std::shared_ptr<Trace> Exporter::begin_job(std::string_view cause)
{
    if (cause.empty() && !wins_lot()) return nullptr;
    return std::make_shared<Trace>();
}

void Exporter::take(std::shared_ptr<Trace> trace)
{
    const auto bytes = trace->bytes();
    const auto spans = static_cast<std::int64_t>(1 + trace->spans().size());
    bool room = false;
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        room = bytes_ + bytes <= options_.most_waiting && !stopping_;
        if (room) {
            const bool enough = bytes_ >= options_.message_size;
            wake = waiting_.empty() || (!enough && bytes_ + bytes >= options_.message_size);
            bytes_ += bytes;
            waiting_.push_back(std::move(trace));
        }
    }
    if (room) waiting_bytes.add(static_cast<std::int64_t>(bytes));
    else dropped_waiting.add(spans);
    if (wake) changed_.notify_one();
}

Message Exporter::gather(std::unique_lock<std::mutex>& lock)
{
    Message message(options_.resource);
    while (!waiting_.empty() && message.size() < options_.message_size) {
        const auto trace = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        const auto bytes = trace->bytes();
        message.add(*trace);
        waiting_bytes.add(-static_cast<std::int64_t>(bytes));
        lock.lock();
        bytes_ -= bytes;
    }
    return message;
}

void Exporter::work()
{
    work_in_background();
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
        changed_.wait_for(lock, options_.gather, [&] { return stopping_ || bytes_ >= options_.message_size; });
        if (waiting_.empty()) return; // it stops: nothing else ends the first wait without any
        auto message = gather(lock);
        lock.unlock();
        const auto spans = message.spans();
        send(message.take(), spans);
        lock.lock();
    }
}

Clock::duration Exporter::left() const { return hurries_ ? end_ - Clock::now() : Clock::duration::max(); }

void Exporter::send(std::string message, std::size_t spans)
{
    const auto give_up = Clock::now() + options_.give_up_after;
    auto pause = options_.first_pause;
    for (;;) {
        const auto time = std::min<Clock::duration>(options_.timeout, left());
        if (time <= Clock::duration::zero()) {
            dropped_sending.add(static_cast<std::int64_t>(spans));
            return tell_dropped(spans, "the program ends");
        }
        const auto made = attempt(message, spans, std::chrono::ceil<milliseconds>(time));
        if (made.fate == Fate::sent) {
            if (std::exchange(in_trouble_, false)) log::info("traces are sent again");
            return;
        }
        if (made.fate == Fate::refused) {
            dropped_refused.add(static_cast<std::int64_t>(spans));
            return tell_dropped(spans, made.why);
        }
        // Not all nodes of a site come back at the same moment.
        const auto wait =
            std::max(made.wait, pause * 3 / 4 + pause * static_cast<int>(tracing::random_number() % 512) / 1024);
        if (hurries_ || Clock::now() + wait > give_up) {
            dropped_sending.add(static_cast<std::int64_t>(spans));
            return tell_dropped(spans, made.why);
        }
        pause = std::min(pause * 2, options_.longest_pause);
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, wait, [&] { return stopping_; });
    }
}

Exporter::Attempt Exporter::attempt(const std::string& message, std::size_t spans, milliseconds timeout) const
{
    http::OutgoingRequest call{
        .method = "POST",
        .url = options_.endpoint,
        .headers = options_.headers,
        .body = message,
        .timeout = timeout,
        .connect_timeout = std::chrono::seconds(5),
        .silence = {},
        .most_bytes = 64 << 10,
        .most_kept = 64 << 10,
        .most_redirections = 0, // the headers are for nobody else
    };
    call.headers.emplace_back("Content-Type", "application/json");
    call.headers.emplace_back("User-Agent", "Cairn/" + options_.resource.version);
    // The program does not wait for a collector that does not answer.
    const auto answer = client_.send(call, {.goes_on = [this] { return left() > Clock::duration::zero(); }});
    if (!answer) return {.why = answer.error().message};
    if (answer->status >= 200 && answer->status < 300) {
        const auto rejected = std::min(rejected_spans(answer->body), static_cast<std::int64_t>(spans));
        dropped_refused.add(rejected);
        sent_spans.add(static_cast<std::int64_t>(spans) - rejected);
        return {.fate = Fate::sent};
    }
    return {.fate = is_for_now(answer->status) ? Fate::again : Fate::refused,
            .wait = wish_of(answer->header("Retry-After")),
            .why = "it has answered " + std::to_string(answer->status)};
}

void Exporter::tell_dropped(std::size_t spans, const std::string& why)
{
    const auto now = Clock::now();
    if (in_trouble_ && now - told_ < told_every) return;
    in_trouble_ = true;
    told_ = now;
    log::warn("traces could not be sent and are dropped", {{"spans", spans}, {"error", why}});
}

} // namespace cairn::telemetry
