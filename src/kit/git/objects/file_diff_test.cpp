#include "git/objects/file_diff.hpp"

#include <future>

#include "git/objects/comparison.hpp"
#include "git/objects/writing.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {
namespace {

class Lines final : public LineTaker {
public:
    void begin(std::string_view, std::string_view) override { }
    void hunk(const Hunk& numbers, std::string_view words) override
    {
        said += "@" + std::to_string(numbers.new_start) + std::string(words) + "|";
    }
    bool line(char origin, std::int64_t, std::int64_t, std::string_view text) override
    {
        said += origin + std::string(text) + "|";
        return ++count < most;
    }
    void no_end() override { said += "no end|"; }

    std::string said;
    int count = 0;
    int most = 1000;
};

class FileDiffs : public RepositoryTest {
protected:
    Repository repository = *Repository::open(bare);

    FilePair pair(std::string_view before, std::string_view after)
    {
        return {.before = before.empty() ? ObjectId{} : *write_blob(repository, before),
                .after = after.empty() ? ObjectId{} : *write_blob(repository, after),
                .path_before = "a.txt",
                .path_after = "a.txt"};
    }
};

TEST_F(FileDiffs, AreTakenLineByLine)
{
    Lines lines;
    EXPECT_EQ(*compare_file(repository, pair("1\n2\n3\n", "1\ntwo\n3\nfour"), {}, lines), Compared::all);
    EXPECT_EQ(lines.said, "@1| 1|-2|+two| 3|+four|no end|");
    Lines few;
    few.most = 1;
    EXPECT_EQ(*compare_file(repository, pair("1\n2\n3\n", "1\ntwo\n3\nfour"), {}, few), Compared::stopped);
    EXPECT_EQ(few.count, 1);
    Lines fewer;
    EXPECT_EQ(*compare_file(repository, pair("a \n", "a\n"), {.whitespace = Whitespace::ignored}, fewer),
              Compared::all);
    EXPECT_EQ(fewer.said, "");
}

TEST_F(FileDiffs, OfWhatIsTooMuchAreNotMade)
{
    Lines lines;
    EXPECT_EQ(*compare_file(repository, pair("", std::string(Comparison::most_lines + 1, '\n')), {}, lines),
              Compared::too_large);
    EXPECT_EQ(*compare_file(repository, pair("12345", "1"), {.largest_file = 4}, lines), Compared::too_large);
    EXPECT_EQ(*compare_file(repository, pair(std::string_view("a\0b", 3), "1"), {}, lines), Compared::binary);
    EXPECT_EQ(lines.said, "");
}

// Those of pages and those of the API wait for each other: it is the memory of one process.
TEST_F(FileDiffs, OfLongFilesWaitForTheirTurn)
{
    const auto long_one = pair("", std::string(60'000, '\n'));
    std::vector<Comparison> others;
    for (int i = 0; i < 2; ++i) others.push_back(*Comparison::begin(60'000));
    auto waiting = std::async(std::launch::async, [&] {
        Lines lines;
        return compare_file(repository, long_one, {}, lines).has_value();
    });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(200)), std::future_status::timeout);
    others.pop_back();
    EXPECT_TRUE(waiting.get());
}

} // namespace
} // namespace cairn::git
