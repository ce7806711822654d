#include "git/repository.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/references/packed_references.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class OpenRepository : public RepositoryTest {
protected:
    Repository open() const { return *Repository::open(bare); }
    static ObjectId id(const std::string& hex) { return *ObjectId::parse(hex); }
};

TEST_F(OpenRepository, NamesLeadToCommits)
{
    write("a.txt", "one\n");
    const auto first = commit("one");
    write("a.txt", "two\n");
    const auto second = commit("two");
    in_work("git tag -a -m v1 v1 HEAD^ && git tag light && git branch feature/x HEAD^ && git push -q origin --all && "
            "git push -q --tags");
    const auto repository = open();

    const auto hex = [&](std::string_view name) {
        const auto found = find_commit(repository, name);
        return found ? found->hex() : found.error().message;
    };
    EXPECT_EQ(hex("HEAD"), second);
    EXPECT_EQ(hex("main"), second);
    EXPECT_EQ(hex("refs/heads/main"), second);
    EXPECT_EQ(hex("feature/x"), first);
    EXPECT_EQ(hex("v1"), first);
    EXPECT_EQ(hex("light"), second);
    EXPECT_EQ(hex(first), first);
    EXPECT_EQ(hex(first.substr(0, 7)), first);
    EXPECT_EQ(hex("main^"), first);
    EXPECT_EQ(hex("main~1"), first);
    EXPECT_EQ(hex("main^0"), second);
    for (const auto* unknown :
         {"", "nothing", "main^2", "main~2", "main~99999999999", "main^{tree}", ":/one", "main@{0}", "abc",
          "0123456789012345678901234567890123456789", "refs/heads/", "../config", "main:a.txt"})
        EXPECT_EQ(find_commit(repository, unknown).error().code, Errc::not_found) << unknown;

    // A whole id is the object's, as git has it, whatever is called so.
    shell("git -C " + bare + " update-ref refs/heads/" + first + " " + second + " && git -C " + bare
          + " update-ref refs/heads/nothing " + second);
    EXPECT_EQ(hex(first), first);
    EXPECT_EQ(hex("nothing"), second);
    shell("git -C " + bare + " pack-refs --all && git -C " + bare + " update-ref -d refs/heads/nothing && git -C "
          + bare + " update-ref -d refs/heads/" + first);
    for (const auto* known : {"main", "refs/heads/main", "light"}) EXPECT_EQ(hex(known), second) << known;
    for (const auto* known : {"feature/x", "v1"}) EXPECT_EQ(hex(known), first) << known;
    EXPECT_EQ(find_commit(repository, "nothing").error().code, Errc::not_found);

    const auto tag = id(git("rev-parse v1"));
    EXPECT_EQ(*repository.kind_of(tag), Kind::tag);
    EXPECT_EQ(*repository.peel(tag, Kind::commit), id(first));
    EXPECT_EQ(repository.peel(id(git("rev-parse HEAD:a.txt")), Kind::commit).error().code, Errc::not_found);

    const auto all = *list_references(repository, "refs/");
    ASSERT_EQ(all.size(), 4);
    EXPECT_EQ(all[0].name, "refs/heads/feature/x");
    EXPECT_EQ(all[3].name, "refs/tags/v1");
    EXPECT_EQ(all[3].kind, Kind::tag);
    EXPECT_EQ(all[3].commit, id(first));
    EXPECT_EQ(list_references(repository, "refs/tags/l")->size(), 1);
    EXPECT_EQ(list_references(repository, "refs/heads/fea")->size(), 1);
    EXPECT_TRUE(list_references(repository, "refs/heads/*")->empty());
}

