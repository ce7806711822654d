#include "api/document.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace cairn::api {
namespace document_test {

namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

enum class State { open, closed };
BOOST_DESCRIBE_ENUM(State, open, closed)

struct Owner {
    std::int64_t id = 0;
    std::string login{};
};
BOOST_DESCRIBE_STRUCT(Owner, (), (id, login))

struct Thing {
    std::int64_t id = 0;
    std::string title{};
    std::optional<Time> closed_at{};
    State state = State::open;
    std::optional<State> wish{};
    std::shared_ptr<Thing> parent{};
    Owner owner{};
    std::vector<std::string> labels{};
    std::map<std::string, std::int64_t> sizes{};
    Json extra{};
    std::string secret{};
    double ratio = 0;
    bool private_ = false;
};
BOOST_DESCRIBE_STRUCT(Thing, (),
                      (id, title, closed_at, state, wish, parent, owner, labels, sizes, extra, secret, ratio, private_))
constexpr auto notes(const Thing*)
{
    return std::array{Note{"", "A thing"}, Note{"title", "what it is called"}, Note{"owner", "whose it is"},
                      Note{.member = "secret", .omit_empty = true}};
}

struct Reviewer {
    std::string name{};
    std::string email{};
};
BOOST_DESCRIBE_STRUCT(Reviewer, (), (name, email))
constexpr auto notes(const Reviewer*) { return std::array{Note{.member = "email", .format = "email"}}; }

struct CreateThingOption {
    std::string title{};
    std::optional<std::string> body{};
    std::vector<Reviewer> reviewers{};
};
BOOST_DESCRIBE_STRUCT(CreateThingOption, (), (title, body, reviewers))
constexpr auto notes(const CreateThingOption*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 50}};
}

struct RepoPath {
    std::string owner{};
    std::string repo{};
};
BOOST_DESCRIBE_STRUCT(RepoPath, (), (owner, repo))
struct IdPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(IdPath, (), (id))
struct FilePath {
    std::string filepath{};
};
BOOST_DESCRIBE_STRUCT(FilePath, (), (filepath))
constexpr auto notes(const FilePath*) { return std::array{Note{"filepath", "the file's path"}}; }

struct Filter : Paging {
    State state = State::open;
    std::vector<State> states{};
    std::optional<bool> draft{};
    std::int64_t owner_id = 0;
    std::optional<Time> since{};
    std::string q{};
};
BOOST_DESCRIBE_STRUCT(Filter, (Paging), (state, states, draft, owner_id, since, q))
constexpr auto notes(const Filter*)
{
    return std::array{Note{.member = "owner_id", .format = "int64"},
                      Note{.member = "q", .doc = "a word", .required = true}};
}

Result<Page<Thing>> list(Call&, Query<Filter>) { return Page<Thing>{}; }
Result<Unlinked<Thing>> list_short(Call&, Query<Paging>) { return Unlinked<Thing>{}; }
Result<Thing> create(Call&, Body<CreateThingOption>) { return Thing{}; }
Result<Thing> get(Call&, Path<IdPath>) { return Thing{}; }
Result<std::optional<Thing>> find(Call&) { return std::nullopt; }
Result<void> remove(Call&, Path<IdPath>) { return {}; }
Result<Raw> raw(Call&, Path<FilePath>) { return Raw{}; }
Result<Raw> moved(Call&) { return Raw{}; }
Result<std::vector<std::string>> names(Call&) { return std::vector<std::string>{}; }
Result<std::map<std::string, std::int64_t>> sizes(Call&) { return std::map<std::string, std::int64_t>{}; }

Result<void> pass(Call&) { return {}; }
constexpr Guard anyone{.name = "anyone", .check = &pass};
constexpr Guard members{.name = "members", .path = &type_of<RepoPath>(), .errors = {401, 404}, .check = &pass};

constexpr Method GET = Method::GET;
constexpr Method POST = Method::POST;
constexpr Method DELETE = Method::DELETE;

