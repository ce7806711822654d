// What has happened, told to whoever has to do something about it. A room calls rooms below it; what follows in rooms
// above, it tells as an event, inside of the transaction that made it happen: so either both are there or neither.
// Who listens to what is written down in one place, app/consequences.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::events {

struct RepositoryCreated {
    std::int64_t repository_id = 0;
    std::int64_t owner_id = 0;
    std::int64_t actor_id = 0;
    std::string label_template{}; // the set of labels that it begins with; empty for none
    std::int64_t template_id = 0; // not 0: made from this one, with what follows
    bool copies_labels = false;
    bool copies_webhooks = false;
    bool copies_protections = false;
};

// Before its row is gone.
struct RepositoryDeleted {
    std::int64_t repository_id = 0;
    std::int64_t owner_id = 0;
    std::int64_t actor_id = 0;
};

// An account can do less with a repository than before, or with all of an owner's: what it had there because of that
// has to be looked at again.
struct AccessLost {
    std::int64_t account_id = 0;    // 0: anybody
    std::int64_t repository_id = 0; // 0: any of owner_id
    std::int64_t owner_id = 0;
};

// Before its row is gone.
struct AccountDeleted {
    std::int64_t account_id = 0;
};

// What has tied the two to each other ends: stars, watches, assignments, collaborations, transfers.
struct AccountBlocked {
    std::int64_t blocker_id = 0; // a person or an organization
    std::int64_t blocked_id = 0;
};

// Somebody has come into a team, and so into its repositories.
struct TeamJoined {
    std::int64_t team_id = 0;
    std::int64_t account_id = 0;
};

// References of a repository were moved, made or deleted, by whatever way, and the table of branches says so already.
// A large push comes in several.
struct Pushed {
    struct Change {
        std::string name;   // whole: refs/heads/main
        std::string before; // an object's name; all zeros: not there
        std::string after;
    };
    std::int64_t repository_id = 0;
    std::int64_t pusher_id = 0; // 0: nobody whom we know
    std::vector<Change> changes;
};

// A repository waits for somebody, or for those who speak for an organization, to take it over.
struct TransferOffered {
    std::int64_t repository_id = 0;
    std::int64_t recipient_id = 0;
    std::int64_t actor_id = 0;
};

// Its owner is another one now.
struct RepositoryGivenAway {
    std::int64_t repository_id = 0;
    std::int64_t old_owner_id = 0;
    std::int64_t new_owner_id = 0;
};

// Told before the same is told as Pushed, where the old branch is deleted: by then nothing may hang on its name.
struct BranchRenamed {
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    std::string old_name;
    std::string new_name;
};

// What is demanded of a repository's branches was changed.
struct BranchRulesChanged {
    std::int64_t repository_id = 0;
};

// Somebody said something about a commit.
struct StatusReported {
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    std::int64_t status_id = 0;
    std::string commit_id;
};

// A release that is no draft was published, changed, or is about to be deleted.
struct ReleaseChanged {
    enum class Act : std::uint8_t { published, updated, deleted };
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    std::int64_t release_id = 0;
    Act act = Act::published;
};

// A page of a wiki, whose commit is made already.
struct WikiChanged {
    enum class Act : std::uint8_t { created, edited, deleted };
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    Act act = Act::created;
    std::string page;    // as addresses name it
    std::string comment; // what was said about the change
};

// A version of a package was published, or is about to be deleted.
struct PackageChanged {
    enum class Act : std::uint8_t { created, deleted };
    std::int64_t version_id = 0;
    std::int64_t owner_id = 0;
    std::int64_t repository_id = 0; // 0: it is linked to none
    std::int64_t actor_id = 0;
    Act act = Act::created;
};

// What follows is about an issue or a pull request: which one, and who did it.
struct OfIssue {
    std::int64_t issue_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    bool is_pull = false;
};

struct IssueOpened : OfIssue {
    std::vector<std::int64_t> mentioned{}; // accounts
};

// Its title or its text.
struct IssueEdited : OfIssue {
    std::string old_title{}; // empty: as it was
    bool body_changed = false;
    std::string old_body{};
    std::vector<std::int64_t> mentioned{}; // for the first time
};

struct IssueStateChanged : OfIssue {
    bool closed = false;
    std::int64_t event_id = 0; // in its timeline
    std::string commit_sha{};  // whose message said so
};

struct IssueAssigned : OfIssue {
    std::int64_t assignee_id = 0;
    bool removed = false;
    std::int64_t event_id = 0;
};

