#include "pages/places/people.hpp"

#include "accounts/account.hpp"
#include "db/database.hpp"
#include "notifications/thread_marks.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

namespace {

Viewer viewer_of(const api::Call& call)
{
    const auto& account = accounts::account_of(call.caller);
    Viewer viewer{.name = account.name,
                  .full_name = account.full_name,
                  .avatar = avatar_address(account),
                  .theme = account.theme,
                  .admin = account.is_admin};
    // Nobody is told a number that leads nowhere.
    if (call.site.get<Kit>().links().notifications) viewer.unread = notifications::count_unread(call.db(), account.id);
    return viewer;
}

std::string_view language_of_caller(const api::Caller& caller) { return accounts::account_of(caller).language; }

} // namespace

People people() { return {.viewer = &viewer_of, .language = &language_of_caller}; }

} // namespace cairn::pages
