// Pushes made by hand, as they come over HTTP: what no honest client sends.
#include "git/receive/pkt_line.hpp"
#include "git/receive/test_push.hpp"

namespace cairn::git {

namespace {

using testing::HasSubstr;

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

TEST_F(RawPush, ALargePackThatIsBadLeavesNothingEither)
{
    for (int i = 0; i < 150; ++i) write(std::to_string(i), "text " + std::to_string(i));
    const auto head = local_commit("many");
    const auto bytes = pack_bytes("main");
    const auto asked = command(zero, head, "refs/heads/main", "report-status side-band-64k") + "0000";
    auto flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 1);
    for (const auto& bad : {flipped, bytes.substr(0, bytes.size() / 2), bytes.substr(0, bytes.size() - 5)})
        EXPECT_THAT(answer(asked + bad), HasSubstr("ng refs/heads/main unpacker error"));
    EXPECT_EQ(shell("ls " + bare + "/objects/pack"), "");
    EXPECT_THAT(answer(asked + bytes), HasSubstr("ok refs/heads/main"));
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
