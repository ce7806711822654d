#include "git/store/store.hpp"

#include <stdio.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "crypto/random.hpp"
#include "git/libgit2.hpp"
#include "git/references/ref_name.hpp"
#include "git/store/durable.hpp"
#include "git/store/layout.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view suffix = ".git";

// Calls `found` with each folder in `folder`; one that is not there has none.
template <class Found> void for_each_folder(const fs::path& folder, Found found)
{
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code gone; // somebody else may delete it meanwhile
        if (entry->is_directory(gone)) found(entry->path());
    }
    if (failed && failed != std::errc::no_such_file_or_directory) throw std::system_error(failed, folder.string());
}

} // namespace

Store::Store(std::string root) : root_(fs::absolute(std::move(root)).lexically_normal().string())
{
    need_library(); // a lock older than this is nobody's
    while (root_.size() > 1 && root_.ends_with('/')) root_.pop_back();
    for (const auto* folder : {"/.new", "/.trash"}) make_folders(root_ + folder);
}

std::string Store::new_key() { return crypto::random_hex(16); }

bool Store::is_key(std::string_view key)
{
    return key.size() == 32
        && std::ranges::all_of(key, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string Store::path(std::string_view key) const
{
    if (!is_key(key)) throw std::invalid_argument("not the key of a repository: " + std::string(key));
    auto path = root_ + '/';
    path.append(key.substr(0, 2)).append("/").append(key.substr(2, 2)).append("/").append(key).append(suffix);
    return path;
}

bool Store::exists(std::string_view key) const { return fs::is_directory(path(key)); }

std::string Store::nursery(std::string_view key) const
{
    return root_ + "/.new/" + std::string(key) + "-" + crypto::random_hex(4);
}

Result<std::vector<std::string>> Store::move_in(const std::string& made, std::string_view key) const
{
    const auto place = path(key);
    const auto folder = place.substr(0, place.rfind('/'));
    auto changed = make_folders_unsynced(folder);
    // A folder never replaces one that is not empty, as a repository never is.
    if (rename(made.c_str(), place.c_str()) != 0) {
        const auto failed = errno;
        fs::remove_all(made);
        if (failed == EEXIST || failed == ENOTEMPTY) return fail(Errc::conflict, "the repository exists already");
        throw std::system_error(failed, std::generic_category(), place);
    }
    changed.push_back(folder);
    return changed;
}

Result<> Store::create(std::string_view key, ObjectFormat format, std::string_view default_branch) const
{
    if (format == ObjectFormat::sha256) return fail(Errc::unprocessable, std::string(only_sha1));
    if (!is_branch_name(default_branch))
        return fail(Errc::unprocessable, "\"" + std::string(default_branch) + "\" is not a branch name");
    if (exists(key)) return fail(Errc::conflict, "the repository exists already");
    const auto made = nursery(key);
    lay_out(made, default_branch);
    const auto changed = TRY(move_in(made, key));
    // All of it was written before, so that a journal of the disk takes it at once, and the first sync pays for all.
    sync_layout(path(key));
    for (const auto& folder : changed) sync_folder(folder);
    return {};
}

Result<> Store::fork(std::string_view from, std::string_view to) const
{
    if (!exists(from)) return not_found("the repository");
    return copy_in(path(from), to);
}

Result<> Store::adopt(const std::string& found, std::string_view key) const { return copy_in(found, key); }

Result<> Store::copy_in(const std::string& from, std::string_view key) const
{
    if (exists(key)) return fail(Errc::conflict, "the repository exists already");
    const auto made = nursery(key);
    if (auto copied = copy_repository(from, made); !copied) {
        fs::remove_all(made);
        return copied;
    }
    for (const auto& folder : TRY(move_in(made, key))) sync_folder(folder);
    return {};
}

bool Store::remove(std::string_view key) const
{
    const auto place = path(key);
    const auto trash = root_ + "/.trash/" + std::string(key) + "-" + crypto::random_hex(4);
    if (rename(place.c_str(), trash.c_str()) != 0) {
        if (errno == ENOENT) return false;
        throw std::system_error(errno, std::generic_category(), place);
    }
    sync_folder(place.substr(0, place.rfind('/')));
    fs::remove_all(trash);
    return true;
}

std::vector<std::string> Store::keys() const
{
    std::vector<std::string> found;
    for_each_folder(root_, [&](const fs::path& first) {
        if (first.filename().string().starts_with('.')) return;
        for_each_folder(first, [&](const fs::path& second) {
            for_each_folder(second, [&](const fs::path& place) {
                const auto key = place.stem().string();
                if (place.extension() == suffix && is_key(key) && path(key) == place) found.push_back(key);
            });
        });
    });
    return found;
}

std::uint64_t Store::size(std::string_view key) const
{
    std::uint64_t bytes = 0;
    std::error_code gone; // a push or a repack moves files while we look
    for (fs::recursive_directory_iterator entry(path(key), gone), end; !gone && entry != end; entry.increment(gone)) {
        std::error_code missing;
        if (!entry->is_regular_file(missing)) continue;
        if (const auto size = entry->file_size(missing); !missing) bytes += size;
    }
    return bytes;
}

std::size_t Store::sweep() const
{
    std::size_t swept = 0;
    for (const auto* folder : {"/.new", "/.trash"})
        for_each_folder(root_ + folder, [&](const fs::path& left) {
            fs::remove_all(left);
            ++swept;
        });
    return swept;
}

} // namespace cairn::git
