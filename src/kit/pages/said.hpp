// Pages that only say something, and those that ask for one click.
#pragma once

#include "pages/page.hpp"

namespace cairn::pages {

struct SaidPage {
    std::string words;
    std::string link{}; // a path of ours
    std::string link_label{};
};
BOOST_DESCRIBE_STRUCT(SaidPage, (), (words, link, link_label))

inline api::Raw say(api::Call& call, std::string title, const SaidPage& content, int status = 200)
{
    return page(call, {.file = "said", .title = std::move(title), .status = status}, content);
}

// What the link in a mail opens. Programs that look at mail open links, too, so that only a click does anything.
struct ConfirmPage {
    std::string words;
    std::string action; // a path of ours
    std::string label;
    std::string code;
};
BOOST_DESCRIBE_STRUCT(ConfirmPage, (), (words, action, label, code))

inline api::Raw ask_to_confirm(api::Call& call, std::string title, const ConfirmPage& content)
{
    return page(call, {.file = "confirm", .title = std::move(title), .status = 200}, content);
}

struct CodeField {
    std::string code;
};
BOOST_DESCRIBE_STRUCT(CodeField, (), (code))

} // namespace cairn::pages
