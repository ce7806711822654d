#include "base/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/log_line.hpp"

namespace cairn::log {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

std::string text_line(std::string_view message, Fields fields)
{
    std::string line;
    append_text_line(line, message, fields);
    return line;
}

std::string json_members(std::string_view message, Fields fields)
{
    std::string line;
    append_json_members(line, message, fields);
    return line;
}

TEST(LogLine, ValuesAreQuotedOnlyWhereTheyNeedIt)
{
    EXPECT_EQ(text_line("it works", {{"repo", "ada/engine"}, {"count", 3}, {"ok", true}, {"text", "two words"}}),
              "it works repo=ada/engine count=3 ok=true text=\"two words\"");
    EXPECT_EQ(text_line("m", {{"empty", ""}, {"quote", "say \"x\\\""}, {"equals", "a=b"}}),
              R"(m empty="" quote="say \"x\\\"" equals="a=b")");
    EXPECT_EQ(text_line("m", {{"half", 0.5}, {"big", ~std::uint64_t{0}}, {"low", std::int8_t{-1}}}),
              "m half=0.5 big=18446744073709551615 low=-1");
}

TEST(LogLine, NothingFromOutsideCanForgeALine)
{
    EXPECT_EQ(text_line("bad\r\n2026 info all is well", {{"a", "x\n y\x1b[2J"}}),
              R"(bad\r\n2026 info all is well a="x\n y\x1b[2J")");
    EXPECT_EQ(text_line("m", {{"name", "x\" admin=\"true"}}), R"(m name="x\" admin=\"true")");
    EXPECT_EQ(text_line("\x7F\xC2\x9B\xE2\x80\xAE\xFF"
                        "é",
                        {}),
              R"(\x7f\u009b\u202e\xff)"
              "é");
}

TEST(LogLine, JsonStaysJsonWhateverTheValuesHold)
{
    EXPECT_EQ(json_members("m\"\\", {{"a\n", "\x01\t"}, {"n", 7}, {"b", false}}),
              R"("message":"m\"\\","a\n":"\u0001\t","n":7,"b":false)");
    EXPECT_EQ(json_members("\xFF\xE2\x80\xA8", {{"x", 1.0 / 0.0}}), "\"message\":\"\xEF\xBF\xBD\\u2028\",\"x\":null");
}

TEST(LogLine, AnAccessLineHasNoQueryAndNoEndlessText)
{
    std::string line;
    append_access_members(line,
                          {.id = "r1",
                           .method = "GET",
                           .path = "/api/v1/user?token=secret",
                           .peer = "::1",
                           .operation = "userGetCurrent",
                           .user_agent = std::string(5000, 'x'),
                           .user_id = 7,
                           .status = 200,
                           .bytes = 12,
                           .duration = std::chrono::microseconds(34)});
    EXPECT_THAT(line,
                StartsWith(R"("id":"r1","method":"GET","path":"/api/v1/user","status":200,"bytes":12,)"
                           R"("duration_us":34,"peer":"::1","user_id":7,"operation":"userGetCurrent",)"));
    EXPECT_THAT(line, Not(HasSubstr("secret")));
    EXPECT_LT(line.size(), 1300U);
}

// Each test has a folder of its own, and leaves the log of the process as it was.
class LogFile : public testing::Test {
protected:
    void SetUp() override
    {
        std::string pattern = testing::TempDir() + "cairn_log_XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        options_ = {.mode = Options::Mode::file, .folder = folder_};
    }
    void TearDown() override
    {
        configure({});
        std::filesystem::remove_all(folder_);
    }

    std::string content(std::string_view file) const
    {
        std::ifstream in(folder_ + "/" + std::string(file));
        return (std::stringstream() << in.rdbuf()).str();
    }

    // Flushing is the log's own business here, so it is waited for.
    std::string content_once_written(std::string_view file) const
    {
        for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
             std::chrono::steady_clock::now() < end; std::this_thread::yield())
            if (auto text = content(file); !text.empty()) return text;
        return {};
    }

    std::string folder_;
    Options options_;
};

TEST_F(LogFile, AWarningIsInTheFileAtOnce)
{
    configure(options_);
    warn("could not open the repository", {{"repo", "ada/engine"}});
    EXPECT_THAT(content("cairn.log"),
                MatchesRegex("[0-9-]+T[0-9:.]+Z warning  could not open the repository "
                             "repo=ada/engine\n"));
}

TEST_F(LogFile, WhatIsLessImportantFollowsByItself)
{
    configure(options_);
    info("started");
    EXPECT_THAT(content_once_written("cairn.log"), EndsWith("started\n"));
}

TEST_F(LogFile, LinesBelowTheLevelAreNotWritten)
{
    options_.level = Level::error;
    configure(options_);
    warn("no");
    error("yes");
    EXPECT_FALSE(enabled(Level::warn));
    EXPECT_TRUE(enabled(Level::critical));
    EXPECT_THAT(content("cairn.log"), testing::AllOf(HasSubstr("yes"), Not(HasSubstr("no"))));

    options_.level = Level::off;
    configure(options_);
    critical("nothing at all");
    flush();
    EXPECT_THAT(content("cairn.log"), Not(HasSubstr("nothing")));
}

TEST_F(LogFile, JsonHasOneObjectOnALine)
{
    options_.format = Options::Format::json;
    configure(options_);
    error("it {} failed", {{"error", "a\nb"}});
    EXPECT_THAT(content("cairn.log"),
                MatchesRegex(R"(\{"time":"[0-9-]+T[0-9:.]+Z","level":"error",)"
                             R"("message":"it \{\} failed","error":"a\\nb"\})"
                             "\n"));
}

TEST_F(LogFile, RequestsAreLoggedApartAndOnlyWhenAsked)
{
    configure(options_);
    EXPECT_FALSE(access_enabled());
    access({.id = "r0"});

    options_.access = true;
    configure(options_);
    EXPECT_TRUE(access_enabled());
    access({.id = "r1", .method = "GET", .path = "/", .status = 404});
    const auto text = content_once_written("access.log");
    EXPECT_THAT(text,
                MatchesRegex(R"(\{"time":"[^"]+","id":"r1","method":"GET","path":"/","status":404,.*\})"
                             "\n"));
    EXPECT_EQ(content("cairn.log"), "");
}

