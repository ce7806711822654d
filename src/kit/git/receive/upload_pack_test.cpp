#include "git/receive/upload_pack.hpp"

#include <gmock/gmock.h>

#include "git/receive/gunzip.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/test_connection.hpp"
#include "git/repository.hpp"
#include "git/store/exports.hpp"
#include "git/store/maintenance.hpp"

namespace cairn::git {

namespace {

using testing::HasSubstr;

class Fetching : public RepositoryTest {
protected:
    Fetching()
    {
        for (int i = 0; i < 5; ++i) {
            write("file.txt", std::to_string(i));
            write("dir/large.txt", std::string(3000, static_cast<char>('a' + i)));
            head = commit("commit " + std::to_string(i));
        }
    }

    // A git command that has $REMOTE, served as over SSH.
    std::string connected(const std::string& command, int version)
    {
        return converse(command, [&](SocketStream& stream) {
            auto child = *start_upload_pack(children, bare, {.stage = Fetch::Stage::connection, .version = version});
            static_cast<void>(pass_on(child, &stream, stream));
        });
    }

    Children children{{}};
    std::string head;
    std::string copy = folder.path() + "/copy";
};

TEST_F(Fetching, RealClientsCloneInEveryVersion)
{
    for (const auto version : {0, 1, 2}) {
        const auto number = std::to_string(version);
        connected("git -c protocol.version=" + number + " clone -q $REMOTE " + copy + number, version);
        EXPECT_EQ(shell("git -C " + copy + number + " rev-parse HEAD"), head) << version;
    }
    write("file.txt", "later");
    const auto later = commit("later");
    // Now they have something to talk about.
    connected("cd " + copy + "0 && git fetch -q $REMOTE main", 0);
    EXPECT_EQ(shell("git -C " + copy + "0 rev-parse FETCH_HEAD"), later);
    connected("cd " + copy + "2 && git -c protocol.version=2 fetch -q $REMOTE main", 2);
    EXPECT_EQ(shell("git -C " + copy + "2 rev-parse FETCH_HEAD"), later);
}

TEST_F(Fetching, ShallowAndPartialClonesWork)
{
    connected("git clone -q --depth 2 $REMOTE " + copy, 2);
    EXPECT_EQ(shell("git -C " + copy + " rev-list --count HEAD"), "2");
    connected("git clone -q --bare --filter=blob:none $REMOTE " + copy + ".git", 2);
    EXPECT_EQ(shell("git -C " + copy + ".git rev-list --objects --missing=print HEAD | grep -c '^?'"), "10");
    connected("git init -q " + copy + "2 && cd " + copy + "2 && git fetch -q $REMOTE " + git("rev-parse HEAD~3"), 2);
}

TEST_F(Fetching, OverHttpEachRequestStandsForItself)
{
    TextSink sink;
    auto first = *start_upload_pack(children, bare, {.stage = Fetch::Stage::advertisement, .version = 2});
    ASSERT_TRUE(pass_on(first, nullptr, sink));
    EXPECT_THAT(sink.text, HasSubstr("version 2"));
    EXPECT_THAT(sink.text, HasSubstr("filter"));

    std::string request;
    append_packet(request, "command=ls-refs\n");
    request += "0001";
    append_packet(request, "ref-prefix refs/heads/\n");
    request += "0000";
    TextSink answer;
    TextSource source(request);
    auto second = *start_upload_pack(children, bare, {.stage = Fetch::Stage::exchange, .version = 2});
    ASSERT_TRUE(pass_on(second, &source, answer));
    EXPECT_EQ(answer.text.substr(4), head + " refs/heads/main\n0000");

    TextSink old;
    auto third = *start_upload_pack(children, bare, {.stage = Fetch::Stage::advertisement});
    ASSERT_TRUE(pass_on(third, nullptr, old));
    EXPECT_THAT(old.text, HasSubstr(" HEAD\0"));
}

TEST_F(Fetching, NonsenseEndsInAnError)
{
    for (const auto* nonsense : {"zzzz", "ffff", "0009hello", ""}) {
        TextSource source(nonsense);
        TextSink sink;
        auto child = *start_upload_pack(children, bare, {.stage = Fetch::Stage::exchange, .version = 2});
        const auto ended = pass_on(child, &source, sink);
        EXPECT_TRUE(*nonsense == '\0' || !ended) << nonsense;
    }
    auto child = *start_upload_pack(children, folder.path() + "/none", {.stage = Fetch::Stage::advertisement});
    TextSink sink;
    EXPECT_EQ(pass_on(child, nullptr, sink).error().code, Errc::unavailable);
}

TEST_F(Fetching, OnlyVersionsAreTakenFromTheHeader)
{
    EXPECT_EQ(protocol_version("version=2"), 2);
    EXPECT_EQ(protocol_version("key:version=1"), 1);
    EXPECT_EQ(protocol_version("version=1:version=2"), 2);
    for (const auto* other : {"", "version=3", "version=2; rm", "version", "2", "version=-1"})
        EXPECT_EQ(protocol_version(other), 0) << other;
}

TEST_F(Fetching, GzipIsUnpackedAsItComes)
{
    const auto packed =
        shell("printf 'hello hello hello' | gzip -c | base64 -w0 | base64 -d | od -An -v -tx1 | tr -d ' \\n'");
    std::string bytes;
    for (std::size_t i = 0; i < packed.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(packed.substr(i, 2), nullptr, 16)));
    const auto unpack = [](const std::string& text, std::uint64_t most = 0) {
        PieceSource source(text, 3);
        GunzipSource gunzip(source, most);
        std::string out;
        char piece[4];
        while (const auto got = gunzip.read(piece)) out.append(piece, got);
        return out;
    };
    EXPECT_EQ(unpack(bytes), "hello hello hello");
    EXPECT_THROW(unpack(bytes, 10), BadGzip);
    EXPECT_THROW(unpack(bytes.substr(0, bytes.size() - 4)), BadGzip);
    EXPECT_THROW(unpack("plain"), BadGzip);
    EXPECT_THROW(unpack(""), BadGzip);

