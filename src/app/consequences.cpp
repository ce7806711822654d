#include "app/consequences.hpp"

#include "config/settings.hpp"
#include "contents/history.hpp"
#include "issues/listeners.hpp"
#include "issues/pushed_commits.hpp"
#include "notifications/herald.hpp"
#include "pulls/chores.hpp"
#include "pulls/listeners.hpp"
#include "pulls/reviewing.hpp"
#include "pulls/schedule.hpp"
#include "releases/release.hpp"
#include "repositories/listeners.hpp"
#include "repositories/protection.hpp"
#include "webhooks/listeners.hpp"

namespace cairn::app {

namespace {

// What people are told of. Where there is no herald, that of the running server finds it.
template <class... Event> void note(events::Bus& bus, notifications::Herald* herald)
{
    (bus.add<Event>([herald](db::Transaction& tx, const Event& event) {
        const auto notice = notifications::notice_of(event);
        if (!notice) return;
        write_notice(tx, *notice);
        if (herald != nullptr) herald->expect();
    }),
     ...);
}

} // namespace

events::Bus consequences(const config::Settings& settings, notifications::Herald* herald)
{
    events::Bus bus;
    bus.add<events::RepositoryCreated>(&issues::begin_with_labels);
    bus.add<events::RepositoryCreated>(&repositories::copy_protections);
    bus.add<events::RepositoryCreated>(&webhooks::begin_with_hooks);
    bus.add<events::RepositoryDeleted>(&issues::forget_repository);
    bus.add<events::IssueStateChanged>(&issues::stop_watch_on_close);
    bus.add<events::Pushed>(&issues::note_push);
    bus.add<events::Pushed>(&contents::note_outdated_history);
    bus.add<events::Pushed>(&releases::follow_tags);
    bus.add<events::Pushed>(&pulls::follow_branches);
    bus.add<events::BranchRenamed>(&pulls::rename_branch);
    bus.add<events::RepositoryDeleted>(&pulls::close_with_head);
    bus.add<events::StatusReported>(&pulls::look_at_schedule);
    bus.add<events::PullPushed>(&pulls::look_at_schedule_after_push);
    bus.add<events::PullPushed>(&pulls::outdate_reviews);
    bus.add<events::PullRetargeted>(&pulls::reweigh_reviews);
    bus.add<events::AccessLost>(&repositories::drop_lost_watches);
    bus.add<events::AccountDeleted>(&repositories::forget_account);
    bus.add<events::AccountDeleted>(&pulls::forget_reviewer);
    bus.add<events::AccountBlocked>(&repositories::part_accounts);
    bus.add<events::AccountBlocked>(&pulls::part_reviewers);
    if (settings.service.auto_watch_new_repos) bus.add<events::TeamJoined>(&repositories::watch_with_team);
    bus.add<events::RepositoryGivenAway>(&issues::drop_labels_of_old_owner);
    note<events::IssueOpened, events::Commented, events::IssueStateChanged, events::IssueAssigned,
         events::TransferOffered, events::ReviewRequested, events::Reviewed, events::ReviewDismissed,
         events::PullPushed>(bus, herald);
    return bus;
}

std::span<const repositories::Bookkeeper::Chore> chores()
{
    static constexpr repositories::Bookkeeper::Chore all[] = {&pulls::settle_next_landing, &pulls::follow_next,
                                                              &pulls::merge_next_scheduled, &issues::read_next_push,
                                                              &contents::keep_next_history};
    return all;
}

} // namespace cairn::app
