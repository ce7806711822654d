// A list of issues or pull requests with its line, its menus, its counts and its pages: the same in a repository, of
// all repositories, of a milestone. A view has it as `list`, for {% include "issues/list" with list %}.
#pragma once

#include "issues/query/address_query.hpp"
#include "pages/issues/shown_issue.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

// An entry of a menu: a link to the list as it would be.
struct ListChoice {
    std::string words;
    std::string address{};
    bool chosen = false;
    std::string detail{};
    std::optional<ShownLabel> label{}; // in place of the words
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(ListChoice, (), (words, address, chosen, detail, label, avatar))

struct ListMenu {
    std::string title;
    std::string word; // of the query, for a hint: "label:"
    std::vector<ListChoice> choices{};
    bool more = false; // there are more than are shown
};
BOOST_DESCRIBE_STRUCT(ListMenu, (), (title, word, choices, more))

// What of the line leads to nothing.
struct ListRemark {
    std::string word;
    std::string words; // a sentence
};
BOOST_DESCRIBE_STRUCT(ListRemark, (), (word, words))

struct ShownList {
    std::string path{}; // of the page
    std::string line{};
    std::vector<ListRemark> remarks{};
    std::int64_t open = 0;
    std::int64_t closed = 0;
    std::string state{}; // that the line asks for; empty: any
    std::string open_address{};
    std::string closed_address{};
    std::vector<ListMenu> menus{};
    std::vector<ListChoice> words{}; // those of the line, each with the list that there is without it
    std::vector<ShownIssue> rows{};
    Pager pager{};
    bool pulls = false;
    bool filtered = false;  // it asks for more than a state and an order
    bool choosable = false; // rows have boxes, for the form `bulk`
};
BOOST_DESCRIBE_STRUCT(ShownList, (),
                      (path, line, remarks, open, closed, state, open_address, closed_address, menus, words, rows,
                       pager, pulls, filtered, choosable))

struct ListRequest {
    issues::QueryPlace place{};
    std::string path;  // of the page
    std::string usual; // the line of an address that says nothing
    RowStyle style{};
};

struct MadeList {
    ShownList list{};
    issues::IssueQuery query{};
    bool faulty = false; // the line has words that nobody knows
};

MadeList make_list(const api::Call&, const ListRequest&, const issues::AddressQuery&);

// What the API's operations are told to give the same, as far as they can: for the drawer.
std::map<std::string, std::string> api_values(const api::Call&, const MadeList&);

} // namespace cairn::pages
