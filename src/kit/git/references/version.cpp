#include "git/references/version.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

// Clocks of disks tick up to once in two seconds.
constexpr std::int64_t too_lately = 3;

// A reference has a file of its own, which is put into its folder under another name and then renamed, or a line in
// packed-refs, which is replaced as a whole: the times of folders and of that file tell of each change.
class Version {
public:
    // Whether it may have folders in it. File systems count them as names of their parent, or count nothing.
    bool add(const std::string& path)
    {
        struct stat found{};
        if (stat(path.c_str(), &found) != 0) {
            text_ += "-;";
            return false;
        }
        latest_ = std::max<std::int64_t>(latest_, found.st_mtim.tv_sec);
        for (const auto number :
             {static_cast<std::int64_t>(found.st_ino), static_cast<std::int64_t>(found.st_size),
              static_cast<std::int64_t>(found.st_mtim.tv_sec), static_cast<std::int64_t>(found.st_mtim.tv_nsec),
              static_cast<std::int64_t>(found.st_ctim.tv_sec), static_cast<std::int64_t>(found.st_ctim.tv_nsec)})
            text_ += std::to_string(number) + ",";
        text_ += ";";
        constexpr nlink_t without_folders = 2;
        return S_ISDIR(found.st_mode) && found.st_nlink != without_folders;
    }
    std::string take()
    {
        const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
        return latest_ + too_lately > now ? std::string() : std::move(text_);
    }

private:
    std::string text_;
    std::int64_t latest_ = 0;
};

} // namespace

std::string references_version(const Repository& repository, std::string_view folder)
{
    Version version;
    version.add(repository.path() + "/packed-refs");
    const auto top = repository.path() + "/" + std::string(folder);
    if (!version.add(top)) return version.take();
    std::vector<std::string> folders;
    std::error_code gone;
    for (fs::recursive_directory_iterator entry(top, gone), end; !gone && entry != end; entry.increment(gone)) {
        std::error_code missing;
        if (entry->is_directory(missing)) folders.push_back(entry->path().string());
    }
    if (gone && gone != std::errc::no_such_file_or_directory) return {};
    std::ranges::sort(folders);
    for (const auto& each : folders) version.add(each);
    return version.take();
}

} // namespace cairn::git
