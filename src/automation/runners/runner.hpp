// Runners: programs elsewhere that do the work of workflows. A runner has registered once with a token, which said
// whose it is, and shows who it is by a token of its own with every call.
#pragma once

#include <span>

#include "api/call.hpp"
#include "runners/owner.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

// A row of action_runner.
struct Runner {
    std::int64_t id = 0;
    std::string uuid;
    std::string token_hash;
    std::string name;
    std::string version;
    std::int64_t account_id = 0;    // of the holder
    std::int64_t repository_id = 0; // of the holder; neither: it works for the whole site
    std::string labels;             // a line for each
    bool ephemeral = false;         // gone after one task
    bool disabled = false;          // gets no tasks
    Time created_at;
    Time seen_at;   // when it last called
    Time active_at; // when it last told of a task that was not over then

    Owner owner() const { return {.account_id = account_id, .repository_id = repository_id}; }
    bool is_online(Time now) const { return now.seconds - seen_at.seconds < 60; }
    bool is_busy(Time now) const { return now.seconds - active_at.seconds < 60; }

    std::vector<std::string_view> label_names() const;
    // Whether it may be given a job that wants all of these, whatever their case.
    bool has_labels(std::span<const std::string> wanted) const;
};
BOOST_DESCRIBE_STRUCT(Runner, (),
                      (id, uuid, token_hash, name, version, account_id, repository_id, labels, ephemeral, disabled,
                       created_at, seen_at, active_at))

struct ListRunners : Paging {
    std::optional<bool> disabled;
};
BOOST_DESCRIBE_STRUCT(ListRunners, (Paging), (disabled))
constexpr auto notes(const ListRunners*)
{
    return std::array{Note{"disabled", "only those that get no tasks, or only those that do"}};
}

struct EditActionRunnerOption {
    bool disabled = false;
};
BOOST_DESCRIBE_STRUCT(EditActionRunnerOption, (), (disabled))
constexpr auto notes(const EditActionRunnerOption*)
{
    return std::array{Note{"", "What becomes of a runner"},
                      Note{.member = "disabled", .doc = "whether it gets no tasks", .required = true}};
}

// What a holder does with the runners that are its own; the site, with all of them. Errc::not_found for another's.
Page<Runner> runners_of(const api::Call&, const Owner&, const ListRunners&); // the oldest first
Result<Runner> find_runner(const api::Call&, const Owner&, std::int64_t id);
Result<Runner> edit_runner(const api::Call&, const Owner&, std::int64_t id, const EditActionRunnerOption&);
Result<void> delete_runner(const api::Call&, const Owner&, std::int64_t id);

// Those that get tasks of a repository: its own, its owner's and the site's, as far as they are not switched off. Not
// more than a few hundred, those that were heard of last.
std::vector<Runner> runners_for(db::Queries&, const repositories::StoredRepository&);

// Those of all holders that get tasks. Not more than a few hundred, those that were heard of last.
std::vector<Runner> runners_in_use(db::Queries&);

// Whose each of them is: "ada", "ada/tool"; empty for the site's. In two statements for all of them.
std::vector<std::string> holders_of(db::Queries&, std::span<const Runner>);

Result<void> check_is_runner(api::Call&);

// Whoever shows x-runner-uuid and x-runner-token; loads the Runner, and notes that it was seen. No other credential of
// the request is looked at.
inline constexpr api::Guard identified_runner{.name = "is a runner",
                                              .loads = &api::tag<Runner>,
                                              .errors = {401},
                                              .check = &check_is_runner,
                                              .own_credentials = true};

// For UpdateTask and UpdateLog: the runner is at work on something that is not over, or has just ended it. The second
// makes an ephemeral one vanish. (A task that was taken and not told of yet does not make it busy: so clients know it.)
void note_work(db::Transaction&, const Runner&);
void note_end(db::Transaction&, const Runner&);

} // namespace cairn::runners
