// A query as a filter: names looked up, as far as the reader may know of them.
#pragma once

#include "api/view.hpp"
#include "issues/issue_filter.hpp"
#include "issues/issue_guards.hpp"
#include "issues/named_person.hpp"

namespace cairn::issues {

// Where a query looks.
struct QueryPlace {
    const RepositoryContext* repository = nullptr; // in this one; null: in all that the reader may read
    std::int64_t owner_id = 0;                     // in those of this account alone
    std::optional<bool> is_pull{};                 // of one kind alone
    std::int64_t milestone_id = 0;                 // of this milestone alone
    std::int64_t board_id = 0;                     // on this board alone
    std::int64_t off_board_id = 0;                 // what is not on this board and can be put there
};

// Something in a query that leads to nothing.
struct QueryRemark {
    enum class About : std::uint8_t {
        word,
        value,
        many,
        length,
        person,
        label,
        milestone,
        project,
        repository,
        oneself // "me" of somebody who is not signed in
    };

    std::string written; // the word, or the name in it
    About about = About::word;
};

struct ReadQuery {
    IssueFilter filter{}; // without the state
    std::optional<bool> closed{};
    std::vector<IssueCondition> states{}; // what else is asked of the state
    std::vector<QueryRemark> remarks{};   // in the order of the words
    // Those who are hidden from the reader, unless something is found that has their names on it.
    std::vector<std::string> hidden{};

    // With the state.
    IssueFilter whole() const;
    // With another one in its place.
    IssueFilter in_state(bool is_closed) const;
};

ReadQuery read_query(const api::View&, const QueryPlace&, const IssueQuery&);

} // namespace cairn::issues
