#include "git/receive_pack.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "git/objects.hpp"
#include "git/pkt_line.hpp"
#include "git/test_connection.hpp"

namespace cairn::git {

namespace {

using testing::HasSubstr;
using testing::Not;

// Notes what it is asked and does what the test wants.
struct Rules final : PushRules {
    void decide(const Repository& repository, Push& push) override
    {
        if (deciding) deciding(repository, push);
    }
    void done(const Repository& repository, Push& push) override
    {
        seen = push.references;
        options = push.options;
        if (finishing) finishing(repository, push);
    }
    std::function<void(const Repository&, Push&)> deciding;
    std::function<void(const Repository&, Push&)> finishing;
    std::vector<PushedReference> seen;
    std::vector<std::string> options;
};

class Pushing : public RepositoryTest {
protected:
    std::string push(const std::string& arguments, bool may_fail = false)
    {
        return converse(
            "cd " + work + " && git push " + arguments,
            [&](SocketStream& stream) {
                static_cast<void>(serve_push(children, bare, 0, stream, stream, rules, limits));
            },
            may_fail);
    }
    std::string local_commit(const std::string& message) const
    {
        in_work("git add -A && git commit -q --allow-empty -m '" + message + "'");
        return in_work("git rev-parse HEAD");
    }
    void expect_clean() const
    {
        EXPECT_THAT(git("fsck --full --strict"), Not(HasSubstr("error")));
        EXPECT_EQ(shell("find " + bare + " -name 'tmp_*' -o -name '*.lock' -o -name '*.keep'"), "");
    }

