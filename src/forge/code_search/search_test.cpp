#include "code_search/search.hpp"

#include <chrono>
#include <iostream>
#include <random>

#include "accounts/account.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "code_search/code_files.hpp"
#include "code_search/indexer.hpp"
#include "code_search/rules.hpp"
#include "config/indexer_settings.hpp"
#include "config/settings.hpp"
#include "db/test_database.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "git/test_repository.hpp"
#include "repositories/repository.hpp"

namespace cairn::code_search {
namespace {

class CodeSearchTest : public git::RepositoryTest, public testing::WithParamInterface<db::Options::Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        db.emplace(GetParam());
        db->migrate();
        settings.database.db_type =
            GetParam() == db::Options::Engine::sqlite ? config::DatabaseType::sqlite3 : config::DatabaseType::postgres;
        (*db)->write([&](db::Transaction& tx) {
            ann = tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                                          " VALUES ('individual', 'Ann', 'ann', '', 0, 0) RETURNING id");
        });
        id = add_repository("Tea", key, 0);
        site.emplace(**db, settings, bus);
        site->add(repositories);
    }

    std::int64_t add_repository(const std::string& name, const std::string& storage, std::int64_t audience)
    {
        return (*db)->write([&](db::Transaction& tx) {
            return tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience,"
                                           " units, default_branch, empty, private, created_at, updated_at)"
                                           " VALUES ($1, $2, $3, $4, $5, 1, 'main', FALSE, $6, 0, 0) RETURNING id",
                                           ann, storage, name, text::to_lower(name), audience, audience != 0);
        });
    }

    // Another folder with the same commits.
    std::string copy() const
    {
        auto other = git::Store::new_key();
        std::filesystem::create_directories(std::filesystem::path(store.path(other)).parent_path());
        std::filesystem::copy(bare, store.path(other), std::filesystem::copy_options::recursive);
        return other;
    }

    void index(std::int64_t repository)
    {
        for (int i = 0; i < 100; ++i) {
            const auto more = index_next(*site, repository);
            ASSERT_TRUE(more) << more.error().message;
            if (!*more) return;
        }
        FAIL() << "it never ends";
    }

    FoundCode search(std::string_view text, const api::Caller& caller = {}, Paging paging = {}, std::int64_t of = 0)
    {
        const auto query = parse_query(text);
        EXPECT_TRUE(query);
        auto found = search_code(api::View(**db, settings, caller), *query, paging, of);
        EXPECT_TRUE(found);
        return found.value_or(FoundCode{});
    }
    std::vector<std::string> paths(std::string_view text)
    {
        std::vector<std::string> all;
        for (const auto& file : search(text).files) all.push_back(file.path);
        std::ranges::sort(all);
        return all;
    }
    std::int64_t count(db::Sql sql) { return (*db)->scalar<std::int64_t>(sql); }

    using Paths = std::vector<std::string>;
    std::optional<db::TestDatabase> db;
    config::Settings settings;
    events::Bus bus;
    git::Repositories repositories{store};
    std::optional<api::Site> site;
    std::int64_t ann = 0;
    std::int64_t id = 0;
};

