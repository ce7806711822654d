// What a new repository begins with: the first commit, with files made from templates.
#pragma once

#include "repositories/lifecycle/create.hpp"

namespace cairn::repositories {

struct Beginning {
    std::string readme{};     // the name of its template; empty: Default
    std::string gitignores{}; // names of templates, joined by commas
    std::string license{};    // an SPDX name
};

// Makes that commit on the default branch. Errc::bad_request for a README template that is not there,
// Errc::unprocessable for the other two.
Result<Filling> fill_with(const api::Site&, const accounts::Account& owner, const accounts::Account& author,
                          const NewRepository&, const Beginning&);

} // namespace cairn::repositories
