// Whether something has changed on the page of an issue, for those who look at it (live/hub.hpp).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "live/hub.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db
namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::issues {

// The key is the id of an issue or a pull request: {"state":"…"}
inline constexpr std::string_view thread_topic = "thread";

// A word for each that is there, which is another one as soon as its text, its facts or its timeline say something
// else.
std::map<live::Key, std::string> thread_states(db::Queries&, const std::vector<live::Key>& issues);

// Lets the hub hear of all that changes one.
void tell_of_threads(events::Bus&, live::Hub&);

} // namespace cairn::issues
