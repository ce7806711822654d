#include "git/objects/walk.hpp"

#include <git2.h>

#include <functional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/indexed_commits.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk_where.hpp"

namespace cairn::git {

namespace {

// Is called with each commit that is to be shown; false ends the walk.
using Show = std::function<bool(const ObjectId&)>;

struct Steps {
    std::uint64_t left;
    bool take()
    {
        if (left == 0 || !Deadline::is_ahead()) return false;
        --left;
        return true;
    }
};

bool is_in_time(const Walk& walk, std::int64_t when)
{
    return (!walk.since || when >= walk.since->seconds) && (!walk.until || when <= walk.until->seconds);
}

Result<Owned<git_commit>> look_up(const Repository& repository, const ObjectId& id)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    return Owned<git_commit>(raw);
}

Result<Owned<git_revwalk>> begin(const Repository& repository, const Walk& walk)
{
    git_revwalk* raw = nullptr;
    if (const auto code = git_revwalk_new(&raw, repository.raw()); code < 0) return libgit2_error(code, "the history");
    Owned<git_revwalk> revwalk(raw);
    // Of one second, children come before their parents; what is cut off by its date goes by dates alone.
    git_revwalk_sorting(raw, walk.since || walk.until ? GIT_SORT_TIME : GIT_SORT_TIME | GIT_SORT_TOPOLOGICAL);
    if (const auto code = git_revwalk_push(raw, oid(walk.from)); code < 0)
        return libgit2_error(code, "the commit " + walk.from.hex());
    for (const auto& id : walk.without)
        if (const auto code = git_revwalk_hide(raw, oid(id)); code < 0)
            return libgit2_error(code, "the commit " + id.hex());
    return revwalk;
}

// The library's own walk. It reads everything up to the root before it shows the first commit, but reads quickly: for
// counting, and where that has to be read anyway to know what to leave out.
Result<> walk_all(const Repository& repository, const Walk& walk, Steps& steps, const Show& show)
{
    const auto revwalk = TRY(begin(repository, walk));
    const bool by_time = walk.since || walk.until;
    git_oid next;
    int code = 0;
    while (steps.take() && (code = git_revwalk_next(&next, revwalk.get())) == 0) {
        const auto id = object_id(next);
        if (by_time) {
            const auto when = git_commit_time(TRY(look_up(repository, id)).get());
            // The walk goes back in time, so nothing younger comes. A clock that was wrong may hide what is behind it,
            // as it does in git.
            if (walk.since && when < walk.since->seconds) return {};
            if (!is_in_time(walk, when)) continue;
        }
        if (!show(id)) return {};
    }
    if (code < 0 && code != GIT_ITEROVER) return libgit2_error(code, "the history");
    return {};
}

// Our own, which reads no more than it shows: the first page costs the same however long the history is. With a path,
// of a merge only the parent that has the same there is followed, so that whole branches that never touched it are not
// read.
class LazyWalk {
public:
    LazyWalk(const Repository& repository, const Walk& walk, Steps& steps)
        : repository_(repository), walk_(walk), steps_(steps), commits_(repository), path_(walk.path)
    {
    }

    Result<> run(const Show& show)
    {
        if (!walk_.without.empty()) TRY(find_visible());
        TRY(add(walk_.from));
        while (!waiting_.empty() && steps_.take()) {
            const auto [when, order, id] = TRY(take_next());
            if (walk_.since && when < walk_.since->seconds) continue;
            if (TRY(is_change(id)) && is_in_time(walk_, when) && !show(id)) return {};
        }
        return {};
    }

private:
    struct Waiting {
        std::int64_t when;
        std::uint64_t order; // the first come first among those of one second
        ObjectId id;
        bool operator<(const Waiting& other) const
        {
            return when != other.when ? when < other.when : order > other.order;
        }
    };
    struct Known {
        IndexedCommits::Facts facts;
        std::optional<ObjectId> entry{}; // what is at the path, once somebody has asked; zero for nothing
    };

    // Of those of one second, one that none of the others leads to: children before their parents. (A parent that
    // claims to be younger than its child comes before it, as in git.)
    Result<Waiting> take_next()
    {
        std::vector<Waiting> tied{waiting_.top()};
        for (waiting_.pop(); !waiting_.empty() && waiting_.top().when == tied.front().when; waiting_.pop())
            tied.push_back(waiting_.top());
        std::size_t chosen = 0;
        if (tied.size() > 1) {
            const auto parents = TRY(ancestors_of_same_second(tied));
            while (chosen + 1 < tied.size() && parents.contains(tied[chosen].id)) ++chosen;
        }
        for (std::size_t i = 0; i < tied.size(); ++i)
            if (i != chosen) waiting_.push(tied[i]);
        return tied[chosen];
    }