TEST_F(LogFile, FilesThatWereMovedAwayAreBegunAnew)
{
    configure(options_);
    error("one");
    std::filesystem::rename(folder_ + "/cairn.log", folder_ + "/cairn.log.old");
    error("two");
    reopen();
    error("three");
    EXPECT_THAT(content("cairn.log.old"), testing::AllOf(HasSubstr("one"), HasSubstr("two"), Not(HasSubstr("three"))));
    EXPECT_THAT(content("cairn.log"), testing::AllOf(HasSubstr("three"), Not(HasSubstr("two"))));
}

TEST_F(LogFile, AFullFileIsSetAside)
{
    options_.file_size = 300;
    options_.files = 2;
    configure(options_);
    for (int i = 0; i < 20; ++i) error("a line that takes some room", {{"number", i}});
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/cairn.1.log"));
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/cairn.3.log"));
    EXPECT_LE(std::filesystem::file_size(folder_ + "/cairn.log"), 300U);
}

TEST_F(LogFile, LinesOfManyThreadsStayWhole)
{
    options_.format = Options::Format::json;
    configure(options_);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([t] {
            for (int i = 0; i < 500; ++i) {
                info("line", {{"thread", t}, {"number", i}});
                if (t == 0 && i % 100 == 0) reopen();
            }
        });
    for (auto& thread : threads) thread.join();
    flush();
    std::istringstream lines(content("cairn.log"));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        ASSERT_THAT(line, StartsWith("{\"time\":\""));
        ASSERT_THAT(line, EndsWith("}"));
    }
    EXPECT_EQ(count, 8 * 500);
}

TEST_F(LogFile, AFolderThatCannotBeMadeIsToldAndTheOldLogGoesOn)
{
    configure(options_);
    auto broken = options_;
    broken.folder = folder_ + "/cairn.log/no/folder";
    EXPECT_THROW(configure(broken), std::runtime_error);
    error("still here");
    EXPECT_THAT(content("cairn.log"), HasSubstr("still here"));
}

} // namespace
} // namespace cairn::log