TEST_F(OpenRepository, ObjectsAreReadAsTheyAre)
{
    write("dir/file.txt", "text\n");
    write("run.sh", "#!/bin/sh\n");
    in_work("chmod +x run.sh && ln -s run.sh link");
    const auto head = commit("Say something\n\nWith a body.");
    const auto repository = open();
    const auto read = *read_commit(repository, id(head));
    EXPECT_EQ(read.message, "Say something\n\nWith a body.\n");
    EXPECT_EQ(read.author.name, "Ann");
    EXPECT_TRUE(read.parents.empty());

    const auto entries = *read_tree(repository, read.tree);
    ASSERT_EQ(entries.size(), 3);
    EXPECT_EQ(entries[0].mode, mode_tree);
    EXPECT_EQ(entries[1].mode, mode_symlink);
    EXPECT_EQ(entries[2].mode, mode_executable);
    EXPECT_EQ(*read_blob(repository, find_entry(repository, read.tree, "dir/file.txt")->id, 100), "text\n");
    for (const auto* missing : {"", "dir/", "/dir", "dir//file.txt", "dir/none", "run.sh/x", "DIR"})
        EXPECT_EQ(find_entry(repository, read.tree, missing).error().code, Errc::not_found) << missing;

    const auto listed = *list_tree(repository, read.tree, 1, 2);
    EXPECT_EQ(listed.total, 4);
    ASSERT_EQ(listed.entries.size(), 2);
    EXPECT_EQ(listed.entries[0].name, "dir/file.txt");
    EXPECT_EQ(list_tree(repository, read.tree, 0, 10, 3).error().code, Errc::unprocessable);

    const auto blob = find_entry(repository, read.tree, "run.sh")->id;
    EXPECT_EQ(object_info(repository, blob)->size, 10);
    EXPECT_EQ(read_blob(repository, blob, 9).error().code, Errc::too_large);
    EXPECT_EQ(read_blob(repository, read.tree, 1000).error().code, Errc::not_found);
    EXPECT_EQ(read_commit(repository, blob).error().code, Errc::not_found);
    EXPECT_EQ(read_tag(repository, id(head)).error().code, Errc::not_found);
    EXPECT_FALSE(*commit_signature(repository, id(head)));
}

TEST_F(OpenRepository, ADamagedOneIsAnErrorAndNoCrash)
{
    write("a.txt", "one\n");
    const auto head = commit("one");
    const auto blob = git("rev-parse HEAD:a.txt");
    const auto tree = git("rev-parse HEAD^{tree}");
    shell("cd " + bare + "/objects && chmod u+w " + blob.substr(0, 2) + "/* && echo nonsense > " + blob.substr(0, 2)
          + "/" + blob.substr(2) + " && rm -f " + tree.substr(0, 2) + "/" + tree.substr(2));
    const auto repository = open();
    EXPECT_EQ(read_blob(repository, id(blob), 100).error().code, Errc::unavailable);
    EXPECT_EQ(read_tree(repository, id(tree)).error().code, Errc::not_found);
    EXPECT_TRUE(read_commit(repository, id(head)));
    shell("echo garbage > " + bare + "/refs/heads/main");
    EXPECT_FALSE(find_branch(repository, "main"));
    shell("rm -r " + bare + "/HEAD");
    EXPECT_FALSE(Repository::open(bare));
    EXPECT_EQ(Repository::open(folder.path() + "/none").error().code, Errc::not_found);
}

TEST_F(OpenRepository, OneWhoseObjectsCannotBeOpenedIsAnErrorAndNoLeak)
{
    write("a.txt", "one\n");
    commit("one");
    shell("mkdir " + bare + "/objects/info/alternates");
    EXPECT_EQ(Repository::open(bare).error().code, Errc::unavailable);
}

