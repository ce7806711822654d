#include "app/site_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace cairn::app {

Result<SiteLock> SiteLock::take(const std::string& data_folder, Use use)
{
    const auto path = data_folder + "/site.lock";
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file) throw std::system_error(errno, std::generic_category(), path);
    const int wanted = use == Use::serving ? LOCK_SH : LOCK_EX;
    if (::flock(file.number(), wanted | LOCK_NB) == 0) return SiteLock(std::move(file));
    if (errno != EWOULDBLOCK) throw std::system_error(errno, std::generic_category(), path);
    return fail(Errc::conflict,
                use == Use::serving
                    ? "`cairn import` or `cairn restore` is moving a site in here: start when it is done"
                    : "the site is running, or somebody moves another one in or backs this one up: "
                      "stop it first");
}

} // namespace cairn::app
