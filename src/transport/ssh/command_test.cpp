#include "ssh/command.hpp"

#include <gtest/gtest.h>

namespace cairn::ssh {

namespace {

using Verb = Command::Verb;

Command parsed(std::string_view line)
{
    const auto command = parse_command(line);
    EXPECT_TRUE(command) << line;
    return command.value_or(Command());
}

TEST(SshCommand, IsReadAsGitQuotesIt)
{
    for (const auto* line :
         {"git-upload-pack 'ann/tools.git'", "git-upload-pack '/ann/tools.git'", "git upload-pack 'ann/tools.git'",
          "git-upload-pack ann/tools.git", "git-upload-pack \"ann/tools.git\"", "  git-upload-pack   ann/'tools'.git/ ",
          "git-upload-pack ann\\/tools.git"}) {
        const auto command = parsed(line);
        EXPECT_EQ(command.verb, Verb::fetch) << line;
        EXPECT_EQ(command.owner, "ann") << line;
        EXPECT_EQ(command.repository, "tools.git") << line;
    }
    EXPECT_EQ(parsed("git-receive-pack 'ann/tools.git'").verb, Verb::push);
    EXPECT_EQ(parsed("git-upload-archive 'ann/tools.git'").verb, Verb::archive);
    EXPECT_EQ(parsed("git-upload-pack 'it'\\''s/tools'").owner, "it's");
}

TEST(SshCommand, LfsSaysWhatFor)
{
    const auto up = parsed("git-lfs-authenticate ann/tools.git upload");
    EXPECT_EQ(up.verb, Verb::lfs_authenticate);
    EXPECT_TRUE(up.uploads);
    EXPECT_FALSE(parsed("git-lfs-authenticate '/ann/tools.git' download 1234").uploads);
    EXPECT_FALSE(parse_command("git-lfs-authenticate ann/tools.git"));
    EXPECT_FALSE(parse_command("git-lfs-authenticate ann/tools.git delete"));
}

TEST(SshCommand, NothingElseIsOne)
{
    using namespace std::string_view_literals;
    for (const auto line :
         {""sv, "ls"sv, "git"sv, "git-upload-pack"sv, "git-upload-pack 'ann/tools.git"sv, "git-upload-pack \"ann"sv,
          "git-upload-pack ann"sv, "git-upload-pack /"sv, "git-upload-pack ann/a/b"sv, "git-upload-pack ann/"sv,
          "git-upload-pack a/b c/d"sv, "git-upload-pack --strict a/b"sv, "git-upload-pack a/b; ls"sv, "git-shell"sv,
          "git-upload-pack a/b\0c"sv, "git-upload-pack a/b\\"sv, "git-lfs-transfer a/b upload"sv})
        EXPECT_FALSE(parse_command(line)) << line;
    EXPECT_FALSE(parse_command("git-upload-pack a/" + std::string(10'000, 'b')));
}

} // namespace

} // namespace cairn::ssh
