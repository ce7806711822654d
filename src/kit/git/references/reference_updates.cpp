// Changing references: all are locked first, compared with what the caller knows, and only then written.
#include <git2.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "base/log.hpp"
#include "git/libgit2.hpp"
#include "git/references/lock_retry.hpp"
#include "git/references/packed_references.hpp"
#include "git/references/references.hpp"
#include "git/store/durable.hpp"

namespace cairn::git {

namespace {

// Whoever was killed while he had a reference locked has left the file. Such a file is older than this process, or so
// old that nobody can still be at it, though a push of many thousand references to a slow disk takes its time.
void break_stale_lock(const std::string& path)
{
    namespace fs = std::filesystem;
    constexpr std::chrono::minutes longest{30};
    std::error_code none;
    const auto made = fs::last_write_time(path, none);
    if (none) return;
    const auto age = fs::file_time_type::clock::now() - made;
    if (age < longest && age < time_since_start()) return;
    log::warn("a lock that nobody holds was removed", {{"file", path}});
    fs::remove(path, none);
}

void break_stale_locks(const Repository& repository, std::span<const RefUpdate> updates)
{
    for (const auto& update : updates) break_stale_lock(repository.path() + "/" + update.name + ".lock");
}

std::unexpected<Error> changed(std::string_view name)
{
    return fail(Errc::conflict, std::string(name) + " was changed by somebody else meanwhile");
}

// The folder of one reference where the file of another shall be, or the other way round: somebody has made it since it
// was looked for. The library knows one of these cases by a code; of the others it repeats what the file system said.
bool has_no_room(int code)
{
    const auto* last = git_error_last();
    const std::string_view said = last != nullptr && last->message != nullptr ? last->message : "";
    return code == GIT_EDIRECTORY || said.ends_with("Is a directory") || said.ends_with("Not a directory")
        || said.ends_with("Directory not empty");
}

std::unexpected<Error> failed(int code, std::string_view name)
{
    return has_no_room(code) ? changed(name) : libgit2_error(code, name);
}

// What stays is written before anything is deleted, so each has a transaction of its own; nobody waits with one of them
// held for the other.
struct Locks {
    Owned<git_transaction> kept;
    Owned<git_transaction> deleted;
};

Result<Owned<git_transaction>> begin(const Repository& repository)
{
    git_transaction* raw = nullptr;
    if (const auto code = git_transaction_new(&raw, repository.raw()); code < 0)
        return libgit2_error(code, "the references");
    return Owned<git_transaction>(raw);
}

// Nothing when one of them is locked by somebody else.
Result<std::optional<Locks>> lock_once(const Repository& repository, std::span<const RefUpdate> updates)
{
    Locks locks{.kept = TRY(begin(repository)), .deleted = TRY(begin(repository))};
    for (const auto& update : updates) {
        auto* transaction = update.after.is_zero() ? locks.deleted.get() : locks.kept.get();
        const auto code = git_transaction_lock_ref(transaction, update.name.c_str());
        // Where the folder is not found, somebody has just deleted the last reference in it.
        if (code == GIT_ELOCKED || code == GIT_ENOTFOUND) return std::nullopt;
        if (code < 0) return failed(code, update.name);
    }
    return locks;
}

Result<Locks> lock_all(const Repository& repository, std::span<const RefUpdate> updates)
{
    const LockRetry patience;
    while (true) {
        if (auto locks = TRY(lock_once(repository, updates))) return std::move(*locks);
        break_stale_locks(repository, updates);
        if (!patience.wait())
            return fail(Errc::conflict, updates.front().name + " is being changed by somebody else; try again");
    }
}

Result<ObjectId> current(const Repository& repository, const std::string& name)
{
    git_reference* raw = nullptr;
    const auto code = git_reference_lookup(&raw, repository.raw(), name.c_str());
    if (code == GIT_ENOTFOUND) return ObjectId{};
    if (code < 0) return libgit2_error(code, name);
    const Owned<git_reference> reference(raw);
    if (git_reference_type(raw) != GIT_REFERENCE_DIRECT)
        return fail(Errc::forbidden, name + " is a symbolic reference");
    return object_id(*git_reference_target(raw));
}

// References are files and folders: there is no refs/heads/a/b beside refs/heads/a.
Result<> find_room(const Repository& repository, const std::string& name, const std::set<std::string_view>& made)
{
    const auto clashes = [&](std::string_view other) {
        return fail(Errc::conflict, "cannot make " + name + " while there is " + std::string(other));
    };
    for (auto slash = name.find('/', name.find('/') + 1); slash != name.npos; slash = name.find('/', slash + 1)) {
        const auto above = name.substr(0, slash);
        if (made.contains(above) || !TRY(current(repository, above)).is_zero()) return clashes(above);
    }
    git_reference_iterator* raw = nullptr;
    if (const auto code = git_reference_iterator_glob_new(&raw, repository.raw(), (name + "/*").c_str()); code < 0)
        return libgit2_error(code, name);
    const Owned<git_reference_iterator> below(raw);
    const char* first = nullptr;
    if (git_reference_next_name(&first, raw) == 0) return clashes(first);
    return {};
}

// What the library does not sync: the folders above those that it makes for a new reference, and the one that a deleted
// reference was in.
void sync_folders(const Repository& repository, std::span<const RefUpdate> updates)
{
    namespace fs = std::filesystem;
    const fs::path root(repository.path());
    const auto is_always_there = [&](const fs::path& folder) {
        return folder == root / "refs" || folder == root / "refs/heads" || folder == root / "refs/tags";
    };
    std::set<fs::path> folders;
    std::set<fs::path> left;
    for (const auto& update : updates) {
        auto folder = (root / update.name).parent_path();
        if (update.after.is_zero() && !update.before.is_zero()) left.insert(folder);
        if (update.before.is_zero() && !update.after.is_zero())
            for (; !is_always_there(folder); folder = folder.parent_path()) folders.insert(folder.parent_path());
    }
    for (const auto& folder : folders) sync_folder(folder);
    // Those that were left empty are gone; a git that packs references may remove others at any moment.
    for (auto folder : left)
        while (!sync_file(folder)) folder = folder.parent_path();
}

Result<> check(const Repository& repository, std::span<const RefUpdate> updates)
{
    std::set<std::string_view> made;
    for (const auto& update : updates) {
        if (TRY(current(repository, update.name)) != update.before) return changed(update.name);
        if (update.before.is_zero() && !update.after.is_zero()) made.insert(update.name);
    }
    for (const auto name : made) TRY(find_room(repository, std::string(name), made));
    return {};
}

Result<> commit(git_transaction* transaction)
{
    if (const auto code = git_transaction_commit(transaction); code < 0) return failed(code, "one of the references");
    return {};
}

Result<> write(git_transaction* transaction, std::span<const RefUpdate> updates)
{
    for (const auto& update : updates) {
        if (update.after == update.before) continue;
        const auto code =
            git_transaction_set_target(transaction, update.name.c_str(), oid(update.after), nullptr, nullptr);
        if (code < 0) return libgit2_error(code, update.name);
    }
    return commit(transaction);
}

Result<> erase(const Repository& repository, const PackedReferences& packed, git_transaction* transaction,
               std::span<const RefUpdate> updates)
{
    std::set<std::string_view> names;
    for (const auto& update : updates) names.insert(update.name);
    packed.remove(names);
    for (const auto& update : updates) {
        if (!std::filesystem::is_regular_file(repository.path() + "/" + update.name)) continue; // it was only packed
        if (const auto code = git_transaction_remove(transaction, update.name.c_str()); code < 0)
            return libgit2_error(code, update.name);
    }
    return commit(transaction);
}

Result<> check_names(std::span<const RefUpdate> updates)
{
    std::set<std::string_view> names;
    for (const auto& update : updates) {
        if (!is_ref_name(update.name))
            return fail(Errc::unprocessable, "\"" + update.name + "\" is not the name of a reference");
        if (!names.insert(update.name).second) return fail(Errc::unprocessable, update.name + " is there twice");
    }
    return {};
}

} // namespace

Result<> update_references(const Repository& repository, std::span<const RefUpdate> asked)
{
    TRY(check_names(asked));
    if (asked.empty()) return {};
    std::vector<RefUpdate> updates(asked.begin(), asked.end());
    const auto deleted = std::ranges::stable_partition(updates, [](const RefUpdate& u) { return !u.after.is_zero(); });
    const std::span kept(updates.begin(), deleted.begin());
    repository.sync_written();
    // Once before the locks, whose files need room, too, and once more when nobody else can change anything.
    TRY(check(repository, updates));
    const auto locks = TRY(lock_all(repository, updates));
    std::optional<PackedReferences> packed;
    if (!deleted.empty()) packed = TRY(PackedReferences::lock(repository.path()));
    TRY(check(repository, updates));
    // What can still fail for want of room on the disk comes first.
    TRY(write(locks.kept.get(), kept));
    if (packed) TRY(erase(repository, *packed, locks.deleted.get(), deleted));
    sync_folders(repository, updates);
    return {};
}

Result<> set_default_branch(const Repository& repository, std::string_view name)
{
    if (!is_branch_name(name)) return fail(Errc::unprocessable, "\"" + std::string(name) + "\" is not a branch name");
    break_stale_lock(repository.path() + "/HEAD.lock");
    git_reference* raw = nullptr;
    const auto target = std::string(heads).append(name);
    const auto code = git_reference_symbolic_create(&raw, repository.raw(), "HEAD", target.c_str(), 1, nullptr);
    const Owned<git_reference> head(raw);
    if (code < 0) return libgit2_error(code, "HEAD");
    return {};
}

} // namespace cairn::git