    Result<std::unordered_set<ObjectId>> ancestors_of_same_second(const std::vector<Waiting>& of)
    {
        constexpr std::size_t most = 256; // whoever has made more in one second wants no order
        std::unordered_set<ObjectId> found;
        std::vector<ObjectId> next;
        for (const auto& waiting : of) next.push_back(waiting.id);
        for (std::size_t looked = 0; looked < next.size() && looked < most; ++looked) {
            for (const auto& parent : TRY(commits_.read(next[looked])).parents)
                if (TRY(commits_.read(parent)).when == of.front().when && found.insert(parent).second)
                    next.push_back(parent);
        }
        return found;
    }

    Result<> find_visible()
    {
        visible_.emplace();
        auto all = walk_;
        all.since.reset();
        all.until.reset();
        return walk_all(repository_, all, steps_, [&](const ObjectId& id) { return visible_->insert(id).second; });
    }

    Result<> add(const ObjectId& id)
    {
        if (visible_ && !visible_->contains(id)) return {};
        if (!seen_.insert(id).second) return {};
        auto* known = TRY(know(id));
        waiting_.push({known->facts.when, seen_.size(), id});
        return {};
    }

    Result<Known*> know(const ObjectId& id)
    {
        if (const auto found = known_.find(id); found != known_.end()) return &found->second;
        return &known_.emplace(id, Known{TRY(commits_.read(id))}).first->second;
    }

    Result<ObjectId> entry_of(Known& known)
    {
        if (known.entry) return *known.entry;
        auto entry = find_entry(repository_, known.facts.tree, walk_.path);
        if (!entry && entry.error().code != Errc::not_found) return std::unexpected(std::move(entry).error());
        known.entry = entry ? entry->id : ObjectId{};
        return *known.entry;
    }

    // Whether this commit changed the path, if there is one; puts those behind it in line.
    Result<bool> is_change(const ObjectId& id)
    {
        auto known = std::move(*TRY(know(id)));
        known_.erase(id);
        const auto& parents = known.facts.parents;
        if (walk_.path.empty()) {
            for (const auto& parent : parents) TRY(add(parent));
            return true;
        }
        if (!commits_.may_change(known.facts, path_)) {
            if (!parents.empty()) TRY(add(parents.front()));
            return false;
        }
        for (const auto& parent : parents)
            if (TRY(entry_of(*TRY(know(parent)))) == TRY(entry_of(known))) {
                TRY(add(parent));
                return false;
            }
        for (const auto& parent : parents) TRY(add(parent));
        return !parents.empty() || !TRY(entry_of(known)).is_zero();
    }

    const Repository& repository_;
    const Walk& walk_;
    Steps& steps_;
    IndexedCommits commits_;
    CommitGraphFile::Path path_;
    std::priority_queue<Waiting> waiting_;
    std::unordered_set<ObjectId> seen_;
    std::unordered_map<ObjectId, Known> known_;
    std::optional<std::unordered_set<ObjectId>> visible_;
};

Result<> run(const Repository& repository, const Walk& walk, Steps& steps, const Show& show)
{
    if (walk.path.empty() && !walk.without.empty()) return walk_all(repository, walk, steps, show);
    return LazyWalk(repository, walk, steps).run(show);
}

} // namespace

Result<WalkPage> walk(const Repository& repository, const Walk& wanted) { return walk_where(repository, wanted, {}); }

Result<WalkPage> walk_where(const Repository& repository, const Walk& wanted,
                            const std::function<bool(const Commit&)>& fits)
{
    WalkPage page;
    Steps steps{wanted.most_steps};
    std::uint64_t number = 0;
    TRY(run(repository, wanted, steps, [&](const ObjectId& id) {
        if (fits) {
            const auto commit = read_commit(repository, id);
            if (!commit || !fits(*commit)) return true;
        }
        if (number++ < wanted.skip) return true;
        page.more = page.commits.size() == wanted.limit;
        if (!page.more) page.commits.push_back(id);
        return !page.more;
    }));
    if (!Deadline::is_ahead_now()) return takes_too_long();
    page.cut = steps.left == 0 && !page.more;
    return page;
}

Result<std::uint64_t> count_commits(const Repository& repository, const Walk& wanted)
{
    std::uint64_t number = 0;
    Steps steps{wanted.most_steps};
    const auto count = [&](const ObjectId&) { return ++number != 0; };
    if (wanted.path.empty()) TRY(walk_all(repository, wanted, steps, count));
    else TRY(run(repository, wanted, steps, count));
    if (!Deadline::is_ahead_now()) return takes_too_long();
    return number;
}

} // namespace cairn::git
