#include "git/child/child.hpp"

#include <thread>

#include "git/receive/test_connection.hpp"
#include "sandbox/landlock.hpp"

namespace cairn::git {

namespace {

using namespace std::chrono_literals;

// A shell instead of git: what is tested is how it is treated.
class ChildProcesses : public testing::Test {
protected:
    ChildProcesses()
    {
        script = folder.path() + "/program";
        std::ofstream(script) << "#!/bin/sh\nexec sh -c \"$1\"\n";
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        std::filesystem::create_directory(folder.path() + "/own");
    }
    Children children(unsigned at_once = 4) const
    {
        return Children({.git = script, .at_once = at_once, .patience = 50ms});
    }
    Command command(std::string text, std::chrono::seconds limit = 20s) const
    {
        return {.arguments = {std::move(text)},
                .reads = {"/proc"},
                .writes = {folder.path() + "/own"},
                .time_limit = limit};
    }

    TemporaryFolder folder;
    std::string script;
};

TEST_F(ChildProcesses, AreAskedAndAnswer)
{
    auto programs = children();
    const auto answer = *programs.ask(command("tr a-z A-Z; echo oops >&2; exit 3"), "hello");
    EXPECT_EQ(answer.output, "HELLO");
    EXPECT_EQ(answer.error, "oops\n");
    EXPECT_EQ(answer.status, 3);
    EXPECT_EQ(programs.ask(command("kill -9 $$"))->status, 137);
    EXPECT_EQ(programs.ask(command("cat"))->output, "");
    EXPECT_EQ(programs.ask(command("head -c 2000000 /dev/zero")).error().code, Errc::too_large);
}

TEST_F(ChildProcesses, GetNothingOfOurs)
{
    setenv("CAIRN_SECRET", "hunter2", 1);
    const auto inherited = open("/etc/passwd", O_RDONLY); // NOLINT: not closed on exec, on purpose
    auto programs = children();
    EXPECT_EQ(programs.ask(command("env | grep -c hunter2; ls /proc/self/fd | tr '\\n' ' '"))->output, "0\n0 1 2 3 ");
    EXPECT_EQ(programs.ask(command("ps -o pgid= -p $$ | tr -d ' '; echo $$"))->output.find("-"), std::string::npos);
    close(inherited);
}

TEST_F(ChildProcesses, ReachNothingButTheirOwn)
{
    std::ofstream(folder.path() + "/secret") << "hunter2\n";
    std::ofstream(folder.path() + "/own/file") << "ours\n";
    auto programs = children();
    const auto read = [&](const std::string& file) {
        return programs.ask(command("cat " + folder.path() + file))->output;
    };
    EXPECT_EQ(read("/own/file"), "ours\n");
    if (sandbox::landlock_version() >= 2) {
        EXPECT_EQ(read("/secret"), "");
        EXPECT_EQ(programs.ask(command("echo more >> " + script))->status, 2);
        EXPECT_NE(programs.ask({.arguments = {"ls " + folder.path() + "/own"}})->status, 0);
    }
    Children free({.git = script, .confined = false});
    EXPECT_EQ(free.ask(command("cat " + folder.path() + "/secret"))->output, "hunter2\n");
}

TEST_F(ChildProcesses, EndWithAllThatTheyHaveStarted)
{
    const auto mark = folder.path() + "/own/alive";
    auto programs = children();
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(programs.ask(command("(while :; do touch " + mark + "; sleep 0.05; done) & wait", 1s)).error().code,
              Errc::unavailable);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 5s);
    std::this_thread::sleep_for(200ms);
    std::filesystem::remove(mark);
    std::this_thread::sleep_for(300ms);
    EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(ChildProcesses, AreNotHeardOutByWhoeverIsAskedToStop)
{
    auto programs = children();
    for (const std::string text : {"echo begun; sleep 20", "echo begun; exec >&- 2>&-; sleep 20"}) {
        auto child = *programs.start(command(text));
        std::stop_source stopping;
        const auto started = std::chrono::steady_clock::now();
        const auto status = child.run(
            nullptr, {.output = [&](std::string_view) { stopping.request_stop(); }, .stop = stopping.get_token()});
        EXPECT_EQ(status.error().code, Errc::unavailable);
        EXPECT_LT(std::chrono::steady_clock::now() - started, 5s);
    }
}

TEST_F(ChildProcesses, AreLimitedInNumber)
{
    auto programs = children(1);
    {
        const auto busy = programs.start(command("sleep 10"));
        ASSERT_TRUE(busy);
        EXPECT_EQ(programs.start(command("true")).error().code, Errc::unavailable);
    }
    EXPECT_TRUE(programs.ask(command("true")));
}

TEST_F(ChildProcesses, ThatReadNothingDoNotBlockUs)
{
    auto programs = children();
    EXPECT_EQ(programs.ask(command("exec <&-; echo done"), std::string(5'000'000, 'x'))->output, "done\n");
    const auto much = std::string(3'000'000, 'y');
    TextSource source(much);
    TextSink sink;
    auto child = *programs.start({.arguments = {"cat; cat /dev/null"}, .takes_input = true, .time_limit = 20s});
    ASSERT_TRUE(pass_on(child, &source, sink));
    EXPECT_EQ(sink.text, much);
}

TEST_F(ChildProcesses, ThatCannotBeStartedMeanABrokenServer)
{
    Children none({.git = folder.path() + "/none"});
    EXPECT_THROW(static_cast<void>(none.start(command("true"))), std::system_error);
}

} // namespace

} // namespace cairn::git
