#include "git/objects/last_changes.hpp"

#include <git2.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <unordered_map>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "git/libgit2.hpp"
#include "git/objects/indexed_commits.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

namespace {

// Something at the commit that the search began at. Nothing is said of it while `commit` is zero.
struct Node {
    std::string name;
    std::uint32_t mode = 0;
    ObjectId id;
    std::size_t line = 0; // which of the lines through history follows it
    ObjectId commit;
    bool opened = false; // a folder whose children are known
    bool leaf = false;   // not looked into, whatever it is
    std::vector<std::unique_ptr<Node>> children;
    std::vector<Node*> active; // those that are not done

    bool found() const { return !commit.is_zero(); }
    bool is_folder() const { return !leaf && mode == mode_tree; }
    // A folder that was found without being opened came or went as a whole.
    bool done() const { return found() && (!opened || active.empty()); }
};

using Tree = Owned<git_tree>;

class Search {
public:
    Search(const Repository& repository, const LastChangesQuery& query)
        : repository_(repository), query_(query), commits_(repository), folder_(query.folder.value_or(""))
    {
    }

    Result<LastChanges> run()
    {
        root_.mode = mode_tree;
        const auto start = TRY(commits_.read(query_.from));
        root_.id = start.tree;
        root_.commit = query_.from; // nobody asks about it
        lines_.push_back({});
        TRY(open_wanted());
        add(query_.from, 0, start.when);
        std::uint64_t steps = 0;
        while (!waiting_.empty() && open_ > 0) {
            if (steps++ == query_.most_steps) {
                result_.complete = false;
                break;
            }
            TRY(Deadline::check());
            TRY(step());
        }
        TRY(tell(root_, {}, 0));
        return std::move(result_);
    }

private:
    // A line goes from a commit to the parent that has the same. Lines that meet are one from there on.
    struct Line {
        std::size_t joined = 0;
        std::int64_t open = 0; // how many nodes it follows
        bool ended = false;
        ObjectId end; // zero: at the known commit
    };
    struct Waiting {
        std::int64_t when;
        ObjectId id;
        bool operator<(const Waiting& other) const { return when < other.when; }
    };

    std::size_t find(std::size_t line)
    {
        while (lines_[line].joined != line) line = lines_[line].joined = lines_[lines_[line].joined].joined;
        return line;
    }
    std::size_t new_line()
    {
        lines_.push_back({.joined = lines_.size(), .end = {}});
        return lines_.size() - 1;
    }
    bool follows(const Node& node, std::size_t line) { return !node.found() && find(node.line) == line; }

    void add(const ObjectId& id, std::size_t line, std::int64_t when)
    {
        const auto [at, added] = frontier_.try_emplace(id, line);
        if (added) {
            waiting_.push({when, id});
            return;
        }
        const auto other = find(at->second);
        if (other == line) return;
        lines_[line].joined = other;
        lines_[other].open += lines_[line].open;
    }

    void adopt(Node& parent, const git_tree_entry* entry, std::size_t line, bool leaf)
    {
        auto child = std::make_unique<Node>();
        child->name = git_tree_entry_name(entry);
        child->mode = static_cast<std::uint32_t>(git_tree_entry_filemode_raw(entry));
        child->id = object_id(*git_tree_entry_id(entry));
        child->line = line;
        child->leaf = leaf;
        parent.active.push_back(child.get());
        parent.children.push_back(std::move(child));
        ++open_;
        ++lines_[line].open;
    }

    Result<> open(Node& folder, std::size_t line, bool leaves = false)
    {
        const auto tree = TRY(find_tree(repository_.raw(), folder.id));
        for (std::size_t i = 0; i < git_tree_entrycount(tree.get()); ++i)
            adopt(folder, git_tree_entry_byindex(tree.get(), i), line, leaves);
        folder.opened = true;
        return {};
    }

