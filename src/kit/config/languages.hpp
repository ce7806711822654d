// Which languages the site offers, as [i18n] LANGS says.
#pragma once

#include <string>
#include <vector>

namespace cairn::config {

struct Settings;

// Codes, the usual one first; empty: all that there are.
const std::vector<std::string>& offered_languages(const Settings&);

} // namespace cairn::config
