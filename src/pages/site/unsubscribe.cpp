// Where the link of a mail leads that ends such mails. Programs that look at mail open links, so that opening it
// changes nothing; a mail program that was told to unsubscribe sends the form itself (RFC 8058), without cookies and
// from anywhere, and is answered at once, because programs do not follow where they are led after a POST.
#include "issues/subscription.hpp"
#include "notifications/leaving.hpp"
#include "pages/page.hpp"
#include "pages/site/tables.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using notifications::Leaving;

namespace {

struct LeaveForm {
    std::string one_click;
    bool again = false;
};
BOOST_DESCRIBE_STRUCT(LeaveForm, (), (one_click, again))
constexpr auto notes(const LeaveForm*)
{
    return std::array{Note{.member = "one_click", .doc = "One-Click, by a mail program", .alias = "List-Unsubscribe"},
                      Note{"again", "take it back"}};
}

struct LeaveView {
    std::string action; // the page's own address
    std::string login;
    std::string repository;
    std::int64_t number = 0; // of the issue; 0: it is about releases
    std::string title{};
    std::string address{}; // of the issue or the repository
    bool left = false;
};
BOOST_DESCRIBE_STRUCT(LeaveView, (), (action, login, repository, number, title, address, left))
const PageOf<LeaveView> leave_page{"site/unsubscribe"};

bool has_left(const Call& call, const Leaving& at)
{
    if (at.subject.issue)
        return issues::hearing_of(call.db(), at.account.id, *at.subject.issue) == issues::Hearing::refused;
    return !repositories::is_watching(call.db(), at.account.id, at.subject.repository.id);
}

std::string own_address(const Call& call) { return "/-/unsubscribe/" + std::string(call.segment("token")); }

Result<Raw> show(Call& call, const Leaving& at)
{
    const auto& issue = at.subject.issue;
    LeaveView view{.action = own_address(call),
                   .login = at.account.name,
                   .repository = at.owner + "/" + at.subject.repository.name};
    view.address = "/" + view.repository;
    if (issue) {
        view.number = issue->number;
        view.title = issue->title;
        view.address += (issue->is_pull ? "/pulls/" : "/issues/") + std::to_string(issue->number);
    }
    view.left = has_left(call, at);
    return leave_page.show(call, std::move(view), {.status = 200});
}

Result<Raw> act(Call& call, const Leaving& at, Body<LeaveForm> form)
{
    if (form->again) notifications::come_back(call, at);
    else notifications::leave(call, at);
    if (!form->one_click.empty()) return show(call, at);
    return see_other(call, own_address(call));
}

// clang-format off
constexpr Operation unsubscribe_operations[] = {
    {GET,  "/-/unsubscribe/{token}", scope::none, notifications::leaves, handle<show>, 200, "siteUnsubscribePage", "Ask whether to get no such mails any more"},
    {POST, "/-/unsubscribe/{token}", scope::none, notifications::leaves, handle<act>,  303, "siteUnsubscribe",     "Get no such mails any more"},
};
// clang-format on
static_assert(well_formed(unsubscribe_operations));

} // namespace

const Table unsubscribe_table{"site", unsubscribe_operations, Door::site, refuse_page};

} // namespace cairn::pages
