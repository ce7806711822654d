#include "config/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "config/test_folder.hpp"

namespace cairn::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Variables = std::vector<std::string>;

class Load : public testing::Test {
protected:
    std::expected<Loaded, LoadErrors> load_text(std::string_view text, const Variables& environment = {}) const
    {
        return load(folder_.write("app.ini", text), environment);
    }
    // Of a text that is fine.
    Loaded good(std::string_view text, const Variables& environment = {}) const
    {
        auto loaded = load_text(text, environment);
        if (!loaded) throw std::runtime_error(testing::PrintToString(loaded.error()));
        return std::move(*loaded);
    }
    LoadErrors errors(std::string_view text, const Variables& environment = {}) const
    {
        auto loaded = load_text(text, environment);
        return loaded ? LoadErrors{} : loaded.error();
    }
    std::string place(int line) const { return folder_.path() + "/app.ini:" + std::to_string(line); }

    TemporaryFolder folder_;
};

TEST_F(Load, WithoutAFileEverythingIsTheDefaultInTheFoldersPlace)
{
    const auto loaded = load(folder_.path() + "/app.ini", Variables{});
    ASSERT_TRUE(loaded);
    const auto& settings = loaded->settings;
    EXPECT_EQ(settings.server.http_port, 3000);
    EXPECT_EQ(settings.server.root_url, "http://localhost:3000/");
    EXPECT_EQ(settings.general.work_path, folder_.path());
    EXPECT_EQ(settings.server.app_data_path, folder_.path());
    EXPECT_EQ(settings.database.path, folder_.path() + "/cairn.db");
    EXPECT_EQ(settings.repository.root, folder_.path() + "/repositories");
    EXPECT_EQ(settings.log.root_path, folder_.path() + "/log");
    EXPECT_EQ(settings.oauth2.jwt_signing_private_key_file, folder_.path() + "/jwt/private.pem");
    EXPECT_EQ(settings.oauth2.jwt_claim_issuer, "http://localhost:3000");
    EXPECT_EQ(settings.service.no_reply_address, "noreply.localhost");
    EXPECT_EQ(settings.server.ssh_domain, "localhost");
    EXPECT_EQ(settings.server.ssh_listen_port, 22);
    EXPECT_FALSE(settings.session.cookie_secure);
    EXPECT_THAT(loaded->warnings, IsEmpty());
}

