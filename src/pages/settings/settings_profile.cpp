// What others see of the account.
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "config/settings.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct ProfileForm {
    std::string full_name;
    std::string description;
    std::string website;
    std::string location;
    std::optional<Visibility> visibility;
    bool keep_email_private = false;
};
BOOST_DESCRIBE_STRUCT(ProfileForm, (), (full_name, description, website, location, visibility, keep_email_private))
constexpr auto notes(const ProfileForm*)
{
    return std::array{Note{.member = "full_name", .max_length = 100}, Note{.member = "description", .max_length = 255},
                      Note{.member = "website", .max_length = 255}, Note{.member = "location", .max_length = 50}};
}

struct VisibilityChoice {
    std::string value;
    std::string label;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(VisibilityChoice, (), (value, label, chosen))

struct ProfilePage {
    std::string full_name;
    std::string description;
    std::string website;
    std::string location;
    std::vector<VisibilityChoice> visibilities;
    bool keep_email_private = false;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(ProfilePage, (),
                      (full_name, description, website, location, visibilities, keep_email_private, error))

std::vector<VisibilityChoice> visibility_choices(const config::Settings& settings, Visibility chosen)
{
    static constexpr std::pair<Visibility, std::string_view> all[] = {
        {Visibility::public_, "Everybody"},
        {Visibility::limited, "Everybody who is signed in"},
        {Visibility::private_, "Members of organizations that I am in"},
    };
    std::vector<VisibilityChoice> choices;
    for (const auto& [visibility, label] : all)
        if (visibility == chosen || may_choose(settings, visibility))
            choices.push_back({.value = std::string(word_of(visibility)),
                               .label = std::string(label),
                               .chosen = visibility == chosen});
    return choices;
}

Raw profile_page(Call& call, const ProfileForm& form, std::string error = {})
{
    const auto visibility = form.visibility.value_or(accounts::account_of(call.caller).visibility);
    return page(call, {.file = "settings_profile", .title = "Profile", .tab = "/user/settings", .status = 200},
                ProfilePage{.full_name = form.full_name,
                            .description = form.description,
                            .website = form.website,
                            .location = form.location,
                            .visibilities = visibility_choices(call.settings(), visibility),
                            .keep_email_private = form.keep_email_private,
                            .error = std::move(error)});
}

Result<Raw> get_profile(Call& call, const Account& account)
{
    return profile_page(call,
                        {.full_name = account.full_name,
                         .description = account.description,
                         .website = account.website,
                         .location = account.location,
                         .visibility = account.visibility,
                         .keep_email_private = account.keep_email_private});
}

Result<Raw> post_profile(Call& call, const Account& account, Body<ProfileForm> form)
{
    const ProfileChange wanted{.full_name = form->full_name,
                               .website = form->website,
                               .description = form->description,
                               .location = form->location,
                               .visibility = form->visibility,
                               .keep_email_private = form->keep_email_private};
    const auto changed = change_own_profile(call, account, wanted);
    if (!changed) return profile_page(call, form.value, sentence(changed.error().message));
    leave_notice(call, "profile-saved");
    return see_other(call, "/user/settings");
}

// clang-format off
constexpr Operation profile_operations[] = {
    {GET,  "/user/settings", scope::none, signed_in, handle<get_profile>,  200, "siteProfilePage", "Show what others see of the own account"},
    {POST, "/user/settings", scope::none, signed_in, handle<post_profile>, 303, "siteProfile",     "Change it"},
};
// clang-format on
static_assert(well_formed(profile_operations));

} // namespace

const Table profile_table{"site", profile_operations, Door::site, refuse_page};

} // namespace cairn::pages
