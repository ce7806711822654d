#include "git/objects/blame.hpp"

#include "git/test_repository.hpp"

namespace cairn::git {
namespace {

class Blames : public RepositoryTest {
protected:
    std::vector<BlameBlock> blamed(const std::string& path, std::vector<ObjectId> ignored = {})
    {
        std::vector<BlameBlock> blocks;
        const auto done =
            blame(children, bare,
                  {.commit = *ObjectId::parse(git("rev-parse main")), .path = path, .ignored = std::move(ignored)},
                  [&](BlameBlock block) { blocks.push_back(std::move(block)); });
        EXPECT_TRUE(done) << done.error().message;
        return blocks;
    }

    Children children{Children::Options()};
};

TEST_F(Blames, TellWhoseLinesTheyAreInOrder)
{
    write("a.txt", "one\ntwo\nthree\n");
    const auto first = commit("first words");
    write("a.txt", "one\n2\nthree\nfour\n");
    const auto second = commit("second words");
    const auto blocks = blamed("a.txt");
    ASSERT_EQ(blocks.size(), 4U);
    EXPECT_EQ(blocks[0].commit->id.hex(), first);
    EXPECT_EQ(blocks[0].commit->summary, "first words");
    EXPECT_EQ(blocks[0].commit->author.name, "Ann");
    EXPECT_EQ(blocks[0].commit->author.email, "ann@example.com");
    EXPECT_GT(blocks[0].commit->author.when.seconds, 1'600'000'000);
    EXPECT_TRUE(blocks[0].previous.is_zero());
    EXPECT_EQ(blocks[1].commit->id.hex(), second);
    EXPECT_EQ(blocks[1].line, 2);
    EXPECT_EQ(blocks[1].previous.hex(), first);
    EXPECT_EQ(blocks[1].previous_path, "a.txt");
    EXPECT_EQ(blocks[2].commit, blocks[0].commit);
    EXPECT_EQ(blocks[2].original_line, 3);
    EXPECT_EQ(blocks[3].line, 4);
}

TEST_F(Blames, FollowRenamesToUnusualNames)
{
    write("a.txt", "one\ntwo\n");
    commit("first");
    in_work("git mv a.txt 'q\"\t\xc3\xa4.txt'");
    commit("second");
    const auto blocks = blamed("q\"\t\xc3\xa4.txt");
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].count, 2);
    EXPECT_EQ(blocks[0].original_path, "a.txt");
    write("q\"\t\xc3\xa4.txt", "one\n2\n");
    commit("third");
    EXPECT_EQ(blamed("q\"\t\xc3\xa4.txt").at(1).previous_path, "q\"\t\xc3\xa4.txt");
}

TEST_F(Blames, PassOverIgnoredCommits)
{
    write("a.txt", "int x;\n");
    const auto first = commit("first");
    write("a.txt", "int  x;\n");
    const auto layout = commit("layout");
    EXPECT_EQ(blamed("a.txt").at(0).commit->id.hex(), layout);
    EXPECT_EQ(blamed("a.txt", {*ObjectId::parse(layout)}).at(0).commit->id.hex(), first);
}

TEST_F(Blames, OfAnEmptyFileAreNone)
{
    write("a.txt", "");
    commit("first");
    EXPECT_TRUE(blamed("a.txt").empty());
}

TEST(BlameReaders, TellWhatIsKnownWithoutAGap)
{
    std::vector<std::int64_t> lines;
    BlameReader reader([&](const BlameBlock& block) { lines.push_back(block.line); });
    const std::string id(40, 'a');
    reader.feed(id + " 1 3 1\nfilename a\n");
    EXPECT_TRUE(lines.empty());
    reader.feed(id + " 1 1 2\nauthor Ann\nauthor-tz -0130\nfile");
    EXPECT_TRUE(lines.empty());
    reader.feed("name a\n");
    EXPECT_EQ(lines, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(reader.lines(), 3);
    reader.feed("nonsense\n" + id + " x y\n");
    EXPECT_EQ(reader.lines(), 3);
}

TEST(Paths, AreReadAsGitQuotesThem)
{
    EXPECT_EQ(unquote_path("plain \" name"), "plain \" name");
    EXPECT_EQ(unquote_path(R"("a\tb\"c\\d\303\244")"), "a\tb\"c\\d\xc3\xa4");
    EXPECT_EQ(unquote_path("\"\\"), "\"\\");
    EXPECT_EQ(unquote_path("\"\\\""), "\\");
}

} // namespace
} // namespace cairn::git
