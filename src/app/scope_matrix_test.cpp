// Every row of every table, with every kind of token in every place where a token can be: does the door hold what the
// row declares? Router and gate are the real ones; behind each row's own door stands a probe that does nothing but tell
// who came in, so that no row changes what the next one finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>

#include "accounts/account.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/tokens/tokens.hpp"
#include "app/application.hpp"
#include "app/catalog.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/password_hash.hpp"
#include "db/test_database.hpp"

namespace cairn::app {
namespace {

using namespace api;

Result<Raw> tell(Call& call)
{
    return Raw{.body = "came in as " + std::to_string(call.caller.id), .content_type = "text/plain"};
}
constexpr Guard open_door{.name = "probe", .check = [](Call&) { return Result<void>(); }};

// The catalog with a probe behind each row.
class ProbedCatalog {
public:
    ProbedCatalog()
    {
        for (const Table* table : catalog()) {
            auto& rows = rows_.emplace_back();
            rows.reserve(table->operations.size());
            for (const Operation& row : table->operations)
                rows.push_back({row.method, row.path, row.scope, row.guard.own_credentials ? unguarded : open_door,
                                handle<tell>, 200, row.id, row.summary});
            tables_.push_back({table->tag, rows, table->door, nullptr, table->listens});
        }
        for (const Table& table : tables_) pointers_.push_back(&table);
    }
    std::span<const Table* const> tables() const { return pointers_; }

private:
    std::deque<std::vector<Operation>> rows_;
    std::deque<Table> tables_;
    std::vector<const Table*> pointers_;
};

constexpr std::string_view categories[] = {"activitypub", "admin", "misc",       "notification", "organization",
                                           "package",     "issue", "repository", "user"};

struct TokenKind {
    std::vector<std::string> scopes;
    std::string value{};

    bool has(std::string_view scope) const { return std::ranges::find(scopes, scope) != scopes.end(); }
};

// What the specification says of a row and a token, in words of its own: the scopes that are missing.
std::vector<std::string> missing_scopes(const Operation& row, const TokenKind& token)
{
    const bool reads = row.method == Method::GET;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < std::size(categories); ++i) {
        if ((row.scope.categories >> i & 1) == 0) continue;
        const std::string category(categories[i]);
        if (token.has("all") || token.has("write:" + category) || (reads && token.has("read:" + category))) continue;
        missing.push_back((reads ? "read:" : "write:") + category);
    }
    return missing;
}

struct Place {
    std::string_view name;
    std::string authorization{};
    std::string query{};
    std::string form{};
};

std::vector<Place> places_for(const std::string& token)
{
    return {
        {"header token", "token " + token},
        {"header bearer", "Bearer " + token},
        {"basic password", "Basic " + base64_encode("anybody:" + token)},
        {"basic name", "Basic " + base64_encode(token + ":")},
        {"basic filler", "Basic " + base64_encode(token + ":x-oauth-basic")},
        {"query token", "", "token=" + token},
        {"query access_token", "", "access_token=" + token},
        {"form token", "", "", "token=" + token},
    };
}

class ScopeMatrixTest : public testing::Test {
protected:
    ScopeMatrixTest()
    {
        db.migrate();
        settings.security.secret_key = "secret";
        settings.server.root_url = "http://localhost/";
        settings.rate_limit.enabled = false;
        settings.repository.root = db.options().path + ".repositories";
        db->write([&](db::Transaction& tx) {
            const accounts::NewAccount wanted{
                .name = "ann",
                .email = "ann@example.com",
                .password_hash = crypto::hash_password("password", {.memory = 64, .passes = 1, .lanes = 1}),
                .is_admin = true};
            ann = accounts::create_account(tx, wanted).value();
            const auto add = [&](std::vector<std::string> scopes) {
                const auto made =
                    accounts::make_token(tx, ann.id, std::to_string(tokens.size()), ScopeSet::parse(scopes).value());
                tokens.push_back({std::move(scopes), made.value().value});
            };
            limited = accounts::make_token(tx, ann.id, "limited", ScopeSet::everything(),
                                           {.repositories = std::vector<std::int64_t>{}})
                          .value()
                          .value;
            add({});
            add({"all"});
            add({"public-only", "all"});
            for (const std::string_view category : categories)
                for (const std::string_view level : {"read:", "write:"})
                    add({std::string(level) + std::string(category)});
        });
        application.emplace(*db, settings, probes.tables());
    }

    ~ScopeMatrixTest() override
    {
        application.reset();
        std::filesystem::remove_all(settings.repository.root);
    }

