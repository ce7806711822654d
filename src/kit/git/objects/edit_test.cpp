#include "git/objects/edit.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "git/objects/writing.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class Editing : public RepositoryTest {
protected:
    static Person ann() { return {.name = "Ann", .email = "ann@example.com", .when = {1767268800}, .offset = 60}; }
};

TEST_F(Editing, ChangesAreWrittenAsTreesThatGitAccepts)
{
    write("a.txt", "a\n");
    write("dir/deep/b.txt", "b\n");
    write("dir/c.txt", "c\n");
    write("dir.txt", "d\n");
    commit("one");
    const auto repository = *Repository::open(bare);
    const auto head = *find_branch(repository, "main");
    const auto tree = read_commit(repository, head)->tree;
    const auto blob = *write_blob(repository, "new\n");

    TreeEdit edit(repository, tree);
    EXPECT_TRUE(edit.put("new/folder/file.txt", {mode_executable, blob}));
    EXPECT_TRUE(edit.put("a.txt", {mode_file, blob}));
    EXPECT_TRUE(edit.put("link", {mode_symlink, blob}));
    EXPECT_TRUE(edit.remove("dir/deep/b.txt"));
    EXPECT_TRUE(edit.rename("dir.txt", "dir/d.txt"));
    EXPECT_EQ(edit.find("dir/d.txt")->mode, mode_file);
    EXPECT_EQ(edit.find("dir.txt").error().code, Errc::not_found);
    const auto made = *edit.write();
    EXPECT_EQ(git("ls-tree -r --format='%(objectmode) %(path)' " + made.hex()),
              "100644 a.txt\n100644 dir/c.txt\n100644 dir/d.txt\n120000 link\n100755 new/folder/file.txt");
    EXPECT_EQ(git("fsck --strict --no-dangling"), "");
    EXPECT_EQ(*TreeEdit(repository, tree).write(), tree);
    TreeEdit nothing(repository, tree);
    for (const auto* path : {"a.txt", "dir", "dir.txt"}) EXPECT_TRUE(nothing.remove(path)) << path;
    EXPECT_EQ(nothing.write()->hex(), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
}

TEST_F(Editing, WhatCannotBeIsRefusedAndChangesNothing)
{
    write("a.txt", "a\n");
    write("dir/b.txt", "b\n");
    commit("one");
    const auto repository = *Repository::open(bare);
    const auto tree = read_commit(repository, *find_branch(repository, "main"))->tree;
    const auto blob = *write_blob(repository, "new\n");
    TreeEdit edit(repository, tree);
    for (const auto* path : {"a.txt/x", "a.txt/x/y", "dir", "", "/a", "a/", "a//b", "./a", "a/../b", ".git/config",
                             "a/.GIT/x", "git~1/x", ".git /x", ".git:x/y", ".git\u200C/x", ".g\uFEFFi\u206Ft"})
        EXPECT_EQ(edit.put(path, {mode_file, blob}).error().code, Errc::unprocessable) << path;
    std::string deep = "x";
    while (std::ranges::count(deep, '/') < 255) deep.insert(0, "d/");
    EXPECT_TRUE(is_file_path(deep));
    EXPECT_FALSE(is_file_path("d/" + deep));
    EXPECT_EQ(edit.rename("a.txt", "dir/b.txt").error().code, Errc::unprocessable);
    EXPECT_EQ(edit.rename("a.txt", "../x").error().code, Errc::unprocessable);
    EXPECT_EQ(edit.rename("none", "x").error().code, Errc::not_found);
    EXPECT_EQ(edit.remove("dir/none").error().code, Errc::not_found);
    EXPECT_EQ(*edit.write(), tree);
}

TEST_F(Editing, CommitsAndTagsAreThoseThatGitReads)
{
    const auto repository = *Repository::open(bare);
    const auto tree = *TreeEdit(repository, {}).write();
    const auto id = *write_commit(repository, {.tree = tree, .author = ann(), .committer = ann(), .message = "Begin"});
    EXPECT_EQ(git("cat-file commit " + id.hex()),
              "tree " + tree.hex()
                  + "\nauthor Ann <ann@example.com> 1767268800 +0100\ncommitter Ann <ann@example.com> 1767268800 "
                    "+0100\n\nBegin");
    auto nobody = ann();
    nobody.name = "";
    EXPECT_EQ(
        write_commit(repository, {.tree = tree, .author = nobody, .committer = ann(), .message = "x"}).error().code,
        Errc::unprocessable);
    for (const auto seconds : {-1L, 1L << 32U}) {
        auto other_times = ann();
        other_times.when = {seconds};
        EXPECT_EQ(write_commit(repository, {.tree = tree, .author = other_times, .committer = ann(), .message = "x"})
                      .error()
                      .code,
                  Errc::unprocessable)
            << seconds;
    }
    const auto tag = *write_tag(repository, {.name = "v1", .target = id, .tagger = ann(), .message = "One\n"});
    EXPECT_EQ(read_tag(repository, tag)->message, "One\n");
    EXPECT_EQ(read_tag(repository, tag)->target, id);

    const NewCommit next{.tree = tree, .parents = {id}, .author = ann(), .committer = ann(), .message = "Signed\n"};
    const auto text = *commit_text(repository, next);
    const auto with =
        *write_signed_commit(repository, text, "-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----");
    const auto read = **commit_signature(repository, with);
    EXPECT_EQ(read.payload, text);
    EXPECT_EQ(read.signature, "-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----");
    EXPECT_EQ(git("fsck --strict --no-dangling"),
              "notice: HEAD points to an unborn branch (main)\nnotice: No default references");
}

TEST_F(Editing, ThirtyTwoWritersLoseNothing)
{
    Repositories repositories(store);
    std::atomic<int> failed = 0;
    std::vector<std::jthread> writers;
    for (int i = 0; i < 32; ++i)
        writers.emplace_back([&, i] {
            const auto handle = *repositories.open(key);
            for (int j = 0; j < 3; ++j) {
                const auto done = commit_to(*handle, "main", [&](const ObjectId& head) -> Result<NewCommit> {
                    TreeEdit edit(*handle, head.is_zero() ? ObjectId{} : TRY(read_commit(*handle, head)).tree);
                    const auto name = std::to_string(i) + "-" + std::to_string(j);
                    TRY(edit.put("files/" + name, {mode_file, TRY(write_blob(*handle, name))}));
                    NewCommit next{.tree = TRY(edit.write()), .author = ann(), .committer = ann(), .message = name};
                    if (!head.is_zero()) next.parents.push_back(head);
                    return next;
                });
                if (!done) ++failed;
            }
        });
    writers.clear();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(git("rev-list --count main"), "96");
    EXPECT_EQ(git("ls-tree -r --name-only main | wc -l"), "96");
    EXPECT_EQ(git("fsck --strict"), "");
}

} // namespace

} // namespace cairn::git
