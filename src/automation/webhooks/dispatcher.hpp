// The webhook dispatcher delivers what hooks have to be told: jobs (jobs/queue.hpp) whose key is the hook and whose
// payload the delivery. For one hook one call is under way at a time, in the order in which things happened. Many are
// under way at a time in one thread: a receiver that is slow, or hangs, keeps nobody else waiting. What was not taken
// is tried again, if need be after the next start; one whose answer was lost is told twice, under the same uuid.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "jobs/job.hpp"
#include "jobs/job_trace.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/transfers.hpp"

namespace cairn::git {
class Repositories;
} // namespace cairn::git
namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs

namespace cairn::webhooks {

// There is one for the whole site, and each node of a site has its own.
class Dispatcher {
public:
    Dispatcher(db::Database&, const config::Settings&, git::Repositories&, jobs::Queue&);
    ~Dispatcher(); // after the queue was stopped: what is under way is left for the next start
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    // Before the queue begins. Throws with words for the operator if a setting is wrong.
    void start();

    jobs::Kind job_kind();

private:
    struct UnderWay {
        explicit UnderWay(const jobs::Job& taken) : job(taken), trace(taken) { }

        jobs::Job job;
        jobs::JobTrace trace;
        StoredDelivery delivery{};
        std::string url{};
        std::string headers{};
        OutgoingCall call{};
        bool hopeless = false; // trying again is of no use
    };

    Result<jobs::Outcome> prepare(const jobs::Job&); // on a thread of the queue
    void work();
    void begin_prepared();
    void finish(db::Transaction&, const UnderWay&, const CallOutcome&) const;
    void give_back();

    db::Database& db_;
    const config::Settings& settings_;
    git::Repositories& repositories_;
    jobs::Queue& queue_;
    std::unique_ptr<Transfers> transfers_;
    std::map<std::int64_t, UnderWay> under_way_;         // by the job's id
    std::vector<std::pair<UnderWay, CallOutcome>> over_; // and not written down yet
    std::atomic<bool> stopping_ = false;
    std::mutex mutex_; // of prepared_
    std::vector<UnderWay> prepared_;
    std::thread worker_;
};

} // namespace cairn::webhooks
