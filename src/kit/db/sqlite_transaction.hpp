// A transaction that is open on a connection to SQLite, for the one who works in it.
#pragma once

#include "db/sqlite_connection.hpp"

namespace cairn::db::sqlite {

// Sees the changes of the transaction, and neither begins nor ends it.
class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(Connection& connection) : connection_(connection) { }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }
    std::int64_t execute(Sql sql, std::span<const Value> values) override { return connection_.execute(sql, values); }
    std::optional<std::int64_t> try_execute(Sql sql, std::span<const Value> values) override
    {
        return connection_.try_execute(sql, values);
    }
    void run_script(std::string_view script) override { connection_.run_script(script); }

    Connection& connection_;
};

} // namespace cairn::db::sqlite
