#include "import/old_site.hpp"

#include <gtest/gtest.h>

#include "config/test_folder.hpp"

namespace cairn::import {
namespace {

namespace fs = std::filesystem;

class OldSiteTest : public testing::Test {
protected:
    OldSiteTest()
    {
        for (const auto* name : {"/custom/conf", "/data/gitea-repositories"})
            fs::create_directories(folder.path() + name);
        write("/data/gitea.db", "");
    }

    std::string write(const std::string& name, std::string_view content)
    {
        return folder.write(name.substr(1), content);
    }
    Result<OldSite> read(std::string_view ini) { return read_old_site(write("/custom/conf/app.ini", ini), ""); }

    config::TemporaryFolder folder;
};

TEST_F(OldSiteTest, FollowsTheUsualLayoutWhereTheFileSaysNothing)
{
    const auto site = read("[database]\nDB_TYPE = sqlite3\n[security]\nSECRET_KEY = abc\n");
    ASSERT_TRUE(site) << site.error().message;
    EXPECT_EQ(site->database.path, folder.path() + "/data/gitea.db");
    EXPECT_EQ(site->name, "sqlite:" + folder.path() + "/data/gitea.db");
    EXPECT_EQ(site->repositories, folder.path() + "/data/gitea-repositories");
    EXPECT_EQ(site->lfs.path, folder.path() + "/data/lfs");
    EXPECT_EQ(site->attachments.path, folder.path() + "/data/attachments");
    EXPECT_EQ(site->avatars.path, folder.path() + "/data/avatars");
    EXPECT_EQ(site->repository_avatars.path, folder.path() + "/data/repo-avatars");
    EXPECT_EQ(site->secret_key, "abc");
    EXPECT_EQ(site->port, 3000);
}

TEST_F(OldSiteTest, TakesThePathsThatTheFileHas)
{
    fs::create_directories(folder.path() + "/git");
    const auto site = read("WORK_PATH = " + folder.path()
                           + "\n[database]\nDB_TYPE = sqlite3\nPATH = data/gitea.db\n[repository]\nROOT = git\n"
                             "[server]\nLFS_CONTENT_PATH = /big/lfs\nROOT_URL = https://old.example.org/\n"
                             "[attachment]\nPATH = files\n[picture]\nAVATAR_UPLOAD_PATH = /faces\n");
    ASSERT_TRUE(site) << site.error().message;
    EXPECT_EQ(site->repositories, folder.path() + "/git");
    EXPECT_EQ(site->lfs.path, "/big/lfs");
    EXPECT_EQ(site->attachments.path, folder.path() + "/files");
    EXPECT_EQ(site->avatars.path, "/faces");
    EXPECT_EQ(site->root_url, "https://old.example.org/");
}

TEST_F(OldSiteTest, KnowsWhatIsNotOnThisDisk)
{
    const auto site = read("[database]\nDB_TYPE = sqlite3\n[storage]\nSTORAGE_TYPE = minio\n");
    ASSERT_TRUE(site) << site.error().message;
    EXPECT_EQ(site->attachments.path, "");
    EXPECT_NE(site->attachments.why.find("minio"), std::string::npos);
    EXPECT_EQ(site->lfs.path, "");
}

TEST_F(OldSiteTest, ReadsWhereAPostgresqlIs)
{
    const auto site = read("[database]\nDB_TYPE = postgres\nHOST = db:5433\nNAME = git\nUSER = me\nPASSWD = `a;b#c`\n"
                           "SCHEMA = old\n");
    ASSERT_TRUE(site) << site.error().message;
    EXPECT_EQ(site->database.engine, db::Options::Engine::postgres);
    EXPECT_EQ(site->database.host, "db:5433");
    EXPECT_EQ(site->database.password, "a;b#c");
    EXPECT_EQ(site->name, "postgres:db:5433/git/old");
}

TEST_F(OldSiteTest, RefusesInWholeSentences)
{
    const auto words = [&](std::string_view ini) { return read(ini).error().message; };
    EXPECT_NE(words("[database]\nDB_TYPE = mysql\n").find("'mysql'"), std::string::npos);
    EXPECT_NE(words("[server]\n").find("says nothing about a database"), std::string::npos);
    EXPECT_NE(words("[database]\nDB_TYPE = sqlite3\nPATH = x.db\n").find("x.db is not there"), std::string::npos);
    EXPECT_NE(words("[database]\nDB_TYPE = sqlite3\n[repository]\nROOT = /nowhere\n").find("/nowhere is not there"),
              std::string::npos);
    EXPECT_FALSE(read_old_site(folder.path() + "/none.ini", ""));
}

} // namespace
} // namespace cairn::import