    // Opens the way to the folder that was asked for, and nothing beside it.
    Result<> open_wanted()
    {
        if (!query_.folder) return open(root_, 0);
        if (std::ranges::count(*query_.folder, '/') >= deepest_folder)
            return not_found("the history of so deep a folder");
        auto* node = &root_;
        if (!query_.folder->empty())
            for (const auto part : text::split(*query_.folder, '/')) {
                const auto tree = TRY(find_tree(repository_.raw(), node->id));
                const auto* entry = git_tree_entry_byname(tree.get(), std::string(part).c_str());
                if (entry == nullptr || git_tree_entry_type(entry) != GIT_OBJECT_TREE) return not_found(*query_.folder);
                adopt(*node, entry, 0, false);
                node->opened = true;
                node = node->children.front().get();
                settle(*node, 0, query_.from); // nobody asks about those on the way
            }
        TRY(open(*node, 0, true));
        for (const auto& leaf : node->children)
            leaves_.emplace_back(
                leaf.get(),
                CommitGraphFile::Path(query_.folder->empty() ? leaf->name : *query_.folder + "/" + leaf->name));
        return {};
    }

    // Whether the commit may have touched something that is asked for and not found yet; otherwise its first parent has
    // all of it.
    bool may_touch(const IndexedCommits::Facts& commit)
    {
        if (!query_.folder || !commit.place) return true;
        if (!commits_.may_change(commit, folder_)) return false;
        std::erase_if(leaves_, [](const auto& leaf) { return leaf.first->found(); });
        return std::ranges::any_of(leaves_, [&](const auto& leaf) { return commits_.may_change(commit, leaf.second); });
    }

    void found(Node& node, const ObjectId& commit)
    {
        node.commit = commit;
        --open_;
        --lines_[find(node.line)].open;
    }

    // All of it that the line follows was touched by the commit.
    void settle(Node& node, std::size_t line, const ObjectId& commit)
    {
        if (follows(node, line)) found(node, commit);
        for (const auto& child : node.children) settle(*child, line, commit);
        std::erase_if(node.active, [](const Node* child) { return child->done(); });
    }
    void hand_over(Node& node, std::size_t from, std::size_t to)
    {
        if (follows(node, from)) {
            node.line = to;
            --lines_[from].open;
            ++lines_[to].open;
        }
        for (const auto& child : node.children) hand_over(*child, from, to);
    }

    static const git_tree_entry* entry_in(const Tree& tree, const std::string& name)
    {
        return tree ? git_tree_entry_byname(tree.get(), name.c_str()) : nullptr;
    }
    static bool same(const git_tree_entry* entry, const ObjectId& id, std::uint32_t mode)
    {
        return entry != nullptr && object_id(*git_tree_entry_id(entry)) == id
            && static_cast<std::uint32_t>(git_tree_entry_filemode_raw(entry)) == mode;
    }
    Result<Tree> subtree(const git_tree_entry* entry)
    {
        if (entry == nullptr || git_tree_entry_type(entry) != GIT_OBJECT_TREE) return Tree();
        return find_tree(repository_.raw(), object_id(*git_tree_entry_id(entry)));
    }

    struct Step {
        ObjectId commit;
        std::size_t line;
        std::vector<std::size_t> lines; // of the parents; the first one's is the commit's own
    };

    Result<> visit(Node& folder, const Tree& here, const std::vector<Tree>& parents, Step& step, int depth = 0)
    {
        for (auto* child : folder.active) TRY(visit_child(*child, here, parents, step, depth));
        std::erase_if(folder.active, [](const Node* child) { return child->done(); });
        return {};
    }

    Result<> visit_child(Node& child, const Tree& here, const std::vector<Tree>& parents, Step& step, int depth)
    {
        const bool mine = follows(child, step.line);
        if (!mine && !child.opened) return {};
        auto id = child.id;
        auto mode = child.mode;
        if (!mine) {
            const auto* entry = entry_in(here, child.name);
            if (entry == nullptr || git_tree_entry_type(entry) != GIT_OBJECT_TREE) return {};
            id = object_id(*git_tree_entry_id(entry));
            mode = mode_tree;
        }
        bool folders = false;
        for (std::size_t i = 0; i < parents.size(); ++i) {
            const auto* entry = entry_in(parents[i], child.name);
            if (same(entry, id, mode)) {
                if (i == 0) return {};
                if (step.lines[i] == 0) step.lines[i] = new_line();
                hand_over(child, step.line, step.lines[i]);
                return {};
            }
            folders |= entry != nullptr && git_tree_entry_type(entry) == GIT_OBJECT_TREE;
        }
        if (!child.is_folder() || !folders || depth == deepest_folder) {
            settle(child, step.line, step.commit);
            return {};
        }
        if (!child.opened) TRY(open(child, step.line));
        if (mine) found(child, step.commit);
        git_tree* raw = nullptr;
        if (const auto code = git_tree_lookup(&raw, repository_.raw(), oid(id)); code < 0)
            return libgit2_error(code, "the tree " + id.hex());
        std::vector<Tree> below;
        for (const auto& parent : parents) below.push_back(TRY(subtree(entry_in(parent, child.name))));
        return visit(child, Tree(raw), below, step, depth + 1);
    }

