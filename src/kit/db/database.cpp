// What both engines share: the two statements of a page, and the door to the drivers.
#include "db/database.hpp"

#include <algorithm>
#include <limits>

#include "base/figures.hpp"
#include "base/log.hpp"
#include "base/spending.hpp"
#include "db/composition.hpp"
#include "db/engines.hpp"
#include "db/statement_cache.hpp"

namespace cairn::db {

namespace {

Counter writes("cairn_database_writes_total", "", "Transactions that wrote, or were to.");
TimeCounter writing("cairn_database_writes_seconds_total", "", "Time from asking for a transaction to its end.");

constexpr std::int64_t most_items = std::numeric_limits<std::int32_t>::max(); // of a page

// Paging::offset() for any numbers that a caller can think of: a page beyond the last row that could exist is empty.
std::int64_t offset_of(const Paging& paging, std::int64_t limit)
{
    std::int64_t offset = 0;
    if (paging.page <= 1) return 0;
    if (__builtin_mul_overflow(paging.page - 1, limit, &offset)) return std::numeric_limits<std::int64_t>::max();
    return offset;
}

// A count needs no order, and SQLite would sort for it all the same. One that has values of its own stays, because
// PostgreSQL wants every value to be used.
std::string_view without_order(std::string_view sql)
{
    const auto order = sql.rfind(" ORDER BY ");
    if (order == sql.npos) return sql;
    int depth = 0;
    for (const char c : sql.substr(order)) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        const bool inside_subquery = depth < 0;
        if (inside_subquery || c == '$') return sql;
    }
    return sql.substr(0, order);
}

} // namespace

std::string text_in_form(std::string_view sql, Form form, std::size_t values)
{
    std::string text(sql);
    switch (form) {
    case Form::plain: break;
    case Form::page: text += " LIMIT $" + std::to_string(values - 1) + " OFFSET $" + std::to_string(values); break;
    case Form::seen:
        text =
            "SELECT seen.*, (SELECT concat(txid_current_snapshot(), ' ', pg_current_wal_flush_lsn())) AS state FROM ("
            + std::string(sql) + ") AS seen";
        break;
    case Form::count: text = "SELECT count(*) FROM (" + std::string(without_order(sql)) + ") AS counted"; break;
    }
    return text;
}

void Queries::fetch_page(const Paging& paging, Sql sql, std::span<const Value> values, const Type& list, void* into,
                         std::int64_t& total)
{
    const std::int64_t limit = std::clamp<std::int64_t>(paging.limit, 0, most_items);
    const std::int64_t offset = offset_of(paging, limit);
    const auto count = [&] {
        std::optional<std::int64_t> rows;
        fetch(sql, Form::count, values, type_of<std::optional<std::int64_t>>(), &rows);
        return rows.value_or(0);
    };
    if (limit == 0) {
        total = count();
        return;
    }
    // A row more than the page has room for tells whether more follow. Where none does, the page has been the count.
    std::vector<Value> bounded(values.begin(), values.end());
    bounded.insert(bounded.end(), {Value(limit + 1), Value(offset)});
    fetch(sql, Form::page, bounded, list, into);
    const auto items = static_cast<std::int64_t>(list.size(into));
    if (items > limit) {
        list.drop_last(into);
        total = std::max(count(), offset + items); // rows may go between the two statements
    } else {
        total = items > 0 || offset == 0 ? offset + items : count();
    }
}

void Queries::fetch(const Composition& query, const Type& container, void* into)
{
    fetch(query.sql(), Form::plain, query.values(), container, into);
}

void Queries::fetch_page(const Paging& paging, const Composition& query, const Type& list, void* into,
                         std::int64_t& total)
{
    fetch_page(paging, query.sql(), query.values(), list, into, total);
}

std::int64_t Transaction::run(const Composition& statement) { return execute(statement.sql(), statement.values()); }

std::optional<CommitState> Database::ask_state()
{
    if (auto known = state()) return known;
    std::optional<std::int64_t> one;
    return fetch_seen("SELECT 1 AS value", {}, type_of<std::optional<std::int64_t>>(), &one);
}

void* Attachments::get(const void* type, std::shared_ptr<void> (*make)())
{
    const std::lock_guard lock(mutex_);
    for (const auto& [known, thing] : held_)
        if (known == type) return thing.get();
    return held_.emplace_back(type, make()).second.get();
}

void throw_open_reference(const std::string& words, std::string_view statement)
{
    if (statement.starts_with("DELETE")) throw DatabaseError(words);
    throw ReferenceGone(words);
}

void Database::commit(const std::function<bool(Transaction&)>& work, Isolation isolation)
{
    std::vector<std::function<void()>> then;
    bool raises_jobs = false;
    // PostgreSQL may want it done once more: the last attempt counts.
    auto* const spent = Spending::now(); // the work may be done by the one thread that writes
    const auto once = [&](Transaction& tx) {
        const Spending spending(spent);
        const bool keep = work(tx);
        then.clear();
        if (keep) then.swap(tx.after_commit_);
        raises_jobs = keep && tx.raises_jobs_;
        return keep;
    };
    {
        const TimeCounter::Watch watch(writing);
        const SpendingWatch spending(&Spent::database, "transaction", {.kind = Step::Kind::transaction});
        writes.add();
        transact(once, isolation);
    }
    if (raises_jobs) jobs_written_.raise();
    for (const auto& each : then) {
        try {
            each();
        } catch (const std::exception& error) {
            log::error("what follows a commit has failed", {{"error", error.what()}});
        }
    }
}

std::unique_ptr<Database> open(const Options& options)
{
    return options.engine == Options::Engine::sqlite ? open_sqlite(options) : open_postgres(options);
}

} // namespace cairn::db
