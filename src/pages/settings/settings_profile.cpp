// What others see of the account.
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "config/languages.hpp"
#include "config/settings.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

const Notice profile_saved{"profile-saved", Phrase("Your profile is saved.")};

struct ProfileForm {
    std::string full_name{};
    std::string description{};
    std::string website{};
    std::string location{};
    std::optional<Visibility> visibility{};
    std::optional<std::string> language{};
    bool keep_email_private = false;
};
BOOST_DESCRIBE_STRUCT(ProfileForm, (),
                      (full_name, description, website, location, visibility, language, keep_email_private))
constexpr auto notes(const ProfileForm*)
{
    return std::array{Note{.member = "full_name", .max_length = 100}, Note{.member = "description", .max_length = 255},
                      Note{.member = "website", .max_length = 255}, Note{.member = "location", .max_length = 50},
                      Note{.member = "language", .max_length = 20}};
}

struct OfferedLanguage {
    std::string code;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(OfferedLanguage, (), (code, name))

struct ProfileView {
    Navigation navigation;
    Form<ProfileForm> form;
    Visibility visibility = Visibility::public_;
    std::vector<std::string> visibilities{}; // that may be chosen
    std::vector<OfferedLanguage> languages{};
};
BOOST_DESCRIBE_STRUCT(ProfileView, (), (navigation, form, visibility, visibilities, languages))

Result<ProfileView> show(Call& call, const Account& account, Form<ProfileForm> form)
{
    const auto* language = words::find_language(account.language);
    form.begin_with({.full_name = account.full_name,
                     .description = account.description,
                     .website = account.website,
                     .location = account.location,
                     .visibility = account.visibility,
                     .language = language == nullptr ? "" : language->code(),
                     .keep_email_private = account.keep_email_private});
    ProfileView view{
        .navigation = settings_navigation(call), .form = std::move(form), .visibility = account.visibility};
    for (const auto visibility : {Visibility::public_, Visibility::limited, Visibility::private_}) {
        if (view.form.value("visibility") == word_of(visibility)) view.visibility = visibility;
        if (visibility == account.visibility || may_choose(call.settings(), visibility))
            view.visibilities.emplace_back(word_of(visibility));
    }
    for (const words::Language* each : words::offered_languages(config::offered_languages(call.settings())))
        view.languages.push_back({each->code(), each->name()});
    return view;
}

Result<Done> save(Call& call, const Account& account, Body<ProfileForm> form)
{
    TRY(change_own_profile(call, account,
                           {.full_name = form->full_name,
                            .website = form->website,
                            .description = form->description,
                            .location = form->location,
                            .language = form->language,
                            .visibility = form->visibility,
                            .keep_email_private = form->keep_email_private}));
    return done("/user/settings", profile_saved);
}

constexpr auto& profile_page = shows<show, "settings/profile", "getUserSettings updateUserSettings">;

// clang-format off
constexpr Operation profile_operations[] = {
    {GET,  "/user/settings", scope::none, signed_in, profile_page,             200, "siteProfilePage", "Show what others see of the own account"},
    {POST, "/user/settings", scope::none, signed_in, does<save, profile_page>, 303, "siteProfile",     "Change it"},
};
// clang-format on
static_assert(well_formed(profile_operations));

} // namespace

const Table profile_table{"site", profile_operations, Door::site, refuse_page};

} // namespace cairn::pages
