// The examination of all that the site stands on, in the background: for administrators who have no console at hand.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::admin {

// Nothing when all is well, else what is wrong and what to do, a line each.
using Complaints = std::vector<std::string>;

struct Examined {
    std::string what;     // settings, database ...
    std::string words{};  // what it looks at
    std::string repair{}; // what can be done at the console; empty: nothing, or nothing has to be
    Complaints complaints{};
};
BOOST_DESCRIBE_STRUCT(Examined, (), (what, words, repair, complaints))

// A service of the site. Any thread may call.
class SelfCheck {
public:
    using Examination = std::function<std::vector<Examined>(const std::stop_token&)>;

    explicit SelfCheck(Examination examination) : examination_(std::move(examination)) { }
    SelfCheck(const SelfCheck&) = delete;
    SelfCheck& operator=(const SelfCheck&) = delete;

    // False: one is under way already.
    bool begin();

    struct State {
        bool running = false;
        Time begun_at{};
        Time ended_at{}; // of the last one; 0: there was none since the start
        std::vector<Examined> found{};
        std::string failure{}; // why it did not come to its end
    };
    State state() const;

private:
    void work(const std::stop_token&);

    Examination examination_;
    mutable std::mutex mutex_{};
    State state_{};
    std::jthread thread_{}; // last: it ends before what it uses
};

} // namespace cairn::admin
