// Pushes of the real client over one connection, as with SSH.
#include "git/receive/receive_pack.hpp"

#include <atomic>
#include <thread>

#include "git/objects/objects.hpp"
#include "git/receive/quarantine.hpp"
#include "git/receive/test_push.hpp"

namespace cairn::git {

namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(Pushing, ARealClientPushesAndIsToldSo)
{
    write("a.txt", "one\n");
    const auto first = local_commit("one");
    EXPECT_THAT(push("$REMOTE main"), HasSubstr("* [new branch]      main -> main"));
    EXPECT_EQ(git("rev-parse main"), first);
    ASSERT_EQ(rules.seen.size(), 1);
    EXPECT_TRUE(rules.seen[0].is_creation());

    write("a.txt", "two\n");
    const auto second = local_commit("two");
    in_work("git tag -a -m v1 v1 && git branch other HEAD^");
    push("$REMOTE main other v1");
    EXPECT_EQ(git("rev-parse main other v1^{}"), second + "\n" + first + "\n" + second);
    EXPECT_FALSE(rules.seen[0].forced);

    push("$REMOTE :other");
    EXPECT_TRUE(rules.seen[0].is_deletion());
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/heads/main\nrefs/tags/v1");
    EXPECT_THAT(push("$REMOTE main"), HasSubstr("Everything up-to-date"));
    expect_clean();
}

TEST_F(Pushing, ABranchAtACommitThatIsHereBringsNoPack)
{
    write("a.txt", "one\n");
    local_commit("one");
    push("$REMOTE main");
    const auto packs = shell("ls " + bare + "/objects/pack");
    push("$REMOTE main:again");
    EXPECT_EQ(shell("ls " + bare + "/objects/pack"), packs);
    EXPECT_EQ(git("rev-parse again"), git("rev-parse main"));
}

TEST_F(Pushing, TheRulesSeeTheObjectsAndRefuseWithWords)
{
    write("a.txt", "one\n");
    const auto first = local_commit("one");
    rules.deciding = [&](const Repository& repository, Push& asked) {
        EXPECT_EQ(read_commit(repository, asked.references[0].after)->message, "one\n");
        EXPECT_EQ(shell("git -C " + bare + " cat-file -t " + first, true).substr(0, 5), "fatal");
        asked.tell("Read the rules first.\n");
        for (auto& reference : asked.references)
            if (reference.name == "refs/heads/main") reference.refusal = "main is protected";
    };
    const auto said = push("$REMOTE main main:free", true);
    EXPECT_THAT(said, HasSubstr("! [remote rejected] main -> main (main is protected)"));
    EXPECT_THAT(said, HasSubstr("remote: Read the rules first."));
    EXPECT_THAT(said, HasSubstr("* [new branch]      main -> free"));
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/heads/free");

    write("a.txt", "two\n");
    const auto second = local_commit("two");
    rules.deciding = [&](const Repository&, Push& asked) { asked.references[0].refusal = "no"; };
    EXPECT_THAT(push("--atomic $REMOTE main:a main:b", true), HasSubstr("(atomic push failure)"));
    EXPECT_EQ(shell("git -C " + bare + " cat-file -t " + second, true).substr(0, 5), "fatal");
    expect_clean();
}

TEST_F(Pushing, ManyObjectsStayInTheirPack)
{
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 200; ++i)
            write("dir/" + std::to_string(i), std::string(2000, static_cast<char>(97 + round)) + std::to_string(i));
        const auto head = local_commit("many");
        rules.deciding = [&](const Repository& repository, Push& asked) {
            EXPECT_EQ(read_commit(repository, asked.references[0].after)->message, "many\n");
        };
        rules.finishing = [&](const Repository& repository, Push&) {
            EXPECT_TRUE(repository.contains(*ObjectId::parse(head)));
            // A repack at this moment must not take the new pack for rubbish.
            EXPECT_EQ(shell("ls " + bare + "/objects/pack/*.keep | wc -l"), "1");
        };
        push("$REMOTE main");
        EXPECT_EQ(git("rev-parse main"), head);
        EXPECT_EQ(shell("ls " + bare + "/objects/pack/*.pack | wc -l"), std::to_string(round + 1));
    }
    EXPECT_EQ(git("count-objects"), "0 objects, 0 kilobytes");
    rules.deciding = [](const Repository&, Push& asked) { asked.references[0].refusal = "no"; };
    for (int i = 0; i < 200; ++i) write("dir/" + std::to_string(i), "other " + std::to_string(i));
    local_commit("refused");
    rules.finishing = nullptr;
    push("$REMOTE main", true);
    EXPECT_EQ(shell("ls " + bare + "/objects/pack/*.pack | wc -l"), "2");
    expect_clean();
}

