// The courier delivers what hooks have to be told: it takes from the database what is due, calls the receivers, many at
// a time in one thread, and writes down what became of it. For one hook one call is under way at a time, in the order
// in which things happened; a receiver that is slow, or hangs, keeps nobody else waiting. What was not taken is tried
// again, if need be after the next start.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "webhooks/delivery.hpp"
#include "webhooks/transfers.hpp"

namespace cairn::git {
class Repositories;
} // namespace cairn::git

namespace cairn::webhooks {

// There is one for the whole site, and each node of a site has its own on the same table.
class Courier {
public:
    Courier(db::Database&, const config::Settings&, git::Repositories&);
    ~Courier();
    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

    // Until then nothing is delivered. Throws with words for the operator if a setting is wrong.
    void start();

    // Something was written for it to deliver, in a transaction that may not be committed yet.
    void expect();

private:
    struct UnderWay {
        StoredDelivery delivery;
        std::string url{};
        std::string headers{};
        bool hopeless = false; // trying again is of no use
    };

    void work(Transfers&);
    bool look(Transfers&);
    void send(Transfers&, StoredDelivery);
    void finish(db::Transaction&, const UnderWay&, const CallOutcome&) const;
    void give_back();

    db::Database& db_;
    const config::Settings& settings_;
    git::Repositories& repositories_;
    std::map<std::int64_t, UnderWay> under_way_;
    std::vector<std::pair<UnderWay, CallOutcome>> over_; // and not written down yet
    std::atomic<bool> expecting_ = true;                 // something may be there from before
    std::atomic<bool> stopping_ = false;
    std::mutex mutex_;               // of transfers_
    Transfers* transfers_ = nullptr; // while the thread has some
    std::thread worker_;
};

} // namespace cairn::webhooks
