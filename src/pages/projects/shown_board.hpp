// A board as its page shows it: columns, and the cards in them.
#pragma once

#include "issues/query/issue_query.hpp"
#include "pages/issue_lists/shown_issue.hpp"
#include "pages/projects/shown_project.hpp"
#include "projects/board.hpp"

namespace cairn::pages {

// A card, for {% include "projects/card" with card %}.
struct ShownCard {
    ShownIssue issue{};
    std::string repository{}; // its name alone: all are of one owner
    bool fixed = false;       // nobody may move it
    std::string picture{};    // the address of one that the issue has
    std::string picture_name{};
    // The cards beside it, as the reader sees them: ids of issues, 0 for none.
    std::int64_t before = 0;
    std::int64_t after = 0;
};
BOOST_DESCRIBE_STRUCT(ShownCard, (), (issue, repository, fixed, picture, picture_name, before, after))

struct ColumnChoice {
    std::int64_t id = 0;
    std::string title;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(ColumnChoice, (), (id, title, chosen))

struct ShownColumn {
    std::int64_t id = 0;
    std::string title;
    std::string color{};
    bool default_ = false;
    bool first = false;
    bool last = false;
    std::int64_t count = 0;
    std::int64_t more = 0; // that are not shown here
    std::string address{}; // of the page that has all of it
    std::vector<ShownCard> cards{};
    std::vector<ColumnChoice> others{}; // to which its cards can go
};
BOOST_DESCRIBE_STRUCT(ShownColumn, (), (id, title, color, default_, first, last, count, more, address, cards, others))

// All of them in a few statements. Links of cards lead to the board with another query.
std::vector<ShownColumn> show_columns(const api::Call&, const ProjectHome&, const projects::StoredProject&,
                                      std::vector<projects::BoardColumn>);

// How many cards of each column a page with so many columns has.
std::int64_t cards_shown(std::size_t columns);

} // namespace cairn::pages
