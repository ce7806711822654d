#include "app/consequences.hpp"

#include "actions/log.hpp"
#include "actions/trigger_queue.hpp"
#include "base/log.hpp"
#include "code_search/indexer.hpp"
#include "config/settings.hpp"
#include "contents/history.hpp"
#include "contents/statistics.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "identity/logout_tokens.hpp"
#include "issues/listeners.hpp"
#include "issues/timeline/pushed_commits.hpp"
#include "jobs/queue.hpp"
#include "lfs/arrivals.hpp"
#include "lfs/object.hpp"
#include "migrations/copying.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/push.hpp"
#include "notifications/notice.hpp"
#include "packages/link.hpp"
#include "pulls/follow/chores.hpp"
#include "pulls/follow/listeners.hpp"
#include "pulls/merge/merging.hpp"
#include "pulls/merge/schedule.hpp"
#include "pulls/queue/queue_job.hpp"
#include "pulls/queue/queue_listeners.hpp"
#include "pulls/review/reviewing.hpp"
#include "releases/release.hpp"
#include "repositories/lifecycle/deletion.hpp"
#include "repositories/listeners.hpp"
#include "repositories/protection/protection.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "webhooks/listeners.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::app {

namespace {

// What people are told of.
template <class... Event> void note(events::Bus& bus)
{
    (bus.add<Event>([](db::Transaction& tx, const Event& event) {
        if (const auto notice = notifications::notice_of(event)) write_notice(tx, *notice);
    }),
     ...);
}

// What hooks are told of.
template <class... Event> void announce(events::Bus& bus, const webhooks::Payloads& payloads)
{
    (bus.add<Event>([payloads](db::Transaction& tx, const Event& event) { payloads.tell(tx, event); }), ...);
}

// What workflows may be started by, beside pushes.
webhooks::HouseListener workflows()
{
    using webhooks::bit;
    using enum webhooks::EventKind;
    constexpr auto others = bit(push) | bit(create) | bit(delete_) | bit(repository) | bit(status);
    return {
        .events = ~others,
        .wants = [](db::Transaction& tx, std::int64_t id) { return actions::has_workflows(tx, id); },
        .hear =
            [](db::Transaction& tx, std::int64_t repository_id, std::string_view event, const std::string& payload) {
                actions::note_event(tx,
                                    {.repository_id = repository_id, .event = std::string(event), .payload = payload});
            }};
}

} // namespace

events::Bus consequences(const config::Settings& settings, Cause cause)
{
    events::Bus bus;
    const webhooks::Payloads payloads(settings, cause == Cause::task ? webhooks::HouseListener() : workflows());
    // First: before a new repository has hooks of its own, and before anything of an old one is gone.
    announce<events::RepositoryCreated, events::RepositoryDeleted>(bus, payloads);
    bus.add<events::RepositoryCreated>(&issues::begin_with_labels);
    bus.add<events::RepositoryCreated>(&repositories::copy_protections);
    bus.add<events::RepositoryCreated>(&webhooks::begin_with_hooks);
    bus.add<events::RepositoryCreated>(&lfs::share_objects);
    bus.add<events::RepositoryCreated>(&actions::note_creation);
    bus.add<events::RepositoryDeleted>(&issues::forget_repository);
    bus.add<events::RepositoryDeleted>([](db::Transaction& tx, const events::RepositoryDeleted& deleted) {
        actions::forget_repository(tx, deleted.repository_id);
    });
    bus.add<events::IssueStateChanged>(&issues::stop_watch_on_close);
    bus.add<events::Pushed>(&issues::note_push);
    bus.add<events::Pushed>(&releases::follow_tags);
    bus.add<events::Pushed>(&lfs::note_arrival);
    bus.add<events::Pushed>(&pulls::follow_branches);
    bus.add<events::Pushed>(cause == Cause::task ? &actions::note_push_of_task : &actions::note_push);
    bus.add<events::BranchRenamed>(&pulls::rename_branch);
    bus.add<events::RepositoryDeleted>(&pulls::close_with_head);
    bus.add<events::RepositoryDeleted>(&code_search::forget_repository);
    bus.add<events::IssueDeleted>(&pulls::doom_head);
    bus.add<events::StatusReported>(&pulls::look_at_schedule);
    bus.add<events::PullPushed>(&pulls::cancel_schedule_with_push);
    bus.add<events::PullRetargeted>(&pulls::cancel_schedule_with_base);
    bus.add<events::PullPushed>(&pulls::look_at_schedule_after_push);
    bus.add<events::BranchRulesChanged>(&pulls::look_at_schedule_by_rules);
    bus.add<events::StatusReported>(&pulls::hear_queue_check);
    bus.add<events::BranchRulesChanged>(&pulls::hear_queue_rules);
    bus.add<events::Pushed>(&pulls::hear_queue_push);
    bus.add<events::PullPushed>(&pulls::leave_queue_with_push);
    bus.add<events::PullRetargeted>(&pulls::leave_queue_with_base);
    bus.add<events::IssueStateChanged>(&pulls::leave_queue_when_closed);
    bus.add<events::IssueDeleted>(&pulls::leave_queue_when_deleted);
    bus.add<events::AccountDeleted>(&pulls::leave_queue_with_account);
    bus.add<events::BranchRenamed>(&pulls::rename_queue);
    bus.add<events::PullPushed>(&pulls::outdate_reviews);
    bus.add<events::PullRetargeted>(&pulls::reweigh_reviews);
    bus.add<events::Pushed>(&mirrors::follow_push);
    bus.add<events::AccessLost>(&repositories::drop_lost_watches);
    bus.add<events::AccessLost>(&issues::drop_lost_assignments);
    bus.add<events::AccountDeleted>(&repositories::forget_account);
    bus.add<events::AccountDeleted>(&pulls::forget_reviewer);
    bus.add<events::AccountBlocked>(&repositories::part_accounts);
    bus.add<events::AccountBlocked>(&issues::part_assignees);
    bus.add<events::AccountBlocked>(&pulls::part_reviewers);
    if (settings.service.auto_watch_new_repos) bus.add<events::TeamJoined>(&repositories::watch_with_team);
    bus.add<events::RepositoryGivenAway>(&issues::drop_labels_of_old_owner);
    bus.add<events::RepositoryGivenAway>(&packages::unlink_given_away);
    bus.add<events::RepositoryGivenAway>(&issues::drop_cards_of_old_owner);
    bus.add<events::IssueMoved>(&notifications::follow_issue);
    note<events::IssueOpened, events::Commented, events::IssueStateChanged, events::IssueAssigned,
         events::TransferOffered, events::ReviewRequested, events::Reviewed, events::ReviewDismissed,
         events::PullPushed, events::ReleaseChanged>(bus);
    announce<events::Pushed, events::ReleaseChanged, events::WikiChanged, events::PackageChanged,
             events::StatusReported, events::IssueOpened, events::IssueEdited, events::IssueStateChanged,
             events::IssueAssigned, events::IssueLabeled, events::IssueMilestoned, events::IssueDeleted,
             events::IssueLeaves, events::IssueMoved, events::Commented, events::CommentEdited, events::CommentDeleted,
             events::PullPushed, events::PullRetargeted, events::ReviewRequested, events::Reviewed>(bus, payloads);
    return bus;
}

