#include "git/references/packed_references.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "base/log.hpp"
#include "git/references/lock_retry.hpp"
#include "git/store/durable.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

// Ours is told from git's by having something in it. We hold it by flock, too, which ends with whoever dies.
constexpr std::string_view ours = "cairn\n";
// git holds it while it writes one file, and a git that we have started may live on when we were killed.
constexpr std::chrono::seconds longest_packing{60};

std::string lock_of(const std::string& repository) { return repository + "/packed-refs.lock"; }
// By this name git makes its own, under the same lock.
std::string next_of(const std::string& repository) { return repository + "/packed-refs.new"; }

// Whoever broke the lock before us may have let somebody else take it: then it is another file by now.
bool is_still(const Descriptor& file, const std::string& path)
{
    struct stat held{};
    struct stat there{};
    return fstat(file.number(), &held) == 0 && stat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino
        && held.st_dev == there.st_dev;
}

bool is_stale(const Descriptor& file)
{
    struct stat about{};
    if (fstat(file.number(), &about) != 0) return false;
    if (about.st_size > 0) return true; // ours, and its holder is dead, or we had not got hold of it
    const auto made = std::chrono::system_clock::from_time_t(about.st_mtim.tv_sec);
    return std::chrono::system_clock::now() - made > longest_packing;
}

// Without those names, and without the line with what a tag leads to after each of them. Nothing if none is in it.
std::optional<std::string> without(std::istream& packed, const std::set<std::string_view>& names)
{
    std::string left;
    bool is_removed = false;
    bool any = false;
    for (std::string line; std::getline(packed, line);) {
        if (!line.starts_with('^')) {
            const auto space = line.find(' ');
            is_removed = !line.starts_with('#') && space != line.npos
                && names.contains(std::string_view(line).substr(space + 1));
            any |= is_removed;
        }
        if (!is_removed) left.append(line).push_back('\n');
    }
    if (!any) return std::nullopt;
    return left;
}

} // namespace

void break_stale_packing_lock(const std::string& repository)
{
    const auto path = lock_of(repository);
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
    if (!is_stale(file) || !is_still(file, path)) return;
    log::warn("a lock that nobody holds was removed", {{"file", path}});
    std::error_code none;
    fs::remove(next_of(repository), none);
    fs::remove(path, none);
}

Result<PackedReferences> PackedReferences::lock(const std::string& repository)
{
    const auto path = lock_of(repository);
    const LockRetry patience;
    while (true) {
        Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        if (file) return PackedReferences(repository, std::move(file));
        if (errno != EEXIST) throw std::system_error(errno, std::generic_category(), path);
        break_stale_packing_lock(repository);
        if (!patience.wait())
            return fail(Errc::conflict, "the references are being packed by somebody else; try again");
    }
}

PackedReferences::PackedReferences(std::string repository, Descriptor lock)
    : repository_(std::move(repository)), lock_(std::move(lock))
{
    // Waits for somebody who looks whether it is stale, which it is not before there is something in it.
    while (flock(lock_.number(), LOCK_EX) != 0)
        if (errno != EINTR) give_up();
    if (write(lock_.number(), ours.data(), ours.size()) != std::ssize(ours)) give_up();
}

void PackedReferences::give_up() const
{
    const auto code = errno;
    const auto path = lock_of(repository_);
    unlink(path.c_str());
    throw std::system_error(code, std::generic_category(), path);
}

PackedReferences::~PackedReferences()
{
    if (!lock_) return;
    unlink(next_of(repository_).c_str()); // there only if it could not be written to its end
    unlink(lock_of(repository_).c_str());
}

void PackedReferences::remove(const std::set<std::string_view>& names) const
{
    const auto path = repository_ + "/packed-refs";
    if (!fs::exists(path)) return; // nothing was ever packed
    std::ifstream packed(path, std::ios::binary);
    if (!packed) throw std::system_error(errno, std::generic_category(), path);
    const auto left = without(packed, names);
    if (packed.bad()) throw std::system_error(EIO, std::generic_category(), path);
    if (!left) return;
    const auto next = next_of(repository_);
    write_new_file(next, *left);
    sync_file(next);
    fs::rename(next, path);
    sync_folder(repository_);
}

} // namespace cairn::git
