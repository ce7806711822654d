// What happened, in words for people: what chat rooms are told, whichever markup they read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::webhooks {

struct Link {
    std::string text;
    std::string url;
};

struct Headline {
    Link repository;
    std::string deed; // "Issue opened"
    Link subject;     // "#1 It breaks"; empty: none
    Link actor;
    std::string avatar_url;  // the actor's
    std::string quote;       // what somebody wrote
    std::vector<Link> lines; // commits: what they say, where they are
    std::uint32_t color = 0; // 0xrrggbb

    // Where people go who want to know more.
    const std::string& url() const { return subject.url.empty() ? repository.url : subject.url; }
};

// Of a payload, as it is stored; `event` names it exactly.
Headline headline_of(std::string_view event, const std::string& payload);

// Without blanks around it; what is longer ends in an ellipsis, and in no half of a character.
std::string shortened(std::string_view text, std::size_t most_bytes);

// How a service wants its text.
struct Markup {
    std::string (*text)(std::string_view);
    std::string (*link)(const Link&);
};
extern const Markup plain;
extern const Markup markdown;
extern const Markup html;
extern const Markup slack_markup;

std::string title_in(const Markup&, const Headline&);
std::string body_in(const Markup&, const Headline&); // the quote or the lines; empty if there are none

} // namespace cairn::webhooks
