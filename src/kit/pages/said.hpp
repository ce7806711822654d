// Pages that only say something, and those that ask for one click.
#pragma once

#include "pages/page.hpp"

namespace cairn::pages {

struct SaidView {
    std::string title;
    std::string words;
    std::string link{}; // a path of ours
    std::string link_label{};
};
BOOST_DESCRIBE_STRUCT(SaidView, (), (title, words, link, link_label))

api::Raw say(api::Call&, SaidView, int status = 200);

// What the link in a mail opens. Programs that look at mail open links, too, so that only a click does anything.
struct ConfirmView {
    std::string title;
    std::string words;
    std::string action; // a path of ours
    std::string label;
    std::string code;
};
BOOST_DESCRIBE_STRUCT(ConfirmView, (), (title, words, action, label, code))

api::Raw ask_to_confirm(api::Call&, ConfirmView);

struct CodeField {
    std::string code;
};
BOOST_DESCRIBE_STRUCT(CodeField, (), (code))

} // namespace cairn::pages