    struct Answer {
        int status = 0;
        std::string body{};
    };
    Answer send(const Table& table, const Operation& row, const Place& place, std::string_view cookie = "")
    {
        std::string target = table.door == Door::api ? "/api/v1" : "";
        const auto mark = std::min(row.path.find('?'), row.path.size());
        for (const auto part : text::split(row.path.substr(1, mark - 1), '/')) {
            target += '/';
            target += part.starts_with('{') ? "x" + std::string(part.substr(part.find('}') + 1)) : std::string(part);
        }
        target += row.path.substr(mark);
        if (!place.query.empty()) target += (mark == row.path.size() ? "?" : "&") + place.query;
        http::Request request;
        request.method = word_of_method(row.method);
        request.target = target;
        request.peer = "192.0.2.1";
        request.headers.push_back({"Sec-Fetch-Site", "same-origin"});
        if (!place.authorization.empty()) request.headers.push_back({"Authorization", place.authorization});
        if (!cookie.empty()) request.headers.push_back({"Cookie", cookie});
        if (!place.form.empty()) {
            request.headers.push_back({"Content-Type", "application/x-www-form-urlencoded"});
            request.body = place.form;
        }
        auto admitted = application->admit(request);
        if (const auto* refused = std::get_if<http::Response>(&admitted)) return {refused->status};
        const auto response = application->serve(request);
        Answer answer{response.status};
        if (const auto* body = std::get_if<std::string>(&response.body)) answer.body = *body;
        return answer;
    }
    static std::string_view word_of_method(Method method)
    {
        constexpr std::string_view words[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
        return words[static_cast<std::size_t>(method)];
    }
    std::string as(std::int64_t id) const { return "came in as " + std::to_string(id); }

    template <class F> void each_row(F visit)
    {
        for (const Table* table : probes.tables())
            for (const Operation& row : table->operations) {
                SCOPED_TRACE(std::string(word_of_method(row.method)) + " " + std::string(row.path));
                visit(*table, row);
            }
    }

    db::TestDatabase db{db::Options::Engine::sqlite};
    config::Settings settings;
    ProbedCatalog probes;
    accounts::Account ann;
    std::vector<TokenKind> tokens;
    std::string limited; // to a list of repositories, with every scope
    std::optional<Application> application;
};

TEST_F(ScopeMatrixTest, EveryTokenInEveryPlaceOpensWhatItsScopesSayAndNothingElse)
{
    std::size_t questions = 0;
    for (const TokenKind& token : tokens)
        for (const Place& place : places_for(token.value))
            each_row([&](const Table& table, const Operation& row) {
                // A body is no part of a GET.
                if (!place.form.empty() && row.method == Method::GET) return;
                ++questions;
                const auto answer = send(table, row, place);
                if (row.guard.own_credentials || !table.listens.to_tools) {
                    ASSERT_EQ(answer.status, 200) << place.name;
                    ASSERT_EQ(answer.body, as(0)) << place.name << ": pages and open rows do not read tokens";
                    return;
                }
                const auto missing = missing_scopes(row, token);
                const bool too_public = token.has("public-only") && row.scope.refuses_public_only;
                if (missing.empty() && !too_public) {
                    ASSERT_EQ(answer.status, 200) << place.name << " " << text::join(token.scopes, ",");
                    ASSERT_EQ(answer.body, as(ann.id)) << place.name;
                    return;
                }
                ASSERT_EQ(answer.status, 403) << place.name << " " << text::join(token.scopes, ",");
                for (const std::string& name : missing) ASSERT_NE(answer.body.find(name), answer.body.npos) << name;
            });
    EXPECT_GT(questions, 21U * 7 * 10);
}

TEST_F(ScopeMatrixTest, ATokenForSomeRepositoriesChangesNothingElse)
{
    constexpr std::string_view open_to_changes[] = {"/repos/{owner}/{repo}",
                                                    "/{owner}/{repo}/",
                                                    "/user/starred/{owner}/{repo}",
                                                    "/packages/",
                                                    "/api/packages/",
                                                    "/markdown",
                                                    "/markup",
                                                    "/token",
                                                    "/users/{username}/tokens",
                                                    "/login/oauth/userinfo",
                                                    "/login/oauth/register"}; // which its own guard closes to it
    each_row([&](const Table& table, const Operation& row) {
        if (row.guard.own_credentials || !table.listens.to_tools) return;
        const bool opens = !row.path.starts_with("/admin/")
            && (row.method == Method::GET || std::ranges::any_of(open_to_changes, [&](std::string_view beginning) {
                    return row.path.starts_with(beginning);
                }));
        ASSERT_EQ(send(table, row, {"header", "token " + limited}).status, opens ? 200 : 403);
    });
}

TEST_F(ScopeMatrixTest, NobodyIsNobodyAndAPasswordHasEveryScope)
{
    each_row([&](const Table& table, const Operation& row) {
        const auto nobody = send(table, row, {"nothing"});
        ASSERT_EQ(nobody.status, 200);
        ASSERT_EQ(nobody.body, as(0));
        const auto password = send(table, row, {"password", "Basic " + base64_encode("ann:password")});
        const bool listens = table.listens.to_tools && !row.guard.own_credentials;
        ASSERT_EQ(password.status, 200);
        ASSERT_EQ(password.body, as(listens ? ann.id : 0));
    });
}

TEST_F(ScopeMatrixTest, AWrongTokenIsRefusedWhereverTokensAreRead)
{
    for (const Place& place : places_for(std::string(40, '0')))
        each_row([&](const Table& table, const Operation& row) {
            if (!place.form.empty() && row.method == Method::GET) return;
            const bool listens = table.listens.to_tools && !row.guard.own_credentials;
            // One wrong password after the other ends in having to wait, which is no way in either.
            const auto status = send(table, row, place).status;
            if (listens) ASSERT_TRUE(status == 401 || status == 429) << place.name << " " << status;
            else ASSERT_EQ(status, 200) << place.name;
        });
}

TEST_F(ScopeMatrixTest, TheBrowsersCookieOpensPagesAndNotTheApi)
{
    accounts::Sessions sessions(*db, settings);
    http::Request browser;
    const auto header =
        db->write([&](db::Transaction& tx) { return sessions.open(tx, browser, {.account_id = ann.id}); });
    const auto cookie = header.substr(0, header.find(';'));
    each_row([&](const Table& table, const Operation& row) {
        const auto answer = send(table, row, {"cookie"}, cookie);
        const bool listens = table.listens.to_pages && !row.guard.own_credentials;
        ASSERT_EQ(answer.status, 200);
        ASSERT_EQ(answer.body, as(listens ? ann.id : 0));
    });
}

} // namespace
} // namespace cairn::app
