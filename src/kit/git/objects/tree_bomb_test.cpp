// Trees that are small and have very much in them: the same folder, again and again.
#include <chrono>

#include "base/deadline.hpp"
#include "git/limits.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/tree_size.hpp"
#include "git/store/exports.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class TreeBomb : public RepositoryTest {
protected:
    std::string blob(const std::string& content) const
    {
        return shell("echo '" + content + "' | git -C " + bare + " hash-object -w --stdin");
    }
    std::string tree(const std::string& entries) const
    {
        return shell("printf '" + entries + "' | git -C " + bare + " mktree");
    }
    // Ten folders in each of ten folders, `levels` deep, and ten files at the end of each way.
    ObjectId make(const std::string& content, int levels = 6) const
    {
        auto entry = "100644 blob " + blob(content);
        std::string id;
        for (int level = 0; level <= levels; ++level) {
            std::string entries;
            for (char name = '0'; name <= '9'; ++name) entries += entry + "\\t" + name + "\\n";
            id = tree(entries);
            entry = "040000 tree " + id;
        }
        return *ObjectId::parse(id);
    }
    Repository repository = *Repository::open(bare);
};

TEST_F(TreeBomb, IsCountedWithoutBeingRead)
{
    const auto bomb = make("x");
    const auto size = TreeSizes(repository, TreeSizes::Count::bytes).of(bomb);
    ASSERT_TRUE(size) << size.error().message;
    EXPECT_EQ(size->files, 10'000'000);
    EXPECT_EQ(size->entries, 11'111'110);
    EXPECT_EQ(size->bytes, 20'000'000);
    EXPECT_EQ(list_tree(repository, bomb, 0, 10).error().code, Errc::unprocessable);
    EXPECT_EQ(prepare_archive(*std::make_unique<Children>(Children::Options{}), bare,
                              {.format = ArchiveFormat::zip, .commit = bomb, .prefix = "x"})
                  .error()
                  .code,
              Errc::unprocessable);
}

TEST_F(TreeBomb, PagesOfASmallOneAreWhatTheyWouldBe)
{
    const auto tree = make("x", 2); // 1,110 entries
    const auto all = list_tree(repository, tree, 0, 2000);
    ASSERT_EQ(all->entries.size(), 1110);
    EXPECT_EQ(all->total, 1110);
    for (const std::uint64_t skip : {0, 1, 10, 11, 111, 112, 555, 1109, 1110, 5000}) {
        const auto page = list_tree(repository, tree, skip, 7);
        ASSERT_EQ(page->entries.size(), skip >= 1110 ? 0 : std::min<std::uint64_t>(7, 1110 - skip)) << skip;
        EXPECT_EQ(page->total, 1110);
        for (std::size_t i = 0; i < page->entries.size(); ++i)
            EXPECT_EQ(page->entries[i].name, all->entries[skip + i].name);
    }
}

TEST_F(TreeBomb, IsNotCompared)
{
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(Diff::between(repository, {}, make("x")).error().code, Errc::too_large);
    EXPECT_EQ(Diff::between(repository, make("x"), make("y")).error().code, Errc::too_large);
    EXPECT_TRUE(Diff::between(repository, make("x"), make("x"))->files().empty());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

TEST_F(TreeBomb, WhatIsTheSameInBothIsNotLookedInto)
{
    const auto bomb = make("x").hex();
    const auto with = [&](const std::string& content) {
        return *ObjectId::parse(tree("040000 tree " + bomb + "\\tbomb\\n100644 blob " + blob(content) + "\\tfile\\n"));
    };
    const auto diff = Diff::between(repository, with("one"), with("two"));
    ASSERT_TRUE(diff) << diff.error().message;
    ASSERT_EQ(diff->files().size(), 1);
    EXPECT_EQ(diff->files()[0].path, "file");
    EXPECT_EQ(diff->stats()->additions, 1);
}

TEST_F(TreeBomb, NobodyWaitsForEver)
{
    const Deadline deadline(std::chrono::milliseconds(0));
    write("a.txt", "one\n");
    const auto id = *ObjectId::parse(commit("one"));
    const auto opened = *Repository::open(bare);
    const auto diff = Diff::of_commit(opened, id);
    struct : Sink {
        void write(std::string_view) override { }
    } nobody;
    TextBudget budget;
    EXPECT_EQ(diff->write(nobody, budget).error().code, Errc::too_large);
}

} // namespace

} // namespace cairn::git
