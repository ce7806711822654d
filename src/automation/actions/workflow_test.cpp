#include "actions/workflow.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "actions/matrix.hpp"
#include "actions/pattern.hpp"
#include "actions/trigger.hpp"

namespace cairn::actions {

namespace {

using ::testing::Test;

Workflow parsed(std::string_view text)
{
    auto workflow = parse_workflow(text);
    EXPECT_TRUE(workflow.has_value()) << (workflow ? "" : workflow.error().message);
    return workflow.value_or(Workflow());
}

std::string problem(std::string_view text)
{
    const auto workflow = parse_workflow(text);
    return workflow ? "none" : workflow.error().message;
}

Yaml yaml(std::string_view text) { return markup::read_yaml(text).value(); }

std::string with_jobs(std::string_view on)
{
    return std::string(on) + "\njobs:\n  a:\n    runs-on: x\n    steps: []\n";
}

bool starts(std::string_view on, const Happening& happening)
{
    return actions::starts(parsed(with_jobs(on)), happening);
}

std::vector<std::string> names(std::string_view jobs)
{
    const auto workflow = parsed("on: push\njobs:\n" + std::string(jobs));
    const auto planned = plan_jobs(workflow, yaml("github: {ref: refs/heads/main}"));
    EXPECT_TRUE(planned.has_value()) << (planned ? "" : planned.error().message);
    std::vector<std::string> found;
    if (planned)
        for (const auto& job : *planned) found.push_back(job.name);
    return found;
}

} // namespace

TEST(Workflow, HasItsNameItsEventsAndItsJobs)
{
    const auto workflow = parsed("name: build\non: [push, pull_request]\njobs:\n  one:\n    runs-on: [a, b]\n"
                                 "    steps:\n      - run: make\n  two:\n    needs: one\n    if: always()\n"
                                 "    runs-on: a\n    steps: []\n");
    EXPECT_EQ(workflow.name, "build");
    EXPECT_NE(workflow.trigger("pull_request"), nullptr);
    EXPECT_EQ(workflow.trigger("release"), nullptr);
    ASSERT_EQ(workflow.jobs.size(), 2U);
    EXPECT_EQ(workflow.jobs[1].needs, std::vector<std::string>{"one"});
    EXPECT_EQ(workflow.jobs[1].condition, "always()");
}

TEST(Workflow, SaysWhatIsWrongWithAFile)
{
    EXPECT_EQ(problem("on: push"), "it has no jobs");
    EXPECT_EQ(problem("jobs: {a: {runs-on: x, steps: []}}"), "it does not say when to run: on is missing");
    EXPECT_EQ(problem("on: push\njobs: {a: {steps: []}}"), "jobs.a does not say what it runs on");
    EXPECT_EQ(problem("on: push\njobs: {a: {runs-on: x, steps: [], needs: b}}"),
              "jobs.a needs \"b\", which is no job of this workflow");
    EXPECT_EQ(problem("on: push\njobs: {a: {runs-on: x, steps: [], needs: b}, b: {runs-on: x, steps: [], needs: a}}"),
              "jobs wait for each other in a circle");
    EXPECT_EQ(problem(with_jobs("on: {schedule: [{cron: soon}]}")), "on.schedule: \"soon\" is no line of cron");
    EXPECT_EQ(problem("on: push\njobs: {\"a b\": {runs-on: x, steps: []}}"), "a job cannot be called \"a b\"");
    EXPECT_TRUE(problem("on: push\n  jobs: [").starts_with("line 2: "));
}

TEST(Workflow, IsNotMadeHugeByAliases)
{
    std::string text = "a: &a [x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'j'; ++c) {
        text += std::string(1, c) + ": &" + c + " [";
        for (int i = 0; i < 9; ++i) text += std::string(i > 0 ? ", *" : "*") + static_cast<char>(c - 1);
        text += "]\n";
    }
    EXPECT_TRUE(problem(text).ends_with("there are too many values"));
}

TEST(Workflow, KnowsTheInputsOfADispatch)
{
    const auto workflow = parsed(with_jobs("on:\n  workflow_dispatch:\n    inputs:\n      who:\n        default: you\n"
                                           "      loud:\n        type: boolean\n      kind:\n        type: choice\n"
                                           "        options: [a, b]"));
    ASSERT_EQ(workflow.inputs.size(), 3U);
    EXPECT_EQ(workflow.inputs[0].fallback, "you");
    EXPECT_EQ(workflow.inputs[1].fallback, "false");
    EXPECT_EQ(workflow.inputs[2].fallback, "a");
}

