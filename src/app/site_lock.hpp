// Who may use the site's data: any number of servers and of backups, or one that moves another site in.
#pragma once

#include <string>

#include "base/descriptor.hpp"
#include "base/result.hpp"

namespace cairn::app {

class SiteLock {
public:
    enum class Use : std::uint8_t { serving, moving_in };

    // Errc::conflict, at once, with words for the operator when somebody else uses it otherwise. Held as long as it
    // lives, and by no process that has died.
    static Result<SiteLock> take(const std::string& data_folder, Use);

private:
    explicit SiteLock(Descriptor file) : file_(std::move(file)) { }

    Descriptor file_;
};

} // namespace cairn::app