TEST_P(CodeSearchTest, FindsLinesByWordsPathsLanguagesAndExpressions)
{
    write("src/kettle.cpp", "#include <tea>\n\nint boil_water(int degrees)\n{\n    return degrees;\n}\n");
    write("src/cup.py", "def boil_water():\n    pass\n");
    write("README.md", "Boil water, then wait.\n");
    write("picture.png", std::string("\0\1boil_water", 12));
    commit("tea");
    index(id);
    EXPECT_EQ(paths("boil_water"), (Paths{"src/cup.py", "src/kettle.cpp"}));
    EXPECT_EQ(paths("BOIL_water degrees"), (Paths{"src/kettle.cpp"}));
    EXPECT_EQ(paths("\"boil water\""), (Paths{"README.md"}));
    EXPECT_EQ(paths("boil path:src/"), (Paths{"src/cup.py", "src/kettle.cpp"}));
    EXPECT_EQ(paths("boil path:*.PY"), (Paths{"src/cup.py"}));
    EXPECT_EQ(paths("boil -path:*.py -path:README"), (Paths{"src/kettle.cpp"}));
    EXPECT_EQ(paths("boil lang:c++"), (Paths{"src/kettle.cpp"}));
    EXPECT_EQ(paths("boil -language:C++ path:src"), (Paths{"src/cup.py"}));
    EXPECT_EQ(paths("/^int\\s+boil_\\w+\\(/"), (Paths{"src/kettle.cpp"}));
    EXPECT_EQ(paths("/^.{6}s/"), (Paths{"src/cup.py"}));
    EXPECT_EQ(paths("path:cup"), (Paths{"src/cup.py"}));
    EXPECT_EQ(paths("boil repo:ann/tea"), paths("boil"));
    EXPECT_EQ(paths("boil repo:ann/coffee"), Paths{});
    EXPECT_EQ(paths("boil -repo:ann/tea"), Paths{});
    EXPECT_EQ(paths("nothing_at_all"), Paths{});
    EXPECT_EQ(paths("'; DROP TABLE \"x\" % _ AND NOT"), Paths{});
    EXPECT_EQ(paths("{"), (Paths{"src/kettle.cpp"}));

    const auto found = search("boil_water lang:C++");
    EXPECT_EQ(found.total, 1);
    EXPECT_TRUE(found.exact);
    const auto& file = found.files.at(0);
    EXPECT_EQ(file.owner, "Ann");
    EXPECT_EQ(file.repository, "Tea");
    EXPECT_EQ(file.branch, "main");
    EXPECT_EQ(file.commit_id, git("rev-parse main"));
    EXPECT_EQ(file.language, "C++");
    EXPECT_EQ(file.lines, 1);
    ASSERT_EQ(file.fragments.size(), 1U);
    EXPECT_EQ(file.fragments[0].lines.size(), 6U);
    EXPECT_EQ(file.fragments[0].lines[2].ranges.at(0).begin, 4);
}

TEST_P(CodeSearchTest, FollowsPushes)
{
    write("a.txt", "apples\n");
    write("b.txt", "bananas\n");
    write("same.txt", "apples\n");
    commit("one");
    index(id);
    EXPECT_EQ(count("SELECT count(*) FROM code_text"), 2);
    write("a.txt", "cherries\n");
    in_work("git mv b.txt c.txt");
    commit("two");
    EXPECT_FALSE(index_state(**db, *repositories::find_repository(**db, id)).current);
    index(id);
    EXPECT_EQ(paths("apples"), (Paths{"same.txt"}));
    EXPECT_EQ(paths("cherries"), (Paths{"a.txt"}));
    EXPECT_EQ(paths("bananas"), (Paths{"c.txt"}));
    in_work("git rm -q same.txt");
    commit("three");
    index(id);
    EXPECT_EQ(paths("apples"), Paths{});
    EXPECT_EQ(count("SELECT count(*) FROM code_text"), 2);
    // Rewritten, so that nothing leads from the commit that is indexed to the new one.
    in_work("git checkout -q --orphan other && git rm -rfq . && echo dates > d.txt && git add d.txt && git commit -qm x"
            " && git push -qf origin HEAD:main");
    git("reflog expire --expire=now --all");
    git("gc -q --prune=now");
    repositories.forget(key);
    index(id);
    EXPECT_EQ(paths("/./"), (Paths{"d.txt"}));
}

TEST_P(CodeSearchTest, IsBroughtToTheRightEndFromTheMiddleOfAnotherCommit)
{
    write("a.txt", "apples\n");
    commit("one");
    index(id);
    const auto one = git("rev-parse main");
    write("a.txt", "cherries\n");
    commit("two");
    index(id);
    // As if it had been killed before the second commit was all there.
    (*db)->write(
        [&](db::Transaction& tx) { tx.run("UPDATE code_index SET pending = commit_id, commit_id = $1", one); });
    write("a.txt", "apples\n");
    commit("three");
    index(id);
    EXPECT_EQ(paths("apples"), (Paths{"a.txt"}));
    EXPECT_EQ(paths("cherries"), Paths{});
}

