// The storage: whether it has every file that the database names, and no others.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "backup/contents.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "storage/storage.hpp"

namespace cairn::app::doctor {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_told = 20;
constexpr auto young = std::chrono::hours(24); // it may be on its way into the database

// A picture in another size is made of the one that is named, and bears its name and the size.
std::string_view without_size(std::string_view file)
{
    const auto dash = file.rfind('-');
    if (dash == file.npos || dash + 1 == file.size()) return file;
    const auto size = file.substr(dash + 1);
    return std::ranges::all_of(size, text::is_digit) ? file.substr(0, dash) : file;
}

bool is_in_a_folder(const config::Settings& settings)
{
    return settings.storage.storage_type == config::StorageType::local;
}

// What is on its way out, and goes by itself.
std::set<std::string> doomed(db::Database& db)
{
    std::set<std::string> found;
    for (auto& uuid : db.all<std::string>("SELECT uuid FROM doomed_attachment UNION SELECT uuid FROM doomed_lfs_content"
                                          " UNION SELECT uuid FROM doomed_package_content"
                                          " UNION SELECT uuid FROM doomed_artifact_piece"))
        found.insert(std::move(uuid));
    return found;
}

// The paths of files that nobody names, at most so many.
std::vector<std::string> strays(Examination& examination, std::size_t most)
{
    std::vector<std::string> found;
    const fs::path root = examination.settings.storage.path;
    // Files first: what comes into being meanwhile is named before the names are read.
    std::vector<std::string> files;
    std::error_code error;
    const auto now = fs::file_time_type::clock::now();
    for (fs::recursive_directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
        if (examination.stop.stop_requested()) return found;
        if (entry->path().filename().string().starts_with('.')) {
            entry.disable_recursion_pending();
            continue;
        }
        std::error_code gone;
        if (!entry->is_regular_file(gone)) continue;
        const auto written = entry->last_write_time(gone);
        if (gone || now - written < young) continue;
        files.push_back(entry->path().lexically_relative(root).string());
    }
    if (files.empty()) return found;
    std::set<std::string, std::less<>> named;
    backup::each_content(examination.db(), [&](const backup::Content& content) { named.insert(content.name); });
    const auto going = doomed(examination.db());
    for (const auto& file : files) {
        if (named.contains(file) || named.contains(without_size(file))
            || going.contains(fs::path(file).filename().string()))
            continue;
        found.push_back((root / file).string());
        if (found.size() == most) break;
    }
    return found;
}

} // namespace

Complaints look_at_files(Examination& examination)
{
    Complaints complaints;
    std::size_t count = 0;
    backup::each_content(examination.db(), [&](const backup::Content& content) {
        if (examination.stop.stop_requested()) return;
        const auto size = examination.storage().size(content.name);
        if (size && (content.size < 0 || static_cast<std::int64_t>(*size) == content.size)) return;
        if (++count > most_told) return;
        complaints.push_back(size ? fmt::format("{} has {} bytes and should have {}: restore it from a backup",
                                                content.name, *size, content.size)
                                  : content.name + " is not in the storage: restore it from a backup");
    });
    if (count > most_told) complaints.push_back(fmt::format("and {} more", count - most_told));
    return complaints;
}

Complaints look_at_stray_files(Examination& examination)
{
    Complaints complaints;
    if (!is_in_a_folder(examination.settings)) return complaints;
    for (const auto& file : strays(examination, most_told + 1)) {
        if (complaints.size() == most_told) complaints.emplace_back("and more");
        else complaints.push_back(file + " is named by nobody: have it put aside with --repair");
    }
    return complaints;
}

Complaints mend_stray_files(Examination& examination)
{
    Complaints done;
    if (!is_in_a_folder(examination.settings)) return done;
    const auto& root = examination.settings.storage.path;
    const auto found = strays(examination, std::numeric_limits<std::size_t>::max());
    for (const auto& file : found) {
        auto told = examination.set_aside(root, file);
        if (done.size() < most_told) done.push_back(std::move(told));
    }
    if (found.size() > most_told) done.push_back(fmt::format("and {} more", found.size() - most_told));
    return done;
}

} // namespace cairn::app::doctor
