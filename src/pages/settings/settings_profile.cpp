// What others see of the account.
#include "accounts/guards.hpp"
#include "accounts/profile/avatar.hpp"
#include "accounts/profile/profile.hpp"
#include "config/languages.hpp"
#include "config/settings.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/places/uploaded_picture.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

const Notice profile_saved{"profile-saved", Phrase("Your profile is saved.")};
const Notice picture_saved{"picture-saved", Phrase("The picture is saved.")};
const Notice picture_removed{"picture-removed", Phrase("The picture is removed.")};

struct ProfileForm {
    std::string full_name{};
    std::string description{};
    std::string website{};
    std::string location{};
    std::optional<Visibility> visibility{};
    std::optional<std::string> language{};
    bool keep_email_private = false;
    bool hide_activity = false;
};
BOOST_DESCRIBE_STRUCT(ProfileForm, (),
                      (full_name, description, website, location, visibility, language, keep_email_private,
                       hide_activity))
constexpr auto notes(const ProfileForm*)
{
    return std::array{Note{.member = "full_name", .max_length = 100}, Note{.member = "description", .max_length = 255},
                      Note{.member = "website", .max_length = 255}, Note{.member = "location", .max_length = 50},
                      Note{.member = "language", .max_length = 20}};
}

struct PictureForm {
    std::string picture;
};
BOOST_DESCRIBE_STRUCT(PictureForm, (), (picture))

struct OfferedLanguage {
    std::string code;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(OfferedLanguage, (), (code, name))

struct ProfileView {
    Navigation navigation;
    Form<ProfileForm> form;
    Form<PictureForm> picture_form;
    bool has_picture = false;
    Visibility visibility = Visibility::public_;
    std::vector<std::string> visibilities{}; // that may be chosen
    std::vector<OfferedLanguage> languages{};
};
BOOST_DESCRIBE_STRUCT(ProfileView, (),
                      (navigation, form, picture_form, has_picture, visibility, visibilities, languages))

Result<ProfileView> show(Call& call, const Account& account, Form<ProfileForm> form, Form<PictureForm> picture_form)
{
    const auto* language = words::find_language(account.language);
    form.begin_with({.full_name = account.full_name,
                     .description = account.description,
                     .website = account.website,
                     .location = account.location,
                     .visibility = account.visibility,
                     .language = language == nullptr ? "" : language->code(),
                     .keep_email_private = account.keep_email_private,
                     .hide_activity = account.hide_activity});
    ProfileView view{.navigation = settings_navigation(call, "/user/settings"),
                     .form = std::move(form),
                     .picture_form = std::move(picture_form),
                     .has_picture = account.has_own_avatar,
                     .visibility = account.visibility};
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
                            .keep_email_private = form->keep_email_private,
                            .hide_activity = form->hide_activity}));
    return done("/user/settings", profile_saved);
}

Result<Done> set_picture(Call& call, const Account& account, Body<PictureForm>)
{
    TRY(at("picture", set_avatar(call, account, TRY(uploaded_picture(call, "picture")))));
    return done("/user/settings", picture_saved);
}

Result<Done> remove_picture(Call& call, const Account& account)
{
    remove_avatar(call, account);
    return done("/user/settings", picture_removed);
}

constexpr auto& profile_page =
    shows<show, "settings/profile", "getUserSettings updateUserSettings userUpdateAvatar userDeleteAvatar">;
constexpr auto picture_action = taking_picture(does<set_picture, profile_page>);

// clang-format off
constexpr Operation profile_operations[] = {
    {GET,  "/user/settings", scope::none, signed_in, profile_page,             200, "siteProfilePage", "Show what others see of the own account"},
    {POST, "/user/settings", scope::none, signed_in, does<save, profile_page>, 303, "siteProfile",     "Change it"},
    {POST, "/user/settings/avatar",        scope::none, signed_in, picture_action,       303, "sitePicture",        "Give the own account a picture"},
    {POST, "/user/settings/avatar/delete", scope::none, signed_in, does<remove_picture>, 303, "sitePictureRemoved", "Take the own picture away"},
};
// clang-format on
static_assert(well_formed(profile_operations));

} // namespace

const Table profile_table{"site", profile_operations, Door::site, refuse_page};

} // namespace cairn::pages
