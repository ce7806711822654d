// The driver for SQLite: who reads borrows a connection, who writes queues for the one writer.
#include "db/engines.hpp"
#include "db/results.hpp"
#include "db/sqlite_readers.hpp"
#include "db/sqlite_writer.hpp"

namespace cairn::db {

namespace {

struct DanglingReferences {
    std::string child;
    std::optional<std::string> parent;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(DanglingReferences, (), (child, parent, count))

class SqliteDatabase final : public Database {
public:
    explicit SqliteDatabase(const std::string& path) : writer_(path), readers_(path) { }

    bool reads_are_local() const override { return true; }
    std::optional<CommitState> state() const override { return writer_.committed().read(); }
    std::vector<std::string> check() override;

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        const auto read = [&] { fetch_anew(sql, form, values, container, into); };
        if (known_.results == nullptr) return read();
        known_.results->fetch(*this, {sql, form, values, container}, into, std::cref(read));
    }
    std::optional<CommitState> fetch_seen(Sql sql, std::span<const Value> values, const Type& container,
                                          void* into) override
    {
        fetch_anew(sql, Form::plain, values, container, into);
        return std::nullopt;
    }
    void fetch_anew(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into)
    {
        sqlite::Readers::Loan(readers_)->fetch(sql, form, values, container, into);
    }
    template <class Row> std::vector<Row> all_anew(Sql sql)
    {
        std::vector<Row> rows;
        fetch_anew(sql, Form::plain, {}, type_of<std::vector<Row>>(), &rows);
        return rows;
    }
    void transact(const std::function<bool(Transaction&)>& work, Isolation) override { writer_.transact(work); }
    std::string_view engine() const override { return "sqlite"; }
    std::shared_ptr<void> migration_lock() override { return nullptr; } // the write transaction keeps others out

    sqlite::Writer writer_; // first: its connection must be the last to close, for it leaves the file tidy
    sqlite::Readers readers_;
    const ResultsPlace& known_ = attachments()->get<ResultsPlace>();
};

std::vector<std::string> SqliteDatabase::check()
{
    std::vector<std::string> problems;
    try {
        for (std::string& line : all_anew<std::string>("PRAGMA integrity_check"))
            if (line != "ok") problems.push_back("the database file is damaged: " + line);
        for (const auto& found : all_anew<DanglingReferences>(R"(SELECT "table" AS child, parent, count(*) AS count
                FROM pragma_foreign_key_check GROUP BY "table", parent)"))
            problems.push_back(std::to_string(found.count) + " rows of " + found.child + " point to rows of "
                               + found.parent.value_or("a table") + " that do not exist");
    } catch (const DatabaseError& error) {
        problems.emplace_back(error.what());
    }
    return problems;
}

} // namespace

std::unique_ptr<Database> open_sqlite(const Options& options) { return std::make_unique<SqliteDatabase>(options.path); }

} // namespace cairn::db
