#include "import/git_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "git/references/ref_name.hpp"
#include "git/references/snapshot.hpp"
#include "git/store/connectivity.hpp"
#include "git/store/store.hpp"

namespace cairn::import {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view all_references = "refs/";

// Beside branches and tags: the heads of pull requests, which the old server keeps with what it makes of them, notes,
// and what people have pushed elsewhere. What a mirror remembers of its remote is no part of the repository.
bool comes_along(std::string_view name)
{
    if (name.starts_with("refs/heads/") || name.starts_with("refs/tags/") || name.starts_with("refs/remotes/"))
        return false;
    if (git::is_never_received(name)) return false;
    return !name.starts_with("refs/pull/") || name.ends_with("/head");
}

struct Sizes {
    std::int64_t all = 0;
    std::int64_t copied = 0; // of it, that cannot be linked
};

bool is_object_file(const fs::path& file)
{
    const auto folder = file.parent_path().filename().string();
    return folder == "pack" || (folder.size() == 2 && file.parent_path().parent_path().filename() == "objects");
}

Sizes sizes_of(const std::string& folder, const LinkRules* rules)
{
    Sizes sizes;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (!entry->is_regular_file(error)) continue;
        const auto bytes = static_cast<std::int64_t>(entry->file_size(error));
        sizes.all += bytes;
        if (rules != nullptr && is_object_file(entry->path()) && !rules->allow(entry->path().string()))
            sizes.copied += bytes;
    }
    return sizes;
}

// The clean-up takes away whatever stays in this table.
std::string doomed_key(const Move& move)
{
    auto key = git::Store::new_key();
    move.site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_storage (storage, since) VALUES ($1, $2)", key, Time::now());
    });
    return key;
}

Result<> copy_other_references(const git::Repository& from, const git::Repository& to)
{
    std::vector<git::RefUpdate> others;
    TRY(git::for_each_reference(from, all_references, [&](std::string_view name, const git::ObjectId& target) {
        if (comes_along(name) && to.contains(target))
            others.push_back({.name = std::string(name), .before = {}, .after = target});
    }));
    return git::update_references(to, others);
}

// Every branch and tag is there, at the same object, and the object is, too.
Result<> compare(const git::Repository& from, const git::Repository& to)
{
    const auto there = TRY(git::take_snapshot(from));
    const auto here = TRY(git::take_snapshot(to));
    if (!git::changes_between(there, here).empty())
        return fail(Errc::conflict,
                    "its branches have changed while it was copied: stop the old server, and try again");
    for (const auto& [name, target] : here)
        if (!to.contains(target)) return fail(Errc::unprocessable, "it is damaged: objects are missing");
    return {};
}

} // namespace

LinkRules LinkRules::of(const std::string& store)
{
    LinkRules rules{.device = 0, .user = geteuid()};
    // The folder may not have been made yet.
    struct stat status{};
    for (auto place = fs::absolute(store);; place = place.parent_path()) {
        if (stat(place.c_str(), &status) == 0) {
            rules.device = status.st_dev;
            break;
        }
        if (!place.has_relative_path()) break;
    }
    std::ifstream file("/proc/sys/fs/protected_hardlinks");
    rules.any_owner = rules.user == 0 || file.get() != '1';
    return rules;
}

bool LinkRules::allow(const std::string& file) const
{
    struct stat status{};
    if (stat(file.c_str(), &status) != 0) return false;
    return allow(status.st_dev, status.st_uid, ::access(file.c_str(), R_OK | W_OK) == 0);
}

std::string references_there(const std::string& folder)
{
    const auto repository = git::Repository::open(folder);
    if (!repository) return {};
    std::map<std::string, std::string> found;
    const auto read =
        git::for_each_reference(*repository, all_references, [&](std::string_view name, const git::ObjectId& target) {
            if (name.starts_with("refs/heads/") || name.starts_with("refs/tags/") || comes_along(name))
                found.emplace(name, target.hex());
        });
    if (!read) return {};
    std::string text;
    for (const auto& [name, target] : found) text.append(name).append(" ").append(target).append("\n");
    return text;
}

Result<CopiedFolder> copy_folder(const Move& move, const std::string& from)
{
    const auto source = TRY(git::Repository::open(from));
    std::optional<LinkRules> rules;
    if (move.tries()) rules = LinkRules::of(move.wanted_store);
    const auto sizes = sizes_of(from, rules ? &*rules : nullptr);
    CopiedFolder copied{.storage = {}, .bytes = sizes.all};
    if (move.tries()) {
        move.to_copy += sizes.copied;
        copied.missing = TRY(git::find_missing_object(move.site.get<git::Children>(), from));
        copied.branches = TRY(repositories::read_tips(source));
        return copied;
    }
    const auto& store = move.site.get<git::Store>();
    copied.storage = doomed_key(move);
    const auto done = [&]() -> Result<> {
        TRY(store.adopt(from, copied.storage));
        const auto made = TRY(git::Repository::open(store.path(copied.storage)));
        TRY(compare(source, made));
        TRY(copy_other_references(source, made));
        copied.missing = TRY(git::find_missing_object(move.site.get<git::Children>(), store.path(copied.storage)));
        copied.branches = TRY(repositories::read_tips(made));
        return {};
    }();
    if (!done) {
        store.remove(copied.storage);
        return std::unexpected(done.error());
    }
    return copied;
}

Result<CopiedFolder> make_folder(const Move& move, const std::string& default_branch)
{
    CopiedFolder made;
    if (move.tries()) return made;
    made.storage = doomed_key(move);
    TRY(move.site.get<git::Store>().create(made.storage, git::ObjectFormat::sha1, default_branch));
    return made;
}

} // namespace cairn::import
