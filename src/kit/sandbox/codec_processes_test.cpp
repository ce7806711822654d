// Codec processes, with codecs that do what a decoder must not. This program is its own codec process, so it has a
// main() of its own.
#include "sandbox/codec_processes.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <fstream>
#include <future>

#include "base/blocking_guard.hpp"
#include "sandbox/codec_main.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/sanitized.hpp"

namespace cairn::sandbox {

namespace {

using namespace std::chrono_literals;

// What a decoder would do that somebody has taken over.
Result<std::string> misbehave(std::string_view what)
{
    static int count = 0;
    const itimerval none{};
    if (what == "count") return std::to_string(++count);
    if (what == "pid") return std::to_string(getpid());
    if (what == "open") return std::to_string(open("/etc/hostname", O_RDONLY) < 0 ? errno : 0);
    if (what == "socket") return std::to_string(socket(AF_INET, SOCK_STREAM, 0));
    if (what == "fork") return std::to_string(fork());
    if (what == "kill") return std::to_string(kill(getppid(), 0));
    if (what == "code")
        return std::string(mmap(nullptr, 4096, PROT_EXEC | PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
                               ? "no"
                               : "yes");
    if (what == "loop")
        for (;;) setitimer(ITIMER_REAL, &none, nullptr); // and does not let itself be woken
    if (what == "crash") raise(SIGSEGV), abort();
    if (what == "throw") throw std::runtime_error("it is broken");
    if (what == "memory") {
        std::string much(1U << 30U, 'x');
        return std::to_string(much.size());
    }
    if (what == "shout") return std::string(2'000'000, '!');
    if (what == "refuse") return fail(Errc::unprocessable, "line 3: this is nothing");
    return std::string(what.rbegin(), what.rend());
}

constexpr Codec codec{.name = "misbehaving",
                      .prepare = [] { },
                      .work = &misbehave,
                      .memory = 256U << 20U,
                      .time = 1500ms,
                      .largest_answer = 1'500'000,
                      .most = 2,
                      .what = "the test"};
constexpr const Codec* codecs[] = {&codec};

std::string ask_codec(std::string_view what)
{
    const auto answer = ask(codec, what);
    return answer ? *answer : "error: " + answer.error().message;
}

class CodecProcessesOfATest : public testing::Test {
protected:
    CodecProcesses processes{{.program = "/proc/self/exe", .idle = 60s, .patience = 200ms}};
};

TEST_F(CodecProcessesOfATest, WorkInAnotherProcessThatStays)
{
    EXPECT_EQ(ask_codec("abc"), "cba");
    EXPECT_NE(ask_codec("pid"), std::to_string(getpid()));
    EXPECT_EQ(ask_codec("count"), "1");
    EXPECT_EQ(ask_codec("count"), "2");
    EXPECT_EQ(ask_codec(""), "");
    const std::string large(1'000'000, 'a');
    EXPECT_EQ(ask_codec(large), large);
}

TEST_F(CodecProcessesOfATest, OpenNoFilesAndRunNoCodeOfTheirOwn)
{
    EXPECT_EQ(ask_codec("open"), std::to_string(EACCES));
    EXPECT_EQ(ask_codec("code"), "no");
}

TEST_F(CodecProcessesOfATest, AreKilledForSocketsAndProcessesAndTheNextOneWorks)
{
    if (is_sanitized) GTEST_SKIP() << "there, it is refused";
    for (const auto* call : {"socket", "fork", "kill"}) {
        const auto before = ask_codec("pid");
        const auto answer = ask(codec, call);
        ASSERT_FALSE(answer) << call << ": " << *answer;
        EXPECT_EQ(answer.error().code, Errc::unprocessable) << call;
        EXPECT_TRUE(answer.error().message.starts_with("the test cannot be read")) << answer.error().message;
        EXPECT_NE(ask_codec("pid"), before) << call;
    }
}

TEST_F(CodecProcessesOfATest, ThatDieOfWhatTheyAreGivenAreAnErrorAndTheNextOneWorks)
{
    for (const auto* death : {"crash", "throw", "shout"}) {
        EXPECT_EQ(ask(codec, death).error().code, Errc::unprocessable) << death;
        EXPECT_EQ(ask_codec("abc"), "cba") << death;
    }
}

TEST_F(CodecProcessesOfATest, HaveSoMuchMemoryAndNoMore)
{
    if (is_sanitized) GTEST_SKIP() << "it takes terabytes";
    EXPECT_EQ(ask_codec("memory"), "error: the test takes too much memory to read");
    EXPECT_EQ(ask_codec("abc"), "cba");
}

TEST_F(CodecProcessesOfATest, HaveSoMuchTimeAndNoMore)
{
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(ask_codec("loop"), "error: the test takes too long to read");
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 20s);
    EXPECT_EQ(ask_codec("abc"), "cba");
}

TEST_F(CodecProcessesOfATest, TellWhyTheyRefuseAndGoOn)
{
    const auto before = ask_codec("pid");
    EXPECT_EQ(ask_codec("refuse"), "error: line 3: this is nothing");
    EXPECT_EQ(ask_codec("pid"), before);
}

TEST_F(CodecProcessesOfATest, ThatWereKilledWhileTheyWaitedAreReplacedUnseen)
{
    const auto pid = std::stoi(ask_codec("pid"));
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    // Its end is seen when the kernel has closed what it had.
    for (int i = 0; i < 1000 && !std::ifstream("/proc/" + std::to_string(pid) + "/wchan").fail(); ++i) {
        std::string state;
        std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
        for (int word = 0; word < 3; ++word) stat >> state;
        if (state == "Z") break;
        usleep(1000);
    }
    EXPECT_NE(ask_codec("pid"), std::to_string(pid));
}

TEST_F(CodecProcessesOfATest, ThatAreKilledAtTheirWorkAreAnErrorAndTheNextOneWorks)
{
    const auto pid = std::stoi(ask_codec("pid"));
    auto answer = std::async(std::launch::async, [] { return ask(codec, "loop"); });
    usleep(100'000);
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    const auto said = answer.get();
    ASSERT_FALSE(said);
    EXPECT_EQ(said.error().code, Errc::unprocessable);
    EXPECT_EQ(ask_codec("abc"), "cba");
}

TEST_F(CodecProcessesOfATest, AreFewAndWhoGetsNoneHearsOfIt)
{
    auto first = Session::open(processes, codec);
    auto second = Session::open(processes, codec);
    ASSERT_TRUE(first && second);
    EXPECT_NE(*first->ask("pid"), *second->ask("pid"));
    EXPECT_EQ(Session::open(processes, codec).error().code, Errc::unavailable);
    EXPECT_THROW(static_cast<void>(ask(codec, "abc")), NoCodecProcess);
    {
        const auto ended = std::move(*first);
    }
    EXPECT_EQ(ask_codec("abc"), "cba");
}

TEST_F(CodecProcessesOfATest, AreNotWaitedForByThreadsThatMustNotWait)
{
    const MustNotBlock hurry(true);
    EXPECT_THROW(static_cast<void>(ask(codec, "abc")), WouldBlock);
}

TEST(CodecProcessesThatAreIdle, AreEnded)
{
    const CodecProcesses processes({.idle = 100ms});
    const auto pid = std::stoi(ask_codec("pid"));
    for (int i = 0; i < 10'000 && ::kill(pid, 0) == 0; ++i) usleep(1000);
    EXPECT_NE(::kill(pid, 0), 0);
    EXPECT_NE(ask_codec("pid"), std::to_string(pid));
}

TEST(CodecProcessesThatCannotBeStarted, AreATemporaryFault)
{
    const CodecProcesses processes({.program = "/nonexistent"});
    EXPECT_THROW(static_cast<void>(ask(codec, "abc")), NoCodecProcess);
}

TEST(WithoutCodecProcesses, TheWorkIsDoneHere) { EXPECT_EQ(ask_codec("pid"), std::to_string(getpid())); }

} // namespace

} // namespace cairn::sandbox

int main(int argc, char** argv)
{
    cairn::sandbox::become_codec_if_told(argc, argv, cairn::sandbox::codecs);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