TEST_P(CodeSearchTest, IsMadeAnewWhenItsRulesChange)
{
    write("a.txt", "apples\n");
    commit("one");
    index(id);
    (*db)->write([&](db::Transaction& tx) { tx.run("UPDATE code_index SET version = 1"); });
    index_missing(*site, {});
    EXPECT_EQ(count("SELECT count(*) FROM job WHERE kind = 'content_index'"), 1);
    index(id);
    EXPECT_EQ(paths("apples"), (Paths{"a.txt"}));
    EXPECT_GT(count("SELECT version FROM code_index"), 1);
}

TEST_P(CodeSearchTest, ShowsPrivateCodeToThoseWhoMayReadIt)
{
    write("a.txt", "apples\n");
    commit("one");
    const auto hidden = add_repository("Secret", copy(), static_cast<std::int64_t>(access::Audience::granted));
    index(id);
    index(hidden);
    EXPECT_EQ(count("SELECT count(*) FROM code_text"), 1);
    EXPECT_EQ(search("apples").total, 1);
    const auto account = accounts::find_account(**db, ann);
    api::Caller owner{.account = std::make_shared<accounts::Account>(*account), .id = ann, .name = "Ann"};
    EXPECT_EQ(search("apples", owner).total, 2);
    EXPECT_EQ(search("apples", owner, {}, hidden).total, 1);
    EXPECT_EQ(search("apples", {}, {}, hidden).total, 0);
    (*db)->write([&](db::Transaction& tx) { tx.run("UPDATE repository SET units = 2 WHERE id = $1", id); });
    EXPECT_EQ(search("apples").total, 0);
}

TEST_P(CodeSearchTest, ForgetsWhatIsGone)
{
    write("a.txt", "apples\n");
    commit("one");
    const auto fork = add_repository("Fork", copy(), 0);
    index(id);
    index(fork);
    (*db)->write([&](db::Transaction& tx) { tx.run("DELETE FROM repository WHERE id = $1", id); });
    EXPECT_EQ(search("apples").total, 1);
    index(id);
    EXPECT_EQ(count("SELECT count(*) FROM code_file"), 1);
    EXPECT_EQ(search("apples").total, 1);
    (*db)->write([&](db::Transaction& tx) { tx.run("DELETE FROM repository WHERE id = $1", fork); });
    index_missing(*site, {});
    EXPECT_EQ(count("SELECT count(*) FROM job WHERE kind = 'content_index'"), 1);
    index(fork);
    EXPECT_EQ(count("SELECT count(*) FROM code_text") + count("SELECT count(*) FROM code_file")
                  + count("SELECT count(*) FROM code_index"),
              0);
}

TEST_P(CodeSearchTest, PutsOthersWorkLastAndTellsPages)
{
    for (int i = 0; i < 30; ++i) write("vendor/v" + std::to_string(i) + ".c", "apples " + std::to_string(i) + "\n");
    for (int i = 0; i < 5; ++i) write("z/own" + std::to_string(i) + ".c", "apples too " + std::to_string(i) + "\n");
    commit("one");
    index(id);
    const auto first = search("apples", {}, {.page = 1, .limit = 10});
    EXPECT_EQ(first.total, 35);
    EXPECT_TRUE(first.exact);
    ASSERT_EQ(first.files.size(), 10U);
    EXPECT_EQ(first.files[0].path, "z/own0.c");
    EXPECT_EQ(first.files[5].path.substr(0, 7), "vendor/");
    EXPECT_EQ(search("apples", {}, {.page = 4, .limit = 10}).files.size(), 5U);
    EXPECT_EQ(search("apples", {}, {.page = 5, .limit = 10}).files.size(), 0U);
}

