// What changes while somebody looks, as server-sent events: how many notifications are unread, and which timer runs.
// The address and the events are those of other servers of this API.
#include "accounts/guards.hpp"
#include "accounts/sign_in/listening.hpp"
#include "issues/time/live_timer.hpp"
#include "notifications/live_topics.hpp"
#include "pages/notifications/tables.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;

namespace {

Result<Raw> open_events(Call& call, const Account& account)
{
    return accounts::listen(call, {{notifications::unread_topic, account.id}, {issues::timer_topic, account.id}});
}

// Every page has the bell, also those where somebody has to choose a password or to set up a second step first: who is
// led there from here as well would see an error in the console of each.
constexpr Listens wherever_the_bell_is{false, true, true, true};

// clang-format off
constexpr Operation event_operations[] = {
    {GET, "/user/events", scope::none, accounts::signed_in, handle<open_events>, 200, "siteEvents", "Tell what changes, as it changes"},
};
// clang-format on
static_assert(well_formed(event_operations));

} // namespace

const Table events_table{"site", event_operations, Door::site, nullptr, wherever_the_bell_is};

} // namespace cairn::pages
