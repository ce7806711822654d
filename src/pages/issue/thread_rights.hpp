// What a reader of an issue's page can do there: so that nobody is offered what would be refused. The guards and the
// use cases still ask.
#pragma once

#include "issues/timeline/comment.hpp"

namespace cairn::pages {

struct ThreadRights {
    bool signed_in = false;
    bool archived = false; // nothing of the repository changes
    bool locked = false;   // and the reader may not write to it
    bool blocked = false;  // by the owner, or by who opened it
    bool may_talk = false; // comment, react
    bool may_edit = false; // its title and its text
    bool may_change_state = false;
    bool may_write = false;      // labels, assignees, others' comments
    bool may_administer = false; // lock, pin, delete
};
BOOST_DESCRIBE_STRUCT(ThreadRights, (),
                      (signed_in, archived, locked, blocked, may_talk, may_edit, may_change_state, may_write,
                       may_administer))

ThreadRights thread_rights(const api::Call&, const issues::IssueContext&);

// The guards of what changes something by a form: nothing of an archived repository does.
inline constexpr api::Guard writes_live_issue =
    issues::issue_guard("writes to the issue, not archived", &issues::check_writes_issue<issues::question::changeable>,
                        {401, 403, 404, 423});

Result<void> administers_live(const api::Call&, const issues::RepositoryContext&);
inline constexpr api::Guard administers_live_issue = issues::issue_guard(
    "administers the issue's repository, not archived", &issues::check_issue<administers_live>, {401, 403, 404, 423});

} // namespace cairn::pages