TEST(Pattern, StopsAtSlashesUnlessThereAreTwoStars)
{
    EXPECT_TRUE(fits("main", "main"));
    EXPECT_TRUE(fits("release/*", "release/1"));
    EXPECT_FALSE(fits("release/*", "release/1/2"));
    EXPECT_TRUE(fits("release/**", "release/1/2"));
    EXPECT_TRUE(fits("**", "a/b/c"));
    EXPECT_TRUE(fits("**/README.md", "README.md"));
    EXPECT_TRUE(fits("**/README.md", "docs/en/README.md"));
    EXPECT_FALSE(fits("**/README.md", "docs/xREADME.md"));
    EXPECT_TRUE(fits("docs/**/*.md", "docs/a.md"));
    EXPECT_TRUE(fits("*.jsx?", "a.js"));
    EXPECT_TRUE(fits("*.jsx?", "a.jsx"));
    EXPECT_TRUE(fits("v[12].[0-9]+.[0-9]+", "v1.10.1"));
    EXPECT_FALSE(fits("v[12].[0-9]+.[0-9]+", "v3.1.1"));
    EXPECT_TRUE(fits(R"(a\*)", "a*"));
    EXPECT_FALSE(fits(R"(a\*)", "ab"));
}

TEST(Pattern, TakesOutAgainWhatALaterOneExcludes)
{
    const std::vector<std::string> patterns{"releases/**", "!releases/**-alpha", "releases/x-alpha"};
    EXPECT_TRUE(lets_in(patterns, "releases/10"));
    EXPECT_FALSE(lets_in(patterns, "releases/beta/3-alpha"));
    EXPECT_TRUE(lets_in(patterns, "releases/x-alpha"));
    EXPECT_FALSE(lets_in(patterns, "main"));
}

TEST(Pattern, TakesNoTimeForWhatIsMadeToTakeLong)
{
    EXPECT_FALSE(fits(std::string(200, '*') + "x", std::string(5000, 'a')));
}

TEST(Trigger, AsksForTheBranchOrTheTag)
{
    const Happening main{.event = "push", .action = {}, .ref = "refs/heads/main"};
    const Happening tag{.event = "push", .action = {}, .ref = "refs/tags/v1"};
    EXPECT_TRUE(starts("on: push", main));
    EXPECT_TRUE(starts("on: push", tag));
    EXPECT_TRUE(starts("on: {push: {branches: [main]}}", main));
    EXPECT_FALSE(starts("on: {push: {branches: [dev]}}", main));
    EXPECT_FALSE(starts("on: {push: {branches: [main]}}", tag));
    EXPECT_TRUE(starts("on: {push: {tags: ['v*']}}", tag));
    EXPECT_FALSE(starts("on: {push: {tags: ['v*']}}", main));
    EXPECT_FALSE(starts("on: {push: {branches-ignore: [main]}}", main));
    EXPECT_FALSE(starts("on: pull_request", main));
}

TEST(Trigger, AsksForPathsOnlyWhereItCares)
{
    int asked = 0;
    const Happening push{.event = "push", .action = {}, .ref = "refs/heads/main", .paths = [&] {
                             ++asked;
                             return std::optional(std::vector<std::string>{"docs/a.md"});
                         }};
    EXPECT_TRUE(starts("on: push", push));
    EXPECT_EQ(asked, 0);
    EXPECT_TRUE(starts("on: {push: {paths: ['docs/**']}}", push));
    EXPECT_FALSE(starts("on: {push: {paths: ['src/**']}}", push));
    EXPECT_FALSE(starts("on: {push: {paths-ignore: ['**.md']}}", push));
    EXPECT_EQ(asked, 3);
}

TEST(Trigger, KnowsWhichTypesArePullRequestsWithSomethingNew)
{
    const auto named = name_for_workflows("pull_request_sync", "synchronized");
    const Happening sync{
        .event = std::string(named.event), .action = std::string(named.action), .ref = "refs/heads/main"};
    EXPECT_TRUE(starts("on: pull_request", sync));
    EXPECT_TRUE(starts("on: {pull_request: {types: [synchronize], branches: [main]}}", sync));
    EXPECT_FALSE(starts("on: {pull_request: {types: [opened]}}", sync));
    const Happening labeled{.event = "pull_request", .action = "labeled", .ref = "refs/heads/main"};
    EXPECT_FALSE(starts("on: pull_request", labeled));
    EXPECT_TRUE(starts("on: {pull_request: {types: [labeled]}}", labeled));
    EXPECT_TRUE(starts("on: issues", {.event = "issues", .action = "closed", .ref = {}}));
}

TEST(Matrix, IsEveryCombinationWithoutWhatIsExcluded)
{
    EXPECT_EQ(names("  a:\n    runs-on: x\n    steps: []\n    strategy:\n      matrix:\n        os: [l, w]\n"
                    "        v: [1, 2]\n        exclude:\n          - {os: w, v: 2}\n"),
              (std::vector<std::string>{"a (l, 1)", "a (l, 2)", "a (w, 1)"}));
}

