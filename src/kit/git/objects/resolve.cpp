#include "git/objects/resolve.hpp"

#include <git2.h>

#include <algorithm>
#include <cstring>

#include "base/utf8.hpp"
#include "git/objects/merge_index.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/writing.hpp"

namespace cairn::git {

namespace {

// How many conflicts one merge may have that somebody wants to decide about by hand.
constexpr std::size_t most_conflicts = 1000;

bool is_readable(const Repository& repository, const git_index_entry* entry, std::uint64_t largest)
{
    if (entry == nullptr) return true;
    if (entry->mode != GIT_FILEMODE_BLOB && entry->mode != GIT_FILEMODE_BLOB_EXECUTABLE) return false;
    const auto bytes = read_blob(repository, object_id(entry->id), largest);
    return bytes && is_text(*bytes) && bytes->find('\0') == std::string::npos;
}

struct FreeResult {
    git_merge_file_result result{};
    FreeResult() = default;
    FreeResult(const FreeResult&) = delete;
    FreeResult& operator=(const FreeResult&) = delete;
    ~FreeResult() { git_merge_file_result_free(&result); }
};

Result<std::string> text_with_marks(const Repository& repository, const git_index_entry* const (&sides)[3],
                                    const SideNames& names)
{
    git_merge_file_options options = GIT_MERGE_FILE_OPTIONS_INIT;
    options.our_label = names.ours.c_str();
    options.their_label = names.theirs.c_str();
    FreeResult made;
    if (const auto code =
            git_merge_file_from_index(&made.result, repository.raw(), sides[0], sides[1], sides[2], &options);
        code < 0)
        return libgit2_error(code, "the merge");
    return std::string(made.result.ptr, made.result.len);
}

struct FreeIterator {
    void operator()(git_index_conflict_iterator* iterator) const { git_index_conflict_iterator_free(iterator); }
};

} // namespace

Result<std::vector<ConflictedText>> conflicted_texts(const Repository& repository, const ObjectId& ours,
                                                     const ObjectId& theirs, const SideNames& names,
                                                     std::uint64_t largest)
{
    const auto index = TRY(merged_index(repository, ours, theirs));
    git_index_conflict_iterator* raw = nullptr;
    if (const auto code = git_index_conflict_iterator_new(&raw, index.get()); code < 0)
        return libgit2_error(code, "the merge");
    const std::unique_ptr<git_index_conflict_iterator, FreeIterator> iterator(raw);
    std::vector<ConflictedText> found;
    const git_index_entry* sides[3] = {};
    while (git_index_conflict_next(&sides[0], &sides[1], &sides[2], iterator.get()) == 0) {
        if (found.size() == most_conflicts) return fail(Errc::too_large, "there are too many conflicts");
        const auto* named = sides[1] != nullptr ? sides[1] : sides[2] != nullptr ? sides[2] : sides[0];
        ConflictedText one{.path = named->path};
        const bool both =
            sides[1] != nullptr && sides[2] != nullptr && std::strcmp(sides[1]->path, sides[2]->path) == 0;
        if (both
            && std::ranges::all_of(sides, [&](const auto* side) { return is_readable(repository, side, largest); }))
            if (auto text = text_with_marks(repository, sides, names)) {
                one.is_text = true;
                one.text = std::move(*text);
            }
        found.push_back(std::move(one));
    }
    std::ranges::sort(found, {}, &ConflictedText::path);
    return found;
}

Result<Merge> merge_decided(const Repository& repository, const ObjectId& ours, const ObjectId& theirs,
                            const std::map<std::string, std::string>& decided)
{
    const auto index = TRY(merged_index(repository, ours, theirs));
    for (const auto& [path, text] : decided) {
        const git_index_entry* sides[3] = {};
        if (git_index_conflict_get(&sides[0], &sides[1], &sides[2], index.get(), path.c_str()) < 0) continue;
        if (sides[1] == nullptr || sides[2] == nullptr) continue;
        git_index_entry entry{};
        entry.mode = sides[1]->mode;
        // A mode that only the other side has changed is the one that is meant.
        if (sides[0] != nullptr && sides[0]->mode == sides[1]->mode) entry.mode = sides[2]->mode;
        entry.path = path.c_str();
        entry.id = *oid(TRY(write_blob(repository, text)));
        if (const auto code = git_index_conflict_remove(index.get(), path.c_str()); code < 0)
            return libgit2_error(code, "the merge");
        if (const auto code = git_index_add(index.get(), &entry); code < 0) return libgit2_error(code, "the merge");
    }
    return finish_merge(repository, index.get());
}

bool has_conflict_marks(std::string_view text)
{
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        if (line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) return true;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return false;
}

} // namespace cairn::git
