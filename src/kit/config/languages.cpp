#include "config/languages.hpp"

#include "config/settings.hpp"

namespace cairn::config {

const std::vector<std::string>& offered_languages(const Settings& settings) { return settings.i18n.langs; }

} // namespace cairn::config
