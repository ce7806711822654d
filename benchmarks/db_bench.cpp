// What a read and a write of SQLite cost. Run by hand: build/benchmarks/db_bench
#include <benchmark/benchmark.h>

#include "db/test_database.hpp"

namespace {

using namespace cairn;

struct Account {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email;
    bool is_admin = false;
    std::optional<std::string> website;
    std::int64_t followers = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Account, (), (id, name, full_name, email, is_admin, website, followers, created_at))

struct Label {
    std::int64_t id = 0;
    std::string name;
    std::int64_t followers = 0;
};
BOOST_DESCRIBE_STRUCT(Label, (), (id, name, followers))

db::Database& seeded()
{
    static db::TestDatabase database(db::Options::Engine::sqlite);
    static const bool filled = [] {
        database->write([](db::Transaction& tx) {
            tx.run("CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, full_name TEXT NOT NULL, "
                   "email TEXT NOT NULL, is_admin BOOLEAN NOT NULL, website TEXT, followers BIGINT NOT NULL, "
                   "created_at BIGINT NOT NULL)");
            tx.run("CREATE TABLE note (text TEXT NOT NULL)");
            for (int i = 0; i < 10'000; ++i) {
                const std::string name = "user" + std::to_string(i);
                tx.run("INSERT INTO account VALUES ($1, $2, $3, $4, FALSE, NULL, 0, $5)", i, name, "The user " + name,
                       name + "@example.org", Time::now());
            }
        });
        database.close(); // so that all is in the file, as it is in a server that has run for a while
        database.open();
        return true;
    }();
    benchmark::DoNotOptimize(filled);
    return *database;
}

void point_read(benchmark::State& state)
{
    db::Database& database = seeded();
    int i = 0;
    while (state.KeepRunning()) {
        i = (i + 7919) % 10'000;
        benchmark::DoNotOptimize(database.first<Account>("SELECT * FROM account WHERE id = $1", i));
    }
}
BENCHMARK(point_read)->ThreadRange(1, 2);

void read_of_50_rows(benchmark::State& state)
{
    db::Database& database = seeded();
    while (state.KeepRunning())
        benchmark::DoNotOptimize(
            database.all<Account>("SELECT * FROM account WHERE id >= $1 ORDER BY id LIMIT 50", 5000));
}
BENCHMARK(read_of_50_rows);

void read_of_50_short_rows(benchmark::State& state)
{
    db::Database& database = seeded();
    while (state.KeepRunning())
        benchmark::DoNotOptimize(
            database.all<Label>("SELECT id, name, followers FROM account WHERE id >= $1 ORDER BY id LIMIT 50", 5000));
}
BENCHMARK(read_of_50_short_rows);

void page_of_50_rows(benchmark::State& state)
{
    db::Database& database = seeded();
    while (state.KeepRunning())
        benchmark::DoNotOptimize(database.page<Account>(Paging{1, 50},
                                                        "SELECT * FROM account WHERE id < $1 ORDER BY id",
                                                        49)); // not full, so that nothing is counted
}
BENCHMARK(page_of_50_rows);

// With many threads the figure is what the group commit makes of the disk's time.
void write(benchmark::State& state)
{
    db::Database& database = seeded();
    while (state.KeepRunning())
        database.write([](db::Transaction& tx) { tx.run("INSERT INTO note (text) VALUES ($1)", "a short note"); });
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(write)->Threads(1)->Threads(8)->Threads(64)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