// clang-format off
constexpr Operation table_operations[] = {
    {GET,    "/repos/{owner}/{repo}/things",           scope::issue,                          members, handle<list>,       200, "listThings",  "List things", {422}},
    {POST,   "/repos/{owner}/{repo}/things",           scope::issue | scope::repository,      members, handle<create>,     201, "createThing", "Make a thing", {403, 409, 423}},
    {GET,    "/repos/{owner}/{repo}/things/{id}",      scope::issue,                          members, handle<get>,        200, "getThing",    "Show a thing"},
    {DELETE, "/repos/{owner}/{repo}/things/{id}",      scope::closed_to_public_only(scope::issue), members, handle<remove>, 204, "removeThing", "Delete a thing"},
    {GET,    "/repos/{owner}/{repo}/raw/{filepath*}",  scope::repository,                     members, handle<raw>,        200, "getRaw",      "Show a file", {}, {}, "text/plain"},
    {GET,    "/repos/{owner}/{repo}/zip/{filepath*}",  scope::repository,                     members, handle<raw>,        200, "getZip",      "Pack a folder"},
};
constexpr Operation more_operations[] = {
    {GET,    "/things",    scope::none, anyone, handle<list_short>, 200, "listAllThings", "List all things"},
    {GET,    "/names",     scope::none, anyone, handle<names>,      200, "listNames",     "List names"},
    {GET,    "/languages", scope::none, anyone, handle<names>,      200, "listLanguages", "List languages", {}, "LanguageList"},
    {GET,    "/sizes",     scope::none, anyone, handle<sizes>,      200, "listSizes",     "Show sizes"},
    {GET,    "/found",     scope::none, anyone, handle<find>,       200, "findThing",     "Show a thing, or null", {}, "Thing"},
    {GET,    "/old",       scope::none, anyone, handle<moved>,      302, "getOld",        "Go to the new address"},
};
constexpr Operation site_operations[] = {
    {GET,    "/login",     scope::none, anyone, handle<moved>,      200, "login",         "Sign in"},
};
// clang-format on
static_assert(well_formed(table_operations));
static_assert(well_formed(more_operations));

constexpr Table table{"repository", table_operations};
constexpr Table more_table{"miscellaneous", more_operations};
constexpr Table site_table{"site", site_operations, Door::site};
constexpr const Table* catalog[] = {&table, &more_table, &site_table};

constexpr std::string_view root = "https://example.org/git/";

json::value swagger()
{
    static const json::value document = json::parse(swagger_document(catalog, "1.2.3", root));
    return document;
}
json::value openapi()
{
    static const json::value document = json::parse(openapi_document(catalog, "1.2.3", root));
    return document;
}

// The value at a JSON pointer, as text; "absent" when nothing is there.
std::string at(const json::value& document, std::string_view pointer)
{
    json::error_code missing;
    const json::value* found = document.find_pointer(pointer, missing);
    return found == nullptr ? "absent" : json::serialize(*found);
}

std::vector<std::string> keys(const json::value& document, std::string_view pointer)
{
    std::vector<std::string> names;
    for (const auto& member : document.at_pointer(pointer).as_object()) names.emplace_back(member.key());
    return names;
}

// Every $ref of the document leads somewhere.
void expect_whole(const json::value& document)
{
    const std::function<void(const json::value&)> walk = [&](const json::value& value) {
        if (value.is_array())
            for (const json::value& item : value.get_array()) walk(item);
        if (!value.is_object()) return;
        for (const auto& member : value.get_object()) {
            if (member.key() == "$ref") {
                const auto target = std::string_view(member.value().as_string()).substr(1);
                EXPECT_NE(at(document, target), "absent") << target;
            }
            walk(member.value());
        }
    };
    walk(document);
}

constexpr std::string_view list_at = "/paths/~1repos~1{owner}~1{repo}~1things/get";
constexpr std::string_view create_at = "/paths/~1repos~1{owner}~1{repo}~1things/post";

TEST(Swagger, HasTheTopOfTheDocumentThatGeneratorsExpect)
{
    const auto d = swagger();
    expect_whole(d);
    EXPECT_EQ(at(d, "/swagger"), R"("2.0")");
    EXPECT_EQ(at(d, "/info/version"), R"("1.2.3")");
    EXPECT_EQ(at(d, "/basePath"), R"("/git/api/v1")");
    EXPECT_EQ(at(d, "/schemes"), R"(["https"])");
    EXPECT_EQ(at(d, "/consumes"), R"(["application/json"])");
    EXPECT_EQ(at(d, "/tags"), R"([{"name":"miscellaneous"},{"name":"repository"}])");
    EXPECT_EQ(at(json::parse(swagger_document({}, "1", "http://localhost:3000/")), "/basePath"), R"("/api/v1")");
}

