// The head of the pages of an organization, and the card and tabs of a person's. A view has it as `place`, for
// {% layout "owner" %}.
#pragma once

#include "accounts/account.hpp"
#include "pages/navigation.hpp"

namespace cairn::pages {

struct OwnerPlace {
    std::string name;
    std::string full_name{};
    std::string avatar{};
    std::string description{};
    std::string website{};
    std::string location{};
    bool has_feeds = false; // the site offers feeds
    bool organization = false;
    bool hidden = false; // not for everybody
    bool oneself = false;
    Time created_at{};
    std::vector<ShownEntry> tabs{};
};
BOOST_DESCRIBE_STRUCT(OwnerPlace, (),
                      (name, full_name, avatar, description, website, location, has_feeds, organization, hidden,
                       oneself, created_at, tabs))

// What of an organization the reader is; decides which tabs there are.
struct Standing {
    bool member = false;
    bool owner = false;
};

// `current`: the path of the tab that the page belongs to, with {} for the name: "/{}", "/org/{}/teams",
// "/{}?tab=stars".
OwnerPlace organization_place(const api::Call&, const accounts::Account&, const Standing&, std::string_view current);
OwnerPlace person_place(const api::Call&, const accounts::Account&, std::string_view current);

// The list of pages beside those of an organization's settings, for {% layout "owner_settings" %}.
Navigation organization_settings_navigation(const api::Call&);

} // namespace cairn::pages
