// What one process of a site tells the others, on PostgreSQL.
#include "db/messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "db/test_database.hpp"

namespace cairn::db {
namespace {

using testing::Contains;
using testing::IsEmpty;

// A process of the site, which remembers what it has heard.
class Listener {
public:
    explicit Listener(const Options& options)
        : messages_(listen(
              options, {.heard = [this](std::string_view message) { note(message); }, .missed = [this] { ++missed_; }}))
    {
    }

    void tell(std::string_view message) { messages_->tell(message); }
    int missed() const { return missed_; }
    std::vector<std::string> heard() const
    {
        const std::lock_guard lock(mutex_);
        return heard_;
    }
    bool hears(const std::string& message) const
    {
        for (int i = 0; i < 500; ++i) {
            const auto all = heard();
            if (std::ranges::find(all, message) != all.end()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

private:
    void note(std::string_view message)
    {
        const std::lock_guard lock(mutex_);
        heard_.emplace_back(message);
    }

    mutable std::mutex mutex_;
    std::vector<std::string> heard_;
    std::atomic<int> missed_ = 0;
    std::unique_ptr<Messages> messages_; // last: its thread ends first
};

class MessagesTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!TestDatabase::is_available(Options::Engine::postgres)) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        database_.emplace(Options::Engine::postgres);
        here_.emplace(database_->options());
        there_.emplace(database_->options());
        // They connect in the background: from now on they hear each other.
        for (int i = 0; i < 500 && !there_is_heard(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }

    bool there_is_heard()
    {
        there_->tell("there");
        here_->tell("here");
        return !here_->heard().empty() && !there_->heard().empty();
    }

    std::optional<TestDatabase> database_;
    std::optional<Listener> here_;
    std::optional<Listener> there_;
};

TEST_F(MessagesTest, AreHeardByAllOthers)
{
    here_->tell("thread 7");
    EXPECT_TRUE(there_->hears("thread 7"));
    EXPECT_THAT(here_->heard(), testing::Not(Contains("thread 7")));
}

TEST_F(MessagesTest, ComeAllHoweverMany)
{
    for (int i = 0; i < 3000; ++i) here_->tell("thread " + std::to_string(i));
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(there_->hears("thread " + std::to_string(i)));
}

TEST_F(MessagesTest, AreOfOneSite)
{
    const TestDatabase other_site(Options::Engine::postgres);
    Listener stranger(other_site.options());
    here_->tell("thread 7");
    EXPECT_TRUE(there_->hears("thread 7"));
    EXPECT_THAT(stranger.heard(), IsEmpty());
}

TEST_F(MessagesTest, SomeMayHaveBeenMissedWhileTheConnectionWasAway)
{
    (*database_)
        ->scalar<std::int64_t>(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')");
    for (int i = 0; i < 500 && (here_->missed() == 0 || there_->missed() == 0); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(here_->missed(), 1);
    EXPECT_GE(there_->missed(), 1);
    here_->tell("again");
    EXPECT_TRUE(there_->hears("again"));
}

TEST(MessagesOfOneProcessTest, ThereAreNone) { EXPECT_EQ(listen(Options{.path = "/nowhere"}, {}), nullptr); }

} // namespace
} // namespace cairn::db
