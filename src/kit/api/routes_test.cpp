#include "api/routes.hpp"

#include <gtest/gtest.h>

namespace cairn::api {
namespace {

using enum Method;

struct OwnerPath {
    std::string owner;
};
BOOST_DESCRIBE_STRUCT(OwnerPath, (), (owner))
struct RepoPath : OwnerPath {
    std::string repo;
};
BOOST_DESCRIBE_STRUCT(RepoPath, (OwnerPath), (repo))
struct FilePath : RepoPath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(FilePath, (RepoPath), (filepath))

constexpr Guard open{.name = "anyone", .check = [](Call&) { return Result<void>(); }};
Result<> nothing(Call&) { return {}; }
Result<> with_owner(Call&, Path<OwnerPath>) { return {}; }
Result<> with_repo(Call&, Path<RepoPath>) { return {}; }
Result<> with_file(Call&, Path<FilePath>) { return {}; }

constexpr Operation table_operations[] = {
    {GET, "/repos/search", scope::none, open, handle<nothing>, 204, "search", ""},
    {GET, "/repos/{owner}/search", scope::none, open, handle<with_owner>, 204, "searchOwned", ""},
    {GET, "/repos/{owner}/{repo}", scope::none, open, handle<with_repo>, 204, "get", ""},
    {DELETE, "/repos/{owner}/{repo}", scope::none, open, handle<with_repo>, 204, "delete", ""},
    {GET, "/repos/{owner}/{repo}/raw/{filepath*}", scope::none, open, handle<with_file>, 204, "raw", ""},
    {GET, "/repos/{owner}/{repo}/commits/{filepath*}/status", scope::none, open, handle<with_file>, 204, "status", ""},
};
constexpr Operation site_operations[] = {
    {GET, "/healthz", scope::none, open, handle<nothing>, 204, "health", ""},
    {POST, "/user/logout", scope::none, open, handle<nothing>, 204, "logout", ""},
    {POST, "/twirp/page/page", scope::none, open, handle<nothing>, 204, "service", ""},
    {GET, "/{owner}.keys", scope::none, open, handle<with_owner>, 204, "keys", ""},
    {GET, "/{owner}/{repo}.rss", scope::none, open, handle<with_repo>, 204, "feed", ""},
    {GET, "/{owner}/{repo}/page", scope::none, open, handle<with_repo>, 204, "page", ""},
    {GET, "/{owner}/{repo}?go-get=1", scope::none, open, handle<with_repo>, 204, "goGet", ""},
    {GET, "/{owner}/{repo}/{filepath*}?go-get=1", scope::none, open, handle<with_file>, 204, "goGetBelow", ""},
};
static_assert(well_formed(site_operations));
static_assert(well_formed(table_operations));

const Table table{"repository", table_operations};
const Table site_table{"site", site_operations, Door::site};

class RoutesTest : public testing::Test {
protected:
    std::string_view id_at(std::string_view method, std::string_view path, std::string_view query = {}) const
    {
        const auto match = routes.find(method, path, query);
        return match.route != nullptr ? match.route->operation->id : "none";
    }
    std::string value_at(std::string_view path, std::string_view name) const
    {
        const auto match = routes.find("GET", path);
        const auto values = Routes::values(*match.route, path);
        if (!values) return "(malformed)";
        for (const auto& [key, value] : *values)
            if (key == name) return value;
        return "(absent)";
    }

