// What waits for somebody: reviews that were asked for or not sent, one's own pull requests, what one has to do, and
// where one was mentioned. All of it is one statement.
#pragma once

#include "api/view.hpp"
#include "base/reflect.hpp"

namespace cairn::notifications {

enum class Waiting : std::uint8_t {
    asked,    // for a review, oneself or a team of one's own
    unsent,   // a review that was begun
    own_pull, // open: whether it is stuck is for whoever knows of checks and verdicts
    assigned,
    mentioned // in a notification that is not read
};
BOOST_DESCRIBE_ENUM(Waiting, asked, unsent, own_pull, assigned, mentioned)

struct WaitingRow {
    std::int64_t what = 0; // the number of a Waiting
    std::int64_t issue_id = 0;
    std::int64_t notification_id = 0; // of a mention
    Time since{};
    std::int64_t number = 0;
    std::string title{};
    bool is_pull = false;
    bool draft = false;
    bool closed = false;
    Time merged_at{};
    Time deadline_at{};
    std::string owner{};
    std::string repository{};

    Waiting kind() const { return static_cast<Waiting>(what); }
};
BOOST_DESCRIBE_STRUCT(WaitingRow, (),
                      (what, issue_id, notification_id, since, number, title, is_pull, draft, closed, merged_at,
                       deadline_at, owner, repository))

// Which repositories are looked at.
struct WaitingPlace {
    std::int64_t owner_id = 0; // of this account alone
    std::int64_t team_id = 0;  // of this team alone
};

// For the caller, who may read all of it: by kind, what is due first and then the oldest first, each issue once, under
// what is most urgent. Of each kind no more than some hundred are looked at, the latest.
std::vector<WaitingRow> waiting_for(const api::View&, const WaitingPlace& = {});

} // namespace cairn::notifications
