#include "import/git_folder.hpp"

#include <filesystem>

#include "git/snapshot.hpp"
#include "git/store.hpp"

namespace cairn::import {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view pull_references = "refs/pull/";

std::int64_t size_of(const std::string& folder)
{
    std::int64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(error)) bytes += static_cast<std::int64_t>(entry->file_size(error));
    return bytes;
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

Result<> copy_pull_heads(const git::Repository& from, const git::Repository& to)
{
    std::vector<git::RefUpdate> heads;
    TRY(git::for_each_reference(from, pull_references, [&](std::string_view name, const git::ObjectId& target) {
        if (name.ends_with("/head") && to.contains(target))
            heads.push_back({.name = std::string(name), .before = {}, .after = target});
    }));
    return git::update_references(to, heads);
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

Result<CopiedFolder> copy_folder(const Move& move, const std::string& from)
{
    const auto source = TRY(git::Repository::open(from));
    CopiedFolder copied{.storage = {}, .bytes = size_of(from)};
    if (move.tries()) {
        copied.branches = TRY(repositories::read_tips(source));
        return copied;
    }
    const auto& store = move.site.store;
    copied.storage = doomed_key(move);
    const auto done = [&]() -> Result<> {
        TRY(store.adopt(from, copied.storage));
        const auto made = TRY(git::Repository::open(store.path(copied.storage)));
        TRY(compare(source, made));
        TRY(copy_pull_heads(source, made));
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
    TRY(move.site.store.create(made.storage, git::ObjectFormat::sha1, default_branch));
    return made;
}

} // namespace cairn::import
