// What changed between two trees, and the texts that people and programs read it as.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "git/limits.hpp"
#include "git/objects/objects.hpp"
#include "git/repository.hpp"

struct git_diff;

namespace cairn::git {

enum class Change : std::uint8_t { added, modified, removed, renamed, copied, type_changed };

struct FileChange {
    Change change;
    std::string path;     // the new one; of a removed file the old one
    std::string previous; // the old one, of a renamed or copied file
    ObjectId before;      // zero for an added file
    ObjectId after;       // zero for a removed file
    std::uint32_t mode_before = 0;
    std::uint32_t mode_after = 0;
    std::uint64_t additions = 0;
    std::uint64_t deletions = 0;
    bool binary = false; // also a text that is too large to be compared
};

struct DiffStats {
    std::uint64_t files = 0;
    std::uint64_t additions = 0;
    std::uint64_t deletions = 0;
};

enum class Whitespace : std::uint8_t { counts, ignored_at_ends, change_ignored, ignored };

// A line of a difference. Numbers count from 1; 0 on the side where it is not.
struct DiffLine {
    char origin; // ' ' on both sides, '+' added, '-' removed
    std::int64_t old_number = 0;
    std::int64_t new_number = 0;
    std::string text; // without its end
};

struct Hunk {
    std::int64_t old_start = 0;
    std::int64_t old_count = 0;
    std::int64_t new_start = 0;
    std::int64_t new_count = 0;
    std::vector<DiffLine> lines{};
};

struct DiffOptions {
    bool renames = false;  // finds them, as `git diff` does; costs a comparison of contents
    bool binaries = false; // the text has the contents of binary files, so that it can be applied
    Whitespace whitespace = Whitespace::counts;
    std::uint32_t context = 3;
    std::vector<std::string> paths{};                     // only these, and what is below them; empty: all
    std::uint64_t largest_file = limits().diff_file_size; // what is larger counts as binary
    std::uint64_t most_files = limits().diff_files;       // too_large beyond
};

// Keeps the repository busy: use it on the thread of its handle, and while that lives. Everything in it ends with
// too_large when nobody waits for it any longer (base/deadline.hpp).
class Diff {
public:
    // From one tree to another; zero is the empty tree.
    static Result<Diff> between(const Repository&, const ObjectId& before, const ObjectId& after,
                                const DiffOptions& = {});
    // What a commit changed against its first parent.
    static Result<Diff> of_commit(const Repository&, const ObjectId& commit, const DiffOptions& = {});

    Diff(Diff&&) noexcept;
    Diff& operator=(Diff&&) noexcept;
    ~Diff();

    // Sorted by path, without additions and deletions: those cost a comparison of each file.
    std::vector<FileChange> files() const;
    Result<std::vector<FileChange>> files_with_lines() const;
    Result<DiffStats> stats() const;
    // Of the file with this place in files(). None for a binary one.
    Result<std::vector<Hunk>> hunks(std::size_t file) const;

    // Unified, as `git diff` writes it. too_large beyond `most` bytes, or the lines that limits() allows. Of larger
    // files than the options let be compared it only says that they differ.
    Result<std::string> text(std::uint64_t most) const;

private:
    friend Result<std::string> mail_patch(const Repository&, const ObjectId&, std::uint64_t, std::size_t, std::size_t);
    struct Free {
        void operator()(git_diff*) const;
    };
    using Raw = std::unique_ptr<git_diff, Free>;
    Diff(const Repository&, const ObjectId& before, const ObjectId& after, DiffOptions, git_diff*);

    bool is_large(std::size_t file) const;
    Result<Raw> without_contents(std::size_t file) const;

    const Repository* repository_;
    ObjectId before_;
    ObjectId after_;
    DiffOptions options_;
    Raw raw_;
};

// A commit as a message that `git am` takes, the `number`th of `count`. A merge has no patch of its own: empty then.
Result<std::string> mail_patch(const Repository&, const ObjectId& commit, std::uint64_t most, std::size_t number = 1,
                               std::size_t count = 1);

} // namespace cairn::git
