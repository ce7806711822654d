#include "pages/places/people.hpp"

#include "accounts/account.hpp"
#include "accounts/profile/appearance.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/time/stopwatch.hpp"
#include "markup/safe_html.hpp"
#include "notifications/thread_marks.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

namespace {

// "0:42", hours and minutes.
std::string spent_since(Time since)
{
    const auto minutes = std::max<std::int64_t>(0, Time::now().seconds - since.seconds) / 60;
    const auto rest = std::to_string(minutes % 60);
    return std::to_string(minutes / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

std::optional<RunningTimer> timer_of(const api::Call& call)
{
    const auto watch = issues::own_stopwatch(call);
    if (!watch) return {};
    const auto home = repository_address(watch->owner_name, watch->repository_name);
    const auto number = std::to_string(watch->issue_number);
    return RunningTimer{.title = watch->issue_title,
                        .repository = watch->owner_name + "/" + watch->repository_name,
                        .number = watch->issue_number,
                        .address = home + (watch->is_pull ? "/pulls/" : "/issues/") + number,
                        .actions = home + "/issues/" + number,
                        .since = watch->created_at.seconds,
                        .spent = spent_since(watch->created_at)};
}

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
    viewer.timer = timer_of(call);
    return viewer;
}

std::string_view language_of_caller(const api::Caller& caller) { return accounts::account_of(caller).language; }

Looks looks_of_caller(const api::Call& call)
{
    auto chosen = accounts::appearance_of(call.db(), call.caller.id);
    return {.density = std::move(chosen.density),
            .tab = chosen.tab_width == 0 ? std::string() : std::to_string(chosen.tab_width),
            .wrap = std::move(chosen.wrap_lines),
            .without_keys = !chosen.single_keys};
}

// Made once by each thread for the settings that hold; no others are ever where these are.
Announcement announcement_for(const api::Call& call)
{
    const auto& settings = call.settings();
    const auto& ui = settings.ui;
    if (ui.announcement.empty()) return nullptr;
    if (ui.announcement_for == config::Listeners::signed_in && call.caller.anonymous()) return nullptr;
    thread_local const config::Settings* of = nullptr;
    thread_local Announcement kept{};
    if (of != &settings || !kept) {
        auto html = markup::markdown_html(ui.announcement, markup::Mode::plain, {.site = settings.server.root_url});
        kept = html ? std::make_shared<const Html>(*std::move(html)) : nullptr;
        of = &settings;
    }
    return kept;
}

} // namespace

People people() { return {.viewer = &viewer_of, .language = &language_of_caller, .announcement = &announcement_for}; }

LooksOf looks() { return {.caller = &looks_of_caller}; }

} // namespace cairn::pages
