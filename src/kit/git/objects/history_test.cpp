// Lists of commits, differences, merges.
#include "git/objects/diff.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class History : public RepositoryTest {
protected:
    static ObjectId id(const std::string& hex) { return *ObjectId::parse(hex); }

    // A commit at a time of its own: minutes after noon.
    std::string commit_at(int minute, const std::string& message) const
    {
        const auto date = "2026-01-01T12:" + std::string(minute < 10 ? "0" : "") + std::to_string(minute) + ":00Z";
        in_work("git add -A && GIT_AUTHOR_DATE=" + date + " GIT_COMMITTER_DATE=" + date
                + " git commit -q --allow-empty -m '" + message + "'");
        return in_work("git rev-parse HEAD");
    }
    Repository pushed() const
    {
        in_work("git push -q --all origin");
        return *Repository::open(bare);
    }
    struct Text final : Sink {
        void write(std::string_view bytes) override { text.append(bytes); }
        std::string text;
    };
    static std::string text_of(const Diff& diff)
    {
        Text sink;
        TextBudget budget;
        EXPECT_TRUE(diff.write(sink, budget));
        return sink.text;
    }
    static std::string mail_of(const Repository& repository, const ObjectId& commit, std::size_t number,
                               std::size_t count)
    {
        Text sink;
        TextBudget budget;
        const auto diff = Diff::of_commit(repository, commit, {.renames = true, .binaries = true});
        EXPECT_TRUE(diff
                    && write_mail(repository, *read_commit(repository, commit), *diff, sink, budget, number, count));
        return sink.text;
    }
    static std::string lines(const std::vector<ObjectId>& ids)
    {
        std::string text;
        for (const auto& one : ids) text += (text.empty() ? "" : "\n") + one.hex();
        return text;
    }
};

TEST_F(History, IsListedAsGitListsIt)
{
    for (int i = 0; i < 10; ++i) {
        write(i % 3 == 0 ? "a.txt" : "dir/b.txt", std::to_string(i));
        commit_at(i, "main " + std::to_string(i));
    }
    in_work("git checkout -q -b side HEAD~5");
    write("side.txt", "s");
    commit_at(20, "side");
    in_work("GIT_COMMITTER_DATE=2026-01-01T12:30:00Z git merge -q -m merge main");
    commit_at(31, "after");
    const auto repository = pushed();
    const auto head = *find_branch(repository, "side");
    const auto log = [&](const std::string& options) { return git("log --format=%H " + options); };

    EXPECT_EQ(lines(walk(repository, {.from = head})->commits), log("side"));
    const auto page = *walk(repository, {.from = head, .skip = 3, .limit = 4});
    EXPECT_EQ(lines(page.commits), log("--skip=3 -4 side"));
    EXPECT_TRUE(page.more);
    EXPECT_FALSE(walk(repository, {.from = head, .skip = 10, .limit = 3})->more);
    EXPECT_EQ(*count_commits(repository, {.from = head}), 13);
    for (const std::string path : {"a.txt", "dir", "dir/b.txt", "side.txt", "none"})
        EXPECT_EQ(lines(walk(repository, {.from = head, .path = path})->commits), log("side -- " + path)) << path;
    EXPECT_EQ(lines(walk(repository, {.from = head, .without = {*find_commit(repository, "main~2")}})->commits),
              log("side ^main~2"));
    EXPECT_EQ(lines(walk(repository, {.from = head, .without = {*find_commit(repository, "main~4")}, .path = "a.txt"})
                        ->commits),
              log("side ^main~4 -- a.txt"));
    const auto at = [](int minute) { return Time{1767268800 + minute * 60}; };
    EXPECT_EQ(lines(walk(repository, {.from = head, .since = at(4), .until = at(20)})->commits),
              log("--since=2026-01-01T12:04:00Z --until=2026-01-01T12:20:00Z side"));
    EXPECT_EQ(lines(walk(repository, {.from = head, .path = "a.txt", .since = at(3)})->commits),
              log("--since=2026-01-01T12:03:00Z side -- a.txt"));
    EXPECT_TRUE(walk(repository, {.from = head, .path = "none", .most_steps = 5})->cut);
    EXPECT_EQ(walk(repository, {.from = id(std::string(40, '1'))}).error().code, Errc::not_found);
}