    const auto unpack_all = [&](const std::string& text) {
        TextSource source(text);
        GunzipSource gunzip(source, 0, GunzipSource::Members::all);
        std::string out;
        char piece[4];
        while (const auto got = gunzip.read(piece)) out.append(piece, got);
        return out;
    };
    EXPECT_EQ(unpack_all(bytes + bytes), "hello hello hellohello hello hello");
    EXPECT_EQ(unpack(bytes + bytes), "hello hello hello");
    EXPECT_THROW(unpack_all(bytes + "more"), BadGzip);
}

TEST_F(Fetching, ArchivesHaveWhatTheCommitHas)
{
    write(".gitattributes", "secret export-ignore\n");
    write("secret", "s");
    write("-dash/x", "x");
    const auto id = *ObjectId::parse(commit("attributes"));
    const auto save = [&](Result<Export> made, const std::string& name) {
        TextSink sink;
        EXPECT_TRUE(made && made->send(sink));
        std::ofstream(folder.path() + "/" + name, std::ios::binary) << sink.text;
        return folder.path() + "/" + name;
    };
    const auto tar = save(
        prepare_archive(children, bare, {.format = ArchiveFormat::tar_gz, .commit = id, .prefix = "repo"}), "a.tar.gz");
    EXPECT_EQ(shell("tar tzf " + tar + " | grep -v '/$' | sort"),
              "repo/-dash/x\nrepo/.gitattributes\nrepo/dir/large.txt\nrepo/file.txt");
    const auto zip =
        save(prepare_archive(children, bare,
                             {.format = ArchiveFormat::zip, .commit = id, .prefix = "repo", .paths = {"dir", "-dash"}}),
             "a.zip");
    EXPECT_EQ(shell("python3 -m zipfile -l " + zip + " | grep -c large.txt"), "1");
    EXPECT_EQ(
        prepare_archive(children, bare, {.format = ArchiveFormat::zip, .commit = id, .prefix = "r", .paths = {"none"}})
            .error()
            .code,
        Errc::not_found);

    const auto bundle = save(prepare_bundle(children, bare, id), "a.bundle");
    EXPECT_EQ(shell("git bundle list-heads " + bundle), id.hex() + " HEAD\n" + id.hex() + " refs/heads/bundle");
    shell("git clone -q " + bundle + " " + copy);
    EXPECT_EQ(shell("git -C " + copy + " rev-parse HEAD"), id.hex());

    TextSink blob;
    ASSERT_TRUE(prepare_blob(children, bare, *ObjectId::parse(git("rev-parse HEAD:file.txt"))).send(blob));
    EXPECT_EQ(blob.text, "4");
}

TEST_F(Fetching, UpkeepMakesOnePackAndLosesNothing)
{
    std::filesystem::create_directories(bare + "/objects/tmp_objdir-incoming-old/pack");
    shell("touch -d '3 days ago' " + bare + "/objects/tmp_objdir-incoming-old");
    ASSERT_TRUE(tidy(children, bare));
    EXPECT_EQ(clutter(bare).loose_references, 0);
    write("file.txt", "more");
    const auto more = commit("more");
    ASSERT_TRUE(repack(children, bare));
    EXPECT_EQ(clutter(bare).packs, 1);
    EXPECT_EQ(shell("ls " + bare + "/objects/pack | sed 's/.*\\.//' | sort | tr '\\n' ' '"), "bitmap idx pack ");
    EXPECT_FALSE(std::filesystem::exists(bare + "/objects/tmp_objdir-incoming-old"));
    EXPECT_EQ(git("rev-parse main"), more);
    EXPECT_EQ(git("fsck --full"), "");
    EXPECT_TRUE(std::filesystem::exists(bare + "/objects/info/commit-graph"));
    EXPECT_TRUE(Repository::open(bare)->contains(*ObjectId::parse(head)));
}

} // namespace

} // namespace cairn::git