TEST(Matrix, IncludesWhatFitsAndWhatIsNew)
{
    EXPECT_EQ(names("  a:\n    name: on ${{ matrix.os }} with ${{ matrix.more }}\n    runs-on: x\n    steps: []\n"
                    "    strategy:\n      matrix:\n        os: [l, w]\n        include:\n"
                    "          - {os: l, more: much}\n          - {os: m, more: little}\n"),
              (std::vector<std::string>{"on l with much", "on w with ", "on m with little"}));
    EXPECT_EQ(names("  a:\n    runs-on: x\n    steps: []\n    strategy:\n      matrix:\n        include:\n"
                    "          - {os: l}\n          - {os: w}\n"),
              (std::vector<std::string>{"a (l)", "a (w)"}));
}

TEST(Matrix, IsLimited)
{
    std::string axes;
    for (const char axis : {'a', 'b', 'c'}) {
        axes += std::string("        ") + axis + ": [";
        for (int i = 0; i < 10; ++i) axes += std::to_string(i) + ", ";
        axes += "10]\n";
    }
    const auto workflow =
        parsed("on: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n    strategy:\n      matrix:\n" + axes);
    EXPECT_FALSE(plan_jobs(workflow, yaml("{}")).has_value());
}

// A value that many combinations have is many values.
TEST(Matrix, IsLimitedInSize)
{
    std::string axes = "        big: ['" + std::string(100'000, 'x') + "']\n        many: [";
    for (int i = 0; i < 200; ++i) axes += std::to_string(i) + ", ";
    axes += "200]\n";
    const std::string head = "on: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n    strategy:\n      matrix:\n";
    EXPECT_EQ(plan_jobs(parsed(head + axes), yaml("{}")).error().message, "the workflow is too large for so many jobs");

    axes = "        many: [";
    for (int i = 0; i < 200; ++i) axes += std::to_string(i) + ", ";
    axes += "200]\n        include:\n";
    for (int i = 0; i < 2000; ++i) axes += "          - m" + std::to_string(i) + ": x\n";
    EXPECT_EQ(plan_jobs(parsed(head + axes), yaml("{}")).error().message, "the workflow is too large for so many jobs");
}

// The names and labels of all jobs together, however little each of them is.
TEST(Matrix, IsLimitedInTime)
{
    const std::string slow = "${{ contains(format('" + std::string(1500, 'a')
        + "{0}{0}{0}', format('{0}{0}{0}{0}{0}', '" + std::string(2000, 'a') + "')), 'b') && '' }}";
    std::string text = "on: push\njobs:\n  a:\n    steps: []\n    strategy:\n      matrix:\n        many: [";
    for (int i = 0; i < 250; ++i) text += std::to_string(i) + ", ";
    text += "250]\n    runs-on:\n      - &a \"" + slow + "\"\n";
    for (int i = 0; i < 120; ++i) text += "      - *a\n";
    const auto workflow = parsed(text);
    const auto begin = std::clock();
    static_cast<void>(plan_jobs(workflow, yaml("{}")));
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10);
}

TEST(Matrix, GivesTheRunnerOneJobWithOneCombination)
{
    const auto workflow = parsed("name: w\non: push\nenv: {A: \"1\"}\njobs:\n  a:\n    runs-on: ${{ matrix.os }}\n"
                                 "    needs: b\n    strategy: {fail-fast: false, matrix: {os: [l, w]}}\n"
                                 "    steps:\n      - run: |\n          one\n          two\n"
                                 "  b:\n    runs-on: x\n    steps: []\n");
    const auto planned = plan_jobs(workflow, yaml("{}"));
    ASSERT_TRUE(planned.has_value());
    ASSERT_EQ(planned->size(), 3U);
    EXPECT_EQ(planned->at(1).labels, std::vector<std::string>{"w"});
    const auto given = yaml(planned->at(1).payload);
    ASSERT_EQ(given.member("jobs")->members.size(), 1U);
    const auto& job = given.member("jobs")->members.front().second;
    EXPECT_EQ(job.member("needs"), nullptr);
    EXPECT_EQ(job.member("strategy")->member("matrix")->member("os")->items.size(), 1U);
    EXPECT_EQ(job.member("strategy")->member("matrix")->member("os")->items.front().text, "w");
    EXPECT_EQ(job.member("steps")->items.front().member("run")->text, "one\ntwo\n");
    EXPECT_TRUE(given.member("env")->member("A")->quoted);
    EXPECT_EQ(step_names(planned->at(1).payload), std::vector<std::string>{"Run one"});
}

