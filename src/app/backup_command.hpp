// `cairn backup`, `cairn backup verify` and `cairn restore`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/load.hpp"

namespace cairn::app {

struct BackupWish {
    std::string where;
    std::vector<std::string> since;
    bool secrets = false;
};

// While the site runs or not, in the background of whatever else the machine does. What it tells goes to standard error
// where the backup goes to standard output. What is wrong comes back in words for the operator.
Result<> back_up(const config::Loaded&, const BackupWish&);

// Says what is damaged, each on a line of its own, and fails if anything is.
Result<> verify_backup(const config::Loaded&, const BackupWish&);

struct RestoreWish {
    std::string where;
    std::vector<std::string> since;
    std::string url; // empty: what the settings say
    bool new_secrets = false;
};

Result<> restore(config::Loaded&, const RestoreWish&);

} // namespace cairn::app
