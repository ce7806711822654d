#include "git/store/maintenance.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/log.hpp"
#include "git/receive/quarantine.hpp"
#include "git/references/packed_references.hpp"
#include "git/store/commit_index.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::hours longest{6};
constexpr std::chrono::hours stale{24}; // longer than any push may take
constexpr auto politely = 10;

template <class Count> std::size_t count_files(const fs::path& folder, Count counts)
{
    std::size_t number = 0;
    std::error_code gone;
    for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone)) {
        std::error_code missing;
        if (entry->is_regular_file(missing) && counts(entry->path())) ++number;
    }
    return number;
}

Result<> run(Children& children, const std::string& repository, std::vector<std::string> arguments)
{
    const auto what = arguments.front();
    const auto answer = TRY(children.ask({.arguments = std::move(arguments),
                                          .environment = {"GIT_DIR=" + repository},
                                          .writes = {repository},
                                          .unhurried = true,
                                          .time_limit = longest,
                                          .nice = politely}));
    if (answer.status == 0) return {};
    log::error("maintenance failed", {{"repository", repository}, {"command", what}, {"error", answer.error}});
    return fail(Errc::unavailable, "git " + what + " failed");
}

Result<> pack_references(Children& children, const std::string& repository)
{
    break_stale_packing_lock(repository);
    return run(children, repository, {"pack-refs", "--all", "--prune"});
}

// What a push has left that was killed together with the server.
void remove_leftovers(const std::string& repository)
{
    const auto is_stale = [](const fs::directory_entry& entry) {
        std::error_code gone;
        const auto written = entry.last_write_time(gone);
        return !gone && written < fs::file_time_type::clock::now() - stale;
    };
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(repository + "/objects", ignored))
        if (entry.path().filename().string().starts_with(Quarantine::prefix) && is_stale(entry))
            fs::remove_all(entry.path(), ignored);
    for (const auto& entry : fs::directory_iterator(repository + "/objects/pack", ignored))
        if (entry.path().extension() == ".keep" && is_stale(entry)) fs::remove(entry.path(), ignored);
}

// Two who pack the same repository at once delete what the other has just made. The lock goes with whoever dies.
class MaintenanceLock {
public:
    explicit MaintenanceLock(const std::string& repository)
        : descriptor_(open((repository + "/objects").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
          ours_(descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0)
    {
    }
    ~MaintenanceLock()
    {
        if (descriptor_ >= 0) close(descriptor_);
    }
    MaintenanceLock(const MaintenanceLock&) = delete;
    MaintenanceLock& operator=(const MaintenanceLock&) = delete;

    bool is_ours() const { return ours_; }

private:
    int descriptor_;
    bool ours_;
};

} // namespace

Clutter clutter(const std::string& repository)
{
    return {.packs =
                count_files(repository + "/objects/pack", [](const fs::path& p) { return p.extension() == ".pack"; }),
            .loose_objects = count_files(repository + "/objects/17", [](const fs::path&) { return true; }) * 256,
            .loose_references = count_files(repository + "/refs", [](const fs::path&) { return true; })};
}

Result<> tidy(Children& children, const std::string& repository)
{
    const MaintenanceLock turn(repository);
    if (!turn.is_ours()) return {};
    TRY(pack_references(children, repository));
    return run(children, repository, {"repack", "--geometric=2", "-d", "-l", "-q"});
}

Result<> repack(Children& children, const std::string& repository)
{
    const MaintenanceLock turn(repository);
    if (!turn.is_ours()) return {};
    remove_leftovers(repository);
    TRY(pack_references(children, repository));
    TRY(run(children, repository,
            {"repack", "-d", "-l", "-q", "--cruft", "--cruft-expiration=2.weeks.ago", "--write-bitmap-index"}));
    TRY(run(children, repository, {"prune", "--expire=2.weeks.ago"}));
    return index_commits(children, repository);
}

} // namespace cairn::git
