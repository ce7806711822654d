#include "config/stored.hpp"

#include <gtest/gtest.h>

#include <array>

#include "config/current.hpp"
#include "config/test_folder.hpp"

namespace cairn::config {

namespace {

class StoredTest : public testing::Test {
protected:
    Loaded said(const std::string& ini, std::vector<std::string> environment = {})
    {
        auto loaded = load(folder_.write("app.ini", ini), environment);
        EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().front());
        return *std::move(loaded);
    }

    static std::string why(const Loaded& loaded, const std::string& section, const std::string& name,
                           const std::string& value)
    {
        const auto over = lay_over(loaded, std::array{StoredValue{section, name, value, "ann"}});
        return over.passed_over.empty() ? "" : over.passed_over.front().why;
    }

private:
    TemporaryFolder folder_;
};

TEST_F(StoredTest, EverySettingThatCanBeChangedIsThere)
{
    EXPECT_GT(changeable().size(), 30U);
    for (const Key* key : changeable()) {
        ASSERT_NE(key, nullptr);
        EXPECT_EQ(find_named(key->named()), key);
        EXPECT_FALSE(key->is_secret()) << key->label();
    }
    EXPECT_FALSE(is_changeable(*find_key("security", "SECRET_KEY")));
    EXPECT_FALSE(is_changeable(*find_key("server", "HTTP_PORT")));
}

TEST_F(StoredTest, TheDatabaseWinsOverTheFile)
{
    const auto loaded = said("[service]\nDISABLE_REGISTRATION = false\n");
    const auto over =
        lay_over(loaded, std::array{StoredValue{"service", "DISABLE_REGISTRATION", "true", "ann, 2026-01-31"}});
    EXPECT_TRUE(over.loaded.settings.service.disable_registration);
    const auto& origin = over.loaded.origins.at(find_key("service", "DISABLE_REGISTRATION"));
    EXPECT_EQ(origin.source, Origin::Source::database);
    EXPECT_EQ(origin.place, "ann, 2026-01-31");
    EXPECT_FALSE(loaded.settings.service.disable_registration) << "what the file says is kept";
}

TEST_F(StoredTest, TheEnvironmentWinsOverTheDatabase)
{
    const auto loaded = said("", {"CAIRN__SERVICE__DISABLE_REGISTRATION=false"});
    EXPECT_EQ(fixed_by(loaded, *find_key("service", "DISABLE_REGISTRATION")), FixedBy::environment);
    EXPECT_NE(why(loaded, "service", "DISABLE_REGISTRATION", "true").find("CAIRN__SERVICE__DISABLE_REGISTRATION"),
              std::string::npos);
}

TEST_F(StoredTest, TheFileMayFixWhatItNames)
{
    const auto one = said("[admin]\nFIXED_SETTINGS = service.DISABLE_REGISTRATION\n");
    EXPECT_NE(why(one, "service", "DISABLE_REGISTRATION", "true"), "");
    EXPECT_EQ(why(one, "service", "ENABLE_CAPTCHA", "true"), "");
    const auto all = said("[admin]\nFIXED_SETTINGS = *\n");
    EXPECT_NE(why(all, "service", "ENABLE_CAPTCHA", "true"), "");
}

TEST_F(StoredTest, WhatIsNoValueDoesNotHold)
{
    const auto loaded = said("");
    EXPECT_NE(why(loaded, "service", "DISABLE_REGISTRATION", "perhaps"), "");
    EXPECT_NE(why(loaded, "service", "DISABLE_REGISTRATION", ""), "");
    EXPECT_NE(why(loaded, "service", "CAPTCHA_TYPE", "song"), "");
    EXPECT_NE(why(loaded, "service", "ALLOWED_USER_VISIBILITY_MODES", "public, nobody"), "");
    EXPECT_NE(why(loaded, "repository", "DEFAULT_BRANCH", "a..b"), "");
    EXPECT_NE(why(loaded, "repository", "MAX_CREATION_LIMIT", "-2"), "");
    EXPECT_NE(why(loaded, "server", "HTTP_PORT", "80"), "") << "this one is the file's";
    EXPECT_NE(why(loaded, "service", "NO_SUCH", "1"), "");
}

TEST_F(StoredTest, AValueIsAcceptedAsTheFileWouldBe)
{
    const auto loaded = said("");
    const auto& registration = *find_key("service", "DISABLE_REGISTRATION");
    EXPECT_EQ(accept_value(loaded, registration, "YES").value(), "true");
    EXPECT_NE(accept_value(loaded, registration, "maybe").error().find("true or false"), std::string::npos);
    const auto& domains = *find_key("service", "EMAIL_DOMAIN_ALLOWLIST");
    EXPECT_EQ(accept_value(loaded, domains, " example.org ,*.example.com").value(), "example.org, *.example.com");
    EXPECT_EQ(accept_value(loaded, domains, "").value(), "") << "a list may be empty";
    const auto& words = *find_key("ui", "ANNOUNCEMENT");
    EXPECT_EQ(accept_value(loaded, words, "").value(), "");
    EXPECT_FALSE(accept_value(loaded, words, std::string(5000, 'a')));
    const auto& branch = *find_key("repository", "DEFAULT_BRANCH");
    EXPECT_FALSE(accept_value(loaded, branch, ""));
    EXPECT_EQ(accept_value(loaded, branch, "trunk").value(), "trunk");
    EXPECT_EQ(loaded.settings.repository.default_branch, "main") << "nothing has changed by asking";
}

TEST_F(StoredTest, TheSameIsRefusedInTheFile)
{
    for (const auto* ini :
         {"[repository]\nDEFAULT_BRANCH = a b\n", "[server]\nLANDING_PAGE = nowhere\n",
          "[admin]\nFIXED_SETTINGS = service.NO_SUCH\n", "[service]\nEMAIL_DOMAIN_BLOCKLIST = @example.org\n"}) {
        const TemporaryFolder folder;
        const auto loaded = load(folder.write("app.ini", ini), std::vector<std::string>());
        EXPECT_FALSE(loaded) << ini;
    }
}

TEST(Current, TellsWhatHoldsNow)
{
    Settings first;
    Settings second;
    second.service.disable_registration = true;
    std::atomic<const Settings*> now{&first};
    const Current changing(now);
    const auto& before = changing.now();
    now.store(&second);
    EXPECT_FALSE(before.service.disable_registration);
    EXPECT_TRUE(changing.now().service.disable_registration);
    EXPECT_EQ(&Current(first).now(), &first);
}

} // namespace

} // namespace cairn::config
