// A webhook as a form: what the API has in one map are fields of their own, and what it is told are boxes.
#pragma once

#include "pages/form.hpp"
#include "webhooks/hook.hpp"
#include "words/language.hpp"

namespace cairn::pages {

enum class HookWish : std::uint8_t { pushes, everything, chosen };
BOOST_DESCRIBE_ENUM(HookWish, pushes, everything, chosen)

struct HookForm {
    std::string name;
    std::string url;
    std::optional<webhooks::ContentType> content_type;
    std::string secret;               // never shown; empty: as it is
    bool no_secret = false;           // it shall have none any more
    std::string authorization_header; // the same
    bool no_authorization_header = false;
    HookWish wish = HookWish::pushes;
    std::vector<std::string> events;
    std::string branch_filter;
    bool active = false;
    bool system = false; // of the site's: for every repository, not only for new ones
    std::string channel;
    std::string username;
    std::string icon_url;
    std::string color;
};
BOOST_DESCRIBE_STRUCT(HookForm, (),
                      (name, url, content_type, secret, no_secret, authorization_header, no_authorization_header, wish,
                       events, branch_filter, active, system, channel, username, icon_url, color))
constexpr auto notes(const HookForm*)
{
    return std::array{Note{.member = "name", .max_length = 255},
                      Note{.member = "url", .required = true, .max_length = 4096},
                      Note{.member = "secret", .max_length = 1024, .format = "password"},
                      Note{.member = "authorization_header", .max_length = 4096, .format = "password"},
                      Note{.member = "branch_filter", .max_length = 1024},
                      Note{.member = "channel", .max_length = 255},
                      Note{.member = "username", .max_length = 255},
                      Note{.member = "icon_url", .max_length = 2048},
                      Note{.member = "color", .max_length = 50}};
}

struct HookEventChoice {
    std::string word; // what the form sends
    std::string words;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(HookEventChoice, (), (word, words, chosen))

struct HookEventGroup {
    std::string title;
    std::vector<HookEventChoice> choices{};
};
BOOST_DESCRIBE_STRUCT(HookEventGroup, (), (title, choices))

// What a kind of receiver is called, and what its address looks like.
struct HookKind {
    std::string word;
    std::string name{};
    std::string hint{};
    bool plain = false; // it gets what happened as it is, in a form that can be chosen, signed
    bool slack = false;
};
BOOST_DESCRIBE_STRUCT(HookKind, (), (word, name, hint, plain, slack))

std::vector<HookKind> hook_kinds(const words::Language&);
HookKind hook_kind(const words::Language&, webhooks::HookType);

HookForm hook_form(const webhooks::StoredHook&);
std::vector<HookEventGroup> hook_events(const words::Language&, Form<HookForm>&);

// Errc::unprocessable where nothing is chosen.
Result<webhooks::CreateHookOption> new_hook(const HookForm&, webhooks::HookType);
Result<webhooks::EditHookOption> changed_hook(const HookForm&, const webhooks::StoredHook&);
webhooks::SecretsChange changed_secrets(const HookForm&);

// "[config.url]: …" is about the field "url" here.
Error about_hook_field(Error);

} // namespace cairn::pages