void add_kinds(jobs::Queue& queue, const api::Site& site)
{
    using repositories::Step;
    static constexpr Step after_push[] = {&pulls::follow_next, &pulls::remove_next_head, &issues::read_next_push,
                                          &lfs::follow_next_arrival};
    static constexpr Step index[] = {&contents::index_history, &repositories::count_step};
    static constexpr Step content[] = {&code_search::index_next};
    static constexpr Step statistics[] = {&contents::count_statistics};
    static constexpr Step triggers[] = {&actions::start_next_runs};
    queue.add(repositories::steps_kind(site, repositories::post_push_job, after_push));
    queue.add(repositories::steps_kind(site, repositories::index_job, index, 2)); // it may keep a core busy for long
    queue.add(repositories::steps_kind(site, repositories::content_index_job, content, 2, 5)); // seconds each
    queue.add(repositories::steps_kind(site, repositories::statistics_job, statistics, 2));    // minutes, at times
    queue.add(contents::missing_statistics_kind.bind(site));
    queue.add(repositories::steps_kind(site, actions::trigger_job, triggers));
    queue.add(repositories::missed_pushes_kind.bind(site));
    queue.add(repositories::deletion_kind.bind(site));
    queue.add(pulls::follow_again_kind.bind(site));
    queue.add(pulls::scheduled_merge_kind.bind(site));
    queue.add(pulls::interrupted_merges_kind.bind(site));
    queue.add(pulls::merge_queue_kind.bind(site));
    queue.add(pulls::merge_queue_clock_kind.bind(site));
    queue.add(migrations::migration_kind.bind(site));
    queue.add(mirrors::pull_kind.bind(site));
    queue.add(mirrors::push_kind.bind(site));
    queue.add(identity::session_end_kind.bind(site));
}

void put_jobs_of_start(db::Database& db)
{
    // Each start has its own: the one of a start that was killed may still have its lease.
    const auto start = crypto::random_hex(8);
    if (!code_search::prepare_pieces(db))
        log::warn("PostgreSQL has no extension pg_trgm: code is looked for in the latest files alone",
                  {{"advice", "CREATE EXTENSION pg_trgm, and start again"}});
    db.write([&](db::Transaction& tx) {
        jobs::put(tx, {.kind = repositories::missed_pushes_job, .key = start});
        jobs::put(tx, {.kind = pulls::interrupted_merges_job, .key = start});
        jobs::put(tx, {.kind = contents::missing_statistics_job, .key = start});
    });
}

} // namespace cairn::app
