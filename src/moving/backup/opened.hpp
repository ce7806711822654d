// A backup that is read, and the older ones that have some of its parts.
#pragma once

#include "backup/backup.hpp"
#include "backup/parts.hpp"

namespace cairn::backup {

struct Opened {
    Found backup;
    std::vector<Found> older;
    PartReader parts;
};

Result<std::unique_ptr<Opened>> open_backup(const std::string& where, const std::vector<std::string>& since,
                                            const config::Settings&);

} // namespace cairn::backup
