#include "sandbox/spawn.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/descriptor.hpp"
#include "sandbox/landlock.hpp"

namespace cairn::sandbox {

namespace {

// A shell that may read the system and one folder, and write to another.
class SpawnedShells : public testing::Test {
protected:
    SpawnedShells()
    {
        char name[] = "/tmp/cairn-spawn-XXXXXX";
        folder = mkdtemp(name);
        for (const auto* part : {"in", "out", "elsewhere"}) {
            std::filesystem::create_directory(folder + "/" + part);
            std::ofstream(folder + "/" + part + "/file") << "what is in " << part << "\n";
        }
    }
    ~SpawnedShells() override { std::filesystem::remove_all(folder); }

    // What it says, with its exit status at the end.
    std::string run(const std::string& text, bool network = false, bool confined = true)
    {
        int ends[2];
        EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
        const Descriptor ours(ends[0]);
        Descriptor theirs(ends[1]);
        const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
        Ruleset rules(network ? Network::outgoing : Network::none);
        for (const auto* place : {"/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache"}) rules.let_run(place);
        rules.let_write("/dev/null");
        rules.let_read(folder + "/in");
        rules.let_write(folder + "/out");
        rules.let_read(folder + "/nowhere");
        const auto pid = spawn({.program = "/bin/sh",
                                .arguments = {"sh", "-c", text},
                                .environment = {"PATH=/usr/bin:/bin", "F=" + folder},
                                .input = nothing.number(),
                                .output = theirs.number(),
                                .error = nothing.number(),
                                .limits = {{RLIMIT_CORE, 0}, {RLIMIT_DATA, 64U << 20U}, {RLIMIT_CPU, 1}},
                                .ruleset = confined ? rules.number() : -1,
                                .filter = confined ? filter_of_programs(network) : Filter{}});
        theirs.reset();
        std::string said;
        char bytes[4096];
        for (ssize_t got = 0; (got = read(ours.number(), bytes, sizeof bytes)) > 0;)
            said.append(bytes, static_cast<std::size_t>(got));
        int status = 0;
        EXPECT_EQ(waitpid(pid, &status, 0), pid);
        return said + (WIFEXITED(status) ? std::to_string(WEXITSTATUS(status)) : "signal");
    }

    std::string folder;
};

TEST_F(SpawnedShells, ReadAndWriteWhatTheyMay)
{
    EXPECT_EQ(run("cat $F/in/file"), "what is in in\n0");
    EXPECT_EQ(run("echo more >> $F/out/file && mkdir $F/out/new && mv $F/out/file $F/out/new/moved && "
                  "cat $F/out/new/moved && rm -r $F/out/new"),
              "what is in out\nmore\n0");
    EXPECT_EQ(run("cat $F/elsewhere/file", false, false), "what is in elsewhere\n0");
}

TEST_F(SpawnedShells, ReachNothingElse)
{
    if (landlock_version() < 2) GTEST_SKIP() << "the kernel has no Landlock";
    EXPECT_EQ(run("cat $F/elsewhere/file"), "1");
    EXPECT_EQ(run("ls $F"), "2");
    EXPECT_EQ(run("cat /etc/passwd"), "1");
    EXPECT_EQ(run("echo more >> $F/in/file || cat $F/in/file"), "what is in in\n0");
    EXPECT_EQ(run("ln -s $F/elsewhere/file $F/out/link; cat $F/out/link"), "1");
    EXPECT_EQ(run("cat /proc/$PPID/environ"), "1");
}

constexpr auto opens_socket = R"py(python3 -S -c "
import socket
try:
    socket.socket(); print('open')
except OSError as error:
    print('closed')")py";

TEST_F(SpawnedShells, HaveSocketsOnlyIfTheySpeakToServers)
{
    EXPECT_EQ(run(opens_socket), "closed\n0");
    EXPECT_EQ(run(opens_socket, true), "open\n0");
}

TEST_F(SpawnedShells, HaveNoNamespacesOfTheirOwn)
{
    EXPECT_EQ(run("unshare --user true"), "1");
    EXPECT_EQ(run("unshare --mount true"), "1");
}

TEST_F(SpawnedShells, AreHeldToTheirLimitsFromTheBeginning)
{
    EXPECT_EQ(run("ulimit -c; ulimit -d; ulimit -t; ulimit -H -t"), "0\n65536\n1\n1\n0");
    EXPECT_EQ(run("while :; do :; done"), "signal");
}

TEST_F(SpawnedShells, GetThreeDescriptorsAndAGroup)
{
    const Descriptor inherited(open("/etc/passwd", O_RDONLY)); // not closed on exec
    EXPECT_EQ(run("ls /proc/self/fd | tr '\\n' ' '; [ $(ps -o pgid= -p $$) -eq $$ ]", false, false), "0 1 2 3 0");
}

TEST(SpawnedPrograms, ThatAreNotThereAreTold)
{
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    const Start start{.program = "/nonexistent/program",
                      .arguments = {"program"},
                      .environment = {},
                      .input = nothing.number(),
                      .output = nothing.number(),
                      .error = nothing.number()};
    EXPECT_THROW(spawn(start), std::system_error);
    EXPECT_EQ(find_program("no-such-program-anywhere"), "");
    EXPECT_TRUE(find_program("sh").ends_with("/sh"));
    EXPECT_EQ(find_program("/a/path"), "/a/path");
}

} // namespace

} // namespace cairn::sandbox
