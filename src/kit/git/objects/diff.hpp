// What changed between two trees or two texts, and the texts that people and programs read it as.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "git/limits.hpp"
#include "git/objects/objects.hpp"
#include "git/receive/stream.hpp"
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

// What a text may still have, all parts of one answer together.
struct TextBudget {
    std::uint64_t bytes = limits().diff_size;
    std::uint64_t lines = limits().diff_lines;
};

// Keeps the repository busy: use it on the thread that has its handle, and while that lives. Everything in it ends with
// too_large when nobody waits for it any longer (base/deadline.hpp). Files are compared one at a time, those with many
// lines only a few at a time in all of the process, because that takes memory.
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
    // Of the file with this place in files(). None for a binary one, and for one that is too large to be compared.
    Result<std::vector<Hunk>> hunks(std::size_t file) const;

    // Unified, as `git diff` writes it, while it is made. Of larger files than the options let be compared, and of
    // those with too many lines, it only says that they differ. too_large past the budget: what was written then ends
    // inside of a file, so that no program takes it for the whole.
    Result<> write(Sink&, TextBudget&) const;
    // Whether that is so little that it can be had at once.
    bool is_short() const;

private:
    friend Result<> write_mail(const Repository&, const Commit&, const Diff&, Sink&, TextBudget&, std::size_t,
                               std::size_t);
    struct Free {
        void operator()(git_diff*) const;
    };
    using Raw = std::unique_ptr<git_diff, Free>;
    Diff(const Repository&, const ObjectId& before, const ObjectId& after, DiffOptions, git_diff*);

    class Spotlight;
    struct Weight {
        std::uint64_t bytes = 0; // of the larger side
        std::uint64_t lines = 0; // the same; 0 where there cannot be many
    };
    Weight weight(std::size_t file) const;
    bool is_large(const Weight&) const;
    Result<Raw> without_contents(std::size_t file) const;
    Result<> print(std::size_t file, Spotlight&, class DiffPrinter&) const;
    Result<> count_lines(std::size_t file, Spotlight&, FileChange&) const;

    const Repository* repository_;
    ObjectId before_;
    ObjectId after_;
    DiffOptions options_;
    Raw raw_;
};

// What changed from one text to another, neither of which need be in a repository. too_large beyond `largest`
// bytes, or 100,000 lines.
Result<std::vector<Hunk>> compare_texts(std::string_view before, std::string_view after, std::uint32_t context = 3,
                                        std::size_t largest = limits().diff_file_size);

// A commit as a message that `git am` takes, the `number`th of `count`. `diff` is what it has changed
// (Diff::of_commit), with renames and binaries. A merge has no patch of its own: nothing is written then. too_large as
// Diff::write has it.
Result<> write_mail(const Repository&, const Commit&, const Diff& diff, Sink&, TextBudget&, std::size_t number = 1,
                    std::size_t count = 1);

} // namespace cairn::git
