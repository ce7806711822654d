// What every template can show beside its own view: {{site.name}}, {{page.notice}}.
#pragma once

#include <memory>

#include "base/html.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

// One's own, wherever it runs.
struct RunningTimer {
    std::string title;      // of the issue
    std::string repository; // "owner/name"
    std::int64_t number = 0;
    std::string address{};  // of the issue
    std::string actions{};  // where what is done to it is sent: "/owner/name/issues/3"
    std::int64_t since = 0; // seconds since 1970
    std::string spent{};    // "0:42"
};
BOOST_DESCRIBE_STRUCT(RunningTimer, (), (title, repository, number, address, actions, since, spent))

// Who is signed in.
struct Viewer {
    std::string name;
    std::string full_name{};
    std::string avatar{}; // an address
    std::string theme{};  // that they have chosen, among [ui] THEMES; empty: as the site has it
    bool admin = false;
    std::int64_t unread = 0; // notifications
    std::optional<RunningTimer> timer{};
};
BOOST_DESCRIBE_STRUCT(Viewer, (), (name, full_name, avatar, theme, admin, unread, timer))

// Which pages there are, so that nothing leads to one that is not.
struct SiteLinks {
    bool search = false;
    bool explore = false;
    bool issues = false;
    bool pulls = false;
    bool notifications = false;
    bool new_repository = false;
    bool migrate = false;
    bool new_organization = false;
    bool profile = false;
    bool keys_help = false;
    bool administration = false;
    bool reference = false;
    bool registration = false;
};
BOOST_DESCRIBE_STRUCT(SiteLinks, (),
                      (search, explore, issues, pulls, notifications, new_repository, migrate, new_organization,
                       profile, keys_help, administration, reference, registration))

// What the site tells everybody who comes; null: nothing. Shared by all pages that show it.
using Announcement = std::shared_ptr<const Html>;

struct SiteView {
    std::string name;
    std::string version;
    std::string url;                // ROOT_URL
    std::string language;           // for <html lang>
    std::string theme{};            // "light" or "dark"; empty: as the system has it
    std::optional<Viewer> viewer{}; // nobody: not signed in
    SiteLinks links{};
    Html announcement{}; // empty: none
};
BOOST_DESCRIBE_STRUCT(SiteView, (), (name, version, url, language, theme, viewer, links, announcement))

// A call of the API that does what the page does.
struct ShownCall {
    std::string id;
    std::string words;
    std::string method;
    std::string line; // for a shell
};
BOOST_DESCRIBE_STRUCT(ShownCall, (), (id, words, method, line))

struct PageView {
    std::string path{};   // of the page, with its query
    std::string back{};   // "?redirect_to=...", for the way to sign in; empty on the way
    std::string notice{}; // about what was just done
    bool notice_good = false;
    bool fluid = false; // as wide as the window
    std::vector<ShownCall> calls{};
    std::string call_names{}; // of all of them, in a row
};
BOOST_DESCRIBE_STRUCT(PageView, (), (path, back, notice, notice_good, fluid, calls, call_names))

} // namespace cairn::pages