TEST_F(History, OfOneSecondHasChildrenBeforeParents)
{
    commit_at(1, "first");
    in_work("git checkout -q -b side");
    for (int i = 0; i < 3; ++i) commit_at(1, "side " + std::to_string(i));
    in_work("git checkout -q main");
    const auto base = commit_at(1, "main 1");
    in_work("GIT_AUTHOR_DATE=2026-01-01T12:01:00Z GIT_COMMITTER_DATE=2026-01-01T12:01:00Z"
            " git merge -q --no-ff -m merge side");
    const auto head = id(in_work("git rev-parse HEAD"));
    const auto repository = pushed();
    const auto messages = [&](const Walk& wanted) {
        std::string text;
        const auto page = walk(repository, wanted);
        for (const auto& one : page->commits) text += read_commit(repository, one)->message;
        return text;
    };
    EXPECT_EQ(messages({.from = head}), "merge\nmain 1\nside 2\nside 1\nside 0\nfirst\n");
    EXPECT_EQ(messages({.from = head, .without = {id(base)}}), "merge\nside 2\nside 1\nside 0\n");
}

TEST_F(History, DifferencesAreThoseOfGit)
{
    write("keep.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
    write("old.txt", "a\nb\nc\nd\ne\nf\ng\nh\n");
    write("gone.txt", "gone\n");
    const auto first = commit_at(1, "first");
    write("keep.txt", "1\n2\nthree\n4\n5\n6\n7\n8\nnine\n");
    write("new.bin", std::string_view("\0\1\2", 3));
    in_work("git mv old.txt renamed.txt && git rm -q gone.txt && chmod +x keep.txt");
    const auto second = commit_at(2, "Change much");
    const auto repository = pushed();

    const auto diff = *Diff::of_commit(repository, id(second));
    const auto files = *diff.files_with_lines();
    ASSERT_EQ(files.size(), 5);
    EXPECT_EQ(files[0].path, "gone.txt");
    EXPECT_EQ(files[0].change, Change::removed);
    EXPECT_EQ(files[1].path, "keep.txt");
    EXPECT_EQ(files[1].additions, 2);
    EXPECT_EQ(files[1].deletions, 1);
    EXPECT_EQ(files[1].mode_after, mode_executable);
    EXPECT_TRUE(files[2].binary);
    EXPECT_EQ(diff.stats()->additions, 10);
    EXPECT_EQ(text_of(diff), git("diff --no-renames " + first + " " + second) + "\n");
    EXPECT_EQ(text_of(diff), git("diff --no-renames " + first + " " + second) + "\n"); // nothing was left changed
    EXPECT_EQ(Diff::of_commit(repository, id(second), {.most_files = 4}).error().code, Errc::too_large);

    const auto with_renames = Diff::of_commit(repository, id(second), {.renames = true})->files();
    ASSERT_EQ(with_renames.size(), 4);
    EXPECT_EQ(with_renames[3].change, Change::renamed);
    EXPECT_EQ(with_renames[3].previous, "old.txt");

    EXPECT_EQ(Diff::of_commit(repository, id(first))->files().size(), 3);
    EXPECT_EQ(Diff::of_commit(repository, id(second), {.paths = {"keep.txt"}})->files().size(), 1);

    const auto mail = mail_of(repository, id(first), 1, 1);
    EXPECT_TRUE(mail.starts_with("From " + first + " Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.com>\n")) << mail;
    EXPECT_NE(mail.find("Subject: [PATCH] first\n"), std::string::npos) << mail;
    const auto other = folder.path() + "/other";
    std::ofstream(folder.path() + "/series.mbox") << mail << mail_of(repository, id(second), 2, 2);
    shell("git init -q " + other + " && cd " + other + " && git am -q ../series.mbox");
    EXPECT_EQ(shell("git -C " + other + " rev-parse HEAD^{tree}"), git("rev-parse main^{tree}"));
    EXPECT_NE(mail.find("---\n gone.txt"), std::string::npos) << mail;
    EXPECT_NE(mail.find(" 3 files changed, 17 insertions(+)\n"), std::string::npos) << mail;
    EXPECT_TRUE(mail.find("\n--\nlibgit2 ") != std::string::npos && mail.ends_with("\n\n")) << mail;
}

TEST_F(History, TextsAreComparedWithoutARepository)
{
    const auto hunks = *compare_texts("1\n2\n3\n", "1\ntwo\n3\nfour");
    ASSERT_EQ(hunks.size(), 1);
    std::string marks;
    for (const auto& line : hunks.front().lines) marks += line.origin + line.text + " ";
    EXPECT_EQ(marks, " 1 -2 +two  3 +four ");
    EXPECT_TRUE(compare_texts("same\n", "same\n")->empty());
    EXPECT_EQ(compare_texts("", "new\n")->size(), 1);
    EXPECT_EQ(compare_texts("gone\n", "")->size(), 1);
    EXPECT_EQ(compare_texts(std::string(200'000, '\n'), "").error().code, Errc::too_large);
    EXPECT_EQ(compare_texts("12345", "1", 3, 4).error().code, Errc::too_large);
}

TEST_F(History, ATextThatIsCutCannotBeApplied)
{
    std::string numbers;
    for (int i = 0; i < 100; ++i) numbers += std::to_string(i) + "\n";
    write("a.txt", numbers);
    write("b.txt", numbers);
    write("c.bin", std::string_view("\0\1\2", 3));
    commit_at(1, "first");
    const auto repository = pushed();
    const auto diff = *Diff::of_commit(repository, id(git("rev-parse main")), {.binaries = true});
    // Inside of a file, and between two: the next one is announced, and nothing of it is there.
    for (const std::uint64_t most : {0, 1, 50, 100, 150, 200}) {
        Text sink;
        TextBudget budget{.bytes = 1U << 20U, .lines = most};
        EXPECT_EQ(diff.write(sink, budget).error().code, Errc::too_large);
        EXPECT_LE(std::ranges::count(sink.text, '\n'), most + 20);
        std::ofstream(folder.path() + "/cut.diff") << sink.text << "\n\nThis was cut here\n";
        EXPECT_EQ(
            shell(
                "cd " + folder.path()
                + " && rm -rf x && git init -q x && cd x && git apply ../cut.diff 2>/dev/null && echo applied || true"),
            "")
            << most;
    }
    Text whole;
    TextBudget budget{.bytes = 1U << 20U, .lines = 201};
    EXPECT_TRUE(diff.write(whole, budget));
}

TEST_F(History, FilesWithTooManyLinesOnlyDiffer)
{
    write("few.txt", "1\n");
    write("many.txt", std::string(600'000, '\n'));
    commit_at(1, "first");
    const auto repository = pushed();
    const auto commit = id(git("rev-parse main"));
    const auto files = *Diff::of_commit(repository, commit)->files_with_lines();
    EXPECT_EQ(files[0].additions, 1);
    EXPECT_TRUE(files[1].binary);
    EXPECT_EQ(files[1].additions, 0);
    for (const bool binaries : {false, true}) {
        const auto text = text_of(*Diff::of_commit(repository, commit, {.binaries = binaries}));
        EXPECT_NE(text.find("+1\n"), std::string::npos);
        EXPECT_NE(text.find("/dev/null and b/many.txt differ"), std::string::npos);
        EXPECT_LT(text.size(), 1000);
    }
    EXPECT_LT(mail_of(repository, commit, 1, 1).size(), 2000);
}

TEST_F(History, BranchesAreMergedInMemory)
{
    write("a.txt", "1\n2\n3\n4\n5\n");
    const auto base = commit_at(1, "base");
    in_work("git checkout -q -b side");
    write("a.txt", "1\n2\n3\n4\nfive\n");
    const auto side = commit_at(2, "side");
    in_work("git checkout -q main");
    write("b.txt", "b\n");
    const auto main = commit_at(3, "main");
    in_work("git checkout -q -b clash main");
    write("a.txt", "1\n2\n3\n4\nCINQ\n");
    const auto clash = commit_at(4, "clash");
    in_work("git checkout -q --orphan alone");
    const auto alone = commit_at(5, "alone");
    const auto repository = pushed();

    EXPECT_EQ(**merge_base(repository, id(side), id(main)), id(base));
    EXPECT_FALSE(*merge_base(repository, id(side), id(alone)));
    EXPECT_TRUE(*descends_from(repository, id(main), id(base)));
    EXPECT_FALSE(*descends_from(repository, id(base), id(main)));
    EXPECT_TRUE(*descends_from(repository, id(base), id(base)));
    EXPECT_EQ(distance(repository, id(clash), id(side))->ahead, 2);
    EXPECT_EQ(distance(repository, id(clash), id(side))->behind, 1);

    const auto merged = *merge_commits(repository, id(main), id(side));
    EXPECT_TRUE(merged.conflicts.empty());
    EXPECT_EQ(merged.tree.hex(), git("merge-tree --write-tree main side"));
    const auto clashed = *merge_commits(repository, id(clash), id(side));
    EXPECT_EQ(clashed.conflicts, std::vector<std::string>{"a.txt"});
    EXPECT_TRUE(clashed.tree.is_zero());

    const auto tree = [&](const std::string& name) { return id(git("rev-parse " + name + "^{tree}")); };
    EXPECT_EQ(merge_trees(repository, tree("side^"), tree("main"), tree("side"))->tree, merged.tree);
}

} // namespace

} // namespace cairn::git
