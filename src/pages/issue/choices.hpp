// What an issue can be given: labels, assignees, a milestone, boards. Lists to choose from, in a menu beside the issue,
// on a page of their own, and in the form for a new one.
#pragma once

#include "base/html.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::pages {

struct Choice {
    std::string value; // an id, or a login
    std::string words{};
    Html badge{}; // instead of the words
    std::string note{};
    std::string avatar{};
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(Choice, (), (value, words, badge, note, avatar, chosen))

// What is chosen is always among them.
struct Choices {
    std::vector<Choice> items{};
    bool more = false; // there are more than are listed
};
BOOST_DESCRIBE_STRUCT(Choices, (), (items, more))

// How many are listed in a menu, and on a page.
inline constexpr std::int64_t choices_in_menu = 30;
inline constexpr std::int64_t choices_on_page = 200;

// `q`: letters that they have in their names.
Choices label_choices(const api::Call&, const issues::RepositoryContext&, std::string_view q, std::int64_t most,
                      const std::vector<std::int64_t>& chosen);
Choices assignee_choices(const api::Call&, const issues::RepositoryContext&, std::string_view q, std::int64_t most,
                         const std::vector<std::string>& chosen);
Choices milestone_choices(const api::Call&, const issues::RepositoryContext&, std::string_view q, std::int64_t most,
                          std::int64_t chosen);
Choices project_choices(const api::Call&, const issues::RepositoryContext&, std::string_view q, std::int64_t most,
                        const std::vector<std::int64_t>& chosen);

} // namespace cairn::pages
