// The head of an organization's pages, for who belongs to it.
#pragma once

#include "organizations/organization.hpp"
#include "pages/places/owner_place.hpp"

namespace cairn::pages {

// `tab` as organization_place() wants it.
Result<OwnerPlace> organization_head(const api::Call&, const organizations::StoredOrganization&, std::string_view tab);

} // namespace cairn::pages