TEST(Swagger, LeavesTheSitesOwnAddressesOutAndWritesStarsAsPlainNames)
{
    EXPECT_THAT(keys(swagger(), "/paths"),
                ElementsAre("/found", "/languages", "/names", "/old", "/repos/{owner}/{repo}/raw/{filepath}",
                            "/repos/{owner}/{repo}/things", "/repos/{owner}/{repo}/things/{id}",
                            "/repos/{owner}/{repo}/zip/{filepath}", "/sizes", "/things"));
}

TEST(Swagger, DescribesParametersInOrder)
{
    EXPECT_EQ(at(swagger(), std::string(list_at) + "/parameters"), json::serialize(json::parse(R"([
        {"type":"string","name":"owner","in":"path","required":true},
        {"type":"string","name":"repo","in":"path","required":true},
        {"type":"integer","description":"which page, counted from 1","name":"page","in":"query"},
        {"type":"integer","description":"how many items a page has","name":"limit","in":"query"},
        {"type":"string","enum":["open","closed"],"name":"state","in":"query"},
        {"type":"array","items":{"type":"string","enum":["open","closed"]},"collectionFormat":"multi","name":"states","in":"query"},
        {"type":"boolean","name":"draft","in":"query"},
        {"type":"integer","format":"int64","name":"owner_id","in":"query"},
        {"type":"string","format":"date-time","name":"since","in":"query"},
        {"type":"string","description":"a word","name":"q","in":"query","required":true}])")));
    EXPECT_EQ(at(swagger(), "/paths/~1repos~1{owner}~1{repo}~1things~1{id}/get/parameters/2"),
              R"({"type":"integer","format":"int64","name":"id","in":"path","required":true})");
    EXPECT_EQ(at(swagger(), std::string(create_at) + "/parameters/2"),
              R"({"name":"body","in":"body","schema":{"$ref":"#/definitions/CreateThingOption"}})");
}

TEST(Swagger, NamesResponsesAsGeneratedClientsKnowThem)
{
    const auto d = swagger();
    EXPECT_EQ(at(d, std::string(list_at) + "/responses/200"), R"({"$ref":"#/responses/ThingList"})");
    EXPECT_EQ(at(d, "/responses/ThingList/schema"), R"({"type":"array","items":{"$ref":"#/definitions/Thing"}})");
    EXPECT_EQ(at(d, std::string(create_at) + "/responses/201"), R"({"$ref":"#/responses/Thing"})");
    EXPECT_EQ(at(d, "/paths/~1found/get/responses/200"), at(d, std::string(create_at) + "/responses/201"));
    EXPECT_THAT(keys(d, std::string(create_at) + "/responses"), ElementsAre("201", "401", "403", "404", "409", "423"));
    EXPECT_EQ(at(d, std::string(create_at) + "/responses/409"), R"({"$ref":"#/responses/conflict"})");
    EXPECT_EQ(at(d, "/paths/~1repos~1{owner}~1{repo}~1things~1{id}/delete/responses/204"),
              R"({"$ref":"#/responses/empty"})");
    EXPECT_EQ(at(d, "/paths/~1names/get/responses/200"), R"({"$ref":"#/responses/StringSlice"})");
    EXPECT_EQ(at(d, "/paths/~1languages/get/responses/200"), R"({"$ref":"#/responses/LanguageList"})");
    EXPECT_EQ(at(d, "/paths/~1sizes/get/responses/200/schema"),
              R"({"type":"object","additionalProperties":{"type":"integer","format":"int64"}})");
    EXPECT_EQ(at(d, "/responses/notFound/schema"), R"({"$ref":"#/definitions/APIError"})");
}

TEST(Swagger, DescribesRawAnswersByTheirContentType)
{
    const auto d = swagger();
    const std::string raw_at = "/paths/~1repos~1{owner}~1{repo}~1raw~1{filepath}/get";
    const std::string zip_at = "/paths/~1repos~1{owner}~1{repo}~1zip~1{filepath}/get";
    EXPECT_EQ(at(d, raw_at + "/produces"), R"(["text/plain"])");
    EXPECT_EQ(at(d, raw_at + "/responses/200/schema"), R"({"type":"string"})");
    EXPECT_EQ(at(d, zip_at + "/produces"), R"(["application/octet-stream"])");
    EXPECT_EQ(at(d, zip_at + "/responses/200/schema"), R"({"type":"file"})");
    EXPECT_EQ(at(d, "/paths/~1old/get/responses/302"), R"({"description":"Go to the new address"})");
}

TEST(Swagger, DefinesWhatIsUsedAndNothingElse)
{
    const auto d = swagger();
    EXPECT_THAT(keys(d, "/definitions"),
                UnorderedElementsAre("APIError", "Thing", "Owner", "CreateThingOption", "Reviewer"));
    EXPECT_EQ(at(d, "/definitions/Thing"),
              json::serialize(json::parse(R"({"type":"object","description":"A thing","properties":{
        "id":{"type":"integer","format":"int64"},"title":{"type":"string","description":"what it is called"},
        "closed_at":{"type":"string","format":"date-time","x-nullable":true},"state":{"type":"string","enum":["open","closed"]},
        "wish":{"type":"string","enum":["open","closed"],"x-nullable":true},"parent":{"$ref":"#/definitions/Thing","x-nullable":true},
        "owner":{"$ref":"#/definitions/Owner"},"labels":{"type":"array","items":{"type":"string"}},
        "sizes":{"type":"object","additionalProperties":{"type":"integer","format":"int64"}},"extra":{},
        "secret":{"type":"string"},"ratio":{"type":"number","format":"double"},"private":{"type":"boolean"}}})")));
    EXPECT_EQ(at(d, "/definitions/CreateThingOption/required"), R"(["title"])");
    EXPECT_EQ(at(d, "/definitions/Reviewer/properties/email"), R"({"type":"string","format":"email"})");
}

TEST(OpenApi, HasItsTopAndNoLooseEnds)
{
    const auto d = openapi();
    expect_whole(d);
    EXPECT_EQ(at(d, "/openapi"), R"("3.1.0")");
    EXPECT_EQ(at(d, "/servers"), R"([{"url":"https://example.org/git/api/v1"}])");
    EXPECT_EQ(keys(d, "/paths"), keys(swagger(), "/paths"));
    EXPECT_THAT(keys(d, "/components/securitySchemes"),
                UnorderedElementsAre("BasicAuth", "TOTPHeader", "AuthorizationHeaderToken", "BearerToken", "Token",
                                     "AccessToken", "OAuth2", "SudoHeader", "SudoParam"));
    EXPECT_EQ(at(d, "/components/securitySchemes/OAuth2/flows/authorizationCode/tokenUrl"),
              R"("https://example.org/git/login/oauth/access_token")");
}

TEST(OpenApi, TellsWhatMayBeNullAndWhatIsAlwaysThere)
{
    const auto d = openapi();
    const std::string thing = "/components/schemas/Thing";
    EXPECT_EQ(at(d, thing + "/properties/closed_at"), R"({"type":["string","null"],"format":"date-time"})");
    EXPECT_EQ(at(d, thing + "/properties/wish"), R"({"type":["string","null"],"enum":["open","closed",null]})");
    EXPECT_EQ(at(d, thing + "/properties/state"), R"({"type":"string","enum":["open","closed"]})");
    EXPECT_EQ(at(d, thing + "/properties/parent"),
              R"({"anyOf":[{"$ref":"#/components/schemas/Thing"},{"type":"null"}]})");
    EXPECT_EQ(at(d, thing + "/properties/owner"),
              R"({"$ref":"#/components/schemas/Owner","description":"whose it is"})");
    EXPECT_EQ(
        at(d, thing + "/required"),
        R"(["id","title","closed_at","state","wish","parent","owner","labels","sizes","extra","ratio","private"])");
    EXPECT_EQ(at(d, "/components/schemas/CreateThingOption/required"), R"(["title"])");
    EXPECT_EQ(at(d, "/components/schemas/CreateThingOption/properties/title/maxLength"), "50");
    EXPECT_EQ(at(d, "/components/schemas/Reviewer/required"), "absent"); // it is sent, and nothing of it is required
    EXPECT_EQ(at(d, "/components/schemas/APIError/required"), R"(["message"])");
}

TEST(OpenApi, NamesTheScopesThatATokenNeeds)
{
    const auto d = openapi();
    EXPECT_EQ(at(d, std::string(list_at) + "/x-required-scopes"), R"(["read:issue"])");
    EXPECT_THAT(at(d, std::string(list_at) + "/description"), HasSubstr("the scope `read:issue`."));
    EXPECT_EQ(at(d, std::string(create_at) + "/x-required-scopes"), R"(["write:issue","write:repository"])");
    EXPECT_THAT(at(d, std::string(create_at) + "/description"), HasSubstr("`write:issue` and `write:repository`"));
    EXPECT_THAT(at(d, std::string(create_at) + "/security"),
                HasSubstr(R"({"OAuth2":["write:issue","write:repository"]})"));
    EXPECT_THAT(at(d, "/paths/~1repos~1{owner}~1{repo}~1things~1{id}/delete/description"),
                HasSubstr("what is public is refused"));
    EXPECT_EQ(at(d, "/paths/~1things/get/x-required-scopes"), "absent");
    EXPECT_EQ(at(d, "/paths/~1things/get/security/0"), "{}"); // open to strangers
    EXPECT_EQ(at(d, std::string(list_at) + "/security/0"), R"({"BasicAuth":[]})");
}

TEST(OpenApi, DescribesPagesBodiesAndErrors)
{
    const auto d = openapi();
    EXPECT_EQ(at(d, std::string(list_at) + "/parameters/2"), R"({"$ref":"#/components/parameters/page"})");
    EXPECT_THAT(keys(d, std::string(list_at) + "/responses/200/headers"), ElementsAre("X-Total-Count", "Link"));
    EXPECT_THAT(keys(d, "/paths/~1things/get/responses/200/headers"), ElementsAre("X-Total-Count"));
    EXPECT_EQ(at(d, "/paths/~1names/get/responses/200/headers"), "absent");
    EXPECT_EQ(at(d, std::string(create_at) + "/requestBody/required"), "true");
    EXPECT_EQ(at(d, std::string(create_at) + "/requestBody/content/application~1json/schema"),
              R"({"$ref":"#/components/schemas/CreateThingOption"})");
    EXPECT_THAT(keys(d, std::string(create_at) + "/responses"),
                UnorderedElementsAre("201", "301", "307", "400", "401", "403", "404", "409", "413", "422", "423", "429",
                                     "503", "507"));
    EXPECT_THAT(keys(d, "/paths/~1names/get/responses"),
                UnorderedElementsAre("200", "400", "401", "403", "404", "422", "429", "503"));
    EXPECT_THAT(keys(d, "/components/responses/tooManyRequests/headers"),
                UnorderedElementsAre("Retry-After", "RateLimit", "RateLimit-Policy"));
    EXPECT_EQ(at(d, "/components/responses/moved/content/application~1json"), "absent");
    EXPECT_EQ(at(d, "/components/responses/notFound/content/application~1json/schema"),
              R"({"$ref":"#/components/schemas/APIError"})");
    EXPECT_EQ(at(d, "/paths/~1repos~1{owner}~1{repo}~1things~1{id}/delete/responses/204/content"), "absent");
    EXPECT_THAT(at(d, "/paths/~1repos~1{owner}~1{repo}~1raw~1{filepath}/get/parameters/2/description"),
                HasSubstr("slashes"));
    EXPECT_EQ(at(d, "/paths/~1repos~1{owner}~1{repo}~1raw~1{filepath}/get/responses/200/content"),
              R"({"text/plain":{"schema":{"type":"string"}}})");
}

namespace other {
struct Thing {
    bool ok = true;
};
BOOST_DESCRIBE_STRUCT(Thing, (), (ok))
Result<Thing> get(Call&) { return Thing{}; }
} // namespace other

TEST(Document, RefusesTwoMeaningsOfOneName)
{
    static constexpr Operation clash[] = {
        {GET, "/other", scope::none, anyone, handle<other::get>, 200, "other", "Other"}};
    static constexpr Table clash_table{"x", clash};
    const Table* types[] = {&table, &clash_table};
    EXPECT_THROW(swagger_document(types, "1", root), std::logic_error);
    EXPECT_THROW(openapi_document(types, "1", root), std::logic_error);
    const Table* twice[] = {&table, &table};
    EXPECT_THROW(swagger_document(twice, "1", root), std::logic_error);
    static constexpr Operation named[] = {
        {GET, "/other", scope::none, anyone, handle<names>, 200, "other", "Other", {}, "Thing"}};
    static constexpr Table named_table{"x", named};
    const Table* responses[] = {&table, &named_table};
    EXPECT_THROW(swagger_document(responses, "1", root), std::logic_error);
}

} // namespace document_test
} // namespace cairn::api
