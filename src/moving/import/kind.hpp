// How one kind of thing moves: the rows of a table there, in the order of their ids, a batch in a transaction that also
// notes how far it has come. So whoever is killed goes on where it was, and nothing comes twice.
//
// A kind is a struct for the rows, a function that takes one over, and a row in the list of kinds.cpp.
#pragma once

#include <algorithm>
#include <expected>
#include <functional>
#include <optional>
#include <set>

#include "api/call.hpp"
#include "db/database.hpp"
#include "import/old_site.hpp"
#include "import/source.hpp"

namespace cairn::import {

// Why something was left behind: a reason that many may share, and what this one is called.
struct Refusal {
    std::string reason;
    std::string what;
};
using Outcome = std::expected<void, Refusal>;

inline std::unexpected<Refusal> refuse(std::string reason, std::string what)
{
    return std::unexpected(Refusal{std::move(reason), std::move(what)});
}
// With the reason that a function of the house gave.
inline std::unexpected<Refusal> refuse(const Error& error, std::string what)
{
    return refuse(error.message, std::move(what));
}

// There is nothing to be moved, and nothing to be told about it.
inline std::unexpected<Refusal> nothing_to_move() { return std::unexpected(Refusal{}); }

// What the numbers here are that rows get.
enum class Ids : std::uint8_t {
    none,    // they have none, or the house's own functions give them
    kept,    // the same as there, where that one is free
    ordered, // the same as there if all are free; else all behind what is here: lists go by their order
};

struct Move;

struct Kind {
    std::string_view name;  // in reports, and what import_map and import_progress call it
    std::string_view table; // there
    std::string_view here;  // the table here whose ids it uses; empty for Ids::none
    Ids ids = Ids::none;
    void (*run)(Move&, const Kind&) = nullptr;
    std::string_view needed; // the columns there without which nothing can be said, separated by blanks
};

// What is there no more as it was when it was moved, and stays here as it was then.
struct Changes {
    std::string kind;
    std::int64_t changed = 0;
    std::int64_t gone = 0;
    std::vector<std::string> examples{};
};

// One move under way.
struct Move {
    const api::Site& site;
    const OldSite& old;
    Source& source;
    std::int64_t source_id = 0;
    // Not null: it is only tried. Everything happens in this transaction, which is rolled back in the end, and no file
    // is written.
    db::Transaction* trial = nullptr;
    std::string wanted_store{};          // of a trial: where the repositories would be
    mutable std::int64_t to_copy = 0;    // and the bytes of them that could not be linked
    std::set<std::string> same_people{}; // names, in lower case, of accounts here that are those of the same name there
    void (*progress)(std::string_view kind, std::int64_t done, std::int64_t total) = nullptr;
    std::vector<Changes> changes{}; // since an earlier run

    bool tries() const { return trial != nullptr; }
    db::Queries& queries() const { return trial ? static_cast<db::Queries&>(*trial) : site.db; }
    template <class F> void write(F&& work) const
    {
        if (trial) work(*trial);
        else site.db.write(std::forward<F>(work));
    }

    // What became of a row there; nothing if it was not moved.
    std::optional<std::int64_t> find(db::Queries&, std::string_view kind, std::int64_t old_id) const;
};

// How far a kind has come.
struct Progress {
    std::int64_t free_id = 0;
    bool shifts = false;
    std::int64_t last_id = 0;
};
BOOST_DESCRIBE_STRUCT(Progress, (), (free_id, shifts, last_id))

// What a kind's function gets beside the row: a batch in its transaction.
class Batch {
public:
    Batch(const Move& move, const Kind& kind, const Progress& progress, db::Transaction& transaction)
        : tx(transaction), move_(move), kind_(kind), progress_(progress)
    {
    }

    db::Transaction& tx; // NOLINT(*-non-private-member-variables-in-classes)

    const Move& move() const { return move_; }
    const config::Settings& settings() const { return move_.site.settings(); }

    // The id here for a row of this kind.
    std::int64_t id_for(std::int64_t old_id);
    // It is `new_id` here.
    void remember(std::int64_t old_id, std::int64_t new_id);

    std::optional<std::int64_t> find(std::string_view kind, std::int64_t old_id)
    {
        return old_id > 0 ? move_.find(tx, kind, old_id) : std::nullopt;
    }
    std::optional<std::int64_t> account(std::int64_t old_id) { return find("accounts", old_id); }
    std::optional<std::int64_t> repository(std::int64_t old_id) { return find("repositories", old_id); }
    std::optional<std::int64_t> issue(std::int64_t old_id) { return find("issues", old_id); }

    // It was moved, but not all of it.
    void note(std::string reason, std::string what) { lose({std::move(reason), std::move(what)}, true); }

    // So much of it is in files.
    void add_bytes(std::int64_t bytes) { bytes_ += bytes; }

    void count(std::int64_t old_id, const Outcome&);
    // Notes what the row looked like, for the next run.
    void see(std::int64_t old_id, std::int64_t digest);
    // Writes down how far it has come: the last thing that happens in the transaction.
    void finish(std::int64_t last_id);

private:
    struct Loss {
        std::int64_t count = 0;
        bool partial = false;
        std::vector<std::string> examples{};
    };
    void lose(const Refusal&, bool partial);

