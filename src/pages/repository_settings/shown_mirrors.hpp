// What the settings of a repository show of its mirrors: where it comes from, and who follows it.
#pragma once

#include "mirrors/push_mirror.hpp"
#include "pages/form.hpp"

namespace cairn::pages {

struct PullMirrorForm {
    std::optional<std::string> mirror_interval;
    std::optional<bool> enable_prune;
    std::optional<std::string> mirror_username;
    std::optional<std::string> mirror_password;
};
BOOST_DESCRIBE_STRUCT(PullMirrorForm, (), (mirror_interval, enable_prune, mirror_username, mirror_password))
constexpr auto notes(const PullMirrorForm*)
{
    return std::array{Note{.member = "mirror_interval", .max_length = 50},
                      Note{.member = "mirror_username", .max_length = 255},
                      Note{.member = "mirror_password", .max_length = 4096, .format = "password"}};
}

struct ShownPullMirror {
    std::string address;
    Time synced_at{}; // never: it was not looked for yet
    Time next_at{};
    std::string last_error{};
};
BOOST_DESCRIBE_STRUCT(ShownPullMirror, (), (address, synced_at, next_at, last_error))

struct ShownPushMirror {
    std::string remote_name;
    std::string address;
    std::string interval{};
    bool sync_on_commit = false;
    bool was_tried = false;
    Time tried_at{};
    std::string last_error{};
};
BOOST_DESCRIBE_STRUCT(ShownPushMirror, (),
                      (remote_name, address, interval, sync_on_commit, was_tried, tried_at, last_error))

struct MirrorsView {
    std::string base;      // of the settings
    bool offered = false;  // the site keeps mirrors, or the repository has some
    bool may_sync = false; // nothing stands in the way
    bool may_add = false;  // others elsewhere
    std::optional<ShownPullMirror> pull{};
    Form<PullMirrorForm> pull_form;
    std::vector<ShownPushMirror> pushes{};
    Form<mirrors::CreatePushMirrorOption> push_form;
};
BOOST_DESCRIBE_STRUCT(MirrorsView, (), (base, offered, may_sync, may_add, pull, pull_form, pushes, push_form))

MirrorsView show_mirrors(const api::Call&, const repositories::RepositoryContext&, Form<PullMirrorForm>,
                         Form<mirrors::CreatePushMirrorOption>);

} // namespace cairn::pages
