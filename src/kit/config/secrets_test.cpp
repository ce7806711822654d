#include "config/secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "base/encoding.hpp"
#include "config/test_folder.hpp"

namespace cairn::config {
namespace {

using testing::HasSubstr;

class Secrets : public testing::Test {
protected:
    Loaded load_file(const std::string& name = "app.ini") const
    {
        auto loaded = load(folder_.path() + "/" + name, std::vector<std::string>{});
        if (!loaded) throw std::runtime_error(testing::PrintToString(loaded.error()));
        return std::move(*loaded);
    }
    static mode_t mode(const std::string& path)
    {
        struct stat status{};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
    }

    TemporaryFolder folder_;
};

TEST_F(Secrets, TheFirstStartMakesThemAndTheSecondFindsThem)
{
    auto first = load_file("new/site/app.ini");
    ASSERT_TRUE(ensure_secrets(first));
    EXPECT_GE(first.settings.security.secret_key.size(), 32U);
    EXPECT_NE(first.settings.security.secret_key, first.settings.oauth2.jwt_secret);
    EXPECT_EQ(base64url_decode(first.settings.oauth2.jwt_secret).value_or("").size(), 32U);
    EXPECT_EQ(mode(first.file), 0600U);

    const auto written = folder_.read("new/site/app.ini");
    auto second = load_file("new/site/app.ini");
    ASSERT_TRUE(ensure_secrets(second));
    EXPECT_EQ(second.settings.security.secret_key, first.settings.security.secret_key);
    EXPECT_EQ(second.settings.oauth2.jwt_secret, first.settings.oauth2.jwt_secret);
    EXPECT_EQ(folder_.read("new/site/app.ini"), written);
}

TEST_F(Secrets, TheFileKeepsItsCommentsItsOrderAndItsLink)
{
    folder_.write("real.ini",
                  "; mine\nAPP_NAME = x\n\n[oauth2]\n; keep\nENABLED = true ; mine too\nJWT_SECRET =\n"
                  "\n[server]\nHTTP_PORT = 1\n\n[security]\nSECRET_KEY = old\n");
    std::filesystem::create_symlink("real.ini", folder_.path() + "/app.ini");
    auto loaded = load_file();
    ASSERT_TRUE(ensure_secrets(loaded));
    EXPECT_EQ(loaded.settings.security.secret_key, "old");
    EXPECT_EQ(folder_.read("real.ini"),
              "; mine\nAPP_NAME = x\n\n[oauth2]\n; keep\nENABLED = true ; mine too\nJWT_SECRET = "
                  + loaded.settings.oauth2.jwt_secret
                  + "\n\n[server]\nHTTP_PORT = 1\n\n[security]\nSECRET_KEY = old\n");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() + "/app.ini"));
    EXPECT_EQ(mode(folder_.path() + "/real.ini"), 0600U);
}

TEST_F(Secrets, NothingIsWrittenWhenNothingIsMissing)
{
    auto loaded = load(folder_.path() + "/app.ini",
                       std::vector<std::string>{"CAIRN__SECURITY__SECRET_KEY=a",
                                                "CAIRN__OAUTH2__JWT_SECRET=" + base64url_encode(std::string(32, 'x'))});
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(ensure_secrets(*loaded));
    EXPECT_FALSE(std::filesystem::exists(loaded->file));
}

TEST_F(Secrets, AFileThatCannotBeWrittenIsAFailureThatSaysWhatToDo)
{
    // A file where the folder should be stops even root, whom no mode would stop.
    folder_.write("occupied", "");
    auto loaded = load_file("occupied/app.ini");
    const auto result = ensure_secrets(loaded);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("[security] SECRET_KEY"));
    EXPECT_THAT(result.error().message, HasSubstr("CAIRN__OAUTH2__JWT_SECRET"));
    EXPECT_THAT(result.error().message, HasSubstr("occupied"));
}

TEST_F(Secrets, StartsAtTheSameTimeAgree)
{
    std::vector<Loaded> sites(8);
    std::vector<std::thread> starts;
    for (auto& site : sites) site = load_file();
    for (auto& site : sites) starts.emplace_back([&site] { EXPECT_TRUE(ensure_secrets(site)); });
    for (auto& start : starts) start.join();
    for (const auto& site : sites) {
        EXPECT_EQ(site.settings.security.secret_key, sites[0].settings.security.secret_key);
        EXPECT_EQ(site.settings.oauth2.jwt_secret, load_file().settings.oauth2.jwt_secret);
    }
}

} // namespace
} // namespace cairn::config
