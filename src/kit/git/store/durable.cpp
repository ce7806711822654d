#include "git/store/durable.hpp"

#include "base/descriptor.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace cairn::git {

namespace {

[[noreturn]] void throw_errno(const std::string& path)
{
    throw std::system_error(errno, std::generic_category(), path);
}

Descriptor open_file(const std::string& path, int flags)
{
    Descriptor file(open(path.c_str(), flags | O_CLOEXEC, 0644));
    if (!file) throw_errno(path);
    return file;
}

void sync(const Descriptor& file, const std::string& path)
{
    if (fsync(file.number()) != 0) throw_errno(path);
}

} // namespace

void write_new_file(const std::string& path, std::string_view bytes)
{
    const auto file = open_file(path, O_WRONLY | O_CREAT | O_EXCL);
    while (!bytes.empty()) {
        const auto written = write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw_errno(path);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void make_new_folder(const std::string& path)
{
    if (mkdir(path.c_str(), 0755) != 0) throw_errno(path);
}

std::vector<std::string> make_folders_unsynced(const std::string& path)
{
    const auto slash = path.rfind('/');
    if (mkdir(path.c_str(), 0755) == 0) return {path.substr(0, slash)};
    if (errno == EEXIST) return {};
    if (errno != ENOENT || slash == path.npos || slash == 0) throw_errno(path);
    auto changed = make_folders_unsynced(path.substr(0, slash));
    if (mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) throw_errno(path);
    changed.push_back(path.substr(0, slash));
    return changed;
}

void make_folders(const std::string& path)
{
    for (const auto& changed : make_folders_unsynced(path)) sync_folder(changed);
}

void begin_sync(const std::string& path)
{
    const auto number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0) return;
    sync_file_range(number, 0, 0, SYNC_FILE_RANGE_WRITE); // only a hint: whoever counts on it syncs
    close(number);
}

bool sync_file(const std::string& path)
{
    const auto number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0 && (errno == ENOENT || errno == ENOTDIR)) return false;
    if (number < 0) throw_errno(path);
    const auto failed = fsync(number) != 0 ? errno : 0;
    close(number);
    if (failed != 0) throw std::system_error(failed, std::generic_category(), path);
    return true;
}

void sync_folder(const std::string& path)
{
    const auto folder = open_file(path, O_RDONLY | O_DIRECTORY);
    sync(folder, path);
}

} // namespace cairn::git
