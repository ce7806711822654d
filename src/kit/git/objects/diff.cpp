#include "git/objects/diff.hpp"

#include <git2.h>

#include <algorithm>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/changed_paths.hpp"
#include "git/objects/comparison.hpp"
#include "git/objects/whitespace_flag.hpp"

namespace cairn::git {

namespace {

Change change_of(git_delta_t status)
{
    switch (status) {
    case GIT_DELTA_ADDED: return Change::added;
    case GIT_DELTA_DELETED: return Change::removed;
    case GIT_DELTA_RENAMED: return Change::renamed;
    case GIT_DELTA_COPIED: return Change::copied;
    case GIT_DELTA_TYPECHANGE: return Change::type_changed;
    default: return Change::modified;
    }
}

FileChange describe(const git_diff_delta& delta)
{
    FileChange file{.change = change_of(delta.status),
                    .path = delta.status == GIT_DELTA_DELETED ? delta.old_file.path : delta.new_file.path,
                    .before = object_id(delta.old_file.id),
                    .after = object_id(delta.new_file.id),
                    .mode_before = delta.old_file.mode,
                    .mode_after = delta.new_file.mode};
    if (file.change == Change::renamed || file.change == Change::copied) file.previous = delta.old_file.path;
    return file;
}

// The library would go through all of both trees; it is told what to look at instead.
Result<git_diff*> compare(const Repository& repository, const ObjectId& before, const ObjectId& after,
                          const DiffOptions& options)
{
    auto changed = TRY(changed_paths(
        repository, {.before = before, .after = after, .only = options.paths, .most = options.most_files}));
    const auto old_tree = TRY(find_tree(repository.raw(), before));
    const auto new_tree = TRY(find_tree(repository.raw(), after));
    git_diff_options given = GIT_DIFF_OPTIONS_INIT;
    given.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    if (options.binaries) given.flags |= GIT_DIFF_SHOW_BINARY;
    given.flags |= flag_of(options.whitespace);
    given.context_lines = options.context;
    given.max_size = static_cast<git_off_t>(options.largest_file);
    given.id_abbrev = 7;
    std::vector<char*> paths;
    for (auto& path : changed) paths.push_back(path.data());
    given.pathspec = {paths.data(), paths.size()};
    git_diff* raw = nullptr;
    // No paths would be all paths.
    if (const auto code = git_diff_tree_to_tree(&raw, repository.raw(), paths.empty() ? nullptr : old_tree.get(),
                                                paths.empty() ? nullptr : new_tree.get(), &given);
        code < 0)
        return libgit2_error(code, "the difference");
    return raw;
}

Result<ObjectId> first_parent_tree(const Repository& repository, const Commit& commit)
{
    if (commit.parents.empty()) return ObjectId{};
    return TRY(read_commit(repository, commit.parents.front())).tree;
}

// Every file that went is compared with every file that came.
Result<> find_renames(git_diff* raw)
{
    constexpr std::uint64_t most_comparisons = 1'000'000;
    std::uint64_t gone = 0;
    std::uint64_t come = 0;
    for (std::size_t i = 0; i < git_diff_num_deltas(raw); ++i) {
        const auto status = git_diff_get_delta(raw, i)->status;
        gone += status == GIT_DELTA_DELETED ? 1 : 0;
        come += status == GIT_DELTA_ADDED ? 1 : 0;
    }
    if (gone == 0 || come == 0) return {};
    git_diff_find_options find = GIT_DIFF_FIND_OPTIONS_INIT;
    find.flags =
        gone * come > most_comparisons ? GIT_DIFF_FIND_RENAMES | GIT_DIFF_FIND_EXACT_MATCH_ONLY : GIT_DIFF_FIND_RENAMES;
    find.rename_limit = 400;
    if (const auto code = git_diff_find_similar(raw, &find); code < 0) return libgit2_error(code, "the difference");
    return {};
}

constexpr std::uint64_t most_lines_of_texts = 100'000; // that are compared while somebody waits for a page

Result<Hunk> read_hunk(git_patch* patch, std::size_t index)
{
    const git_diff_hunk* raw = nullptr;
    std::size_t count = 0;
    if (const auto code = git_patch_get_hunk(&raw, &count, patch, index); code < 0)
        return libgit2_error(code, "the difference");
    Hunk hunk{.old_start = raw->old_start,
              .old_count = raw->old_lines,
              .new_start = raw->new_start,
              .new_count = raw->new_lines};
    for (std::size_t i = 0; i < count; ++i) {
        const git_diff_line* line = nullptr;
        if (const auto code = git_patch_get_line_in_hunk(&line, patch, index, i); code < 0)
            return libgit2_error(code, "the difference");
        if (line->origin != ' ' && line->origin != '+' && line->origin != '-') continue; // of a missing last line's end
        std::string text(line->content, line->content_len);
        if (text.ends_with('\n')) text.pop_back();
        hunk.lines.push_back({.origin = line->origin,
                              .old_number = std::max(line->old_lineno, 0),
                              .new_number = std::max(line->new_lineno, 0),
                              .text = std::move(text)});
    }
    return hunk;
}

} // namespace

std::uint32_t flag_of(Whitespace whitespace)
{
    switch (whitespace) {
    case Whitespace::counts: return 0;
    case Whitespace::ignored_at_ends: return GIT_DIFF_IGNORE_WHITESPACE_EOL;
    case Whitespace::change_ignored: return GIT_DIFF_IGNORE_WHITESPACE_CHANGE;
    case Whitespace::ignored: return GIT_DIFF_IGNORE_WHITESPACE;
    }
    std::unreachable();
}

void Diff::Free::operator()(git_diff* raw) const { git_diff_free(raw); }
Diff::Diff(const Repository& repository, const ObjectId& before, const ObjectId& after, DiffOptions options,
           git_diff* raw)
    : repository_(&repository), before_(before), after_(after), options_(std::move(options)), raw_(raw)
{
}
Diff::Diff(Diff&&) noexcept = default;
Diff& Diff::operator=(Diff&&) noexcept = default;
Diff::~Diff() = default;

Result<Diff> Diff::between(const Repository& repository, const ObjectId& before, const ObjectId& after,
                           const DiffOptions& options)
{
    Diff diff(repository, before, after, options, TRY(compare(repository, before, after, options)));
    if (options.renames) TRY(find_renames(diff.raw_.get()));
    return diff;
}

Result<Diff> Diff::of_commit(const Repository& repository, const ObjectId& id, const DiffOptions& options)
{
    const auto commit = TRY(read_commit(repository, id));
    return between(repository, TRY(first_parent_tree(repository, commit)), commit.tree, options);
}

std::vector<FileChange> Diff::files() const
{
    const auto count = git_diff_num_deltas(raw_.get());
    std::vector<FileChange> files;
    files.reserve(count);
    for (std::size_t i = 0; i < count; ++i) files.push_back(describe(*git_diff_get_delta(raw_.get(), i)));
    return files;
}

Result<DiffStats> Diff::stats() const
{
    DiffStats stats;
    for (const auto& file : TRY(files_with_lines())) {
        ++stats.files;
        stats.additions += file.additions;
        stats.deletions += file.deletions;
    }
    return stats;
}

Result<std::vector<Hunk>> Diff::hunks(std::size_t file) const
{
    std::vector<Hunk> hunks;
    const auto weight = this->weight(file);
    if (is_large(weight)) return hunks;
    const auto comparison = TRY(Comparison::begin(weight.lines));
    const auto patch = TRY(lines_of_file(raw_.get(), file));
    if (!patch) return hunks;
    for (std::size_t i = 0; i < git_patch_num_hunks(patch.get()); ++i) hunks.push_back(TRY(read_hunk(patch.get(), i)));
    return hunks;
}

Result<std::vector<Hunk>> compare_texts(std::string_view before, std::string_view after, std::uint32_t context,
                                        std::size_t largest)
{
    const auto lines =
        static_cast<std::uint64_t>(std::max(std::ranges::count(before, '\n'), std::ranges::count(after, '\n')));
    if (std::max(before.size(), after.size()) > largest || lines > most_lines_of_texts)
        return fail(Errc::too_large, "the texts are too large to be compared");
    const auto comparison = TRY(Comparison::begin(lines));
    need_library();
    git_diff_options wanted = GIT_DIFF_OPTIONS_INIT;
    wanted.context_lines = context;
    wanted.flags |= GIT_DIFF_FORCE_TEXT;
    git_patch* raw = nullptr;
    if (const auto code = git_patch_from_buffers(&raw, before.data(), before.size(), nullptr, after.data(),
                                                 after.size(), nullptr, &wanted);
        code < 0)
        return libgit2_error(code, "the difference");
    const Owned<git_patch> patch(raw);
    std::vector<Hunk> hunks;
    for (std::size_t i = 0; i < git_patch_num_hunks(raw); ++i) hunks.push_back(TRY(read_hunk(raw, i)));
    return hunks;
}

Result<Diff::Raw> Diff::without_contents(std::size_t file) const
{
    const auto& delta = *git_diff_get_delta(raw_.get(), file);
    auto options = options_;
    options.binaries = false;
    options.paths = {delta.old_file.path};
    if (delta.new_file.path != options.paths.front()) options.paths.emplace_back(delta.new_file.path);
    Raw made(TRY(compare(*repository_, before_, after_, options)));
    if (options.renames) TRY(find_renames(made.get()));
    return made;
}

} // namespace cairn::git
