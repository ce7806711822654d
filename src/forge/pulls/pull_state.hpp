// Whether something has changed on the page of a pull request, for those who look at it: what
// issues/timeline/thread_state.hpp says of it as an issue, and what becomes of its branches and their checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "live/hub.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db
namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::pulls {

// Of issues as well, as they are.
std::map<live::Key, std::string> thread_states(db::Queries&, const std::vector<live::Key>& issues);
// The same as the hub tells it.
std::map<live::Key, std::string> tell_threads(db::Queries&, const std::vector<live::Key>& issues);

// Lets the hub hear of checks.
void tell_of_checks(events::Bus&, live::Hub&);

} // namespace cairn::pulls