TEST_F(Pushing, AForcedPushIsKnownAsOne)
{
    write("a.txt", "one\n");
    local_commit("one");
    write("a.txt", "two\n");
    local_commit("two");
    push("$REMOTE main");
    in_work("git reset -q --hard HEAD^");
    write("a.txt", "three\n");
    local_commit("three");
    push("--force $REMOTE main");
    EXPECT_TRUE(rules.seen[0].forced);
    EXPECT_EQ(git("rev-parse main"), in_work("git rev-parse main"));
}

TEST_F(Pushing, OptionsReachTheRulesAndProposalsAreNotWritten)
{
    write("a.txt", "one\n");
    local_commit("one");
    rules.finishing = [](const Repository& repository, Push& asked) {
        EXPECT_TRUE(repository.contains(asked.references[0].after));
        asked.references[0].reported_as = "refs/pull/7/head";
        asked.tell("Made pull request 7.\n");
    };
    const auto said = push("-o topic=mine -o 'title=A title' $REMOTE HEAD:refs/for/main");
    EXPECT_THAT(said, HasSubstr("HEAD -> refs/pull/7/head"));
    EXPECT_THAT(said, HasSubstr("remote: Made pull request 7."));
    EXPECT_TRUE(rules.seen[0].proposed);
    EXPECT_EQ(rules.options, (std::vector<std::string>{"topic=mine", "title=A title"}));
    EXPECT_EQ(git("for-each-ref"), "");
}

TEST_F(Pushing, ServersReferencesAreNotWritten)
{
    write("a.txt", "one\n");
    local_commit("one");
    for (const std::string name : {"refs/pull/1/head", "refs/internal/x"})
        EXPECT_THAT(push("$REMOTE HEAD:" + name, true), HasSubstr("deny updating a hidden ref"));
    git("update-ref refs/internal/x $(git -C " + bare + " hash-object -w --stdin </dev/null)");
    TextSink sink;
    ASSERT_TRUE(advertise_push(*Repository::open(bare), 1, sink));
    EXPECT_THAT(sink.text, Not(HasSubstr("internal")));
    EXPECT_THAT(sink.text, HasSubstr("000eversion 1\n"));
}

TEST_F(Pushing, OnlyReferencesOfCertainNamesAreTaken)
{
    write("a.txt", "one\n");
    const auto id = local_commit("one");
    for (const auto& name : {"refs/replace/" + id, std::string("refs/original/refs/heads/main")})
        EXPECT_THAT(push("$REMOTE HEAD:" + name, true), HasSubstr("this site takes no such reference"));
    limits.taken = {"refs/heads/", "refs/bugs/"};
    const auto said = push("$REMOTE HEAD:refs/heads/main HEAD:refs/bugs/1 HEAD:refs/other/x", true);
    EXPECT_THAT(said, HasSubstr("! [remote rejected] HEAD -> refs/other/x (this site takes no such reference)"));
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/bugs/1\nrefs/heads/main");
    git("update-ref refs/other/x main");
    push("$REMOTE :refs/other/x");
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/bugs/1\nrefs/heads/main");
}

TEST_F(Pushing, OneThousandReferencesGoAtOnce)
{
    write("a.txt", "one\n");
    local_commit("one");
    in_work("for i in $(seq 1000); do echo create refs/heads/b/$i HEAD; done | git update-ref --stdin");
    push("-q $REMOTE --all");
    EXPECT_EQ(git("for-each-ref | wc -l"), "1001");
}

TEST_F(Pushing, APackIsLimited)
{
    write("noise", shell("head -c 300000 /dev/urandom | base64"));
    local_commit("noise");
    limits.largest_pack = 100'000;
    EXPECT_THAT(push("$REMOTE main", true), HasSubstr("pack exceeds maximum allowed size"));
    EXPECT_EQ(git("for-each-ref"), "");
    expect_clean();
}

