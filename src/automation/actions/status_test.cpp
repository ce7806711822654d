#include "actions/status.hpp"

#include <gtest/gtest.h>

namespace cairn::actions {

using enum Status;

namespace {

Status sum(std::initializer_list<Status> states)
{
    std::vector<JobState> jobs;
    for (const auto status : states) jobs.push_back({.key = "a", .needs = {}, .status = status});
    return sum_of(jobs);
}

} // namespace

TEST(Status, OfARunIsWhatItsJobsComeTo)
{
    EXPECT_EQ(sum({success, running, failure}), running);
    EXPECT_EQ(sum({success, cancelling}), cancelling);
    EXPECT_EQ(sum({success, waiting, blocked}), waiting);
    EXPECT_EQ(sum({blocked, success}), blocked);
    EXPECT_EQ(sum({success, cancelled, failure}), failure);
    EXPECT_EQ(sum({success, cancelled}), cancelled);
    EXPECT_EQ(sum({success, skipped}), success);
    EXPECT_EQ(sum({skipped, skipped}), skipped);
    const JobState tolerated{.key = "a", .needs = {}, .status = failure, .condition = {}, .tolerated = true};
    EXPECT_EQ(sum_of({&tolerated, 1}), success);
}

TEST(Status, OfABlockedJobFollowsItsNeeds)
{
    std::vector<JobState> jobs{{.key = "a", .needs = {}, .status = running},
                               {.key = "b", .needs = {"a"}},
                               {.key = "c", .needs = {"b"}},
                               {.key = "d", .needs = {"a", "b"}, .condition = "always()"}};
    EXPECT_TRUE(unblocked(jobs).empty());

    jobs[0].status = success;
    auto changed = unblocked(jobs);
    ASSERT_EQ(changed.size(), 1U);
    EXPECT_EQ(changed[0].job, 1U);
    EXPECT_EQ(changed[0].status, waiting);

    jobs[0].status = failure;
    changed = unblocked(jobs);
    ASSERT_EQ(changed.size(), 3U);
    EXPECT_EQ(changed[0].status, skipped); // b
    EXPECT_EQ(changed[1].status, skipped); // c, which waited for b
    EXPECT_EQ(changed[2].status, waiting); // d, which runs whatever became of them
}

TEST(Status, OfAMatrixIsThatOfAllItsJobs)
{
    std::vector<JobState> jobs{{.key = "a", .needs = {}, .status = success},
                               {.key = "a", .needs = {}, .status = running},
                               {.key = "b", .needs = {"a"}}};
    EXPECT_TRUE(unblocked(jobs).empty());
    jobs[1].status = cancelled;
    ASSERT_EQ(unblocked(jobs).size(), 1U);
    EXPECT_EQ(unblocked(jobs)[0].status, skipped);
}

TEST(Status, AConditionMayAskForIt)
{
    EXPECT_TRUE(asks_for_outcome("always()"));
    EXPECT_TRUE(asks_for_outcome("${{ !cancelled () && x }}"));
    EXPECT_TRUE(asks_for_outcome("failure()"));
    EXPECT_FALSE(asks_for_outcome("success()"));
    EXPECT_FALSE(asks_for_outcome("github.ref == 'always'"));
    EXPECT_FALSE(asks_for_outcome("needs.failure == ''"));
}

TEST(Status, OfARerunJobConcernsThoseThatWaitForIt)
{
    const std::vector<JobState> jobs{
        {.key = "a"}, {.key = "b", .needs = {"a"}}, {.key = "c", .needs = {"b"}}, {.key = "d"}};
    EXPECT_EQ(dependants_of("a", jobs), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(dependants_of("d", jobs), std::vector<std::string>{"d"});
}

TEST(Status, IsFoundByTheWordsOfClients)
{
    EXPECT_EQ(states_of("timed_out"), std::vector{cancelled});
    EXPECT_EQ(states_of("completed").size(), 4U);
    EXPECT_TRUE(states_of("nonsense").empty());
    EXPECT_EQ(outer_status(blocked), "waiting");
    EXPECT_EQ(outer_status(waiting), "queued");
    EXPECT_EQ(conclusion(running), "");
    EXPECT_EQ(conclusion(skipped), "skipped");
}

TEST(Status, OfAMatrixNoMoreAreUnderWayThanItAllows)
{
    std::vector<JobState> jobs;
    for (int i = 0; i < 4; ++i) jobs.push_back({.key = "a", .needs = {}, .max_parallel = 2});
    jobs.push_back({.key = "b", .needs = {}});
    auto changed = unblocked(jobs);
    ASSERT_EQ(changed.size(), 3U);
    EXPECT_EQ(changed[1].job, 1U);
    EXPECT_EQ(changed[2].job, 4U) << "another job does not count";
    jobs[0].status = running;
    jobs[1].status = waiting;
    jobs[4].status = success;
    EXPECT_TRUE(unblocked(jobs).empty());
    jobs[1].status = failure;
    changed = unblocked(jobs);
    ASSERT_EQ(changed.size(), 1U);
    EXPECT_EQ(changed[0].job, 2U);
}

TEST(Status, OfAMatrixTheRestIsGivenUpWithTheFirstFailure)
{
    std::vector<JobState> jobs{{.key = "a", .needs = {}, .status = failure, .fail_fast = true},
                               {.key = "a", .needs = {}, .status = success, .fail_fast = true},
                               {.key = "a", .needs = {}, .status = running, .fail_fast = true},
                               {.key = "a", .needs = {}, .status = blocked, .fail_fast = true},
                               {.key = "b", .needs = {}, .status = waiting, .fail_fast = true}};
    EXPECT_EQ(given_up(jobs), (std::vector<std::size_t>{2, 3}));
    jobs[0].tolerated = true;
    EXPECT_TRUE(given_up(jobs).empty()) << "it is as if it had not failed";
    jobs[0].tolerated = false;
    for (auto& job : jobs) job.fail_fast = false;
    EXPECT_TRUE(given_up(jobs).empty());
}

} // namespace cairn::actions