    Result<> step()
    {
        const auto id = waiting_.top().id;
        waiting_.pop();
        const auto at = frontier_.find(id);
        const auto line = find(at->second);
        frontier_.erase(at);
        if (lines_[line].open == 0) return {};
        const auto commit = TRY(commits_.read(id));
        if (id == query_.known || commit.parents.empty()) {
            open_ -= lines_[line].open;
            lines_[line].ended = true;
            if (id != query_.known) lines_[line].end = id;
            return {};
        }
        std::vector<IndexedCommits::Facts> parents;
        for (const auto& parent : commit.parents) parents.push_back(TRY(commits_.read(parent)));
        Step step{.commit = id, .line = line, .lines = std::vector<std::size_t>(parents.size())};
        if (commit.tree != parents.front().tree && may_touch(commit)) {
            std::vector<Tree> trees;
            for (const auto& parent : parents) trees.push_back(TRY(find_tree(repository_.raw(), parent.tree)));
            TRY(visit(root_, TRY(find_tree(repository_.raw(), commit.tree)), trees, step));
        }
        for (std::size_t i = 0; i < parents.size(); ++i)
            if (i == 0 || step.lines[i] != 0) add(commit.parents[i], i == 0 ? line : step.lines[i], parents[i].when);
        return {};
    }

    // A folder of which all came with one commit.
    Result<> tell_whole(const ObjectId& tree, const std::string& path, const ObjectId& commit, int depth)
    {
        if (depth > deepest_folder) return {};
        FolderChanges folder{.folder = path, .entries = {}};
        for (const auto& entry : TRY(read_tree(repository_, tree))) {
            folder.entries.emplace(entry.name, commit);
            if (entry.mode == mode_tree)
                TRY(tell_whole(entry.id, path.empty() ? entry.name : path + "/" + entry.name, commit, depth + 1));
        }
        result_.folders.push_back(std::move(folder));
        return {};
    }

    Result<> tell(const Node& node, const std::string& path, int depth)
    {
        if (depth > deepest_folder) return {};
        FolderChanges folder{.folder = path, .entries = {}};
        for (const auto& child : node.children) {
            const auto& line = lines_[find(child->line)];
            const auto below = path.empty() ? child->name : path + "/" + child->name;
            if (child->found() || line.ended)
                folder.entries.emplace(child->name, child->found() ? child->commit : line.end);
            if (child->opened) TRY(tell(*child, below, depth + 1));
            else if (child->is_folder() && child->found()) TRY(tell_whole(child->id, below, child->commit, depth + 1));
            else if (child->is_folder() && line.ended && !line.end.is_zero())
                TRY(tell_whole(child->id, below, line.end, depth + 1));
        }
        if (!query_.folder || path == *query_.folder) result_.folders.push_back(std::move(folder));
        return {};
    }

    const Repository& repository_;
    const LastChangesQuery& query_;
    IndexedCommits commits_;
    CommitGraphFile::Path folder_;
    std::vector<std::pair<const Node*, CommitGraphFile::Path>> leaves_; // of one folder, those that are not found
    Node root_;
    std::vector<Line> lines_;
    std::unordered_map<ObjectId, std::size_t> frontier_;
    std::priority_queue<Waiting> waiting_;
    std::int64_t open_ = 0;
    LastChanges result_;
};

} // namespace

Result<LastChanges> last_changes(const Repository& repository, const LastChangesQuery& query)
{
    return Search(repository, query).run();
}

} // namespace cairn::git
