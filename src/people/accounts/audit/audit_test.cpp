#include "accounts/audit/audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

struct Kept {
    std::string kind, actor, address, user_agent, details;
};
BOOST_DESCRIBE_STRUCT(Kept, (), (kind, actor, address, user_agent, details))

class AuditTest : public testing::Test {
protected:
    AuditTest() { db.migrate(); }

    std::vector<Kept> kept()
    {
        return db->all<Kept>("SELECT kind, actor, address, user_agent, details FROM audit_event ORDER BY id");
    }

    db::TestDatabase db{db::Options::Engine::sqlite};
};

TEST_F(AuditTest, AnEventSharesTheFateOfItsTransaction)
{
    const AuditEvent event{.kind = AuditKind::token_created, .actor = "ann"};
    const auto failed = db->write([&](db::Transaction& tx) -> Result<void> {
        audit(tx, event);
        return fail(Errc::conflict, "no");
    });
    ASSERT_FALSE(failed);
    EXPECT_TRUE(kept().empty());
    db->write([&](db::Transaction& tx) { audit(tx, event); });
    ASSERT_EQ(kept().size(), 1U);
    EXPECT_EQ(kept()[0].kind, "token_created");
    EXPECT_EQ(kept()[0].details, "{}");
}

TEST_F(AuditTest, EqualEventsOfABatchBecomeOneWithACount)
{
    {
        AuditTrail trail(*db, 0, std::chrono::hours(1));
        for (int i = 0; i < 3; ++i) trail.add({.kind = AuditKind::sign_in_failed, .address = "192.0.2.1"});
        trail.add({.kind = AuditKind::sign_in_failed, .address = "192.0.2.2"});
        for (int i = 0; i < 2; ++i) trail.add({.kind = AuditKind::sudo, .details = {R"({"method":"POST"})"}});
        EXPECT_TRUE(kept().empty());
    }
    auto events = kept(); // what is left is written at the end
    std::ranges::sort(events, {}, [](const Kept& k) { return std::pair(k.kind, k.address); });
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].details, R"({"times":3})");
    EXPECT_EQ(events[1].details, "{}");
    EXPECT_EQ(events[2].details, R"({"times":2,"method":"POST"})");
}

TEST_F(AuditTest, WhatHappensAllTheTimeIsToldOnceAnHour)
{
    AuditTrail trail(*db, 0, std::chrono::hours(1));
    for (int i = 0; i < 5; ++i) {
        trail.add_hourly({.kind = AuditKind::sign_in, .actor = "ann", .address = "192.0.2.1"});
        trail.flush();
    }
    trail.add_hourly({.kind = AuditKind::sign_in, .actor = "bob", .address = "192.0.2.1"});
    trail.flush();
    EXPECT_EQ(kept().size(), 2U);
}

TEST_F(AuditTest, AFloodIsBounded)
{
    AuditTrail trail(*db, 0, std::chrono::hours(1));
    for (int i = 0; i < 5000; ++i) trail.add({.kind = AuditKind::sign_in_failed, .address = std::to_string(i)});
    trail.flush();
    EXPECT_EQ(kept().size(), AuditTrail::max_waiting);
}

TEST_F(AuditTest, WhatIsTooOldIsDeleted)
{
    db->write([&](db::Transaction& tx) {
        audit(tx, {.kind = AuditKind::sign_in, .actor = "old", .created_at = {Time::now().seconds - 31 * 86400}});
        audit(tx, {.kind = AuditKind::sign_in, .actor = "new", .created_at = {Time::now().seconds - 29 * 86400}});
    });
    AuditTrail for_ever(*db, 0);
    for_ever.clean_up();
    EXPECT_EQ(kept().size(), 2U);
    AuditTrail trail(*db, 30);
    trail.clean_up();
    ASSERT_EQ(kept().size(), 1U);
    EXPECT_EQ(kept()[0].actor, "new");
}

TEST_F(AuditTest, WhatStrangersSendIsKeptInPart)
{
    http::Request request;
    const std::string agent = std::string(254, 'a') + "é" + std::string(1000, 'b');
    request.headers.push_back({"User-Agent", agent});
    EXPECT_EQ(audit_event(request, AuditKind::sign_in).user_agent, std::string(254, 'a'));
    request.headers[0].value = "\xff\xfe";
    EXPECT_EQ(audit_event(request, AuditKind::sign_in).user_agent, "(not text)");
}

} // namespace
} // namespace cairn::accounts
