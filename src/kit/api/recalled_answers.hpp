// Answers that were given before, for the same question of the same caller while nothing was written.
#pragma once

#include <string>

#include "db/kept_in_state.hpp"
#include "http/message.hpp"

namespace cairn::api {

struct Call;

// Safe from any thread; its size has a bound.
class RecalledAnswers {
public:
    // What the answer depends on, beside the database. Nothing: it is too long to be kept.
    static std::optional<std::string> question_of(const Call&);

    // Nothing where it is not known what the answer is in this state.
    std::optional<http::Response> find(const std::string& question, const db::State&);
    // An answer of which nothing was read before this state was seen. Its body is shared from now on.
    void keep(std::string question, const db::State&, http::Response&);

private:
    db::KeptInState<std::string, http::Response> answers_{8 << 20}; // bytes
};

} // namespace cairn::api
