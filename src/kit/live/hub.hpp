// The hub: who is told of what changes while they look at a page.
//
// A listener is an open answer (http/open_body.hpp) that wants to hear of some topics: a kind, such as the number of
// unread notifications, and the key of what it is about, such as an account. Whoever changes something says that it has
// changed, after the commit, and no more; what is told is how it is then, read by the kind's own function. So an event
// is a state and not a step: who connects late, or again, is told the state at once and has missed nothing, several
// changes are told as one, and they can come from elsewhere (see Hub::relay).
//
// Costs: a listener is a connection without a thread. One thread of the hub's own tells all of them, at most every
// `Limits::pause`, with one call of a kind's function for all keys that have changed.
//
// Threads: any may call. Lifetime: it outlives the server whose answers its listeners are.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "http/open_body.hpp"

namespace cairn::live {

class Hub;

using Key = std::int64_t;

struct Topic {
    std::string_view kind; // a literal: the name of the event
    Key key = 0;

    auto operator<=>(const Topic&) const = default;
};

// How each of these is now: text for one line of an event, JSON mostly. Of those that are not there nothing is told.
using Tell = std::function<std::map<Key, std::string>(const std::vector<Key>&)>;

// Whoever listens. Leaves the hub when the connection lets go of it.
class Listener final : public http::OpenBody {
public:
    ~Listener() override;

private:
    friend class Hub;
    Listener(Hub& hub, std::int64_t account_id, std::int64_t session_id, std::vector<Topic> topics);

    Hub& hub_;
    const std::int64_t account_id_;
    const std::int64_t session_id_;
    const std::vector<Topic> topics_;
};

struct Limits {
    std::size_t in_all = 4096;
    std::size_t of_one = 16; // of one account
    std::chrono::milliseconds pause{50};
    std::chrono::milliseconds check{10'000}; // so often the hub asks whose session is over
};

class Hub {
public:
    explicit Hub(Limits limits = {});
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    // While the program starts. `over`: which of these sessions are over.
    void add(std::string_view kind, Tell tell);
    void ask_for_sessions(std::function<std::vector<Key>(const std::vector<Key>&)> over);
    // Where changes are to be told beyond this process: a site of several processes hands each of them on, and calls
    // heard() for those that come from others, or missed() when some may not have come.
    void relay(std::function<void(const Topic&)> to) { relay_ = std::move(to); }

    void start(); // the thread; without it nothing is told
    void stop();

    // A new listener, which is told at once how its topics are. Errc::too_many_requests where the account has too many,
    // Errc::unavailable where all together are.
    Result<std::shared_ptr<Listener>> listen(std::int64_t account_id, std::int64_t session_id,
                                             std::vector<Topic> topics);

    // Something has changed, and is committed.
    void changed(const Topic&);
    void heard(const Topic&);
    void missed();

    // The session is over: so is what it listens to.
    void end_session(std::int64_t session_id);

    std::size_t size() const; // listeners

private:
    friend class Listener;

    using Listeners = std::vector<std::weak_ptr<Listener>>;

    void run(const std::stop_token&);
    void tell(const std::set<Topic>& topics);
    void end_those_signed_out();
    void end(const std::function<bool(const Listener&)>& which);
    void forget(const Listener&);
    // Whoever calls these must not hold the mutex: one of them may be the last to have a listener, which then leaves.
    std::vector<std::shared_ptr<Listener>> all() const;
    std::vector<std::shared_ptr<Listener>> those_who_hear(const Topic&) const;

    const Limits limits_;
    std::map<std::string_view, Tell> tells_{};
    std::function<std::vector<Key>(const std::vector<Key>&)> over_{};
    std::function<void(const Topic&)> relay_{};

    mutable std::mutex mutex_;
    std::condition_variable_any woken_;
    std::map<Topic, Listeners> listeners_{};
    std::map<std::int64_t, std::size_t> by_account_{};
    std::size_t count_ = 0;
    std::set<Topic> changed_{};
    std::jthread thread_{};
};

} // namespace cairn::live