TEST_F(OpenRepository, ReferencesChangeTogetherAndOnlyFromWhatWasKnown)
{
    write("a.txt", "one\n");
    const auto one = id(commit("one"));
    write("a.txt", "two\n");
    const auto two = id(commit("two"));
    git("pack-refs --all");
    const auto repository = open();
    const auto fails_with = [&](std::vector<RefUpdate> updates) {
        return update_references(repository, updates).error().code;
    };

    EXPECT_EQ(fails_with({{"refs/heads/main", one, one}}), Errc::conflict);
    EXPECT_EQ(fails_with({{"refs/heads/new", {}, one}, {"refs/heads/main", one, one}}), Errc::conflict);
    EXPECT_FALSE(find_branch(repository, "new"));
    EXPECT_EQ(fails_with({{"refs/heads/main/sub", {}, one}}), Errc::conflict);
    EXPECT_EQ(fails_with({{"refs/heads/x", {}, one}, {"refs/heads/x/y", {}, one}}), Errc::conflict);
    EXPECT_EQ(fails_with({{"refs/heads/a b", {}, one}}), Errc::unprocessable);
    EXPECT_EQ(fails_with({{"refs/heads/n", {}, one}, {"refs/heads/n", {}, two}}), Errc::unprocessable);

    EXPECT_TRUE(update_references(repository,
                                  std::vector<RefUpdate>{{"refs/heads/new/deep", {}, one},
                                                         {"refs/heads/main", two, one},
                                                         {"refs/tags/v1", {}, two}}));
    EXPECT_EQ(*find_branch(repository, "main"), one);
    EXPECT_EQ(fails_with({{"refs/heads/new", {}, one}}), Errc::conflict);
    EXPECT_TRUE(update_references(
        repository, std::vector<RefUpdate>{{"refs/heads/new/deep", one, {}}, {"refs/heads/main", one, {}}}));
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/tags/v1");
    for (const auto* name : {"refs/heads/new", "refs/stash", "refs/notes/commits", "refs/a/b/c/d"})
        EXPECT_TRUE(update_reference(repository, {name, {}, one})) << name;
    EXPECT_TRUE(set_default_branch(repository, "new"));
    EXPECT_EQ(git("symbolic-ref HEAD"), "refs/heads/new");
    EXPECT_EQ(*default_branch(repository), "new");
    EXPECT_EQ(git("fsck"), "");
    EXPECT_EQ(shell("find " + bare + " -name '*.lock'"), "");
    EXPECT_EQ(shell("ls " + bare + "/logs", true).find("refs"), std::string::npos);
}

TEST_F(OpenRepository, AFolderThatComesBetweenIsAConflict)
{
    write("a.txt", "one\n");
    const auto one = id(commit("one"));
    const auto repository = open();
    // As if somebody were just making refs/heads/new/deep: there is a folder, and no reference yet.
    shell("cd " + bare + " && mkdir -p refs/heads/new && touch refs/heads/new/deep.lock");
    EXPECT_EQ(update_reference(repository, {"refs/heads/new", {}, one}).error().code, Errc::conflict);
    shell("cd " + bare + " && rm -r refs/heads/new");
    EXPECT_TRUE(update_reference(repository, {"refs/heads/new", {}, one}));
}

TEST_F(OpenRepository, ALockOfSomebodyWhoWasKilledIsBroken)
{
    write("a.txt", "one\n");
    const auto one = id(commit("one"));
    git("pack-refs --all");
    const auto repository = open();
    for (const auto* name : {"refs/heads/main.lock", "packed-refs.lock", "HEAD.lock"})
        shell("cd " + bare + " && mkdir -p refs/heads && touch -d '1 day ago' " + name);
    shell("cd " + bare + " && echo half > packed-refs.new");
    EXPECT_TRUE(update_reference(repository, {"refs/heads/main", one, {}}));
    EXPECT_TRUE(set_default_branch(repository, "other"));
    EXPECT_EQ(git("for-each-ref"), "");

    // Ours has something in it, and is stale as soon as nobody holds it.
    EXPECT_TRUE(update_reference(repository, {"refs/heads/main", {}, one}));
    shell("cd " + bare + " && echo cairn > packed-refs.lock");
    EXPECT_TRUE(update_reference(repository, {"refs/heads/main", one, {}}));
    // git's is not as long as it may be at it.
    shell("cd " + bare + " && touch packed-refs.lock");
    break_stale_packing_lock(bare);
    EXPECT_TRUE(std::filesystem::exists(bare + "/packed-refs.lock"));
}