TEST_F(Load, TheFileOfTheContractGivesNoWarning)
{
    const auto loaded = good(R"(APP_NAME = Cairn
WORK_PATH = /srv/site

[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = 4001
DOMAIN = 127.0.0.1
ROOT_URL = http://127.0.0.1:4001/
SSH_DOMAIN = 127.0.0.1
LFS_START_SERVER = true

[security]
INSTALL_LOCK = true
SECRET_KEY = contractcontractcontractcontract
PASSWORD_HASH_ALGO = argon2

[service]
DISABLE_REGISTRATION = false
DEFAULT_KEEP_EMAIL_PRIVATE = false

[webhook]
ALLOWED_HOST_LIST = loopback

[migrations]
ALLOW_LOCALNETWORKS = true

[log]
LEVEL = Warn

[database]
DB_TYPE = postgres
HOST = 127.0.0.1:5433
NAME = n
USER = u
PASSWD = p
)");
    EXPECT_THAT(loaded.warnings, IsEmpty());
    EXPECT_EQ(loaded.settings.server.http_port, 4001);
    EXPECT_EQ(loaded.settings.database.db_type, DatabaseType::postgres);
    EXPECT_EQ(loaded.settings.log.level, LogLevel::warn);
    EXPECT_EQ(loaded.settings.repository.root, "/srv/site/repositories");
    EXPECT_EQ(loaded.settings.security.secret_key, "contractcontractcontractcontract");
}

TEST_F(Load, NamesAreFoundInAnyCase) { EXPECT_EQ(good("[SERVER]\nhttp_port = 1\n").settings.server.http_port, 1); }

TEST_F(Load, SomeNamesAreNoWordsOfCpp)
{
    const auto settings =
        good("[ssh.minimum_key_sizes]\nED25519-SK = -1\nRSA = 2048\n[server]\nSSH_AUTHORIZED_PRINCIPALS_ALLOW = "
             "email, anything\n")
            .settings;
    EXPECT_EQ(settings.ssh_minimum_key_sizes.ed25519_sk, -1);
    EXPECT_EQ(settings.ssh_minimum_key_sizes.rsa, 2048);
    EXPECT_EQ(settings.server.ssh_authorized_principals_allow,
              (std::vector{PrincipalKind::email, PrincipalKind::anything}));
}

TEST_F(Load, RelativePathsAreCountedFromTheWorkPath)
{
    const auto loaded =
        good("WORK_PATH = site\n[server]\nAPP_DATA_PATH = data/\n[database]\nPATH = db/x.db\n"
             "[repository]\nROOT = /srv/git/../repos\n[oauth2]\nJWT_SIGNING_PRIVATE_KEY_FILE = k.pem\n");
    const auto work = folder_.path() + "/site";
    EXPECT_EQ(loaded.settings.general.work_path, work);
    EXPECT_EQ(loaded.settings.server.app_data_path, work + "/data");
    EXPECT_EQ(loaded.settings.database.path, work + "/db/x.db");
    EXPECT_EQ(loaded.settings.repository.root, "/srv/repos");
    EXPECT_EQ(loaded.settings.log.root_path, work + "/data/log");
    EXPECT_EQ(loaded.settings.oauth2.jwt_signing_private_key_file, work + "/data/k.pem");
}

TEST_F(Load, TheRootAddressIsMadeWhole)
{
    const auto root = [&](std::string_view server) {
        return good("[server]\n" + std::string(server)).settings.server.root_url;
    };
    EXPECT_EQ(root("ROOT_URL = HTTPS://Git.Example.ORG/Sub"), "https://git.example.org/Sub/");
    EXPECT_EQ(root("ROOT_URL = http://[::1]:80"), "http://[::1]:80/");
    EXPECT_EQ(root("DOMAIN = git.example.org\nHTTP_PORT = 80"), "http://git.example.org/");
    EXPECT_EQ(root("DOMAIN = ::1"), "http://[::1]:3000/");
    EXPECT_EQ(root("PROTOCOL = https\nHTTP_PORT = 443\nCERT_FILE = c\nKEY_FILE = k"), "https://localhost/");
    EXPECT_EQ(root("ROOT_URL = %(PROTOCOL)s://%(DOMAIN)s:%(http_port)s/\nDOMAIN = a.example"),
              "http://a.example:3000/");
    for (const auto bad : {"git.example.org", "http", "http:/", "http://", "http:///x", "ftp://x/", "http://u@x/",
                           "http://x/?q", "http://x/#f", "http://x y/", "://x"})
        EXPECT_THAT(errors("[server]\nROOT_URL = `" + std::string(bad) + "`"), ElementsAre(HasSubstr("ROOT_URL")))
            << bad;
}

TEST_F(Load, CookiesAreSecureWhereTheSiteIs)
{
    EXPECT_TRUE(good("[server]\nROOT_URL = https://x/").settings.session.cookie_secure);
    EXPECT_FALSE(
        good("[server]\nROOT_URL = https://x/\n[session]\nCOOKIE_SECURE = false").settings.session.cookie_secure);
}

TEST_F(Load, EmptyValuesAreDefaultsButEmptyListsAreEmpty)
{
    const auto loaded = good("[server]\nHTTP_PORT =\nDOMAIN =\n[oauth2]\nDEFAULT_APPLICATIONS =\n");
    EXPECT_EQ(loaded.settings.server.http_port, 3000);
    EXPECT_EQ(loaded.settings.server.domain, "localhost");
    EXPECT_THAT(loaded.settings.oauth2.default_applications, IsEmpty());
}

TEST_F(Load, AnUnknownNameIsAWarningWithTheNearestOne)
{
    EXPECT_THAT(
        good("APPNAME = x\n[server]\nHTTP_PROT = 1\nSECRET_KEY = x\nQUITE_UNKNOWN = 1\n[serverr]\nA = 1\n[zzz]\n")
            .warnings,
        ElementsAre(place(6) + ": there is no section [serverr]; did you mean [server]?",
                    place(8) + ": there is no section [zzz]",
                    place(1) + ": there is no key APPNAME in the part before the first section; did you mean APP_NAME?",
                    place(3) + ": there is no key HTTP_PROT in [server]; did you mean HTTP_PORT?",
                    place(4) + ": there is no key SECRET_KEY in [server]; did you mean [security] SECRET_KEY?",
                    place(5) + ": there is no key QUITE_UNKNOWN in [server]"));
}

TEST_F(Load, WhatOtherServersHaveIsExplained)
{
    EXPECT_THAT(
        good("RUN_USER = git\n[queue.mirror]\nTYPE = level\n[server]\nOFFLINE_MODE = true\n").warnings,
        ElementsAre(place(2) + ": [queue.mirror] has no effect here: work that waits is kept in the database",
                    place(1) + ": RUN_USER has no effect here: start the program as the user that it shall run as",
                    place(5)
                        + ": [server] OFFLINE_MODE has no effect here: pages never load anything from other "
                          "hosts"));
    EXPECT_THAT(good("[security]\nPASSWORD_HASH_ALGO = pbkdf2").warnings, ElementsAre(HasSubstr("argon2")));
}

TEST_F(Load, AKeySetTwiceIsAWarningAndTheLastOneCounts)
{
    const auto loaded = good("[server]\nHTTP_PORT = 1\nHTTP_PORT = 2\n");
    EXPECT_EQ(loaded.settings.server.http_port, 2);
    EXPECT_THAT(loaded.warnings, ElementsAre(place(3) + ": [server] HTTP_PORT was already set at " + place(2)));
}

TEST_F(Load, EveryMistakeIsFoundAtOnce)
{
    EXPECT_THAT(
        errors("[server]\nHTTP_PORT = abc\nPROTOCOL = gopher\nnonsense\n[api]\nENABLE_SWAGGER = maybe\n",
               {"CAIRN__CORS__MAX_AGE=soon"}),
        ElementsAre(place(4) + ": expected KEY = value",
                    place(2) + ": [server] HTTP_PORT = abc: expected a number from 0 to 65535",
                    place(3) + ": [server] PROTOCOL = gopher: expected one of http, https",
                    place(6) + ": [api] ENABLE_SWAGGER = maybe: expected true or false",
                    "CAIRN__CORS__MAX_AGE: [cors] MAX_AGE = soon: expected a duration such as 90s, 10m or 1h30m "
                    "from 0 to 7d"));
}

TEST_F(Load, SettingsAreCheckedAgainstEachOther)
{
    EXPECT_THAT(errors("[server]\nPROTOCOL = https\n"), ElementsAre(HasSubstr("CERT_FILE")));
    EXPECT_THAT(errors("[cors]\nENABLED = true\nALLOW_CREDENTIALS = true\n"), ElementsAre(HasSubstr("ALLOW_DOMAIN")));
    EXPECT_THAT(errors("[mailer]\nENABLED = true\n"), ElementsAre(HasSubstr("SMTP_ADDR")));
    EXPECT_THAT(errors("[security]\nPASSWORD_COMPLEXITY = lower, runes\n"), ElementsAre(HasSubstr("runes")));
}

TEST_F(Load, ABadSecretIsNotRepeatedInTheError)
{
    EXPECT_THAT(errors("[oauth2]\nJWT_SECRET = hush-hush\n"),
                ElementsAre(testing::AllOf(HasSubstr(place(2)), testing::Not(HasSubstr("hush")))));
}

TEST_F(Load, TheEnvironmentWinsOverTheFile)
{
    const auto password = folder_.write("password", "s3cret\n");
    const auto loaded = good(
        "APP_NAME = file\n[server]\nHTTP_PORT = 1\n",
        {"CAIRN__SERVER__HTTP_PORT=2", "CAIRN____APP_NAME=environment", "CAIRN__DATABASE__PASSWD__FILE=" + password,
         "CAIRN__REPOSITORY_0X2E_RELEASE__MAX_FILES=9", "CAIRN__cors__Enabled=true", "CAIRN_ADMIN=root", "PATH=/bin"});
    EXPECT_EQ(loaded.settings.server.http_port, 2);
    EXPECT_EQ(loaded.settings.general.app_name, "environment");
    EXPECT_EQ(loaded.settings.database.passwd, "s3cret");
    EXPECT_EQ(loaded.settings.repository_release.max_files, 9);
    EXPECT_TRUE(loaded.settings.cors.enabled);
    EXPECT_THAT(loaded.warnings, IsEmpty());
    EXPECT_EQ(loaded.origins.at(find_key("server", "HTTP_PORT")).place, "CAIRN__SERVER__HTTP_PORT");
}

TEST_F(Load, VariablesThatMeanNothingAreTold)
{
    EXPECT_THAT(good("", {"CAIRN__SERVER__HTTP_PROT=1", "CAIRN__SERVERR__A=1"}).warnings,
                ElementsAre("CAIRN__SERVER__HTTP_PROT: there is no key HTTP_PROT in [server]; did you mean HTTP_PORT?",
                            "CAIRN__SERVERR__A: there is no section [serverr]; did you mean [server]?"));
    EXPECT_THAT(errors("", {"CAIRN__HTTP_PORT=1"}), ElementsAre(HasSubstr("CAIRN__SECTION__KEY")));
    EXPECT_THAT(errors("", {"CAIRN__A__B=1", "CAIRN__A__B__FILE=/x"}),
                ElementsAre(HasSubstr("also set by CAIRN__A__B")));
    EXPECT_THAT(errors("", {"CAIRN__DATABASE__PASSWD__FILE=/no/such/file"}), ElementsAre(HasSubstr("/no/such/file")));
}

TEST_F(Load, ASecretCanStandInAFileOfItsOwn)
{
    folder_.write("key", "from the file\n");
    EXPECT_EQ(good("[security]\nSECRET_KEY_URI = file:key\n").settings.security.secret_key, "from the file");
    EXPECT_EQ(good("[security]\nSECRET_KEY_URI = file://" + folder_.path() + "/key\n").settings.security.secret_key,
              "from the file");
    EXPECT_THAT(errors("[security]\nSECRET_KEY_URI = vault:key\n"), ElementsAre(HasSubstr("file:/PATH")));
    EXPECT_THAT(errors("[security]\nSECRET_KEY_URI = file:nokey\n"), ElementsAre(HasSubstr("cannot be read")));
    EXPECT_THAT(errors("[security]\nSECRET_KEY = x\nSECRET_KEY_URI = file:key\n"), ElementsAre(HasSubstr("keep one")));
}

TEST_F(Load, AFileThatIsNoFileIsAnError)
{
    std::filesystem::create_directory(folder_.path() + "/app.ini");
    const auto loaded = load(folder_.path() + "/app.ini", Variables{});
    ASSERT_FALSE(loaded);
    EXPECT_THAT(loaded.error(), ElementsAre(HasSubstr("cannot be read")));
}

TEST_F(Load, ReferencesThatTurnInCirclesEnd)
{
    EXPECT_NO_THROW(load_text("A = %(A)s%(A)s\n[server]\nDOMAIN = %(DOMAIN)s%(DOMAIN)s\nHTTP_ADDR = %(NOBODY)s%(\n"));
}

TEST_F(Load, NoBytesWhateverBringItDown)
{
    constexpr std::string_view pieces[] = {"[server]", "[",        "]",          "=", "HTTP_PORT", "\n",  "\r\n",
                                           " ",        "`",        "\"\"\"",     ";", "%(",        ")s",  "ROOT_URL",
                                           "http://",  "[oauth2]", "JWT_SECRET", "9", "-",         "\xFF"};
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        std::string text;
        for (auto length = random() % 40; length > 0; --length) {
            if (round % 3 == 0) text += static_cast<char>(random());
            else text += pieces[random() % std::size(pieces)];
        }
        EXPECT_NO_THROW(load_text(text, {"CAIRN__" + text.substr(0, text.find('\0')) + "=x"}))
            << testing::PrintToString(text);
    }
}

} // namespace
} // namespace cairn::config
