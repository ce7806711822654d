// What somebody should know of: unread, pinned, read, by repository, and why; and marking it.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "notifications/listed_thread.hpp"
#include "pages/issue_lists/shown_issue.hpp"
#include "pages/notifications/tables.hpp"
#include "pages/notifications/ways.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;
using notifications::ListedThread;
using notifications::Reason;
using notifications::Status;
using notifications::SubjectKind;
using words::Phrase;

namespace {

const Notice all_read{"notifications-read", Phrase("All of these are read.")};

struct ThreadsQuery : Paging {
    std::optional<Status> type;
    std::optional<SubjectKind> of;
};
BOOST_DESCRIBE_STRUCT(ThreadsQuery, (Paging), (type, of))
constexpr auto notes(const ThreadsQuery*)
{
    return std::array{Note{"type", "unread, pinned or read; unread unless said otherwise"},
                      Note{"of", "issue, pull, commit or repository; all unless said otherwise"}};
}

// As the form of the list has it: the ids that are chosen, and the button that was pressed.
struct MarkForm {
    std::vector<std::int64_t> notification_id;
    std::optional<Status> status;
    std::string redirect_to;
};
BOOST_DESCRIBE_STRUCT(MarkForm, (), (notification_id, status, redirect_to))

struct ReadForm {
    std::int64_t repository = 0; // 0: everywhere
    std::optional<SubjectKind> of;
    std::int64_t until = 0; // what has happened later stays unread: nobody has seen it yet
    std::string redirect_to;
};
BOOST_DESCRIBE_STRUCT(ReadForm, (), (repository, of, until, redirect_to))

struct ShownThread {
    std::int64_t id = 0;
    Status status = Status::unread;
    SubjectKind kind = SubjectKind::issue;
    std::string title{}; // empty: it cannot be seen any more
    std::string address{};
    std::int64_t number = 0; // 0: it is about the repository
    bool is_pull = false;
    ListedState state = ListedState::open;
    std::string why{};
    Time updated_at{};
    bool chosen = false; // in the form that was refused
};
BOOST_DESCRIBE_STRUCT(ShownThread, (),
                      (id, status, kind, title, address, number, is_pull, state, why, updated_at, chosen))

struct ThreadGroup {
    std::int64_t repository_id = 0;
    std::string repository{}; // "owner/name"; empty: what cannot be seen any more
    std::string address{};
    std::vector<ShownThread> threads{};
};
BOOST_DESCRIBE_STRUCT(ThreadGroup, (), (repository_id, repository, address, threads))

struct ThreadsView {
    PageHead head{};
    Navigation ways;
    Status status = Status::unread;
    std::string of{}; // the kind, if it is of one alone
    std::string path{};
    std::vector<ThreadGroup> groups{};
    Pager pager;
    std::int64_t unread = 0; // in all
    std::int64_t until = 0;
    Form<MarkForm> form;
};
BOOST_DESCRIBE_STRUCT(ThreadsView, (), (head, ways, status, of, path, groups, pager, unread, until, form))

Phrase words_for(Reason reason)
{
    switch (reason) {
    case Reason::unknown: return {};
    case Reason::mentioned: return Phrase("You were mentioned");
    case Reason::assigned: return Phrase("It was assigned to you");
    case Reason::asked: return Phrase("Your review is asked for");
    case Reason::team_asked: return Phrase("The review of a team of yours is asked for");
    case Reason::offered: return Phrase("It is offered to you");
    case Reason::assignee: return Phrase("It is assigned to you");
    case Reason::reviewer: return Phrase("You are to review it");
    case Reason::author: return Phrase("You opened it");
    case Reason::talked: return Phrase("You commented");
    case Reason::subscribed: return Phrase("You are subscribed to it");
    case Reason::watches: return Phrase("You watch {repository}");
    }
    return {};
}

ListedState state_of(const notifications::ListedSubject& subject)
{
    if (subject.is_pull && subject.merged_at.seconds != 0) return ListedState::merged;
    if (subject.closed) return ListedState::closed;
    return subject.is_pull && subject.draft ? ListedState::draft : ListedState::open;
}

ShownThread show_one(const words::Language& in, const ListedThread& listed)
{
    const auto& thread = listed.thread;
    ShownThread shown{
        .id = thread.id, .status = thread.status, .kind = thread.subject, .updated_at = thread.updated_at};
    if (!listed.subject) return shown;
    const auto& subject = *listed.subject;
    const auto home = repository_address(subject.owner, subject.repository);
    const auto name = subject.owner + "/" + subject.repository;
    shown.is_pull = subject.is_pull;
    shown.state = state_of(subject);
    shown.number = subject.number;
    shown.title = subject.number != 0 ? subject.title : name;
    shown.address = home;
    if (subject.number != 0) {
        shown.address += (subject.is_pull ? "/pulls/" : "/issues/") + std::to_string(subject.number);
        if (subject.latest_comment != 0) shown.address += "#issuecomment-" + std::to_string(subject.latest_comment);
    }
    if (const auto why = words_for(thread.why()); !why.empty()) shown.why = in.say(why, {{"repository", name}});
    return shown;
}

// By repository: the one with the latest first, and of each the latest first.
std::vector<ThreadGroup> grouped(const words::Language& in, const std::vector<ListedThread>& listed)
{
    std::vector<ThreadGroup> groups;
    for (const auto& each : listed) {
        const auto id = each.subject ? each.subject->repository_id : 0;
        auto at = std::ranges::find(groups, id, &ThreadGroup::repository_id);
        if (at == groups.end()) {
            at = groups.insert(groups.end(), ThreadGroup{.repository_id = id});
            if (each.subject) {
                at->repository = each.subject->owner + "/" + each.subject->repository;
                at->address = repository_address(each.subject->owner, each.subject->repository);
            }
        }
        at->threads.push_back(show_one(in, each));
    }
    return groups;
}

Result<ThreadsView> show(Call& call, const Account& account, Query<ThreadsQuery> query, Form<MarkForm> form)
{
    const ShownThreads shown{.status = query->type.value_or(Status::unread), .of = query->of};
    notifications::ListThreads wanted;
    wanted.page = query->page;
    wanted.limit = query->limit;
    wanted.status_types = {std::string(word_of(shown.status))};
    if (shown.of) wanted.subject_type = {std::string(word_of(*shown.of))};
    auto found = notifications::list_threads(call, 0, wanted);
    const auto counts = notifications::count_threads(call.db(), account.id);
    ThreadsView view{.head = {.values = {{"status-types", std::string(word_of(shown.status))}}},
                     .ways = notification_ways(call, counts, &shown),
                     .status = shown.status,
                     .of = shown.of ? std::string(word_of(*shown.of)) : "",
                     .path = threads_address(shown),
                     .pager = pager(call, query.value, found.total),
                     .unread = counts.unread,
                     .until = Time::now().seconds,
                     .form = std::move(form)};
    if (shown.of) view.head.values.emplace("subject-type", view.of);
    if (!found.items.empty()) view.head.values.emplace("id", std::to_string(found.items.front().id));
    view.groups = grouped(language_of(call), notifications::listed_threads(call, std::move(found.items)));
    return view;
}

Done back(const Call& call, const std::string& wanted)
{
    return done(safe_redirect(call.settings(), wanted, "/notifications"));
}

Result<Done> mark(Call& call, const Account&, Body<MarkForm> form)
{
    TRY(notifications::mark_chosen(call, form->notification_id, form->status.value_or(Status::read)));
    return back(call, form->redirect_to);
}

Result<Done> mark_all(Call& call, const Account&, Body<ReadForm> form)
{
    notifications::mark_many_read(call,
                                  {.repository_id = form->repository, .subject = form->of, .until = Time{form->until}});
    auto where = back(call, form->redirect_to);
    where.notice = &all_read;
    return where;
}

constexpr auto& list_page =
    shows<show, "notifications/list", "notifyGetList notifyNewAvailable notifyReadThread notifyReadList">;

using accounts::signed_in;

// clang-format off
constexpr Operation notification_operations[] = {
    {GET,  "/notifications",        scope::none, signed_in, list_page,             200, "siteNotifications",     "Show one's notifications"},
    {POST, "/notifications/status", scope::none, signed_in, does<mark, list_page>, 303, "siteMarkNotifications", "Mark notifications as read, unread or pinned"},
    {POST, "/notifications/purge",  scope::none, signed_in, does<mark_all>,        303, "siteReadNotifications", "Mark all notifications as read"},
};
// clang-format on
static_assert(well_formed(notification_operations));

} // namespace

const Table notification_pages_table{"site", notification_operations, Door::site, refuse_page};

} // namespace cairn::pages
