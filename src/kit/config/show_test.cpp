#include "config/show.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "config/ini.hpp"
#include "config/test_folder.hpp"
#include "config/value.hpp"

namespace cairn::config {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Show, ValuesHaveTheirOriginAndSecretsAreHidden)
{
    const TemporaryFolder folder;
    const auto file = folder.write("app.ini", "APP_NAME = `a # b`\n[security]\nSECRET_KEY = hush\n");
    const auto loaded = load(file, std::vector<std::string>{"CAIRN__SERVER__HTTP_PORT=81"});
    ASSERT_TRUE(loaded);
    const auto shown = show(*loaded);
    EXPECT_THAT(shown, HasSubstr("APP_NAME = `a # b`  ; file: " + file + ":1\n"));
    EXPECT_THAT(shown, HasSubstr("HTTP_PORT = 81  ; environment: CAIRN__SERVER__HTTP_PORT\n"));
    EXPECT_THAT(shown, HasSubstr("ROOT_URL = http://localhost:81/  ; default\n"));
    EXPECT_THAT(shown, HasSubstr("SECRET_KEY = (secret)  ; file: " + file + ":3\n"));
    EXPECT_THAT(shown, HasSubstr("JWT_SECRET =  ; default\n"));
    EXPECT_THAT(shown, Not(HasSubstr("hush")));
}

TEST(Show, EverySecretIsMarkedAsOne)
{
    std::set<std::string> secrets;
    for (const auto& section : sections())
        for (const auto& key : section.keys)
            if (key.is_secret()) secrets.insert(key.label());
    EXPECT_EQ(secrets,
              (std::set<std::string>{"[database] PASSWD", "[mailer] PASSWD", "[metrics] TOKEN", "[oauth2] JWT_SECRET",
                                     "[proxy] PROXY_URL", "[security] INTERNAL_TOKEN", "[security] SECRET_KEY",
                                     "[storage] MINIO_SECRET_ACCESS_KEY", "[tracing] HEADERS", "[webhook] PROXY_URL"}));
}

TEST(Show, TheExampleLoadsAndChangesNothingOnceUncommented)
{
    std::string uncommented;
    const auto text = example();
    for (std::string_view rest = text; !rest.empty();) {
        auto line = rest.substr(0, rest.find('\n') + 1);
        rest.remove_prefix(line.size());
        if (line.size() > 1 && line[0] == ';' && line[1] >= 'A' && line[1] <= 'Z') line.remove_prefix(1);
        uncommented += line;
    }
    const TemporaryFolder folder;
    const auto loaded = load(folder.write("app.ini", uncommented), std::vector<std::string>{});
    const auto plain = load(folder.path() + "/app.ini.missing", std::vector<std::string>{});
    ASSERT_TRUE(loaded) << testing::PrintToString(loaded.error());
    ASSERT_TRUE(plain);
    EXPECT_THAT(loaded->warnings, testing::IsEmpty());
    for (const auto& section : sections())
        for (const auto& key : section.keys)
            EXPECT_EQ(write_value(*key.field, key.in(loaded->settings)),
                      write_value(*key.field, key.in(plain->settings)))
                << key.label();
}

TEST(Show, TheExampleInTheDocumentationIsCurrent)
{
    const std::string path = "docs/app.example.ini";
    if (std::getenv("CAIRN_REGENERATE") != nullptr) std::ofstream(path, std::ios::binary) << example();
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE((std::stringstream() << file.rdbuf()).str() == example())
        << path << " is out of date: write it anew with `build/cairn config example > " << path << "`";
}

} // namespace
} // namespace cairn::config
