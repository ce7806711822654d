#include "git/objects/file_diff.hpp"

#include <git2.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/comparison.hpp"
#include "git/objects/whitespace_flag.hpp"

namespace cairn::git {

namespace {

struct Side {
    Owned<git_blob> blob{};
    std::string_view text{};
    std::uint64_t lines = 0;
};

// Nothing: too large.
Result<std::optional<Side>> read_side(const Repository& repository, const ObjectId& id, const FileDiffOptions& options)
{
    Side side;
    if (id.is_zero()) return side;
    if (TRY(object_info(repository, id)).size > options.largest_file) return std::nullopt;
    git_blob* raw = nullptr;
    if (const auto code = git_blob_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the file " + id.hex());
    side.blob.reset(raw);
    side.text = {static_cast<const char*>(git_blob_rawcontent(raw)), static_cast<std::size_t>(git_blob_rawsize(raw))};
    side.lines = static_cast<std::uint64_t>(std::ranges::count(side.text, '\n'));
    return side;
}

// Between the library, through which nothing may be thrown, and who takes the lines.
class Passing {
public:
    explicit Passing(LineTaker& taker) : taker_(taker) { }

    static int binary(const git_diff_delta*, const git_diff_binary*, void* self)
    {
        static_cast<Passing*>(self)->binary_ = true;
        return 0;
    }
    static int hunk(const git_diff_delta*, const git_diff_hunk* hunk, void* self)
    {
        return static_cast<Passing*>(self)->guarded([&](Passing& passing) { return passing.take(*hunk); });
    }
    static int line(const git_diff_delta*, const git_diff_hunk*, const git_diff_line* line, void* self)
    {
        return static_cast<Passing*>(self)->guarded([&](Passing& passing) { return passing.take(*line); });
    }

    Result<Compared> result(int code)
    {
        if (thrown_) std::rethrow_exception(thrown_);
        if (late_) return takes_too_long();
        if (stopped_) return Compared::stopped;
        if (code < 0) return libgit2_error(code, "the difference");
        return binary_ ? Compared::binary : Compared::all;
    }

private:
    template <class Work> int guarded(Work work)
    try {
        return work(*this);
    } catch (...) {
        thrown_ = std::current_exception();
        return GIT_EUSER;
    }

    int take(const git_diff_hunk& hunk)
    {
        std::string_view head(hunk.header, hunk.header_len);
        const auto end = head.find("@@", 2);
        head = end == head.npos ? std::string_view() : head.substr(end + 2);
        while (!head.empty() && (head.front() == ' ' || head.front() == '\t')) head.remove_prefix(1);
        while (!head.empty() && (head.back() == '\n' || head.back() == '\r')) head.remove_suffix(1);
        taker_.hunk({.old_start = hunk.old_start,
                     .old_count = hunk.old_lines,
                     .new_start = hunk.new_start,
                     .new_count = hunk.new_lines},
                    head);
        return 0;
    }
    int take(const git_diff_line& line)
    {
        late_ = !Deadline::is_ahead();
        if (late_) return GIT_EUSER;
        if (line.origin == GIT_DIFF_LINE_CONTEXT_EOFNL || line.origin == GIT_DIFF_LINE_ADD_EOFNL
            || line.origin == GIT_DIFF_LINE_DEL_EOFNL) {
            taker_.no_end();
            return 0;
        }
        std::string_view text(line.content, line.content_len);
        if (text.ends_with('\n')) text.remove_suffix(1);
        stopped_ = !taker_.line(line.origin, std::max(line.old_lineno, 0), std::max(line.new_lineno, 0), text);
        return stopped_ ? GIT_EUSER : 0;
    }

    LineTaker& taker_;
    std::exception_ptr thrown_;
    bool binary_ = false;
    bool stopped_ = false;
    bool late_ = false;
};

} // namespace

Result<Compared> compare_file(const Repository& repository, const FilePair& pair, const FileDiffOptions& options,
                              LineTaker& taker)
{
    if (!Deadline::is_ahead_now()) return takes_too_long();
    const auto before = TRY(read_side(repository, pair.before, options));
    const auto after = before ? TRY(read_side(repository, pair.after, options)) : std::nullopt;
    if (!before || !after) return Compared::too_large;
    for (const auto* side : {&*before, &*after}) {
        if (side->blob && git_blob_is_binary(side->blob.get()) == 1) return Compared::binary;
        if (side->lines > Comparison::most_lines) return Compared::too_large;
    }
    const auto comparison = TRY(Comparison::begin(std::max(before->lines, after->lines)));

    git_diff_options given = GIT_DIFF_OPTIONS_INIT;
    given.flags = flag_of(options.whitespace) | GIT_DIFF_FORCE_TEXT;
    given.context_lines = options.context;
    Passing passing(taker);
    taker.begin(before->text, after->text);
    const auto compared = TRY(passing.result(
        git_diff_blobs(before->blob.get(), pair.path_before.c_str(), after->blob.get(), pair.path_after.c_str(), &given,
                       nullptr, &Passing::binary, &Passing::hunk, &Passing::line, &passing)));
    if (compared != Compared::binary) taker.end();
    return compared;
}

} // namespace cairn::git
