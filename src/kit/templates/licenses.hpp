// The texts of common licenses.
#pragma once

#include <span>
#include <string>

#include "base/embedded.hpp"
#include "base/result.hpp"

namespace cairn::templates {

namespace license_files {
std::span<const EmbeddedFile> embedded_files();
} // namespace license_files

// In the order of their names, which are SPDX identifiers. Their texts have marks such as {{year}} where they have a
// place for who licenses what.
std::span<const EmbeddedFile> licenses();

// The one of exactly that name; null when there is none.
const EmbeddedFile* find_license(std::string_view name);

struct Licensor {
    std::string year;
    std::string owner; // the full name, or the account's name
    std::string email;
    std::string repository;
};

// The text of a LICENSE. A name that is not there is an error.
Result<std::string> render_license(std::string_view name, const Licensor&);

} // namespace cairn::templates
