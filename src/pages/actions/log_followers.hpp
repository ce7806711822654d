// Those who follow logs while they are written. Each is an answer that stays open (http/open_body.hpp): a page that
// grows, or server-sent events for a script that has the page already.
//
// Costs: a follower is a connection without a thread. One thread of this object's own reads what is new for all of
// them, once a second while there is anybody. Whoever is far behind is led to what was left out, so that nobody can
// have much read again and again; and whoever does not take what they are told is told nothing more until they have.
//
// Threads: any may call. Lifetime: it outlives the server whose answers its followers are.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "actions/step.hpp"
#include "api/call.hpp"
#include "http/open_body.hpp"
#include "pages/actions/follower_places.hpp"
#include "words/language.hpp"

namespace cairn::pages {

class LogFollowers;

// How somebody follows a job's log.
struct Following {
    std::int64_t job_id = 0;
    std::int64_t from = 0; // the first row that is new to them
    bool events = false;   // or else a page
    std::string address{}; // of the job, with the site's root
    std::string before{};  // of a page: what comes first,
    std::string after{};   // and last
    const words::Language* language = nullptr;
};

class LogFollower final : public http::OpenBody {
public:
    ~LogFollower() override;

private:
    friend class LogFollowers;
    LogFollower(LogFollowers& all, Following how, FollowerPlaces::Place place);

    LogFollowers& all_;
    const FollowerPlaces::Place place_;
    const Following how_;
    const std::int64_t began_at_;
    std::int64_t at_;
    int unpackings_ = 0; // of a log that is in the storage
    std::string step_{}; // the number of the one that is written
};

class LogFollowers {
public:
    explicit LogFollowers(const api::Site& site) : site_(site) { }
    ~LogFollowers();
    LogFollowers(const LogFollowers&) = delete;
    LogFollowers& operator=(const LogFollowers&) = delete;

    // Refused to whom FollowerPlaces refuses a place.
    Result<http::Body> follow(const api::Call&, Following how);

private:
    friend class LogFollower;

    void run(const std::stop_token&);
    void tell(LogFollower&);
    void write_rows(LogFollower&, const actions::StoredJob&, const actions::JobTask&);
    void finish(LogFollower&, bool over);
    void forget_expired();

    const api::Site& site_;
    FollowerPlaces places_{{}};
    std::mutex mutex_;
    std::condition_variable_any woken_;
    std::vector<std::weak_ptr<LogFollower>> followers_{};
    std::jthread thread_{};
};

} // namespace cairn::pages
