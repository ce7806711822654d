// Repositories that are copied while git works in them.
#include "backup/repository_parts.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "config/settings.hpp"
#include "git/test_repository.hpp"

namespace cairn::backup {
namespace {

namespace fs = std::filesystem;

class RepositoryPartsTest : public git::RepositoryTest {
protected:
    RepositoryPartsTest() : place(open_to_write(kept.path(), settings).value()) { }

    std::vector<Line> copy(const KnownFiles& known = {})
    {
        std::vector<Line> lines;
        PartWriter parts(*place);
        EXPECT_TRUE(
            write_repository(store.path(key), key, parts, known, [&](const Line& line) { lines.push_back(line); }));
        last = parts.totals();
        return lines;
    }

    // Makes it in a store of its own, where git finds nothing wrong with it. Where that is.
    std::string restore(const std::vector<Line>& lines)
    {
        auto root = kept.path() + "/store-" + std::to_string(++stores);
        const git::Store made(root);
        PartReader parts;
        parts.add(*place->readable());
        RepositoryReader reader(root, parts);
        for (const auto& line : lines) EXPECT_TRUE(reader.take(line));
        reader.finish();
        git::shell("git -c safe.directory=* -C " + made.path(key) + " fsck --strict --no-dangling");
        return made.path(key);
    }

    static std::string references_of(const std::string& folder)
    {
        return git::shell("git -c safe.directory=* -C " + folder + " for-each-ref");
    }

    void push(int number)
    {
        in_work("echo " + std::to_string(number) + " > file; git add -A; git commit -q -m c" + std::to_string(number)
                + "; git push -q origin HEAD:main HEAD:refs/heads/b" + std::to_string(number % 7) + " -f");
    }
    void in_repository(const std::string& command) { git::shell("cd " + store.path(key) + "; " + command, true); }

    config::Settings settings;
    git::TemporaryFolder kept;
    std::unique_ptr<Writing> place;
    Totals last;
    int stores = 0;
};

TEST_F(RepositoryPartsTest, WhatIsLooseAndWhatIsPackedComesBack)
{
    for (int i = 0; i < 5; ++i) push(i);
    in_repository("git repack -adq; git pack-refs --all");
    for (int i = 5; i < 8; ++i) push(i);
    in_work("head -c 300000 /dev/urandom > large; git add -A; git commit -q -m large; git push -q origin HEAD:main");
    const auto made = restore(copy());
    EXPECT_EQ(references_of(made), references_of(store.path(key)));
    EXPECT_EQ(git::shell("git -c safe.directory=* -C " + made + " rev-list --all --count"), "9");
}

TEST_F(RepositoryPartsTest, AnEmptyOneIsOneAfterwards) { EXPECT_EQ(references_of(restore(copy())), ""); }

TEST_F(RepositoryPartsTest, WhatDidNotChangeIsNotStoredAgain)
{
    in_work("head -c 300000 /dev/urandom > large; git add -A; git commit -q -m large; git push -q origin HEAD:main");
    KnownFiles known;
    for (const auto& line : copy())
        if (line.kind == LineKind::file) known[known_name(key, line.name)] = line;
    EXPECT_EQ(known.size(), 1U);
    push(1);
    const auto lines = copy(known);
    EXPECT_EQ(last.new_parts, 1); // the small files
    restore(lines);
}

TEST_F(RepositoryPartsTest, AnInterruptedOneIsMadeAgainAndAWholeOneIsLeft)
{
    push(1);
    const auto lines = copy();
    const auto made = restore(lines);
    fs::remove(made + "/HEAD");
    PartReader parts;
    parts.add(*place->readable());
    RepositoryReader reader(kept.path() + "/store-1", parts);
    for (const auto& line : lines) EXPECT_TRUE(reader.take(line));
    reader.finish();
    EXPECT_FALSE(fs::exists(made + "/HEAD"));
}

TEST_F(RepositoryPartsTest, NothingIsWrittenOutsideOfIt)
{
    PartWriter writer(*place);
    const auto part = writer.keep("evil");
    PartReader parts;
    parts.add(*place->readable());
    RepositoryReader reader(kept.path() + "/elsewhere", parts);
    fs::create_directories(kept.path() + "/elsewhere/.new");
    ASSERT_TRUE(reader.take({.kind = LineKind::repository, .name = key}));
    for (const auto* name : {"../evil", "objects/../../evil", "hooks/post-receive", "/evil", "refs//x"})
        EXPECT_FALSE(reader.take({.kind = LineKind::file, .name = name, .sha256 = part.sha256, .size = part.size}));
    EXPECT_FALSE(reader.take({.kind = LineKind::repository, .name = "../../../../../../../../../../tmp"}));
}

TEST_F(RepositoryPartsTest, EveryCopyIsWholeWhileItIsPackedAndPushedTo)
{
    for (int i = 0; i < 10; ++i) push(i);
    std::atomic<bool> stop = false;
    std::jthread packing([&] {
        while (!stop) in_repository("git repack -dlq --geometric=2; git pack-refs --all --prune; git repack -adq");
    });
    std::jthread pushing([&] {
        for (int i = 10; !stop; ++i) push(i);
    });
    for (int i = 0; i < 15; ++i) restore(copy());
    stop = true;
}

} // namespace
} // namespace cairn::backup
