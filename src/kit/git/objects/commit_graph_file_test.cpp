// Histories are the same with git's index of commits as without, whatever is in it.
#include "git/objects/commit_graph_file.hpp"

#include "base/text.hpp"
#include "git/objects/distances.hpp"
#include "git/objects/last_changes.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "git/store/commit_index.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class CommitGraph : public RepositoryTest {
protected:
    // Branches that are merged, one of them three at once, and a file that is moved and deleted.
    void make_history()
    {
        for (int i = 0; i < 12; ++i) {
            write(i % 3 == 0 ? "a.txt" : "dir/deep/b.txt", std::to_string(i));
            if (i == 4) write("dir/gone.txt", "soon");
            if (i == 7) in_work("git rm -q dir/gone.txt");
            commit("main " + std::to_string(i));
        }
        for (const std::string name : {"one", "two", "three"}) {
            in_work("git checkout -q -b " + name + " main~5");
            write("side/" + name, name);
            commit(name);
        }
        in_work("git checkout -q main && git merge -q -m octopus one two three");
        write("\xc3\xa4.txt", "not ASCII");
        commit("last");
        in_work("git push -q --all origin");
    }
    void write_index() const { git("commit-graph write --reachable --changed-paths"); }
    std::string file() const { return bare + "/objects/info/commit-graph"; }

    // Every list that is made of a history, as text.
    std::string all_histories() const
    {
        const auto repository = *Repository::open(bare);
        const auto head = *find_branch(repository, "main");
        std::string text;
        for (const std::string path : {"", "a.txt", "dir", "dir/deep", "dir/deep/b.txt", "dir/gone.txt", "side",
                                       "side/two", "none", "\xc3\xa4.txt"}) {
            text += path + ":";
            const auto page = *walk(repository, {.from = head, .path = path});
            for (const auto& id : page.commits) text += " " + id.hex();
            text += "\n";
        }
        for (const std::string below : {"", "dir", "dir/deep", "side"}) {
            const auto changes = *last_changes(repository, {.from = head, .folder = below});
            for (const auto& [name, id] : changes.folders[0].entries)
                text += below + "/" + name + " " + id.hex() + "\n";
        }
        return text;
    }
};

TEST_F(CommitGraph, ChangesNothingButTheTime)
{
    make_history();
    EXPECT_FALSE(CommitGraphFile::open(bare));
    const auto without = all_histories();
    write_index();
    const auto graph = CommitGraphFile::open(bare);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->size(), std::stoul(git("rev-list --count --all")));
    EXPECT_EQ(all_histories(), without);
    // What is younger than the index is read as ever.
    write("a.txt", "once more");
    commit("younger");
    in_work("git push -q --all origin");
    const auto with_more = all_histories();
    std::filesystem::remove(file());
    EXPECT_EQ(all_histories(), with_more);
}

TEST_F(CommitGraph, KnowsWhatCommitsSay)
{
    make_history();
    write_index();
    const auto graph = *CommitGraphFile::open(bare);
    const auto repository = *Repository::open(bare);
    for (CommitGraphFile::Position i = 0; i < graph.size(); ++i) {
        const auto commit = *read_commit(repository, graph.id(i));
        EXPECT_EQ(graph.find(commit.id), i);
        EXPECT_EQ(graph.tree(i), commit.tree);
        EXPECT_EQ(graph.when(i), commit.committer.when.seconds);
        std::vector<CommitGraphFile::Position> parents;
        ASSERT_TRUE(graph.parents(i, parents));
        ASSERT_EQ(parents.size(), commit.parents.size());
        for (std::size_t p = 0; p < parents.size(); ++p) EXPECT_EQ(graph.id(parents[p]), commit.parents[p]);
    }
    EXPECT_FALSE(graph.find(ObjectId{}));
    // The filters say no to most of what did not change.
    const CommitGraphFile::Path path("none/of/them");
    std::size_t possible = 0;
    for (CommitGraphFile::Position i = 0; i < graph.size(); ++i) possible += graph.may_change(i, path) ? 1 : 0;
    EXPECT_LT(possible, graph.size() / 2);
}

TEST_F(CommitGraph, TellsDistancesAsGitDoes)
{
    make_history();
    const auto repository = *Repository::open(bare);
    std::vector<ObjectId> commits;
    const auto listed = git("rev-list --all");
    for (const auto line : text::split(listed, '\n')) commits.push_back(*ObjectId::parse(line));
    const auto base = *find_branch(repository, "two");
    EXPECT_FALSE(indexed_distances(repository, commits, base).front());
    write_index();
    const auto counted = indexed_distances(repository, commits, base);
    for (std::size_t i = 0; i < commits.size(); ++i) {
        const auto one = *distance(repository, commits[i], base);
        ASSERT_TRUE(counted[i]);
        EXPECT_EQ(counted[i]->ahead, one.ahead) << i;
        EXPECT_EQ(counted[i]->behind, one.behind) << i;
    }
    EXPECT_FALSE(indexed_distances(repository, std::vector{ObjectId{}}, base).front());
}

TEST_F(CommitGraph, ThatIsDamagedDoesNoHarm)
{
    make_history();
    write_index();
    std::ifstream in(file(), std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    const auto look_with = [&](const std::string& bytes) {
        std::filesystem::remove(file());
        std::ofstream(file(), std::ios::binary) << bytes;
        const auto graph = CommitGraphFile::open(bare);
        if (!graph) return;
        std::vector<CommitGraphFile::Position> parents;
        const CommitGraphFile::Path path("dir/deep/b.txt");
        for (CommitGraphFile::Position i = 0; i < graph->size(); ++i) {
            (void)graph->parents(i, parents);
            (void)graph->may_change(i, path);
            (void)graph->find(graph->id(i));
        }
    };
    for (std::size_t length = 0; length < whole.size(); length += 7) look_with(whole.substr(0, length));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
        look_with(bytes);
    }
}

TEST_F(CommitGraph, IsWantedForLongHistoriesThatHaveGrown)
{
    make_history();
    EXPECT_FALSE(wants_commit_index(bare, 20));
    EXPECT_TRUE(wants_commit_index(bare, 5000));
    write_index();
    EXPECT_TRUE(wants_commit_index(bare, 5000));
    EXPECT_FALSE(wants_commit_index(bare, 1010));
}

} // namespace

} // namespace cairn::git
