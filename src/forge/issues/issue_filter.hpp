// Which issues a list or a search is about, as a condition in SQL. Every filter has an index that has its issues in the
// order of the list, so that a page costs the same however many issues there are.
#pragma once

#include "cache/id_list_cache.hpp"
#include "issues/issue.hpp"
#include "issues/query/condition.hpp"
#include "issues/query/issue_query.hpp"

namespace cairn::issues {

struct IssueFilter {
    std::int64_t repository_id = 0; // 0: any
    std::optional<bool> closed{};
    std::optional<bool> is_pull{};
    std::vector<std::string> words{};                // each as it is given to the index; all must be there
    std::int64_t number = 0;                         // or this one, whatever its words are
    bool hopeless = false;                           // words were asked for that nothing has
    std::vector<std::vector<std::int64_t>> labels{}; // one of each
    std::vector<std::int64_t> milestones{};          // one of them, if there are any
    std::optional<Time> since{};
    std::optional<Time> before{};
    std::int64_t poster_id = 0; // 0: anybody
    std::int64_t assignee_id = 0;
    std::int64_t mentioned_id = 0;
    std::int64_t review_requested_id = 0;
    std::int64_t reviewer_id = 0;
    std::vector<IssueCondition> conditions{}; // all of them
    QueryOrder order{};

    // It asks for nothing but state and kind, so that repositories know how many there are.
    bool is_plain() const;
    std::int64_t total_of(const IssueCounts&) const;

    // It asks for one thing whose index has the issues in the order of the list.
    bool is_ordered() const;
    // What it finds can change without a change of the issues.
    bool is_passing() const;

    void set_state(std::string_view state); // open unless it says "closed" or "all"
    void set_words(std::string_view q);
    void add_phrase(std::string_view words); // that stand beside each other
};

// `FROM ... WHERE ...`, with the issue as `i`. More conditions can follow.
void add_from(db::Composition& query, const IssueFilter&);

// In the filter's order, what is newer first among equals.
void add_order(db::Composition& query, const IssueFilter&);

// One page of their ids and how many there are. `add_where` adds `FROM ... WHERE ...`; the total of a plain filter is
// told by `count_plain`. What no index has in order is found all at once, and that, like the count of what one has, is
// asked once for as long as all that is looked at has the same versions (cache/id_list_cache.hpp).
Page<std::int64_t> find_page(db::Queries&, const Paging&, const IssueFilter&,
                             const std::function<cache::Versions()>& read_versions,
                             const std::function<void(db::Composition&)>& add_where,
                             const std::function<std::int64_t()>& count_plain);

} // namespace cairn::issues
