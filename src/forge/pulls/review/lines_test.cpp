#include "pulls/review/lines.hpp"

#include "git/test_repository.hpp"

namespace cairn::pulls {
namespace {

class Lines : public git::RepositoryTest {
protected:
    // The hunks between two versions of one file.
    std::vector<git::Hunk> hunks(std::string_view before, std::string_view after, std::uint32_t context = 3)
    {
        write("f", before);
        const auto old_commit = commit("before");
        write("f", after);
        const auto new_commit = commit("after");
        auto repository = git::Repository::open(bare).value();
        const auto tree = [&](const std::string& id) {
            return repository.peel(git::ObjectId::parse(id).value(), git::Kind::tree).value();
        };
        const auto diff =
            git::Diff::between(repository, tree(old_commit), tree(new_commit), {.context = context}).value();
        return diff.files().empty() ? std::vector<git::Hunk>() : diff.hunks(0).value();
    }
};

TEST_F(Lines, CutsAHunkAtTheLine)
{
    const auto found = hunks("one\ntwo\nthree\n", "one\n2\nthree\n");
    EXPECT_EQ(hunk_up_to(found, Side::old_file, 2), "@@ -1,3 +1,3 @@\n one\n-two");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, 2), "@@ -1,3 +1,3 @@\n one\n-two\n+2");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, 3), "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, 4), "");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, 0), "");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, -1), "");
}

TEST_F(Lines, CutsALastLineWithoutEnd)
{
    const auto found = hunks("one\ntwo", "one\n2");
    EXPECT_EQ(hunk_up_to(found, Side::new_file, 2), "@@ -1,2 +1,2 @@\n one\n-two\n+2");
}

TEST_F(Lines, KeepsTheEndOfAVeryLongHunk)
{
    std::string added;
    for (int i = 1; i <= 3000; ++i) added += "line " + std::to_string(i) + "\n";
    const auto piece = hunk_up_to(hunks("", added), Side::new_file, 3000);
    EXPECT_LT(piece.size(), 20'000U);
    EXPECT_TRUE(piece.ends_with("+line 2999\n+line 3000"));
    const auto first = piece.substr(piece.find("+line ") + 6, 4);
    EXPECT_TRUE(piece.starts_with("@@ -0,0 +" + first + "," + std::to_string(3001 - std::stoi(first)) + " @@"))
        << piece.substr(0, 60);
}

TEST_F(Lines, FollowsALineThatMoves)
{
    const auto found = hunks("one\ntwo\nthree\nfour\n", "zero\none\nTWO\nthree\nfour\nfive\n", 0);
    EXPECT_EQ(moved_line(found, 1), 2);
    EXPECT_EQ(moved_line(found, 2), std::nullopt);
    EXPECT_EQ(moved_line(found, 3), 4);
    EXPECT_EQ(moved_line(found, 4), 5);
    const auto removed = hunks("one\ntwo\nthree\n", "three\n", 0);
    EXPECT_EQ(moved_line(removed, 2), std::nullopt);
    EXPECT_EQ(moved_line(removed, 3), 1);
}

TEST_F(Lines, FollowsALineInsideOfAHunk)
{
    const auto found = hunks("one\ntwo\nthree\n", "zero\none\ntwo\n3\n");
    EXPECT_EQ(moved_line(found, 1), 2);
    EXPECT_EQ(moved_line(found, 2), 3);
    EXPECT_EQ(moved_line(found, 3), std::nullopt);
}

TEST_F(Lines, LeavesALineWhereItIs)
{
    EXPECT_EQ(moved_line({}, 7), 7);
    const auto found = hunks("one\ntwo\n", "one\ntwo\nthree\n", 0);
    EXPECT_EQ(moved_line(found, 2), 2);
}

} // namespace
} // namespace cairn::pulls
