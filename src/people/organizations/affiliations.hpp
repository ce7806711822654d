// The organizations that a person is in.
#pragma once

#include "api/view.hpp"
#include "organizations/organization.hpp"

namespace cairn::organizations {

// As the caller may see them, by name.
Page<Organization> organizations_of(const api::View&, const Account&, const Paging&);

} // namespace cairn::organizations