// A file of 16 MiB that compresses well, and one of 2.6 GB that is made of copies of it.
TEST_F(Pushing, APackThatGrowsIsRefused)
{
    shell("python3 -c 'import hashlib, struct, sys, zlib\n"
          "base = bytes((1 << 24) - 1)\n"
          "def number(n):\n"
          "    return bytes([n & 127]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)\n"
          "def head(kind, n):\n"
          "    return bytes([kind << 4 | n & 15 | (128 if n > 15 else 0)]) + (number(n >> 4) if n > 15 else b\"\")\n"
          "delta = number(len(base)) + number(160 * len(base)) + b\"\\xf0\\xff\\xff\\xff\" * 160\n"
          "name = hashlib.sha1(b\"blob %d\\0\" % len(base) + base).digest()\n"
          "pack = b\"PACK\" + struct.pack(\">II\", 2, 2) + head(3, len(base)) + zlib.compress(base, 9)\n"
          "pack += head(7, len(delta)) + name + zlib.compress(delta, 9)\n"
          "sys.stdout.buffer.write(pack + hashlib.sha1(pack).digest())' > "
          + folder.path() + "/pack");
    std::ifstream file(folder.path() + "/pack", std::ios::binary);
    const std::string pack(std::istreambuf_iterator<char>(file), {});
    ASSERT_LT(pack.size(), 20U << 10U);
    TextSource source(pack);
    Input input(source);
    Quarantine quarantine(bare);
    const auto taken = quarantine.take_pack(children, input, {}, {});
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().code, Errc::too_large);
    EXPECT_THAT(taken.error().message, HasSubstr("more memory or time than this site gives"));
}

TEST_F(Pushing, ACommitThatIsTooLargeIsRefused)
{
    limits.largest_commit = 64U << 10U;
    local_commit(std::string(70'000, 'x'));
    EXPECT_THAT(push("$REMOTE main", true), HasSubstr("larger than the commits and tags that this site takes"));
    in_work("git commit -q --amend --allow-empty -m short");
    push("$REMOTE main");
}

TEST_F(Pushing, WhatCouldNotBeReadIsRefusedAndWhatIsOnlyOddIsNot)
{
    write("a.txt", "one\n");
    local_commit("one");
    push("$REMOTE main");
    const auto commit_by = [&](const std::string& author) {
        in_work("git branch -f odd $({ echo tree $(git rev-parse HEAD^{tree}); echo parent $(git rev-parse HEAD);"
                " echo 'author "
                + author
                + "'; echo 'committer Ann <ann@example.com> 1 +0000'; echo; echo odd; }"
                  " | git hash-object --literally -t commit -w --stdin)");
    };
    for (const auto* author : {"garbage", "Ann ann@example.com 1 +0000", "<ann", "Ann <ann@example.com> soon"}) {
        commit_by(author);
        EXPECT_THAT(push("$REMOTE odd", true), HasSubstr("cannot be read")) << author;
    }
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/heads/main");
    for (const auto* author : {"<ann@example.com> 1 +0000", "Ann <<ann@example.com>> 1 +0000", "Ann<a@b> 01 +9999"}) {
        commit_by(author);
        push("--force $REMOTE odd");
        EXPECT_EQ(git("rev-parse odd"), in_work("git rev-parse odd")) << author;
    }
}

TEST_F(Pushing, AShallowCloneCanPushWhatFits)
{
    for (int i = 0; i < 4; ++i) {
        write("a.txt", std::to_string(i));
        commit(std::to_string(i));
    }
    const auto other = Store::new_key();
    ASSERT_TRUE(store.create(other, ObjectFormat::sha1, "main"));
    shell("git clone -q --depth 1 file://" + bare + " " + folder.path() + "/shallow");
    work = folder.path() + "/shallow";
    write("a.txt", "new");
    const auto head = local_commit("new");
    push("$REMOTE main");
    EXPECT_EQ(git("rev-parse main"), head);
    bare = store.path(other);
    EXPECT_THAT(push("$REMOTE main", true), HasSubstr("shallow update not allowed"));
    expect_clean();
}

TEST_F(Pushing, TwoAtOnceDoNotBothWin)
{
    write("a.txt", "one\n");
    local_commit("one");
    push("$REMOTE main");
    const auto second_work = folder.path() + "/second";
    shell("cp -r " + work + " " + second_work);
    write("a.txt", "mine\n");
    local_commit("mine");
    shell("cd " + second_work + " && echo theirs > a.txt && git commit -qam theirs");

    std::atomic<int> arrived = 0;
    const auto meet = [&](const Repository&, Push&) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    };
    std::string said[2];
    Rules both[2];
    {
        std::vector<std::jthread> pushers;
        for (int i = 0; i < 2; ++i) {
            both[i].deciding = meet;
            pushers.emplace_back([&, i] {
                said[i] = converse(
                    "cd " + (i == 0 ? work : second_work) + " && git push $REMOTE main",
                    [&](SocketStream& stream) {
                        static_cast<void>(serve_push(children, bare, 0, stream, stream, both[i]));
                    },
                    true);
            });
        }
    }
    const auto refused = [](const std::string& text) { return text.find("remote rejected") != text.npos; };
    EXPECT_NE(refused(said[0]), refused(said[1])) << said[0] << said[1];
    EXPECT_EQ(git("rev-list --count main"), "2");
    expect_clean();
}

} // namespace

} // namespace cairn::git
