#include "issues/issue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "db/test_database.hpp"
#include "issues/time/deadlines.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {
namespace {

TEST(IssueTitle, IsTrimmedAndCutBetweenCharacters)
{
    EXPECT_EQ(clean_title("  a b \n"), "a b");
    EXPECT_EQ(clean_title(" \t"), "");
    EXPECT_EQ(clean_title(std::string(255, 'x')), std::string(255, 'x'));
    EXPECT_EQ(clean_title(std::string(256, 'x')), std::string(252, 'x') + "…");
    std::string umlauts;
    for (int i = 0; i < 200; ++i) umlauts += "ä";
    const auto cut = clean_title("x" + umlauts);
    EXPECT_LE(cut.size(), 255U);
    EXPECT_TRUE(cut.ends_with("ä…"));
}

TEST(IssueDeadline, IsTheEndOfTheDayThatWasWritten)
{
    EXPECT_EQ(to_rfc3339(*end_of_day("2031-02-03T04:05:06Z", Zone::written)), "2031-02-03T23:59:59Z");
    EXPECT_EQ(to_rfc3339(*end_of_day("2032-02-03T22:00:00+05:00", Zone::written)), "2032-02-03T18:59:59Z");
    EXPECT_EQ(to_rfc3339(*end_of_day("2032-02-03T22:00:00.25-05:00", Zone::written)), "2032-02-04T04:59:59Z");
    EXPECT_EQ(to_rfc3339(*end_of_day("2032-02-03T22:00:00+05:00", Zone::utc)), "2032-02-03T23:59:59Z");
    EXPECT_EQ(end_of_day("soon", Zone::utc).error().code, Errc::unprocessable);
    EXPECT_EQ(end_of_day("2031-02-30T00:00:00Z", Zone::written).error().code, Errc::unprocessable);
}

class IssueTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    IssueTest()
    {
        db.migrate();
        db->write([&](db::Transaction& tx) {
            owner =
                tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                                        " VALUES ('individual', 'ann', 'ann', '', 0, 0) RETURNING id");
            repository =
                tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience, units, "
                                        "default_branch, created_at,"
                                        " updated_at) VALUES ($1, 's', 'r', 'r', 0, 7, 'main', 0, 0) RETURNING id",
                                        owner);
        });
    }

    StoredIssue open(db::Transaction& tx, const std::string& title, bool is_pull = false)
    {
        return insert_issue(
            tx, {.repository_id = repository, .is_pull = is_pull, .poster_id = owner, .title = title, .body = "text"});
    }

    std::int64_t owner = 0;
    std::int64_t repository = 0;
    db::TestDatabase db{GetParam()};
};

TEST_P(IssueTest, SixtyFourCreatorsAtOnceLeaveNoHoleInTheNumbers)
{
    constexpr int creators = 64;
    constexpr int each = 5;
    std::vector<std::vector<std::int64_t>> given(creators);
    {
        std::vector<std::jthread> threads;
        for (int n = 0; n < creators; ++n)
            threads.emplace_back([&, n] {
                for (int i = 0; i < each; ++i) {
                    // Every third one changes its mind, and takes its number back.
                    const bool gives_up = (n + i) % 3 == 0;
                    const auto made = db->write([&](db::Transaction& tx) -> Result<StoredIssue> {
                        auto issue = open(tx, "by " + std::to_string(n), n % 4 == 0);
                        if (gives_up) return fail(Errc::conflict, "changed its mind");
                        return issue;
                    });
                    if (made) given[static_cast<std::size_t>(n)].push_back(made->number);
                }
            });
    }
    std::set<std::int64_t> all;
    std::size_t count = 0;
    for (const auto& numbers : given) {
        all.insert(numbers.begin(), numbers.end());
        count += numbers.size();
    }
    EXPECT_EQ(all.size(), count);
    EXPECT_EQ(*all.begin(), 1);
    EXPECT_EQ(*all.rbegin(), static_cast<std::int64_t>(count));
    const auto counts = count_issues(*db, repository);
    EXPECT_EQ(counts.open_issues_count + counts.open_pulls_count, static_cast<std::int64_t>(count));
}

TEST_P(IssueTest, ItsRowSaysWhereToLookForWhatItHas)
{
    const auto issue = db->write([&](db::Transaction& tx) { return open(tx, "thing"); });
    const auto other = db->write([&](db::Transaction& tx) { return open(tx, "other"); });
    const auto marks = [&] { return find_issue(*db, issue.id)->belongings; };
    const auto run = [&](db::Sql statement) {
        db->write([&](db::Transaction& tx) { tx.run(statement, issue.id, owner); });
    };
    EXPECT_EQ(marks(), 0);
    run("INSERT INTO issue_assignee (issue_id, account_id) VALUES ($1, $2)");
    EXPECT_EQ(marks(), belonging::assignees);
    run("INSERT INTO attachment (uuid, repository_id, issue_id, uploader_id, name, size, created_at)"
        " SELECT 'u', repository_id, id, $2, 'n', 0, 0 FROM issue WHERE id = $1");
    EXPECT_EQ(marks(), belonging::assignees | belonging::files);
    run("DELETE FROM issue_assignee WHERE issue_id = $1 AND account_id = $2");
    EXPECT_EQ(marks(), belonging::assignees | belonging::files);
    EXPECT_EQ(find_issue(*db, other.id)->belongings, 0);
}

