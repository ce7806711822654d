// Answers that were given before, for the same question of the same caller while nothing was written.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "db/state.hpp"
#include "http/message.hpp"

namespace cairn::api {

struct Call;

// Safe from any thread; its size has a bound.
class RecalledAnswers {
public:
    // What the answer depends on, beside the database. Empty: it shall not be kept.
    static std::string question_of(const Call&);

    // Nothing where it is not known what the answer is in this state.
    std::optional<http::Response> find(const std::string& question, const db::State&);
    // An answer that was made after this state was seen: if another had taken its place by then, nobody asks for it.
    // Its body is shared from now on.
    void keep(std::string question, const db::State&, http::Response&);

private:
    using Answers = std::unordered_map<std::string, http::Response>;

    std::mutex mutex_;
    db::State state_{};
    Answers answers_; // as they are in that state
    std::size_t weight_ = 0;
};

} // namespace cairn::api
