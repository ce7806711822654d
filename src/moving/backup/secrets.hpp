// What the secrets of a site are, for those who want them in a backup: the settings that others are derived from, and
// the files of keys.
#pragma once

#include <string>
#include <vector>

#include "backup/manifest.hpp"
#include "backup/parts.hpp"

namespace cairn::config {
struct Loaded;
struct Settings;
} // namespace cairn::config

namespace cairn::backup {

// Tells two keys apart, and tells nothing else of them.
std::string mark_of_secret(const config::Settings&);

void write_secrets(const config::Settings&, PartWriter&, const std::function<void(const Line&)>& tell);

// Settings that nobody has set are written into app.ini, files that are not there are made; all else stays. What the
// lines do not have is made anew, as at a first start.
Result<> read_secrets(config::Loaded&, const std::vector<Line>&, const PartReader&);

} // namespace cairn::backup