TEST_P(IssueTest, WhatHappensToAnIssueUpdatesItAndCommentsAreCounted)
{
    const auto issue = db->write([&](db::Transaction& tx) { return open(tx, "thing"); });
    db->write([&](db::Transaction& tx) {
        tx.run("UPDATE issue SET updated_at = 0");
        add_event(tx, {.issue_id = issue.id, .repository_id = repository, .kind = EventKind::lock, .poster_id = owner});
    });
    auto now = find_issue(*db, issue.id);
    EXPECT_GT(now->updated_at.seconds, 0);
    EXPECT_EQ(now->comment_count, 0);
    const auto said = db->write([&](db::Transaction& tx) {
        return add_event(tx,
                         {.issue_id = issue.id, .repository_id = repository, .poster_id = owner, .body = "a zebra"});
    });
    EXPECT_EQ(find_issue(*db, repository, issue.number)->comment_count, 1);
    EXPECT_EQ(find_comment(*db, said.id)->body, "a zebra");
}

TEST_P(IssueTest, WordsAreFoundInTitlesTextsAndCommentsAndOnlyAsLongAsTheyAreThere)
{
    const auto issue = db->write([&](db::Transaction& tx) {
        auto made = open(tx, "Kettle-boils über_alles");
        add_event(tx, {.issue_id = made.id, .repository_id = repository, .poster_id = owner, .body = "A Zebra"});
        return made;
    });
    const auto in_issue = [&](std::string_view word) {
        return db->all<std::int64_t>("SELECT w.rowid FROM issue_words($1) w", word).size();
    };
    const auto in_comment = [&](std::string_view word) {
        return db->all<std::int64_t>("SELECT w.rowid FROM comment_words($1) w", word).size();
    };
    for (const auto* word : {"\"kettle\"", "\"BOILS\"", "\"kettle-boils\"", "\"über\"", "\"alles\"", "\"text\""})
        EXPECT_EQ(in_issue(word), 1U) << word;
    EXPECT_EQ(in_issue("\"boil\""), 0U);
    EXPECT_EQ(in_issue("\"boils kettle\""), 0U);
    EXPECT_EQ(in_comment("\"zebra\""), 1U);
    db->write([&](db::Transaction& tx) {
        tx.run("UPDATE issue SET title = 'Lamp' WHERE id = $1", issue.id);
        tx.run("UPDATE comment SET body = 'light' WHERE issue_id = $1", issue.id);
    });
    EXPECT_EQ(in_issue("\"kettle\""), 0U);
    EXPECT_EQ(in_issue("\"lamp\""), 1U);
    EXPECT_EQ(in_comment("\"zebra\""), 0U);
    EXPECT_EQ(in_comment("\"light\""), 1U);
    db->write([&](db::Transaction& tx) { tx.run("DELETE FROM repository WHERE id = $1", repository); });
    EXPECT_EQ(in_issue("\"lamp\""), 0U);
    EXPECT_EQ(in_comment("\"light\""), 0U);
}

TEST_P(IssueTest, WordsOfWhatWasChangedOrDeletedRightAfterItWasMadeAreThoseThatItEndedWith)
{
    db->write([&](db::Transaction& tx) {
        const auto changed = open(tx, "Kettle");
        tx.run("UPDATE issue SET title = 'Lamp' WHERE id = $1", changed.id);
        const auto said =
            add_event(tx, {.issue_id = changed.id, .repository_id = repository, .poster_id = owner, .body = "A Zebra"});
        tx.run("UPDATE comment SET body = 'light' WHERE id = $1", said.id);
        const auto deleted = open(tx, "Kettle");
        tx.run("DELETE FROM issue WHERE id = $1", deleted.id);
    });
    const auto found = [&](std::string_view kind, std::string_view word) {
        return kind == "issue" ? db->all<std::int64_t>("SELECT w.rowid FROM issue_words($1) w", word).size()
                               : db->all<std::int64_t>("SELECT w.rowid FROM comment_words($1) w", word).size();
    };
    EXPECT_EQ(found("issue", "\"kettle\""), 0U);
    EXPECT_EQ(found("issue", "\"lamp\""), 1U);
    EXPECT_EQ(found("comment", "\"zebra\""), 0U);
    EXPECT_EQ(found("comment", "\"light\""), 1U);
    db->write([&](db::Transaction& tx) { tx.run("DELETE FROM repository WHERE id = $1", repository); });
    EXPECT_EQ(found("issue", "\"lamp\""), 0U);
    EXPECT_EQ(found("comment", "\"light\""), 0U);
}

INSTANTIATE_TEST_SUITE_P(Engines, IssueTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::issues
