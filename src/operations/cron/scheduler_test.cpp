#include "cron/scheduler.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "api/call.hpp"
#include "db/test_database.hpp"
#include "jobs/queue.hpp"

namespace cairn::cron {
namespace {

std::atomic<int> runs = 0;
std::atomic<bool> hold = false;

void count(const api::Site&, const std::stop_token&) { ++runs; }
void fail_always(const api::Site&, const std::stop_token&)
{
    ++runs;
    throw std::runtime_error("on purpose");
}
void wait_for_stop(const api::Site&, const std::stop_token& stop)
{
    ++runs;
    while (hold && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

constexpr Task tasks[] = {
    {"idle", count, &config::CronSettings::cron_gc_lfs},
    {"at_start", count, &config::CronSettings::cron_cleanup_packages},
    {"bad", fail_always, &config::CronSettings::cron_update_checker},
    {"long", wait_for_stop, &config::CronSettings::cron_delete_old_actions},
    {"own", count, nullptr, "@every 1s"},
};

template <class F> bool comes_true(F condition)
{
    for (int i = 0; i < 5000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return condition();
}

class SchedulerTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL";
        db.emplace(GetParam());
        db->migrate();
        runs = 0;
        hold = false;
    }

    // The tasks of this test do not look at the site.
    std::unique_ptr<Scheduler> scheduler(std::span<const Task> which)
    {
        alignas(api::Site) static char nowhere[sizeof(api::Site)];
        return std::make_unique<Scheduler>(*reinterpret_cast<api::Site*>(nowhere), **db, config::CronSettings(), which);
    }
    // Runs its jobs until it goes.
    std::unique_ptr<jobs::Queue> queue_of(Scheduler& which)
    {
        auto queue = std::make_unique<jobs::Queue>(**db);
        queue->add(which.job_kind());
        queue->start();
        return queue;
    }
    TaskStatus status(Scheduler& of, std::string_view name)
    {
        for (TaskStatus& each : of.list())
            if (each.name == name) return each;
        throw std::logic_error("no such task");
    }

    std::optional<db::TestDatabase> db;
};

TEST_P(SchedulerTest, ListsTasksInTheirOrderWithoutItsOwn)
{
    const auto made = scheduler(tasks);
    const auto listed = made->list();
    ASSERT_EQ(listed.size(), 4U);
    EXPECT_EQ(listed[0].name, "idle");
    EXPECT_EQ(listed[0].schedule, "-");
    EXPECT_EQ(listed[0].prev, Time::never());
    EXPECT_EQ(listed[1].schedule, "@midnight");
}

TEST_P(SchedulerTest, RunsWhatIsAskedForAndCounts)
{
    const auto made = scheduler(std::span(tasks).first(1));
    const auto queue = queue_of(*made);
    made->start();
    EXPECT_FALSE(made->run("none"));
    EXPECT_TRUE(made->run("idle"));
    EXPECT_TRUE(comes_true([] { return runs == 1; }));
    EXPECT_EQ(status(*made, "idle").exec_times, 1);
    EXPECT_GT(status(*made, "idle").prev.seconds, 0);
    EXPECT_EQ(status(*made, "idle").next, Time::never());
}

TEST_P(SchedulerTest, RunsAtTheStartWhatAppIniSays)
{
    const auto made = scheduler(std::span(tasks).subspan(1, 1));
    const auto queue = queue_of(*made);
    made->start();
    EXPECT_TRUE(comes_true([] { return runs == 1; }));
    EXPECT_GT(status(*made, "at_start").next, Time::now());
}

TEST_P(SchedulerTest, RunsWhatIsDueAgainAndAgain)
{
    const auto made = scheduler(std::span(tasks).subspan(4, 1));
    const auto queue = queue_of(*made);
    made->start();
    EXPECT_TRUE(comes_true([] { return runs >= 2; }));
}

TEST_P(SchedulerTest, SurvivesATaskThatFails)
{
    const auto made = scheduler(std::span(tasks).subspan(2, 1));
    const auto queue = queue_of(*made);
    made->start();
    made->run("bad");
    EXPECT_TRUE(comes_true([] { return runs == 1; }));
    EXPECT_TRUE(comes_true([&] { return made->run("bad") && runs >= 2; }));
}

TEST_P(SchedulerTest, RunsATaskOnceHoweverManyServersAreAsked)
{
    hold = true;
    const auto one = scheduler(std::span(tasks).subspan(3, 1));
    const auto other = scheduler(std::span(tasks).subspan(3, 1));
    const auto queue = queue_of(*one);
    one->start();
    other->start();
    one->run("long");
    EXPECT_TRUE(comes_true([] { return runs == 1; }));
    EXPECT_TRUE(other->run("long"));
    EXPECT_TRUE(one->run("long"));
    EXPECT_EQ(status(*one, "long").exec_times, 1);
}

TEST_P(SchedulerTest, StopsWithATaskUnderWay)
{
    hold = true;
    const auto made = scheduler(std::span(tasks).subspan(3, 1));
    auto queue = queue_of(*made);
    made->start();
    made->run("long");
    EXPECT_TRUE(comes_true([] { return runs == 1; }));
    queue.reset();
    hold = false;
    queue = queue_of(*made);
    made->run("long");
    EXPECT_TRUE(comes_true([] { return runs == 2; }));
}

TEST_P(SchedulerTest, BeginsNothingTwice)
{
    TaskTable table(**db);
    table.enter("task", "@every 1m", Time{100});
    EXPECT_FALSE(table.begin_due("task", Time{99}, Time{160}));
    EXPECT_TRUE(table.begin_due("task", Time{100}, Time{160}));
    EXPECT_FALSE(table.begin("task", Time{110}));
    EXPECT_FALSE(table.begin_due("task", Time{161}, Time{220}));
    EXPECT_EQ(table.all().front().next_at, Time{160}) << "it is still due when the one that runs is over";
    EXPECT_EQ((*db)->scalar<std::int64_t>("SELECT count(*) FROM job"), 1);
}

TEST_P(SchedulerTest, KeepsAppointmentsUnlessTheScheduleChanges)
{
    TaskTable table(**db);
    table.enter("task", "@every 1m", Time{100});
    table.enter("task", "@every 1m", Time{500});
    EXPECT_EQ(table.all().front().next_at, Time{100});
    table.enter("task", "@every 2m", Time{500});
    EXPECT_EQ(table.all().front().next_at, Time{500});
}

INSTANTIATE_TEST_SUITE_P(OnBoth, SchedulerTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& each) {
                             return each.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::cron
