#include "config/file.hpp"

#include "base/descriptor.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

namespace cairn::config {

namespace {

std::unexpected<std::string> failed(std::string_view what, const std::string& path, int error = errno)
{
    return std::unexpected(path + " cannot be " + std::string(what) + ": " + std::strerror(error));
}

std::string folder_of(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// Where a chain of links ends; the path itself where there is no file yet.
std::string link_target(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), std::free);
    return resolved ? resolved.get() : path;
}

bool write_all(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const auto written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Whoever runs this as root for a service must not lock the service out.
bool keep_owner(int descriptor, const std::string& path)
{
    struct stat old{};
    if (::stat(path.c_str(), &old) != 0 || old.st_uid == ::geteuid()) return true;
    return ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
}

} // namespace

std::expected<std::string, std::string> read_file(const std::string& path, std::size_t limit)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return failed("read", path);
    std::string content;
    for (char buffer[4096];;) {
        const auto count = ::read(file.number(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failed("read", path);
        if (count == 0) return content;
        content.append(buffer, static_cast<std::size_t>(count));
        if (content.size() > limit)
            return std::unexpected(path + " is larger than the " + std::to_string(limit) + " bytes it may have");
    }
}

std::expected<void, std::string> replace_file(const std::string& path, std::string_view content)
{
    const auto target = link_target(path);
    const auto folder = folder_of(target);
    std::string temporary = target + ".XXXXXX";
    {
        const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC)); // with mode 0600
        if (!file) return failed("written", path);
        if (!keep_owner(file.number(), target) || !write_all(file.number(), content) || ::fsync(file.number()) != 0
            || ::rename(temporary.c_str(), target.c_str()) != 0) {
            const int error = errno;
            ::unlink(temporary.c_str());
            return failed("written", path, error);
        }
    }
    // The new name must be on disk too, or a crash brings the old file back.
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory || ::fsync(directory.number()) != 0) return failed("written", path);
    return {};
}

FolderLock::FolderLock(const std::string& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) { }
}

FolderLock::~FolderLock()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace cairn::config
