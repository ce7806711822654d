#include <gtest/gtest.h>

#include "markup/render.hpp"
#include "markup/tasks.hpp"

namespace cairn::markup {

namespace {

std::string done(std::string_view text, std::vector<std::int64_t> lines) { return with_tasks_done(text, lines); }

TEST(Tasks, AreFoundByTheirLines)
{
    const auto tasks = tasks_of("Text [ ] here\n\n- [ ] one\n- [x] two\n  1. [X] three\n");
    ASSERT_EQ(tasks.size(), 3U);
    EXPECT_EQ(tasks[0].line, 3);
    EXPECT_FALSE(tasks[0].done);
    EXPECT_EQ(tasks[1].line, 4);
    EXPECT_TRUE(tasks[1].done);
    EXPECT_EQ(tasks[2].line, 5);
}

TEST(Tasks, AreTickedAndNothingElseChanges)
{
    EXPECT_EQ(done("- [ ] a [ ]\n- [x] b\n", {1}), "- [x] a [ ]\n- [ ] b\n");
    EXPECT_EQ(done("- [ ] a\r\n- [X] b\r\n", {1, 2}), "- [x] a\r\n- [X] b\r\n");
    EXPECT_EQ(done("1. a\n   - [ ] below\n", {2}), "1. a\n   - [x] below\n");
    EXPECT_EQ(done("```\n- [ ] code\n```\n", {2}), "```\n- [ ] code\n```\n");
    EXPECT_EQ(done("- [ ] a\n", {7, -1, 0}), "- [ ] a\n");
    EXPECT_EQ(done("", {1}), "");
}

TEST(Tasks, AreThereInQuotations)
{
    const auto tasks = tasks_of("> - [ ] one\n> - [x] two\n> > 1. [X] three\n> - [x]four\n> [ ] five\n");
    ASSERT_EQ(tasks.size(), 3U);
    EXPECT_FALSE(tasks[0].done);
    EXPECT_TRUE(tasks[1].done);
    EXPECT_TRUE(tasks[2].done);
    EXPECT_EQ(done("> - [ ] a [ ]\n> - [x] *b*\n", {1}), "> - [x] a [ ]\n> - [ ] *b*\n");
    EXPECT_EQ(render_markdown("> - [x] a *b*", Mode::comment, {.site = "http://x/"}).value(),
              "<blockquote><ul><li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\" checked=\"\">"
              "a <em>b</em></li></ul></blockquote>\n");
}

TEST(Tasks, AreOnlyShownWhereLinesAreOthers)
{
    EXPECT_TRUE(tasks_of("$$x$$\n\n- [ ] a\n").empty());
    EXPECT_TRUE(tasks_of("---\na: b\n---\n- [ ] a\n").empty());
    EXPECT_TRUE(tasks_of(std::string(longest_text + 1, 'x') + "\n- [ ] a\n").empty());
}

TEST(Tasks, CanBeTickedWhereTheTextHasAForm)
{
    const LinkContext with_form{.site = "http://x/", .task_form = "tasks-1"};
    EXPECT_EQ(render_markdown("- [x] a *b* \"c\"", Mode::comment, with_form).value(),
              "<ul><li class=\"task-list-item\"><input type=\"checkbox\" name=\"done\" value=\"1\" form=\"tasks-1\""
              " aria-label=\"a b &quot;c&quot;\" checked=\"\">a <em>b</em> &quot;c&quot;</li></ul>\n");
}

} // namespace

} // namespace cairn::markup
