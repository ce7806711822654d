#include "sandbox/landlock.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace cairn::sandbox {

namespace {

// Headers are older than kernels: what came after the first version is written down here.
constexpr std::uint64_t refer = 1ULL << 13U;     // 2
constexpr std::uint64_t truncate = 1ULL << 14U;  // 3
constexpr std::uint64_t ioctl_dev = 1ULL << 15U; // 5
constexpr std::uint64_t bind_tcp = 1ULL << 0U;   // 4
constexpr std::uint64_t connect_tcp = 1ULL << 1U;
constexpr std::uint64_t abstract_sockets = 1ULL << 0U; // 6
constexpr std::uint64_t signals = 1ULL << 1U;

struct Attributes {
    std::uint64_t files = 0;
    std::uint64_t network = 0; // 4
    std::uint64_t scopes = 0;  // 6
};
constexpr std::array<std::size_t, 7> sizes{0, 8, 8, 8, 16, 16, 24}; // of the attributes, by version

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t running = reading | LANDLOCK_ACCESS_FS_EXECUTE;
// No devices, no sockets and no pipes: git makes none.
constexpr std::uint64_t writing = reading | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR
    | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG
    | LANDLOCK_ACCESS_FS_MAKE_SYM | refer | truncate;
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE | truncate | ioctl_dev;

// All rights to files that the version knows.
std::uint64_t known(int version)
{
    std::uint64_t all = (1ULL << 13U) - 1;
    if (version >= 2) all |= refer;
    if (version >= 3) all |= truncate;
    if (version >= 5) all |= ioctl_dev;
    return all;
}

} // namespace

int landlock_version()
{
    static const int version = [] {
        const auto found = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
        return found > 0 ? static_cast<int>(found) : 0;
    }();
    return version;
}

Ruleset::Ruleset(Network network)
{
    const int version = landlock_version();
    if (version == 0) return;
    handled_ = known(version);
    Attributes attributes{.files = handled_};
    if (version >= 4) attributes.network = network == Network::none ? bind_tcp | connect_tcp : bind_tcp;
    if (version >= 6) attributes.scopes = abstract_sockets | signals;
    const auto size = sizes[std::min<std::size_t>(static_cast<std::size_t>(version), sizes.size() - 1)];
    ruleset_ = Descriptor(static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
    if (!ruleset_) throw std::system_error(errno, std::generic_category(), "landlock_create_ruleset");
}

void Ruleset::let(const std::string& path, std::uint64_t rights)
{
    if (!ruleset_) return;
    const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!place) return;
    struct stat status{};
    if (fstat(place.number(), &status) != 0) return;
    if (!S_ISDIR(status.st_mode)) rights &= of_files;
    const landlock_path_beneath_attr rule{.allowed_access = rights & handled_, .parent_fd = place.number()};
    if (syscall(SYS_landlock_add_rule, ruleset_.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        throw std::system_error(errno, std::generic_category(), "landlock_add_rule: " + path);
}

void Ruleset::let_read(const std::string& path) { let(path, reading); }
void Ruleset::let_run(const std::string& path) { let(path, running); }
void Ruleset::let_write(const std::string& path) { let(path, writing); }

bool restrict_self(int ruleset) noexcept
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

} // namespace cairn::sandbox