TEST(Matrix, SaysHowItsJobsGetAlong)
{
    const auto workflow = parse_workflow("on: push\njobs:\n"
                                         "  a:\n    runs-on: x\n    steps: []\n"
                                         "    strategy: {max-parallel: 2, matrix: {os: [b, m]}}\n"
                                         "    concurrency: {group: \"g-${{ matrix.os }}\", cancel-in-progress: true}\n"
                                         "  c:\n    runs-on: x\n    steps: []\n"
                                         "    strategy: {fail-fast: false, max-parallel: none, matrix: {os: [b, m]}}\n"
                                         "    concurrency: plain\n"
                                         "  d:\n    runs-on: x\n    steps: []\n    strategy: {max-parallel: 1}\n");
    ASSERT_TRUE(workflow);
    const auto jobs = plan_jobs(*workflow, Yaml{.kind = Yaml::Kind::map});
    ASSERT_TRUE(jobs);
    ASSERT_EQ(jobs->size(), 5U);
    const auto& b = (*jobs)[0];
    const auto& m = (*jobs)[1];
    const auto& c = (*jobs)[2];
    const auto& c2 = (*jobs)[3];
    const auto& d = (*jobs)[4];
    EXPECT_EQ(b.concurrency_group, "g-b");
    EXPECT_EQ(m.concurrency_group, "g-m");
    EXPECT_TRUE(b.cancels_group);
    EXPECT_TRUE(b.fail_fast) << "unless it says otherwise";
    EXPECT_EQ(b.max_parallel, 2);
    EXPECT_EQ(c.concurrency_group, "plain");
    EXPECT_FALSE(c.cancels_group);
    EXPECT_FALSE(c.fail_fast);
    EXPECT_EQ(c2.max_parallel, 0) << "what is no number is no limit";
    EXPECT_FALSE(d.fail_fast) << "a job alone is no matrix";
    EXPECT_TRUE(d.concurrency_group.empty());
}

TEST(Expression, IsEvaluatedAsFarAsItIsKnown)
{
    const auto contexts = yaml("github: {ref: refs/heads/main, event: {number: 7}}\ninputs: {who: you}");
    EXPECT_EQ(interpolate("x-${{ github.ref }}-${{ inputs.who }}", contexts), "x-refs/heads/main-you");
    EXPECT_EQ(interpolate("${{ github.event.number || github.ref }}", contexts), "7");
    EXPECT_EQ(interpolate("${{ github.event.none || 'else' }}", contexts), "else");
    EXPECT_EQ(interpolate("${{ github['ref'] == 'REFS/heads/main' && 'yes' || 'no' }}", contexts), "yes");
    EXPECT_EQ(interpolate("${{ format('{0}!{{}}', inputs.who) }}", contexts), "you!{}");
    EXPECT_EQ(interpolate("${{ startsWith(github.ref, 'refs/heads/') }}", contexts), "true");
    EXPECT_EQ(interpolate("${{ secrets.KEY }}", contexts), "${{ secrets.KEY }}");
    EXPECT_EQ(interpolate("${{ '}}' }}", contexts), "}}");
    EXPECT_EQ(interpolate("${{ ", contexts), "${{ ");
    EXPECT_EQ(resolve(text_value("${{ fromJSON('[1, 2]') }}"), contexts).items.size(), 2U);
    EXPECT_FALSE(evaluate(std::string(1000, '('), contexts).has_value());
    EXPECT_EQ(interpolate("${{ fromJSON('{a: [{b: c}]}').a[0].b }}${{ fromJSON('[1]')[1] }}.", contexts), "c.");
}

// Ten times as much at each of 16 steps.
TEST(Expression, ComesToNoMoreThanItMay)
{
    std::string expression = "'x'";
    for (int i = 0; i < 16; ++i) expression = "format('{0}{0}{0}{0}{0}{0}{0}{0}{0}{0}', " + expression + ")";
    EXPECT_FALSE(evaluate(expression, yaml("{}")).has_value());
    EXPECT_EQ(interpolate("${{ " + expression + " }}", yaml("{}")), "${{ " + expression + " }}");

    // What is named of a context is copied, and not all around it.
    auto contexts = yaml("github: {ref: main}");
    contexts.members.front().second.members.emplace_back("event", text_value(std::string(200'000, 'e')));
    std::string all = "format('{0}', github.ref";
    for (int i = 0; i < 100; ++i) all += ", github.ref";
    EXPECT_EQ(interpolate("${{ " + all + ") }}", contexts), "main");
    EXPECT_FALSE(evaluate("format('', github.event, github.event)", contexts).has_value());

    // One text has one budget for all of its expressions.
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "${{ github.event }}";
    EXPECT_LT(interpolate(text, contexts).size(), 1'000'000U);
}

} // namespace cairn::actions
