// People on their way to a provider and back. Nothing of it is kept here: the browser carries it in cookies that only
// we can read and make, so that who comes back is the browser that was sent away.
#pragma once

#include "accounts/sources/directory_check.hpp"
#include "api/call.hpp"

namespace cairn::identity {

// Sent away, and not back yet.
struct Passage {
    std::int64_t source_id = 0;
    std::string state;
    std::string nonce;
    std::string verifier;
    std::string redirect_to;
    bool again = false;        // the person has to show once more who it is
    std::int64_t tried_by = 0; // the administrator who only wants to see what comes back
    Time begun_at;
};
BOOST_DESCRIBE_STRUCT(Passage, (), (source_id, state, nonce, verifier, redirect_to, again, tried_by, begun_at))

// Back, and nobody here yet.
struct Arrival {
    std::int64_t source_id = 0;
    std::string subject;
    accounts::Described person;
    std::string redirect_to;
    Time begun_at;
};
BOOST_DESCRIBE_STRUCT(Arrival, (), (source_id, subject, person, redirect_to, begun_at))

// Each may take so long.
inline constexpr std::int64_t passage_seconds = 600;

// A new one. What leaves it takes the place of one that is under way.
Passage begin_passage(std::int64_t source_id, std::string redirect_to);
void leave(api::Call&, const Passage&);
// The one that the browser carries, if it is of that source and that state and not too old; it is over in any case.
std::optional<Passage> end_passage(api::Call&, std::int64_t source_id, std::string_view state);

void leave(api::Call&, const Arrival&);
std::optional<Arrival> find_arrival(const api::Call&);
void end_arrival(api::Call&);

} // namespace cairn::identity
