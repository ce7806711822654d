#include "git/store/store.hpp"

#include <filesystem>

#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

using StoreTest = RepositoryTest;

TEST_F(StoreTest, ANewRepositoryIsOneThatGitFindsNothingWrongWith)
{
    EXPECT_EQ(git("fsck --full --strict"),
              "notice: HEAD points to an unborn branch (main)\nnotice: No default references");
    EXPECT_EQ(git("symbolic-ref HEAD"), "refs/heads/main");
    EXPECT_EQ(git("rev-parse --is-bare-repository"), "true");
    EXPECT_EQ(shell("ls " + bare), "HEAD\nconfig\nobjects\nrefs");
    EXPECT_TRUE(store.exists(key));
    EXPECT_EQ(store.keys(), std::vector{key});
    EXPECT_EQ(shell("ls -A " + store.root() + "/.new"), "");
}

TEST_F(StoreTest, TheKeyIsTheOnlyWayToAPath)
{
    EXPECT_TRUE(Store::is_key(Store::new_key()));
    EXPECT_EQ(bare, store.root() + "/" + key.substr(0, 2) + "/" + key.substr(2, 2) + "/" + key + ".git");
    for (const auto* bad : {"", "..", "../../../../../../../../etc/pass", "0123456789abcdef0123456789ABCDEF"})
        EXPECT_THROW(store.path(bad), std::invalid_argument) << bad;
}

TEST_F(StoreTest, AKeyIsTakenOnce)
{
    EXPECT_EQ(store.create(key, ObjectFormat::sha1, "main").error().code, Errc::conflict);
    EXPECT_EQ(store.fork(key, key).error().code, Errc::conflict);
}

TEST_F(StoreTest, WhatCannotBeReadLaterIsNotMade)
{
    const auto other = Store::new_key();
    EXPECT_EQ(store.create(other, ObjectFormat::sha256, "main").error().code, Errc::unprocessable);
    const auto found = folder.path() + "/found.git";
    shell("git init -q --bare --object-format=sha256 " + found);
    const auto adopted = store.adopt(found, other);
    EXPECT_EQ(adopted.error().code, Errc::unprocessable);
    EXPECT_NE(adopted.error().message.find("libgit2"), std::string::npos);
    EXPECT_EQ(store.create(other, ObjectFormat::sha1, "a..b").error().code, Errc::unprocessable);
    EXPECT_FALSE(store.exists(other));
}

TEST_F(StoreTest, ARemovedRepositoryIsGoneAtOnce)
{
    write("a.txt", "one\n");
    commit("one");
    EXPECT_TRUE(store.remove(key));
    EXPECT_FALSE(store.exists(key));
    EXPECT_TRUE(store.keys().empty());
    EXPECT_EQ(shell("ls -A " + store.root() + "/.trash"), "");
    EXPECT_FALSE(store.remove(key));
    EXPECT_EQ(store.size(key), 0);
}

TEST_F(StoreTest, WhatACrashLeftIsSwept)
{
    std::filesystem::create_directories(store.root() + "/.new/x/objects");
    std::filesystem::create_directories(store.root() + "/.trash/y");
    EXPECT_EQ(store.sweep(), 2);
    EXPECT_EQ(store.sweep(), 0);
    EXPECT_TRUE(store.exists(key));
}

TEST_F(StoreTest, AForkSharesFilesButNeedsNothingOfItsSource)
{
    write("a.txt", "one\n");
    const auto first = commit("one");
    in_work("git tag -a -m v1 v1 && git tag light && git push -q origin v1 light");
    git("update-ref refs/pull/1/head HEAD");
    git("gc -q");
    write("a.txt", "two\n");
    const auto second = commit("two");

    const auto copy = Store::new_key();
    ASSERT_TRUE(store.fork(key, copy));
    const auto inside = "git -C " + store.path(copy) + " ";
    EXPECT_EQ(shell(inside + "rev-parse HEAD HEAD^"), second + "\n" + first);
    EXPECT_EQ(shell(inside + "for-each-ref --format='%(refname) %(objecttype)'"),
              "refs/heads/main commit\nrefs/tags/light commit\nrefs/tags/v1 tag");
    EXPECT_EQ(shell(inside + "rev-parse v1^{}"), first);

    store.remove(key);
    EXPECT_EQ(shell(inside + "fsck --full --strict"), "");
    EXPECT_EQ(shell(inside + "show HEAD:a.txt"), "two");
}

TEST_F(StoreTest, AnEmptyRepositoryCanBeForked)
{
    const auto copy = Store::new_key();
    ASSERT_TRUE(store.fork(key, copy));
    EXPECT_EQ(shell("git -C " + store.path(copy) + " symbolic-ref HEAD"), "refs/heads/main");
    EXPECT_EQ(store.fork(Store::new_key(), Store::new_key()).error().code, Errc::not_found);
}

} // namespace

} // namespace cairn::git
