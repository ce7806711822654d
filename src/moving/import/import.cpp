#include "import/import.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "import/counts.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

std::int64_t source_id(db::Transaction& tx, const std::string& name)
{
    if (const auto known = tx.first<std::int64_t>("SELECT id FROM import_source WHERE name = $1", name)) return *known;
    return tx.scalar<std::int64_t>("INSERT INTO import_source (name, started_at) VALUES ($1, $2) RETURNING id", name,
                                   Time::now());
}

// The first column that a kind cannot do without and that is not there.
std::optional<std::string> missing_column(const Source& source, const Kind& kind)
{
    for (const auto column : text::split_list(kind.needed, ' '))
        if (!source.has(std::string(kind.table), std::string(column))) return std::string(column);
    return {};
}

void note_unknown(const Move& move, const Kind& kind, const std::string& column)
{
    const Progress progress = begin(move, kind);
    move.write([&](db::Transaction& tx) {
        // An earlier run has said the same, and once is enough.
        tx.run("DELETE FROM import_loss WHERE source_id = $1 AND kind = $2", move.source_id, kind.name);
        Batch batch(move, kind, progress, tx);
        batch.note("the layout of the old site's table is not known: " + std::string(kind.table) + " has no column "
                       + column,
                   {});
        batch.finish(progress.last_id);
    });
}

void move_all(Move& move)
{
    for (const Kind* kind : all_kinds()) {
        if (!move.source.has_table(std::string(kind->table))) continue;
        if (const auto missing = missing_column(move.source, *kind)) note_unknown(move, *kind, *missing);
        else kind->run(move, *kind);
    }
    count_anew(move);
}

Result<> check_source(const Source& source)
{
    for (const auto* table : {"user", "repository", "repo_unit", "issue"})
        if (!source.has_table(table))
            return fail(Errc::unprocessable,
                        std::string("the old database has no table '") + table
                            + "': it is none of Gitea or Forgejo, or too old a one");
    return {};
}

} // namespace

Result<Report> move_in(const api::Site& site, const OldSite& old, const Wish& wish)
{
    Source source(old.database);
    TRY(check_source(source));
    Move move{.site = site, .old = old, .source = source, .progress = wish.progress};
    for (const auto& name : wish.same_people) move.same_people.insert(text::to_lower(name));

    if (wish.dry_run) {
        move.wanted_store = wish.store.empty() ? site.settings().repository.root : wish.store;
        std::optional<Report> report;
        // What it returns has it rolled back.
        static_cast<void>(site.db.write([&](db::Transaction& tx) -> Result<> {
            move.trial = &tx;
            move.source_id = source_id(tx, old.name);
            move_all(move);
            report = read_report(move, tx);
            return fail(Errc::conflict, "it was a trial");
        }));
        return *std::move(report);
    }
    move.source_id = site.db.write([&](db::Transaction& tx) {
        const auto id = source_id(tx, old.name);
        tx.run("UPDATE import_source SET finished_at = 0 WHERE id = $1", id);
        return id;
    });
    move_all(move);
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE import_source SET finished_at = $2 WHERE id = $1", move.source_id, Time::now());
    });
    return read_report(move, site.db);
}

std::vector<std::string> unfinished_moves(db::Queries& db)
{
    return db.all<std::string>("SELECT name FROM import_source WHERE finished_at = 0 ORDER BY id");
}

std::vector<std::string> abandon_moves(db::Database& db)
{
    auto names = unfinished_moves(db);
    for (const auto id : db.all<std::int64_t>("SELECT id FROM import_source WHERE finished_at = 0 ORDER BY id")) {
        count_anew(db, id);
        db.write([&](db::Transaction& tx) {
            tx.run("UPDATE import_source SET finished_at = $2 WHERE id = $1", id, Time::now());
        });
    }
    return names;
}

} // namespace cairn::import
