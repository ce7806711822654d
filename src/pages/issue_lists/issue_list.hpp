// A list of issues or pull requests with its line, its menus, its counts and its pages: the same in a repository, of
// all repositories, of a milestone. A view has it as `list`, for {% include "issue_lists/list" with list %}.
#pragma once

#include "issues/query/address_query.hpp"
#include "pages/issue_lists/shown_issue.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

// An entry of a menu: a link to the list as it would be.
struct ListChoice {
    std::string words;
    std::string address{};
    bool chosen = false;
    std::string detail{};
    Html badge{}; // of a label, in place of the words
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(ListChoice, (), (words, address, chosen, detail, badge, avatar))

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

struct LabelChoice {
    std::int64_t id = 0;
    std::string name;
    Html badge{};
};
BOOST_DESCRIBE_STRUCT(LabelChoice, (), (id, name, badge))

struct MilestoneChoice {
    std::int64_t id = 0;
    std::string title;
    std::int64_t open_issues = 0;
};
BOOST_DESCRIBE_STRUCT(MilestoneChoice, (), (id, title, open_issues))

// What issues of a repository can be given, the first of each.
struct ToGive {
    static constexpr std::int64_t most = 100;
    std::vector<LabelChoice> labels{};
    std::vector<MilestoneChoice> milestones{};
};

struct MadeList {
    ShownList list{};
    ToGive to_give{};
    issues::IssueQuery query{};
    bool faulty = false; // the line has words that nobody knows
};

// All of a list but its rows, its counts and its pages: for what shows in another way what the line finds.
// `versions`: of the repository's issues, where they were read already.
ToGive describe_line(const api::Call&, const ListRequest&, const issues::IssueQuery&,
                     const std::vector<issues::QueryRemark>&, ShownList&,
                     std::optional<cache::VersionNumbers> versions = {});

MadeList make_list(const api::Call&, const ListRequest&, const issues::AddressQuery&);

// What the API's operations are told to give the same, as far as they can: for the drawer.
std::map<std::string, std::string> api_values(const api::Call&, const MadeList&);

} // namespace cairn::pages
