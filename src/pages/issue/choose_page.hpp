// The page on which a fact of an issue is chosen from a list that a menu is too small for, and what its form says. A
// form says what was chosen when it was made, and only what somebody has changed since then is changed: two people do
// not take each other's choices back.
#pragma once

#include "pages/issue/facts.hpp"
#include "pages/issue/issue_view.hpp"

namespace cairn::pages {

struct ChooseQuery {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ChooseQuery, (), (q))
constexpr auto notes(const ChooseQuery*) { return std::array{Note{"q", "letters that the names have"}}; }

struct FactForm {
    std::vector<std::string> chosen;
    std::vector<std::string> before; // what was chosen when the form was made
    std::string other;               // somebody who is not in the list
};
BOOST_DESCRIBE_STRUCT(FactForm, (), (chosen, before, other))

struct ChooseView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    std::string heading;
    std::string q{};
    FactMenu menu;
    bool takes_others = false;
    Form<FactForm> form;
};
BOOST_DESCRIBE_STRUCT(ChooseView, (), (head, place, thread, heading, q, menu, takes_others, form))

// What somebody has changed since the form was made.
struct FactChange {
    std::vector<std::string> added{};
    std::vector<std::string> removed{};
};

FactChange change_of(const FactForm&);

// `name`: of the fact, in addresses.
ChooseView choose_view(api::Call&, const issues::IssueContext&, std::string_view name, words::Phrase heading,
                       const std::string& q, Choices, Form<FactForm>);

} // namespace cairn::pages
