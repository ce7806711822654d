#include "app/consequences.hpp"

#include "actions/happenings.hpp"
#include "actions/log.hpp"
#include "config/settings.hpp"
#include "contents/history.hpp"
#include "identity/logout_tokens.hpp"
#include "issues/listeners.hpp"
#include "issues/timeline/pushed_commits.hpp"
#include "lfs/arrivals.hpp"
#include "lfs/object.hpp"
#include "migrations/copying.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/push.hpp"
#include "notifications/herald.hpp"
#include "packages/publishing.hpp"
#include "pulls/follow/chores.hpp"
#include "pulls/follow/listeners.hpp"
#include "pulls/merge/schedule.hpp"
#include "pulls/review/reviewing.hpp"
#include "releases/release.hpp"
#include "repositories/listeners.hpp"
#include "repositories/protection/protection.hpp"
#include "webhooks/courier.hpp"
#include "webhooks/listeners.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::app {

namespace {

// What people are told of. Where there is no herald, that of the running server finds it.
template <class... Event> void note(events::Bus& bus, notifications::Herald* herald)
{
    (bus.add<Event>([herald](db::Transaction& tx, const Event& event) {
        const auto notice = notifications::notice_of(event);
        if (notice && write_notice(tx, *notice) && herald != nullptr) herald->expect();
    }),
     ...);
}

// What hooks are told of.
template <class... Event> void announce(events::Bus& bus, const webhooks::Payloads& payloads)
{
    (bus.add<Event>([payloads](db::Transaction& tx, const Event& event) { payloads.tell(tx, event); }), ...);
}

// What workflows may be started by, beside pushes.
webhooks::HouseListener workflows(repositories::Bookkeeper* bookkeeper)
{
    using webhooks::bit;
    using enum webhooks::EventKind;
    constexpr auto others = bit(push) | bit(create) | bit(delete_) | bit(repository) | bit(status);
    return {.events = ~others,
            .wants = [](db::Transaction& tx, std::int64_t id) { return actions::has_workflows(tx, id); },
            .hear =
                [bookkeeper](db::Transaction& tx, std::int64_t repository_id, std::string_view event,
                             const std::string& payload) {
                    actions::note_event(
                        tx, {.repository_id = repository_id, .event = std::string(event), .payload = payload});
                    if (bookkeeper != nullptr) bookkeeper->expect();
                }};
}

} // namespace

events::Bus consequences(const config::Settings& settings, const Background& background, Cause cause)
{
    events::Bus bus;
    const auto wake_courier = [courier = background.courier] {
        if (courier != nullptr) courier->expect();
    };
    const webhooks::Payloads payloads(
        settings, wake_courier, cause == Cause::task ? webhooks::HouseListener() : workflows(background.bookkeeper));
    bus.add<events::DeliveryQueued>([wake_courier](db::Transaction&, const auto&) { wake_courier(); });
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
    bus.add<events::Pushed>(&contents::note_outdated_history);
    bus.add<events::Pushed>(&releases::follow_tags);
    bus.add<events::Pushed>(&lfs::note_arrival);
    bus.add<events::Pushed>(&pulls::follow_branches);
    bus.add<events::Pushed>(cause == Cause::task ? &actions::note_push_of_task : &actions::note_push);
    bus.add<events::BranchRenamed>(&pulls::rename_branch);
    bus.add<events::RepositoryDeleted>(&pulls::close_with_head);
    bus.add<events::IssueDeleted>(&pulls::doom_head);
    bus.add<events::StatusReported>(&pulls::look_at_schedule);
    bus.add<events::PullPushed>(&pulls::look_at_schedule_after_push);
    bus.add<events::PullPushed>(&pulls::outdate_reviews);
    bus.add<events::PullRetargeted>(&pulls::reweigh_reviews);
    bus.add<events::Pushed>([bookkeeper = background.bookkeeper](db::Transaction& tx, const events::Pushed& pushed) {
        if (mirrors::follow_push(tx, pushed) && bookkeeper != nullptr) bookkeeper->errands().expect();
    });
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
    note<events::IssueOpened, events::Commented, events::IssueStateChanged, events::IssueAssigned,
         events::TransferOffered, events::ReviewRequested, events::Reviewed, events::ReviewDismissed,
         events::PullPushed>(bus, background.herald);
    announce<events::Pushed, events::ReleaseChanged, events::WikiChanged, events::PackageChanged,
             events::StatusReported, events::IssueOpened, events::IssueEdited, events::IssueStateChanged,
             events::IssueAssigned, events::IssueLabeled, events::IssueMilestoned, events::IssueDeleted,
             events::Commented, events::CommentEdited, events::CommentDeleted, events::PullPushed,
             events::PullRetargeted, events::ReviewRequested, events::Reviewed>(bus, payloads);
    return bus;
}

std::span<const repositories::Bookkeeper::Chore> chores()
{
    static constexpr repositories::Bookkeeper::Chore all[] = {&pulls::settle_next_landing, &pulls::follow_next,
                                                              &pulls::remove_next_head,    &pulls::merge_next_scheduled,
                                                              &issues::read_next_push,     &contents::keep_next_history,
                                                              &lfs::follow_next_arrival,   &actions::start_next_runs};
    return all;
}

std::span<const remotes::Errands::Errand> errands()
{
    static constexpr remotes::Errands::Errand all[] = {&migrations::copy_next, &mirrors::pull_next, &mirrors::push_next,
                                                       &identity::tell_next_logout};
    return all;
}

} // namespace cairn::app
