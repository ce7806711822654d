#include "import/kind.hpp"

#include <algorithm>
#include <system_error>

#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::import {

namespace {

constexpr std::size_t most_examples = 1000;

std::int64_t greatest_here(db::Queries& db, const std::string& table)
{
    return db.scalar<std::int64_t>(db::Sql::composed("SELECT COALESCE(max(id), 0) AS value FROM " + table));
}

// Whoever makes rows here later must not be given the ids that are about to be used.
void reserve_ids(db::Transaction& tx, const config::Settings& settings, const std::string& table, std::int64_t last)
{
    if (settings.database.db_type == config::DatabaseType::postgres) {
        tx.scalar<std::int64_t>(db::Sql::composed("SELECT setval(pg_get_serial_sequence('" + table
                                                  + "', 'id'), GREATEST($1, nextval("
                                                    "pg_get_serial_sequence('"
                                                  + table + "', 'id')))) AS value"),
                                last);
        return;
    }
    if (tx.run("UPDATE sqlite_sequence SET seq = max(seq, $2) WHERE name = $1", table, last) == 0)
        tx.run("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", table, last);
}

} // namespace

std::optional<std::int64_t> Move::find(db::Queries& db, std::string_view kind, std::int64_t old_id) const
{
    return db.first<std::int64_t>("SELECT new_id FROM import_map WHERE source_id = $1 AND kind = $2 AND old_id = $3",
                                  source_id, kind, old_id);
}

Progress begin(const Move& move, const Kind& kind)
{
    const auto known = [&](db::Queries& db) {
        return db.first<Progress>(
            "SELECT free_id, shifts, last_id FROM import_progress WHERE source_id = $1 AND kind = $2", move.source_id,
            kind.name);
    };
    if (auto progress = known(move.queries())) return *progress;
    const std::string here(kind.here);
    const std::string there(kind.table);
    const auto last_there = move.source.has(there, "id") ? move.source.last_id(there) : 0;
    Progress progress;
    move.write([&](db::Transaction& tx) {
        progress = {};
        if (kind.ids != Ids::none) {
            const auto last_here = greatest_here(tx, here);
            progress.free_id = std::max(last_here, last_there);
            progress.shifts = last_here > 0;
            // What PostgreSQL has reserved in a trial it does not take back: that leaves a gap, and nothing else.
            if (last_there > 0) reserve_ids(tx, move.site.settings(), here, progress.free_id + last_there);
        }
        tx.run("INSERT INTO import_progress (source_id, kind, free_id, shifts, last_id) VALUES ($1, $2, $3, $4, 0)",
               move.source_id, kind.name, progress.free_id, progress.shifts);
    });
    return progress;
}

std::vector<std::int64_t> take_refused(const Move& move, const Kind& kind)
{
    std::vector<std::int64_t> refused;
    move.write([&](db::Transaction& tx) {
        refused = tx.all<std::int64_t>(
            "SELECT old_id AS value FROM import_refused WHERE source_id = $1 AND kind = $2 ORDER BY old_id",
            move.source_id, kind.name);
        tx.run("DELETE FROM import_loss WHERE source_id = $1 AND kind = $2 AND NOT partial", move.source_id, kind.name);
    });
    return refused;
}

Outcome try_to_prepare(const std::function<Outcome()>& prepare)
try {
    return prepare();
} catch (const std::system_error& error) {
    if (error.code() == std::errc::no_space_on_device || error.code() == std::errc::read_only_file_system) throw;
    return refuse("its files could not be read or copied", error.what());
}

Refusal unforeseen(const db::DatabaseError& error, std::int64_t old_id)
{
    // The statement, which follows, tells nothing to who reads this.
    const std::string_view words = error.what();
    return {.reason = "the database does not take it: " + std::string(words.substr(0, words.find("; in: "))),
            .what = "id " + std::to_string(old_id)};
}

std::int64_t Batch::id_for(std::int64_t old_id)
{
    const bool taken = kind_.ids == Ids::ordered ? progress_.shifts
                                                 : progress_.shifts
            && tx.scalar<bool>(db::Sql::composed("SELECT EXISTS (SELECT 1 FROM " + std::string(kind_.here)
                                                 + " WHERE id = $1) AS value"),
                               old_id);
    return taken ? progress_.free_id + old_id : old_id;
}

void Batch::remember(std::int64_t old_id, std::int64_t new_id)
{
    tx.run("INSERT INTO import_map (source_id, kind, old_id, new_id) VALUES ($1, $2, $3, $4)", move_.source_id,
           kind_.name, old_id, new_id);
}

void Batch::count(std::int64_t old_id, const Outcome& outcome)
{
    const bool refused = !outcome && !outcome.error().reason.empty();
    if (outcome) ++moved_;
    // A row that the kind was past already is one that was refused before.
    if (!refused && old_id <= progress_.last_id)
        tx.run("DELETE FROM import_refused WHERE source_id = $1 AND kind = $2 AND old_id = $3", move_.source_id,
               kind_.name, old_id);
    if (!refused) return;
    lose(outcome.error(), false);
    tx.run("INSERT INTO import_refused (source_id, kind, old_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
           move_.source_id, kind_.name, old_id);
}

void Batch::lose(const Refusal& refusal, bool partial)
{
    Loss& loss = losses_[refusal.reason];
    ++loss.count;
    loss.partial = partial;
    if (!refusal.what.empty() && loss.examples.size() < most_examples) loss.examples.push_back(refusal.what);
}

void Batch::finish(std::int64_t last_id)
{
    tx.run("UPDATE import_progress SET last_id = CASE WHEN last_id < $3 THEN CAST($3 AS BIGINT) ELSE last_id END,"
           " moved = moved + $4, bytes = bytes + $5 WHERE source_id = $1 AND kind = $2",
           move_.source_id, kind_.name, last_id, moved_, bytes_);
    for (const auto& [reason, loss] : losses_) {
        auto examples = tx.first<std::string>(
            "SELECT examples AS value FROM import_loss WHERE source_id = $1 AND kind = $2 AND reason = $3",
            move_.source_id, kind_.name, reason);
        std::vector<std::string> names;
        if (examples)
            for (const auto name : text::split_list(*examples, '\n')) names.emplace_back(name);
        for (const auto& name : loss.examples)
            if (names.size() < most_examples) names.push_back(name);
        tx.run("INSERT INTO import_loss (source_id, kind, reason, count, examples, partial)"
               " VALUES ($1, $2, $3, $4, $5, $6)"
               " ON CONFLICT (source_id, kind, reason) DO UPDATE SET count = import_loss.count + excluded.count,"
               " examples = excluded.examples",
               move_.source_id, kind_.name, reason, loss.count, text::join(names, "\n"), loss.partial);
    }
}

} // namespace cairn::import
