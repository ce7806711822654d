#include "db/migrations.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "db/database.hpp"

namespace cairn::db {

namespace {

struct Step {
    std::int64_t number = 0;
    std::string name;
    std::string_view script;
};

struct Applied {
    std::int64_t number = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Applied, (), (number, name))

// "0001_accounts.sql"
Step step_of(const EmbeddedFile& file)
{
    Step step{0, "", file.bytes};
    const char* begin = file.name.data();
    const char* end = begin + file.name.size();
    const auto [rest, error] = std::from_chars(begin, end, step.number);
    std::string_view name(rest, end);
    if (error != std::errc() || !name.starts_with('_') || !name.ends_with(".sql"))
        throw DatabaseError("a migration is not called NNNN_name.sql: " + std::string(file.name));
    step.name = name.substr(1, name.size() - 5);
    return step;
}

std::vector<Step> steps_of(std::span<const EmbeddedFile> files)
{
    std::vector<Step> steps;
    for (const EmbeddedFile& file : files) steps.push_back(step_of(file));
    std::ranges::sort(steps, {}, &Step::number);
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i].number == steps[i - 1].number)
            throw DatabaseError("two migrations have one number: " + steps[i - 1].name + " and " + steps[i].name);
    return steps;
}

// Throws unless what has run is the beginning of `steps`.
void require_same_history(std::span<const Applied> applied, std::span<const Step> steps)
{
    for (std::size_t i = 0; i < applied.size(); ++i) {
        const Applied& ran = applied[i];
        const std::string which = std::to_string(ran.number) + " (" + ran.name + ")";
        if (steps.empty() || ran.number > steps.back().number || i >= steps.size())
            throw DatabaseError("the database is newer than this program: migration " + which
                                + " has run, which this program does not know; start the newer program");
        if (ran.number != steps[i].number || ran.name != steps[i].name)
            throw DatabaseError("the database has another history than this program: migration " + which
                                + " has run where this program has " + std::to_string(steps[i].number) + " ("
                                + steps[i].name + ")");
    }
}

bool is_word(char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

void replace_word(std::string& line, std::string_view word, std::string_view by)
{
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at)) {
        const std::size_t end = at + word.size();
        const bool whole = (at == 0 || !is_word(line[at - 1])) && (end == line.size() || !is_word(line[end]));
        if (whole) line.replace(at, word.size(), by);
        at += whole ? by.size() : word.size();
    }
}

} // namespace

// Has access to what only migrations may do.
class Migrator {
public:
    Migrator(Database& database, std::span<const EmbeddedFile> files) : database_(database), steps_(steps_of(files)) { }

    void run()
    {
        const std::shared_ptr<void> lock = database_.migration_lock();
        while (database_.write([this](Transaction& tx) { return run_next(tx); })) { }
    }

    std::size_t pending()
    {
        const bool begun = database_.engine() == "sqlite"
            ? database_.scalar<bool>("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'schema_migration')")
            : database_.scalar<bool>("SELECT to_regclass('schema_migration') IS NOT NULL");
        if (!begun) return steps_.size();
        const auto applied = database_.all<Applied>("SELECT number, name FROM schema_migration ORDER BY number");
        require_same_history(applied, steps_);
        return steps_.size() - applied.size();
    }

private:
    // Looks again in each transaction, because on SQLite another process may have run a step since the last one.
    bool run_next(Transaction& tx)
    {
        tx.run("CREATE TABLE IF NOT EXISTS schema_migration "
               "(number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)");
        const auto applied = tx.all<Applied>("SELECT number, name FROM schema_migration ORDER BY number");
        require_same_history(applied, steps_);
        if (applied.size() == steps_.size()) return false;
        const Step& step = steps_[applied.size()];
        try {
            tx.run_script(script_for(database_.engine(), step.script));
        } catch (const DatabaseError& error) {
            throw DatabaseError("migration " + std::to_string(step.number) + " (" + step.name + "): " + error.what());
        }
        tx.run("INSERT INTO schema_migration (number, name, applied_at) VALUES ($1, $2, $3)", step.number, step.name,
               Time::now());
        return true;
    }

    Database& database_;
    std::vector<Step> steps_;
};

std::string script_for(std::string_view engine, std::string_view script)
{
    const std::string_view key = engine == "sqlite" ? "INTEGER PRIMARY KEY AUTOINCREMENT"
                                                    : "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
    constexpr std::string_view only = "-- only ";
    std::string result;
    std::string_view only_for; // empty: for both
    while (!script.empty()) {
        const std::size_t length = std::min(script.find('\n'), script.size());
        std::string line(script.substr(0, length));
        script.remove_prefix(std::min(length + 1, script.size()));
        if (line.starts_with(only)) {
            if (!only_for.empty()) throw DatabaseError("no `-- end` before: " + line);
            only_for = line.ends_with("sqlite") ? "sqlite" : "postgres";
            if (line.substr(only.size()) != only_for) throw DatabaseError("an unknown engine: " + line);
        } else if (line == "-- end") {
            if (only_for.empty()) throw DatabaseError("`-- end` without its `-- only`");
            only_for = "";
        } else if (only_for.empty() || only_for == engine) {
            replace_word(line, "IDENTITY_KEY", key);
            if (only_for.empty() && engine == "postgres") replace_word(line, "TEXT", "TEXT COLLATE \"C\"");
            result += line + '\n';
        }
    }
    if (!only_for.empty()) throw DatabaseError("no `-- end` after the last `-- only`");
    return result;
}

void migrate(Database& database, std::span<const EmbeddedFile> steps) { Migrator(database, steps).run(); }

void migrate(Database& database) { migrate(database, embedded_files()); }

std::size_t pending_migrations(Database& database) { return Migrator(database, embedded_files()).pending(); }

} // namespace cairn::db