    static inline const Table* const catalog[] = {&table, &site_table};
    Routes routes{catalog};
};

TEST_F(RoutesTest, AnEndingIsPreferredToASegmentWithoutOne)
{
    EXPECT_EQ(id_at("GET", "/ann.keys"), "keys");
    EXPECT_EQ(value_at("/ann.b.keys", "owner"), "ann.b");
    EXPECT_EQ(value_at("/a%6En.keys", "owner"), "ann");
    EXPECT_EQ(id_at("GET", "/.keys"), "none");
    EXPECT_EQ(id_at("GET", "/ann.gpg"), "none");
    EXPECT_EQ(id_at("GET", "/ann/tool.rss"), "feed");
    EXPECT_EQ(value_at("/ann/tool.rss", "repo"), "tool");
    EXPECT_EQ(id_at("GET", "/ann/tool.git"), "none");
    EXPECT_EQ(value_at("/ann.keys/tool.rss/page", "owner"), "ann.keys");
}

TEST_F(RoutesTest, ARowWithAParameterIsForThoseWhoAskSo)
{
    EXPECT_EQ(id_at("GET", "/ann/tool"), "none");
    EXPECT_EQ(id_at("GET", "/ann/tool/page"), "page");
    EXPECT_EQ(id_at("GET", "/ann/tool/page", "go-get=1"), "goGetBelow");
    EXPECT_EQ(id_at("GET", "/ann/tool", "go-get=1"), "goGet");
    EXPECT_EQ(id_at("HEAD", "/ann/tool", "a=b&go-get=1&c"), "goGet");
    EXPECT_EQ(id_at("GET", "/ann/tool/page", "go-get=10"), "page");
    EXPECT_EQ(id_at("GET", "/ann/tool/v2/x", "go-get=1"), "goGetBelow");
    EXPECT_EQ(id_at("GET", "/ann/tool/v2/x", "go-get=0"), "none");
    EXPECT_EQ(id_at("POST", "/ann/tool/v2/x", "go-get=1"), "none");
    EXPECT_FALSE(routes.find("POST", "/ann/tool/v2/x", "go-get=1").path_exists);
}

TEST_F(RoutesTest, FindsByMethodAndPath)
{
    EXPECT_EQ(id_at("GET", "/api/v1/repos/ann/tool"), "get");
    EXPECT_EQ(id_at("DELETE", "/api/v1/repos/ann/tool"), "delete");
    EXPECT_EQ(id_at("GET", "/healthz"), "health");
    EXPECT_EQ(id_at("GET", "/repos/ann/tool"), "none");
    EXPECT_EQ(id_at("GET", "/api/v1"), "none");
    EXPECT_EQ(id_at("GET", ""), "none");
}

TEST_F(RoutesTest, HeadFindsWhatGetFinds) { EXPECT_EQ(id_at("HEAD", "/api/v1/repos/search"), "search"); }

TEST_F(RoutesTest, ALiteralSegmentIsPreferredToAVariableOne)
{
    EXPECT_EQ(id_at("GET", "/api/v1/repos/search"), "search");
    EXPECT_EQ(id_at("GET", "/api/v1/repos/ann/search"), "searchOwned");
}

TEST_F(RoutesTest, ALiteralThatLeadsNowhereGivesWayToAVariable)
{
    EXPECT_EQ(id_at("GET", "/api/v1/repos/search/tool"), "get");
    EXPECT_EQ(id_at("DELETE", "/api/v1/repos/ann/search"), "delete");
}

TEST_F(RoutesTest, BelowWhatIsTheSitesOwnNothingIsAnybodys)
{
    const Routes own(catalog, [](std::string_view name) { return name == "user"; });
    EXPECT_EQ(id_at("GET", "/user/logout/page"), "page");
    EXPECT_EQ(own.find("GET", "/user/logout/page").route, nullptr);
    EXPECT_FALSE(own.find("GET", "/user/logout/page").path_exists);
    EXPECT_EQ(own.find("GET", "/user/tool.rss").route, nullptr);
    EXPECT_EQ(own.find("GET", "/user/logout").route, nullptr);
    EXPECT_EQ(own.find("GET", "/user/logout").allow, "POST");
    EXPECT_NE(own.find("POST", "/user/logout").route, nullptr);
    EXPECT_NE(own.find("GET", "/twirp/tool/page").route, nullptr); // somebody may be called so
}

TEST_F(RoutesTest, DoubledAndTrailingSlashesDoNotCount)
{
    EXPECT_EQ(id_at("GET", "//api/v1/repos//ann/tool/"), "get");
    EXPECT_EQ(value_at("//api/v1/repos//ann/tool/", "repo"), "tool");
}

TEST_F(RoutesTest, SegmentsAreDecodedAfterTheyAreSplit)
{
    EXPECT_EQ(value_at("/api/v1/repos/an%2Fn/tool", "owner"), "an/n");
    EXPECT_EQ(value_at("/api/v1/repos/a+b/tool", "owner"), "a+b");
    EXPECT_EQ(value_at("/api/v1/repos/a%zz/tool", "owner"), "(malformed)");
}

TEST_F(RoutesTest, TheRestOfThePathKeepsItsSlashes)
{
    EXPECT_EQ(value_at("/api/v1/repos/ann/tool/raw/src/a%20b.txt", "filepath"), "src/a b.txt");
    EXPECT_EQ(id_at("GET", "/api/v1/repos/ann/tool/raw"), "none");
}

TEST_F(RoutesTest, SomethingMayFollowAPartOfThePathThatKeepsItsSlashes)
{
    EXPECT_EQ(value_at("/api/v1/repos/ann/tool/commits/main/status", "filepath"), "main");
    EXPECT_EQ(value_at("/api/v1/repos/ann/tool/commits/a/b%2Fc/status", "filepath"), "a/b/c");
    EXPECT_EQ(value_at("/api/v1/repos/ann/tool/commits/a/status/status", "filepath"), "a/status");
    EXPECT_EQ(id_at("GET", "/api/v1/repos/ann/tool/commits/status"), "none");
    EXPECT_EQ(id_at("GET", "/api/v1/repos/ann/tool/commits/a/b"), "none");
}

TEST_F(RoutesTest, AKnownPathWithAnotherMethodTellsTheMethodsThatItHas)
{
    const auto match = routes.find("PUT", "/api/v1/repos/ann/tool");
    EXPECT_EQ(match.route, nullptr);
    EXPECT_TRUE(match.path_exists);
    EXPECT_EQ(match.allow, "GET, HEAD, DELETE");
    EXPECT_TRUE(routes.find("BREW", "/healthz").path_exists);
    EXPECT_FALSE(routes.find("PUT", "/nowhere").path_exists);
}

TEST_F(RoutesTest, TwoOperationsAtOnePlaceAreABug)
{
    static const Table* const twice[] = {&table, &table};
    EXPECT_THROW(Routes{twice}, std::logic_error);
}

TEST_F(RoutesTest, AnEndlessPathIsCutAndFindsNothing)
{
    std::string path = "/api/v1/repos/ann/tool/raw";
    for (int i = 0; i < 100000; ++i) path += "/x";
    EXPECT_EQ(id_at("GET", path), "raw");
}

} // namespace
} // namespace cairn::api