    const Move& move_;
    const Kind& kind_;
    const Progress& progress_;
    std::int64_t moved_ = 0;
    std::int64_t bytes_ = 0;
    std::map<std::string, Loss> losses_{};
};

// Where the kind goes on; makes the note of its beginning if there is none.
Progress begin(const Move&, const Kind&);

// The rows that were refused in earlier runs, of which the report shall say nothing more: they come once more.
std::vector<std::int64_t> take_refused(const Move&, const Kind&);

// A number that is another one, with all but certainty, when something of the row is that was looked at. What changes
// by itself (counters, the time of the last sign-in) does not count. `more`: what is not in the row.
std::int64_t digest_of(const Type& row, const void* at, const std::string& more);

// What people call the row, as far as it says.
std::string name_of(const Type& row, const void* at);

// Holds rows that were moved in an earlier run against what they are now.
class Comparison {
public:
    Comparison(const Move& move, const Kind& kind);

    bool is_due() const { return !seen_.empty(); }
    void look_at(std::int64_t old_id, std::int64_t digest, const std::function<std::string()>& name);
    // What was not looked at is gone.
    void finish(Move&);

private:
    const Kind& kind_;
    std::map<std::int64_t, std::int64_t> seen_;
    Changes changes_;
};

// Brings what is in no database; a file that cannot be read is a reason to leave a row behind, a full disk is none.
Outcome try_to_prepare(const std::function<Outcome()>& prepare);

// Why the database has refused what nobody has thought of.
Refusal unforeseen(const db::DatabaseError&, std::int64_t old_id);

inline constexpr std::size_t rows_at_once = 200;
inline constexpr std::size_t files_at_once = 20; // where a row brings a file

// What a kind's `run` is. `prepare` brings what is in no database (files) before the transaction of the batch, and may
// refuse; it must be able to come twice. `take` writes the row, and refuses before it has written anything.
template <class Row, Outcome (*take)(Batch&, Row&), Outcome (*prepare)(const Move&, Row&) = nullptr> class RowMover {
public:
    RowMover(Move& move, const Kind& kind)
        : move_(move), kind_(kind), table_(kind.table), progress_(begin(move, kind)),
          total_(move.progress != nullptr ? move.source.count(table_) : 0)
    {
    }

    void run()
    {
        compare();
        const auto refused = take_refused(move_, kind_);
        for (std::size_t begin = 0; begin < refused.size(); begin += at_once)
            bring(move_.source.with_ids<Row>(
                table_, std::span(refused).subspan(begin, std::min(at_once, refused.size() - begin))));
        for (;;) {
            auto rows = move_.source.after<Row>(table_, progress_.last_id, static_cast<std::int64_t>(at_once));
            if (rows.empty()) return;
            const auto last = rows.back().id;
            bring(std::move(rows));
            progress_.last_id = last;
        }
    }

private:
    static constexpr std::size_t at_once = prepare != nullptr ? files_at_once : rows_at_once;

    std::int64_t digest(const Row& row) const
    {
        std::string more;
        if constexpr (requires { row.more_to_compare(move_); }) more = row.more_to_compare(move_);
        return digest_of(type_of<Row>(), &row, more);
    }

    void compare()
    {
        Comparison comparison(move_, kind_);
        if (!comparison.is_due()) return;
        for (std::int64_t last = 0;;) {
            const auto rows = move_.source.after<Row>(table_, last, static_cast<std::int64_t>(rows_at_once));
            for (const Row& row : rows) {
                if (row.id > progress_.last_id) break;
                comparison.look_at(row.id, digest(row), [&] { return name_of(type_of<Row>(), &row); });
            }
            if (rows.empty() || rows.back().id > progress_.last_id) break;
            last = rows.back().id;
        }
        comparison.finish(move_);
    }

    void bring(std::vector<Row> rows)
    {
        std::vector<std::int64_t> digests;
        for (const Row& row : rows) digests.push_back(digest(row));
        std::vector<Outcome> prepared(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].id > largest_id)
                prepared[i] = refuse("its id is beyond all bounds", std::to_string(rows[i].id));
            else if constexpr (prepare != nullptr)
                prepared[i] = try_to_prepare([&] { return prepare(move_, rows[i]); });
        }
        try {
            write(rows, prepared, digests);
        } catch (const db::DatabaseError&) {
            // One of them is to blame, and it must not keep the others. In a trial there is no way back.
            if (move_.tries()) throw;
            for (std::size_t i = 0; i < rows.size(); ++i) write_one(rows[i], prepared[i], digests[i]);
        }
        done_ += static_cast<std::int64_t>(rows.size());
        if (move_.progress != nullptr) move_.progress(kind_.name, done_, total_);
    }

    void write(std::span<Row> rows, std::span<const Outcome> prepared, std::span<const std::int64_t> digests)
    {
        if (rows.empty()) return;
        move_.write([&](db::Transaction& tx) {
            Batch batch(move_, kind_, progress_, tx);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const auto outcome = prepared[i] ? take(batch, rows[i]) : prepared[i];
                batch.count(rows[i].id, outcome);
                // What was refused is tried again as it is then.
                if (outcome || outcome.error().reason.empty()) batch.see(rows[i].id, digests[i]);
            }
            batch.finish(rows.back().id);
        });
    }

    void write_one(Row& row, const Outcome& prepared, std::int64_t digest)
    {
        try {
            write({&row, 1}, {&prepared, 1}, {&digest, 1});
        } catch (const db::DatabaseError& error) {
            const Outcome refused = std::unexpected(unforeseen(error, row.id));
            write({&row, 1}, {&refused, 1}, {&digest, 1});
        }
    }

    Move& move_;
    const Kind& kind_;
    std::string table_;
    Progress progress_;
    std::int64_t total_;
    std::int64_t done_ = 0;
};

template <class Row, Outcome (*take)(Batch&, Row&), Outcome (*prepare)(const Move&, Row&) = nullptr>
void move_rows(Move& move, const Kind& kind)
{
    RowMover<Row, take, prepare>(move, kind).run();
}

} // namespace cairn::import
