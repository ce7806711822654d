#include "live/hub.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace cairn::live {

namespace {

// How long a browser waits before it connects again, and what keeps everybody on the way awake.
constexpr std::string_view greeting = "retry: 5000\n\n";
const http::OpenBody::Beat still_here{.text = ":\n\n"};

std::string event(std::string_view name, std::string_view data)
{
    std::string text = "event: ";
    text.append(name).append("\ndata: ");
    // A line break would end the event's line.
    for (const char c : data) text += c == '\n' || c == '\r' ? ' ' : c;
    return text += "\n\n";
}

} // namespace

Listener::Listener(Hub& hub, std::int64_t account_id, std::int64_t session_id, std::vector<Topic> topics)
    : OpenBody(still_here), hub_(hub), account_id_(account_id), session_id_(session_id), topics_(std::move(topics))
{
}

Listener::~Listener() { hub_.forget(*this); }

Hub::Hub(Limits limits) : limits_(limits) { }
Hub::~Hub() { stop(); }

void Hub::add(std::string_view kind, Tell tell) { tells_.emplace(kind, std::move(tell)); }

void Hub::ask_for_sessions(std::function<std::vector<Key>(const std::vector<Key>&)> over) { over_ = std::move(over); }

void Hub::start()
{
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Hub::stop() { thread_ = {}; }

Result<std::shared_ptr<Listener>> Hub::listen(std::int64_t account_id, std::int64_t session_id,
                                              std::vector<Topic> topics)
{
    std::shared_ptr<Listener> listener;
    {
        const std::scoped_lock lock(mutex_);
        if (count_ >= limits_.in_all) return fail(Errc::unavailable, "too many listen at the moment");
        if (by_account_[account_id] >= limits_.of_one)
            return fail(Errc::too_many_requests, "you listen in too many places already");
        listener.reset(new Listener(*this, account_id, session_id, std::move(topics)));
        ++count_;
        ++by_account_[account_id];
        for (const auto& topic : listener->topics_) listeners_[topic].push_back(listener);
    }
    // It hears of changes from now on; what was before them is told before them.
    std::string state(greeting);
    for (const auto& topic : listener->topics_)
        if (const auto tell = tells_.find(topic.kind); tell != tells_.end())
            for (const auto& [key, data] : tell->second({topic.key})) state += event(topic.kind, data);
    listener->write_first(state);
    return listener;
}

void Hub::changed(const Topic& topic)
{
    if (relay_) relay_(topic);
    heard(topic);
}

void Hub::heard(const Topic& topic)
{
    const std::scoped_lock lock(mutex_);
    const auto listeners = listeners_.find(topic);
    if (listeners == listeners_.end()) return; // most people do not look at the moment
    changed_.insert(listeners->first);         // whose word for its kind lasts
    woken_.notify_one();
}

void Hub::missed()
{
    const std::scoped_lock lock(mutex_);
    for (const auto& [topic, listeners] : listeners_) changed_.insert(topic);
    woken_.notify_one();
}

void Hub::end_session(std::int64_t session_id)
{
    if (session_id == 0) return;
    end([session_id](const Listener& listener) { return listener.session_id_ == session_id; });
}

std::size_t Hub::size() const
{
    const std::scoped_lock lock(mutex_);
    return count_;
}

void Hub::run(const std::stop_token& stop)
{
    auto check_at = std::chrono::steady_clock::now() + limits_.check;
    while (!stop.stop_requested()) {
        std::set<Topic> topics;
        {
            std::unique_lock lock(mutex_);
            woken_.wait_until(lock, stop, check_at, [this] { return !changed_.empty(); });
            topics.swap(changed_);
        }
        try {
            if (!topics.empty()) tell(topics);
            if (std::chrono::steady_clock::now() >= check_at) {
                check_at = std::chrono::steady_clock::now() + limits_.check;
                end_those_signed_out();
            }
        } catch (const std::exception& e) {
            log::error("what has changed could not be told", {{"error", e.what()}});
        }
        // What changes meanwhile is told together.
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, stop, limits_.pause, [] { return false; });
    }
}

void Hub::tell(const std::set<Topic>& topics)
{
    std::map<std::string_view, std::vector<Key>> by_kind;
    for (const auto& topic : topics) by_kind[topic.kind].push_back(topic.key);
    for (const auto& [kind, keys] : by_kind) {
        const auto tell = tells_.find(kind);
        if (tell == tells_.end()) continue;
        for (const auto& [key, data] : tell->second(keys)) {
            const auto text = event(kind, data);
            for (const auto& listener : those_who_hear({kind, key})) listener->write(text);
        }
    }
}

void Hub::end_those_signed_out()
{
    if (!over_) return;
    std::set<Key> sessions;
    for (const auto& listener : all())
        if (listener->session_id_ != 0) sessions.insert(listener->session_id_);
    if (sessions.empty()) return;
    const auto gone = over_({sessions.begin(), sessions.end()});
    if (gone.empty()) return;
    end([&](const Listener& listener) { return std::ranges::find(gone, listener.session_id_) != gone.end(); });
}

std::vector<std::shared_ptr<Listener>> Hub::those_who_hear(const Topic& topic) const
{
    std::vector<std::shared_ptr<Listener>> found;
    const std::scoped_lock lock(mutex_);
    if (const auto listeners = listeners_.find(topic); listeners != listeners_.end())
        for (const auto& weak : listeners->second)
            if (auto listener = weak.lock()) found.push_back(std::move(listener));
    return found;
}

std::vector<std::shared_ptr<Listener>> Hub::all() const
{
    std::vector<std::shared_ptr<Listener>> found;
    const std::scoped_lock lock(mutex_);
    for (const auto& [topic, listeners] : listeners_)
        for (const auto& weak : listeners)
            if (auto listener = weak.lock()) found.push_back(std::move(listener));
    return found;
}

void Hub::end(const std::function<bool(const Listener&)>& which)
{
    for (const auto& listener : all())
        if (which(*listener)) {
            listener->write(event("logout", "{}"));
            listener->end();
        }
}

// The weak pointer to it has expired by now.
void Hub::forget(const Listener& listener)
{
    const std::scoped_lock lock(mutex_);
    --count_;
    if (const auto found = by_account_.find(listener.account_id_); found != by_account_.end() && --found->second == 0)
        by_account_.erase(found);
    for (const auto& topic : listener.topics_) {
        const auto found = listeners_.find(topic);
        if (found == listeners_.end()) continue;
        std::erase_if(found->second, [](const auto& weak) { return weak.expired(); });
        if (found->second.empty()) listeners_.erase(found);
    }
}

} // namespace cairn::live
