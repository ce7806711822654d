// Which commit each line of a file comes from. The git program finds it out, because its way is the quicker one by far;
// what it has found is told at once, in the order of the lines.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/child/child.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

struct BlameCommit {
    ObjectId id;
    Person author;
    Person committer;
    std::string summary; // the first line of its message
};

// Lines that follow each other and come from one commit.
struct BlameBlock {
    std::shared_ptr<const BlameCommit> commit;
    std::int64_t line = 0; // the first, from 1, in the file that was asked for
    std::int64_t count = 0;
    std::int64_t original_line = 0; // the first as the commit had it,
    std::string original_path;      // in this file
    ObjectId previous{};            // the commit before, where the file was; zero: the file was new
    std::string previous_path{};
};

// Reads what `git blame --incremental` writes, and gives it on in order. For one thread.
class BlameReader {
public:
    explicit BlameReader(std::function<void(BlameBlock)> each) : each_(std::move(each)) { }

    void feed(std::string_view bytes);
    // Lines that were told, from the first without a gap.
    std::int64_t lines() const { return next_ - 1; }

private:
    void take_line(std::string_view);
    void take_detail(std::string_view name, std::string_view value);
    void end_block(std::string_view path);

    std::function<void(BlameBlock)> each_;
    std::string rest_;
    std::map<ObjectId, std::shared_ptr<BlameCommit>> commits_;
    std::shared_ptr<BlameCommit> commit_; // of the block that is being read
    BlameBlock block_;
    std::map<std::int64_t, BlameBlock> waiting_; // for those before them, by line
    std::int64_t next_ = 1;
};

struct BlameQuery {
    ObjectId commit;
    std::string path;
    std::vector<ObjectId> ignored{}; // commits whose lines are those of the commits before; each must be there
    std::chrono::seconds time_limit{20};
};

// `each` gets the blocks while git finds them. Errc::too_large when the time is up, or nobody waits any longer
// (base/deadline.hpp); what was told by then is right. The file must be there.
Result<> blame(Children&, const std::string& git_dir, const BlameQuery&, const std::function<void(BlameBlock)>& each);

// A path as git writes it: in quotes and with escapes where it has unusual signs.
std::string unquote_path(std::string_view);

} // namespace cairn::git