// By hand, with --gtest_also_run_disabled_tests: how long it takes to look through 10,000 files of 8 KiB.
TEST_P(CodeSearchTest, DISABLED_TenThousandFilesAreLookedThrough)
{
    std::minstd_rand random(1);
    std::vector<std::string> words;
    for (int i = 0; i < 20'000; ++i) {
        std::string word;
        for (std::size_t letters = 3 + random() % 9; word.size() < letters;)
            word += static_cast<char>('a' + random() % 26);
        words.push_back(std::move(word));
    }
    using Clock = std::chrono::steady_clock;
    const auto spent = [](Clock::time_point since) {
        return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - since).count())
            + " us";
    };
    const auto begin = Clock::now();
    for (int file = 0; file < 10'000;) {
        std::vector<CodeFile> files;
        for (int i = 0; i < 25; ++i, ++file) {
            const auto number = std::to_string(file);
            std::string text = "// file_number_" + number + "\n";
            while (text.size() < 8192) {
                text += "    return ";
                // A few words are everywhere, most are rare.
                for (int j = 0; j < 6; ++j) {
                    const auto r = static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max());
                    text += words[static_cast<std::size_t>(r * r * r * 19'999)] + (j % 2 == 0 ? "(" : "_");
                }
                text += ";\n";
            }
            files.push_back(
                {"src/part" + std::to_string(file % 50) + "/" + number + ".cpp", number, std::move(text), "C++"});
        }
        (*db)->write([&](db::Transaction& tx) { change_files(tx, id, files, {}); });
    }
    std::cout << "indexed in " << spent(begin) << "\n";
    const auto common = words[0];
    const auto rare = words[19'000];
    const std::string queries[] = {"return",
                                   common,
                                   rare,
                                   common + " " + rare,
                                   "file_number_4711",
                                   "/return\\s+" + rare + "/",
                                   "/file_number_12\\d\\d\\b/",
                                   "return path:part7/",
                                   "xyzzy_is_nowhere",
                                   "/[0-9]{4}$/"};
    for (const auto& query : queries) {
        search(query);
        const auto since = Clock::now();
        const auto found = search(query, {}, {.page = 1, .limit = 20});
        std::cout << query << ": " << found.total << (found.exact ? "" : "+") << " files in " << spent(since) << "\n";
    }
    std::cout << "texts " << count("SELECT CAST(sum(length(text)) AS BIGINT) FROM code_text") << "\n";
    if (GetParam() == db::Options::Engine::postgres)
        std::cout << "index " << count("SELECT pg_relation_size('code_text_trigrams')") << "\n";
    else std::cout << "index " << count("SELECT CAST(sum(length(block)) AS BIGINT) FROM code_words_data") << "\n";
}

INSTANTIATE_TEST_SUITE_P(BothEngines, CodeSearchTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

TEST(IndexRules, LeaveOutWhatTheSettingsSay)
{
    config::Indexer indexer;
    const Rules all(indexer);
    EXPECT_TRUE(all.want("src/a.c"));
    EXPECT_TRUE(all.want("vendor/a.c"));
    EXPECT_FALSE(all.want("a\xff.c"));
    indexer.repo_indexer_include = {"*.c", "docs/**"};
    indexer.repo_indexer_exclude = {"*_test.c"};
    indexer.repo_indexer_exclude_vendored = true;
    const Rules some(indexer);
    EXPECT_TRUE(some.want("src/a.c"));
    EXPECT_TRUE(some.want("docs/a/b.md"));
    EXPECT_FALSE(some.want("src/a_test.c"));
    EXPECT_FALSE(some.want("src/a.h"));
    EXPECT_FALSE(some.want("vendor/a.c"));
    EXPECT_NE(some.version(), all.version());
    EXPECT_EQ(Rules(indexer).version(), some.version());
}

TEST(IndexedTexts, AreTextOfAnyEncoding)
{
    EXPECT_EQ(read_text("a.txt", "na\xefve")->text, "na\xc3\xafve");
    EXPECT_EQ(read_text("a.txt", "\xef\xbb\xbfx")->text, "x");
    EXPECT_FALSE(read_text("a.txt", std::string("a\0b", 3)));
    EXPECT_FALSE(read_text("a.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"));
    EXPECT_EQ(read_text("run", "#!/usr/bin/env python3\n")->language, "Python");
    EXPECT_TRUE(read_text("package-lock.json", "{}")->lesser);
}

} // namespace
} // namespace cairn::code_search
