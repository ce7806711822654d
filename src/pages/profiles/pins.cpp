// Choosing which repositories others see first on the own profile.
#include <algorithm>

#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "http/url.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/profiles/tables.hpp"
#include "repositories/social/pin.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using words::Phrase;

namespace {

const Notice pins_saved{"pins-saved", Phrase("Your choice is saved.")};

struct PinsForm {
    std::vector<std::int64_t> repository;
};
BOOST_DESCRIBE_STRUCT(PinsForm, (), (repository))
constexpr auto notes(const PinsForm*) { return std::array{Note{"repository", "the ids of what is pinned"}}; }

struct PinsView {
    Navigation navigation;
    std::string name;
    std::int64_t most = 0;
    std::vector<repositories::PinChoice> choices{};
    Form<PinsForm> form{};
};
BOOST_DESCRIBE_STRUCT(PinsView, (), (navigation, name, most, choices, form))

Result<PinsView> show(Call& call, const Account& account, Form<PinsForm> form)
{
    PinsView view{.navigation = settings_navigation(call),
                  .name = account.name,
                  .most = repositories::most_pins,
                  .choices = repositories::pin_choices(call, account),
                  .form = std::move(form)};
    if (!view.form.sent()) return view;
    const auto& sent = view.form.control(0).values;
    for (auto& choice : view.choices) choice.pinned = std::ranges::find(sent, std::to_string(choice.id)) != sent.end();
    return view;
}

Result<Done> save(Call& call, const Account& account, Body<PinsForm> form)
{
    TRY(at("repository", repositories::pin(call, account, form->repository)));
    return done("/" + http::encode_path_segment(account.name), pins_saved);
}

constexpr auto& pins_page = shows<show, "profiles/pins", "userCurrentListRepos">;

// clang-format off
constexpr Operation pins_operations[] = {
    {GET,  "/user/settings/pins", scope::none, accounts::signed_in, pins_page,             200, "sitePins",      "Show what may be pinned on the own profile"},
    {POST, "/user/settings/pins", scope::none, accounts::signed_in, does<save, pins_page>, 303, "sitePinsSaved", "Choose what is pinned on the own profile"},
};
// clang-format on
static_assert(well_formed(pins_operations));

} // namespace

const Table pins_table{"site", pins_operations, Door::site, refuse_page};

} // namespace cairn::pages