TEST_F(OpenRepository, NothingIsLostToWhoeverPacks)
{
    write("a.txt", "one\n");
    const auto one = id(commit("one"));
    std::atomic<bool> is_done = false;
    std::thread packer([&] {
        while (!is_done) git("pack-refs --all --prune");
    });
    std::vector<std::thread> pushers;
    for (const std::string who : {"a", "b", "c"})
        pushers.emplace_back([&, who] {
            const auto repository = open();
            for (int turn = 0; turn < 150; ++turn) {
                const auto own = "refs/heads/" + who + "/" + std::to_string(turn);
                ASSERT_TRUE(update_reference(repository, {own, {}, one}));
                ASSERT_TRUE(find_reference(repository, own)) << own;
                if (turn % 3 == 0) continue;
                ASSERT_TRUE(update_reference(repository, {own, one, {}}));
                ASSERT_FALSE(find_reference(repository, own)) << own;
            }
        });
    for (auto& pusher : pushers) pusher.join();
    is_done = true;
    packer.join();
    std::string expected;
    for (const std::string who : {"a", "b", "c"})
        for (int turn = 0; turn < 150; turn += 3) expected += "refs/heads/" + who + "/" + std::to_string(turn) + "\n";
    EXPECT_EQ(git("for-each-ref --format='%(refname)' --sort=version:refname refs/heads/a refs/heads/b refs/heads/c")
                  + "\n",
              expected);
    EXPECT_EQ(shell("find " + bare + " -name '*.lock' -o -name 'packed-refs.new'"), "");
}

TEST_F(OpenRepository, HandlesAreKeptWithinTheirNumber)
{
    Repositories repositories(store, 2);
    const auto second = Store::new_key();
    const auto third = Store::new_key();
    for (const auto& other : {second, third}) ASSERT_TRUE(store.create(other, ObjectFormat::sha1, "main"));
    const Repository* used = nullptr;
    {
        const auto handle = *repositories.open(key);
        used = &*handle;
    }
    EXPECT_EQ(&**repositories.open(key), used);
    {
        const auto handle = *repositories.open(key);
        const auto again = *repositories.open(key);
        EXPECT_NE(&*again, &*handle);
    }
    EXPECT_EQ(repositories.idle(), 2);
    for (const auto& other : {second, third}) EXPECT_TRUE(repositories.open(other));
    EXPECT_EQ(repositories.idle(), 2);
    repositories.forget(third);
    EXPECT_EQ(repositories.idle(), 1);
    {
        const auto handle = *repositories.open(second);
        repositories.forget(second);
    }
    EXPECT_EQ(repositories.idle(), 0);
    EXPECT_TRUE(repositories.open_apart(second));
    EXPECT_EQ(repositories.idle(), 0);
    EXPECT_EQ(repositories.open(Store::new_key()).error().code, Errc::not_found);
}

TEST_F(OpenRepository, AHandleSeesWhatOthersHaveMadeSince)
{
    Repositories repositories(store);
    {
        EXPECT_FALSE(find_branch(**repositories.open(key), "main"));
    }
    write("a.txt", "one\n");
    const auto first = commit("one");
    EXPECT_EQ(find_branch(**repositories.open(key), "main")->hex(), first);
    write("a.txt", "two\n");
    const auto second = commit("two");
    git("gc -q --prune=now");
    const auto handle = *repositories.open(key);
    EXPECT_EQ(find_branch(*handle, "main")->hex(), second);
    EXPECT_TRUE(read_commit(*handle, id(second)));
}

} // namespace

} // namespace cairn::git