struct IssueLabeled : OfIssue {
    std::vector<std::int64_t> added{}; // labels
    std::vector<std::int64_t> removed{};
    bool cleared = false; // all of them were to go, whichever they were
};

struct IssueMilestoned : OfIssue {
    std::int64_t milestone_id = 0; // 0: none any more
    std::int64_t old_milestone_id = 0;
};

// Lock, pin, deadline, ref, dependencies: told by the row of the timeline.
struct IssueMarked : OfIssue {
    std::int64_t event_id = 0;
};

// Before its row is gone.
struct IssueDeleted : OfIssue { };

// It is about to move to another repository; and it has moved to the one that is told.
struct IssueLeaves : OfIssue { };
struct IssueMoved : OfIssue {
    std::int64_t old_repository_id = 0;
    std::int64_t event_id = 0; // in its timeline
};

struct Commented : OfIssue {
    std::int64_t comment_id = 0;
    std::vector<std::int64_t> mentioned{};
};

struct CommentEdited : OfIssue {
    std::int64_t comment_id = 0;
    std::string old_body{};
    std::vector<std::int64_t> mentioned{}; // for the first time
};

// Before its row is gone.
struct CommentDeleted : OfIssue {
    std::int64_t comment_id = 0;
};

// What a pull request proposes is another commit now.
struct PullPushed : OfIssue {
    std::string before{};
    std::string after{};
    bool changed = true;       // not only moved: it changes other lines than before
    std::int64_t event_id = 0; // in its timeline
};

// Whether it can be merged was found out anew, because its base has moved.
struct PullCompared : OfIssue { };

// It goes to another branch.
struct PullRetargeted : OfIssue {
    std::string old_base{};
    std::int64_t event_id = 0;
};

// Somebody, or a team, is asked for a review, or is so no longer.
struct ReviewRequested : OfIssue {
    std::int64_t reviewer_id = 0;
    std::int64_t team_id = 0; // not 0: it is the team that is asked
    bool removed = false;
    std::int64_t event_id = 0; // in its timeline
};

// A review was submitted. The comment is its place in the timeline and has its text.
struct Reviewed : OfIssue {
    std::int64_t review_id = 0;
    std::int64_t comment_id = 0;
    std::string state{}; // APPROVED, REQUEST_CHANGES or COMMENT
    std::vector<std::int64_t> mentioned{};
};

struct ReviewDismissed : OfIssue {
    std::int64_t review_id = 0;
    std::int64_t event_id = 0; // its text says why
};

class Bus;

// What has to happen in turn is told on the bus that it came by.
template <class Event> using Listener = std::function<void(db::Transaction&, const Bus&, const Event&)>;

template <class Event> struct ListenersOf {
    std::vector<Listener<Event>> all;
};

template <class... Event> class Listeners : ListenersOf<Event>... {
public:
    // A listener may do without the bus.
    template <class E, class F> void add(F listener)
    {
        if constexpr (std::is_invocable_v<F&, db::Transaction&, const Bus&, const E&>)
            ListenersOf<E>::all.push_back(std::move(listener));
        else
            ListenersOf<E>::all.push_back([listener = std::move(listener)](db::Transaction& tx, const Bus&,
                                                                           const E& event) { listener(tx, event); });
    }

    template <class E> void tell(db::Transaction& tx, const E& event) const
    {
        for (const auto& listener : ListenersOf<E>::all) listener(tx, static_cast<const Bus&>(*this), event);
    }
};

// Listeners are added while the program starts; from then on it never changes, and any thread may tell. They run on the
// thread that tells, inside of its transaction: what one throws undoes all of it.
class Bus
    : public Listeners<RepositoryCreated, RepositoryDeleted, AccessLost, AccountDeleted, AccountBlocked, TeamJoined,
                       TransferOffered, RepositoryGivenAway, Pushed, BranchRenamed, BranchRulesChanged, StatusReported,
                       ReleaseChanged, WikiChanged, PackageChanged, IssueOpened, IssueEdited, IssueStateChanged,
                       IssueAssigned, IssueLabeled, IssueMilestoned, IssueMarked, IssueDeleted, IssueLeaves, IssueMoved,
                       Commented, CommentEdited, CommentDeleted, PullPushed, PullCompared, PullRetargeted,
                       ReviewRequested, Reviewed, ReviewDismissed> { };

} // namespace cairn::events