    Children children{{}};
    Rules rules;
    PushLimits limits;
};

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

// What a client sends, made by hand.
class RawPush : public Pushing {
protected:
    static std::string line(const std::string& text)
    {
        std::string out;
        append_packet(out, text);
        return out;
    }
    std::string command(const std::string& before, const std::string& after, const std::string& name,
                        const std::string& capabilities = "report-status") const
    {
        return line(before + " " + after + " " + name + std::string(1, '\0') + capabilities);
    }
    std::string pack(const std::string& revisions) const
    {
        return in_work("printf '%s\\n' " + revisions + " | git pack-objects --revs --stdout -q | base64 -w0");
    }
    std::string pack_bytes(const std::string& revisions) const
    {
        in_work("printf '%s\\n' " + revisions + " | git pack-objects --revs --stdout -q > ../the.pack");
        std::ifstream file(folder.path() + "/the.pack", std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::string answer(const std::string& bytes)
    {
        PieceSource source(bytes, 1000);
        TextSink sink;
        Input input(source);
        const auto request = read_push_request(input);
        if (!request) return request.error().message;
        if (auto served = receive_push(children, bare, *request, input, sink, rules); !served)
            return served.error().message;
        return sink.text;
    }
    const std::string zero = std::string(40, '0');
};

TEST_F(RawPush, ARequestOverHttpIsOneRequestAndOneAnswer)
{
    write("a.txt", "one\n");
    const auto head = local_commit("one");
    EXPECT_EQ(answer(command(zero, head, "refs/heads/main") + "0000" + pack_bytes("main")),
              line("unpack ok\n") + line("ok refs/heads/main\n") + "0000");
    EXPECT_EQ(git("rev-parse main"), head);
    EXPECT_EQ(answer("0000"), "");
    EXPECT_EQ(answer(""), "");
}

TEST_F(RawPush, LiesAboutWhatWasThereAreFound)
{
    write("a.txt", "one\n");
    const auto first = local_commit("one");
    write("a.txt", "two\n");
    const auto second = local_commit("two");
    const auto bytes = pack_bytes("main");
    answer(command(zero, first, "refs/heads/main") + "0000" + bytes);
    for (const auto& lie : {zero, second, std::string(40, '1')})
        EXPECT_THAT(answer(command(lie, second, "refs/heads/main") + "0000" + bytes), HasSubstr("ng refs/heads/main"));
    EXPECT_THAT(answer(command(second, zero, "refs/heads/main") + "0000"), HasSubstr("ng refs/heads/main"));
    EXPECT_THAT(
        answer(command(zero, first, "refs/heads/x") + line(zero + " " + second + " refs/heads/x") + "0000" + bytes),
        HasSubstr("multiple updates"));
    EXPECT_EQ(git("for-each-ref --format='%(refname) %(objectname)'"), "refs/heads/main " + first);
    expect_clean();
}

TEST_F(RawPush, ABadPackLeavesNothing)
{
    write("a.txt", "one\n");
    const auto first = local_commit("one");
    write("a.txt", "two\n");
    const auto second = local_commit("two");
    const auto bytes = pack_bytes("main");
    const auto asked = command(zero, second, "refs/heads/main") + "0000";
    std::vector<std::string> bad{"",
                                 "PACK",
                                 "NOPACK and more than twelve bytes",
                                 bytes.substr(0, bytes.size() - 1),
                                 bytes.substr(0, bytes.size() / 2),
                                 bytes.substr(0, 12),
                                 bytes.substr(0, 20)};
    for (std::size_t at = 4; at < bytes.size(); at += 37) {
        bad.push_back(bytes);
        bad.back()[at] = static_cast<char>(bad.back()[at] ^ 0x55);
    }
    // Good, but not all of it; and one that is empty.
    bad.push_back(pack_bytes("main ^" + first));
    bad.push_back(pack_bytes("main ^main"));
    for (const auto& one : bad) EXPECT_THAT(answer(asked + one), HasSubstr("ng refs/heads/main")) << one.size();
    EXPECT_EQ(git("for-each-ref"), "");
    EXPECT_EQ(git("count-objects"), "0 objects, 0 kilobytes");
    EXPECT_EQ(shell("ls " + bare + "/objects/pack"), "");
    expect_clean();
}

TEST_F(RawPush, WhatIsNoBranchAndNoNameIsRefused)
{
    write("a.txt", "one\n");
    const auto head = local_commit("one");
    const auto tree = in_work("git rev-parse HEAD^{tree}");
    const auto bytes = pack_bytes("main");
    EXPECT_THAT(answer(command(zero, tree, "refs/heads/main") + "0000" + bytes), HasSubstr("can only be at a commit"));
    for (const std::string name :
         {"HEAD", "main", "refs/heads/../../config", "refs/heads/a.lock", "refs/heads/a b", "../../../x"})
        EXPECT_THAT(answer(command(zero, head, name) + "0000" + bytes), HasSubstr("funny refname")) << name;
    EXPECT_THAT(
        answer(command(zero, head, "refs/heads/a") + line(zero + " " + head + " refs/heads/a/b") + "0000" + bytes),
        HasSubstr("ng refs/heads/a/b"));
    EXPECT_EQ(git("for-each-ref --format='%(refname)'"), "refs/heads/a");
    EXPECT_THAT(answer(command(zero, head, "refs/heads/b", "report-status object-format=sha256") + "0000" + bytes),
                HasSubstr("sha1"));
}

TEST_F(RawPush, AClientThatVanishesLeavesNothing)
{
    write("noise", shell("head -c 3000000 /dev/urandom | base64"));
    const auto head = local_commit("noise");
    const auto bytes = command(zero, head, "refs/heads/main") + "0000" + pack_bytes("main");
    struct Vanishing final : Source {
        explicit Vanishing(std::string given) : text(std::move(given)) { }
        std::size_t read(std::span<char> into) override
        {
            if (text.empty()) throw Hangup();
            const auto taken = text.copy(into.data(), into.size());
            text.erase(0, taken);
            return taken;
        }
        std::string text;
    };
    for (const auto part : {bytes.size() / 2, bytes.size() - 100}) {
        Vanishing source(bytes.substr(0, part));
        TextSink sink;
        Input input(source);
        const auto request = *read_push_request(input);
        EXPECT_THROW(static_cast<void>(receive_push(children, bare, request, input, sink, rules)), Hangup);
    }
    expect_clean();
    EXPECT_EQ(shell("ls " + bare + "/objects/pack"), "");
}

} // namespace

} // namespace cairn::git
